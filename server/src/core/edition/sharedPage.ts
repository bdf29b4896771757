/** One page of an edition: its keys built anew, and of its prose what its readers may read. */
import { shownWords } from '../canon';
import type { Entry } from '../entry/entry';
import { cutFrontmatter } from '../entry/frontmatter';
import { readEntry, isTitleWritten } from '../entry/readEntry';
import type { YamlPair } from '../yaml/tree';
import type { Layout } from '../yaml/writeYaml';
import { pairText } from '../yaml/writeYaml';
import { eolAt } from '../yaml/yamlLayout';
import type { YamlValue } from '../yaml/value';
import { isShared, sharedKeys } from './pageKeys';
import type { PageGiven, PageSource } from './pageMaking';
import { type FilesFound, filesOfPage } from './filesOfPage';

export interface SharedPage extends FilesFound {
  /** As in the codex. */
  readonly path: string;
  readonly title: string;
  /** The lines between the fences. */
  readonly yaml: string;
  readonly body: string;
  /** What it has of keys that are shared as they are written, and from when facts hold though nothing that is shared says so. */
  readonly authored: readonly string[];
}

/** A page that is being made. */
export interface PageInMaking extends PageGiven {
  /** As its readers have it. */
  readonly entry: Entry;
  /** The keys of its frontmatter. */
  readonly top: readonly YamlPair[];
}

/** Its fences end as the lines between them do. */
export function textOfPage({ yaml, body }: Pick<SharedPage, 'yaml' | 'body'>): string {
  const eol = eolAt(yaml || body, 0);
  return `---${eol}${yaml}---${eol}${body}`;
}

const LAYOUT: Omit<Layout, 'eol'> = { step: 2, listStep: 2, blockLists: false };

export function sharedPage({ codex, until, findPicture }: PageSource, given: PageInMaking): SharedPage {
  const { text, entry, top, state, questions } = given;
  const reader = { ...questions, secrets: codex.secrets };
  const files = filesOfPage(codex, entry.path, { findPicture, questions });
  const wordsOf = (words: string): string => files.wordsOf(shownWords(reader, words));
  const from = cutFrontmatter(text)?.body ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const eol = eolAt(text, 0);
  const body = trimmedEnd(wordsOf(text.slice(from)), eol);
  // What a heading has called it may have stood in what is hidden.
  const title = isTitleWritten(given.written)
    ? wordsOf(entry.title)
    : readEntry(entry.path, textOfPage({ yaml: '', body }), codex).title;
  const keys = sharedKeys({ codex, until, entry, state, title, top, wordsOf, files, questions });
  const written = top.flatMap(({ key, value }) =>
    isShared(codex, key.text) ? [key.text, value ? text.slice(value.span.start, value.span.end) : ''] : [],
  );
  const authored = [...written, ...(state.begins ?? []).flatMap((begins) => begins ?? [])];
  return { path: entry.path, title, yaml: yamlOf(keys, eol), body, authored, ...files.found() };
}

/** Where something stood at the end, nothing tells of it. */
function trimmedEnd(words: string, eol: string): string {
  const trimmed = words.trimEnd();
  return trimmed === words ? words : `${trimmed}${eol}`;
}

function yamlOf(keys: YamlValue, eol: string): string {
  return Object.entries(keys as Readonly<Record<string, YamlValue>>)
    .map(([key, value]) => `${pairText(key, value, 0, { ...LAYOUT, eol })}${eol}`)
    .join('');
}
