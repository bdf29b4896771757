/** The rules `retcon/backdated` and `retcon/insertion`: a new fact changes an established answer. */
import {
  clippedFactsOf,
  differencesOf,
  edgesBy,
  counterpart,
  entityOfFact,
  idOf,
  type Known,
  upTo,
  positionOf,
  pairOf,
  type Retcon,
  unknownAt,
  edgesOf,
  entityInOther,
  type Difference,
  type Held,
  kindOfAttribute,
} from '../../canon';
import { comparePositions } from '../../codex/canonTime';
import type { Revision } from '../../codex/codex';
import type { Entry, Fact } from '../../entry/entry';
import { revisionNow } from '../canon';
import {
  isOther,
  type Compared,
  type ComparingRule,
  hasMovedHere,
  isMovedInCanon,
  changedAnswers,
  isStatedIn,
  meaningOf,
  meaningsIn,
  isEstablished,
} from './baselineComparison';
import { renamedFrom, isWrittenAlike } from './movedNames';
import { endsAt, hasSameEnds, isAhead } from './story';
import { allFactsOf } from '../../entry/versions';

/** A new entry that enters the canon at an established revision and changes what was known then. */
export const backdated: ComparingRule = {
  code: 'retcon/backdated',
  severity: 'warning',
  *ofNew(compared, is) {
    const { baseline, now, point } = compared;
    const { canon } = is;
    // A renamed page is reported as such.
    if (!canon || is.draft || counterpart(now, baseline, is) || renamedFrom(compared, is)) return;
    const revision = closedSince(compared, is);
    if (!revision) return;
    const [first, ...more] = changedAsOf(compared, edgesBy(now, is), revision, is);
    if (!first || hasMovedHere(compared, is)) return;
    const others = more.length > 0 ? ` (and ${more.length} more)` : '';
    const message = `${idOf(now, is)} enters the canon at ${canon.text}, and that changes ${first}${others} as of ${revision.id}, which was established as of ${point}. Give it the revision you are writing now.`;
    yield { file: is.path, finding: { span: canon.span, message } };
  },
  *ofChanged(compared, { was, is }) {
    if (!is?.canon || is.draft || isMovedInCanon(compared, was, is)) return;
    const { baseline, now, point } = compared;
    const revision = closedSince(compared, is);
    const come = unknownAt(baseline, now, edgesBy(now, is));
    const [first] = come;
    if (!revision || !first) return;
    const [changed, ...more] = changedAsOf(compared, come, revision);
    if (!changed) return;
    const others = more.length > 0 ? ` (and ${more.length} more)` : '';
    const message = `${idOf(now, is)} was established as of ${point}, and this retcon is new: that changes ${changed}${others} as of ${revision.id}. Declare it on a page of its own, in the revision you are writing now.`;
    yield { file: first.declared[0].entry.path, finding: { span: first.declared[0].declaration.target.span, message } };
  },
};

/** The first closed, established revision that knows a new entry. */
function closedSince({ baseline, baselineAsRead, now }: Compared, is: Entry): Revision | undefined {
  const position = positionOf(now.canon, is);
  const closed = new Set(
    (baselineAsRead ?? baseline).canon.codex.revisions.flatMap(({ id, open }) => (open ? [] : id.toLowerCase())),
  );
  // Authors who mark no revision as open write in the last one.
  const writing = revisionNow(now.canon.codex);
  return now.canon.codex.revisions.find(
    (one) =>
      !one.open &&
      one.id !== writing &&
      closed.has(one.id.toLowerCase()) &&
      comparePositions(position, one.position) <= 0,
  );
}

/** The attributes that retcons touch, or an entry states, and whose answers changed as of a revision. */
function changedAsOf(
  { baseline, now }: Compared,
  retcons: readonly Retcon[],
  { position }: Revision,
  is?: Entry,
): readonly string[] {
  const [then, here] = [upTo(baseline.canon, position), upTo(now.canon, position)];
  const pairs = new Map<string, readonly [entity: string, attribute: string]>();
  const addPairsOf = (known: Known, entry: Entry): void => {
    for (const fact of allFactsOf(entry)) {
      const pair = [entityOfFact(known, entry, fact), fact.attribute.text] as const;
      pairs.set(pairOf(...pair), pair);
    }
  };
  if (is) addPairsOf(here, is);
  for (const { old } of retcons)
    for (const { entity, fact } of clippedFactsOf(here, old))
      pairs.set(pairOf(entity, fact.attribute.text), [entity, fact.attribute.text]);
  return [...pairs.values()].flatMap(([entity, attribute]) =>
    differencesOf(then, here, entity, attribute).some((one) => one.before.length === 0 || isOther(then, here, one))
      ? `${attribute} of ${entity}`
      : [],
  );
}

