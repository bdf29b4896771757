/** Which keys hold world dates, and in which eras and months: judged by their names and by what can be read of them. */
import type { Chronology } from '../../chronology/chronology';
import { fold } from '../../chronology/names';
import { readDate, readDateParts } from '../../chronology/read';
import type { WorldDate } from '../../chronology/types';
import type { YamlNode } from '../../yaml/tree';
import { readIso } from '../canonTime';
import { keyOf } from '../codex';
import { type KeyUses, textOf, wordsIn, wordsOf } from './keys';

/** What a key of dates stands for: the start, the last day of a life, or the last day of an event. */
export type DateRole = 'date' | 'through' | 'end';

export interface DateKey extends KeyUses {
  readonly role: DateRole;
  readonly dates: readonly ReadDate[];
  /** Its dates are days of our own time: when somebody wrote, not when something happened. */
  readonly isOurs: boolean;
}

interface ReadDate {
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
}

export interface DatesFound {
  /** Most used first. */
  readonly eras: readonly EraFound[];
  /** Words that stand where a month stands, in dates whose months nobody declares. */
  readonly months: readonly string[];
  /** Dates without an era. */
  readonly bare: number;
  /** Dates in eras and months that need no declaration, CE and March. */
  readonly builtIn: number;
}

const PLAIN = wordsIn('date year when of the in fc game ingame world event lore story');
const MARKS = wordsIn('date year when');
const STARTS = wordsIn(
  `born birth dateofbirth birthdate birthyear founded founding foundation established est formed formation built
  constructed start starts started begin begins began beginning from since occurred happened crowned coronation discovered`,
);
const DEATHS = wordsIn(
  `died death dateofdeath deathdate deathyear deceased destroyed destruction dissolved disbanded abolished slain fell
  fallen`,
);
const ENDS = wordsIn('end ends ended ending finished to');

/** Keys with the name of a date, at least four in five of whose values are one. */
export function dateKeysOf(keys: Iterable<KeyUses>, chronology: Chronology): readonly DateKey[] {
  const found: DateKey[] = [];
  for (const uses of keys) {
    const role = roleOf(uses);
    if (!role) continue;
    const dates = uses.uses.flatMap(({ node }) => readValue(chronology, node) ?? []);
    if (dates.length === 0 || dates.length < 0.8 * uses.uses.length) continue;
    const ours = dates.filter(({ text }) => /^(?:19[5-9]|20)\d\d-\d\d-\d\d/.test(text) && readIso(text.slice(0, 10)));
    found.push({ ...uses, role, dates, isOurs: !uses.key.startsWith('fc') && ours.length >= 0.8 * dates.length });
  }
  return found.sort((a, b) => rank(a.key) - rank(b.key) || b.uses.length - a.uses.length);
}

const rank = (key: string): number => (key === 'date' || key === 'through' ? 0 : key.startsWith('fc') ? 1 : 2);

function roleOf({ key, spelling }: KeyUses): DateRole | null {
  if (key === 'date') return 'date';
  if (key === 'until' || key === 'through') return 'through';
  const words = wordsOf(spelling);
  const telling = words.filter((word) => !PLAIN.has(word));
  const [word] = telling;
  if (word === undefined) return words.some((plain) => MARKS.has(plain)) ? 'date' : null;
  if (telling.length > 1) return null;
  return STARTS.has(word) ? 'date' : DEATHS.has(word) ? 'through' : ENDS.has(word) ? 'end' : null;
}

function readValue(chronology: Chronology, node: YamlNode): ReadDate | null {
  const text = textOf(node);
  const parts = node.kind === 'mapping' ? partsOf(node.pairs) : null;
  if (!parts && text === null) return null;
  const reading = parts ? readDateParts(chronology, parts) : readDate(chronology, text ?? '');
  if (!reading.ok || !reading.date) return null;
  return { text: text ?? reading.date.text, date: reading.date, unknownEra: reading.unknownEra ?? null };
}

/** `{year: 412, month: 3, day: 12}`, as calendar plug-ins write it. */
function partsOf(pairs: Extract<YamlNode, { kind: 'mapping' }>['pairs']) {
  const at = new Map(pairs.map(({ key, value }) => [keyOf(key.text), value === null ? null : textOf(value)]));
  const [year, month, day] = [at.get('year'), at.get('month'), at.get('day')];
  return year ? { year, ...(month && { month }), ...(day && { day }) } : null;
}

export function datesFound(keys: readonly DateKey[]): DatesFound {
  const eras = new Map<string, ReadDate[]>();
  const months = new Map<string, string>();
  let [bare, builtIn] = [0, 0];
  for (const read of keys.flatMap(({ dates }) => dates)) {
    if (read.unknownEra !== null) {
      const key = fold(read.unknownEra);
      eras.set(key, [...(eras.get(key) ?? []), read]);
    } else if (/\p{L}/u.test(read.text)) builtIn++;
    else bare++;
    if (read.unknownEra !== null)
      for (const word of monthWords(read)) months.set(fold(word), months.get(fold(word)) ?? word);
  }
  const found = [...eras.values()].map(eraFound).sort((a, b) => b.uses - a.uses);
  return { eras: found, months: [...months.values()], bare, builtIn };
}

function eraFound(reads: readonly ReadDate[]): EraFound {
  const inOrder = [...reads].sort((a, b) => a.date.start.day - b.date.start.day);
  const [first, last] = [inOrder[0]?.text ?? '', inOrder.at(-1)?.text ?? ''];
  return { name: reads[0]?.unknownEra ?? '', uses: reads.length, first, last };
}

const NOT_MONTHS = /^(?:of|the|circa|before|after|century|late|early|mid|around|about|and|day|year|month)$/i;

/** The words beside the number of a day: `15th of Hammer, 5421 AS`, `Hammer 15, 5421 AS`. */
function monthWords({ text, unknownEra }: ReadDate): readonly string[] {
  const isMonth = (word: string | undefined): word is string =>
    word !== undefined && !NOT_MONTHS.test(word) && fold(word) !== fold(unknownEra ?? '');
  const after = /(?:^|[\s-])\d{1,2}(?:st|nd|rd|th)?(?:\s+of)?[\s-]+(\p{L}[\p{L}'’]{2,})[\s,-]+-?\d/iu.exec(text)?.[1];
  const before = /(?:^|\s)(\p{L}[\p{L}'’]{2,})\s+\d{1,2}(?:st|nd|rd|th)?,\s*-?\d/iu.exec(text)?.[1];
  return [after, before].filter(isMonth);
}
