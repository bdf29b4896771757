/** A world date in a hover: as it is read, its era, how far it is from the present; of a single day its weekday and number too. */
import { knownEras } from '../chronology/chronology';
import { describe, elapsed } from '../chronology/describe';
import type { WorldDate } from '../chronology/types';
import type { Codex } from '../codex/codex';
import { plain } from './words';

export function dateTold(codex: Codex, date: WorldDate): string {
  const { chronology } = codex;
  const anchor = Number.isFinite(date.start.day) ? date.start : date.end;
  const { era, calendar, weekday, absoluteDay } = describe(chronology, anchor);
  const found = knownEras(chronology).find((one) => one.id === era && one.calendar === calendar);
  const spoken = found?.names[0] ?? found?.id;
  const head = [
    `**${plain(date.text)}**`,
    ...(date.approximate ? ['approximate'] : []),
    ...(spoken ? [plain(spoken)] : []),
    ...(calendar !== undefined && chronology.calendars.length > 1 ? [plain(calendar.replace(/[_-]+/g, ' '))] : []),
  ];
  const isDay = date.end.day - date.start.day === 1;
  const details = [
    isDay && weekday !== undefined ? plain(weekday) : '',
    isDay && absoluteDay !== undefined ? `day ${grouped(absoluteDay)}` : '',
    distance(codex, date),
  ];
  return [head.join(' · '), details.filter((part) => part !== '').join(' · ')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** `590,123`, in a number or in words that hold one. */
const grouped = (told: number | string): string =>
  String(told)
    .replace(/\B(?=(\d{3})+\b)/g, ',')
    .replace(/^-/, '−');

/** `18 years before the present, 430 TA`. */
function distance({ chronology, present }: Codex, date: WorldDate): string {
  if (!present) return '';
  const now = plain(present.text);
  if (present.start.line !== date.start.line) return `can't be compared with the present, ${now}`;
  if (date.start.day < present.end.day && present.start.day < date.end.day) return `in the present, ${now}`;
  const isPast = date.start.day < present.start.day;
  const far = elapsed(chronology, Number.isFinite(date.start.day) ? date.start : date.end, present.start);
  return far === undefined ? '' : `${grouped(far)} ${isPast ? 'before' : 'after'} the present, ${now}`;
}
