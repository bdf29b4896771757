/** Renames what is under the caret, in everything that names it: the names an entry has, its file, and all that mention it. */
import { pageEnd, fileNameOf, folderOf } from '../../text/pageFile';
import { elsewhere, isKnower, isWordForKnowers, type Known, resolve, writtenKnowers, idOf } from '../../canon';
import type { Entry } from '../../entry/entry';
import { nameKey, slug } from '../../entry/slug';
import { NOTHING } from '../../yaml/tree';
import { referencesLike, subjectUnderCaret, referencesTo, type Subject } from '../../reading/mentions';
import { hasKey } from '../../codex/codex';
import { CODEX_FILE } from '../../codex/codexShapes';
import { addTopKey, setTopKey } from '../../entry/frontmatter';
import { readEntry } from '../../entry/readEntry';
import { type Change, type TextEdit, edited, inTurn } from '../../text/problem';
import { memoized } from '../../text/groups';
import { type Span, spanTouches } from '../../text/span';
import { listCandidates } from '../../text/words';
import type { YamlEdit } from '../../yaml/editYaml';
import { changedAudience, circleEdits } from './codexNames';
import { type TextsByFile, follow, keepsOldNames, oldNamesToKeep } from './keepReferences';
import { respell, respeller } from './respell';

/** What is wrong with a name in itself; null where nothing is. */
function badName(name: string): string | null {
  if (name === '') return 'A name needs at least one letter.';
  if (/[\r\n\u2028\u2029]/.test(name)) return 'A name has to fit on one line.';
  if (!/[\p{L}\p{N}]/u.test(name)) return `"${name}" has neither a letter nor a digit, so it can't be a name.`;
  if (isWordForKnowers(name)) return isWord(name);
  if (NOTHING.test(name)) return `"${name}" means that there is nothing: choose another name.`;
  const mark = /\[\[|\]\]|\{\{|<%|\$\{|:\/\/|[\p{Cc}[\]|#^]/u.exec(name)?.[0];
  if (mark === undefined) return null;
  return `A name that is linked to can't have ${/\p{Cc}/u.test(mark) ? 'an invisible character' : mark} in it.`;
}

const isWord = (name: string): string => `"${name}" has a meaning of its own in \`known_by\`: choose another name.`;

/** What is wrong with an id in itself. */
function badId(name: string): string | null {
  const mark = /[\\/]/.exec(name)?.[0];
  return mark === undefined
    ? badName(name)
    : `An id can't have ${mark} in it. To move an entry, move its file; links to it follow.`;
}

/**
 * Whether somebody else has one of the names already, or something that has no entry is spoken of by it.
 *
 * @param self what is renamed: an entry, or the name of what has none
 */
function takenName(known: Known, self: Entry | string, names: readonly string[]): string | null {
  for (const name of names) {
    const found = resolve(known, name);
    const owners = found.kind === 'one' ? [found.entry] : found.kind === 'many' ? found.entries : [];
    const owner = owners.find((entry) => entry !== self);
    if (owner) return `"${name}" is taken by ${owner.title} (${owner.path}).`;
    if (found.kind !== 'none' || (typeof self === 'string' && nameKey(self) === nameKey(name))) continue;
    if (isWordForKnowers(name)) return isWord(name);
    // A link in the prose that leads nowhere yet may be meant for what gets the name now.
    const reference = referencesLike(known, name).find(({ naming }) => naming.role !== 'link');
    if (reference) return `"${name}" is taken: ${reference.entry.path} mentions something by that name.`;
    if (isInCodexYaml(known, name))
      return `"${name}" is taken: codex.yaml says what somebody of that name knows. Choose another name.`;
    if (isKnower(known, name)) return `"${name}" is taken by a member of a circle: choose another name.`;
  }
  return null;
}

/** Whether codex.yaml uses a name for a circle, a member of one, or in the audience of a folder. */
function isInCodexYaml(known: Known, name: string): boolean {
  const { audience } = known.canon.codex;
  const names = [...writtenKnowers(known), ...audience.flatMap(({ knowers }) => knowers)];
  return names.some((one) => nameKey(one) === nameKey(name));
}

/** Names that mean a device to Windows, whatever follows the dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const LONGEST_FILE_NAME = 200;

/** A name as that of a file, without what some system or tool can't have in it; null where nothing is left of it. */
function fileNameFor(name: string): string | null {
  const plain = name
    .replace(/[<>:"/\\|?*#^[\]]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return plain === '' || plain.length > LONGEST_FILE_NAME || DEVICE.test(plain) ? null : plain;
}

/** A file's name for a new id in the style of the old one: `House Vyr` and `house-vyrn` make `House Vyrn`. */
function fileNameLike(old: string, id: string): string {
  const words = old.split(/([^\p{L}\p{M}\p{N}]+)/u);
  const [first = '', gap = ''] = words;
  const isCapital = /^\p{Lu}/u.test(first);
  if (slug(old) === old || gap === '' || slug(id) !== id) return id;
  const styled = id
    .split('-')
    .map((word) => words.find((one) => slug(one) === word) ?? (isCapital ? capital(word) : word))
    .join(gap);
  return slug(styled) === id ? styled : id;
}

const capital = (word: string): string => word.replace(/^./u, (letter) => letter.toUpperCase());

export type Refused = { readonly ok: false; readonly message: string };

/** What can be renamed at a caret. */
export interface Renameable {
  readonly ok: true;
  readonly subject: Subject;
  /** The name under the caret. */
  readonly span: Span;
  /** The name of the subject that is meant, as the subject itself spells it. */
  readonly name: string;
}

type Renamed = { readonly ok: true; readonly change: Change } | Refused;

/** What a rename needs of the surroundings. */
interface RenameSurroundings extends TextsByFile {
  /** Whether files can be renamed along. */
  readonly takesFiles: boolean;
}

const refused = (message: string): Refused => ({ ok: false, message });

export function renameableAt(known: Known, entry: Entry, text: string, offset: number): Renameable | Refused {
  const pointed = subjectUnderCaret(known, entry, offset);
  const { only } = pointed?.naming ?? {};
  const span =
    pointed && (only ? { start: only.span.start, end: only.span.start + pointed.name.length } : pointed.span);
  if (!pointed || !span || !spanTouches(span, offset))
    return refused(
      'There is no name here to change: put the cursor on an id, a title, an alias, or a mention of an entry.',
    );
  const { subject, name } = pointed;
  const other = elsewhere(known, name);
  if (other && !other.isOwn)
    return refused(`"${name}" is an entry of ${other.setting}: rename it there, and this name follows.`);
  if (subject.kind === 'name') {
    if (pointed.naming?.role === 'knower' && isWordForKnowers(name))
      return refused(`"${name}" has a meaning of its own in \`known_by\`, and can't be changed.`);
    if ([...known.canon.codex.campaigns.keys()].some((campaign) => nameKey(campaign) === nameKey(name)))
      return refused(
        `"${name}" is a campaign, and part of the names of its sessions: change it in codex.yaml by hand.`,
      );
    const found = resolve(known, name);
    if (found.kind !== 'many') return { ok: true, subject, span, name };
    const meant = found.entries.map((one) => `${one.title} (${one.path})`);
    return refused(
      `"${name}" may mean ${listCandidates(meant)}: replace it here with the id of one of them, then rename that.`,
    );
  }
  const meant = pointed.naming ? nameOf(known, subject.entry, name) : name;
  if (subject.entry === entry && isHeading(entry, span) && text.slice(span.start, span.end) !== meant)
    return refused('This title has markup in it: change it by hand, and Retcon will report the mentions of it.');
  return { ok: true, subject, span, name: meant };
}

/** Whether the title stands in the prose. */
const isHeading = (entry: Entry, span: Span): boolean =>
  entry.titleSpan === span && span.start >= entry.frontmatter.end;

/** The name of an entry that a mention spells, in the order in which mentions are resolved. */
function nameOf(known: Known, entry: Entry, mention: string): string {
  const id = idOf(known, entry);
  const own = entry.writtenId || id === entry.derivedId ? [id] : [];
  const names = [...own, entry.title, ...entry.aliases.map(({ text }) => text), entry.fileName];
  return (
    names.find((name) => name === mention) ??
    names.find((name) => nameKey(name) === nameKey(mention)) ??
    // By its path, or by an id that its file's name makes.
    entry.fileName
  );
}

/** @param to what its author typed */
export function renameEdits(
  known: Known,
  { subject, name }: Renameable,
  to: string,
  around: RenameSurroundings,
): Renamed {
  const next = to.normalize('NFC').trim();
  if (next === name) return { ok: true, change: { edits: [] } };
  return subject.kind === 'entry'
    ? renamedEntry(known, subject.entry, name, next, around)
    : renamedName(known, name, next, around);
}

/** Something that has no entry: all that speak of it. */
function renamedName(known: Known, name: string, next: string, { textOf }: TextsByFile): Renamed {
  const wrong = badName(next) ?? takenName(known, name, [next]);
  if (wrong !== null) return refused(wrong);
  const edits: TextEdit[] = [];
  const respellerOf = memoized((path: string) => respeller(textOf(path)));
  const isWord = isWordForKnowers(name);
  for (const { entry, naming } of referencesTo(known, { kind: 'name', name })) {
    if (isWord && naming.role === 'knower') continue;
    const edit = respellerOf(entry.path)(naming, naming.link?.kind === 'markdown' ? `${next}.md` : next);
    if (!edit) return cannotWrite(next, entry);
    edits.push({ file: entry.path, ...edit });
  }
  if (!isWord)
    edits.push(...circleEdits(textOf(CODEX_FILE), (text) => (nameKey(text) === nameKey(name) ? next : null)));
  return { ok: true, change: { edits } };
}

const cannotWrite = (name: string, entry: Entry): Refused =>
  refused(`"${name}" can't be written where ${entry.path} names it: choose another name, or change it there by hand.`);

function renamedEntry(known: Known, entry: Entry, name: string, next: string, around: RenameSurroundings): Renamed {
  const isId = idOf(known, entry) === name;
  const wrong = isId ? badId(next) : badName(next);
  if (wrong !== null) return refused(wrong);
  const file = newFile(entry, name, next, isId, around);
  if (file === null) return refused(`No file can be called "${next}": choose another name.`);
  const newId = entry.writtenId
    ? isId
      ? next
      : entry.writtenId.text
    : file
      ? slug(file)
      : isId
        ? next
        : idOf(known, entry);
  const taken = takenName(known, entry, [next, ...(file === undefined ? [] : [file]), newId]);
  if (taken !== null) return refused(taken);
  const folder = folderOf(entry.path);
  const path = file === undefined ? entry.path : `${folder === '' ? '' : `${folder}/`}${file}${pageEnd(entry.path)}`;
  if (path.toLowerCase() !== entry.path.toLowerCase() && around.exists(path))
    return refused(`There is a file ${path} already: choose another name.`);

  const text = around.textOf(entry.path);
  const names = ownEdits(known, entry, text, { name, next, isId, newId, path });
  if (names === null) return cannotWrite(next, entry);
  const edits = isId || entry.title !== name ? names : withTitleKept(known, text, path, names, next);
  if (edits === null) return refused(notItsTitle(entry, next, path));
  const own = edits.map((edit) => ({ file: entry.path, ...edit, group: 'Its own names' }));
  const renames = path === entry.path ? [] : [{ from: entry.path, to: path }];
  const unlike = changedAudience(known.canon, around.textOf(CODEX_FILE), renames, next);
  if (unlike !== null) return refused(unlike);
  const followed = follow(known, { moves: renames, edits: own }, around);
  const [lost] = followed.lost;
  if (lost) return cannotWrite(next, lost.entry);
  return { ok: true, change: { edits: followed.edits, ...(renames.length > 0 && { renames }) } };
}

/** With a key for a title that neither the file's new name nor a heading says. Null where the key means something else here. */
function withTitleKept(
  { canon: { codex } }: Known,
  text: string,
  path: string,
  edits: readonly YamlEdit[],
  next: string,
): readonly YamlEdit[] | null {
  if (readEntry(path, edited(text, edits), codex).title === next) return edits;
  if (!hasKey(codex, 'title')) return null;
  const backwards = [...edits].sort((a, b) => b.span.start - a.span.start);
  return inTurn(text, [...backwards.map((edit) => () => edit), (now) => setTopKey(now, codex, 'title', next)]);
}

const notItsTitle = (entry: Entry, next: string, path: string): string =>
  path === entry.path
    ? `${entry.path} takes its name from its file, which can't be renamed from here: rename the file.`
    : `No file can be called "${next}", and this page takes its name from its file: choose another name.`;

/** The file's new name, without `.md`: undefined where it keeps the old one, null where there can be no such file. */
function newFile(entry: Entry, name: string, next: string, isId: boolean, { takesFiles }: RenameSurroundings) {
  const isSame = entry.fileName === name;
  if (!takesFiles || !(isSame || (isId && entry.derivedId === name))) return undefined;
  const file = fileNameFor(isSame ? next : fileNameLike(entry.fileName, next));
  return file === entry.fileName ? undefined : file;
}

interface Naming {
  readonly name: string;
  readonly next: string;
  readonly isId: boolean;
  readonly newId: string;
  readonly path: string;
}

/** Edits of the names that the entry gives itself: all that are spelled so, whatever they are. Null where one can't be. */
function ownEdits(
  known: Known,
  entry: Entry,
  text: string,
  { name, next, isId, newId, path }: Naming,
): YamlEdit[] | null {
  const { codex } = known.canon;
  const edits: (YamlEdit | null)[] = [];
  if (isId && entry.writtenId) edits.push(respell(text, { ...entry.writtenId, linked: false }, next));
  if (isId && !entry.writtenId && path === entry.path) edits.push(addTopKey(text, codex, 'id', next));
  const { titleSpan: span } = entry;
  if (span && entry.title === name)
    edits.push(
      isHeading(entry, span)
        ? heading(text, span, name, next)
        : respell(text, { text: name, span, linked: false }, next),
    );
  const spelled = isId ? [] : entry.aliases.filter((alias) => alias.text === name);
  for (const alias of spelled) edits.push(respell(text, alias, next));
  const title = !isId && entry.title === name ? next : entry.title;
  const names = { id: newId, title, fileName: fileNameOf(path) };
  const kept = keepsOldNames(known, entry, text, names);
  if (kept === undefined) return whole(edits);
  const isOneText = edits.some(
    (edit) => edit && kept && edit.span.start < kept.span.end && kept.span.start < edit.span.end,
  );
  if (!isOneText) return whole([...edits, kept]);
  // The only alias, and no list: it becomes one.
  return whole([
    ...edits.slice(0, -1),
    setTopKey(text, codex, 'aliases', [next, ...oldNamesToKeep(known, entry, names)]),
  ]);
}

const whole = (edits: readonly (YamlEdit | null)[]): YamlEdit[] | null => {
  const made = edits.flatMap((edit) => edit ?? []);
  return made.length === edits.length ? made : null;
};

const heading = (text: string, span: Span, name: string, next: string): YamlEdit | null =>
  text.slice(span.start, span.end) === name ? { span, text: next } : null;
