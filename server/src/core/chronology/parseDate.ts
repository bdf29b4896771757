/** Parses the tokens of a date: which word is its month and which its era, which number its day, month and year, and where a range parts. */
import { type Chronology, type Reckoning, reckoningOf } from './chronology';
import { type Third, thirdNamed } from './dictionary';
import type { Token, TokenKind } from './tokenize';

/** One date of a text; a range has two. */
export interface WrittenDate {
  readonly approximate: boolean;
  readonly bound: 'before' | 'after' | undefined;
  readonly third: Third | undefined;
  /** It stands for the months that it has. */
  readonly season: Token | undefined;
  readonly unit: 'date' | 'decade' | 'century';
  readonly era: Token | undefined;
  readonly year: Token | undefined;
  /** A name, or a number. */
  readonly month: Token | undefined;
  readonly day: Token | undefined;
  /** What the author wrote, without the marks. */
  readonly text: string;
}

/** What the words and numbers are, without the marks around them. */
type DateParts = Pick<WrittenDate, 'unit' | 'era' | 'year' | 'month' | 'day'>;

const datePartsOf = (parts: Partial<DateParts>): DateParts => ({
  unit: parts.unit ?? 'date',
  era: parts.era,
  year: parts.year,
  month: parts.month,
  day: parts.day,
});

const isNumber = (token: Token | undefined): token is Token => token?.kind === 'number';
const isWord = (token: Token | undefined): token is Token => token?.kind === 'word';

/** Whether a word names a month of the first calendar, or may: the beginnings of several names count. */
const isMonth = (chronology: Chronology, word: Token): boolean =>
  chronology.bare.calendar.monthNamed(word.folded) !== undefined;

/** `412-3-12`, `1463/2/12`, `-0128.07.08`, `412-3`, with an era before or after. */
const readNumeric = (
  tokens: readonly Token[],
  words: readonly Token[],
  numbers: readonly Token[],
): DateParts | undefined => {
  const [year, month, day] = numbers;
  const first = tokens.findIndex(isNumber);
  if (words.length > 1 || words[0]?.folded === 'century' || !year || !month) return undefined;
  const separator = tokens[first + 1];
  if (!separator || separator.kind === 'range' || (separator.kind === 'dot' && !day)) return undefined;
  const length = day ? 5 : 3;
  if (tokens.length !== length + words.length || (first > 0 && words.length === 0)) return undefined;
  for (let index = 0; index < length; index++) {
    const token = tokens[first + index];
    if (!token || (index % 2 === 0 ? !isNumber(token) : token.kind !== separator.kind)) return undefined;
    if (token.suffix !== '' || (index > 0 && token.value < 0)) return undefined;
  }
  // In `28-04-2005`, either of the first two numbers may be the month.
  if (day && day.text.length > 2) return undefined;
  return datePartsOf({ year, month, day, era: words[0] });
};

/** `28-Apr-2005`, `Apr-2005`: hyphens count as spaces here; undefined where they mean something else. */
const withoutHyphens = (chronology: Chronology, tokens: readonly Token[]): readonly Token[] | undefined => {
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'number' || token.kind === 'word') continue;
    if (token.text !== '-' || isWord(tokens[index - 1]) === isWord(tokens[index + 1])) return undefined;
  }
  const plain = tokens.filter((token) => isNumber(token) || isWord(token));
  // `session-47` is not a year of an era.
  const isDated =
    plain.filter(isNumber).length > 1 || plain.some((token) => isWord(token) && isMonth(chronology, token));
  return isDated ? plain : undefined;
};

