/** What an import would write into its folder: each page beside the one that lies there, so that what an author has changed since stays theirs. */
import { scalarText } from '../yaml/writeYaml';
import { calendarLines } from '../codex/survey/writeCalendars';
import { comment } from '../codex/survey/text';
import { digestsOf, merged, type PartDigests, partsOf } from './merge';
import { pageParts, pageText, type PageContext, placesOf } from './pages';
import type { ImportedItem, ImportedWorld, Lost } from './world';

/** `merged`: its author has changed it, and it takes over what only the source has changed. */
type ImportChange = 'new' | 'same' | 'updated' | 'merged' | 'kept';

interface PlannedFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly from: string;
  readonly change: ImportChange;
  /** Of a file that its author has changed: whether the source has changed as well since the last import, and not all of that was taken over. */
  readonly isNews: boolean;
  /** The keys that are taken over into such a page, and those that both have changed; `prose` for its prose. */
  readonly taken: readonly string[];
  readonly left: readonly string[];
  /** What it is to hold; of a picture, its path in the export. */
  readonly text: string | null;
  readonly digest: string;
}

/** The folder as an earlier import, and its author since, have left it. */
export interface ImportFolder {
  /** Where the pages of each source id lie. */
  readonly places: ReadonlyMap<string, string>;
  /** The digest of what each file held when it was written, by source id, or by path. */
  readonly written: ReadonlyMap<string, string>;
  /** The digests of what each page was made of, by source id. */
  readonly parts: ReadonlyMap<string, PartDigests>;
  readonly exists: (path: string) => boolean;
  /** The digest of what a file holds; null where there is none. */
  readonly digestAt: (path: string) => string | null;
  /** What a page holds; null where there is none. */
  readonly textAt: (path: string) => string | null;
}

export interface ImportPlan {
  readonly files: readonly PlannedFile[];
  readonly codexYaml: string;
  readonly lost: readonly Lost[];
  /** Pages that only their author may see. */
  readonly hidden: readonly string[];
  /** Pages of an earlier import that the export has no longer; they stay. */
  readonly gone: readonly string[];
  /** The digest of what each file is to be taken for next time, by source id, or by path. */
  readonly digests: ReadonlyMap<string, string>;
  /** The same of the parts of pages, by source id. */
  readonly parts: ReadonlyMap<string, PartDigests>;
  readonly counts: ImportCounts;
}

interface ImportCounts {
  readonly pages: number;
  readonly facts: number;
  readonly pictures: number;
  readonly calendars: number;
  /** Of pages that are shown: secret sections and facts. */
  readonly secrets: number;
}

const CODEX_YAML = 'codex.yaml';

interface Digesting {
  readonly digestOf: (text: string) => string;
  /** Of a key, or the prose, of a page: a short one, since there are many. */
  readonly digestOfPart: (text: string) => string;
  /** Of a file of the export. */
  readonly digestOfFile: (from: string) => string;
  readonly markdownOf: (html: string) => string;
}

