/** A name among those who know, believe or tell something that is nobody's. */
import { idOf, isKnower, type Known, knowerWords, nearEntries, writtenKnowers } from '../../canon';
import { knowersIn } from '../../entry/naming';
import { leavesOut } from '../../codex/knowledgeKeys';
import type { Entry, Ref, Written } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { nearest } from '../../text/nearNames';
import { listWords, quoted } from '../../text/wordLists';
import { changeTo, nameLike } from '../relatedPlaces';
import { type Finding, foundInReading, type Rule } from '../rule';

const inReading = foundInReading('knowledge/unknown-knower', 'warning');

export const unknownKnower: Rule = {
  code: 'knowledge/unknown-knower',
  severity: 'warning',
  *check(judged) {
    const { known, entry } = judged;
    // What is hidden because it can't be read for certain is found while reading.
    yield* inReading.check(judged);
    for (const ref of knowersIn(entry))
      if (!knowerWords.has(nameKey(ref.text)) && !isKnower(known, ref.text)) yield unknown(known, entry, ref);
  },
};

function unknown(known: Known, entry: Entry, ref: Ref): Finding {
  const near = nearKnowers(known, ref, entry);
  const fixes = near.map(({ text }) => changeTo(entry, ref.span, text));
  return { span: ref.span, message: unknownKnowerMessage(ref.text, near), ...(fixes.length > 0 ? { fixes } : {}) };
}

/** Somebody whose name is near to one that is nobody's. */
export interface NearKnower {
  readonly name: string;
  /** What is to be written for it. */
  readonly text: string;
}

/** @param besides an entry that is hardly meant */
export function nearKnowers(known: Known, ref: Written & { readonly linked?: boolean }, besides?: Entry): NearKnower[] {
  // What was meant to keep somebody out is not to let them in.
  if (leavesOut(ref.text)) return [];
  const written = nearest(ref.text, [...knowerWords, ...writtenKnowers(known)]);
  const entries = nearEntries(known, ref.text).filter((other) => other !== besides);
  return [
    ...(written === null ? [] : [{ name: written, text: written }]),
    ...entries.map((other) => ({
      name: idOf(known, other),
      text: nameLike(known, { linked: ref.linked === true }, other),
    })),
  ];
}

export function unknownKnowerMessage(name: string, near: readonly NearKnower[]): string {
  const problem = `Nobody is called "${quoted(name)}"`;
  return near.length === 0
    ? `${problem}: name a character or a circle of codex.yaml, or write everyone or nobody.`
    : `${problem}. Did you mean ${listWords(near.map((one) => quoted(one.name)))}?`;
}
