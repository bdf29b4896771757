/** What a change of codex.yaml has done to the answers: a calendar, the name of a key, an attribute's kind, the order of revisions. */
import {
  entryAt,
  dayNames,
  type Difference,
  differencesOf,
  differenceSteps,
  entityInOther,
  entityOfFact,
  type Known,
  tableEntries,
  heldOf,
  isDisputed,
  kindOfAttribute,
  pairOf,
} from '../../canon';
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import type { Revision } from '../../codex/codex';
import type { Chronology } from '../../chronology/chronology';
import type { Instant } from '../../chronology/types';
import { CODEX_FILE } from '../../codex/codexShapes';
import type { Entry, Fact } from '../../entry/entry';
import { isSameText } from '../../text/lines';
import { listFirst } from '../../text/wordLists';
import { codexPlace } from './codexPlace';
import { type Compared, type ComparedFinding, isEstablished, isMovedInCanon } from './baselineComparison';

/** How many of the answers are named. */
const MOST_NAMED = 3;

/** One finding, where codex.yaml has changed and what was told says something else by that, though no page has changed for it. */
export function* movedByCodex(compared: Compared): Generator<void, ComparedFinding[]> {
  const { baseline, baselineAsRead, codexTexts, point } = compared;
  if (isSameText(codexTexts.baseline, codexTexts.now) || !baselineAsRead) return [];
  const found: ComparedFinding[] = [];
  const span = codexPlace(compared);
  const tell = (message: string): void => void found.push({ file: CODEX_FILE, finding: { span, message } });
  const order = orderChanged(baselineAsRead, baseline);
  if (order !== null)
    tell(
      `The revisions stood in another order at ${point} (${order}): what was known when has changed. Put them back.`,
    );
  const moved = yield* answersMoved(compared, baselineAsRead);
  const { placed, dated, gone } = yield* pagesMoved(compared, baselineAsRead);
  const names = moved.map(({ entity, attribute }) => `${attribute} of ${entity}`);
  const what = [
    ...(moved.length > 0
      ? [`${counted(moved.length, 'answer')} that ${point} had told (${listFirst(MOST_NAMED, names, 'and')})`]
      : []),
    ...(gone > 0 ? [`whether ${counted(gone, 'page')} of it ${gone === 1 ? 'is' : 'are'} read at all`] : []),
    ...(dated > 0 && moved.length === 0 ? [`the dates of ${counted(dated, 'page')} of ${point}`] : []),
    ...(placed > 0 ? [`the place of ${counted(placed, 'entry', 'entries')} in the canon`] : []),
  ].join(', and ');
  if (what === '') return found;
  // A page that was changed as well has its part in it, and its own finding.
  const isAlone = !moved.some((one) => isOnChangedPage(compared, baselineAsRead, one));
  tell(
    codexTexts.now === null
      ? `codex.yaml has gone, and that changes ${what}. Put it back.`
      : `This change of codex.yaml has changed ${what}${isAlone ? ', though no page was changed for it' : ''}. Put it back, or declare retcons.`,
  );
  return found;
}

/** Whether pages that tell an answer, then or now, were changed. */
const isOnChangedPage = (
  { now, isUntouched }: Compared,
  asRead: Known,
  { entity, attribute }: ComparedQuestion,
): boolean =>
  differencesOf(asRead, now, entity, attribute)
    .flatMap(({ before, after }) => [...before, ...after])
    .some(({ clipped: { entry } }) => isUntouched?.(entry.path) === false);

interface ComparedQuestion {
  readonly entity: string;
  readonly attribute: string;
}

/** What is answered otherwise under codex.yaml of now, though the pages say what they said; and still is, by the pages of now. */
function* answersMoved(compared: Compared, asRead: Known): Generator<void, readonly ComparedQuestion[]> {
  const { baseline, now } = compared;
  const isSilent = ({ before, isDeclared }: Difference): boolean => before.length > 0 && !isDeclared;
  const found = new Map<string, ComparedQuestion>();
  for (const one of (yield* differenceSteps(asRead, baseline)).filter(isSilent)) {
    const { attribute } = one;
    const entity = entityInOther(now, baseline, one.entity);
    if (found.has(pairOf(entity, attribute))) continue;
    if (differencesOf(asRead, now, entity, attribute).some(isSilent))
      found.set(pairOf(entity, attribute), { entity, attribute });
    yield;
  }
  // Where answers are others, and pages say so, that is their doing.
  for (const one of [...(yield* judgedOtherwise(compared, asRead)), ...(yield* onOtherDays(compared, asRead))]) {
    const differences = differencesOf(asRead, now, one.entity, one.attribute);
    if (differences.length === 0 || differences.some(isSilent)) found.set(pairOf(one.entity, one.attribute), one);
    yield;
  }
  return [...found.values()];
}

/** What has one value now and had any number, or had one, where that makes a dispute of values that are the same, or ends one. */
function* judgedOtherwise({ now }: Compared, asRead: Known): Generator<void, ComparedQuestion[]> {
  const found = new Map<string, ComparedQuestion>();
  for (const [, entry] of tableEntries(now.canon.entries)) {
    for (const fact of now.has(entry) ? entry.facts : []) {
      const attribute = fact.attribute.text;
      if (kindOfAttribute(asRead, attribute) === kindOfAttribute(now, attribute)) continue;
      const entity = entityOfFact(now, entry, fact);
      const asked = { entity, attribute };
      const then = { entity: entityInOther(asRead, now, entity), attribute };
      if (isEverDisputed(asRead, then) !== isEverDisputed(now, asked)) found.set(pairOf(entity, attribute), asked);
    }
    yield;
  }
  return [...found.values()];
}

