/** Finds out which word of a date is its month and which its era, and which number its day, month and year. */
import type { Chronology } from './chronology';
import type { Token } from './tokens';

/** A date as written, its parts told apart but not yet looked up in a calendar. */
export interface Written {
  readonly approximate: boolean;
  readonly bound: 'before' | 'after' | undefined;
  readonly unit: 'date' | 'decade' | 'century';
  readonly era: Token | undefined;
  readonly year: Token | undefined;
  /** A name, or a number. */
  readonly month: Token | undefined;
  readonly day: Token | undefined;
  /** What the author wrote, without the marks. */
  readonly text: string;
}

/** The parts of one date, or undefined for what is none; `line` is the text of which the tokens are one piece, if they are. */
export const readWritten = (
  chronology: Chronology,
  tokens: readonly Token[],
  line: string | undefined,
): Written | undefined => {
  let approximate = false;
  let bound: Written['bound'];
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
  return { approximate, bound, unit, era, year, month, day, text: textOf(rest, line) };
};

type Parts = Pick<Written, 'unit' | 'era' | 'year' | 'month' | 'day'>;

const textOf = (tokens: readonly Token[], line: string | undefined): string => {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (line === undefined || !first || !last) return tokens.map(({ text }) => text).join(' ');
  const text = line.slice(first.start, last.end);
  return text.includes('?') ? text.replaceAll('?', '') : text;
};

const isNumber = (token: Token | undefined): token is Token => token?.kind === 'number';
const isWord = (token: Token | undefined): token is Token => token?.kind === 'word';

const readParts = (chronology: Chronology, tokens: readonly Token[]): Parts | undefined => {
  const words = tokens.filter(isWord);
  const numbers = tokens.filter(isNumber);
  if (words.length > 2 || numbers.length > 3 || tokens.length === 0) return undefined;
  if (words.length + numbers.length < tokens.length) {
    return readNumeric(tokens, words, numbers) ?? readHyphened(chronology, tokens);
  }
  const century = words.find(({ folded }) => folded === 'century');
  if (century) return readCentury(words, numbers, century);
  const [only] = numbers;
  if (only?.suffix === 'decade') {
    return numbers.length === 1 && words.length < 2 ? dated({ unit: 'decade', year: only, era: words[0] }) : undefined;
  }
  return readNamed(chronology, tokens, words, numbers);
};

const dated = (parts: Partial<Parts>): Parts => ({
  unit: parts.unit ?? 'date',
  era: parts.era,
  year: parts.year,
  month: parts.month,
  day: parts.day,
});

/** `3rd century`, `3rd century TA`. */
const readCentury = (words: readonly Token[], numbers: readonly Token[], century: Token): Parts | undefined => {
  const [number] = numbers;
  if (numbers.length !== 1 || !number || number.suffix !== 'ordinal' || number.start > century.start) return undefined;
  return dated({ unit: 'century', year: number, era: words.find((word) => word !== century) });
};

/** `412-3-12`, `1463/2/12`, `-0128.07.08`, `412-3`, with an era before or after. */
const readNumeric = (
  tokens: readonly Token[],
  words: readonly Token[],
  numbers: readonly Token[],
): Parts | undefined => {
  const [year, month, day] = numbers;
  const first = tokens.findIndex(isNumber);
  if (words.length > 1 || !year || !month) return undefined;
  const separator = tokens[first + 1];
  if (!separator || (separator.kind === 'dot' && !day)) return undefined;
  const length = day ? 5 : 3;
  if (tokens.length !== length + words.length || (first > 0 && words.length === 0)) return undefined;
  for (let index = 0; index < length; index++) {
    const token = tokens[first + index];
    if (!token || (index % 2 === 0 ? !isNumber(token) : token.kind !== separator.kind)) return undefined;
    if (token.suffix !== '' || (index > 0 && token.value < 0)) return undefined;
  }
  // `28-04-2005`: which of the first two is the month is anybody's guess.
  if (day && day.text.length > 2) return undefined;
  return dated({ year, month, day, era: words[0] });
};

