/** Finds out which word of a date is its month and which its era, and which number its day, month and year. */
import type { Chronology } from './chronology';
import { readNumeric, withoutHyphens } from './numeric';
import { datePartsOf, isMonth, isNumber, isWord, type DateParts, type WrittenDate } from './dateParts';
import type { Token } from './tokens';

/** The parts of one date, or undefined for what is none; `line` is the text of which the tokens are one piece, if they are. */
export const readWritten = (
  chronology: Chronology,
  tokens: readonly Token[],
  line: string | undefined,
): WrittenDate | undefined => {
  let approximate = false;
  let bound: WrittenDate['bound'];
  const rest: Token[] = [];
  for (const token of tokens) {
    if (token.kind === 'approximate') {
      // `412?` but not `412 c.`: a word is a mark only in front.
      if (rest.length > 0 && token.text !== '?') return undefined;
      approximate = true;
    } else if (token.kind === 'before' || token.kind === 'after') {
      if (rest.length > 0 || bound) return undefined;
      bound = token.kind;
    } else rest.push(token);
  }
  const parts = readParts(chronology, withoutWeekday(chronology, rest));
  if (!parts) return undefined;
  const { unit, era, year, month, day } = parts;
  if (isLong(month) || isLong(day) || (year && !era && STAMP.test(year.text))) return undefined;
  return { approximate, bound, unit, era, year, month, day, text: textOf(rest, line) };
};

/** `202604011200`: when a note was made, to the minute or the second, and no year of anybody's. */
const STAMP = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d(?:\d{3})?)?$/;

/** Too long to be a day, or the number of a month. */
const isLong = (token: Token | undefined): boolean => token?.kind === 'number' && token.text.length > 9;

const textOf = (tokens: readonly Token[], line: string | undefined): string => {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (line === undefined || !first || !last) return tokens.map(({ text }) => text).join(' ');
  const text = line.slice(first.start, last.end);
  return text.includes('?') ? text.replace(/ *\?+ */g, ' ').trim() : text;
};

const readParts = (chronology: Chronology, tokens: readonly Token[]): DateParts | undefined => {
  const words = tokens.filter(isWord);
  const numbers = tokens.filter(isNumber);
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

/** `3rd century`, `3rd century TA`. */
const readCentury = (
  chronology: Chronology,
  words: readonly Token[],
  numbers: readonly Token[],
  century: Token,
): DateParts | undefined => {
  const [number] = numbers;
  if (numbers.length !== 1 || !number || number.suffix !== 'ordinal' || number.start > century.start) return undefined;
  const era = words.find((word) => word !== century);
  return withoutMonth(chronology, datePartsOf({ unit: 'century', year: number, era }));
};

/** Parts whose only word must be an era; undefined where it is a month. */
const withoutMonth = (chronology: Chronology, parts: DateParts): DateParts | undefined => {
  const { era } = parts;
  return era && isMonth(chronology, era) && !chronology.eras.has(era.folded) ? undefined : parts;
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
  if (!month) return numbers.length === 1 && one?.suffix === '' ? datePartsOf({ era, year: one }) : undefined;
  if (numbers.length === 0) return datePartsOf({ era, month });
  if (numbers.length > 2 || !one) return undefined;
  if (!two) {
    const isDay = !era && (one.suffix === 'ordinal' || (one.value >= 0 && one.text.length <= 2));
    return isDay
      ? datePartsOf({ month, day: one })
      : one.suffix === ''
        ? datePartsOf({ era, month, year: one })
        : undefined;
  }
  const [day, year] = isYearFirst(tokens, one, two, era) ? [two, one] : [one, two];
  if (year.suffix !== '' || day.suffix === 'decade' || day.value < 0) return undefined;
  return datePartsOf({ era, month, day, year });
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

/** A declared era wherever it stands; else the word that is no month; else the last word, where the date ends in it. */
const findEra = (
  chronology: Chronology,
  tokens: readonly Token[],
  words: readonly Token[],
  numbers: readonly Token[],
): Token | undefined => {
  const declared = words.filter((word) => chronology.eras.has(word.folded));
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
  if (!isWord(first) || tokens.length < 4 || chronology.eras.has(first.folded)) return tokens;
  const { monthTable, weekdayTable } = chronology.bare.calendar;
  return (weekdayTable.get(first.folded) ?? -1) >= 0 && !monthTable.has(first.folded) ? tokens.slice(1) : tokens;
};
