/** One page of an edition: its keys built anew, and of its prose what its readers may read. */
import { shownWords, withoutHiddenLinks } from '../canon';
import type { Entry } from '../entry/entry';
import { cutFrontmatter } from '../entry/fence';
import { readEntry } from '../entry/readEntry';
import type { YamlPair } from '../yaml/tree';
import type { Layout } from '../yaml/writeYaml';
import { pairText } from '../yaml/writeYaml';
import { eolAt } from '../yaml/yamlLayout';
import type { YamlValue } from '../yaml/value';
import { isShared, sharedKeys } from './pageKeys';
import type { PageGiven, PageSource } from './pageMaking';
import { filesLedTo } from './otherFiles';
import { type FindPicture, longer, picturesIn, placeInLink } from './pictures';

/** A picture that a page shows, as the codex has it. */
export interface PictureShown {
  readonly from: string;
  /** As much of its path as the links of the page tell. */
  readonly told: string;
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
  /** How many other files it leads to that its readers may not see. */
  readonly hiddenFiles: number;
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
  const { text, written, entry, top, state, questions } = given;
  const reader = { ...questions, secrets: codex.secrets };
  const hiddenFiles = new Set<string>();
  const isHiddenFile = (target: string): boolean => {
    // Pictures are looked at by themselves.
    if (findPicture(target, entry.path) !== undefined || questions.isPageName(target)) return false;
    const is = filesLedTo(target, entry.path).some(
      (path) => questions.isHiddenFile(path) && !questions.isPageName(path),
    );
    if (is) hiddenFiles.add(target);
    return is;
  };
  // Without an audience no folder hides anything.
  const withoutFiles = (words: string): string =>
    codex.audience.length === 0 ? words : withoutHiddenLinks(words, isHiddenFile);
  const wordsOf = (words: string): string => withoutFiles(shownWords(reader, words));
  const from = cutFrontmatter(text)?.body ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const [words, eol] = [shownWords(reader, text.slice(from)), eolAt(text, 0)];
  const isShown = (file: string): boolean => questions.isOpenFolder(file) && questions.canReadPicture(file);
  const { pictures, hiddenPictures, ...shown } = withPictures(words, entry.path, findPicture, isShown, eol);
  const body = withoutFiles(shown.body);
  // What a heading has called it may have stood in what is hidden.
  const title = isTitleWritten(written)
    ? wordsOf(entry.title)
    : readEntry(entry.path, textOfPage({ yaml: '', body }), codex).title;
  const keys = sharedKeys({ codex, until, entry, state, title, top, wordsOf, questions });
  const authored = top.flatMap(({ key, value }) =>
    isShared(codex, key.text) ? [key.text, value ? text.slice(value.span.start, value.span.end) : ''] : [],
  );
  return {
    path: entry.path,
    title,
    yaml: yamlOf(keys, eol),
    body,
    authored,
    pictures,
    hiddenPictures,
    hiddenFiles: hiddenFiles.size,
  };
}

/** Whether a page writes its title as a key. */
export const isTitleWritten = ({ titleSpan, frontmatter }: Entry): boolean =>
  titleSpan !== null && titleSpan.end <= frontmatter.end;

function yamlOf(keys: YamlValue, eol: string): string {
  return Object.entries(keys as Readonly<Record<string, YamlValue>>)
    .map(([key, value]) => `${pairText(key, value, 0, { ...LAYOUT, eol })}${eol}`)
    .join('');
}

/** The prose without pictures that are not shown. */
function withPictures(
  words: string,
  path: string,
  find: FindPicture,
  isShown: (path: string) => boolean,
  eol: string,
): Pick<SharedPage, 'body' | 'pictures' | 'hiddenPictures'> {
  const [shown, hiddenPictures] = [new Map<string, string>(), new Set<string>()];
  let [body, at] = ['', 0];
  for (const named of picturesIn(words)) {
    const file = find(named.target, path);
    if (file === undefined || named.start < at) continue;
    if (isShown(file)) {
      shown.set(file, longer(placeInLink(file, named.target, path), shown.get(file)));
      continue;
    }
    hiddenPictures.add(file);
    body += words.slice(at, named.start) + named.words;
    at = named.end;
  }
  // Where something stood at the end, nothing tells of it.
  const all = body + words.slice(at);
  const trimmed = all.trimEnd();
  const whole = trimmed === all ? all : `${trimmed}${eol}`;
  const pictures = [...shown].map(([from, told]) => ({ from, told }));
  return { body: whole, pictures, hiddenPictures: [...hiddenPictures] };
}
