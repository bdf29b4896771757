/** How the eras of the notes relate, as far as that is certain: by their names, by lives that use both, by what notes say. */
import { fold, type EraDeclaration } from '../../chronology';
import type { SurveyedNote } from './keyUses';
import { type DateKey, type DatesFound, type EraFound, type ReadDate, yearIn } from './dateKeys';
import { slugOf } from './sessions';

interface Explained {
  /** What the letters stand for: `Before the Sundering`. */
  readonly long: string;
  readonly isBackward: boolean;
  /** The note that says so. */
  readonly path: string;
}

/** `1 TA = 1201 FA`. */
interface Equation {
  readonly era: string;
  readonly year: number;
  readonly other: string;
  readonly otherYear: number;
  readonly path: string;
}

const WORDS = "((?:\\p{L}[\\p{L}'’]*[ -]){0,7}\\p{L}[\\p{L}'’]*)";
const MARKUP = '["“”*_`\\s]*';
const MEANS = '(?:[:=–—|(-]+|stands for|means|is short for|steht für|bedeutet|signifie|significa)';

/** Era → what some note says its letters stand for. */
function explainedEras(eras: readonly string[], notes: readonly SurveyedNote[]): ReadonlyMap<string, Explained> {
  const found = new Map<string, Explained>();
  for (const era of eras.filter((name) => /^\p{L}{2,6}$/u.test(name))) {
    const behind = new RegExp(`(?<![\\p{L}\\d])${era}${MARKUP}${MEANS}${MARKUP}${WORDS}`, 'gu');
    const before = new RegExp(`${WORDS}${MARKUP}\\(${MARKUP}${era}${MARKUP}\\)`, 'gu');
    for (const { path, prose } of notes) {
      if (!prose.includes(era)) continue;
      const long = firstOf(prose, behind, era, false) ?? firstOf(prose, before, era, true);
      if (long === null) continue;
      found.set(era, { long, isBackward: BACKWARD.test(long), path });
      break;
    }
  }
  return found;
}

/** How the names of eras begin that count back. */
const BACKWARD = /^(?:before|bevor|vor|avant|antes|ante|prior|prima|pre|przed)\b/i;

function firstOf(prose: string, pattern: RegExp, era: string, isAtEnd: boolean): string | null {
  for (const match of prose.matchAll(pattern)) {
    const long = spelling((match[1] ?? '').split(/[ -]+/), era, isAtEnd);
    if (long !== null) return long;
  }
  return null;
}

const SMALL = /^(?:of|the|a|an|and|to|der|die|das|des|dem|den|de|du|la|le|les|el|los|del|della|da|do)$/i;

/** The words of which the letters are those of the era, from the start or to the end; small ones may be left out. */
function spelling(words: readonly string[], era: string, isAtEnd: boolean): string | null {
  for (let size = 2; size <= words.length; size++) {
    const part = isAtEnd ? words.slice(-size) : words.slice(0, size);
    if (SMALL.test(part[0] ?? '') || SMALL.test(part.at(-1) ?? '')) continue;
    const lettersOf = (some: readonly string[]): string => fold(some.map((word) => word[0] ?? '').join(''));
    if ([part, part.filter((word) => !SMALL.test(word))].some((some) => lettersOf(some) === fold(era)))
      return part.join(' ');
  }
  return null;
}

