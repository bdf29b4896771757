/** What is said of a reference that names no entry. */
import { idOf, type Known, nearEntries } from '../canon';
import type { Entry, Ref } from '../entry/entry';
import { listWords } from '../text/wordLists';
import { changeTo, nameLike } from './relatedPlaces';
import type { Finding } from './rule';

/** The finding that a reference names no entry; near names are offered, and else `advice`. */
export function unknownName(known: Known, entry: Entry, ref: Ref, advice: string): Finding {
  const near = nearEntries(known, ref.text).filter((other) => other !== entry);
  const problem = `No entry is called "${ref.text}"`;
  if (near.length === 0) return { span: ref.span, message: `${problem}: ${advice}.` };
  return {
    span: ref.span,
    message: `${problem}. Did you mean ${listWords(near.map((other) => idOf(known, other)))}?`,
    fixes: near.map((other) => changeTo(entry, ref.span, nameLike(known, ref, other))),
  };
}