/** The parts of one date; undefined where the tokens are not a date. @param line the text that the tokens are one piece of, if they are */
const readWritten = (
  chronology: Chronology,
  tokens: readonly Token[],
  line: string | undefined,
): WrittenDate | undefined => {
  let approximate = false;
  let bound: WrittenDate['bound'];
  let third: WrittenDate['third'];
  let season: WrittenDate['season'];
  const rest: Token[] = [];
  const isFirst = (): boolean => rest.length === 0 && !season;
  for (const token of tokens) {
    const { kind } = token;
    if (kind === 'approximate') {
      // `412?` is approximate, `412 c.` is not: a word is a mark only in front.
      if (!isFirst() && token.text !== '?') return undefined;
      approximate = true;
    } else if (kind === 'before' || kind === 'after') {
      if (!isFirst() || bound) return undefined;
      bound = kind;
    } else if (kind === 'third') {
      if (!isFirst() || third) return undefined;
      third = thirdNamed(token.folded);
    } else if (kind === 'lead') {
      if (!isFirst()) return undefined;
    } else if (kind === 'season') {
      if (season) return undefined;
      season = token;
    } else rest.push(token);
  }
  const parts = season && rest.length === 0 ? datePartsOf({}) : readParts(chronology, withoutWeekday(chronology, rest));
  if (!parts) return undefined;
  const { unit, era, year, month, day } = parts;
  if (isLong(month) || isLong(day) || (season && (unit !== 'date' || month || day))) return undefined;
  const kept = season ? [...rest, season].sort((a, b) => a.start - b.start) : rest;
  return { approximate, bound, third, season, unit, era, year, month, day, text: textOf(kept, line) };
};

/** Too long to be a day, or the number of a month. */
const isLong = (token: Token | undefined): boolean => token?.kind === 'number' && token.text.length > 9;

const textOf = (tokens: readonly Token[], line: string | undefined): string => {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (line === undefined || !first || !last) return tokens.map(({ text }) => text).join(' ');
  const text = line.slice(first.start, last.end);
  return text.includes('?') ? text.replace(/ *\?+ */g, ' ').trim() : text;
};

/** What one date is made of, without the marks around it. */
const DATE_KINDS: ReadonlySet<TokenKind> = new Set(['number', 'word', 'dash', 'slash', 'dot']);

const readParts = (chronology: Chronology, tokens: readonly Token[]): DateParts | undefined => {
  const words = tokens.filter(isWord);
  const numbers = tokens.filter(isNumber);
  if (!tokens.every(({ kind }) => DATE_KINDS.has(kind))) return undefined;
  if (words.length > 2 || numbers.length > 3 || tokens.length === 0) return undefined;
  if (words.length + numbers.length < tokens.length) {
    const numeric = readNumeric(tokens, words, numbers);
    if (numeric) return withoutMonth(chronology, numeric);
    const plain = withoutHyphens(chronology, tokens);
    return plain && readParts(chronology, plain);
  }
  const century = words.find(({ folded }) => folded === 'century');
  if (century) return readCentury(chronology, words, numbers, century);
  const [only] = numbers;
  if (only?.suffix === 'decade') {
    return numbers.length === 1 && words.length < 2
      ? withoutMonth(chronology, datePartsOf({ unit: 'decade', year: only, era: words[0] }))
      : undefined;
  }
  return readNamed(chronology, tokens, words, numbers);
};

/** `3rd century`, `3rd century TA`, `15. Jahrhundert`, `siglo 15`. */
const readCentury = (
  chronology: Chronology,
  words: readonly Token[],
  numbers: readonly Token[],
  century: Token,
): DateParts | undefined => {
  const [number] = numbers;
  if (numbers.length !== 1 || !number || number.suffix === 'decade') return undefined;
  const isEnglish = /^century$/i.test(century.text);
  if (isEnglish && (number.suffix !== 'ordinal' || number.start > century.start)) return undefined;
  const era = words.find((word) => word !== century);
  return withoutMonth(chronology, datePartsOf({ unit: 'century', year: number, era }));
};

/** Parts whose only word must be an era; undefined where it is a month. */
const withoutMonth = (chronology: Chronology, parts: DateParts): DateParts | undefined => {
  const { era } = parts;
  return era && isMonth(chronology, era) && !chronology.eraNames.has(era.folded) ? undefined : parts;
};