/** Pairs of years of two eras that a note says are the same. */
function equationsOf(eras: readonly string[], notes: readonly SurveyedNote[]): readonly Equation[] {
  if (eras.length < 2) return [];
  const names = eras.map((era) => era.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const year = `(\\d{1,6})\\s?(${names})`;
  const pattern = new RegExp(
    `(?<![\\p{L}\\d])${year}\\s*(?:=|≙|is|was|equals|corresponds to|is the same as|is also)\\s*${year}(?!\\p{L})`,
    'gu',
  );
  const found: Equation[] = [];
  for (const { path, prose } of notes) {
    if (!eras.some((era) => prose.includes(era))) continue;
    for (const [, first = '', era = '', second = '', other = ''] of prose.matchAll(pattern))
      if (era !== other) found.push({ era, year: Number(first), other, otherYear: Number(second), path });
  }
  return found;
}

export interface EraPlaced {
  readonly found: EraFound;
  readonly declaration: EraDeclaration;
  /** How that is known, where more than the use of the years shows it. */
  readonly why: string | null;
}

/** Eras of which it is known how they lie to each other. */
export interface EraGroup {
  readonly id: string;
  readonly eras: readonly EraPlaced[];
  readonly defaultEra: string;
}

export interface ErasFound {
  /** The one with the most dates first. */
  readonly groups: readonly EraGroup[];
  /** Eras used so seldom that they may be slips of the pen. */
  readonly slips: readonly EraFound[];
  /** Whether they can be declared without knowing anything that the notes don't say. */
  readonly isSure: boolean;
}

interface Lives {
  /** Lives of which the larger year comes first, and of which it comes last. */
  readonly down: number;
  readonly up: number;
}

/** @param phrases eras of several words, which can't be read unless they are declared */
export function erasFound(
  { eras, builtIn }: DatesFound,
  keys: readonly DateKey[],
  notes: readonly SurveyedNote[],
  phrases: readonly string[],
): ErasFound | null {
  const [main] = eras;
  if (!main) return null;
  const named = eras.filter(({ uses }) => uses > 1 || eras.length < 6).map(({ name }) => name);
  const explained = new Map([...phrases.map(byItself), ...explainedEras(named, notes)]);
  const lives = livesIn(keys);
  const isPartner = (era: EraFound): boolean => eras.some((other) => arePair(era.name, other.name));
  const isSlip = (era: EraFound): boolean =>
    era !== main &&
    era.uses === 1 &&
    !isPartner(era) &&
    !explained.has(era.name) &&
    main.uses >= 20 * (eras.length - 1);
  const slips = eras.filter(isSlip);
  const kept = eras.filter((era) => !isSlip(era));

  const backward = directions(kept, explained, lives);
  const isVague = ({ name }: EraFound): boolean =>
    isBeforeSomething(name) && !explained.has(name) && (lives.get(fold(name))?.up ?? 0) === 0;
  const clues = { explained, backward, equations: equationsOf(named, notes), crossing: crossings(keys), isVague };
  const groups = grouped(kept, clues);
  const own = eras.reduce((sum, { uses }) => sum + uses, 0);
  const isKnown = kept.length === 1 || phrases.length > 0 || groups.some((group) => group.eras.length > 1);
  const hasForward = kept.some((era) => backward.get(era) === null);
  return { groups, slips, isSure: isKnown && hasForward && !isVague(main) && builtIn <= own / 20 };
}

/** Why it is held that an era counts back; null where it counts forward. */
function directions(
  kept: readonly EraFound[],
  explained: ReadonlyMap<string, Explained>,
  lives: ReadonlyMap<string, Lives>,
): ReadonlyMap<EraFound, string | null> {
  const whyBackward = (era: EraFound): string | null => {
    const long = explained.get(era.name);
    if (long) return long.isBackward ? `${long.path} says ${long.long}` : null;
    const { down, up } = lives.get(fold(era.name)) ?? { down: 0, up: 0 };
    if (down > 0 && up === 0) return `lives begin in its larger years`;
    const partner = kept.find((other) => isBefore(era.name, other.name));
    return partner && up === 0 ? `it mirrors ${partner.name}` : null;
  };
  return new Map(kept.map((era) => [era, whyBackward(era)]));
}

/** The evidence of how eras relate to each other. */
interface Clues {
  readonly explained: ReadonlyMap<string, Explained>;
  /** Why an era counts back; null where it counts forward. */
  readonly backward: ReadonlyMap<EraFound, string | null>;
  readonly equations: readonly Equation[];
  readonly crossing: ReadonlySet<string>;
  /** Whether an era may count back, by its name alone. */
  readonly isVague: (era: EraFound) => boolean;
}

/** Eras that lie beside each other, group by group; those that count back and meet no other stand alone. */
function grouped(kept: readonly EraFound[], clues: Clues): readonly EraGroup[] {
  const { explained, backward, equations, crossing, isVague } = clues;
  const forward = kept.filter((era) => backward.get(era) === null);
  const groups: EraGroup[] = [];
  const placed = new Set<EraFound>();
  for (const start of [...forward, ...kept]) {
    if (placed.has(start)) continue;
    const why = backward.get(start) ?? (isVague(start) ? 'by its name' : null);
    const group = [eraPlaced(start, explained, why, why === null ? 0 : 1, null)];
    placed.add(start);
    // Each that is placed may place others.
    for (const { found, declaration } of group)
      for (const { era, epoch, path, text } of sameYears(found, declaration.epoch, equations, kept)) {
        if (placed.has(era) || backward.get(era) !== null) continue;
        group.push(eraPlaced(era, explained, null, epoch, `${path} says ${text}`));
        placed.add(era);
      }
    for (const era of kept) {
      const counts = backward.get(era) ?? null;
      if (placed.has(era) || counts === null || !doMeet(era, start, explained, crossing, forward.length === 1))
        continue;
      group.push(eraPlaced(era, explained, counts, era.hasZero || start.hasZero ? 0 : 1, null));
      placed.add(era);
    }
    groups.push(inOrder(idOf(start.name, groups.length), group));
  }
  return groups;
}

/** The eras that notes tie to one that is placed, with the epochs that this gives them. */
function sameYears({ name }: EraFound, epoch: number, equations: readonly Equation[], kept: readonly EraFound[]) {
  return equations.flatMap(({ era, year, other, otherYear, path }) => {
    const [own, theirs, found] = era === name ? [year, otherYear, other] : other === name ? [otherYear, year, era] : [];
    const tied = kept.find((one) => one.name === found);
    if (own === undefined || theirs === undefined || !tied) return [];
    return [{ era: tied, epoch: epoch + own - theirs, path, text: `${year} ${era} is ${otherYear} ${other}` }];
  });
}

/** As they follow each other, the first at the beginning of the count; years without an era are in the last. */
function inOrder(id: string, group: readonly EraPlaced[]): EraGroup {
  const forward = group.filter(({ declaration }) => declaration.direction === 'forward');
  const least = Math.min(0, ...forward.map(({ declaration }) => declaration.epoch));
  const eras = group
    .map((one) => ({ ...one, declaration: { ...one.declaration, epoch: one.declaration.epoch - least } }))
    .sort((one, other) => compareRanks(rankOf(one), rankOf(other)));
  const latest = eras.findLast(({ declaration }) => declaration.direction === 'forward') ?? eras[0];
  return { id, eras, defaultEra: latest?.declaration.id ?? '' };
}

/** Eras that count back stand behind the others: they are what comes before. */
const rankOf = ({ declaration: { direction, epoch } }: EraPlaced): number =>
  direction === 'backward' ? Infinity : epoch;

/** Two infinities are alike. */
const compareRanks = (one: number, other: number): number => (one === other ? 0 : one - other);

/** `Before the Flame` says what it is. */
const byItself = (phrase: string): readonly [string, Explained] => [
  phrase,
  { long: phrase, isBackward: BACKWARD.test(phrase), path: 'its name' },
];

/** A capital B and one to three more: before something, perhaps. */
const isBeforeSomething = (name: string): boolean => /^B\p{Lu}{1,3}$/u.test(name);

/** Whether the first counts back from where the second begins, by its name: BS and AS, BF and AF, BCE and CE, BR and PR. */
function isBefore(name: string, other: string): boolean {
  if (!/^B/i.test(name) || fold(name) === fold(other)) return false;
  const rest = fold(name.slice(1));
  return rest !== '' && (fold(other) === rest || (/^[APSY]/i.test(other) && fold(other.slice(1)) === rest));
}

const arePair = (one: string, other: string): boolean => isBefore(one, other) || isBefore(other, one);

/** Whether the years before and the years after are counted from one and the same event. */
function doMeet(
  before: EraFound,
  after: EraFound,
  explained: ReadonlyMap<string, Explained>,
  crossing: ReadonlySet<string>,
  isOnlyOne: boolean,
): boolean {
  if (isBefore(before.name, after.name)) return true;
  const [one, two] = [explained.get(before.name), explained.get(after.name)];
  if (one && two && eventOf(one.long) === eventOf(two.long)) return true;
  return isOnlyOne && crossing.has(`${fold(before.name)} ${fold(after.name)}`);
}

/** What an era is counted from: `Before the Sundering` → sundering. */
const eventOf = (long: string): string => fold(long.split(/[ -]/).at(-1) ?? '');

function eraPlaced(
  found: EraFound,
  explained: ReadonlyMap<string, Explained>,
  backward: string | null,
  epoch: number,
  why: string | null,
): EraPlaced {
  const long = explained.get(found.name);
  const declaration: EraDeclaration = {
    id: found.name,
    names: long && long.long !== found.name ? [long.long] : [],
    epoch,
    direction: backward === null ? 'forward' : 'backward',
    yearZero: found.hasZero,
  };
  const remark = long && !long.isBackward && long.long !== found.name ? `${long.path} says ${long.long}` : null;
  return { found, declaration, why: why ?? backward ?? remark };
}

const idOf = (name: string, place: number): string => (place === 0 ? 'reckoning' : `reckoning-${slugOf(name)}`);

/** In which direction years go in lives that begin and end in one era. */
function livesIn(keys: readonly DateKey[]): ReadonlyMap<string, Lives> {
  const lives = new Map<string, { down: number; up: number }>();
  for (const [from, to] of spans(keys)) {
    if (fold(from.unknownEra ?? '') !== fold(to.unknownEra ?? '')) continue;
    const key = fold(from.unknownEra ?? '');
    const seen = lives.get(key) ?? { down: 0, up: 0 };
    lives.set(key, seen);
    const years = yearIn(to.text) - yearIn(from.text);
    if (years < 0) seen.down++;
    else if (years > 0) seen.up++;
  }
  return lives;
}

/** Eras of which lives cross from the first into the second: `bs as`. */
const crossings = (keys: readonly DateKey[]): ReadonlySet<string> =>
  new Set(
    spans(keys)
      .filter(([from, to]) => fold(from.unknownEra ?? '') !== fold(to.unknownEra ?? ''))
      .map(([from, to]) => `${fold(from.unknownEra ?? '')} ${fold(to.unknownEra ?? '')}`),
  );

/** The first and the last date of each note that has one of either kind, in undeclared eras. */
function spans(keys: readonly DateKey[]): readonly (readonly [ReadDate, ReadDate])[] {
  const ends = new Map<SurveyedNote, ReadDate>();
  for (const { role, dates } of keys)
    if (role === 'through') for (const date of dates) if (!ends.has(date.note)) ends.set(date.note, date);
  return keys
    .filter(({ role }) => role === 'date')
    .flatMap(({ dates }) => dates)
    .flatMap((from) => {
      const to = ends.get(from.note);
      return to && from.unknownEra !== null && to.unknownEra !== null ? [[from, to] as const] : [];
    });
}
