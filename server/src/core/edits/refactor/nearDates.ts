/** The dates that an author may mean when a retcon of an entry is dated, so that none need be typed. */
import { describersOf, entityOf, entityOfFact, type Known, factsAbout } from '../../canon';
import type { Entry } from '../../entry/entry';
import { ownDates } from '../../entry/stretches';

/** A date as written, and where it is from: the title of an entry, or null: it is the present of the codex. */
export interface NearDate {
  readonly text: string;
  readonly from: Entry | null;
}

/** More than anybody looks through. */
const MOST = 30;

/** Each once: the present, the dates of the entry, then the dates of all facts about its subjects, by path. */
export function datesNear(known: Known, old: Entry): readonly NearDate[] {
  const found = new Map<string, NearDate>();
  const add = (text: string | undefined, from: Entry | null): void => {
    if (text !== undefined && !found.has(text) && found.size < MOST) found.set(text, { text, from });
  };
  const looked = new Set<Entry>();
  const addOf = (entry: Entry): void => {
    if (looked.has(entry)) return;
    looked.add(entry);
    for (const date of [...ownDates(entry), ...entry.facts.flatMap((fact) => [fact.from, fact.until])])
      add(date?.date?.text, entry);
  };
  add(known.canon.codex.present?.text, null);
  addOf(old);
  const entities = new Set([entityOf(known, old), ...old.facts.map((fact) => entityOfFact(known, old, fact))]);
  for (const entity of entities) {
    for (const entry of describersOf(known, entity)) addOf(entry);
    for (const { entry } of factsAbout(known, entity)) addOf(entry);
  }
  return [...found.values()];
}