/** Dates with their month in words, or years alone. */
const readNamed = (
  chronology: Chronology,
  tokens: readonly Token[],
  words: readonly Token[],
  numbers: readonly Token[],
): DateParts | undefined => {
  const glued = numbers.length === 2 && words.length === 1 ? gluedEra(chronology, tokens) : undefined;
  if (glued) return glued;
  const era = findEra(chronology, tokens, words, numbers);
  const month = words.find((word) => word !== era);
  const [one, two] = numbers;
  if (era && !chronology.eraNames.has(era.folded) && !isEraLike(chronology, tokens, era, month)) return undefined;
  if (!month) {
    if (numbers.length !== 1 || one?.suffix !== '') return undefined;
    return (era ? undefined : compactDay(chronology, one)) ?? datePartsOf({ era, year: one });
  }
  if (numbers.length === 0) return datePartsOf({ era, month });
  if (numbers.length > 2 || !one) return undefined;
  if (!two) {
    const isDay = !era && (one.suffix === 'ordinal' || (isDayOf(chronology, month, one) && one.text.length <= 2));
    return isDay
      ? datePartsOf({ month, day: one })
      : one.suffix === ''
        ? datePartsOf({ era, month, year: one })
        : undefined;
  }
  const [first, second] = isYearFirst(tokens, one, two, era) ? [two, one] : [one, two];
  // `9-Midfeast-1`: Midfeast has one day.
  const isTurned =
    !era && first.suffix === '' && !isDayOf(chronology, month, first) && isDayOf(chronology, month, second);
  const [day, year] = isTurned ? [second, first] : [first, second];
  if (year.suffix !== '' || day.suffix === 'decade' || day.value < 0) return undefined;
  return datePartsOf({ era, month, day, year });
};

/** Whether a word that no calendar knows may be an era: no weekday, and not one of two such words beside each other (`Hi There 1850`). */
const isEraLike = (chronology: Chronology, tokens: readonly Token[], era: Token, month: Token | undefined): boolean => {
  if (chronology.bare.calendar.isWeekday(era.folded)) return false;
  if (!month || isMonth(chronology, month) || tokens.filter(isNumber).length > 1) return true;
  return Math.abs(tokens.indexOf(era) - tokens.indexOf(month)) > 1;
};

/** Whether the month has that many days in some year, as far as anybody knows. */
const isDayOf = ({ bare: { calendar } }: Chronology, { folded }: Token, { value }: Token): boolean =>
  value >= 0 && value <= (calendar.monthAt(calendar.monthNamed(folded) ?? -1)?.mostDays ?? Infinity);

/** `20260401`, a day of our own calendar. */
const compactDay = ({ declared, bare: { calendar } }: Chronology, token: Token): DateParts | undefined => {
  if (declared || token.text.length !== 8 || !/^\d+$/.test(token.text)) return undefined;
  const part = (from: number, to: number): Token => {
    const text = token.text.slice(from, to);
    return { ...token, text, value: Number(text), start: token.start + from, end: token.start + to };
  };
  const [year, month, day] = [part(0, 4), part(4, 6), part(6, 8)];
  const isDay = 1 <= month.value && 1 <= day.value && day.value <= calendar.daysInMonth(year.value, month.value - 1);
  return isDay && year.value > 0 ? datePartsOf({ year, month, day }) : undefined;
};

/** The number beside the era is the year; without an era, a number too long for a day. */
const isYearFirst = (tokens: readonly Token[], one: Token, two: Token, era: Token | undefined): boolean => {
  if (one.suffix === 'ordinal' || two.suffix === 'ordinal') return two.suffix === 'ordinal';
  if (era) {
    const place = tokens.indexOf(era);
    if (tokens[place - 1] === two) return false;
    if (tokens[place - 1] === one || tokens[place + 1] === one) return true;
  }
  return (one.value < 0 || one.text.length > 2) && two.value >= 0 && two.text.length <= 2;
};

