/** A new entry that says it was known all along: it enters the canon where that was closed and told, and changes what was known then. */
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
} from '../../canon';
import { comparePositions } from '../../codex/canonTime';
import type { Revision } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import { revisionNow } from '../canon/missing';
import { isOther } from './changedAnswers';
import { renamedFrom } from './renamed';
import { type Compared, type ComparingRule, hasMovedHere, isMovedInCanon } from './baselineComparison';

export const backdated: ComparingRule = {
  code: 'retcon/backdated',
  severity: 'warning',
  *ofNew(compared, is) {
    const { baseline, now, point } = compared;
    const { canon } = is;
    // One that goes on under another name is told as that.
    if (!canon || is.draft || counterpart(now, baseline, is) || renamedFrom(compared, is)) return;
    const revision = closedSince(compared, is);
    if (!revision) return;
    const [first, ...more] = changedAsOf(compared, edgesBy(now, is), revision, is);
    if (!first || hasMovedHere(compared, is)) return;
    const others = more.length > 0 ? ` (and ${more.length} more)` : '';
    const message = `${idOf(now, is)} enters the canon at ${canon.text}, and that changes ${first}${others} as of ${revision.id}, which ${point} had told. Give it the revision that is being written.`;
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
    const message = `${idOf(now, is)} was told as of ${point}, and this retcon is new: that changes ${changed}${others} as of ${revision.id}. Declare it on a page of its own, in the revision that is being written.`;
    yield { file: first.declared[0].entry.path, finding: { span: first.declared[0].declaration.target.span, message } };
  },
};

/** The first revision that was closed and told, and knows an entry that is new. */
function closedSince({ baseline, baselineAsRead, now }: Compared, is: Entry): Revision | undefined {
  const position = positionOf(now.canon, is);
  const closed = new Set(
    (baselineAsRead ?? baseline).canon.codex.revisions.flatMap(({ id, open }) => (open ? [] : id.toLowerCase())),
  );
  // Who marks none as open writes on in the last.
  const writing = revisionNow(now.canon.codex);
  return now.canon.codex.revisions.find(
    (one) =>
      !one.open &&
      one.id !== writing &&
      closed.has(one.id.toLowerCase()) &&
      comparePositions(position, one.position) <= 0,
  );
}

/** What retcons touch, or an entry tells, that is answered otherwise as of a revision. */
function changedAsOf(
  { baseline, now }: Compared,
  retcons: readonly Retcon[],
  { position }: Revision,
  is?: Entry,
): readonly string[] {
  const [then, here] = [upTo(baseline.canon, position), upTo(now.canon, position)];
  const asked = new Map<string, readonly [entity: string, attribute: string]>();
  const ask = (known: Known, entry: Entry): void => {
    for (const fact of entry.facts) {
      const pair = [entityOfFact(known, entry, fact), fact.attribute.text] as const;
      asked.set(pairOf(...pair), pair);
    }
  };
  if (is) ask(here, is);
  for (const { old } of retcons)
    for (const { entity, fact } of clippedFactsOf(here, old))
      asked.set(pairOf(entity, fact.attribute.text), [entity, fact.attribute.text]);
  return [...asked.values()].flatMap(([entity, attribute]) =>
    differencesOf(then, here, entity, attribute).some((one) => one.before.length === 0 || isOther(then, here, one))
      ? `${attribute} of ${entity}`
      : [],
  );
}
