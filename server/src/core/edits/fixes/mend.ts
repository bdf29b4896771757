/** Types of the quick fixes (mends), and the helpers that all families of fixes share. */
import { frontmatterTree, cutFrontmatter } from '../../entry/frontmatter';
import { setScalar, type YamlEdit } from '../../yaml/editYaml';
import { type NodePlace, placeOfSpan, type YamlMapping } from '../../yaml/tree';
import { CODEX_FILE } from '../../codex/codexShapes';
import type { Entry } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { Compared } from '../../rules/retcon/baselineComparison';
import type { Judged } from '../../rules/rule';
import { codexFileTree } from '../refactor/codexFile';
import type { Surroundings } from '../refactor/page';
import { type Edit, type Fix, type Problem, type Change, editsByFile, applied, edited } from '../../text/problem';
import { isSlip, digitsOf } from '../../text/nearNames';
import type { Span } from '../../text/span';
import { areAmong } from '../../text/groups';
import { withEntries, type Known, knownAt, LATEST, entryAt, perKnown } from '../../canon';
import { ERRATA_FILE } from '../../codex/errata';
import { readEntry } from '../../entry/readEntry';
import { NEAR_DUPLICATE } from '../../rules';
import { checkEntry } from '../../rules/check';
import { checkAgainst, checkEntryAgainst } from '../../rules/compareWithBaseline';

/** The entry that has the problem, and the texts that a fix may need. */
export interface MendContext extends Judged {
  /** The present text of a file of the codex; null: no such file. */
  readonly textOf: (file: string) => string | null;
  /** Absent if nothing is compared. */
  readonly baseline?: MendBaseline | null | undefined;
}

/** The baseline, with what a new retcon page needs to know. */
export interface MendBaseline extends Surroundings {
  readonly compared: Compared;
  /** The text of a file in the baseline. */
  readonly textThen: (file: string) => string | null;
  /** Today's ISO date. */
  readonly today: string;
}

/** A fix that is offered to the author. */
export interface Offer extends Fix {
  /** Whether it is what the author most likely wants. By default a fix is preferred if it is the only one. */
  readonly isPreferred?: boolean;
  /** What the author still has to write, where the caret goes: a place in the text after the fix. */
  readonly blank?: { readonly file: string; readonly span: Span };
}

/** The fixes of a problem, the likeliest first; empty if no mechanical fix is safe. */
export type Mend = (context: MendContext, problem: Problem) => readonly Offer[];

/** The text of an entry's file. */
export const entryText = (context: MendContext, entry: Entry = context.entry): string =>
  context.textOf(entry.path) ?? '';

/** One offer of some edits of one file; empty if an edit could not be made. */
export function offer(
  title: string,
  file: string,
  edits: Edit | null | readonly (Edit | null)[],
  more: Omit<Offer, 'title' | 'edits'> = {},
): Offer[] {
  const all = [edits].flat();
  if (all.length === 0 || all.includes(null)) return [];
  return [{ title, edits: all.flatMap((edit) => (edit ? [{ file, ...edit }] : [])), ...more }];
}

/** The fixes that the rule made, quoted like the text that they replace. */
export const fromRule: Mend = (context, { fixes = [] }) =>
  fixes.map((fix) => ({
    ...fix,
    edits: fix.edits.map((edit) => {
      const text = context.textOf(edit.file);
      const change = text === null ? null : replaced(text, edit.file, edit.span, edit.text);
      return { file: edit.file, ...(change ?? edit) };
    }),
  }));

/** As `fromRule`, for unknown names: with more than one wrong letter, the name may belong to an entry that is not written yet. */
export const nearName: Mend = (context, problem) => {
  const text = entryText(context);
  const written = nameKey(text.slice(problem.span.start, problem.span.end));
  const isNear = (name: string): boolean =>
    digitsOf(name) === digitsOf(written) && isSlip(written, nameKey(name), SHORTEST_NAME);
  const fixes = fromRule(context, problem);
  const [only] = problem.fixes ?? [];
  if (fixes.length !== 1 || only?.edits.every((edit) => isNear(edit.text))) return fixes;
  return fixes.map((fix) => ({ ...fix, isPreferred: false }));
};

const SHORTEST_NAME = 5;

/** The edit that replaces a span: a whole scalar keeps its quotes, a part of one is replaced verbatim. */
export function replaced(text: string, file: string, span: Span, to: string): YamlEdit {
  const place = placeOfSpan(treeOf(text, file), span);
  const node = place?.node;
  if (node?.kind !== 'scalar' || node.content.start !== span.start || node.content.end !== span.end)
    return { span, text: to };
  return setScalar(node, to, place?.isFlow === true);
}

/** The YAML tree of codex.yaml, or of an entry's frontmatter. */
const treeOf = (text: string, file: string): YamlMapping | null =>
  file === CODEX_FILE ? codexFileTree(text) : frontmatterTree(text);

/** The node at a span of the entry's frontmatter. */
export const nodeAtSpan = (context: MendContext, span: Span): NodePlace | null =>
  placeOfSpan(frontmatterTree(entryText(context)), span);

