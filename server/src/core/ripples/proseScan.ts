/** Scans the prose of a codex once for all names that are looked for, and again only what has changed since. */
import { type Canon, differing, entryAt, isShown, type Known, mentionKeys, pathsOf } from '../canon';
import { type Entry, fingerprintOf } from '../entry/entry';
import { readBody } from '../entry/body';
import { cutFrontmatter } from '../entry/frontmatter';
import { referenceLinks } from '../entry/links';
import { paragraphsOf } from '../entry/paragraphs';
import { addTo } from '../text/groups';
import { dataUris } from '../text/dataUris';
import type { Span } from '../text/span';
import { type NameBook, openNameBook, type What } from './nameBook';
import { namesOf } from './namesOf';
import { hashOf } from '../text/numbers';
import { type HashSet, openHashSet, withEndings, wordsIn } from './proseWords';

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
  /** The targets of links by the keys of the names that they may stand for. */
  readonly targets: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names that the prose also has in small letters, and in how many files. */
  readonly small: ReadonlyMap<number, number>;
  /** The files in which each word of a value stands, by its hash. */
  readonly filesWith: ReadonlyMap<number, ReadonlySet<string>>;
}

interface ScannedFile {
  readonly passages: readonly Passage[];
  readonly small: ReadonlySet<number>;
  /** The hashes of all its words. */
  readonly words: Int32Array;
  /** Stands for all else that other files can see of it. */
  readonly head: number;
}

/** What is looked for beside the names of entries. */
export interface Wanted {
  /** Names of entities without a page. */
  readonly nameless: ReadonlySet<string>;
  /** Texts of values, whose words are counted too. */
  readonly values: ReadonlySet<string>;
}

/** What is found otherwise than before. */
interface Rescanned {
  /** The files that were scanned again, with what `headOf` said of them before. */
  readonly heads: Map<string, number | undefined>;
  /** Names that have come to stand in small letters, or no longer do. */
  readonly small: Set<number>;
  /** The hashes of words that stand in more files than before, or in fewer, and in how many they stood. */
  readonly counts: Map<number, number>;
}

/** What is kept of the scans of one codex. */
export interface ProseScan extends Scan {
  readonly wanted: Wanted;
  /** Since it was settled last. */
  readonly changes: Rescanned;
  settle(): void;
  /** Stands for all that other files can see of a file beside what it has `reviewed`; undefined where it is not shown. */
  headOf(path: string): number | undefined;
  /** The same scan with the passages of some files alone. */
  within(paths: Iterable<string>): Scan;
  /** Finds the names of all entries that are known, and what else is wanted, where they may stand otherwise than before. */
  updateSteps(known: Known, proseOf: (path: string) => string | null, wanted: Wanted): Generator<void, void>;
}

/** Where more names come or go at once, everything is scanned again. */
const FEW = 64;

const NOTHING: ReadonlySet<string> = new Set();

function openProseScan(): ProseScan {
  const [book, hashes, all] = [openNameBook(), openHashSet(), openScannedFiles()];
  const { files, filesWith } = all;
  let canon: Canon | null = null;
  const self: ProseScan = {
    ...all,
    book,
    wanted: { nameless: NOTHING, values: NOTHING },
    headOf: (path) => files.get(path)?.head,
    within(paths) {
      const some = openPassages();
      for (const path of paths) some.add(files.get(path)?.passages ?? []);
      return { ...self, ...some };
    },
    *updateSteps(known, proseOf, wanted) {
      const isFirst = canon === null;
      const changed = canon === null ? pathsOf(known.canon) : differing(canon.entries, known.canon.entries);
      const moved = [
        ...recountEntries(book, canon, known, changed),
        ...recountWanted(book, 'name', wanted.nameless, self.wanted.nameless),
        ...recountWanted(book, 'value', wanted.values, self.wanted.values),
      ];
      const unseen = [...new Set([...wanted.values].flatMap(wordsIn))].map(hashOf).filter((one) => !filesWith.has(one));
      canon = known.canon;
      Object.assign(self, { wanted });
      const isFew = moved.length + unseen.length <= FEW;
      let again: readonly string[] = changed;
      if (!isFirst) again = [...new Set([...changed, ...(isFew ? filesWithAll(files, moved) : files.keys())])];
      all.watch(unseen, isFew);
      for (const path of again) {
        const entry = entryAt(canon, path);
        const prose = entry && isShown(known, entry) ? proseOf(path) : null;
        all.replace(path, entry && prose !== null ? scannedFile(book, hashes, entry, prose) : null);
        yield;
      }
    },
  };
  return self;
}

/** Counts the names of entries that come and go. @returns the words of each, where prose may be read otherwise now */
function recountEntries(book: NameBook, before: Canon | null, known: Known, changed: readonly string[]): string[][] {
  const [come, gone]: [string[], string[]] = [[], []];
  for (const path of changed) {
    const [was = [], is = []] = [before && entryAt(before, path), entryAt(known.canon, path)].map((entry) =>
      entry && known.has(entry) ? namesOf(entry) : [],
    );
    if (was.join('\n') === is.join('\n')) continue;
    come.push(...is);
    gone.push(...was);
  }
  return recount(book, 'name', come, gone);
}

function recountWanted(book: NameBook, what: What, is: ReadonlySet<string>, was: ReadonlySet<string>): string[][] {
  const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
    [...some].filter((one) => !others.has(one));
  return recount(book, what, without(is, was), without(was, is));
}

/** What goes and comes back has not changed. */
function recount(book: NameBook, what: What, come: readonly string[], gone: readonly string[]): string[][] {
  const isNew = come.filter((name) => book.add(name, what));
  return [...isNew, ...gone.filter((name) => book.remove(name, what))].map(wordsIn);
}

