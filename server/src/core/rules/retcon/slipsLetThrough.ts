/** Slips of the pen: which changes of what was told errata.yaml lets through, and what in it does nothing, or may not be there. */
import {
  entityNamed,
  filed,
  mentionKeys,
  type Known,
  resolve,
  factsOn,
  entityInOther,
  valueInOther,
} from '../../canon';
import { keyOf } from '../../codex/codex';
import { ERRATA_FILE, type ErrataReading, type Erratum, readErrata } from '../../codex/errata';
import type { Fix, Problem } from '../../text/problem';
import { isSlip, slipsBetween } from '../../text/nearNames';
import type { Compared, ComparingRule } from './baselineComparison';
import type { Silenced } from './silencedFacts';

/** So many letters may be others, and no more than a third of all; but one in each word. */
const MOST_SLIPS = 3;
/** In a shorter word two letters may have changed places: any other one makes another word of it. */
const SHORTEST = 4;

const read = new Map<string, ErrataReading>();

/** What errata.yaml says now. */
export const errataIn = ({ textOf }: Compared): ErrataReading => errataOf(textOf?.(ERRATA_FILE) ?? '');

function errataOf(text: string): ErrataReading {
  let found = read.get(text);
  if (!found) {
    read.clear();
    read.set(text, (found = readErrata(text)));
  }
  return found;
}

/** Why a change of a text is no slip of the pen; null where it may be one. */
export function noSlip(was: string, is: string, isName: (text: string) => boolean): string | null {
  const name = [was, is].find(isName);
  if (name !== undefined)
    return `"${name}" is a page, or something of which facts are told, and which is meant is no matter of spelling`;
  const digits = (text: string): string => text.replace(/\P{N}/gu, '');
  if (digits(was) !== digits(is)) return `"${was}" and "${is}" are other numbers`;
  const most = Math.min(MOST_SLIPS, Math.floor(Math.max(was.length, is.length) / 3));
  if (slipsBetween(was.toLowerCase(), is.toLowerCase()) > most)
    return `"${is}" is more than a few letters away from "${was}"`;
  return isSpelledAlike(was, is) ? null : `"${is}" may mean something else than "${was}"`;
}

/** Whether no word is more than a slip away from the one in its place: `legal` is no slip for `illegal`, nor is XIV for XVI. */
function isSpelledAlike(was: string, is: string): boolean {
  const [then, now] = [was, is].map((text) => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []);
  if (!then || !now || then.length !== now.length) return slipsBetween(was.toLowerCase(), is.toLowerCase()) <= 1;
  return then.every((word, i) => {
    const other = now[i] ?? '';
    if (word === other) return true;
    const isOtherWord = (isRoman(word) && isRoman(other)) || isDenied(word, other) || isDenied(other, word);
    return isSlip(word, other, SHORTEST) && !isOtherWord;
  });
}

/** Of one letter, as `amoral` is; any other negation is more than a slip away. */
const isDenied = (word: string, denied: string): boolean => denied === `a${word}`;

const isRoman = (word: string): boolean => /^[ivxlcdm]+$/.test(word);

const isNameIn =
  (...states: readonly Known[]) =>
  (text: string): boolean =>
    states.some(
      (known) =>
        resolve(known, text).kind !== 'none' ||
        // Facts are told of it, though nobody has written its page yet.
        mentionKeys(text).some((key) => filed(known.canon, 'statedOn', key).length > 0),
    );

/** Why a fact that seems to have changed can't be called a slip of the pen; null where it can. */
export function whyNoSlip(compared: Compared, { fact, instead }: Silenced): string | null {
  const { baseline, now } = compared;
  if (!instead) return 'nothing stands in its place';
  if (fact.value.text === instead.value.text) return 'it is spelled as it was';
  const refs = [valueInOther(baseline, now, now, fact.value), valueInOther(now, baseline, now, instead.value)];
  if (refs.some((meant) => meant.startsWith('[['))) return 'it is the name of a page';
  return noSlip(fact.value.text, instead.value.text, isNameIn(baseline, now));
}

