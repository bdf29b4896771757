/** The handles go where the editor looks from. */
import { dayOfDate } from '../../server/src/core/picture/rulers/handleDates';
import type { ToTimeline } from '../../client/src/drawn/timelineMessages';
import { revealing } from './domain';
import type { Store } from './store';
import { handlesOf } from './things';

type Viewpoint = Extract<ToTimeline, { readonly shows: 'viewpoint' }>;

export function follow(store: Store, { handles: { at, asOf }, move }: Pick<Viewpoint, 'handles' | 'move'>): void {
  const shown = store.shown();
  // What the reader has moved since goes before what the editor knew of: it is told, and the editor looks from there.
  if (!shown || move < store.moves()) return;
  const own = handlesOf(shown);
  if (own.at === at && own.asOf === asOf) return;
  const { prepared, domain } = shown;
  const day = at === null ? null : dayOfDate(prepared.timeline, at);
  // A commit, or a point that was given up, is no stop of the handle: it stays where it is.
  const isStop = asOf !== null && prepared.pointIndex.has(asOf);
  store.change(
    {
      at: day,
      ...(asOf === null ? { asOf: undefined } : isStop ? { asOf } : {}),
      ...(day !== null && { domain: revealing(domain, [day, day], prepared.whole) }),
    },
    { isGradual: true, isQuiet: true },
  );
}
