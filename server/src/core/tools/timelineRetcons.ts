/** The retcons of a timeline, with the canon point from which each is known. */
import {
  entityOfFact,
  inRetconOrder,
  type OnBothAxes,
  type Retcon,
  retconsOf,
  type Still,
  touches,
  touchingRetcons,
} from '../canon';
import type { Moment } from '../chronology/types';
import type { TimelineRetcon } from '../picture/timelineShape';
import { retconJson, retconWithoutSides } from './answerJson';
import type { CanonTexts } from './timelineCanon';
import type { TimelineScope } from './timelineScope';

export interface RetconDraft {
  readonly effective: Moment | null;
  readonly json: Omit<TimelineRetcon, 'days'>;
}

/** Yields after each entry. */
export function* timelineRetcons(
  { within, stops }: OnBothAxes,
  texts: CanonTexts,
  { entries, entities }: TimelineScope,
): Generator<void, readonly RetconDraft[]> {
  const found = new Set<Retcon>();
  if (entities) {
    for (const entity of entities) for (const retcon of touchingRetcons(within, entity)) found.add(retcon);
    yield;
  } else
    for (const entry of entries) {
      if (!within.has(entry)) continue;
      const retcons = retconsOf(within, entry);
      if (retcons.length === 0) continue;
      for (const retcon of retcons) found.add(retcon);
      yield;
    }
  const drafts: RetconDraft[] = [];
  for (const retcon of inRetconOrder(within, [...found])) {
    const { effective, position } = retcon;
    drafts.push({
      effective: effective === 'always' ? null : effective,
      json: {
        // What a retcon changes takes long to work out, and of a whole codex the spans tell it.
        ...(entities ? retconJson(within, retcon) : retconWithoutSides(within, retcon)),
        pairs: pairsTouched(within, retcon),
        canon_from: texts[stops.numberOf(position)] ?? null,
      },
    });
    if (entities) yield;
  }
  return drafts;
}

/** The entity and attribute of every fact of the old version that a retcon touches, each once, in the order written. */
function pairsTouched(within: Still, retcon: Retcon): TimelineRetcon['pairs'] {
  const pairs = new Map<string, TimelineRetcon['pairs'][number]>();
  for (const fact of retcon.old.facts) {
    const [entity, attribute] = [entityOfFact(within, retcon.old, fact), fact.attribute.text];
    if (touches(within, retcon, entity, attribute)) pairs.set(`${entity}\n${attribute}`, { entity, attribute });
  }
  return [...pairs.values()];
}
