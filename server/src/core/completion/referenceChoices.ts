/** The entries that can be named where a reference is being typed, those first that are likely there. */
import { comparePositions } from '../codex/canonTime';
import {
  type Canon,
  entryAt,
  staleSourcesOf,
  entryNamed,
  idOf,
  type Known,
  positionOf,
  isUndone,
  standingOf,
  at,
} from '../canon';
import type { Entry } from '../entry/entry';
import { nameKey } from '../entry/slug';
import { renderBeginnings } from '../entry/stretches';
import { type Span, spanTouches } from '../text/span';
import { standingWords } from '../reading/entryCard';
import { nowOf } from '../reading/viewpoint';
import { asOfWith } from './dateChoices';
import {
  type CompletionContext,
  nameFor,
  type CompletionChoice,
  choiceOf,
  type CompletionChoices,
  firstOf,
  valueInsert,
} from './choice';
import type { CaretPlace } from './caretPlace';
import { eachFitting, inTitleOrder, type RosterEntry } from './entryRoster';
import { usageCountsIn } from './usageCounts';
import { allFactsOf } from '../entry/versions';

/** What an entry is named for. */
export type ReferenceUse =
  | 'supersedes'
  | 'superseded_by'
  | 'retracts'
  | 'restores'
  | 'sources'
  | 'disputes'
  | 'reviewed'
  | 'summarises'
  | 'value'
  | 'link';

/** What was decided last comes first in these; in the others titles are in order. */
const RECENT: ReadonlySet<ReferenceUse> = new Set(['superseded_by', 'sources', 'disputes', 'reviewed']);

interface Ranked {
  readonly one: RosterEntry;
  /** In the order of `eachFitting`. */
  readonly mayBePast: boolean;
  /** How well it fits what was typed, and how likely it is meant: of both, the lower the better. */
  readonly fit: number;
  readonly score: number;
}

/** @param only of these types, if given */
export function referencesAt(
  context: CompletionContext,
  place: CaretPlace,
  use: ReferenceUse,
  only?: ReadonlySet<string>,
): CompletionChoices {
  const { first, isCut } = rankedBy(context, use, place.typed, only);
  return { choices: first.flatMap(({ entry, isPast }) => choiceFor(context, place, use, entry, isPast)), isCut };
}

/** The entries that fit what was typed, the likeliest first, with whether each is superseded or retracted. */
export function rankedBy(context: CompletionContext, use: ReferenceUse, written: string, only?: ReadonlySet<string>) {
  const { known } = context;
  const { likely, least } = likelihood(context, use);
  const hidden = new Set([context.entry, ...listedBeside(context, use)]);
  const typed = nameKey(written);
  const order = inOrder(known.canon, use);
  const first = firstOf<Ranked>(order, ({ one: { path } }) => {
    const entry = entryAt(known.canon, path);
    return entry !== undefined && !hidden.has(entry) && known.has(entry);
  });
  eachFitting(known.canon, typed, (one, fit, mayBePast) => {
    if (only && !only.has(one.type)) return true;
    const score = likely(one, mayBePast);
    if (first.mayEnter(fit, score)) first.add({ one, mayBePast, fit, score });
    return !first.isFull(0, least);
  });
  // Some entries that a retcon names still stand: the retcon is soft, limited, or of a later time.
  const judged = first.items().flatMap(({ one, mayBePast, fit }) => {
    const entry = entryAt(known.canon, one.path);
    if (!entry) return [];
    const isPast = mayBePast && isReplaced(known, entry);
    return { one, mayBePast, entry, fit, isPast, score: likely(one, isPast) };
  });
  const ranked = judged.sort(order).map(({ entry, isPast }) => ({ entry, isPast }));
  return { first: ranked, isCut: first.isCut() };
}

const inOrder =
  (canon: Canon, use: ReferenceUse) =>
  (a: Ranked, b: Ranked): number =>
    a.fit - b.fit ||
    a.score - b.score ||
    (RECENT.has(use) ? comparePositions(positionOf(canon, b.one), positionOf(canon, a.one)) : 0) ||
    inTitleOrder(a.one, b.one);

const isReplaced = (known: Known, entry: Entry): boolean =>
  isUndone(standingOf(known, entry, known.canon.codex.present));

function choiceFor(
  context: CompletionContext,
  place: CaretPlace,
  use: ReferenceUse,
  entry: Entry,
  isPast: boolean,
): CompletionChoice[] {
  const { known } = context;
  const name = nameFor(known, entry);
  const written = name === null ? null : valueInsert(place, name);
  if (written === null) return [];
  const more = use === 'supersedes' ? asOfWith(context, place, entry) : { tail: '', edits: [] };
  const edit = { span: place.span, insert: written + more.tail, edits: more.edits };
  return [choiceOfEntry(known, entry, isPast, { ...edit, isStruck: isPast && use !== 'restores' })];
}

