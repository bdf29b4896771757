/** Finds entries that tell nearly the same (model §15): by the runs of three words and the facts that two of them have alone. */
import { allEntries, edgesOf, type Known, idOf, isAcknowledged, inCanonOrder } from '../canon';
import type { Entry } from '../entry/entry';
import { cutFrontmatter } from '../entry/frontmatter';
import { compareTexts } from '../text/sorted';
import { nfc } from '../text/nearNames';
import { hashOf } from '../text/numbers';
import { wordsOf } from './proseWords';
import type { ReadProse } from './ripples';

/** Two entries that tell nearly the same, by id. */
export interface NearDuplicate {
  readonly entries: readonly [Entry, Entry];
  /** The one that is offered as the one that supersedes. */
  readonly fuller: Entry;
  /** The share of what either holds that is in both. */
  readonly score: number;
}

/** What two near-duplicates have at least in common. */
const SHARE = 4 / 5;
/** A page of fewer words is too short to be compared. */
const FEWEST_WORDS = 30;
/** A page of which less is left without what several others have too is a form that was hardly filled in. */
const FEWEST_PARTS = 10;

/** Signs of a page that is still to be filled in. */
const TEMPLATE = /\{\{|<%|\$\{/;
const TEMPLATE_FOLDER = /(?:^|\/)_?templates?(?:\/|\.)/i;

/** What pages that were made from one template share before anybody fills them in: rows of forms, code, headings, heads of callouts. */
const SCAFFOLD = [
  /^(?:`{3,}|~{3,})[^]*?^(?:`{3,}|~{3,})/gm,
  /^[^\n|`]*(?:\|[^\n`]*`|`[^\n|]*\|)[^\n]*$/gm,
  /`[^`\n]*`/g,
  /^[>\t ]*(?:#{1,6} |\[!)[^\n]*$/gm,
];

const SIGNS = /[`#]|\[!|~~~/;

const withoutScaffold = (prose: string): string =>
  SIGNS.test(prose) ? SCAFFOLD.reduce((text, one) => text.replace(one, ' '), prose) : prose;

interface PageParts {
  readonly entry: Entry;
  readonly words: number;
  /** Hashes of its runs of words and of its facts. */
  readonly parts: Uint32Array;
}

/** The best first. Yields after each entry. */
export function* nearDuplicateSteps(known: Known, textOf: ReadProse): Generator<void, readonly NearDuplicate[]> {
  const pages: PageParts[] = [];
  let total = 0;
  for (const entry of allEntries(known.canon)) {
    const page = known.has(entry) ? partsOf(entry, textOf(entry.path)) : null;
    if (page) pages.push(page);
    total += page?.parts.length ?? 0;
    yield;
  }
  const table = openPartTable(total);
  for (const [place, { parts }] of pages.entries()) {
    table.add(place, parts);
    yield;
  }
  const { sizes, pairs } = table.count(pages.length);
  const found: NearDuplicate[] = [];
  for (const { first, second, both } of pairs) {
    const [a, b] = [pages[first] as PageParts, pages[second] as PageParts];
    const [one, other] = [sizes[first] as number, sizes[second] as number];
    const score = both / (one + other - both);
    if (score < SHARE || Math.min(one, other) < FEWEST_PARTS || areRelated(known, a.entry, b.entry)) continue;
    found.push(pairOf(known, a, b, score));
  }
  return found.sort(
    (a, b) =>
      b.score - a.score ||
      compareTexts(idOf(known, a.entries[0]), idOf(known, b.entries[0])) ||
      compareTexts(idOf(known, a.entries[1]), idOf(known, b.entries[1])),
  );
}

/** Which pages have each part: an open table of numbers, as most parts are on one page alone. */
function openPartTable(total: number) {
  const size = 2 ** Math.ceil(Math.log2(2 * total + 2));
  const keys = new Uint32Array(size);
  /** Places of pages, counted from 1; 0: none. */
  const firsts = new Int32Array(size);
  const seconds = new Int32Array(size);
  return {
    add(place: number, parts: Uint32Array): void {
      const page = place + 1;
      for (const part of parts) {
        let at = part & (size - 1);
        while (firsts[at] !== 0 && keys[at] !== part) at = (at + 1) & (size - 1);
        if (firsts[at] === 0) {
          keys[at] = part;
          firsts[at] = page;
        } else if (firsts[at] !== page && seconds[at] !== page) seconds[at] = seconds[at] === 0 ? page : MANY;
      }
    },
    /** How many parts each page has alone or with one other, and how many two pages have together. */
    count(pages: number) {
      const sizes = new Uint32Array(pages);
      let shared = 0;
      for (let at = 0; at < size; at++) {
        const [first, second] = [firsts[at] as number, seconds[at] as number];
        if (first === 0 || second === MANY) continue;
        sizes[first - 1] = (sizes[first - 1] as number) + 1;
        if (second === 0) continue;
        sizes[second - 1] = (sizes[second - 1] as number) + 1;
        shared++;
      }
      const together = new Float64Array(shared);
      for (let at = 0; at < size; at++) {
        const second = seconds[at] as number;
        if (second > 0) together[--shared] = ((firsts[at] as number) - 1) * pages + second - 1;
      }
      return { sizes, pairs: countEqual(together.sort(), pages) };
    },
  };
}

/** More pages than two have it. */
const MANY = -1;

interface PagePair {
  readonly first: number;
  readonly second: number;
  readonly both: number;
}

function countEqual(sorted: Float64Array, pages: number): PagePair[] {
  const pairs: PagePair[] = [];
  for (let from = 0, at = 1; at <= sorted.length; at++) {
    const pair = sorted[from] as number;
    if (sorted[at] === pair) continue;
    if (at - from > 1) pairs.push({ first: Math.floor(pair / pages), second: pair % pages, both: at - from });
    from = at;
  }
  return pairs;
}

function partsOf(entry: Entry, text: string | null): PageParts | null {
  if (text === null || TEMPLATE_FOLDER.test(entry.path)) return null;
  const prose = text.slice(cutFrontmatter(text)?.body ?? 0);
  if (TEMPLATE.test(prose)) return null;
  const { count: words, hashes } = wordsOf(nfc(withoutScaffold(prose)));
  if (words < FEWEST_WORDS) return null;
  const parts = new Uint32Array(words - 2 + entry.facts.length);
  for (let i = 2; i < words; i++)
    parts[i - 2] = mixed(mixed(hashes[i - 2] as number, hashes[i - 1] as number), hashes[i] as number);
  entry.facts.forEach(({ attribute, value }, i) => {
    parts[words - 2 + i] = hashOf(`${attribute.text}\n${value.text}`);
  });
  return { entry, words, parts };
}

/** Two hashes as one, in their order. */
function mixed(a: number, b: number): number {
  const hash = Math.imul(a ^ (a >>> 15), 0x85ebca6b) + b;
  return Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
}

const areRelated = (known: Known, a: Entry, b: Entry): boolean =>
  isAcknowledged(known, a, b) ||
  edgesOf(known, a).some(({ by }) => by === b) ||
  edgesOf(known, b).some(({ by }) => by === a);

function pairOf(known: Known, a: PageParts, b: PageParts, score: number): NearDuplicate {
  const [first, second] = [a, b].sort((one, other) =>
    compareTexts(idOf(known, one.entry), idOf(known, other.entry)),
  ) as [PageParts, PageParts];
  const more = first.entry.facts.length - second.entry.facts.length || first.words - second.words;
  const later = inCanonOrder(known, [first.entry, second.entry])[1] ?? second.entry;
  const fuller = more > 0 ? first.entry : more < 0 ? second.entry : later;
  return { entries: [first.entry, second.entry], fuller, score };
}
