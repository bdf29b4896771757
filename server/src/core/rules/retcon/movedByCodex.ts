/** What a change of codex.yaml has done to the answers: a calendar, the name of a key, an attribute's kind, the order of revisions. */
import {
  answersMoved,
  differencesOf,
  entryAt,
  hasOtherDays,
  isElsewhere,
  type Known,
  type MovedAnswer,
  tableEntries,
} from '../../canon';
import { formerEras } from '../../chronology';
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import type { Revision } from '../../codex/codex';
import { CODEX_FILE } from '../../codex/codexShapes';
import type { Entry } from '../../entry/entry';
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
  const isCounted = (entry: Entry): boolean => isEstablished(compared, entry);
  const moved = yield* answersMoved({ asRead: baselineAsRead, reread: baseline, now: compared.now, isCounted });
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
  const former = [...formerEras(baseline.canon.codex.chronology, baselineAsRead.canon.codex.chronology).keys()];
  const todo =
    former.length === 0
      ? 'Put it back, or declare retcons.'
      : `Keep ${listFirst(MOST_NAMED, former, 'and')} among the \`names\` of the era, put it back, or declare retcons.`;
  tell(
    codexTexts.now === null
      ? `codex.yaml has gone, and that changes ${what}. Put it back.`
      : `This change of codex.yaml has changed ${what}${isAlone ? ', though no page was changed for it' : ''}. ${todo}`,
  );
  return found;
}

/** Whether pages that tell an answer, then or now, were changed. */
const isOnChangedPage = ({ now, isUntouched }: Compared, asRead: Known, { entity, attribute }: MovedAnswer): boolean =>
  differencesOf(asRead, now, entity, attribute)
    .flatMap(({ before, after }) => [...before, ...after])
    .some(({ clipped: { entry } }) => isUntouched?.(entry.path) === false);

/** Of what was told: the entries that have another place in the canon, or another date, and those that are read no more. */
function* pagesMoved(compared: Compared, asRead: Known) {
  let [placed, dated, gone] = [0, 0, 0];
  const then = { ...compared, baseline: asRead, now: compared.baseline };
  const isAnew = hasOtherDays(asRead, compared.baseline);
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
