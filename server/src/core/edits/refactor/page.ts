/** The text of a file that is being written: changed step by step, each on what the ones before have made. */
import { type Codex, hasKey, keyOf } from '../../codex/codex';
import { frontmatterTree, knownKey, pairOfKey, setTopKey } from '../../entry/frontmatter';
import type { Entry } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import { applied, edited, type Change } from '../../text/problem';
import { removeKey, type YamlEdit } from '../../yaml/editYaml';
import { eolAt, lineEnd } from '../../yaml/writeYaml';
import type { YamlValue } from '../../yaml/tree';
import { filed, type Known, resolve, type Canon, withEntries, knownAt, LATEST } from '../../canon';
import { nameKey, slug } from '../../entry/slug';
import type { Span } from '../../text/span';

/** A text after one change; null where that can't be done safely. */
export type PageStep = (text: string) => string | null;

/** A text after all of some steps; null where one of them can't be done. */
export const stepped = (text: string, steps: readonly PageStep[]): string | null =>
  steps.reduce<string | null>((now, step) => (now === null ? null : step(now)), text);

/** A step that is one edit. */
export const edit =
  (find: (text: string) => YamlEdit | null): PageStep =>
  (text) => {
    const found = find(text);
    return found && applied(text, found);
  };

/** Keys of a frontmatter that Retcon knows, and their values; null and undefined ones are left out, and keys that mean something else here. */
export type Keys = Readonly<Record<string, YamlValue | null | undefined>>;

export const setKeys = (codex: Codex, keys: Keys): PageStep[] =>
  Object.entries(keys).flatMap(([key, value]) =>
    value === null || value === undefined || !hasKey(codex, key)
      ? []
      : [edit((text) => setTopKey(text, codex, key, value))],
  );

/** Takes every requested key out of the frontmatter: by its meaning here, or by its spelling. */
export const withoutKeys =
  (codex: Codex, isGone: (key: string) => boolean): PageStep =>
  (text) => {
    const mapping = frontmatterTree(text);
    const gone = mapping?.pairs.filter(({ key }) => isGone(knownKey(codex, key.text) ?? keyOf(key.text))) ?? [];
    const [first] = gone;
    if (!mapping || !first) return text;
    // In braces what is taken out reaches to its neighbours: one goes after the other.
    if (mapping.flow) return stepped(text, [edit((now) => removeKey(now, mapping, first)), withoutKeys(codex, isGone)]);
    const edits = gone.flatMap((pair) => removeKey(text, mapping, pair) ?? []);
    return edits.length < gone.length ? null : edited(text, edits);
  };

/** Takes away the comment behind the value of a key. */
export const withoutNote =
  (codex: Codex, key: string): PageStep =>
  (text) => {
    const mapping = frontmatterTree(text);
    const value = mapping && pairOfKey(codex, mapping, key)?.value;
    if (!value || mapping.flow) return text;
    const end = lineEnd(text, value.span.end);
    const isNote = /^[ \t]+#/.test(text.slice(value.span.end, end));
    return isNote ? text.slice(0, value.span.end) + text.slice(end) : text;
  };

/** A new frontmatter, its fences included. @param eol how its lines end */
export const newFrontmatter = (codex: Codex, keys: Keys, eol: string): string | null =>
  stepped(`---${eol}---${eol}`, setKeys(codex, keys));

/** How a new file says its title. */
interface Titled {
  /** For the key; null: something else says it. */
  readonly key: string | null;
  /** What stands below the frontmatter. */
  readonly body: string;
}

/** In the manner of an older page as long as that makes it the title of the new one. */
function titled(codex: Codex, like: Entry, title: string, file: string, eol: string): Titled {
  const [bare, headed] = [eol, `${eol}# ${title}${eol}${eol}`];
  const isNamedBy = (body: string): boolean => readEntry(file, body, codex).title === title;
  const canSay = hasKey(codex, 'title');
  if (like.titleSpan && like.titleSpan.start < like.frontmatter.end) return { key: title, body: bare };
  const body = like.titleSpan || (!isNamedBy(bare) && (isNamedBy(headed) || !canSay)) ? headed : bare;
  return { key: isNamedBy(body) ? null : title, body };
}

/** Whether there is a file of that path already, entry or not. @param path relative to the codex root, with `/` */
export type IsTaken = (path: string) => boolean;

