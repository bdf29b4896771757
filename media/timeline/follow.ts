/** The handles go where the editor looks from. */
import { dayOfDate } from '../../server/src/core/picture/rulers/handleDates';
import type { ToTimeline } from '../../client/src/drawn/timelineMessages';
import { revealing } from './domain';
import type { Store } from './store';
import { handlesOf } from './things';

type Viewpoint = Extract<ToTimeline, { readonly shows: 'viewpoint' }>;

export function follow(store: Store, { handles: { at, asOf }, move }: Viewpoint): void {
  const shown = store.shown();
  // What the reader has moved since goes before what the editor knew of: it is told, and the editor looks from there.
  if (!shown || move < store.moves()) return;
  const own = handlesOf(shown);
  const { prepared, domain, view } = shown;
  // A day that the handle has stays as it is, however the editor writes it.
  const day = own.at === at ? view.at : at === null ? null : dayOfDate(prepared.timeline, at);
  // A commit, or a point that was given up, is no stop of the handle: it stays where it is.
  const isStop = asOf === null || prepared.pointIndex.has(asOf);
  const point = isStop ? asOf : own.asOf;
  // It is said again with each change of the codex: the reader may have gone elsewhere in the picture.
  if (day === view.at && point === own.asOf) return;
  store.change(
    {
      at: day,
      ...(isStop && { asOf: asOf ?? undefined }),
      ...(day !== null && { domain: revealing(domain, [day, day], prepared.whole) }),
    },
    { isGradual: true, isQuiet: true },
  );
}
