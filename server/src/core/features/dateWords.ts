/** A world date in a hover: as it is read, its era and weekday, its day on the line of days, and how far it is from the present. */
import { knownEras } from '../chronology/chronology';
import { describe, elapsed } from '../chronology/describe';
import type { WorldDate } from '../chronology/types';
import type { Codex } from '../codex/codex';
import { plain } from './words';

export function dateTold(codex: Codex, date: WorldDate): string {
  const { chronology } = codex;
  const anchor = Number.isFinite(date.start.day) ? date.start : date.end;
  const { era, calendar, weekday } = describe(chronology, anchor);
  const found = knownEras(chronology).find((one) => one.id === era && one.calendar === calendar);
  const spoken = found?.names[0] ?? found?.id;
  const head = [
    `**${plain(date.text)}**`,
    ...(date.approximate ? ['approximate'] : []),
    ...(spoken ? [plain(spoken)] : []),
    ...(calendar !== undefined && chronology.calendars.length > 1 ? [plain(calendar.replace(/[_-]+/g, ' '))] : []),
  ];
  const single = date.end.day - date.start.day === 1;
  const details = [single && weekday !== undefined ? plain(weekday) : '', daysTold(date), distance(codex, date)];
  return [head.join(' · '), details.filter((part) => part !== '').join(' · ')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** `day 590,123`, or the first and the last day of what is wider. */
function daysTold({ start, end }: WorldDate): string {
  if (start.line !== '' || !Number.isFinite(start.day) || !Number.isFinite(end.day)) return '';
  const days = end.day - start.day;
  if (days === 1) return `day ${grouped(start.day)}`;
  return `${grouped(days)} days, from day ${grouped(start.day)} to ${grouped(end.day - 1)}`;
}

const grouped = (n: number): string =>
  String(n)
    .replace(/\B(?=(\d{3})+$)/g, ',')
    .replace(/^-/, '−');

/** `18 years before the present, 430 TA`. */
function distance({ chronology, present }: Codex, date: WorldDate): string {
  if (!present) return '';
  const now = plain(present.text);
  if (present.start.line !== date.start.line) return `can't be compared with the present, ${now}`;
  if (date.start.day < present.end.day && present.start.day < date.end.day) return `in the present, ${now}`;
  const isPast = date.start.day < present.start.day;
  const far = elapsed(chronology, Number.isFinite(date.start.day) ? date.start : date.end, present.start);
  return far === undefined ? '' : `${far} ${isPast ? 'before' : 'after'} the present, ${now}`;
}
