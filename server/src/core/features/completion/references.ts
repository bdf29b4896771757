/** The entries that can be named where a reference is being typed, those first that are likely there. */
import { comparePositions } from '../../codex/canonTime';
import { type Canon, mentionKeys } from '../../canon/canon';
import { staleSourcesOf } from '../../canon/chain';
import { entryNamed, idOf, type Known } from '../../canon/known';
import { standingOf } from '../../canon/standing';
import { at, entriesOf } from '../../canon/table';
import type { Entry } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { touches } from '../../text/span';
import { standingWords } from '../card';
import { nowOf } from '../viewpoint';
import { asOfWith } from './asOf';
import { type Asking, nameFor } from './asking';
import { type Choice, choiceOf, type Choices, fit } from './choice';
import { firstOf } from './first';
import { valueAt } from './insert';
import type { Place } from './place';
import { seenIn } from './seen';

/** What an entry is named for. */
export type Use =
  | 'supersedes'
  | 'superseded_by'
  | 'retracts'
  | 'restores'
  | 'sources'
  | 'disputes'
  | 'reviewed'
  | 'value'
  | 'link';

/** What was decided last comes first in these; in the others titles are in order. */
const RECENT: ReadonlySet<Use> = new Set(['superseded_by', 'sources', 'disputes', 'reviewed']);

interface Ranked {
  readonly entry: Entry;
  /** How well it fits what was typed, and how likely it is meant; both 0 or less for the best. */
  readonly fit: number;
  readonly score: number;
}

/** @param only of these types, if given */
export function referencesAt(asking: Asking, place: Place, use: Use, only?: ReadonlySet<string>): Choices {
  const { first, isCut } = rankedBy(asking, use, place.typed, only);
  return { choices: first.flatMap(({ entry, isPast }) => choiceFor(asking, place, use, entry, isPast)), isCut };
}

/** The entries that fit what was typed, the likeliest first, with whether each is superseded or retracted. */
export function rankedBy(asking: Asking, use: Use, written: string, only?: ReadonlySet<string>) {
  const { known } = asking;
  const likely = likelihood(asking, use);
  const mayBePast = replacedIn(known.canon);
  const listed = new Set(listedBeside(asking, use));
  const typed = nameKey(written);
  const candidates: Ranked[] = [];
  for (const [, other] of entriesOf(known.canon.entries)) {
    if (other === asking.entry || listed.has(other) || !known.has(other)) continue;
    if (only && !only.has((other.type?.text ?? '').toLowerCase())) continue;
    const fits = fit(typed, other.names);
    if (fits !== null) candidates.push({ entry: other, fit: fits, score: likely(other, mayBePast.has(other.path)) });
  }
  const { first, isCut } = firstOf(candidates, inOrder(use));
  // Of those that a retcon names, some stand all the same: it is soft, or limited, or of a time to come.
  const judged = first.map(({ entry, fit }) => {
    const isPast = mayBePast.has(entry.path) && isReplaced(known, entry);
    return { entry, fit, isPast, score: likely(entry, isPast) };
  });
  return { first: judged.sort(inOrder(use)), isCut };
}

const inOrder =
  (use: Use) =>
  (a: Ranked, b: Ranked): number =>
    a.fit - b.fit ||
    a.score - b.score ||
    (RECENT.has(use) ? comparePositions(b.entry.position, a.entry.position) : 0) ||
    compare(a.entry.title, b.entry.title) ||
    compare(a.entry.path, b.entry.path);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isReplaced = (known: Known, entry: Entry): boolean =>
  ['superseded', 'retracted'].includes(standingOf(known, entry, known.canon.codex.present));

function choiceFor(asking: Asking, place: Place, use: Use, entry: Entry, isPast: boolean): Choice[] {
  const { known } = asking;
  const name = nameFor(known, entry);
  const written = name === null ? null : valueAt(place, name);
  if (written === null) return [];
  const more = use === 'supersedes' ? asOfWith(asking, place, entry) : { tail: '', edits: [] };
  return [
    choiceOf({
      ...aboutEntry(known, entry, isPast),
      span: place.span,
      insert: written + more.tail,
      edits: more.edits,
      isPast: isPast && use !== 'restores',
    }),
  ];
}

