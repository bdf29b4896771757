/** The eras of its own that a codex counts in without having declared them: for examples, and for years without an era. */
import { isUndeclared, exampleYear, readDate, type WorldDate } from '../../chronology';
import type { DateWritten, Entry } from '../../entry/entry';
import { ownDates } from '../../entry/stretches';
import { entryAt } from './canon';
import type { Trait } from './indexKeys';
import type { Known } from './canonValue';
import { perKnown } from './known';
import { at } from './table';

export interface OwnEra {
  /** As it is written in dates. */
  readonly name: string;
  /** One of its years that is in use: `5421 AS`. */
  readonly year: string;
}

/** So many pages show well enough what an author counts in. */
const MOST_PAGES = 200;

/** The most used first. Empty where calendars are declared: those say it. */
export const ownEras = (known: Known): readonly OwnEra[] => erasShown(known, 'own-era');

const erasShown = perKnown((known: Known, trait: Trait): readonly OwnEra[] => {
  const { canon } = known;
  if (canon.codex.chronology.declared) return [];
  const counts = new Map<string, { era: OwnEra; uses: number }>();
  for (const path of (at(canon.traits, trait) ?? []).slice(0, MOST_PAGES)) {
    const entry = entryAt(canon, path);
    for (const era of entry ? ownErasIn(known, entry) : []) {
      const key = era.name.toLowerCase();
      const so = counts.get(key);
      if (so) so.uses++;
      else counts.set(key, { era, uses: 1 });
    }
  }
  return [...counts.values()].sort((a, b) => b.uses - a.uses).map(({ era }) => era);
});

/** A year to serve as an example, in an era that the codex counts in; null where it is known to count in none. */
export function exampleIn(known: Known): string | null {
  const { chronology } = known.canon.codex;
  return chronology.declared ? exampleYear(chronology) : (ownEras(known)[0]?.year ?? null);
}

/** Those that the dates of one page are in, once for each date. */
export const ownErasIn = ({ canon }: Known, entry: Entry): OwnEra[] =>
  datesOf(entry).flatMap(({ date }) => {
    if (!date || !isUndeclared(date.start.line)) return [];
    const reading = readDate(canon.codex.chronology, date.text);
    const name = reading.ok ? reading.unknownEra : undefined;
    return name === undefined ? [] : { name, year: `${yearIn(date)} ${name}` };
  });

/** Every date of a page that says when something was so. */
export function datesOf(entry: Entry): DateWritten[] {
  const theirs = entry.facts.flatMap((fact) => [fact.from, fact.until]);
  return [...ownDates(entry), ...theirs.filter((written) => written !== null)];
}

const yearIn = ({ start, end }: WorldDate): number => {
  const day = Math.floor([start.day, end.day].find(Number.isFinite) ?? 1);
  return day > 0 ? day : day - 1;
};

/** `AS`, `AS and BS`. */
export const renderEras = (eras: readonly OwnEra[]): string => {
  const names = eras.slice(0, MOST_NAMES).map(({ name }) => name);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
};

const MOST_NAMES = 3;
