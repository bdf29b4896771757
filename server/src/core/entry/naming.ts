/** Where an entry's file names entries and entities, and what each name is there for. */
import { nfc } from '../text/nfc';
import type { Link } from './body';
import type { Entry, OnlyWritten } from './entry';
import type { Span } from '../text/span';

/** What a name is there for: as the target of a retcon, as what a fact is about, as a fact's value, and so on. */
export type Role = 'declaration' | 'fact' | 'value' | 'source' | 'entity' | 'dispute' | 'reviewed' | 'only' | 'link';

/** A name as it is written somewhere in an entry. */
export interface Naming {
  readonly role: Role;
  /** The name: brackets, quotes, heading and label stripped; of `only` the part before the attribute. */
  readonly text: string;
  /** Written as a `[[link]]`, which names what it names by any of its names. */
  readonly linked: boolean;
  /** Of a link its target; of `only` the whole item. */
  readonly span: Span;
  readonly link?: Link;
  readonly only?: OnlyWritten;
}

/** Every name in an entry's file but those that it has itself: in the order of the roles, then as written. */
export function namingsIn(entry: Entry): Naming[] {
  const found: Naming[] = [];
  const add = (role: Role, named: { text: string; span: Span; linked?: boolean } | null): void => {
    if (named) found.push({ role, text: named.text, linked: named.linked ?? false, span: named.span });
  };
  for (const { target } of entry.declarations) add('declaration', target);
  for (const { entity } of entry.facts) add('fact', entity);
  for (const { value } of entry.facts) add('value', value);
  for (const source of [...entry.sources, ...entry.declarations.flatMap(({ sources }) => sources ?? [])])
    add('source', source);
  add('entity', entry.entity);
  for (const ref of entry.disputes) add('dispute', ref);
  for (const ref of entry.reviewed) add('reviewed', ref);
  for (const only of entry.declarations.flatMap((declaration) => declaration.only ?? []))
    if (only.entity !== null) found.push({ role: 'only', text: only.entity, linked: false, span: only.span, only });
  for (const link of [...entry.ownLinks, ...entry.links])
    found.push({
      role: 'link',
      text: nfc(link.target).trim(),
      linked: link.kind === 'wiki',
      span: link.targetSpan,
      link,
    });
  return unique(found);
}

/** Facts of one entity share its key, and a name is one name however many facts there are. */
function unique(namings: readonly Naming[]): Naming[] {
  const seen = new Set<string>();
  return namings.filter(({ role, span }) => {
    const key = `${role} ${span.start}`;
    return !seen.has(key) && seen.add(key);
  });
}