/** Whether errata.yaml lets a change through. @param entity as it is called now */
export const isErratum = (compared: Compared, entity: string, silenced: Silenced): boolean => {
  const { fact, instead } = silenced;
  if (!instead || !compared.textOf?.(ERRATA_FILE)) return false;
  const isMeant = (one: Erratum): boolean =>
    isOf(compared, one, entity, fact.attribute.text) &&
    one.was.text === fact.value.text &&
    one.is.text === instead.value.text;
  return errataIn(compared).errata.some(isMeant) && whyNoSlip(compared, silenced) === null;
};

const isOf = ({ now }: Compared, one: Erratum, entity: string, attribute: string): boolean =>
  keyOf(one.attribute) === keyOf(attribute) && entityNamed(now, one.entity) === entity;

export const needlessErratum: ComparingRule = {
  code: 'retcon/needless-erratum',
  severity: 'info',
  *ofErrata(compared) {
    const { baseline, now, point } = compared;
    for (const one of errataIn(compared).errata) {
      const entity = entityNamed(now, one.entity);
      const says = (known: Known, name: string, value: string): boolean =>
        factsOn(known, name, attributeNamed(known, one.attribute)).some(({ fact }) => fact.value.text === value);
      const then = (value: string): boolean => says(baseline, entityInOther(baseline, now, entity), value);
      if (then(one.was.text) && !says(now, entity, one.was.text) && says(now, entity, one.is.text)) continue;
      const of = `${one.attribute} of ${one.entity}`;
      const message = then(one.is.text)
        ? `${point} says "${one.is.text}" already, so nobody needs this line any more. Take it out.`
        : `${of} has not been changed from "${one.was.text}" to "${one.is.text}". Take this line out, or correct it.`;
      yield { file: ERRATA_FILE, finding: { span: one.span, message, fixes: takingOut(compared, one) } };
    }
  },
};

const attributeNamed = ({ canon: { codex } }: Known, name: string): string =>
  codex.attributeKeys.get(keyOf(name)) ?? name;

/** The line, with what ends it; nothing is offered where other items may stand on it. */
function takingOut({ textOf }: Compared, { span }: Erratum): Fix[] {
  const text = textOf?.(ERRATA_FILE) ?? '';
  const start = text.lastIndexOf('\n', span.start - 1) + 1;
  const end = text.indexOf('\n', Math.max(span.start, span.end - 1));
  if (!/^ *- +$/.test(text.slice(start, span.start))) return [];
  return [
    {
      title: 'Take the line out',
      edits: [{ file: ERRATA_FILE, span: { start, end: end < 0 ? text.length : end + 1 }, text: '' }],
    },
  ];
}

/**
 * What is wrong in errata.yaml: what can't be read, and what is no slip of the pen.
 * @param states the codex as it is, and as it was told where the two are compared
 */
export function errataProblems(text: string, ...states: readonly Known[]): readonly Problem[] {
  const { errata, problems } = errataOf(text);
  return [
    ...problems,
    ...errata.flatMap((one): Problem[] => {
      const why = noSlip(one.was.text, one.is.text, isNameIn(...states));
      const message = `${why}: errata.yaml takes a few letters of free text. Declare a retcon instead.`;
      return why === null ? [] : [{ code: 'config/invalid', span: one.is.span, message }];
    }),
  ];
}

/** What errata.yaml says of a change to let it through, in braces. */
export const erratumItem = (entity: string, { fact, instead }: Silenced, reason: string): string => {
  const written = (text: string): string => (/^[\p{L}][\p{L}\p{N} '-]*$/u.test(text) ? text : JSON.stringify(text));
  const parts = [
    `entity: ${written(entity)}`,
    `attribute: ${written(fact.attribute.text)}`,
    `was: ${written(fact.value.text)}`,
    `is: ${written(instead?.value.text ?? '')}`,
    ...(reason === '' ? [] : [`reason: ${written(reason)}`]),
  ];
  return `{${parts.join(', ')}}`;
};
