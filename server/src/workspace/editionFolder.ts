/** The folder that an edition is written to: which of its files are the edition's own, what is to change, and the changing. */
import fs from 'node:fs';
import path from 'node:path';
import type { Codex } from '../core/codex/codex';
import { entryFilter } from '../core/codex/pathRules';
import { insideOf, linkOnTheWay, makeFolderInside, isFolder, isInFolder } from './folder';
import { replaceFile, digestOfBytes, makeFolders } from './writingJournal';
import { type Writing, writeAll } from './writeFiles';

/** Lists the files of the edition in a folder, and no others: so it gives away nothing that they do not. */
const MANIFEST = '.retcon-edition.json';

/** What a file is to hold: a text, or the bytes of a picture. */
export type Content = string | Uint8Array;

/** A file that is there, and is to hold something else. */
interface FileChange {
  readonly file: string;
  readonly before: Uint8Array;
  readonly content: Content;
}

export interface EditionPlan {
  /** Absolute. */
  readonly folder: string;
  readonly added: ReadonlyMap<string, Content>;
  readonly changed: readonly FileChange[];
  readonly removed: readonly string[];
  /** Files in the way that are none of the edition's own, or have been changed since it wrote them: they are not touched. */
  readonly inTheWay: readonly string[];
  /** Folders in the way that are links, and lead out of the edition or nowhere: nothing is written through them. */
  readonly linked: readonly string[];
  /** Digests of all files as they are to be. */
  readonly digests: ReadonlyMap<string, string>;
  /** What the manifest said before. */
  readonly before: ReadonlyMap<string, readonly string[]>;
  /** Who it is for, and who the edition in the folder is for; null: it does not say. */
  readonly reader: string | null;
  readonly readerBefore: string | null;
}

/** Whether what the folder holds is the edition already. */
export const isUpToDate = ({
  added,
  changed,
  removed,
  inTheWay,
  linked,
  before,
  digests,
  reader,
  readerBefore,
}: EditionPlan): boolean =>
  added.size + changed.length + removed.length + inTheWay.length + linked.length === 0 &&
  before.size === digests.size &&
  // Two digests of one file are what a command that was stopped has left.
  [...digests].every(([file, digest]) => before.get(file)?.join() === digest) &&
  (readerBefore === null || readerBefore === reader);

const bytesOf = (content: Content): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

/** Why an edition can't lie in a folder, in words; null: it can. @param folder absolute */
export function whyNoPlace(root: string, folder: string, codex: Codex): string | null {
  if (isInFolder(folder, root)) return 'holds the codex itself: name another folder.';
  if (path.basename(folder) === '-' || (fs.existsSync(folder) && !isFolder(folder)))
    return 'is not a folder: name one, or a new one.';
  if (!isInFolder(root, folder)) return null;
  const way = path.relative(root, folder).split(path.sep).join('/');
  return entryFilter(codex)(`${way}/page.md`)
    ? 'lies in the codex, so its files would become pages of it: name a folder outside, or add this one to `exclude` in codex.yaml.'
    : null;
}

/** What has to be moved away before an edition can be written, in words; null: nothing. @param given the folder as it is called */
export function whatIsInTheWay({ inTheWay, linked }: EditionPlan, given: string): string | null {
  if (linked.length > 0)
    return `${linked.join(', ')} in "${given}" ${linked.length === 1 ? 'is a link that leads' : 'are links that lead'} out of that folder, or nowhere: put a folder of its own there, or name another one for the edition.`;
  return inTheWay.length === 0
    ? null
    : `${inTheWay.join(', ')} in "${given}" is not as Retcon wrote it: move it away, and share again.`;
}

/**
 * Compares an edition with what its folder holds.
 * @param folder absolute; it may not exist yet
 * @param reader who the edition is for
 */
export function planEdition(folder: string, contents: ReadonlyMap<string, Content>, reader?: string): EditionPlan {
  const [before, { for: named }] = [filesIn(folder), manifestIn(folder)];
  const readerBefore = typeof named === 'string' ? named : null;
  const [added, changed, removed, inTheWay]: [Map<string, Content>, FileChange[], string[], string[]] = [
    new Map(),
    [],
    [],
    [],
  ];
  const digests = new Map<string, string>();
  for (const [file, content] of contents) {
    const bytes = bytesOf(content);
    const digest = digestOfBytes(bytes);
    digests.set(file, digest);
    const held = bytesIn(folder, file);
    if (held === null) added.set(file, content);
    else if (held === undefined) inTheWay.push(file);
    else if (digestOfBytes(held) === digest) continue;
    else if (isOwn(before, file, held)) changed.push({ file, before: held, content });
    else inTheWay.push(file);
  }
  for (const file of before.keys()) {
    if (digests.has(file)) continue;
    const held = bytesIn(folder, file);
    if (held === null) continue;
    if (held && isOwn(before, file, held)) removed.push(file);
    else inTheWay.push(file);
  }
  const linked = linkedFolders(folder, [...contents.keys(), ...before.keys()]);
  return { folder, added, changed, removed, inTheWay, linked, digests, before, reader: reader ?? null, readerBefore };
}

/** Each once. */
function linkedFolders(folder: string, files: readonly string[]): string[] {
  // Files of one folder have the same way.
  const ways = new Set(files.map((file) => `${path.posix.dirname(file)}/`));
  return [...new Set([...ways].flatMap((way) => linkOnTheWay(folder, way) ?? []))];
}

