/** The retcons of a timeline, with the canon point from which each is known. */
import {
  inRetconOrder,
  isShown,
  type OnBothAxes,
  type OverCanonTime,
  type Retcon,
  retconsOf,
  pairsTouched,
  touchingRetcons,
} from '../../canon';
import type { Moment } from '../../chronology';
import type { TimelineRetcon } from '../../picture/shapes/timelineShape';
import { retconJson, retconWithoutSides } from '../words/answerJson';
import type { CanonTexts } from './timelineCanon';
import type { TimelineScope } from './timelineScope';

export interface RetconDraft {
  readonly effective: Moment | null;
  readonly json: Omit<TimelineRetcon, 'days'>;
}

/** Yields after some retcons. */
export function* timelineRetcons(
  { within, stops }: OnBothAxes,
  texts: CanonTexts,
  { entities }: TimelineScope,
  { touched, known }: Pick<OverCanonTime, 'touched' | 'known'>,
): Generator<void, readonly RetconDraft[]> {
  const found = new Set<Retcon>();
  if (entities) for (const entity of entities) for (const retcon of touchingRetcons(within, entity)) found.add(retcon);
  else
    for (const entry of touched) if (known.has(entry)) for (const retcon of retconsOf(known, entry)) found.add(retcon);
  yield;
  const drafts: RetconDraft[] = [];
  const inOrder = inRetconOrder(entities ? within : known, [...found]);
  for (const retcon of inOrder) {
    if (!isShown(within, retcon.by) || !isShown(within, retcon.old)) continue;
    const { effective, position } = retcon;
    drafts.push({
      effective: effective === 'always' ? null : effective,
      json: {
        // What a retcon changes takes long to work out, and of a whole codex the spans tell it.
        ...(entities ? retconJson(within, retcon) : retconWithoutSides(known, retcon)),
        pairs: [...pairsTouched(entities ? within : known, retcon).values()],
        canon_from: texts[stops.numberOf(position)] ?? null,
      },
    });
    if (entities || drafts.length % PAUSE === 0) yield;
  }
  return drafts;
}

/** After so many retcons others have their turn. */
const PAUSE = 20;
