/** What a change of codex.yaml has done to the answers: an era's epoch, an attribute's kind, the order of revisions. */
import { entryAt } from '../../canon/canon';
import { differenceSteps } from '../../canon/difference';
import { entityOfFact, type Known } from '../../canon/known';
import { entityAt } from '../../canon/identity';
import { entriesOf } from '../../canon/table';
import { heldOf, isDisputed, kindOfAttribute, pairOf } from '../../canon/truth';
import { addedRevisions } from '../../codex/meaning';
import { CODEX_FILE } from '../../codex/shapes';
import type { Entry } from '../../entry/entry';
import { isSameText, lineIndex } from '../../text/lines';
import type { Span } from '../../text/span';
import {
  changedFrom,
  type Compared,
  type ComparedFinding,
  isByCodex,
  isMovedInCanon,
  isReadOtherwise,
  meaningOf,
} from './compared';

/** One finding, where codex.yaml has changed and answers about facts that are still the same have changed with it. */
export function* movedByCodex(compared: Compared): Generator<void, ComparedFinding[]> {
  const { established, now, codexTexts, point } = compared;
  const { isContinued = false } = compared;
  if (isContinued || isSameText(codexTexts.established, codexTexts.now) || !(yield* canMove(compared))) return [];
  const span = firstDifference(codexTexts.established ?? '', codexTexts.now ?? '');
  const found: ComparedFinding[] = [];
  const tell = (message: string): void => void found.push({ file: CODEX_FILE, finding: { span, message } });
  const order = orderChanged(established, now);
  if (order !== null)
    tell(
      `The revisions stood in another order at ${point} (${order}): what was known when has changed. Put them back.`,
    );
  const isGone = codexTexts.now === null;
  // Pages that nobody has touched may state more or less: that is codex.yaml's doing too.
  const isHeard = ({ path }: Entry): boolean => {
    if (isGone) return compared.isUntouched?.(path) !== true;
    const [was, is] = [entryAt(established.canon, path), entryAt(now.canon, path)];
    return !was || !is || !isReadOtherwise(compared, was, is);
  };
  const before = yield* statedIn(compared, established, isHeard);
  const after = yield* statedIn(compared, now, isHeard);
  const differences = yield* differenceSteps(established, now);
  const isStated = ({ entity, attribute }: Asked): boolean => {
    const pair = pairOf(entity, attribute);
    return before.get(pair) === after.get(pair);
  };
  const moved: Asked[] = differences.filter((one) => one.before.length > 0 && !one.isDeclared && isStated(one));
  const different = new Set(differences.map(({ entity, attribute }) => pairOf(entity, attribute)));
  for (const one of yield* judgedOtherwise(compared))
    if (isStated(one) && !different.has(pairOf(one.entity, one.attribute))) moved.push(one);
  let placed = 0;
  for (const [, was] of entriesOf(established.canon.entries)) {
    const is = changedFrom(compared, was)?.is;
    if (is && isByCodex(compared, was, is) && isMovedInCanon(compared, was, is)) placed++;
    yield;
  }
  const [first] = moved;
  if (!first && placed === 0) return found;
  const what = [
    ...(first
      ? [`${counted(moved.length, 'answer')} that ${point} had told, first ${first.attribute} of ${first.entity}`]
      : []),
    ...(placed > 0 ? [`the place of ${counted(placed, 'entry', 'entries')} in the canon`] : []),
  ].join(', and ');
  tell(
    isGone
      ? `codex.yaml has gone, and that changes ${what}. Put it back.`
      : `This change of codex.yaml has changed ${what}, though no page was changed for it. Put it back, or declare retcons.`,
  );
  return found;
}

interface Asked {
  readonly entity: string;
  readonly attribute: string;
}

/** What has one value now and had any number, or had one, where that makes a dispute of values that are the same, or ends one. */
function* judgedOtherwise({ established, now }: Compared): Generator<void, Asked[]> {
  const found = new Map<string, Asked>();
  for (const [, entry] of entriesOf(now.canon.entries)) {
    for (const fact of now.has(entry) ? entry.facts : []) {
      const attribute = fact.attribute.text;
      if (kindOfAttribute(established, attribute) === kindOfAttribute(now, attribute)) continue;
      const entity = entityOfFact(now, entry, fact);
      const asked = { entity, attribute };
      const then = { entity: entityAt(established, now, entity), attribute };
      if (isEverDisputed(established, then) !== isEverDisputed(now, asked)) found.set(pairOf(entity, attribute), asked);
    }
    yield;
  }
  return [...found.values()];
}

const isEverDisputed = (known: Known, { entity, attribute }: Asked): boolean =>
  isDisputed(kindOfAttribute(known, attribute), heldOf(known, pairOf(entity, attribute)), null);

/** Whether it can have changed any answer: a comment, or one more revision, moves nothing unless a page was waiting for that. */
function* canMove({ established, now }: Compared): Generator<void, boolean> {
  const added = addedRevisions(established.canon.codex, now.canon.codex);
  if (!added) return true;
  if (added.size === 0) return false;
  for (const [path, { canon }] of entriesOf(now.canon.entries)) {
    if (canon && added.has(canon.text) && entryAt(established.canon, path)) return true;
    yield;
  }
  return false;
}

const counted = (n: number, one: string, many = `${one}s`): string => (n === 1 ? `one ${one}` : `${n} ${many}`);

/** The revisions of both, in the order of then, where now has them in another one; else null. */
function orderChanged(established: Known, now: Known): string | null {
  const [then, here] = [established, now].map(({ canon }) => canon.codex.revisions.map(({ id }) => id));
  const common = (then ?? []).filter((id) => here?.includes(id));
  const kept = (here ?? []).filter((id) => common.includes(id));
  return common.join('\n') === kept.join('\n') ? null : common.join(', ');
}

/** What is stated of each entity and attribute, as one text. */
function* statedIn(
  compared: Compared,
  known: Known,
  isHeard: (entry: Entry) => boolean,
): Generator<void, Map<string, string>> {
  const stated = new Map<string, string[]>();
  for (const [, entry] of entriesOf(known.canon.entries)) {
    if (!known.has(entry) || !isHeard(entry)) continue;
    for (const fact of entry.facts) {
      const entity = entityAt(compared.now, known, entityOfFact(known, entry, fact));
      const pair = pairOf(entity, fact.attribute.text);
      stated.set(pair, [...(stated.get(pair) ?? []), meaningOf(compared, known, entry, fact)]);
    }
    yield;
  }
  return new Map([...stated].map(([pair, meanings]) => [pair, meanings.sort().join('\n')]));
}

/** The first line that is not the same, in the new text. */
function firstDifference(was: string, is: string): Span {
  const [before, after] = [was, is].map((text) => text.split(/\r?\n/));
  const at = after?.findIndex((line, i) => line !== before?.[i]) ?? 0;
  const lines = lineIndex(is);
  const line = at < 0 ? lines.count() - 1 : at;
  return {
    start: lines.offsetAt({ line, character: 0 }),
    end: lines.offsetAt({ line, character: Infinity }),
  };
}
