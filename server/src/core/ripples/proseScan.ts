/** Scans the prose of a codex once for all names that are looked for, and again only what has changed since. */
import { allEntries, type Canon, differing, entryAt, isShown, type Known, pathsOf } from '../canon';
import { type Entry, fingerprintOf } from '../entry/entry';
import { readBody } from '../entry/body';
import { cutFrontmatter } from '../entry/frontmatter';
import { referenceLinks } from '../entry/links';
import { paragraphsOf } from '../entry/paragraphs';
import { addTo } from '../text/groups';
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
  /** The files in which each word of a value stands, the words as `wordsIn` gives them. */
  readonly filesWith: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The prose of the files that changed, where nothing else can be answered otherwise. */
export interface RevisedScan {
  readonly paths: ReadonlySet<string>;
  /** Only these files are in it, but what is counted is counted in all. */
  readonly scan: Scan;
}

interface ScannedFile {
  readonly passages: readonly Passage[];
  readonly small: ReadonlySet<number>;
  /** The words of values that stand in it. */
  readonly words: ReadonlySet<string>;
  /** Stands for all else that other files can see of it. */
  readonly head: number;
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
  /**
   * What has changed since a canon; null where that is not what was scanned last, or more than the prose of a few files has changed.
   * @param isRare whether a word says something that stands in so many files; null: that depends on which
   */
  revised(
    since: Canon,
    known: Known,
    proseOf: (path: string) => string | null,
    isRare: (files: number) => boolean | null,
  ): RevisedScan | null;
}

interface Scanned {
  readonly canon: Canon;
  readonly book: NameBook;
  readonly files: Map<string, ScannedFile>;
  /** After a revision its passages are out of date, and it is made again when it is asked for. */
  readonly scan: Scan;
  readonly isWhole: boolean;
}

/** So many files may change at once. */
const FEW = 8;

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
        last = { ...before, canon, isWhole: true, scan: before.isWhole ? before.scan : scanOf(book, files) };
        return last.scan;
      }
      // Given up half-way, it begins again.
      last = null;
      for (const path of wanted) {
        const entry = entryAt(canon, path);
        const prose = entry && isShown(known, entry) ? proseOf(path) : null;
        if (prose === null) files.delete(path);
        else files.set(path, scannedFile(book, entry as Entry, prose));
        yield;
      }
      const scan = scanOf(book, files);
      last = { canon, book, files, scan, isWhole: true };
      return scan;
    },
    revised(since, known, proseOf, isRare) {
      const { canon } = known;
      if (last?.canon !== since || last.canon.committed !== canon.committed || last.canon.others !== canon.others)
        return null;
      // What stands in the prose may be read as keys.
      if (canon.codex.inline || canon.codex.preset !== null) return null;
      const { book, files, scan: before } = last;
      const changed = differing(last.canon.entries, canon.entries);
      if (FEW < changed.length) return null;
      const revised = new Map<string, ScannedFile>();
      for (const path of changed) {
        const entry = entryAt(canon, path);
        const prose = entry && isShown(known, entry) ? proseOf(path) : null;
        const file = entry && prose !== null ? scannedFile(book, entry, prose) : null;
        if (file === null || file.head !== files.get(path)?.head) return null;
        revised.set(path, file);
      }
      const filesWith = recounted(files, revised, before, isRare);
      if (!filesWith) return null;
      for (const [path, file] of revised) files.set(path, file);
      const scan = { ...before, filesWith };
      last = { canon, book, files, scan, isWhole: last.isWhole && changed.length === 0 };
      return { paths: new Set(changed), scan: { ...scan, ...passagesIn(revised) } };
    },
  };
}

/** The files of each word, where some files are scanned again; null where that makes a name or a word say more or less than before. */
function recounted(
  files: ReadonlyMap<string, ScannedFile>,
  revised: ReadonlyMap<string, ScannedFile>,
  { small, filesWith: before }: Scan,
  isRare: (files: number) => boolean | null,
): Scan['filesWith'] | null {
  const isSmallElsewhere = (path: string, name: number): boolean =>
    [...files].some(([other, file]) => other !== path && file.small.has(name));
  const moved = new Map<string, Set<string>>();
  for (const [path, now] of revised) {
    const then = files.get(path) as ScannedFile;
    for (const name of now.small) if (!small.has(name)) return null;
    for (const name of then.small) if (!now.small.has(name) && !isSmallElsewhere(path, name)) return null;
    for (const word of new Set([...now.words, ...then.words])) {
      if (now.words.has(word) === then.words.has(word)) continue;
      let those = moved.get(word);
      if (!those) moved.set(word, (those = new Set(before.get(word))));
      if (now.words.has(word)) those.add(path);
      else those.delete(path);
    }
  }
  for (const [word, those] of moved) {
    const is = isRare(those.size);
    if (is === null || is !== isRare(before.get(word)?.size ?? 0)) return null;
  }
  return moved.size === 0 ? before : new Map([...before, ...moved]);
}

function namesAt(canon: Canon, path: string): string {
  const entry = entryAt(canon, path);
  return entry ? namesOf(entry).join('\n') : '';
}

/** What says that the author has seen a retcon settles this page alone. */
const REVIEWED = /^reviewed:.*\n?(?:[ \t]+.*\n?|- .*\n?)*/m;

function headOf({ title, type, frontmatter }: Entry, text: string): number {
  const head = text.slice(0, frontmatter.end).replace(REVIEWED, '');
  return fingerprintOf({ title, type, titleSpan: null, frontmatter: { start: 0, end: head.length } }, head);
}

const NO_NUMBERS: ReadonlySet<number> = new Set();
const NO_WORDS: ReadonlySet<string> = new Set();

/** A character that is neither a word nor a blank, in place of links and pictures; in ASCII, where words are found faster. */
const MASK = '\u0000';

function scannedFile(book: NameBook, entry: Entry, text: string): ScannedFile {
  const { path } = entry;
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
  return {
    passages,
    small: small.size > 0 ? small : NO_NUMBERS,
    words: words.size > 0 ? words : NO_WORDS,
    head: headOf(entry, text),
  };
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
  const small = new Set<number>();
  const filesWith = new Map<string, Set<string>>();
  for (const [path, file] of files) {
    for (const name of file.small) small.add(name);
    for (const word of file.words) {
      const those = filesWith.get(word);
      if (those) those.add(path);
      else filesWith.set(word, new Set([path]));
    }
  }
  return { book, ...passagesIn(files), small, filesWith };
}

function passagesIn(files: ReadonlyMap<string, ScannedFile>): Pick<Scan, 'named' | 'linked'> {
  const named = new Map<number, Passage[]>();
  const linked = new Map<string, Passage[]>();
  for (const { passages } of files.values())
    for (const passage of passages) {
      for (const { name } of passage.names) addTo(named, name, passage);
      for (const target of passage.targets) addTo(linked, target, passage);
    }
  return { named, linked };
}

/** The scans of whole canons; a view has prose of its own, and is scanned for itself. */
const scans = new WeakMap<object, ProseScan>();

export function scanFor(canon: Canon): ProseScan {
  if (canon.eyes) return openProseScan();
  let scan = scans.get(canon.codex);
  if (!scan) scans.set(canon.codex, (scan = openProseScan()));
  return scan;
}