/** The texts of the files that a change creates or edits. */
export function textsAfter({ creates = [], edits }: Change, textOf: MendContext['textOf']): Map<string, string> {
  const texts = new Map(creates.map(({ file, text }) => [file, text]));
  for (const [file, own] of editsByFile(edits)) texts.set(file, edited(texts.get(file) ?? textOf(file) ?? '', own));
  return texts;
}

/** The context after the texts of some entries have changed. Renames and changes of codex.yaml are ignored. */
export function contextAfter(context: MendContext, texts: ReadonlyMap<string, string>): MendContext {
  const { canon } = context.known;
  const entries = new Map(
    [...texts].flatMap(([file, text]) =>
      file === CODEX_FILE || file === ERRATA_FILE ? [] : [[file, readEntry(file, text, canon.codex)] as const],
    ),
  );
  const known = knownAt(withEntries(canon, entries), LATEST);
  const entry = entryAt(known.canon, context.entry.path) ?? context.entry;
  const baseline = context.baseline && {
    ...context.baseline,
    compared: comparedAfter(context.baseline.compared, known, texts),
  };
  return { ...context, known, entry, baseline, textOf: (file) => texts.get(file) ?? context.textOf(file) };
}

const comparedAfter = (compared: Compared, now: Known, texts: ReadonlyMap<string, string>): Compared => ({
  ...compared,
  now,
  textOf: (path) => texts.get(path) ?? compared.textOf?.(path) ?? null,
  isAsInBaseline: (path) => !texts.has(path) && compared.isAsInBaseline?.(path) === true,
  isUntouched: (path) => !texts.has(path) && compared.isUntouched?.(path) === true,
});

/**
 * Whether a fix of some problems leaves so many fewer of each code in the entry, and no more slips in any file that it touches. What
 * it leaves blank counts as filled in. Changes of codex.yaml are trusted.
 */
export function isMended(context: MendContext, mended: readonly Pick<Problem, 'code'>[], offer: Offer): boolean {
  const texts = textsAfter(offer, context.textOf);
  if (texts.has(CODEX_FILE)) return true;
  const { blank } = offer;
  if (blank) texts.set(blank.file, applied(texts.get(blank.file) ?? '', { span: blank.span, text: 'x' }));
  const after = contextAfter(context, texts);
  const [wrong, left] = [codesOf(problemsOf(context)), codesOf(problemsOf(after))];
  // Near-duplicates are found in the prose of all pages, which is not looked through here.
  const codes = codesOf(mended).filter((code) => code !== NEAR_DUPLICATE.code);
  if ([...new Set(codes)].some((code) => times(left, code) + times(codes, code) > times(wrong, code))) return false;
  return [...texts.keys()].every((file) => {
    const [before, now] = [slipsIn(context, file), slipsIn(after, file)];
    // Of several fixes none may make a slip for which another has mended two.
    if (mended.length > 1) return areAmong(now.map(wordsOf), before.map(wordsOf));
    const [were, are] = [codesOf(before), codesOf(now)];
    return are.length <= were.length && BROKEN.every((one) => times(are, one) <= times(were, one));
  });
}

const wordsOf = ({ code, message }: Problem): string => `${code} ${message}`;

/** A page is checked once before all fixes that are tried on it, and once after each. */
export const checked = perKnown((known: Known, entry: Entry) => checkEntry(known, entry));

/** Everything that is wrong with the entry in question, and what it changes silently. */
function problemsOf({ known, entry, baseline }: MendContext): readonly Problem[] {
  if (!baseline) return checked(known, entry);
  const silent = entryAt(known.canon, entry.path)
    ? checkEntryAgainst(baseline.compared, true, entry)
    : checkAgainst(baseline.compared, true).flatMap(({ file, problem }) => (file === entry.path ? problem : []));
  return [...checked(known, entry), ...silent];
}

/** What no other slip may be mended by: then something that was read would be read no longer. */
const BROKEN = ['frontmatter/invalid-yaml', 'frontmatter/duplicate-key'];

const codesOf = (problems: readonly Pick<Problem, 'code'>[]): string[] => problems.map(({ code }) => code);

const times = (codes: readonly string[], code: string): number => codes.filter((one) => one === code).length;

/** What is wrong with the frontmatter of a file. */
function slipsIn({ known }: MendContext, file: string): readonly Problem[] {
  const entry = entryAt(known.canon, file);
  return entry ? checked(known, entry).filter(({ code }) => code.startsWith('frontmatter/')) : [];
}

/** Whether every comment is still there after a fix. */
export const keepsComments = ({ textOf }: MendContext, offer: Offer): boolean =>
  [...textsAfter(offer, textOf)].every(([file, after]) => {
    const left = commentsIn(after);
    return commentsIn(textOf(file) ?? '').every((one) => {
      const at = left.indexOf(one);
      if (at !== -1) left.splice(at, 1);
      return at !== -1;
    });
  });

/** The comments of a frontmatter; and what only looks like one, for instance in quotes. */
function commentsIn(text: string): string[] {
  const cut = cutFrontmatter(text);
  const yaml = cut ? text.slice(cut.yaml.start, cut.yaml.end) : '';
  return yaml.match(/(?<=^|\s)#.*$/gm)?.map((one) => one.trimEnd()) ?? [];
}
