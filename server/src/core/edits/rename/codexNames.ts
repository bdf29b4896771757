/** The patterns under `audience` in codex.yaml that name what is moved: they follow, so that nobody new comes to know what lies there. */
import { CODEX_FILE, fitGlobs } from '../../codex/codexShapes';
import { keyOf, type Codex } from '../../codex/codex';
import { type TextEdit, edited } from '../../text/problem';
import type { Span } from '../../text/span';
import { readYaml } from '../../yaml/readYaml';
import type { YamlMapping, YamlNode, YamlScalar } from '../../yaml/tree';
import { linkTarget } from '../../entry/entryShapes';
import { respellIn, type Move, movedBy } from './respell';
import { allEntries, type Canon } from '../../canon';
import { audienceAt } from '../../codex/pathRules';
import { globTest, globWithin } from '../../codex/globs';
import { EVERYONE, playersIn } from '../../codex/knowledgeKeys';
import { readCodex } from '../../codex/readCodex';
import { nfc } from '../../text/nearNames';
import { listWords } from '../../text/words';

/** @param text of codex.yaml @param called what a name is to be instead; null: it stays */
export function circleEdits(text: string, called: (name: string, linked: boolean) => string | null): TextEdit[] {
  const root = codexTree(text);
  if (!root) return [];
  return [...namesIn(root)].flatMap((scalar): TextEdit[] => {
    const target = linkTarget(scalar.text);
    const name = (target ?? scalar.text).normalize('NFC').trim();
    const next = called(name, target !== null);
    const at = { text: name, span: inside(text, scalar, target), linked: target !== null };
    const edit = next === null ? null : respellIn(root, text, at, next);
    return edit ? [{ file: CODEX_FILE, ...edit, group: 'Who knows' }] : [];
  });
}

/** What codex.yaml holds; null where it is made of no keys. */
function codexTree(text: string): YamlMapping | null {
  const { root } = readYaml(text, { start: text.startsWith('\uFEFF') ? 1 : 0, end: text.length });
  return root?.kind === 'mapping' ? root : null;
}

/** The place of a name between `[[` and `]]`, or of the whole. */
function inside(text: string, { content }: YamlScalar, target: string | null): Span {
  const start = target === null ? -1 : text.indexOf(target, content.start);
  return start < 0 ? content : { start, end: start + (target ?? '').length };
}

function* namesIn({ pairs }: YamlMapping): Generator<YamlScalar> {
  for (const { key, value } of pairs) {
    const name = keyOf(key.text);
    if (value?.kind !== 'mapping') continue;
    for (const inner of value.pairs) {
      if (name === 'circles') yield inner.key;
      if (name === 'circles' || name === 'audience') yield* scalarsIn(inner.value);
      // The name of a campaign is part of its sessions' names, and stays.
      else if (name === 'campaigns') yield* scalarsIn(playersIn(inner.value));
    }
  }
}

function* scalarsIn(node: YamlNode | null): Generator<YamlScalar> {
  if (node?.kind === 'scalar') yield node;
  else if (node?.kind === 'sequence') for (const item of node.items) yield* scalarsIn(item);
}

/**
 * Edits of the patterns that name a moved file, or lie in a moved folder. One that would then fit other pages than before stays.
 *
 * @param text of codex.yaml
 */
export function globEdits(canon: Canon, text: string, moves: readonly Move[]): TextEdit[] {
  if (moves.length === 0 || canon.codex.audience.length === 0) return [];
  const root = codexTree(text);
  const keys = (root?.pairs ?? []).flatMap(({ key, value }) =>
    keyOf(key.text) === 'audience' && value?.kind === 'mapping' ? value.pairs.map((pair) => pair.key) : [],
  );
  const written = keys.map((key) => ({ text: nfc(key.text).trim(), span: key.content, linked: false }));
  const following = new Map<(typeof written)[number], string>();
  for (const at of written) {
    const next = globAfter(at.text, moves);
    if (next === null || next === at.text || !fitsTheSame(canon, moves, at.text, next)) continue;
    if (fitGlobs(() => undefined, [{ text: next, span: at.span }]).length > 0) following.set(at, next);
  }
  for (let one = firstTaken(written, following); one; one = firstTaken(written, following)) following.delete(one);
  return [...following].flatMap(([at, next]): TextEdit[] => {
    const edit = respellIn(root, text, at, next);
    return edit ? [{ file: CODEX_FILE, ...edit, group: 'Who knows' }] : [];
  });
}

