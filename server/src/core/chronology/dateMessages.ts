/** What is said of a date that can't be read: the author's own words, then what to write instead. */
import { cutShort } from '../text/words';
import { type Calendar, monthsOf } from './calendar';
import type { Chronology } from './chronology';
import type { DateReading } from './worldDate';

export type DateFailure = Extract<DateReading, { ok: false }>;

export const dateFailure = (code: DateFailure['code'], message: string): DateFailure => ({ ok: false, code, message });

/** Three fit into a message of two lines. */
const LONGEST_QUOTE = 38;

/** The author's own words, no longer than a message can bear. */
export const shortDate = (text: string): string => cutShort(LONGEST_QUOTE, text);

export const quotedDate = (text: string): string => `"${shortDate(text)}"`;

export const unreadableDate = (chronology: Chronology, text: string): DateFailure =>
  dateFailure('date/unreadable', `${quotedDate(text)} is not a date: write it like ${examples(chronology)}`);

const OURS = '2026-04-01, 1 April 2026, 476 CE or c. 412 TA';
const OUR_YEAR = '2026';

/** The year of an example, in the era of bare years. */
export const exampleYear = (chronology: Chronology): string => {
  const { era } = chronology.bare;
  return chronology.declared ? `${Math.min(412, era.last ?? 412)} ${era.id}`.trim() : OUR_YEAR;
};

/** A message with the years of a codex for examples, where it declares no calendar and counts in eras of its own. */
export const withYear = (message: string, year: string): string =>
  message
    .replace(`write it like ${OURS}`, `write it like ${year}, c. ${year} or before ${year}`)
    .replace(/(write it like .*) 2026$/, (_, before: string) => `${before} ${year}`);

/** Three dates that can be read. */
const examples = (chronology: Chronology): string => {
  if (!chronology.declared) return OURS;
  const { calendar } = chronology.bare;
  const year = exampleYear(chronology);
  const month = monthsOf(calendar).find(({ days }) => days > 0);
  return month ? `${year}, ${Math.min(12, month.days)} ${month.name} ${year} or c. ${year}` : `${year} or c. ${year}`;
};

const MOST_NAMES = 14;

export const unknownMonth = (calendar: Calendar, written: string): DateFailure => {
  const names = monthsOf(calendar).map(({ name }) => name);
  const shown = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), '…'] : names;
  return dateFailure(
    'date/unreadable',
    `${quotedDate(written)} is not a month of ${calendar.id}: its months are ${shown.join(', ')}`,
  );
};

/** What `unknownMonth` has said, and of which calendar. */
export const monthMissed = (message: string): { readonly month: string; readonly calendar: string } | null => {
  const [, month, calendar] = /^"(.*)" is not a month of (.*): its months are /.exec(message) ?? [];
  return month === undefined || calendar === undefined ? null : { month, calendar };
};

const UNDECLARED = ' is an era that no calendar in codex.yaml declares';

export const undeclaredEraMessage = (era: string): string =>
  `${era}${UNDECLARED}: these dates can't be compared with the others.`;

/** The era of which `undeclaredEraMessage` has said it. */
export const eraMissed = (message: string): string | undefined => {
  const end = message.indexOf(UNDECLARED);
  return end < 0 ? undefined : message.slice(0, end);
};