const LONGEST_NAME = 80;

/** Why a new entry can't have a title; null where it can. */
export function titleProblem(known: Known, title: string): string | null {
  if (title.trim() === '') return 'Give the new note a title.';
  if (resolve(known, title).kind === 'none') return null;
  return `"${title.trim()}" is the name of a note already: give the new one a title of its own, so that a link can mean only one of them.`;
}

/** A title to which no entry answers: `The Fall (retold)`, `The Fall (retold 2)`. */
export function freeTitle(known: Known, title: (n: number) => string): string {
  for (let n = 1; ; n++) if (resolve(known, title(n)).kind === 'none') return title(n);
}

/**
 * The path of a new file beside another, in the style of its neighbours: `the-fall.md` or `The Fall.md`. No entry has its name
 * and nothing in the codex mentions it, since it must not give a mention a new meaning.
 */
export function freeFile(known: Known, beside: Entry, title: string, isTaken: IsTaken): string {
  const folder = beside.path.slice(0, beside.path.lastIndexOf('/') + 1);
  const isSlugged = slug(beside.fileName) === beside.fileName;
  const words = fileWords(title);
  // `Ferryman's` is `ferrymans` to those who name their files so.
  const name = shortened(isSlugged ? slug(words.replace(/['’]/g, '')) : words);
  for (let n = 1; ; n++) {
    const numbered = n === 1 ? name : `${name}${isSlugged ? '-' : ' '}${n}`;
    const path = `${folder}${numbered}.md`;
    if (!isMentioned(known, numbered) && !isMentioned(known, slug(numbered)) && !isTaken(path)) return path;
  }
}

/** How a new file beside another begins: in the manner of that, with an id of its own if that has one. */
interface NewPage extends Titled {
  readonly file: string;
  readonly id: string | null;
  readonly eol: string;
}

/** @param text that of the older page's file */
export function pageBeside(known: Known, like: Entry, text: string, title: string, file: string): NewPage {
  const { codex } = known.canon;
  const eol = eolAt(text, 0);
  const id = like.writtenId && readEntry(file, '', codex).derivedId;
  return { file, id, eol, ...titled(codex, like, title, file, eol) };
}

/** A title without what a file's name can't have on some system, or what a `[[link]]` would take for its own. */
function fileWords(title: string): string {
  const words = title
    .normalize('NFC')
    // oxlint-disable-next-line no-control-regex -- they are what no file's name may hold
    .replace(/[\0-\x1f\x7f\\/:*?"<>|#^[\]]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');
  return words === '' ? 'entry' : words;
}

const shortened = (name: string): string =>
  name.length <= LONGEST_NAME
    ? name
    : [...name.slice(0, LONGEST_NAME + 1)]
        .slice(0, -1)
        .join('')
        .replace(/[-\s]+$/, '');

const INDEXES = ['names', 'declaredOn', 'statedOn', 'describing', 'restingOn', 'alsoNaming'] as const;

/** Whether any entry answers to a name, or says it of another. */
const isMentioned = ({ canon }: Known, name: string): boolean =>
  INDEXES.some((index) => filed(canon, index, nameKey(name)).length > 0);

/** What a refactoring makes of a codex: a change and where to go on, or why it can't be done. */
export interface MadeChange {
  readonly change: Change;
  /** The file in which the author goes on, its text once the change is done, and what is selected in that. */
  readonly file: string;
  readonly text: string;
  readonly caret: Span;
}

/** In words for the author, with what to do. */
export interface RefusedChange {
  readonly refusal: string;
}

export type Outcome = MadeChange | RefusedChange;

export const isRefusal = (outcome: object): outcome is RefusedChange => 'refusal' in outcome;

/** What a canon does not know: which files there are beside its entries. */
export interface Surroundings {
  readonly isTaken: IsTaken;
}

/** A new file, and nothing else. */
export const newFile = (file: string, text: string, caret: Span): MadeChange => ({
  change: { creates: [{ file, text }], edits: [] },
  file,
  text,
  caret,
});

/** An entry as it will be once its file has a text, and all that will be known then. */
export function asIfWritten(
  canon: Canon,
  file: string,
  text: string,
): { readonly known: Known; readonly entry: Entry } {
  const entry = readEntry(file, text, canon.codex);
  return { known: knownAt(withEntries(canon, new Map([[file, entry]])), LATEST), entry };
}
