/** Which keys hold world dates, and in which eras: judged by their names and by what can be read of them. */
import { fold, type Chronology, readDate, readDateOfParts, type DateReading, type WorldDate } from '../../chronology';
import { type KeyUses, wordsIn, keyWords, tally, mostFrequent, type SurveyedNote, singleText } from './keyUses';
import type { YamlNode } from '../../yaml/tree';
import { readIso } from '../canonTime';
import { keyOf } from '../codex';
import { addTo } from '../../text/groups';
import { isDatePlaceholder, isWithoutYear, mayBeDate, type NumberOrder, yearFirst } from './unreadDates';

/** What a key of dates stands for: the start, the last day of a life, or the last day of an event. */
export type DateRole = 'date' | 'through' | 'end';

const PLAIN = wordsIn(
  'date year when of the in de da di do fc aat game ingame world event lore story datum data fecha',
);
const MARKS = wordsIn('date year when datum fecha data');
/** Words for the beginning of a life: of a person, a place, a house. */
const BIRTHS = wordsIn(
  `born birth dateofbirth birthdate birthyear dob founded founding foundation established est formed formation built
  constructed geboren geburt geburtsdatum geburtsjahr gegrundet grundung naissance ne nee fondation fonde fondee nacimiento
  nacido nacida fundacion fundado fundada nascimento nascido fundacao nascita nato nata fondazione fondato geboorte urodzony`,
);
const STARTS = wordsIn(
  'start starts started begin begins began beginning from since occurred happened crowned coronation discovered',
);
const DEATHS = wordsIn(
  `died death dateofdeath deathdate deathyear dod deceased destroyed destruction dissolved disbanded abolished slain fell
  fallen gestorben tod todesdatum todesjahr mort morte deces decede decedee muerte fallecimiento fallecido muerto
  overleden zerstort destruida`,
);
const ENDS = wordsIn('end ends ended ending finished to ende fin fim fine');

export function roleOf({ key, spelling }: KeyUses): DateRole | null {
  if (key === 'date') return 'date';
  if (key === 'until' || key === 'through') return 'through';
  const words = keyWords(spelling).map(fold);
  const context = words.filter((word) => !PLAIN.has(word));
  const [word] = context;
  if (word === undefined) return words.some((plain) => MARKS.has(plain)) ? 'date' : null;
  if (context.length > 1) return null;
  return BIRTHS.has(word) || STARTS.has(word) ? 'date' : DEATHS.has(word) ? 'through' : ENDS.has(word) ? 'end' : null;
}

/** Whether a key of dates says when somebody was born or something was founded, which no later change of them has as its date. */
export const isBirthKey = (spelling: string): boolean => hasWordOf(BIRTHS, spelling);

/** The same for an end. */
export const isDeathKey = (spelling: string): boolean => hasWordOf(DEATHS, spelling);

const hasWordOf = (words: ReadonlySet<string>, spelling: string): boolean =>
  keyWords(spelling)
    .map(fold)
    .some((word) => words.has(word));

export interface DateKey extends KeyUses {
  readonly role: DateRole;
  readonly dates: readonly ReadDate[];
  /** Values that are not dates; a placeholder for a date is not one of them. */
  readonly unread: readonly string[];
  /** Too many values are not dates for the key to be taken as a date without asking. */
  readonly isDoubtful: boolean;
  /** Its dates are days of our own time: when somebody wrote, not when something happened. */
  readonly isOurs: boolean;
}

export interface ReadDate {
  readonly note: SurveyedNote;
  readonly text: string;
  readonly date: WorldDate;
  readonly unknownEra: string | null;
}

/** An era that no calendar declares, with the years in which it is used. */
export interface EraFound {
  readonly name: string;
  readonly uses: number;
  /** The dates with the least and the greatest year, as written. */
  readonly first: string;
  readonly last: string;
  /** The greatest number that stands for a year. */
  readonly greatest: number;
  readonly hasZero: boolean;
}