/** A declared era wherever it stands; else the word that is not a month; else the last word, where the date ends in it. */
const findEra = (
  chronology: Chronology,
  tokens: readonly Token[],
  words: readonly Token[],
  numbers: readonly Token[],
): Token | undefined => {
  const declared = words.filter((word) => chronology.eraNames.has(word.folded));
  // A word may be month and era at once: the one at the rim of the date is the era.
  if (declared.length > 0) return isWord(tokens.at(-1)) ? declared.at(-1) : declared[0];
  const [first, second] = words;
  if (!first) return undefined;
  if (second) {
    if (isMonth(chronology, first) !== isMonth(chronology, second)) return isMonth(chronology, first) ? second : first;
    return isWord(tokens.at(-1)) || isWord(tokens[1]) ? second : first;
  }
  return isMonth(chronology, first) || numbers.length !== 1 ? undefined : first;
};

/** `4E 201`, `201 4E`: an era of one word that begins with a digit. */
const gluedEra = (chronology: Chronology, tokens: readonly Token[]): DateParts | undefined => {
  const place = tokens.findIndex(isWord);
  const [word, digits] = [tokens[place], tokens[place - 1]];
  if (!word || !isNumber(digits) || digits.end !== word.start || word.text.length > 2 || isMonth(chronology, word))
    return undefined;
  const text = digits.text + word.text;
  const era = { ...word, text, folded: text.toLowerCase(), start: digits.start };
  const year = tokens.find((token) => isNumber(token) && token !== digits);
  return year?.suffix === '' ? datePartsOf({ era, year }) : undefined;
};

/** The tokens without a weekday in front of a date that goes on for a while. */
const withoutWeekday = (chronology: Chronology, tokens: readonly Token[]): readonly Token[] => {
  const [first] = tokens;
  if (!isWord(first) || tokens.length < 4 || chronology.eraNames.has(first.folded)) return tokens;
  const isWeekday = chronology.bare.calendar.isWeekday(first.folded) && !isMonth(chronology, first);
  return isWeekday ? tokens.slice(1) : tokens;
};

/** What two dates of one text have to do with each other: a range, or two ends of what is not known exactly. */
export type Join = 'range' | 'between' | 'or';

/** One date, or the two of a range. */
export interface Dates {
  readonly from: WrittenDate;
  readonly until?: WrittenDate | 'present';
  /**
   * The second date read in the era of bare years, where it has no era of its own and borrowed that of the first: without it,
   * `2 BCE .. 3` would end before it begins.
   */
  readonly otherwise?: WrittenDate;
  readonly join: Join;
}

/** `14 Harvestmoon 412 TA`, `Harvestmoon 412 TA`, `412 TA`: nearly every date has this form, and needs none of the questions below. */
const readPlain = (chronology: Chronology, tokens: readonly Token[], line: string): WrittenDate | undefined => {
  const count = tokens.length;
  if (count < 2 || count > 4) return undefined;
  const [era, year] = [tokens[count - 1], tokens[count - 2]];
  const [month, day] = [tokens[count - 3], tokens[count - 4]];
  if (!isWord(era) || era.folded === 'century' || !chronology.eraNames.has(era.folded)) return undefined;
  if (!isNumber(year) || year.suffix !== '' || year.end === era.start) return undefined;
  if (month && (!isWord(month) || month.folded === 'century' || chronology.eraNames.has(month.folded)))
    return undefined;
  if (day && (!isNumber(day) || day.suffix === 'decade' || day.value < 0 || isLong(day))) return undefined;
  const text = line.slice(tokens[0]?.start, era.end);
  return {
    approximate: false,
    bound: undefined,
    third: undefined,
    season: undefined,
    unit: 'date',
    era,
    year,
    month,
    day,
    text,
  };
};

export const readDates = (chronology: Chronology, tokens: readonly Token[], line: string): Dates | undefined => {
  const plain = readPlain(chronology, tokens, line);
  if (plain) return { from: plain, join: 'range' };
  const yearless = withoutYear(chronology, tokens);
  if (yearless) return { from: { ...yearless, text: line }, join: 'range' };
  const split = splitText(chronology, tokens);
  if (!split) {
    const from = readWritten(chronology, tokens, line);
    return from && (from.year || from.day || from.season) ? { from, join: 'range' } : undefined;
  }
  const source = split.isInterleaved ? undefined : line;
  const left = readWritten(chronology, split.left, source);
  if (split.right.length === 1 && split.right[0]?.kind === 'present')
    return left && !left.bound ? { from: left, until: 'present', join: 'range' } : undefined;
  const right = readWritten(chronology, split.right, source);
  if (!left || !right || left.bound || right.bound) return undefined;
  return share(chronology, left, right, split);
};

