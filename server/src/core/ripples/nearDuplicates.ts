/** Finds entries that tell nearly the same (model §15): by their runs of three words and their facts, exactly and without comparing all pairs. */
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
/** What is in more entries than this, and in more than this share of all, says nothing. */
const MANY = 10;
const COMMON = 1 / 100;

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

/** How many of its parts a page shares at least with a near-duplicate. */
const neededOf = (row: Float64Array): number => Math.ceil(row.length * SHARE - 1e-9);

/**
 * How many of the rarest parts near-duplicates share at least: of two rows in one order that share all but so many parts, the first
 * ones that are left over when these are taken away, and so many more, have so many in common. Most pages share one by chance.
 */
const FIRST_SHARED = 4;

interface PageParts {
  readonly entry: Entry;
  readonly words: number;
  /** Hashes of its runs of words and of its facts, each once. */
  readonly parts: Uint32Array;
}

/** How many parts are distinguished while they are counted, as a power of two: where two fall together, both only count as less rare. */
const COUNTED = 2 ** 24;

/** The best first. Yields after each entry. */
export function* nearDuplicateSteps(known: Known, textOf: ReadProse): Generator<void, readonly NearDuplicate[]> {
  const pages: PageParts[] = [];
  const counts = new Uint16Array(COUNTED);
  const countOf = (part: number): number => counts[part & (COUNTED - 1)] ?? 0;
  for (const entry of allEntries(known.canon)) {
    const page = known.has(entry) ? partsOf(entry, textOf(entry.path)) : null;
    if (page) {
      pages.push(page);
      for (const part of page.parts) if (countOf(part) < 65535) counts[part & (COUNTED - 1)] = countOf(part) + 1;
    }
    yield;
  }
  const most = Math.max(MANY, pages.length * COMMON);
  // By rarity: of two pages that share enough, some of the first parts of each must be shared.
  const rows = pages.map(({ parts }) => {
    const kept = new Float64Array(parts.length);
    let size = 0;
    for (const part of parts) if (countOf(part) <= most) kept[size++] = countOf(part) * 2 ** 32 + part;
    return kept.subarray(0, size).sort();
  });
  const found: NearDuplicate[] = [];
  const filed = new Map<number, number[]>();
  /** How many of those parts a page shares with the one that is looked at. */
  const hits = new Uint16Array(rows.length);
  for (const [place, row] of rows.entries()) {
    const candidates: number[] = [];
    for (const part of row.subarray(0, row.length - neededOf(row) + FIRST_SHARED)) {
      // What no other page has leads nowhere.
      if (part < 2 ** 33) continue;
      const others = filed.get(part);
      if (!others) {
        filed.set(part, [place]);
        continue;
      }
      for (const other of others) {
        if (hits[other] === 0) candidates.push(other);
        hits[other] = (hits[other] as number) + 1;
      }
      others.push(place);
    }
    for (const other of candidates) {
      const [those, count] = [rows[other] as Float64Array, hits[other] as number];
      hits[other] = 0;
      if (count < Math.min(FIRST_SHARED, neededOf(row), neededOf(those))) continue;
      const score = shared(those, row);
      const [a, b] = [pages[other] as PageParts, pages[place] as PageParts];
      if (score >= SHARE && !areRelated(known, a.entry, b.entry)) found.push(pairOf(known, a, b, score));
    }
    yield;
  }
  return found.sort(
    (a, b) =>
      b.score - a.score ||
      compareTexts(idOf(known, a.entries[0]), idOf(known, b.entries[0])) ||
      compareTexts(idOf(known, a.entries[1]), idOf(known, b.entries[1])),
  );
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
  parts.sort();
  return { entry, words, parts: parts.filter((part, i) => i === 0 || part !== parts[i - 1]) };
}

/** Two hashes as one, in their order. */
function mixed(a: number, b: number): number {
  const hash = Math.imul(a ^ (a >>> 15), 0x85ebca6b) + b;
  return Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
}

/** The share of two sorted rows that is in both; 0 as soon as it is certain to be too small. */
function shared(a: Float64Array, b: Float64Array): number {
  /** How many of both rows may be in one alone. */
  let spare = a.length + b.length - 2 * Math.ceil(((a.length + b.length) * SHARE) / (1 + SHARE) - 1e-9);
  let [i, j, both] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [one, other] = [a[i] as number, b[j] as number];
    if (one === other) both++;
    else if (spare-- === 0) return 0;
    if (one <= other) i++;
    if (other <= one) j++;
  }
  return both / Math.max(1, a.length + b.length - both);
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
