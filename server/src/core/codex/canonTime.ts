/** Canon time: when the author decided something. Positions on the axis of revisions and ISO dates (model §7). */

/**
 * A place on the canon axis. `time` is in milliseconds of UTC (−Infinity: the beginning; +Infinity: after every ISO
 * date); `rank` orders what shares a time: the place of a revision among those of that time.
 */
export interface CanonPosition {
  readonly time: number;
  readonly rank: number;
}

export const BEGINNING: CanonPosition = { time: -Infinity, rank: -1 };
export const END: CanonPosition = { time: Infinity, rank: Infinity };

/** Negative where `a` is earlier, 0 at one and the same position. */
export function comparePositions(a: CanonPosition, b: CanonPosition): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  return a.rank === b.rank ? 0 : a.rank < b.rank ? -1 : 1;
}

export const laterPosition = (a: CanonPosition, b: CanonPosition): CanonPosition =>
  comparePositions(a, b) < 0 ? b : a;

/** In milliseconds. */
export const DAY = 86_400_000;

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Reads an ISO 8601 date or instant (UTC unless it says otherwise); null for anything else, 2026-02-30 included. */
export function readIso(text: string): { readonly time: number; readonly isDay: boolean } | null {
  const match = ISO.exec(text.trim());
  if (!match) return null;
  const [, y, m, d, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match;
  const [year, month, day] = [Number(y), Number(m), Number(d)];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const clock = Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second) * 1000;
  const millis = Number(`0.${fraction || '0'}`) * 1000;
  return { time: dayNumber(year, month, day) * DAY + clock + millis - zoneOffset(zone), isDay: match[4] === undefined };
}

/** The place of an instant: with the last revision of the same time, and after all earlier ones. @param time UTC milliseconds */
export const positionAt = (revisions: readonly { readonly position: CanonPosition }[], time: number): CanonPosition =>
  revisions.findLast(({ position }) => position.time === time)?.position ?? { time, rank: -1 };

/** The last instant of the day that begins at `time`. */
export const endOfDay = (time: number): number => time + DAY - 1;

function zoneOffset(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * 60_000;
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

function daysInMonth(year: number, month: number): number {
  return month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms"). */
function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The day of an instant, UTC: `2026-05-12`. The same algorithm the other way round. */
export function isoDay(time: number): string {
  const days = Math.floor(time / DAY) + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** An instant, UTC, as `readIso` reads it: `2026-05-12T10:00:00Z`. */
export function isoInstant(time: number): string {
  const millis = time - Math.floor(time / DAY) * DAY;
  const [hour, minute, second] = [
    Math.floor(millis / 3_600_000),
    Math.floor(millis / 60_000) % 60,
    Math.floor(millis / 1000) % 60,
  ];
  const fraction = millis % 1000 === 0 ? '' : `.${String(millis % 1000).padStart(3, '0')}`;
  return `${isoDay(time)}T${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}${fraction}Z`;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