/** `12-31` and `04-80`: a day of each year, since neither number can be a year. */
const withoutYear = (chronology: Chronology, tokens: readonly Token[]): WrittenDate | undefined => {
  const [month, sign, day] = tokens;
  if (tokens.length !== 3 || !isNumber(month) || !isNumber(day) || !sign || !/^[-/]$/.test(sign.text)) return undefined;
  if (!/^\d\d?$/.test(month.text) || !/^\d\d?$/.test(day.text)) return undefined;
  const { calendar } = chronology.bare;
  const mostDays = calendar.monthAt(month.value - 1)?.mostDays ?? 0;
  const isOnlyDay = day.value > calendar.monthCount && day.value <= mostDays;
  if (!calendar.isBuiltIn && !isOnlyDay && !/^0\d/.test(month.text)) return undefined;
  const parts = datePartsOf({ month, day });
  return { ...parts, approximate: false, bound: undefined, third: undefined, season: undefined, text: '' };
};

interface Split {
  readonly left: readonly Token[];
  readonly right: readonly Token[];
  readonly join: Join;
  /** Joined by a mere dash: what marks the one marks both. */
  readonly isTight: boolean;
  /** The two share tokens: neither is one piece of the text. */
  readonly isInterleaved?: boolean;
}

/** The two dates of a text, where it has two. */
const splitText = (chronology: Chronology, tokens: readonly Token[]): Split | undefined => {
  const split =
    tokens[0]?.kind === 'between' ? splitBetween(chronology, tokens.slice(1)) : splitAny(chronology, tokens);
  const [only] = split?.left ?? [];
  if (!split || only?.kind !== 'third' || split.left.length > 1) return split;
  // `early to mid 412`: both are of one year.
  return { ...split, left: [only, ...split.right.filter(({ kind }) => kind !== 'third')], isInterleaved: true };
};

const splitBetween = (chronology: Chronology, tokens: readonly Token[]): Split | undefined => {
  const split = splitAt(tokens, 'and', 'between') ?? splitRange(chronology, tokens);
  return split && { ...split, join: 'between' };
};

const splitAny = (chronology: Chronology, tokens: readonly Token[]): Split | undefined =>
  splitAt(tokens, 'or', 'or') ?? splitRange(chronology, tokens);

const splitAt = (tokens: readonly Token[], kind: TokenKind, join: Join): Split | undefined => {
  const place = tokens.findIndex((token) => token.kind === kind);
  return place < 0 ? undefined : { left: tokens.slice(0, place), right: tokens.slice(place + 1), join, isTight: false };
};

const splitRange = (chronology: Chronology, tokens: readonly Token[]): Split | undefined => {
  if (!tokens.some(({ kind }) => kind === 'dash' || kind === 'range' || kind === 'slash')) return undefined;
  const place = tokens.findIndex((token, index) => token.kind === 'range' || isLoose(tokens, index));
  if (place >= 0)
    return { left: tokens.slice(0, place), right: tokens.slice(place + 1), join: 'range', isTight: false };
  const isSign = ({ kind }: Token): boolean => kind === 'dash' || kind === 'slash';
  const slash = tokens.findIndex(({ kind }) => kind === 'slash');
  // `1850-05-12/1850-06-13`, the interval of ISO 8601.
  const isInterval = tokens.length > 9 && slash > 4 && slash === tokens.findLastIndex(({ kind }) => kind === 'slash');
  if (isInterval) return { left: tokens.slice(0, slash), right: tokens.slice(slash + 1), join: 'range', isTight: true };
  const first = tokens.findIndex(isSign);
  return first === tokens.findLastIndex(isSign) ? splitAtDash(chronology, tokens, first) : undefined;
};

