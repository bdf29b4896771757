/** What the picture itself knows of a thing, in words. */
import type { Thing } from '../../server/src/core/picture/paint/drawing';
import { undoneAs } from '../../server/src/core/picture/timeline/prepareEvents';
import type { Timeline, TimelineEvent, TimelineSpan } from '../../server/src/core/picture/shapes/timelineShape';
import { t } from '../words';

export interface ThingWords {
  readonly about: string;
  readonly what: string;
  readonly when: string;
  readonly decided: string;
}

export function thingWords(timeline: Timeline, thing: Thing): ThingWords | null {
  const lane = timeline.lanes[thing.lane ?? -1];
  if (thing.kind === 'span') {
    const span = lane?.spans[thing.index ?? -1];
    return lane && span
      ? {
          about: `${lane.title}, ${lane.attribute}`,
          what: valueWords(span),
          when: whenWords(span),
          decided: span.canon ?? '',
        }
      : null;
  }
  if (thing.kind === 'event') {
    const event = timeline.events[thing.index ?? -1];
    return event ? { about: event.title, what: eventWords(event), when: event.date, decided: event.canon ?? '' } : null;
  }
  if (thing.kind !== 'retcon') return null;
  const retcon = timeline.retcons[thing.index ?? -1];
  return retcon
    ? {
        about: retcon.by,
        what: t('{0} of {1}', retcon.kind, retcon.superseded),
        when: retcon.effective,
        decided: retcon.canon ?? '',
      }
    : null;
}

const valueWords = ({ title, is_disputed, is_soft }: TimelineSpan): string =>
  is_soft ? t('{0} (both versions stand)', title) : is_disputed ? t('{0} (disputed)', title) : title;

function eventWords(event: TimelineEvent): string {
  if (event.from_block) return t('from a list in a note, not part of the canon');
  const undone = undoneAs(event);
  return [event.type ?? '', undone === '' ? '' : UNDONE[undone]()].filter((part) => part !== '').join(', ');
}

export const UNDONE = { superseded: () => t('superseded'), retracted: () => t('retracted') } as const;

/** When a value holds, as its author would write it. */
export function whenWords({ from, until }: Pick<TimelineSpan, 'from' | 'until'>): string {
  if (from === null) return until === null ? t('always') : t('until {0}', until);
  return until === null ? t('from {0}', from) : t('{0} to {1}', from, until);
}
