/** What dates that can't be read have in common, and what would help. */
import { type DateReading, dateWords, fold, type Chronology, readDate } from '../../chronology';
import { isPlaceholder } from '../../text/placeholder';
import { someOf, tally } from './keyUses';
import { counted, listWords } from '../../text/words';
import { inline } from './text';

/** `04-80`, `*-04-80`: a day that comes every year. */
const NO_YEAR = /^(?:[*?x]+[-/. ])?\d{1,2}[-/.]\d{1,3}$/i;
const THREE_NUMBERS = /^(-?\d+)([-/.])(\d+)\2(-?\d+)$/;

/** Whether a text is such a day for certain: nobody writes a year as `04`. */
export const isWithoutYear = (text: string): boolean =>
  NO_YEAR.test(text.trim()) && /^(?:0|[*?x]+[-/. ])/i.test(text.trim());

/** The order in which a plug-in writes the numbers of a day: `DD-MM-YYYY` is `DMY`. */
export type NumberOrder = 'YMD' | 'DMY' | 'MDY';

/** @param format as Calendarium and Fantasy Calendar have it */
export function numberOrder(format: string): NumberOrder {
  const letters = format
    .toUpperCase()
    .replace(/[^YMD]/g, '')
    .replace(/(.)\1+/g, '$1');
  return letters === 'DMY' || letters === 'MDY' ? letters : 'YMD';
}

/** A day in numbers with its year first, as it is read here; null where it is not three numbers, or has the year first. */
export function yearFirst(text: string, order: NumberOrder): string | null {
  const [, first = '', , second = '', year = ''] = THREE_NUMBERS.exec(text.trim()) ?? [];
  if (year === '' || order === 'YMD' || first.length > 2) return null;
  const [day, month] = order === 'DMY' ? [first, second] : [second, first];
  return [year, month, day].join('-');
}

/** Whether a text that can't be read may be a date all the same. */
export const mayBeDate = (text: string): boolean => /\d/.test(text) && text.length <= 60;

/** What stands in for a date: also words that say there is none, and that no date has. */
export const isDatePlaceholder = (text: string): boolean =>
  isPlaceholder(text) ||
  /^(?:\[[^[\]]*\]|<[^<>]*>|[?x._-]+|todo|unknown|unclear|n\/?a|none|true|false|(?:in[- ]?(?:game|world|universe) )?(?:date|year))$/i.test(
    text,
  );

const SMALL_WORDS =
  /^(?:of|the|and|or|in|on|at|day|days|year|years|month|der|die|das|des|den|dem|und|jahr|tag|monat|del|las|los|les|dia|año|mes|jour|mois|dzień|rok)$/i;

/** The words that no calendar knows. */
function strangeWords(text: string, chronology: Chronology): readonly string[] {
  const known = new Set(
    dateWords(chronology).flatMap(({ word, names }) =>
      [word, ...names].flatMap((one) => fold(one).split(/[^\p{L}\p{M}]+/u)),
    ),
  );
  return (text.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []).filter(
    (word) => word.length > 2 && !SMALL_WORDS.test(word) && !known.has(fold(word)),
  );
}

const whyOf = (text: string, reading: DateReading): string =>
  !reading.ok && reading.code !== 'date/unreadable'
    ? reading.message.replace(/\.$/, '')
    : `“${inline(text)}” is not written like a date, such as 412-3-12 or a day, a month and a year`;

/** One sentence for each kind of date that can't be read, most dates first. @param texts as they are written */
export function whatWouldHelp(texts: readonly string[], chronology: Chronology, order: NumberOrder): string {
  const [noYear, turned, strange, others]: [string[], string[], string[], string[]] = [[], [], [], []];
  const blanks = texts.filter(isDatePlaceholder);
  const words: string[] = [];
  for (const text of texts) {
    if (isDatePlaceholder(text)) continue;
    const own = [...new Set(strangeWords(text, chronology))];
    words.push(...own);
    (NO_YEAR.test(text.trim())
      ? noYear
      : yearFirst(text, order) !== null
        ? turned
        : own.length > 0
          ? strange
          : others
    ).push(text);
  }
  const inOrder = [...tally(words)].sort(([, a], [, b]) => b - a).map(([word, uses]) => `${inline(word)} (${uses})`);
  const [example = ''] = turned;
  const [other = ''] = others;
  const read = readDate(chronology, other);
  const said: readonly (readonly [readonly string[], string])[] = [
    [
      strange,
      `no calendar here lists ${someOf(inOrder)}: add each month or era to the calendar that it belongs to, or declare that calendar`,
    ],
    [
      turned,
      `“${inline(example)}” has the year last, as the plug-in writes it: here the year comes first, as in ${yearFirst(example, order) ?? ''}`,
    ],
    [
      noYear,
      `${counted(noYear.length, 'day')} such as “${inline(noYear[0] ?? '')}” ${noYear.length === 1 ? 'has' : 'have'} no year, like something that comes every year: write the year of one of them`,
    ],
    [others, whyOf(other, read)],
    [blanks, `“${inline(blanks[0] ?? '')}” stands for a date that is not written yet: write it, or leave it empty`],
  ];
  return listWords(
    said
      .filter(([some, words]) => some.length > 0 && words !== '')
      .sort(([a], [b]) => b.length - a.length)
      .map(([, sentence]) => sentence),
    'and',
  );
}
