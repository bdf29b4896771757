/**
 * Where a text has one of codex.yaml's `banned_terms`: whole words, ignoring case, `*` for any letters. Somebody else may have written the
 * terms, so none becomes a regular expression: the time is bounded by the length of the text times what the terms cost.
 */
import { isUnparted, runsIn, type TextRun } from '../text/query';
import { nfc } from '../text/nearNames';
import { apart, type Span } from '../text/span';
import { groupBy } from '../text/groups';

interface BannedWord extends Span {
  /** As codex.yaml writes it. */
  readonly term: string;
}

/** In the order of their places; of several that overlap the first, and of those that begin at one place the longest. */
export function bannedIn(text: string, terms: readonly string[]): BannedWord[] {
  if (terms.length === 0) return [];
  const listed = listedTerms(terms);
  const all = listed.unparted.flatMap((term) => placesOf(text, term));
  if (listed.hasWords) {
    const runs = [...runsIn(text)];
    for (const [i, run] of runs.entries())
      for (const term of listed.beginningWith(folded(run.text))) {
        const end = endOfTerm(text, runs, i, term);
        if (end !== null) all.push({ start: run.start, end, term: term.written });
      }
  }
  return apart(all);
}

/** What a term costs beside a plain word, which is only looked up. */
export const termCost = (term: string): number => (term.includes('*') || isUnparted(term) ? 10 : 1);

const folded = (word: string): string => nfc(word).toLowerCase();

/** A term as words, and what stands between them. */
interface Term {
  readonly written: string;
  readonly words: readonly string[];
  readonly between: readonly string[];
}

interface ListedTerms {
  /** Those in scripts that do not part words: they are looked for anywhere. */
  readonly unparted: readonly string[];
  readonly hasWords: boolean;
  /** The terms whose first word this is. */
  readonly beginningWith: (word: string) => readonly Term[];
}

const lists = new WeakMap<readonly string[], ListedTerms>();

function listedTerms(written: readonly string[]): ListedTerms {
  let made = lists.get(written);
  if (!made) lists.set(written, (made = makeList(written)));
  return made;
}

/** So many words are kept with the terms that begin with them: prose says the same words again and again. */
const MOST_KEPT = 20_000;

function makeList(written: readonly string[]): ListedTerms {
  const terms = written.filter((one) => !isUnparted(one)).map(termOf);
  const [withStars, plain] = [terms.filter((one) => hasStar(one)), terms.filter((one) => !hasStar(one))];
  const byWord = groupBy(plain, firstOf);
  const kept = new Map<string, readonly Term[]>();
  const beginningWith = (word: string): readonly Term[] => {
    let found = kept.get(word);
    if (!found) {
      found = [...(byWord.get(word) ?? []), ...withStars.filter((term) => fitsWord(firstOf(term), word))];
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(word, found);
    }
    return found;
  };
  return { unparted: written.filter(isUnparted), hasWords: terms.length > 0, beginningWith };
}

const firstOf = ({ words }: Term): string => words[0] ?? '';
const hasStar = (term: Term): boolean => firstOf(term).includes('*');

const WORD = /[\p{L}\p{N}\p{M}*]+/gu;

function termOf(written: string): Term {
  const text = folded(written);
  const words = [...text.matchAll(WORD)].filter(({ 0: word }) => /[^*]/.test(word));
  const between = words.slice(1).map(({ index }, i) => {
    const before = words[i];
    return before ? text.slice(before.index + before[0].length, index) : '';
  });
  return { written, words: words.map(([word]) => word), between };
}

/** Where a term ends whose first word is a run of the text; null where the rest of it does not follow. */
function endOfTerm(text: string, runs: readonly TextRun[], first: number, { words, between }: Term): number | null {
  let end = endOf(runs[first]);
  for (let i = 1; i < words.length; i++) {
    const run = runs[first + i];
    if (!run || !isSameGap(text.slice(end, run.start), between[i - 1] ?? '')) return null;
    if (!fitsWord(words[i] ?? '', folded(run.text))) return null;
    end = endOf(run);
  }
  return end;
}

const endOf = (run: TextRun | undefined): number => (run ? run.start + run.text.length : 0);

/** Blanks are as one, over the end of a line too. */
const isSameGap = (written: string, gap: string): boolean =>
  written === gap || (gap.trim() === '' && written.length <= LONGEST_GAP && /^\s+$/.test(written));
const LONGEST_GAP = 20;

/** From left to right, the last star taking more where the rest does not fit: a star takes letters alone. */
function fitsWord(pattern: string, word: string): boolean {
  let [at, place, star, taken] = [0, 0, -1, 0];
  while (at < word.length) {
    if (pattern[place] === '*') [star, taken, place] = [place, at, place + 1];
    else if (pattern[place] === word[at]) [at, place] = [at + 1, place + 1];
    else if (star === -1 || /\p{N}/u.test(word[taken] ?? '')) return false;
    else [at, place, taken] = [taken + 1, star + 1, taken + 1];
  }
  while (pattern[place] === '*') place++;
  return place === pattern.length;
}

function placesOf(text: string, written: string): BannedWord[] {
  const found: BannedWord[] = [];
  const word = nfc(written).replaceAll('*', '');
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length))
    found.push({ start: at, end: at + word.length, term: written });
  return found;
}
