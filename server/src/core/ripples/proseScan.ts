/** Scans the prose of a codex once for all names that are looked for, and again only what has changed since. */
import { allEntries, type Canon, differing, entryAt, isShown, type Known, pathsOf } from '../canon';
import { readBody } from '../entry/body';
import { cutFrontmatter } from '../entry/frontmatter';
import { referenceLinks } from '../entry/links';
import { paragraphsOf } from '../entry/paragraphs';
import { addTo, memoized } from '../text/groups';
import { dataUris } from '../text/dataUris';
import type { Span } from '../text/span';
import { type NameBook, openNameBook, wordsIn } from './nameBook';
import { namesOf } from './namesOf';

/** A passage that holds a name or a link. */
export interface Passage {
  readonly path: string;
  readonly lines: readonly [number, number];
  readonly span: Span;
  /** As written, without the marks of quotes and lists before its first word. */
  readonly text: string;
  /** The names in it, by their numbers, each once; see `Named`. */
  readonly names: readonly Named[];
  /** The targets of its links, as written. */
  readonly targets: readonly string[];
}

/** A name in a passage. */
export interface Named {
  readonly name: number;
  /** Whether it stands anywhere in it with its capital, and not at the start of a sentence. */
  readonly isSure: boolean;
}

/** The prose of a codex, by what stands in it. */
export interface Scan {
  readonly book: NameBook;
  /** By the number of a name. */
  readonly named: ReadonlyMap<number, readonly Passage[]>;
  /** By the target of a link, as written. */
  readonly linked: ReadonlyMap<string, readonly Passage[]>;
  /** The names that the prose also has in small letters. */
  readonly small: ReadonlySet<number>;
  /** The files in which a word of a value stands. @param word as `wordsIn` gives it */
  readonly filesWith: (word: string) => ReadonlySet<string>;
}

interface ScannedFile {
  readonly passages: readonly Passage[];
  readonly small: ReadonlySet<number>;
  /** The words of values that stand in it. */
  readonly words: ReadonlySet<string>;
}

/** What is kept of the scans of one codex. */
export interface ProseScan {
  /**
   * Finds the names of all entries that are known.
   * @param nameless names of entities without a page @param values texts of values, whose words are counted too
   */
  scanSteps(
    known: Known,
    proseOf: (path: string) => string | null,
    nameless: Iterable<string>,
    values: Iterable<string>,
  ): Generator<void, Scan>;
}

interface Scanned {
  readonly canon: Canon;
  readonly book: NameBook;
  readonly files: Map<string, ScannedFile>;
  readonly scan: Scan;
}

export function openProseScan(): ProseScan {
  let last: Scanned | null = null;
  return {
    *scanSteps(known, proseOf, nameless, values) {
      const { canon } = known;
      const before: Scanned | null = last;
      const changed = before ? differing(before.canon.entries, canon.entries) : [];
      // A name that is gone may have stood over another.
      const isSameNames =
        before !== null && changed.every((path) => namesAt(before.canon, path) === namesAt(canon, path));
      const book: NameBook = isSameNames ? before.book : openNameBook();
      const size = book.size;
      if (!isSameNames)
        for (const entry of allEntries(canon))
          if (known.has(entry)) for (const name of namesOf(entry)) book.add(name, 'name');
      for (const name of nameless) book.add(name, 'name');
      for (const value of values) {
        book.add(value, 'value');
        for (const word of wordsIn(value)) book.watch(word);
      }
      // What is new to look for may stand anywhere.
      const isKept = isSameNames && size === book.size;
      const files = isKept ? before.files : new Map<string, ScannedFile>();
      const wanted = isKept ? changed : pathsOf(canon);
      if (isKept && wanted.length === 0) {
        last = { ...before, canon };
        return before.scan;
      }
      // Given up half-way, it begins again.
      last = null;
      for (const path of wanted) {
        const entry = entryAt(canon, path);
        const prose = entry && isShown(known, entry) ? proseOf(path) : null;
        if (prose === null) files.delete(path);
        else files.set(path, scannedFile(book, path, prose));
        yield;
      }
      const scan = scanOf(book, files);
      last = { canon, book, files, scan };
      return scan;
    },
  };
}

