/** Which keys the notes use: every top-level key with its spelling and its values; templates and empty values are left out. */
import type { YamlNode } from '../../yaml/tree';
import { keyOf } from '../codex';
import { isPlaceholder } from '../../text/placeholder';
import { isEmptyConfig } from '../codexShapes';
import { listWords } from '../../text/words';

/** A note as `retcon init` looks at it; the path is relative to the root, with `/`. */
export interface SurveyedNote {
  readonly path: string;
  readonly frontmatter: YamlNode | null;
  /** The frontmatter in its author's spelling. */
  readonly head: string;
  /** What stands behind the frontmatter. */
  readonly prose: string;
}

interface KeyUse {
  readonly note: SurveyedNote;
  readonly node: YamlNode;
}

/** A key over all the notes: as it is compared, and in its most frequent spelling. */
export interface KeyUses {
  readonly key: string;
  readonly spelling: string;
  readonly uses: readonly KeyUse[];
}

/** Values of authors who don't know yet. */
const SAYS_NOTHING = /^(?:[-|>]+|none|n\/?a|unknown|unclear|never)?$/i;

export function surveyKeys(notes: readonly SurveyedNote[]): ReadonlyMap<string, KeyUses> {
  const found = new Map<string, { spellings: Map<string, number>; uses: KeyUse[] }>();
  for (const note of notes) {
    if (note.frontmatter?.kind !== 'mapping') continue;
    for (const { key, value } of note.frontmatter.pairs) {
      if (isEmptyConfig(value) || isEmptyValue(value)) continue;
      const name = keyOf(key.text);
      const seen = found.get(name) ?? { spellings: new Map<string, number>(), uses: [] };
      seen.spellings.set(key.text, (seen.spellings.get(key.text) ?? 0) + 1);
      seen.uses.push({ note, node: value });
      found.set(name, seen);
    }
  }
  const keys = [...found].map(([key, { spellings, uses }]) => ({ key, spelling: mostFrequent(spellings), uses }));
  return new Map(keys.map((uses) => [uses.key, uses]));
}

function isEmptyValue(node: YamlNode): boolean {
  if (node.kind === 'scalar') return SAYS_NOTHING.test(node.text.trim()) || isPlaceholder(node.text);
  return node.kind === 'sequence' ? node.items.length === 0 : node.pairs.length === 0;
}

/** The one text that a value holds, also as a list of one and as `[[link]]`; null where it holds several texts or no text. */
export function singleText(node: YamlNode): string | null {
  if (node.kind === 'scalar') return node.text.normalize('NFC').trim();
  const only = node.kind === 'sequence' && node.items.length === 1 ? node.items[0] : undefined;
  return only ? singleText(only) : null;
}

/** All texts that a value holds: of a list, those of its items. */
export const textsIn = (node: YamlNode): readonly string[] =>
  node.kind === 'sequence' ? node.items.flatMap((item) => singleText(item) ?? []) : [singleText(node) ?? ''];

/** The folders that a note lies in, the outermost first. */
export const foldersOf = (path: string): readonly string[] => path.split('/').slice(0, -1);

/** The words within `[[brackets]]`, without them. */
export const withoutLink = (text: string): string =>
  text.replace(/^"?\[\[([^[\]|]*)(?:\|[^[\]]*)?\]\]"?$/, '$1').trim();

/** The tags of a note's frontmatter, without `#`, lower case. */
export function surveyTags({ frontmatter }: SurveyedNote): readonly string[] {
  if (frontmatter?.kind !== 'mapping') return [];
  const tags = frontmatter.pairs.filter(({ key }) => /^tags?$/i.test(key.text));
  return tags
    .flatMap(({ value }) => (value ? textsIn(value) : []))
    .flatMap((text) => text.split(/[,\s]+/))
    .map((tag) => tag.replace(/^#/, '').toLowerCase())
    .filter((tag) => tag !== '');
}

/** The first of them, and how many more there are. @param count of all, where only more than `most` are given */
export const someOf = (names: readonly string[], most = 3, count = names.length): string =>
  count <= most + 1 ? listWords(names, 'and') : `${names.slice(0, most).join(', ')} and ${count - most} others`;

export function tally(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** What is counted most often; of several the first. */
export function mostFrequent(counts: ReadonlyMap<string, number>): string {
  let best = '';
  for (const [text, count] of counts) if (count > (counts.get(best) ?? 0)) best = text;
  return best;
}

/** The words of a key, however they are joined: `dateOfBirth`, `date-of-birth` → date, of, birth. */
export const keyWords = (spelling: string): readonly string[] =>
  spelling
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** A set of words, written one behind the other. */
export const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Whether a note is one: Templater's commands in its frontmatter or before its text, or two of its values to be filled in. */
export function isTemplate({ path, head, prose }: SurveyedNote): boolean {
  if (foldersOf(path).some((folder) => TEMPLATES.test(folder))) return true;
  if (head.includes('<%') || /^\s*<%/.test(prose)) return true;
  return (head.match(/\{\{[^{}\n]*\}\}/g)?.length ?? 0) > 1 || /^\s*(?:title|name)\s*:.*\{\{/m.test(head);
}

/** Folders of templates: `Templates`, `_templates`, `GM Templates`, and in some other languages. */
const TEMPLATES =
  /(?:^|[^a-z])templates?$|^[\d\s_.-]*(?:vorlagen?|plantillas?|mod[èe]les?|modelli|modelos?|szablony|templater)$/i;

/** Retcon leaves out folders of templates by itself where their name says that they are. */
const isSkipped = (folder: string): boolean => /(?:^|[\s_-])templates?$/i.test(folder);

/** The patterns that leave templates out: of whole folders where they hold nothing else, else of files. */
export function excludesOf(
  notes: readonly SurveyedNote[],
): readonly { readonly glob: string; readonly notes: number }[] {
  const templates = notes.filter((note) => isTemplate(note) && !foldersOf(note.path).some(isSkipped));
  const others = notes.filter((note) => !isTemplate(note));
  const isOnly = (folder: string): boolean => others.every(({ path }) => !path.startsWith(`${folder}/`));
  const globs = new Map<string, number>();
  for (const { path } of templates) {
    const folders = foldersOf(path);
    const size = folders.findIndex((_, depth) => isOnly(folders.slice(0, depth + 1).join('/')));
    const glob = size < 0 ? path : `${folders.slice(0, size + 1).join('/')}/**`;
    globs.set(glob, (globs.get(glob) ?? 0) + 1);
  }
  return [...globs].map(([glob, count]) => ({ glob: glob.replace(/[()[\]{}!?+@\\]/g, '?'), notes: count }));
}

/** The ids of what is taken. */
export type Taken = ReadonlySet<string>;