/** A new fact that changes an established answer about the past, though no established fact was touched. */
export const insertion: ComparingRule = {
  code: 'retcon/insertion',
  severity: 'warning',
  *ofNew(compared, is) {
    const { baseline, now, point } = compared;
    const then = counterpart(now, baseline, is);
    // A draft that becomes canon counts as new.
    const was = then?.draft === true ? undefined : then;
    const established = was ? meaningsIn(compared, baseline, was) : new Map();
    for (const [meaning, fact] of meaningsIn(compared, now, is)) {
      const attribute = fact.attribute.text;
      // Skip facts that the page already stated, even if a name in them means something else now.
      if (
        established.has(meaning) ||
        (was && allFactsOf(was))?.some(
          (one) => isWrittenAlike(one, fact) && hasSameEnds(compared, was, one, is, fact),
        ) === true
      )
        continue;
      const entity = entityOfFact(now, is, fact);
      // Another value of a set takes nothing back.
      const isSet = kindOfAttribute(now, attribute) === 'set';
      const changed = changedAnswers(compared, entity, attribute).find(
        ({ before, after, from, isDeclared }) =>
          !isDeclared &&
          // An open revision is not established.
          before.some(({ clipped }) => isEstablished(compared, clipped.entry)) &&
          ((!isSet && after.some(({ clipped }) => clipped.fact === fact)) ||
            (!isSet && isEndedBy(compared, is, fact, { before, after, from })) ||
            isPutOffBy(compared, is, before)) &&
          (!from || !isAhead(compared, entityInOther(baseline, now, entity), attribute, from)) &&
          // Changed and vanished facts are reported as such.
          before.every((held) => isStatedIn(held, baseline, now)),
      );
      if (!changed) continue;
      const [before] = changed.before;
      const when = changed.from ? `from ${changed.from.text}` : 'before that';
      const isStated = changed.after.some(({ clipped }) => clipped.fact === fact);
      const isPutOff = !isStated && isPutOffBy(compared, is, changed.before);
      const how = isStated
        ? `is ${fact.value.text} ${when}`
        : `not ${when}, ${isPutOff ? 'since the page that supersedes this one now states it only from when it takes effect' : 'where this ends'}`;
      const message = `${attribute} of ${entity} was ${before?.clipped.fact.value.text} as of ${point}, and ${how}: if that is a retcon, declare it; if it was always true, give it a date that keeps the established answer.`;
      const related = changed.before.map(({ clipped }) => ({
        file: clipped.entry.path,
        span: clipped.fact.value.span,
        message: `${point} says: ${attribute} of ${entity} is ${clipped.fact.value.text}`,
        isEstablished: true as const,
      }));
      yield { file: is.path, finding: { span: fact.value.span, message, related } };
    }
  },
};

/** Whether an established answer ends where a new fact ends, and nothing new holds afterwards. */
function isEndedBy(
  compared: Compared,
  is: Entry,
  fact: Fact,
  { before, after, from }: Pick<Difference, 'before' | 'after' | 'from'>,
): boolean {
  const { baseline, now } = compared;
  const end = endsAt(is, fact);
  if (!end || !from || end.line !== from.line || end.day !== from.day) return false;
  // A fact that itself changed was not ended by another.
  const isUnchanged = ({ clipped: { entry, fact: established } }: Held): boolean => {
    const counterpartEntry = counterpart(baseline, now, entry);
    return (
      counterpartEntry !== undefined &&
      meaningsIn(compared, now, counterpartEntry).has(meaningOf(compared, baseline, entry, established))
    );
  };
  return before.every(isUnchanged) && after.every((held) => isStatedIn(held, now, baseline));
}

/** Whether an established answer is on a page that supersedes the one with the new fact: it then begins where it takes over (model §4). */
const isPutOffBy = ({ baseline, now }: Compared, is: Entry, before: readonly Held[]): boolean =>
  before.some(({ clipped: { entry } }) => {
    const successor = counterpart(baseline, now, entry);
    return edgesOf(now, is).some(({ by, kind }) => kind === 'supersedes' && by === successor);
  });