function namesAt(canon: Canon, path: string): string {
  const entry = entryAt(canon, path);
  return entry ? namesOf(entry).join('\n') : '';
}

const NOTHING: ScannedFile = { passages: [], small: new Set(), words: new Set() };

/** A character that is neither a word nor a blank, in place of links and pictures; in ASCII, where words are found faster. */
const MASK = '\u0000';

function scannedFile(book: NameBook, path: string, text: string): ScannedFile {
  const from = cutFrontmatter(text)?.body ?? 0;
  const body = readBody(text, from);
  const links = [...body.links, ...(body.brackets.length > 0 ? referenceLinks(text, body) : [])].sort(
    (a, b) => a.span.start - b.span.start,
  );
  const uris = text.includes('data:') ? dataUris(text) : [];
  const masks: Span[] = [...links.map(({ span }) => span), ...uris].sort((a, b) => a.start - b.start);
  const passages: Passage[] = [];
  const small = new Set<number>();
  const words = new Set<string>();
  let [at, mask] = [0, 0];
  for (const { span, lines } of paragraphsOf(text)) {
    while ((links[at]?.span.start ?? Infinity) < span.start) at++;
    const targets: string[] = [];
    for (let i = at; (links[i]?.span.start ?? Infinity) < span.end; i++) {
      const target = links[i]?.target.normalize('NFC');
      if (target !== undefined && !targets.includes(target)) targets.push(target);
    }
    while ((masks[mask]?.end ?? Infinity) <= span.start) mask++;
    const found = book.find(masked(text, span, masks, mask), words);
    if (found.length + targets.length === 0) continue;
    const names = new Map<number, boolean>();
    for (const { name, isSmall, beginsSentence } of found) {
      if (isSmall) small.add(name);
      names.set(name, names.get(name) === true || (!isSmall && !beginsSentence));
    }
    passages.push({
      path,
      lines,
      span,
      text: text.slice(span.start, span.end),
      names: [...names].map(([name, isSure]) => ({ name, isSure })),
      targets,
    });
  }
  return passages.length + words.size === 0 ? NOTHING : { passages, small, words };
}

/** A stretch of the text in which links and pictures hold no words. */
function masked(text: string, { start, end }: Span, masks: readonly Span[], first: number): string {
  let [shown, at] = ['', start];
  for (let i = first; (masks[i]?.start ?? Infinity) < end; i++) {
    const mask = masks[i] as Span;
    if (mask.end <= at) continue;
    shown += text.slice(at, Math.max(at, mask.start)) + MASK;
    at = Math.min(mask.end, end);
  }
  return at === start && shown === '' ? text.slice(start, end) : shown + text.slice(at, end);
}

function scanOf(book: NameBook, files: ReadonlyMap<string, ScannedFile>): Scan {
  const named = new Map<number, Passage[]>();
  const linked = new Map<string, Passage[]>();
  const small = new Set<number>();
  const withWord = new Map<string, string[]>();
  for (const [path, file] of files) {
    for (const passage of file.passages) {
      for (const { name } of passage.names) addTo(named, name, passage);
      for (const target of passage.targets) addTo(linked, target, passage);
    }
    for (const name of file.small) small.add(name);
    for (const word of file.words) addTo(withWord, word, path);
  }
  return { book, named, linked, small, filesWith: memoized((word) => new Set(withWord.get(word))) };
}

/** The scans of whole canons; a view has prose of its own, and is scanned for itself. */
const scans = new WeakMap<object, ProseScan>();

export function scanFor(canon: Canon): ProseScan {
  if (canon.eyes) return openProseScan();
  let scan = scans.get(canon.codex);
  if (!scan) scans.set(canon.codex, (scan = openProseScan()));
  return scan;
}