/** The first pattern that would then be as one that stays, or as a later one, which counts before it: two equal keys would be none. */
function firstTaken<T extends { readonly text: string }>(
  written: readonly T[],
  following: ReadonlyMap<T, string>,
): T | undefined {
  const textOf = (at: T): string => following.get(at) ?? at.text;
  const owners = new Map<string, T>();
  for (const at of written) {
    const owner = owners.get(textOf(at));
    if (!owner || following.has(owner)) owners.set(textOf(at), at);
  }
  return [...following.keys()].find((at) => owners.get(textOf(at)) !== at);
}

/** What a pattern is after the first of the moves that it names; null where it names none. */
function globAfter(glob: string, moves: readonly Move[]): string | null {
  const start = /^!*(?:\.?\/+)*/.exec(glob)?.[0] ?? '';
  const parts = glob.slice(start.length).split('/');
  for (const { from, to } of moves) {
    const names = from.split('/');
    const [head, rest] = [parts.slice(0, names.length), parts.slice(names.length)];
    if (!names.every((name, i) => isSpelled(head[i] ?? '', name)) || !globTest([`./${head.join('/')}`], true)(from))
      continue;
    return start + [...to.split('/').map(escaped), ...rest].join('/');
  }
  return null;
}

/** Whether a part of a pattern is a name: as it is, with its signs escaped, or with `?` for them, as the setup writes it. */
function isSpelled(part: string, name: string): boolean {
  const key = keyOfName(name);
  return [part, part.replace(/\\(.)/gs, '$1')].some((one) => keyOfName(one) === key) || isWithin(part, name);
}

const isWithin = (part: string, name: string): boolean => keyOfName(`${part}/**`) === keyOfName(globWithin(name));

/** Patterns ignore case. */
const keyOfName = (name: string): string => nfc(name).toLowerCase();

/** A name as a pattern that means nothing else; blanks at its ends would be passed over. */
const escaped = (name: string): string =>
  name.replace(/[[\]{}*?\\]|^!/g, '\\$&').replace(/^\s+|\s+$/g, (all) => '?'.repeat(all.length));

function fitsTheSame(canon: Canon, moves: readonly Move[], glob: string, next: string): boolean {
  const [before, after] = [globTest([glob], true), globTest([next], true)];
  return allEntries(canon).every(({ path }) => before(path) === after(movedBy(moves, path)));
}

/**
 * Why an edit must not move files, since the author does not see it as a move: the audience of a page would change. Null if it may.
 *
 * @param text of codex.yaml
 * @param name by which the file is called then
 */
export function changedAudience(canon: Canon, text: string, moves: readonly Move[], name: string): string | null {
  const { codex } = canon;
  if (moves.length === 0 || codex.audience.length === 0) return null;
  if (codex.hidesAll)
    return `It would be unclear who knows "${name}" then: correct what is underlined in codex.yaml first.`;
  const then = readCodex(edited(text, globEdits(canon, text, moves))).codex;
  for (const { path, knowledge } of allEntries(canon)) {
    // What it says itself goes before its folder.
    if (knowledge?.knownBy) continue;
    const [before, after] = [audienceIn(codex, path), audienceIn(then, movedBy(moves, path))];
    if (knowersText(before) !== knowersText(after))
      return `${path} is known to ${listWords(before, 'and')}; under the name "${name}", \`audience\` in codex.yaml would make it known to ${listWords(after, 'and')}. Choose another name, or write \`known_by\` into the page first.`;
  }
  return null;
}

/** The same for the same knowers, in whatever order and letters. */
const knowersText = (names: readonly string[]): string => JSON.stringify([...new Set(names.map(keyOfName))].sort());

const audienceIn = (codex: Codex, path: string): readonly string[] => audienceAt(codex, path) ?? [EVERYONE];