/** What an entry is called in a list, and how it is found. */
export function aboutEntry(known: Known, entry: Entry, isPast: boolean) {
  const id = idOf(known, entry);
  const standing = isPast ? standingWords(nowOf(known.canon), entry) : '';
  return {
    kind: 'entry',
    label: entry.title,
    note: id,
    detail: [entry.type?.text ?? '', entry.date?.date?.text ?? '', standing].filter((part) => part !== '').join(' · '),
    names: [...new Set([id, entry.title, ...entry.aliases.map((alias) => alias.text), entry.fileName])],
    entry,
  } as const;
}

/** The files that some retcon may have replaced: what `supersedes` or `retracts` names, and what says `superseded_by`. */
function replacedIn(canon: Canon): ReadonlySet<string> {
  const declaring = new Set<string>();
  for (const [, paths] of entriesOf(canon.declaredOn)) for (const path of paths) declaring.add(path);
  const replaced = new Set<string>();
  for (const path of declaring)
    for (const { kind, fromOldEnd, target } of at(canon.entries, path)?.declarations ?? []) {
      if (fromOldEnd) replaced.add(path);
      else if (kind !== 'restores')
        for (const key of mentionKeys(target.text)) for (const old of at(canon.names, key) ?? []) replaced.add(old);
    }
  return replaced;
}

/** The entries that the same list of the same file names already. */
function listedBeside({ known, entry, offset }: Asking, use: Use): Entry[] {
  if (use === 'value' || use === 'link') return [];
  const refs =
    use === 'sources' || use === 'disputes' || use === 'reviewed'
      ? entry[use]
      : entry.declarations
          .filter(({ kind, fromOldEnd }) => (fromOldEnd ? 'superseded_by' : kind) === use)
          .map(({ target }) => target);
  return refs.flatMap((ref) => (touches(ref.span, offset) ? [] : (entryNamed(known, ref.text) ?? [])));
}

/** How likely an entry is meant, as a number: the lower, the likelier. */
function likelihood(asking: Asking, use: Use): (other: Entry, isPast: boolean) => number {
  const { known, entry, offset } = asking;
  const past = use === 'restores' ? -16 : use === 'sources' || use === 'value' || use === 'link' ? 4 : 16;
  const like = likeness(entry);
  if (use === 'sources') {
    const types = seenIn(known.canon, entry, offset).sourceTypes();
    const most = Math.max(1, ...types.values());
    return (other, isPast) =>
      (isPast ? past : 0) - 4 * ((types.get((other.type?.text ?? '').toLowerCase()) ?? 0) / most);
  }
  const stale = use === 'reviewed' ? staleSourcesOf(known, entry, known.canon.codex.present) : [];
  const wanted = new Set(stale.map(({ by }) => by));
  return (other, isPast) =>
    (isPast ? past : 0) - (wanted.has(other) ? 16 : 0) - (use === 'value' || use === 'link' ? 0 : like(other));
}

/** How like an entry is to another: of one entity, of like titles, of one type, about the same things. */
function likeness(entry: Entry): (other: Entry) => number {
  const entity = entry.entity && nameKey(entry.entity.text);
  const words = nameKey(entry.title)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3);
  const type = entry.type?.text.toLowerCase();
  const about = new Set(entry.facts.flatMap((fact) => (fact.entity ? nameKey(fact.entity.text) : [])));
  return (other) => {
    let like = 0;
    if (entity && (other.names.includes(entity) || (other.entity && nameKey(other.entity.text) === entity))) like += 8;
    const title = words.length > 0 ? nameKey(other.title) : '';
    for (const word of words) if (title.includes(word)) like += 2;
    if (type !== undefined && other.type?.text.toLowerCase() === type) like += 2;
    if (about.size > 0 && other.facts.some((fact) => fact.entity && about.has(nameKey(fact.entity.text)))) like += 3;
    return like;
  };
}
