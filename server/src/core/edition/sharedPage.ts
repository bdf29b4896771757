/** One page of an edition: its keys built anew, and of its prose what its readers may read. */
import { type Canon, entryAt, type Known } from '../canon';
import type { Entry } from '../entry/entry';
import { cutFrontmatter } from '../entry/fence';
import { readEntry } from '../entry/readEntry';
import type { YamlPair } from '../yaml/tree';
import type { Layout } from '../yaml/writeYaml';
import { pairText } from '../yaml/writeYaml';
import type { YamlValue } from '../yaml/value';
import { isShared, sharedKeys } from './pageKeys';
import { type FindPicture, picturesIn } from './pictures';
import type { Readership } from './readership';

/** A picture that a page shows, as the codex has it. */
export interface PictureShown {
  readonly from: string;
  /** Whether the page names the folder that it lies in. */
  readonly isFolderNamed: boolean;
}

export interface SharedPage {
  /** As in the codex. */
  readonly path: string;
  readonly title: string;
  /** The lines between the fences. */
  readonly yaml: string;
  readonly body: string;
  /** What it has of keys that are shared as they are written. */
  readonly authored: readonly string[];
  readonly pictures: readonly PictureShown[];
  /** Pictures that it names and that its readers are not shown, or that can't be read. */
  readonly hiddenPictures: readonly string[];
}

/** What pages are made from. */
export interface PageSource {
  readonly readership: Readership;
  readonly known: Known;
  readonly findPicture: FindPicture;
  readonly canReadPicture: (path: string) => boolean;
}

/** A file of the codex. */
export interface PageFile {
  readonly text: string;
  /** The keys of its frontmatter. */
  readonly written: readonly YamlPair[];
}

export const textOfPage = ({ yaml, body }: Pick<SharedPage, 'yaml' | 'body'>): string => `---\n${yaml}---\n${body}`;

const LAYOUT: Layout = { eol: '\n', step: 2, listStep: 2, blockLists: false };

/** @param entry as the readers have it */
export function sharedPage(source: PageSource, entry: Entry, { text, written }: PageFile): SharedPage {
  const { readership, known, findPicture, canReadPicture } = source;
  const { view, until } = readership;
  const { codex, eyes } = view;
  const from = cutFrontmatter(text)?.body ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const words = eyes.wordsOf(text.slice(from));
  const isShown = (file: string): boolean => eyes.isOpenFolder(file) && canReadPicture(file);
  const { body, pictures, hiddenPictures } = withPictures(words, entry.path, findPicture, isShown);
  const title = titleOf(readership, entry, body, eyes.wordsOf);
  const { wordsOf, isHiddenName } = eyes;
  const keys = sharedKeys({ codex, known, until, entry, title, top: written, wordsOf, isHiddenName });
  const authored = written.flatMap(({ key, value }) =>
    isShared(codex, key.text) ? [key.text, value ? text.slice(value.span.start, value.span.end) : ''] : [],
  );
  return { path: entry.path, title, yaml: yamlOf(keys), body, authored, pictures, hiddenPictures };
}

/** The written title, else what the page is called by what is left of it: a heading may have stood in what is hidden. */
function titleOf(
  { whole }: Readership,
  { path, title }: Entry,
  body: string,
  wordsOf: (text: string) => string,
): string {
  return isTitleWritten(whole, path)
    ? wordsOf(title)
    : readEntry(path, textOfPage({ yaml: '', body }), whole.codex).title;
}

/** Whether a page writes its title as a key. */
export function isTitleWritten(whole: Canon, path: string): boolean {
  const entry = entryAt(whole, path);
  return !!entry?.titleSpan && entry.titleSpan.end <= entry.frontmatter.end;
}

function yamlOf(keys: YamlValue): string {
  return Object.entries(keys as Readonly<Record<string, YamlValue>>)
    .map(([key, value]) => `${pairText(key, value, 0, LAYOUT)}\n`)
    .join('');
}

/** The prose without pictures that are not shown. */
function withPictures(
  words: string,
  path: string,
  find: FindPicture,
  isShown: (path: string) => boolean,
): Pick<SharedPage, 'body' | 'pictures' | 'hiddenPictures'> {
  const [shown, hiddenPictures] = [new Set<string>(), new Set<string>()];
  let [body, at] = ['', 0];
  for (const named of picturesIn(words)) {
    const file = find(named.target, path);
    if (file === undefined || named.start < at) continue;
    if (isShown(file)) {
      shown.add(file);
      continue;
    }
    hiddenPictures.add(file);
    body += words.slice(at, named.start) + named.words;
    at = named.end;
  }
  // Where something stood at the end, nothing tells of it.
  const all = body + words.slice(at);
  const trimmed = all.trimEnd();
  const whole = trimmed === all ? all : `${trimmed}\n`;
  const pictures = [...shown].map((from) => {
    const folder = from.slice(0, Math.max(0, from.lastIndexOf('/')));
    return { from, isFolderNamed: whole.includes(`${folder}/`) || whole.includes(`${encodeURI(folder)}/`) };
  });
  return { body: whole, pictures, hiddenPictures: [...hiddenPictures] };
}