const isOwn = (manifest: EditionPlan['before'], file: string, bytes: Uint8Array): boolean =>
  manifest.get(file)?.includes(digestOfBytes(bytes)) === true;

/** What a file holds; null where there is none, undefined where something else is there. */
function bytesIn(folder: string, file: string): Uint8Array | null | undefined {
  const stats = fs.lstatSync(path.join(folder, file), { throwIfNoEntry: false });
  if (!stats) return null;
  return stats.isFile() ? fs.readFileSync(path.join(folder, file)) : undefined;
}

/** The files of the edition that is there, with the digests that they may have; empty where there is none. */
function filesIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const { files = {} } = manifestIn(folder);
  return new Map(
    Object.entries(files).flatMap(([name, digests]) =>
      isInside(name) && Array.isArray(digests) ? [[name, digests.map(String)] as const] : [],
    ),
  );
}

interface Manifest {
  /** Who the edition is for; older editions say it in their one page of HTML, or nowhere. */
  readonly for?: unknown;
  readonly files?: Readonly<Record<string, unknown>>;
}

/** What can't be read names no file: then none of those that are there is ours, and none is touched. */
function manifestIn(folder: string): Manifest {
  const file = path.join(folder, MANIFEST);
  if (!fs.existsSync(file)) return {};
  try {
    return (JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest | null) ?? {};
  } catch {
    return {};
  }
}

/** Who the edition in a folder was written for; null: there is none, or it does not say. @param folder absolute */
export function readerOfEdition(folder: string): string | null {
  const { for: reader } = manifestIn(folder);
  if (typeof reader === 'string') return reader;
  const page = filesIn(folder).has('index.html') ? bytesIn(folder, 'index.html') : null;
  const title =
    page && /<title>What ([^<>&]+) may know<\/title>/.exec(new TextDecoder().decode(page.subarray(0, 2000)));
  return title?.[1] ?? null;
}

/** Nobody who changes the manifest can have us remove what lies elsewhere. */
const isInside = (file: string): boolean =>
  file !== MANIFEST && !path.isAbsolute(file) && !file.split(/[\\/]/).some((part) => part === '..' || part === '');

/** What would change, in words: of pages that were there, the lines that they did not have. */
export const folderChangesOf = ({ added, changed, removed, inTheWay }: EditionPlan) => ({
  added: [...added.keys()],
  changed: changed.map(({ file, before, content }) => ({ file, lines: newLines(before, content) })),
  removed,
  inTheWay,
});

/** What a file that is to be changed holds now; null where there is none. */
export function textToChange({ changed }: EditionPlan, file: string): string | null {
  const found = changed.find((one) => one.file === file);
  return found ? new TextDecoder().decode(found.before) : null;
}

function newLines(before: Uint8Array, content: Content): readonly string[] {
  if (typeof content !== 'string') return [];
  const known = new Set(new TextDecoder().decode(before).split('\n'));
  return content.split('\n').filter((line) => line.trim() !== '' && !known.has(line));
}

/** Removes what is no longer to be seen, then writes the rest. What is killed in between is taken up by the next call. */
export function writeEdition(plan: EditionPlan): void {
  const { folder, added, changed, removed, digests, before, reader } = plan;
  makeFolders(folder);
  // Whatever happens, the files of the edition stay recognisable.
  const both = new Map([...before].map(([file, known]) => [file, [...known]]));
  for (const [file, digest] of digests) both.set(file, [...new Set([...(both.get(file) ?? []), digest])]);
  writeManifest(folder, reader, both);
  for (const file of removed) removeFile(folder, file);
  const writings = [
    ...[...added].map(([file, content]) => writingOf(file, content, null)),
    ...changed.map(({ file, content, before: there }) => writingOf(file, content, there)),
  ];
  for (const inner of new Set(writings.map(({ file }) => path.posix.dirname(file)))) makeFolderInside(folder, inner);
  writeAll(folder, writings, false);
  writeManifest(folder, reader, new Map([...digests].map(([file, digest]) => [file, [digest]])));
}

/** Of a picture every byte is one character. */
function writingOf(file: string, content: Content, there: Uint8Array | null): Writing {
  if (typeof content === 'string')
    return { file, text: content, before: there && new TextDecoder('utf-8', { ignoreBOM: true }).decode(there) };
  const lettersOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
  return { file, text: lettersOf(content), before: there && lettersOf(there), encoding: 'latin1' };
}

function writeManifest(folder: string, reader: string | null, files: ReadonlyMap<string, readonly string[]>): void {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `${JSON.stringify({ edition: 1, ...(reader !== null && { for: reader }), files: Object.fromEntries(sorted) }, null, 1)}\n`;
  replaceFile(path.join(folder, MANIFEST), new TextEncoder().encode(text));
}

/** Removes a file, and the folders that it leaves empty. */
function removeFile(folder: string, file: string): void {
  fs.rmSync(path.join(insideOf(folder, path.dirname(file)), path.basename(file)));
  for (let at = path.dirname(file); at !== '.'; at = path.dirname(at)) {
    const whole = path.join(folder, at);
    if (!isFolder(whole) || fs.readdirSync(whole).length > 0) return;
    fs.rmdirSync(whole);
  }
}
