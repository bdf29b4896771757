/** A name among those who know, believe or tell something that is nobody's. */
import { idOf, isKnower, type Known, knowerWords, nearEntries, writtenKnowers } from '../../canon';
import { knowersIn } from '../../entry/naming';
import type { Entry, Ref } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { nearest } from '../../text/nearNames';
import { listWords } from '../../text/wordLists';
import { changeTo, nameLike } from '../relatedPlaces';
import type { Finding, Rule } from '../rule';

export const unknownKnower: Rule = {
  code: 'knowledge/unknown-knower',
  severity: 'warning',
  *check({ known, entry }) {
    for (const ref of knowersIn(entry))
      if (!knowerWords.has(nameKey(ref.text)) && !isKnower(known, ref.text)) yield unknown(known, entry, ref);
  },
};

function unknown(known: Known, entry: Entry, ref: Ref): Finding {
  const written = nearest(ref.text, [...knowerWords, ...writtenKnowers(known)]);
  const entries = nearEntries(known, ref.text).filter((other) => other !== entry);
  const near = [
    ...(written === null ? [] : [{ name: written, text: written }]),
    ...entries.map((other) => ({ name: idOf(known, other), text: nameLike(known, ref, other) })),
  ];
  const problem = `Nobody is called "${ref.text}"`;
  if (near.length === 0) {
    const message = `${problem}: name a character or a circle of codex.yaml, or write everyone or nobody.`;
    return { span: ref.span, message };
  }
  return {
    span: ref.span,
    message: `${problem}. Did you mean ${listWords(near.map(({ name }) => name))}?`,
    fixes: near.map(({ text }) => changeTo(entry, ref.span, text)),
  };
}
