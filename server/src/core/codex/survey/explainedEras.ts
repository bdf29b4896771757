/** What the notes themselves say of their eras: what the letters stand for, and which years are the same. */
import { fold } from '../../chronology';
import type { SurveyedNote } from './keyUses';

export interface Explained {
  /** What the letters stand for: `Before the Sundering`. */
  readonly long: string;
  readonly isBackward: boolean;
  /** The note that says so. */
  readonly path: string;
}

/** `1 TA = 1201 FA`. */
export interface Equation {
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
export function explainedEras(eras: readonly string[], notes: readonly SurveyedNote[]): ReadonlyMap<string, Explained> {
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
export const BACKWARD = /^(?:before|bevor|vor|avant|antes|ante|prior|prima|pre|przed)\b/i;

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

/** Which years of two eras are one and the same, where a note says so. */
export function equationsOf(eras: readonly string[], notes: readonly SurveyedNote[]): readonly Equation[] {
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
