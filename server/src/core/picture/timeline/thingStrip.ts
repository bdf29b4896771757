/** Where among the lanes a thing stands, whatever is scrolled to. */
import type { Strip } from './lanesLayout';
import type { Prepared } from './prepare';
import { arranged } from './timelineDrawing';
import type { TimelineView } from './timelineView';

/** In pixels from the top of the first lane; null: the filter leaves it out. */
export function thingStrip(prepared: Prepared, view: TimelineView, thing: number): Pick<Strip, 'y' | 'height'> | null {
  const of = prepared.things[thing];
  const pair = of?.kind === 'retcon' ? prepared.timeline.retcons[of.index ?? -1]?.pairs[0] : undefined;
  const isIts = (strip: Strip): boolean => {
    if (strip.kind === 'margin') return strip.members.includes(thing);
    if (strip.kind === 'events') return of?.kind === 'event' && strip.members.includes(of.index ?? -1);
    if (strip.kind === 'group') return false;
    const lane = prepared.timeline.lanes[strip.lane.lane];
    if (pair) return lane?.entity === pair.entity && lane.attribute === pair.attribute;
    return of?.kind !== 'event' && strip.lane.lane === of?.lane;
  };
  return arranged(prepared, view).layout.strips.find(isIts) ?? null;
}
