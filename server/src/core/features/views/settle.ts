/** What settles a row of a view, as a change to the files: names of other entries, written under a key. */
import { allEntries } from '../../canon/canon';
import { staleSourcesOf } from '../../canon/chain';
import { idOf } from '../../canon/known';
import { inCanonOrder } from '../../canon/retcons';
import { isAcknowledged } from '../../canon/standing';
import { contradict } from '../../canon/truth';
import { addTopItem } from '../../entry/edit';
import type { Entry } from '../../entry/entry';
import { nameLike } from '../../rules/places';
import type { Change, TextEdit } from '../../text/change';
import type { Viewpoint } from '../viewpoint';
import { sidesOf } from './disputes';
import { staleKey } from './stale';

/** Names of other entries, to be written under a key of an entry. */
interface Settling {
  readonly entry: Entry;
  readonly key: 'disputes' | 'reviewed';
  readonly names: ReadonlySet<Entry>;
}

type TextOf = (path: string) => string | null;

/** Has the later of each two entries that dispute a pair say that it is meant. @param pair the key of the row */
export function acknowledge(view: Viewpoint, pair: string, textOf: TextOf): Change | null {
  const { known } = view;
  const sides = sidesOf(known, pair);
  const found = new Map<Entry, Set<Entry>>();
  for (const [i, a] of sides.entries())
    for (const b of sides.slice(i + 1)) {
      const [one, other] = [a.clipped.entry, b.clipped.entry];
      if (one === other || !contradict(a, b) || isAcknowledged(known, one, other)) continue;
      const [earlier = one, later = other] = inCanonOrder(known, [one, other]);
      found.set(later, (found.get(later) ?? new Set()).add(earlier));
    }
  const settlings = [...found].map(([entry, names]): Settling => ({ entry, key: 'disputes', names }));
  return written(view, settlings, textOf);
}

/** Has an entry say that what became of its source changes nothing here. @param key of the row */
export function markReviewed(view: Viewpoint, key: string, textOf: TextOf): Change | null {
  const { known, present } = view;
  for (const entry of allEntries(known.canon)) {
    if (entry.sources.length === 0) continue;
    const stale = staleSourcesOf(known, entry, present).find(({ source }) => staleKey(entry, source) === key);
    if (stale) return written(view, [{ entry, key: 'reviewed', names: new Set([stale.by]) }], textOf);
  }
  return null;
}

/** Null where there is nothing to write, or where the frontmatter of one of the files can't take it. */
function written({ known }: Viewpoint, settlings: readonly Settling[], textOf: TextOf): Change | null {
  const edits: TextEdit[] = [];
  for (const { entry, key, names } of settlings) {
    const before = textOf(entry.path);
    let text = before;
    // As the author writes the names beside it.
    const linked = [...entry[key], ...entry.sources][0]?.linked === true;
    for (const other of names) {
      const name = linked ? `[[${nameLike(known, { linked }, other)}]]` : idOf(known, other);
      const edit = text === null ? null : addTopItem(text, known.canon.codex, key, name);
      if (text === null || edit === null) return null;
      text = text.slice(0, edit.span.start) + edit.text + text.slice(edit.span.end);
    }
    if (before !== null && text !== null) edits.push({ file: entry.path, ...asOneEdit(before, text) });
  }
  return edits.length > 0 ? { edits } : null;
}

/** The stretch in which two texts differ, in whole characters. */
function asOneEdit(before: string, after: string): Omit<TextEdit, 'file'> {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  if (isHigh(before, start - 1)) start--;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  if (same > 0 && isHigh(before, before.length - same - 1)) same--;
  return { span: { start, end: before.length - same }, text: after.slice(start, after.length - same) };
}

/** Whether the unit at an offset is the first half of a character of two. */
const isHigh = (text: string, offset: number): boolean => /[\uD800-\uDBFF]/.test(text.charAt(offset));