const isEverDisputed = (known: Known, { entity, attribute }: ComparedQuestion): boolean =>
  isDisputed(kindOfAttribute(known, attribute), heldOf(known, pairOf(entity, attribute)), null);

/** Facts that begin or end on another day now, though no date of theirs has changed: an era's epoch was moved, a month made longer. */
function* onOtherDays(compared: Compared, asRead: Known): Generator<void, ComparedQuestion[]> {
  const { baseline, now } = compared;
  const found = new Map<string, ComparedQuestion>();
  if (!hasOtherDays(compared, asRead)) return [];
  for (const [path, was] of tableEntries(asRead.canon.entries)) {
    yield;
    const is = entryAt(baseline.canon, path);
    if (!is || !isEstablished(compared, was)) continue;
    const again = new Map(is.facts.map((fact) => [fact.value.span.start, fact]));
    for (const fact of was.facts) {
      const same = again.get(fact.value.span.start);
      if (!same || !endsOf(was, fact).some((end, i) => isElsewhere(end, endsOf(is, same)[i]))) continue;
      const attribute = fact.attribute.text;
      const entity = entityInOther(now, asRead, entityOfFact(asRead, was, fact));
      found.set(pairOf(entity, attribute), { entity, attribute });
    }
  }
  return [...found.values()];
}

/** Whether dates may mean other days; where an era was put before all others, they may all be counted on from it. */
function hasOtherDays({ baseline }: Compared, asRead: Known): boolean {
  const [was, is] = [asRead.canon.codex.chronology, baseline.canon.codex.chronology];
  return !dayNames(was, is).isSame && !isShifted(was, is);
}

/** Whether eras were added, and all that were there are where they were to each other. */
function isShifted(was: Chronology, is: Chronology): boolean {
  if (!dayNames(was, is).keepsOrder || is.eras.size <= was.eras.size) return false;
  const shifts = [...was.eras].map(([name, { calendar, era }]) => {
    const other = is.eras.get(name);
    const isAlike =
      JSON.stringify([calendar.months, calendar.leap]) ===
      JSON.stringify([other?.calendar.months, other?.calendar.leap]);
    return isAlike && calendar.leap.length === 0 ? (other?.era.epoch ?? NaN) - era.epoch : NaN;
  });
  return shifts.every((shift) => shift === shifts[0]);
}

const endsOf = (entry: Entry, fact: Fact): readonly (Instant | undefined)[] => [
  fact.from?.date?.start ?? entry.date?.date?.start,
  fact.until?.moment ?? entry.until?.moment,
];

/** In an era that nobody declared it was on no day in particular. */
const isElsewhere = (was: Instant | undefined, is: Instant | undefined): boolean =>
  was !== undefined && !was.line.startsWith('era:') && (was.line !== is?.line || was.day !== is.day);

/** Of what was told: the entries that have another place in the canon, or another date, and those that are read no more. */
function* pagesMoved(compared: Compared, asRead: Known) {
  let [placed, dated, gone] = [0, 0, 0];
  const then = { ...compared, baseline: asRead, now: compared.baseline };
  const isAnew = hasOtherDays(compared, asRead);
  const isKnownLater = knownLater(asRead, compared.baseline);
  for (const [path, was] of tableEntries(asRead.canon.entries)) {
    yield;
    if (!isEstablished(compared, was)) continue;
    const is = entryAt(compared.baseline.canon, path);
    const now = entryAt(compared.now.canon, path);
    if (!is) {
      if (!now) gone++;
      continue;
    }
    if (now?.canon?.text === was.canon?.text && isKnownLater(was, is)) placed++;
    // A page that says it under the new name of the key has moved by itself.
    const isItsOwn = now?.canon && compared.isUntouched?.(path) === false;
    const hasMoved = !now || (!isItsOwn && isMovedInCanon({ ...compared, baseline: asRead }, was, now));
    if (isMovedInCanon(then, was, is) && hasMoved) placed++;
    const [before, after] = [was.date?.date?.start, is.date?.date?.start];
    if (before && (after ? isAnew && isElsewhere(before, after) : !now?.date?.date)) dated++;
  }
  return { placed, dated, gone };
}

/** Whether an entry is known from another revision on, though it says the same: the date of a revision has been moved past its own. */
function knownLater(asRead: Known, now: Known): (was: Entry, is: Entry) => boolean {
  const ids = new Set(now.canon.codex.revisions.map(({ id }) => id));
  const common = new Set(asRead.canon.codex.revisions.flatMap(({ id }) => (ids.has(id) ? id : [])));
  const [before, after] = [asRead, now].map(({ canon: { codex } }) =>
    codex.revisions.filter(({ id }) => common.has(id)),
  );
  const isDated = [...(before ?? []), ...(after ?? [])].some(({ position }) => Number.isFinite(position.time));
  const firstIn = (revisions: readonly Revision[] = [], position: CanonPosition | null): string | undefined =>
    position ? revisions.find((one) => comparePositions(position, one.position) <= 0)?.id : undefined;
  return (was, is) => isDated && was.canon !== null && firstIn(before, was.position) !== firstIn(after, is.position);
}

const counted = (n: number, one: string, many = `${one}s`): string => (n === 1 ? `one ${one}` : `${n} ${many}`);

/** The revisions of both, in the order of then, where now has them in another one; else null. */
function orderChanged(asRead: Known, now: Known): string | null {
  const [then, here] = [asRead, now].map(({ canon }) => canon.codex.revisions.map(({ id }) => id));
  const common = (then ?? []).filter((id) => here?.includes(id));
  const kept = (here ?? []).filter((id) => common.includes(id));
  return common.join('\n') === kept.join('\n') ? null : common.join(', ');
}
