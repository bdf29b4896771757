/** Where values hold on both axes, computed from the changes of each stop and from scratch at each, for comparison. */
import { stopsOf } from '../../../server/src/core/canon/incremental/canonStops';
import { clipsOverCanonTime } from '../../../server/src/core/canon/incremental/clipsOverCanonTime';
import { heldAtEachStop } from '../../../server/src/core/canon/incremental/heldAtEachStop';
import { areChangesEnough, heldByChanges } from '../../../server/src/core/canon/incremental/heldByChanges';
import { heldOverCanonTime } from '../../../server/src/core/canon/incremental/heldOverCanonTime';
import type { HeldSpan } from '../../../server/src/core/canon/incremental/heldSpans';
import { nameSteps } from '../../../server/src/core/canon/incremental/namesOverCanonTime';
import { allEntries, type Canon } from '../../../server/src/core/canon/model/canon';
import { knownAt, LATEST } from '../../../server/src/core/canon/model/canonPoint';
import { kindOfAttribute } from '../../../server/src/core/canon/truth/truth';
import { atOnce } from '../../../server/src/core/text/steps';
import { told } from '../everyQuestion';

export interface BothWays {
  readonly entity: string;
  readonly attribute: string;
  /** The number of stated facts, counting one again where a retcon leaves something else of it. */
  readonly count: number;
  readonly isEnough: boolean;
  readonly byChanges: () => readonly HeldSpan[];
  readonly anew: () => readonly HeldSpan[];
  /** By the chosen algorithm. */
  readonly told: () => readonly HeldSpan[];
}

/** All facts of a canon, by entity and attribute. */
export function bothWays(canon: Canon): BothWays[] {
  const [within, entries] = [knownAt(canon, LATEST), allEntries(canon)];
  const stops = atOnce(stopsOf(within, entries, []));
  const view = { within, stops, names: nameSteps(within, stops) };
  return atOnce(clipsOverCanonTime(within, entries, stops, view.names)).pairs.map(({ entity, attribute, spans }) => {
    const kind = kindOfAttribute(within, attribute);
    return {
      entity,
      attribute,
      count: spans.length,
      isEnough: areChangesEnough(view, spans),
      byChanges: () => heldByChanges(view, spans, kind).spans,
      anew: () => heldAtEachStop(view, spans, kind).spans,
      told: () => heldOverCanonTime(view, spans, kind).spans,
    };
  });
}

/** In the order of a lane, except for their beginnings: the parts of one fact stay in their order. */
export const shown = (spans: readonly HeldSpan[]): string[] =>
  spans
    .map(({ held: { clipped, ref, segment, line, except, further }, from, until, disputed, isSoft }) => ({
      key: `${clipped.entry.path} ${clipped.fact.index} ${from}`,
      text: told([
        clipped.entry,
        clipped.fact.index,
        ref,
        segment,
        line,
        except,
        further,
        from,
        until,
        disputed,
        isSoft,
      ]),
      by: clipped.clippedBy[0]?.by.path,
    }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1))
    .map(({ text, by }) => `${text} ${by}`);
