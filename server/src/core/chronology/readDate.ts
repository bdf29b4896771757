/** Reads world dates: every form in which people write them, in the calendars of a chronology. */
import type { Chronology } from './chronology';
import { clean, isPlaceholder, noTimeIn, saysUndated } from './clean';
import { dateFailure, quotedDate, unreadableDate } from './messages';
import { isBare } from './locate';
import type { WrittenDate } from './dateParts';
import { readDates } from './range';
import { readRange, readStretch } from './stretch';
import { tokenize } from './tokens';
import type { DateReading } from './types';

const LONGEST = 200;
const UNDATED: DateReading = { ok: true, date: null };

/** The date that a text denotes, or what is wrong with it; `date: null` where it says that there is none. */
export const readDate = (chronology: Chronology, text: string): DateReading => {
  if (isPlaceholder(text)) return UNDATED;
  if (text.length > LONGEST) return unreadableDate(chronology, text);
  const line = clean(text);
  if (saysUndated(line)) return UNDATED;
  const tokens = tokenize(chronology, line);
  const dates = tokens && readDates(chronology, tokens, line);
  if (!dates) return notRead(chronology, line);
  const [from, until, otherwise] = dates;
  const reading = readAs(chronology, from, until);
  if (reading.ok || !otherwise) return reading;
  const other = readAs(chronology, from, otherwise);
  return other.ok ? other : reading;
};

const readAs = (chronology: Chronology, from: WrittenDate, until: WrittenDate | undefined): DateReading => {
  const reading = until ? readRange(chronology, from, until) : readStretch(chronology, from);
  const hasBare = isBare(chronology, from) || (until && isBare(chronology, until));
  return reading.ok && hasBare ? { ...reading, isBare: true } : reading;
};

const notRead = (chronology: Chronology, line: string): DateReading => {
  const noTime = noTimeIn(line);
  return noTime === undefined || line === noTime
    ? unreadableDate(chronology, line)
    : dateFailure('date/unreadable', `${quotedDate(line)}: ${noTime} is no time of day; correct it, or leave it out`);
};

/** The parts of a date in mapping form, each as the author wrote it; the month is a number or a name. */
export interface DateKeyParts {
  readonly year: string;
  readonly month?: string | undefined;
  readonly day?: string | undefined;
  readonly era?: string | undefined;
}

const YEAR = /^[-\u2212\u2013]?\d+$/;
const SMALL = /^\d{1,2}$/;

/** The date of a mapping: `{year: 412, month: 3, day: 12}`. */
export const readDateOfParts = (chronology: Chronology, parts: DateKeyParts): DateReading => {
  const [year, month, day, era] = [plain(parts.year), plain(parts.month), plain(parts.day), plain(parts.era)];
  if (year === '')
    return month === '' && day === '' ? UNDATED : dateFailure('date/unreadable', 'this date has no year: add `year`');
  if (!YEAR.test(year)) return dateFailure('date/unreadable', `${quotedDate(year)} is no year: write a number`);
  if (day !== '' && !SMALL.test(day))
    return dateFailure('date/unreadable', `${quotedDate(day)} is no day of a month: write a number`);
  if (day !== '' && month === '')
    return dateFailure('date/unreadable', 'this date has a day but no month: add `month`');
  const text = SMALL.test(month) ? join([year, month, day], '/') : join([day, month, year], ' ');
  return readDate(chronology, `${text} ${era}`.trim());
};

const plain = (part: string | undefined): string => {
  const line = clean(part ?? '');
  return saysUndated(line) ? '' : line;
};

const join = (parts: readonly string[], separator: string): string => parts.filter(Boolean).join(separator);
