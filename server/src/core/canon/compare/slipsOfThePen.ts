/** Decides which changes of a value are slips of the pen, and applies errata.yaml to differences (model §10). */
import { keyOf } from '../../codex/codex';
import type { Erratum } from '../../codex/errata';
import type { Fact } from '../../entry/entry';
import { isSlip, slipsBetween } from '../../text/nearNames';
import { filed } from '../model/canon';
import { mentionKeys } from '../model/indexKeys';
import { entityNamed, resolve } from '../model/known';
import type { Known } from '../model/canonValue';
import type { Held } from '../truth/truth';
import type { Difference } from './answerDifferences';
import { counterpart, valueInOther } from './identity';

/** At most this many letters of a text may differ, no more than a third of all, and one in each word. */
const MOST_SLIPS = 3;
/** In a shorter word only two swapped letters count as a slip: any other change makes another word. */
const SHORTEST = 4;

/** Why a change of a text is not a slip of the pen; null if it may be one. */
export function noSlip(was: string, is: string, isName: (text: string) => boolean): string | null {
  const name = [was, is].find(isName);
  if (name !== undefined)
    return `"${name}" names a page, or an entity that has facts, so the change is more than spelling`;
  const digits = (text: string): string => text.replace(/\P{N}/gu, '');
  if (digits(was) !== digits(is)) return `"${was}" and "${is}" are different numbers`;
  const most = Math.min(MOST_SLIPS, Math.floor(Math.max(was.length, is.length) / 3));
  if (slipsBetween(was.toLowerCase(), is.toLowerCase()) > most)
    return `"${is}" is more than a few letters away from "${was}"`;
  return isSpelledAlike(was, is) ? null : `"${is}" may mean something other than "${was}"`;
}

/** Whether each word is at most one slip away from the word in its place. `legal` is not a slip for `illegal`, nor XIV for XVI. */
function isSpelledAlike(was: string, is: string): boolean {
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const [then, now] = [wordsOf(was), wordsOf(is)];
  if (then.length !== now.length) return slipsBetween(was.toLowerCase(), is.toLowerCase()) <= 1;
  return then.every((word, i) => {
    const other = now[i] ?? '';
    if (word === other) return true;
    const isOtherWord = (isRoman(word) && isRoman(other)) || isDenied(word, other) || isDenied(other, word);
    return isSlip(word, other, SHORTEST) && !isOtherWord;
  });
}

/** Whether a word is the negation of another by one letter, such as `amoral`; any other negation is more than one slip away. */
const isDenied = (word: string, denied: string): boolean => denied === `a${word}`;

const isRoman = (word: string): boolean => /^[ivxlcdm]+$/.test(word);

/** Whether a text is a name in one of some states. */
export const isNameIn =
  (...states: readonly Known[]) =>
  (text: string): boolean =>
    states.some(
      (known) =>
        resolve(known, text).kind !== 'none' ||
        // An entity without a page may have facts.
        mentionKeys(text).some((key) => filed(known.canon, 'statedOn', key).length > 0),
    );

/** Why the values of two facts are not two spellings of one value; null if they may be. @param is the fact at the second point */
export function whyNotSpelling(a: Known, b: Known, was: Fact, is: Fact): string | null {
  if (was.value.text === is.value.text) return 'it is spelled as it was';
  const refs = [valueInOther(a, b, b, was.value), valueInOther(b, a, b, is.value)];
  if (refs.some((meaning) => meaning.startsWith('[['))) return 'it is the name of a page';
  return noSlip(was.value.text, is.value.text, isNameIn(a, b));
}

/** The line of errata.yaml that permits a change of a fact. @param entity as the second point calls it */
export const erratumFor = (
  a: Known,
  b: Known,
  errata: readonly Erratum[],
  entity: string,
  was: Fact,
  is: Fact,
): Erratum | undefined =>
  errata.find(
    (one) =>
      // The texts come first: they rule out nearly all lines, and are cheap to compare.
      one.was.text === was.value.text &&
      one.is.text === is.value.text &&
      keyOf(one.attribute) === keyOf(was.attribute.text) &&
      entityNamed(b, one.entity) === entity &&
      whyNotSpelling(a, b, was, is) === null,
  );

/** The differences without changes that errata.yaml permits, and the lines of errata.yaml that were used, in the order of that file. */
export function withoutSlips(
  a: Known,
  b: Known,
  differences: readonly Difference[],
  errata: readonly Erratum[],
): { readonly differences: readonly Difference[]; readonly errata: readonly Erratum[] } {
  if (errata.length === 0 || a.canon === b.canon) return { differences, errata: [] };
  const used = new Set<Erratum>();
  const left = differences.flatMap((one): readonly Difference[] => {
    if (one.isDeclared) return [one];
    const spelled = new Map<Held, Held>();
    for (const was of one.before)
      for (const is of one.after) {
        if (counterpart(a, b, was.clipped.entry) !== is.clipped.entry) continue;
        const erratum = erratumFor(a, b, errata, one.entity, was.clipped.fact, is.clipped.fact);
        if (!erratum) continue;
        used.add(erratum);
        spelled.set(was, is);
      }
    if (spelled.size === 0) return [one];
    const corrected = new Set(spelled.values());
    const before = one.before.filter((held) => !spelled.has(held));
    const after = one.after.filter((held) => !corrected.has(held));
    const statedBefore = new Set(before.map((held) => statement(a, b, held)));
    const isSame = before.length === after.length && after.every((held) => statedBefore.has(statement(b, b, held)));
    return isSame ? [] : [{ ...one, before, after }];
  });
  return { differences: left, errata: errata.filter((one) => used.has(one)) };
}

/** The file that states a value, as the second point has it, and the text of the value. */
const statement = (known: Known, b: Known, { clipped: { entry, fact } }: Held): string =>
  JSON.stringify([(counterpart(known, b, entry) ?? entry).path, fact.value.text]);