interface Entered {
  readonly span: Span;
  readonly insert: string;
  readonly edits: CompletionChoice['edits'];
  readonly isStruck: boolean;
}

/** @param isPast whether it is superseded or retracted @param entered what is put where, and whether it is shown as past */
export function choiceOfEntry(known: Known, entry: Entry, isPast: boolean, entered: Entered): CompletionChoice {
  const { kind, label, note, detail, names } = aboutEntry(known, entry, isPast);
  const { span, insert, edits, isStruck } = entered;
  return choiceOf({ kind, label, note, detail, names, entry, span, insert, edits, isPast: isStruck });
}

/** What an entry is called in a list, and how it is found. */
export function aboutEntry(known: Known, entry: Entry, isPast: boolean) {
  const id = idOf(known, entry);
  const standing = isPast ? standingWords(nowOf(known.canon), entry) : '';
  return {
    kind: 'entry',
    label: entry.title,
    note: id,
    detail: [entry.type?.text ?? '', renderBeginnings(entry) ?? '', standing].filter((part) => part !== '').join(' · '),
    names: namesOf(id, entry),
    entry,
  } as const;
}

/** Each once: there are few, and so many choices that a set for each would be felt. */
function namesOf(id: string, { title, aliases, fileName }: Entry): readonly string[] {
  const names = [id];
  const add = (name: string): void => void (names.includes(name) || names.push(name));
  add(title);
  for (const { text } of aliases) add(text);
  add(fileName);
  return names;
}

/** The entries that the same list of the same file names already. */
function listedBeside({ known, entry, offset }: CompletionContext, use: ReferenceUse): Entry[] {
  if (use === 'value' || use === 'link') return [];
  const refs =
    use === 'sources' || use === 'disputes' || use === 'reviewed' || use === 'summarises'
      ? entry[use]
      : entry.declarations
          .filter(({ kind, fromOldEnd }) => (fromOldEnd ? 'superseded_by' : kind) === use)
          .map(({ target }) => target);
  return refs.flatMap((ref) => (spanTouches(ref.span, offset) ? [] : (entryNamed(known, ref.text) ?? [])));
}

interface Likelihood {
  /** How likely an entry is meant, as a number: the lower, the likelier. */
  readonly likely: (other: RosterEntry, isPast: boolean) => number;
  /** The lowest that there can be, where what is equally likely is in the order of titles; else −Infinity. */
  readonly least: number;
}

function likelihood(context: CompletionContext, use: ReferenceUse): Likelihood {
  const { known, entry, offset } = context;
  const { canon } = known;
  if (use === 'value' || use === 'link') return { likely: (_, isPast) => (isPast ? 4 : 0), least: 0 };
  if (use === 'sources') {
    const types = usageCountsIn(canon, entry, offset).sourceTypes();
    const most = Math.max(1, ...types.values());
    const likely: Likelihood['likely'] = ({ type }, isPast) => (isPast ? 4 : 0) - 4 * ((types.get(type) ?? 0) / most);
    return { likely, least: -Infinity };
  }
  const past = use === 'restores' ? -16 : 16;
  const stale = use === 'reviewed' ? staleSourcesOf(known, entry, canon.codex.present) : [];
  const wanted = new Set(stale.map(({ by }) => by.path));
  const like = likeness(canon, entry);
  const likely: Likelihood['likely'] = (other, isPast) =>
    (isPast ? past : 0) - (wanted.has(other.path) ? 16 : 0) - like(other);
  return { likely, least: -Infinity };
}

/** How like an entry is to another: of one entity, of like titles, of one type, about the same things. */
function likeness(canon: Canon, entry: Entry): (other: RosterEntry) => number {
  const pathsAt = (index: 'names' | 'describing' | 'statedOn', names: readonly string[]): readonly string[] =>
    names.flatMap((name) => at(canon[index], nameKey(name)) ?? []);
  const entity = entry.entity ? [entry.entity.text] : [];
  const sameEntity = new Set([...pathsAt('names', entity), ...pathsAt('describing', entity)]);
  const about = allFactsOf(entry).flatMap((fact) => (fact.entity ? [fact.entity.text] : []));
  const sameAbout = new Set(pathsAt('statedOn', about));
  const words = nameKey(entry.title)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3);
  const type = entry.type?.text.toLowerCase() ?? '';
  return (other) => {
    let like = sameEntity.has(other.path) ? 8 : 0;
    if (sameAbout.has(other.path)) like += 3;
    if (type !== '' && other.type === type) like += 2;
    for (const word of words) if (other.names.includes(word)) like += 2;
    return like;
  };
}