export interface DatesFound {
  /** Most used first. */
  readonly eras: readonly EraFound[];
  /** Words in the place of a month, in dates whose months no calendar declares. */
  readonly months: readonly string[];
  /** Dates without an era, aside from days of our own time. */
  readonly bare: number;
  /** Days of our own time, beside dates of the world: when a session was played. */
  readonly ourDays: number;
  /** Those of them that are only a year, and one of them. */
  readonly years: number;
  readonly aYear: string;
  /** Dates in eras and months that need no declaration, CE and March. */
  readonly builtIn: number;
}

/** Keys with the name of a date, at least some of whose values are one. @param order in which a plug-in writes numbers @param eraOf the era of a text that is not a plain word */
export function dateKeysOf(
  keys: Iterable<KeyUses>,
  chronology: Chronology,
  order: NumberOrder,
  eraOf: (text: string) => string | null = () => null,
): readonly DateKey[] {
  const found: DateKey[] = [];
  for (const uses of keys) {
    const role = roleOf(uses);
    if (!role) continue;
    const dates: ReadDate[] = [];
    const unread: string[] = [];
    for (const { note, node } of uses.uses)
      for (const { text, reading } of readingsOf(chronology, node)) {
        if (isMisread(text, order) || (!reading.ok && reading.code === 'date/unreadable')) {
          if (!isDatePlaceholder(text)) unread.push(text);
        } else if (reading.ok && reading.date)
          dates.push({ note, text, date: reading.date, unknownEra: reading.unknownEra ?? eraOf(text) });
      }
    if (dates.length === 0 && !unread.some(mayBeDate)) continue;
    const texts = [...dates.map(({ text }) => text), ...unread];
    const isOurs = !uses.key.startsWith('fc') && texts.filter(isOurDayInNumbers).length >= 0.8 * texts.length;
    found.push({
      ...uses,
      role,
      dates,
      unread,
      isDoubtful: !isOurs && unread.length > 0.25 * dates.length,
      isOurs,
    });
  }
  return found.sort((a, b) => rank(a.key) - rank(b.key) || b.uses.length - a.uses.length);
}

/** Whether a text would be taken for another date than its author means: the year last, or no year. */
export const isMisread = (text: string, order: NumberOrder): boolean =>
  isWithoutYear(text) || yearFirst(text, order) !== null;

/** A day of the years in which notes are kept on computers, perhaps with a time. */
export const isOurDay = (text: string): boolean =>
  /^(?:19[5-9]|20)\d\d-\d\d-\d\d/.test(text) && readIso(text.slice(0, 10)) !== null;

/** The same, also with the year last: `12/16/2023`. */
const isOurDayInNumbers = (text: string): boolean =>
  isOurDay(text) || /^\d{1,2}([-/.])\d{1,2}\1(?:19[5-9]|20[0-4])\d$/.test(text.trim());

const rank = (key: string): number => (key === 'date' || key === 'through' ? 0 : key.startsWith('fc') ? 1 : 2);

/** What can be read of a value: of a date, or of each in a list of them; nothing of what says nothing. */
export function readingsOf(
  chronology: Chronology,
  node: YamlNode | null,
): readonly { readonly text: string; readonly reading: DateReading }[] {
  if (node === null) return [];
  if (node.kind === 'sequence') return node.items.flatMap((item) => readingsOf(chronology, item));
  if (node.kind === 'mapping') {
    const parts = partsOf(node.pairs);
    if (!parts) return [{ text: '{…}', reading: NO_DATE }];
    if (parts.year === '*') return [{ text: Object.values(parts).join('-'), reading: NO_DATE }];
    const reading = readDateOfParts(chronology, parts);
    return [{ text: reading.ok ? (reading.date?.text ?? '') : Object.values(parts).join('-'), reading }];
  }
  const text = singleText(node) ?? '';
  return [{ text, reading: readDate(chronology, text) }];
}

const NO_DATE: DateReading = { ok: false, code: 'date/unreadable', message: 'this is not a date' };