/** A dash with space around it. */
const isLoose = (tokens: readonly Token[], index: number): boolean => {
  const [before, dash, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (dash?.kind !== 'dash' || !before || !after) return false;
  return dash.start > before.end && after.start > dash.end;
};

/** What the only dash or slash, with no space around it, parts: days, years, or whole dates; undefined for a year and its month. */
const splitAtDash = (chronology: Chronology, tokens: readonly Token[], place: number): Split | undefined => {
  const [before, dash, after] = [tokens[place - 1], tokens[place], tokens[place + 1]];
  if (!before || !dash || !after) return undefined;
  const halves: Split = { left: tokens.slice(0, place), right: tokens.slice(place + 1), join: 'range', isTight: true };
  if (before.kind === 'season' || after.kind === 'season') return halves;
  if (before.kind === 'word' && after.kind === 'word') return isMonth(chronology, before) ? halves : undefined;
  if (before.kind === 'word') return after.kind === 'number' && place > 1 ? halves : undefined;
  if (after.kind === 'word') return place > 1 && tokens.length - place > 2 ? halves : undefined;
  const numbers = tokens.filter(({ kind }) => kind === 'number');
  if (numbers.length > 2) {
    // `14-15 Harvestmoon 412 TA`: each day has the rest of the words.
    const without = (gone: Token): Token[] => tokens.filter((token) => token !== gone && token !== dash);
    return { left: without(after), right: without(before), join: 'range', isTight: true, isInterleaved: true };
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
  if (!/^[-/]$/.test(dash.text) || year.suffix !== '' || month.suffix !== '' || month.text.length > 2) return false;
  const reckoning = reckoningOf(
    chronology,
    tokens.find(({ kind }) => kind === 'word'),
  );
  const { monthCount } = reckoning.calendar;
  if (monthCount === 0) return month.value < year.value || (dash.text === '/' && month.value <= 12);
  if (month.value <= monthCount) return true;
  if (reckoning.era.direction === 'backward') return false;
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
const share = (chronology: Chronology, left: WrittenDate, right: WrittenDate, { isTight, join }: Split): Dates => {
  const approximate = isTight && (left.approximate || right.approximate);
  const to =
    right.year && !right.month && isTight && left.year && !left.month && !left.era
      ? { ...right, year: lengthened(left.year, right.year, reckoningOf(chronology, right.era)) }
      : right;
  const mark = (date: WrittenDate): WrittenDate => (approximate ? { ...date, approximate } : date);
  const from = mark(lend(asDay(chronology, left, to), to));
  const until = mark(lend(join === 'or' ? asDay(chronology, to, left) : to, from));
  if (!to.year || to.era || !from.era) return { from, until, join };
  return { from, until, otherwise: mark(lend(to, { ...from, era: undefined })), join };
};

/** `14` and `14 Dualahei`, before a whole date, are days and no years. */
const asDay = (chronology: Chronology, left: WrittenDate, right: WrittenDate): WrittenDate => {
  const { year, era, month } = left;
  if (!year || month || left.unit !== 'date' || !right.day || !right.year || !isDayLike(year)) return left;
  if (!era) return { ...left, year: undefined, day: year };
  if (chronology.eraNames.has(era.folded) || era.folded === right.era?.folded) return left;
  return { ...left, year: undefined, era: undefined, month: era, day: year };
};

/** A date with the month, year and era it lacks, from the other end of its range. */
const lend = (date: WrittenDate, other: WrittenDate): WrittenDate => {
  const month = date.month ?? (date.day ? other.month : undefined);
  const year = date.year ?? (other.month || date.season ? other.year : undefined);
  const era = date.era ?? other.era;
  const lent = [month !== date.month && month, year !== date.year && year, era !== date.era && era];
  const words = lent.flatMap((token) => (token ? [token.text] : []));
  return words.length === 0 ? date : { ...date, month, year, era, text: [date.text, ...words].join(' ') };
};