/** `28-Apr-2005`, `Apr-2005`: the hyphens are but spaces. */
const readHyphened = (chronology: Chronology, tokens: readonly Token[]): Parts | undefined => {
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'number' || token.kind === 'word') continue;
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    if (token.text !== '-' || isWord(before) === isWord(after)) return undefined;
  }
  // `session-47` is no year of an era.
  if (!tokens.some((token) => isWord(token) && (isMonth(chronology, token) || chronology.eras.has(token.folded))))
    return undefined;
  return readParts(
    chronology,
    tokens.filter((token) => isNumber(token) || isWord(token)),
  );
};

/** Dates with their month in words, or years alone. */
const readNamed = (
  chronology: Chronology,
  tokens: readonly Token[],
  words: readonly Token[],
  numbers: readonly Token[],
): Parts | undefined => {
  const glued = numbers.length === 2 && words.length === 1 ? gluedEra(chronology, tokens) : undefined;
  if (glued) return glued;
  const era = findEra(chronology, tokens, words, numbers);
  const month = words.find((word) => word !== era);
  const [one, two] = numbers;
  if (!month) return numbers.length === 1 && one?.suffix === '' ? dated({ era, year: one }) : undefined;
  if (numbers.length === 0) return dated({ era, month });
  if (numbers.length > 2 || !one) return undefined;
  if (!two) {
    const isDay = !era && (one.suffix === 'ordinal' || (one.value >= 0 && one.text.length <= 2));
    return isDay ? dated({ month, day: one }) : one.suffix === '' ? dated({ era, month, year: one }) : undefined;
  }
  const [day, year] = isYearFirst(tokens, one, two, era) ? [two, one] : [one, two];
  if (year.suffix !== '' || day.suffix === 'decade' || day.value < 0) return undefined;
  return dated({ era, month, day, year });
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
  if (declared.length > 0)
    return declared.length > 1 && isWord(tokens[0]) && !isWord(tokens.at(-1)) ? declared[0] : declared.at(-1);
  const [first, second] = words;
  if (!first) return undefined;
  if (second) {
    if (isMonth(chronology, first) !== isMonth(chronology, second)) return isMonth(chronology, first) ? second : first;
    return isWord(tokens.at(-1)) || isWord(tokens[1]) ? second : first;
  }
  return isMonth(chronology, first) || numbers.length !== 1 ? undefined : first;
};

const isMonth = (chronology: Chronology, word: Token): boolean => chronology.bare.calendar.monthTable.has(word.folded);

/** `4E 201`, `201 4E`: an era of one word that begins with a digit. */
const gluedEra = (chronology: Chronology, tokens: readonly Token[]): Parts | undefined => {
  const place = tokens.findIndex(isWord);
  const [word, digits] = [tokens[place], tokens[place - 1]];
  if (!word || !isNumber(digits) || digits.end !== word.start || word.text.length > 2 || isMonth(chronology, word))
    return undefined;
  const text = digits.text + word.text;
  const era = { ...word, text, folded: text.toLowerCase(), start: digits.start };
  const year = tokens.find((token) => isNumber(token) && token !== digits);
  return year?.suffix === '' ? dated({ era, year }) : undefined;
};

/** The tokens without a weekday in front of a date that goes on for a while. */
const withoutWeekday = (chronology: Chronology, tokens: readonly Token[]): readonly Token[] => {
  const [first] = tokens;
  if (!isWord(first) || tokens.length < 4 || chronology.eras.has(first.folded)) return tokens;
  const { monthTable, weekdayTable } = chronology.bare.calendar;
  return (weekdayTable.get(first.folded) ?? -1) >= 0 && !monthTable.has(first.folded) ? tokens.slice(1) : tokens;
};