/** `{year: 412, month: 3, day: 12}`, as calendar plug-ins write it; what comes every year has no year, for which a star stands. */
function partsOf(pairs: Extract<YamlNode, { kind: 'mapping' }>['pairs']) {
  const at = new Map(pairs.map(({ key, value }) => [keyOf(key.text), value === null ? null : singleText(value)]));
  const [year, month, day] = [at.get('year'), at.get('month'), at.get('day')];
  return year || month ? { year: year || '*', ...(month && { month }), ...(day && { day }) } : null;
}

const OUR_WORDS =
  /\b(?:b\.?c\.?(?:e\.?)?|c\.?e\.?|a\.?d\.?|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december)\b/i;

const A_YEAR = /^(?:c\.|ca\.|circa|~)?\s*-?\d{1,5}\??$/i;

export function datesFound(keys: readonly DateKey[]): DatesFound {
  const eras = new Map<string, ReadDate[]>();
  const months = new Map<string, string>();
  let [bare, ourDays, builtIn, years, aYear] = [0, 0, 0, 0, ''];
  for (const read of keys.flatMap(({ dates }) => dates)) {
    if (read.unknownEra !== null) {
      const key = fold(read.unknownEra);
      addTo(eras, key, read);
    } else if (OUR_WORDS.test(read.text)) builtIn++;
    else if (isOurDay(read.text)) ourDays++;
    else {
      bare++;
      if (A_YEAR.test(read.text)) [years, aYear] = [years + 1, aYear || read.text];
    }
    if (read.unknownEra !== null || !OUR_WORDS.test(read.text))
      for (const word of monthWords(read)) months.set(fold(word), months.get(fold(word)) ?? word);
  }
  const found = [...eras.values()].map(eraFound).sort((a, b) => b.uses - a.uses);
  return { eras: found, months: [...months.values()], bare, ourDays, years, aYear, builtIn };
}

function eraFound(reads: readonly ReadDate[]): EraFound {
  const inOrder = [...reads].sort(byTime);
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  return {
    name: mostFrequent(tally(reads.map(({ unknownEra }) => unknownEra ?? ''))),
    uses: reads.length,
    first: first?.text ?? '',
    last: last?.text ?? '',
    greatest: Math.max(...inOrder.map(({ text }) => yearIn(text))),
    hasZero: reads.some(({ text }) => yearIn(text) === 0),
  };
}

/** As their numbers go: which way an era counts is not known here. */
const byTime = (a: ReadDate, b: ReadDate): number =>
  yearIn(a.text) - yearIn(b.text) ||
  (a.date.start.line === b.date.start.line ? a.date.start.day - b.date.start.day : 0);

/** The year of a date in an undeclared era: its largest number, which no day of a month is. */
export const yearIn = (text: string): number =>
  [...text.matchAll(/(?<![^\s~>])-?\d+|\d+/g)]
    .map(([number]) => Number(number))
    .reduce((largest, number) => (Math.abs(number) > Math.abs(largest) ? number : largest), 0);

const NOT_MONTHS = /^(?:of|the|circa|before|after|century|late|early|mid|around|about|and|day|year|month)$/i;

/** The words beside the number of a day: `15th of Hammer, 5421 AS`, `Hammer 15, 5421 AS`. */
function monthWords({ text, unknownEra }: ReadDate): readonly string[] {
  const isMonth = (word: string | undefined): word is string =>
    word !== undefined && !NOT_MONTHS.test(word) && fold(word) !== fold(unknownEra ?? '');
  const after = /(?:^|[\s-])\d{1,2}(?:st|nd|rd|th)?(?:\s+of)?[\s-]+(\p{L}[\p{L}'’]{2,})[\s,-]+-?\d/iu.exec(text)?.[1];
  const before = /(?:^|\s)(\p{L}[\p{L}'’]{2,})\s+\d{1,2}(?:st|nd|rd|th)?,\s*-?\d/iu.exec(text)?.[1];
  return [after, before].filter(isMonth);
}
