/** Finds facts that vanished since the baseline, unless a retcon, the story or errata.yaml accounts for them. */
import {
  entityOfFact,
  type Retcon,
  entityNamed,
  erratumFor,
  type Known,
  factsOn,
  entityInOther,
  isNameIn,
  noSlip,
  whyNotSpelling,
  idOf,
  retconsOf,
  touches,
  unknownAt,
} from '../../canon';
import type { Moment } from '../../chronology';
import type { Entry, Fact } from '../../entry/entry';
import {
  type Compared,
  placed,
  isSameMeaning,
  meaningOfValue,
  type ComparingRule,
  changedAnswers,
  hasMoved,
  meaningsIn,
} from './baselineComparison';
import { beginsAt, endsAt, hasSameEnds, isStory } from './story';
import { keyOf } from '../../codex/codex';
import { ERRATA_FILE, type ErrataReading, type Erratum, readErrata } from '../../codex/errata';
import { lastOfTurn } from '../../text/groups';
import type { Fix, Problem } from '../../text/problem';

/** A fact with the entry that states it. */
interface Stated {
  readonly entry: Entry;
  readonly fact: Fact;
}

/** Whether retcons declare every difference between an established fact and the present one on its page. */
function isFactGiven(compared: Compared, retcons: readonly Retcon[], was: Stated, is: Stated): boolean {
  const { baseline, now } = compared;
  const entity = entityOfFact(now, is.entry, is.fact);
  const statedBy = ({ by }: Retcon): Stated[] =>
    by.facts.flatMap((fact) =>
      fact.attribute.text === is.fact.attribute.text && entityOfFact(now, by, fact) === entity
        ? [{ entry: by, fact }]
        : [],
    );
  const valueOf = ({ fact }: Stated): string => meaningOfValue(now, baseline, now, fact.value);
  const instead = retcons.flatMap(statedBy);
  if (!isSameMeaning(compared, was.fact, is.fact) && !instead.some((one) => valueOf(one) === valueOf(is))) return false;
  const [begins, ends] = [beginsAt(was.entry, was.fact), endsAt(was.entry, was.fact)];
  const begun = displacing(retcons, begins).flatMap(statedBy);
  return (
    isGiven(
      compared,
      begins,
      beginsAt(is.entry, is.fact),
      begun.map(({ entry, fact }) => beginsAt(entry, fact)),
    ) &&
    isEndGiven(
      compared,
      ends,
      endsAt(is.entry, is.fact),
      instead.map(({ entry, fact }) => endsAt(entry, fact)),
    )
  );
}

/** Whether retcons of a whole page declare its present date. */
export function isDateGiven(compared: Compared, retcons: readonly Retcon[], was: Entry, is: Entry): boolean {
  const [then, here] = [was.date?.date, is.date?.date];
  const given = displacing(retcons, then?.start ?? null).map(({ by }) => by.date?.date?.start ?? null);
  const isSameStart = isGiven(compared, then?.start ?? null, here?.start ?? null, []);
  if (then && here && isSameStart) return isSooner(then.end, here.end);
  return isGiven(compared, then?.start ?? null, here?.start ?? null, given);
}

/** Whether retcons of a whole page declare its present end. */
export const isOwnEndGiven = (compared: Compared, retcons: readonly Retcon[], was: Entry, is: Entry): boolean =>
  isEndGiven(
    compared,
    was.until?.moment ?? null,
    is.until?.moment ?? null,
    retcons.map(({ by }) => by.until?.moment ?? null),
  );

/** Whether an end is declared. An earlier end is always fine: the retcon's page says what holds afterwards. */
const isEndGiven = (
  compared: Compared,
  was: Moment | null,
  is: Moment | null,
  given: readonly (Moment | null)[],
): boolean => (is !== null && (was === null || isSooner(was, is))) || isGiven(compared, was, is, given);

const isSooner = (was: Pick<Moment, 'line' | 'day'>, is: Pick<Moment, 'line' | 'day'>): boolean =>
  was.line === is.line && is.day <= was.day;

/** The retcons that leave nothing of a fact with this beginning, so that their own facts replace it. */
const displacing = (retcons: readonly Retcon[], begins: Moment | null): readonly Retcon[] =>
  retcons.filter(({ effective }) => effective === 'always' || (begins !== null && isSooner(begins, effective)));

/** Whether a moment is the established one, or one that retcons give instead. No retcon can take a moment away. */
function isGiven(
  { baseline, now }: Compared,
  was: Moment | null,
  is: Moment | null,
  given: readonly (Moment | null)[],
): boolean {
  const exactly = (moment: Moment | null): Moment | null => moment && { ...moment, approximate: false };
  const here = placed(now, now, exactly(is));
  return (
    here === placed(now, baseline, exactly(was)) ||
    (is !== null && given.some((one) => placed(now, now, exactly(one)) === here))
  );
}

/** The reading of the latest text of errata.yaml. */
const read = new Map<string, ErrataReading>();

/** The present errata.yaml. Cached, since each changed fact needs it and its text may have to be read from disk. */
const errataIn = lastOfTurn(({ textOf }: Compared): ErrataReading => errataOf(textOf?.(ERRATA_FILE) ?? ''));

function errataOf(text: string): ErrataReading {
  let found = read.get(text);
  if (!found) {
    read.clear();
    read.set(text, (found = readErrata(text)));
  }
  return found;
}

/** Why a changed fact can't be a slip of the pen; null if it can. */
export function whyNoSlip(compared: Compared, { fact, instead }: Silenced): string | null {
  return instead ? whyNotSpelling(compared.baseline, compared.now, fact, instead) : 'nothing takes its place';
}

