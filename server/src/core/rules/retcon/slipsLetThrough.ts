/** Slips of the pen: which changes of what was told errata.yaml lets through, and what in it does nothing, or may not be there. */
import {
  entityNamed,
  erratumFor,
  type Known,
  factsOn,
  entityInOther,
  isNameIn,
  noSlip,
  whyNotSpelling,
} from '../../canon';
import { keyOf } from '../../codex/codex';
import { ERRATA_FILE, type ErrataReading, type Erratum, readErrata } from '../../codex/errata';
import { lastOfTurn } from '../../text/memoized';
import type { Fix, Problem } from '../../text/problem';
import type { Compared, ComparingRule } from './baselineComparison';
import type { Silenced } from './silencedFacts';

const read = new Map<string, ErrataReading>();

/** What errata.yaml says now. It is asked for with each fact that has changed, and its text may have to be read from a disk. */
const errataIn = lastOfTurn(({ textOf }: Compared): ErrataReading => errataOf(textOf?.(ERRATA_FILE) ?? ''));

function errataOf(text: string): ErrataReading {
  let found = read.get(text);
  if (!found) {
    read.clear();
    read.set(text, (found = readErrata(text)));
  }
  return found;
}

/** Why a fact that seems to have changed can't be called a slip of the pen; null where it can. */
export function whyNoSlip(compared: Compared, { fact, instead }: Silenced): string | null {
  return instead ? whyNotSpelling(compared.baseline, compared.now, fact, instead) : 'nothing stands in its place';
}

/** Whether errata.yaml lets a change through. @param entity as it is called now */
export const isErratum = (compared: Compared, entity: string, { fact, instead }: Silenced): boolean =>
  instead !== undefined &&
  erratumFor(compared.baseline, compared.now, errataIn(compared).errata, entity, fact, instead) !== undefined;

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