/** @param toolName as its users call it */
export function planImport(
  given: ImportedWorld,
  toolName: string,
  folder: ImportFolder,
  { digestOf, digestOfPart, digestOfFile, markdownOf }: Digesting,
): ImportPlan {
  const world = { ...given, items: withOwnIds(given.items) };
  const places = placesOf(world.items, folder.places, folder.exists);
  const hiddenIds = new Set(world.items.filter(({ isHidden }) => isHidden).map(({ id }) => id));
  const context: PageContext = { world, places, markdownOf, hidden: hiddenIds };
  const counts = countsOf(world);
  const files: PlannedFile[] = [];
  const [digests, parts] = [new Map<string, string>(), new Map<string, PartDigests>()];
  const add = (key: string, path: string, from: string, text: string | null, digest: string): PlannedFile => {
    const before = folder.written.get(key);
    const change = changeOf(folder.digestAt(path), before, digest);
    // What an author has changed is compared with what the source said when they did.
    digests.set(key, change === 'kept' ? (before ?? '') : digest);
    const isNews = change === 'kept' && before !== digest;
    const file: PlannedFile = { path, from, change, isNews, taken: [], left: [], text, digest };
    files.push(file);
    return file;
  };
  for (const item of world.items) {
    const path = places.get(item.id) ?? '';
    const page = pageParts(item, context);
    item.sections = [];
    const text = pageText(page);
    const own = partsOf(page.pairs, page.prose);
    const file = add(item.id, path, item.from, text, digestOf(text));
    const before = folder.parts.get(item.id);
    const [old, held] = file.isNews && before ? [before, folder.textAt(path)] : [undefined, null];
    const both = old && held !== null ? merged(held, old, own, digestOfPart) : null;
    if (both) {
      const { taken, left } = both;
      const isNews = left.length > 0;
      files.pop();
      files.push({ ...file, change: taken.length > 0 ? 'merged' : 'kept', isNews, taken, left, text: both.text });
      if (!isNews) digests.set(item.id, file.digest);
    }
    const known = both?.digests ?? (file.change === 'kept' && file.isNews ? before : digestsOf(own, digestOfPart));
    if (known) parts.set(item.id, known);
  }
  for (const { path, from } of world.pictures) add(path, path, from, null, digestOfFile(from));
  const codexYaml = codexYamlOf(world, toolName);
  add(CODEX_YAML, CODEX_YAML, toolName, codexYaml, digestOf(codexYaml));
  const ids = new Set(world.items.map(({ id }) => id));
  return {
    files,
    codexYaml,
    lost: world.lost,
    hidden: world.items.flatMap(({ id, isHidden }) => (isHidden ? (places.get(id) ?? []) : [])),
    gone: [...folder.places].flatMap(([id, path]) => (ids.has(id) ? [] : [path])),
    digests,
    parts,
    counts,
  };
}

/** Rows of one title, and what a tool has exported twice, are pages of their own. */
function withOwnIds(items: readonly ImportedItem[]): readonly ImportedItem[] {
  const [taken, last] = [new Set(items.map(({ id }) => id)), new Map<string, number>()];
  return items.map((item) => {
    let n = last.get(item.id) ?? 0;
    let id = item.id;
    while (n > 0 && taken.has(id)) id = `${item.id}/${++n}`;
    last.set(item.id, Math.max(n, 1));
    taken.add(id);
    return id === item.id ? item : { ...item, id };
  });
}

/** A file that was removed since is not made again. */
function changeOf(held: string | null, before: string | undefined, wanted: string): ImportChange {
  if (held === wanted) return 'same';
  if (held === null) return before === undefined ? 'new' : 'kept';
  return held === before ? 'updated' : 'kept';
}

const countsOf = ({ items, pictures, calendars }: ImportedWorld): ImportCounts => ({
  pages: items.length,
  facts: items.reduce((sum, { facts }) => sum + facts.length, 0),
  pictures: pictures.length,
  calendars: calendars.length,
  secrets: items
    .filter(({ isHidden }) => !isHidden)
    .reduce((sum, { facts, sections }) => sum + [...facts, ...sections].filter((one) => one.isHidden).length, 0),
});

/** The codex.yaml of an imported world. */
function codexYamlOf(world: ImportedWorld, toolName: string): string {
  const sets = setsOf(world);
  const lines = [
    ...comment(`Made from a world of ${toolName}. It is yours now: an import never changes it once you have.`),
    ...(world.present === null ? [] : ['', `present: ${scalarText(world.present)}`]),
    ...(sets.length === 0 ? [] : ['', '# These can have several values at one time.', 'attributes:']),
    ...sets.map((name) => `  ${scalarText(name, { isKey: true })}: set`),
    ...(world.calendars.length === 0 ? [] : ['', 'calendars:', ...world.calendars.flatMap(calendarLines)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The attributes of which an item has several values. */
function setsOf({ items, sets }: ImportedWorld): readonly string[] {
  const found = new Set<string>(sets);
  for (const { facts } of items) {
    const seen = new Set<string>();
    for (const { attribute } of facts) {
      if (seen.has(attribute)) found.add(attribute);
      seen.add(attribute);
    }
  }
  return [...found].sort();
}