/** Whether errata.yaml lets a change through. @param entity its present name */
const isErratum = (compared: Compared, entity: string, { fact, instead }: Silenced): boolean =>
  instead !== undefined &&
  erratumFor(compared.baseline, compared.now, errataIn(compared).errata, entity, fact, instead) !== undefined;

/** A line of errata.yaml whose change is established by now, or was never made. */
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
        ? `${point} says "${one.is.text}" already, so this line has no effect any more. Take it out.`
        : `${of} has not been changed from "${one.was.text}" to "${one.is.text}". Take this line out, or correct it.`;
      yield { file: ERRATA_FILE, finding: { span: one.span, message, fixes: takingOut(compared, one) } };
    }
  },
};

const attributeNamed = ({ canon: { codex } }: Known, name: string): string =>
  codex.attributeKeys.get(keyOf(name)) ?? name;

/** A fix that deletes the line with its line break; none if the line may hold other items. */
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
 * The problems of errata.yaml: what can't be read, and changes that are more than a slip of the pen.
 * @param states the codex, and its baseline if the two are compared
 */
export function errataProblems(text: string, ...states: readonly Known[]): readonly Problem[] {
  const { errata, problems } = errataOf(text);
  return [
    ...problems,
    ...errata.flatMap((one): Problem[] => {
      const why = noSlip(one.was.text, one.is.text, isNameIn(...states));
      const message = `${why}: errata.yaml is for a few letters of free text. Declare a retcon instead.`;
      return why === null ? [] : [{ code: 'config/invalid', span: one.is.span, message }];
    }),
  ];
}

/** The item of errata.yaml, in braces, that lets a change through. */
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

/** An established fact that is no longer stated, with the new fact that seems to replace it. */
export interface Silenced {
  readonly fact: Fact;
  readonly instead: Fact | undefined;
}

/** The established facts of an entry that neither it nor another page at the same canon position states now. */
export const missingFacts = (compared: Compared, was: Entry, is: Entry | undefined): readonly Fact[] => {
  const after = is && meaningsIn(compared, compared.now, is);
  return [...meaningsIn(compared, compared.baseline, was)].flatMap(([meaning, fact]) =>
    after?.has(meaning) === true || isStatedElsewhere(compared, meaning, was, fact) ? [] : [fact],
  );
};

/** Whether a fact has moved to another page without changing an answer. */
function isStatedElsewhere(compared: Compared, meaning: string, was: Entry, fact: Fact): boolean {
  if (!hasMoved(compared, meaning, was)) return false;
  const { baseline, now } = compared;
  const entity = entityInOther(now, baseline, entityOfFact(baseline, was, fact));
  return changedAnswers(compared, entity, fact.attribute.text).every(({ isDeclared }) => isDeclared);
}

/** The retcons of an entry that are new since the baseline and end something. A draft declares nothing, since it may change unseen. */
export const declaredSince = ({ baseline, now }: Compared, is: Entry): readonly Retcon[] =>
  unknownAt(baseline, now, retconsOf(now, is)).filter(
    ({ by, soft, kind }) => !soft && kind !== 'restores' && !by.draft,
  );

/** The advice where a retcon already declares what was changed: `: b already says what is true from 412 TA on, …`. */
export function saysAlready(now: Known, { by, effective }: Retcon): string {
  const from = effective === 'always' ? '' : ` from ${effective.text} on`;
  return `: ${idOf(now, by)} already says what is true${from}, and what was established before that stays as it was.`;
}

/** The established facts that an entry has changed or dropped undeclared. */
export function silencedFacts(compared: Compared, was: Entry, is: Entry): Silenced[] {
  const missing = missingFacts(compared, was, is);
  if (missing.length === 0) return [];
  const { baseline, now } = compared;
  const before = meaningsIn(compared, baseline, was);
  const fresh = new Set(
    [...meaningsIn(compared, now, is)].flatMap(([meaning, fact]) => (before.has(meaning) ? [] : [fact])),
  );
  const declared = declaredSince(compared, is);
  const found = missing.map((fact): Silenced => {
    const entity = entityInOther(now, baseline, entityOfFact(baseline, was, fact));
    const likely = [...fresh].filter(
      (one) => one.attribute.text === fact.attribute.text && entityOfFact(now, is, one) === entity,
    );
    const instead = likely.find((one) => isSameMeaning(compared, fact, one)) ?? likely[0];
    if (instead) fresh.delete(instead);
    return { fact, instead };
  });
  return found.filter(({ fact, instead }) => {
    const entity = entityInOther(now, baseline, entityOfFact(baseline, was, fact));
    const touching = declared.filter((retcon) => touches(now, retcon, entity, fact.attribute.text, fact.value));
    const isGiven = (): boolean =>
      !instead || isFactGiven(compared, touching, { entry: was, fact }, { entry: is, fact: instead });
    if (touching.length > 0 && isGiven() && isCoveredByRetcons(compared, fact, entity)) return false;
    if (isErratum(compared, entity, { fact, instead }))
      return !instead || !hasSameEnds(compared, was, fact, is, instead);
    return !instead || !isStory(compared, was, fact, is, instead);
  });
}

/** Whether retcons declare every changed answer where a fact held: a retcon that takes effect later declares nothing for the time before. */
const isCoveredByRetcons = (compared: Compared, fact: Fact, entity: string): boolean =>
  changedAnswers(compared, entity, fact.attribute.text)
    .filter(({ before }) => before.some(({ clipped }) => clipped.fact === fact))
    .every(({ isDeclared }) => isDeclared);