/** What was scanned, and what is counted over all files of it. */
function openScannedFiles() {
  const files = new Map<string, ScannedFile>();
  const small = new Map<number, number>();
  const filesWith = new Map<number, Set<string>>();
  const changes: Rescanned = { heads: new Map(), small: new Set(), counts: new Map() };
  const passages = openPassages();

  function countWords({ words }: ScannedFile, path: string, isIn: boolean): void {
    for (const hash of words) {
      const those = filesWith.get(hash);
      if (!those || those.has(path) === isIn) continue;
      if (!changes.counts.has(hash)) changes.counts.set(hash, those.size);
      if (isIn) those.add(path);
      else those.delete(path);
    }
  }

  function countSmall(file: ScannedFile, by: 1 | -1): void {
    for (const name of file.small) {
      const before = small.get(name) ?? 0;
      if (before === 0 || before + by === 0) changes.small.add(name);
      if (before + by === 0) small.delete(name);
      else small.set(name, before + by);
    }
  }

  return {
    ...passages,
    files,
    small,
    filesWith,
    changes,
    settle(): void {
      changes.heads.clear();
      changes.small.clear();
      changes.counts.clear();
    },
    /** @param isScanned whether what stands in the files now counts, or all are about to be scanned */
    watch(words: readonly number[], isScanned: boolean): void {
      for (const hash of words) filesWith.set(hash, new Set());
      if (isScanned)
        for (const [path, file] of files)
          for (const hash of words) if (file.words.includes(hash)) filesWith.get(hash)?.add(path);
    },
    replace(path: string, file: ScannedFile | null): void {
      const before = files.get(path);
      if (!changes.heads.has(path)) changes.heads.set(path, before?.head);
      if (before) {
        passages.remove(before.passages);
        countSmall(before, -1);
        countWords(before, path, false);
      }
      if (!file) return void files.delete(path);
      files.set(path, file);
      passages.add(file.passages);
      countSmall(file, 1);
      countWords(file, path, true);
    },
  };
}

/** The files in which all words of a name stand, of any of some names. */
function filesWithAll(files: ReadonlyMap<string, ScannedFile>, names: readonly string[][]): string[] {
  const wanted = names.map((words) =>
    words.map((word, i) => (i + 1 < words.length ? [word] : withEndings(word)).map(hashOf)),
  );
  if (wanted.length === 0) return [];
  return [...files].flatMap(([path, { words }]) =>
    wanted.some((all) => all.every((forms) => forms.some((hash) => words.includes(hash)))) ? [path] : [],
  );
}

/** Passages by what stands in them. */
function openPassages() {
  const named = new Map<number, Passage[]>();
  const linked = new Map<string, Passage[]>();
  const targets = new Map<string, Set<string>>();
  const drop = <K>(map: Map<K, Passage[]>, key: K, gone: ReadonlySet<Passage>): void =>
    void map.set(
      key,
      (map.get(key) ?? []).filter((one) => !gone.has(one)),
    );
  const fileTarget = (target: string): void => {
    for (const key of mentionKeys(target)) {
      const those = targets.get(key);
      if (those) those.add(target);
      else targets.set(key, new Set([target]));
    }
  };
  return {
    named,
    linked,
    targets,
    add(passages: readonly Passage[]): void {
      for (const passage of passages) {
        for (const { name } of passage.names) addTo(named, name, passage);
        for (const target of passage.targets) {
          if (!linked.has(target)) fileTarget(target);
          addTo(linked, target, passage);
        }
      }
    },
    remove(passages: readonly Passage[]): void {
      const gone = new Set(passages);
      for (const name of new Set(passages.flatMap(({ names }) => names.map((one) => one.name))))
        drop(named, name, gone);
      for (const target of new Set(passages.flatMap((one) => one.targets))) drop(linked, target, gone);
    },
  };
}

/** What says that the author has seen a retcon settles this page alone. */
const REVIEWED = /^reviewed:.*\n?(?:[ \t]+.*\n?|- .*\n?)*/m;

function headOf({ title, type, frontmatter }: Entry, text: string): number {
  const head = text.slice(0, frontmatter.end).replace(REVIEWED, '');
  return fingerprintOf({ title, type, titleSpan: null, frontmatter: { start: 0, end: head.length } }, head);
}

const NO_NUMBERS: ReadonlySet<number> = new Set();

/** A character that is neither a word nor a blank, in place of links and pictures; in ASCII, where words are found faster. */
const MASK = '\u0000';

function scannedFile(book: NameBook, hashes: HashSet, entry: Entry, text: string): ScannedFile {
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
  let [at, mask] = [0, 0];
  for (const { span, lines } of paragraphsOf(text)) {
    while ((links[at]?.span.start ?? Infinity) < span.start) at++;
    const targets: string[] = [];
    for (let i = at; (links[i]?.span.start ?? Infinity) < span.end; i++) {
      const target = links[i]?.target.normalize('NFC');
      if (target !== undefined && !targets.includes(target)) targets.push(target);
    }
    while ((masks[mask]?.end ?? Infinity) <= span.start) mask++;
    const found = book.find(masked(text, span, masks, mask), hashes);
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
    words: hashes.take(),
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

/** The scans of whole canons that nobody is updating; a view has prose of its own, and is scanned for itself. */
const scans = new WeakMap<object, ProseScan>();

/** The scan of a codex. Its owner updates it and hands it back: given up half-way, it is dropped. */
export function takeScan({ codex, eyes }: Canon): ProseScan {
  const scan = eyes ? undefined : scans.get(codex);
  scans.delete(codex);
  return scan ?? openProseScan();
}

export function keepScan({ codex, eyes }: Canon, scan: ProseScan): void {
  if (!eyes) scans.set(codex, scan);
}
