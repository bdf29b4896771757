/** Where the thing under the caret is defined: the entry that an id, a wikilink or a value names. */
import { entityNamed, type Known, resolve, type Resolution, valueEntry, describerOf } from '../canon';
import type { Entry } from '../entry/entry';
import { leadsTo } from '../rules/linkTargets';
import type { Span } from '../text/span';
import { type Mention, mentionAt } from './mentions';

export interface Definition {
  /** What was pointed at. */
  readonly span: Span;
  /** More than one, where the name is ambiguous. */
  readonly entries: readonly Entry[];
  /** The heading in them that is meant. */
  readonly heading: string | null;
}

export function definitionAt(known: Known, entry: Entry, text: string, offset: number): Definition | null {
  const mention = mentionAt(entry, known.canon.codex, text, offset);
  const entries = mention ? entriesNamed(known, entry, mention) : [];
  if (!mention || entries.length === 0) return null;
  return { span: mention.span, entries, heading: mention.kind === 'link' ? (mention.link.heading ?? null) : null };
}

function entriesNamed(known: Known, entry: Entry, mention: Mention): readonly Entry[] {
  switch (mention.kind) {
    case 'self':
      return [entry];
    case 'entry':
      return found(resolve(known, mention.ref.text));
    case 'entity':
    case 'knower':
      return describers(known, mention.ref.text);
    case 'only':
      return mention.only.entity === null ? [] : describers(known, mention.only.entity);
    // Editors follow relative links by themselves.
    case 'link':
      return mention.link.kind === 'wiki' ? found(leadsTo(known, entry, mention.link)) : [];
    case 'value':
      return [valueEntry(known, mention.fact.value) ?? []].flat();
    case 'attribute':
    case 'date':
    case 'revision':
    case 'key':
      return [];
  }
}

const found = (resolution: Resolution | null): readonly Entry[] =>
  resolution?.kind === 'one' ? [resolution.entry] : resolution?.kind === 'many' ? resolution.entries : [];

function describers(known: Known, name: string): readonly Entry[] {
  const named = found(resolve(known, name));
  if (named.length > 0) return named;
  const describer = describerOf(known, entityNamed(known, name), known.canon.codex.present);
  return describer ? [describer] : [];
}
