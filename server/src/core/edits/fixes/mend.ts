/** What mends are: the fixes of one problem, worked out when somebody asks for them. */
import { frontmatterTree } from '../../entry/frontmatter';
import { setScalar, type YamlEdit } from '../../yaml/editYaml';
import { type NodePlace, placeOfSpan } from '../../yaml/nodeAtSpan';
import { readYaml } from '../../yaml/readYaml';
import type { YamlMapping } from '../../yaml/tree';
import { CODEX_FILE } from '../../codex/codexShapes';
import type { Entry } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { Compared } from '../../rules/retcon/baselineComparison';
import type { Judged } from '../../rules/rule';
import type { Surroundings } from '../refactor/outcome';
import type { Edit } from '../../text/composeEdits';
import type { Fix, Problem } from '../../text/problem';
import { isSlip } from '../../text/nearNames';
import type { Span } from '../../text/span';

/** The entry that has the problem, and every text that a mend may have to look into. */
export interface MendContext extends Judged {
  /** The text of a file of the codex now; null where there is none. */
  readonly textOf: (file: string) => string | null;
  /** What it is compared with, where it is. */
  readonly baseline?: MendBaseline | null | undefined;
}

/** What was told, and what a retcon of it must know beside that. */
export interface MendBaseline extends Surroundings {
  readonly compared: Compared;
  /** The text of a file as it was told. */
  readonly textThen: (file: string) => string | null;
  /** The ISO date of now. */
  readonly today: string;
}

/** A fix as it is offered. */
export interface Offer extends Fix {
  /** Whether it is what the author most likely wants; by default where it is the only one. */
  readonly isPreferred?: boolean;
  /** What it leaves for the author to write, where the caret belongs: a place in the text after the fix. */
  readonly blank?: { readonly file: string; readonly span: Span };
}

/** The fixes of a problem, the likeliest first; empty where no mechanical fix is honest. */
export type Mend = (context: MendContext, problem: Problem) => readonly Offer[];

/** The text of an entry's file. */
export const entryText = (context: MendContext, entry: Entry = context.entry): string =>
  context.textOf(entry.path) ?? '';

/** One offer of some edits of one file; undefined where an edit could not be made. */
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

/** The fixes that the rule made, in the quotes of what they replace. */
export const fromRule: Mend = (context, { fixes = [] }) =>
  fixes.map((fix) => ({
    ...fix,
    edits: fix.edits.map((edit) => {
      const text = context.textOf(edit.file);
      const change = text === null ? null : replaced(text, edit.file, edit.span, edit.text);
      return { file: edit.file, ...(change ?? edit) };
    }),
  }));

/** The same for unknown names: with more than one letter wrong, the name may belong to an entry that is yet to be written. */
export const nearName: Mend = (context, problem) => {
  const text = entryText(context);
  const written = nameKey(text.slice(problem.span.start, problem.span.end));
  const isMeant = (name: string): boolean =>
    digitsOf(name) === digitsOf(written) && isSlip(written, nameKey(name), SHORTEST_NAME);
  const fixes = fromRule(context, problem);
  const [only] = problem.fixes ?? [];
  if (fixes.length !== 1 || only?.edits.every((edit) => isMeant(edit.text))) return fixes;
  return fixes.map((fix) => ({ ...fix, isPreferred: false }));
};

const SHORTEST_NAME = 5;
const digitsOf = (text: string): string => text.replace(/\P{N}/gu, '');

/** The edit that puts another text at a span: of a whole scalar in its quotes, of a part of one as it is. */
export function replaced(text: string, file: string, span: Span, to: string): YamlEdit {
  const place = placeOfSpan(treeOf(text, file), span);
  const node = place?.node;
  if (node?.kind !== 'scalar' || node.content.start !== span.start || node.content.end !== span.end)
    return { span, text: to };
  return setScalar(node, to, place?.isFlow === true);
}

/** The tree of a file of the codex: of an entry its frontmatter. */
export const treeOf = (text: string, file: string): YamlMapping | null => {
  if (file !== CODEX_FILE) return frontmatterTree(text);
  const { root } = readYaml(text, { start: 0, end: text.length });
  return root?.kind === 'mapping' ? root : null;
};

/** The node at a span of an entry's frontmatter. */
export const nodeAtSpan = (context: MendContext, span: Span, entry: Entry = context.entry): NodePlace | null =>
  placeOfSpan(frontmatterTree(entryText(context, entry)), span);
