/** Where an entry's file names entries and entities, and what each name is there for. */
import { nfc } from '../text/nearNames';
import type { Link } from './body';
import type { Entry, OnlyWritten, Ref } from './entry';
import type { Span } from '../text/span';

/** What a name is there for: as the target of a retcon, as what a fact is about, as a fact's value, and so on. */
export type Role =
  | 'declaration'
  | 'fact'
  | 'value'
  | 'source'
  | 'summary'
  | 'entity'
  | 'dispute'
  | 'reviewed'
  | 'knower'
  | 'only'
  | 'link';

/** A name in an entry, in its author's spelling. */
export interface Naming {
  readonly role: Role;
  /** The name: brackets, quotes, heading and label stripped; of `only` the part before the attribute. */
  readonly text: string;
  /** Written as a `[[link]]`, which names what it names by any of its names. */
  readonly linked: boolean;
  /** The target of a link; the whole item of `only`. */
  readonly span: Span;
  readonly link?: Link;
  readonly only?: OnlyWritten;
}

/** Every name in an entry's file but those that it has itself: in the order of the roles, then as written. */
export function namingsIn(entry: Entry): Naming[] {
  const found: Naming[] = [];
  eachNaming(entry, (role, text, linked, span, more) => void found.push({ role, text, linked, span, ...more }));
  return unique(found);
}

/** What its definitions lead to, as the links of its prose are named; what is renamed is not renamed in them. */
export const referencesIn = ({ referenceLinks }: Entry): Naming[] => referenceLinks.map(namingOf);

const namingOf = (link: Link): Naming => ({
  role: 'link',
  text: nfc(link.target).trim(),
  linked: link.kind === 'wiki',
  span: link.targetSpan,
  link,
});

type See = (role: Role, text: string, linked: boolean, span: Span, more?: Pick<Naming, 'link' | 'only'>) => void;

/** Shows the same, a name twice where it is there for two facts. Parts that are not asked for are not put together. */
export function eachNaming(entry: Entry, see: See): void {
  const { knowledge } = entry;
  const declarations = knowledge ? [...entry.declarations, ...knowledge.believedDeclarations] : entry.declarations;
  const facts = knowledge ? [...entry.facts, ...knowledge.beliefs] : entry.facts;
  const show = (role: Role, named: Ref | null): void => {
    if (named) see(role, named.text, named.linked, named.span);
  };
  for (const { target } of declarations) show('declaration', target);
  for (const { entity } of facts) show('fact', entity);
  for (const { value } of facts) show('value', value);
  for (const source of entry.sources) show('source', source);
  for (const { sources } of declarations) for (const source of sources ?? []) show('source', source);
  show('entity', entry.entity);
  for (const ref of entry.disputes) show('dispute', ref);
  for (const ref of entry.reviewed) show('reviewed', ref);
  for (const ref of entry.summarises) show('summary', ref);
  for (const ref of knowersIn(entry)) show('knower', ref);
  for (const { only } of declarations)
    for (const one of only ?? []) if (one.entity !== null) see('only', one.entity, false, one.span, { only: one });
  const showLink = (link: Link): void => {
    const { role, text, linked, span } = namingOf(link);
    see(role, text, linked, span, { link });
  };
  entry.ownLinks.forEach(showLink);
  entry.links.forEach(showLink);
}

/** Those that a page names as knowers, believers and points of view, as written. */
export function knowersIn({ knowledge, facts }: Pick<Entry, 'knowledge' | 'facts'>): Ref[] {
  // Most pages say nothing of that.
  if (!knowledge && !facts.some((fact) => fact.knowledge)) return [];
  const told = [knowledge, ...[...facts, ...(knowledge?.beliefs ?? [])].map((fact) => fact.knowledge ?? null)];
  const named = told.flatMap((one) => [
    ...(one?.knownBy ?? []).map(({ knower }) => knower),
    ...(one?.believedBy ?? []),
  ]);
  const secrets = (knowledge?.secrets ?? []).flatMap(({ knowers }) => knowers);
  return [...named, ...(knowledge?.pov ?? []), ...secrets].sort((a, b) => a.span.start - b.span.start);
}

/** Facts of one entity share its key, and a name is one name however many facts there are. */
function unique(namings: readonly Naming[]): Naming[] {
  const seen = new Set<string>();
  return namings.filter(({ role, span }) => {
    const key = `${role} ${span.start}`;
    return !seen.has(key) && seen.add(key);
  });
}
