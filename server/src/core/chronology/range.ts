/** Finds the two dates of a range, and lends each what was written only once: `14-15 Harvestmoon 412 TA`. */
import type { Chronology, Reckoning } from './chronology';
import { reckoningOf } from './locate';
import type { Token } from './tokens';
import type { WrittenDate } from './dateParts';
import { readWritten } from './written';

/**
 * One date, or the two of a range. The third is the second date read in the era of bare years, where it has no era of its own and
 * borrowed that of the first: only so does `2 BCE .. 3` have an end.
 */
export type Dates =
  | readonly [WrittenDate]
  | readonly [WrittenDate, WrittenDate]
  | readonly [WrittenDate, WrittenDate, WrittenDate];

export const readDates = (chronology: Chronology, tokens: readonly Token[], line: string): Dates | undefined => {
  const split = splitRange(chronology, tokens);
  if (!split) {
    const single = readWritten(chronology, tokens, line);
    return single && (single.year || single.day) ? [single] : undefined;
  }
  const source = split.isInterleaved ? undefined : line;
  const left = readWritten(chronology, split.left, source);
  const right = readWritten(chronology, split.right, source);
  if (!left || !right || left.bound || right.bound) return undefined;
  return share(chronology, left, right, split.isTight);
};

interface Split {
  readonly left: readonly Token[];
  readonly right: readonly Token[];
  /** Joined by a mere dash: what marks the one marks both. */
  readonly isTight: boolean;
  /** The two share tokens: neither is one piece of the text. */
  readonly isInterleaved?: boolean;
}

const splitRange = (chronology: Chronology, tokens: readonly Token[]): Split | undefined => {
  if (!tokens.some(({ kind }) => kind === 'dash' || kind === 'range')) return undefined;
  const place = tokens.findIndex((token, index) => token.kind === 'range' || isLoose(tokens, index));
  if (place >= 0) return { left: tokens.slice(0, place), right: tokens.slice(place + 1), isTight: false };
  const first = tokens.findIndex(({ kind }) => kind === 'dash');
  const last = tokens.findLastIndex(({ kind }) => kind === 'dash');
  return first === last ? splitAtDash(chronology, tokens, first) : undefined;
};

/** A dash with space around it. */
const isLoose = (tokens: readonly Token[], index: number): boolean => {
  const [before, dash, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (dash?.kind !== 'dash' || !before || !after) return false;
  return dash.start > before.end && after.start > dash.end;
};

/** What the only dash, with no space around it, parts: days, years, or whole dates; undefined for a year and its month. */
const splitAtDash = (chronology: Chronology, tokens: readonly Token[], place: number): Split | undefined => {
  const [before, dash, after] = [tokens[place - 1], tokens[place], tokens[place + 1]];
  if (!before || !dash || !after) return undefined;
  const halves = { left: tokens.slice(0, place), right: tokens.slice(place + 1), isTight: true };
  if (before.kind === 'word') return after.kind === 'number' && place > 1 ? halves : undefined;
  if (after.kind === 'word') return place > 1 && tokens.length - place > 2 ? halves : undefined;
  const numbers = tokens.filter(({ kind }) => kind === 'number');
  if (numbers.length > 2) {
    // `14-15 Harvestmoon 412 TA`: each day has the rest of the words.
    const without = (gone: Token): Token[] => tokens.filter((token) => token !== gone && token !== dash);
    return { left: without(after), right: without(before), isTight: true, isInterleaved: true };
  }
  return isYearMonth(chronology, tokens, before, dash, after) ? undefined : halves;
};

/** `412-3` is March, `200-205` and `200–205` are years. */
const isYearMonth = (
  chronology: Chronology,
  tokens: readonly Token[],
  year: Token,
  dash: Token,
  month: Token,
): boolean => {
  if (dash.text !== '-' || year.suffix !== '' || month.suffix !== '' || month.text.length > 2) return false;
  const reckoning = reckoningOf(
    chronology,
    tokens.find(({ kind }) => kind === 'word'),
  );
  const { months } = reckoning.calendar;
  if (months.length === 0) return month.value < year.value;
  if (month.value <= months.length) return true;
  return month.value < year.value && lengthened(year, month, reckoning) === month;
};

/** The 18 of `1914–18` as 1918, the 79 of `480–79 BC` as 479; itself where that would not come later. */
const lengthened = (from: Token, to: Token, { calendar, era }: Reckoning): Token => {
  if (to.value < 0 || to.text.length >= from.text.length || calendar.isUnordered) return to;
  const size = 10 ** to.text.length;
  const value = from.value - (from.value % size) + to.value;
  const isLater = era.direction === 'backward' ? value < from.value : from.value < value;
  return isLater ? { ...to, value, text: String(value) } : to;
};

/** Whether a number may be the day of a month. */
const isDayLike = ({ value, text, suffix }: Token): boolean =>
  suffix === 'ordinal' || (suffix === '' && value > 0 && text.length <= 2);

/** Each of the two dates with the parts that only the other one names. */
const share = (chronology: Chronology, left: WrittenDate, right: WrittenDate, isTight: boolean): Dates => {
  const approximate = isTight && (left.approximate || right.approximate);
  const to =
    right.year && !right.month && isTight && left.year && !left.month && !left.era
      ? { ...right, year: lengthened(left.year, right.year, reckoningOf(chronology, right.era)) }
      : right;
  const mark = (date: WrittenDate): WrittenDate => (approximate ? { ...date, approximate } : date);
  const from = mark(lend(asDay(chronology, left, to), to));
  const until = mark(lend(to, from));
  if (!to.year || to.era || !from.era) return [from, until];
  return [from, until, mark(lend(to, { ...from, era: undefined }))];
};

/** `14` and `14 Dualahei`, before a whole date, are days and no years. */
const asDay = (chronology: Chronology, left: WrittenDate, right: WrittenDate): WrittenDate => {
  const { year, era, month } = left;
  if (!year || month || left.unit !== 'date' || !right.day || !right.year || !isDayLike(year)) return left;
  if (!era) return { ...left, year: undefined, day: year };
  if (chronology.eras.has(era.folded) || era.folded === right.era?.folded) return left;
  return { ...left, year: undefined, era: undefined, month: era, day: year };
};

/** A date with the month, year and era it lacks, from the other end of its range. */
const lend = (date: WrittenDate, other: WrittenDate): WrittenDate => {
  const month = date.month ?? (date.day ? other.month : undefined);
  const year = date.year ?? (other.month ? other.year : undefined);
  const era = date.era ?? other.era;
  const lent = [month !== date.month && month, year !== date.year && year, era !== date.era && era];
  const words = lent.flatMap((token) => (token ? [token.text] : []));
  return words.length === 0 ? date : { ...date, month, year, era, text: [date.text, ...words].join(' ') };
};
