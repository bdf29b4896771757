/**
 * Trials of the language server as editors start it: whatever is typed, it has the right texts, and answers every
 * request.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { CodeAction, Diagnostic, Position, TextEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import { entryAt, type Known, knownAt, LATEST } from '../../server/src/core/canon';
import { cutFrontmatter } from '../../server/src/core/entry/frontmatter';
import { namingsIn } from '../../server/src/core/entry/naming';
import { referencesTo, type Subject, subjectUnderCaret } from '../../server/src/core/reading/mentions';
import { checkCodex } from '../../server/src/core/rules/check';
import { lineIndex } from '../../server/src/core/text/span';
import { spanOf, typedEdit } from '../lsp/typing';
import { vyr } from '../support/caret';
import { codexOf } from '../support/codex';
import { type Editor, startEditor } from '../surfaces/editor';
import { type Trial, slowTrial } from './attack';
import { METHODS } from './requestList';
import { awaited, refuseSlips } from './watched';

const files = Object.keys(vyr);
const place = { file: fc.constantFrom(...files), at: fc.nat(999), gone: fc.constantFrom(0, 3, 40) };
const step = fc.oneof(
  { weight: 3, arbitrary: typedEdit.map((edit) => ({ does: 'edit' as const, ...edit })) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('ask' as const),
      ...place,
      method: fc.constantFrom(...Object.keys(METHODS)),
      word: fc.oneof(
        fc.constantFrom('Maric', 'a b', '412 TA', '', '🜂', '../x', 'git:HEAD'),
        fc.string({ maxLength: 9 }),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('mend' as const), ...place, pick: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('rename' as const),
      ...place,
      // Mostly at a name.
      pick: fc.option(fc.nat(20), { freq: 3 }),
      word: fc.constantFrom(
        'marek',
        'Marek the Bold',
        'a: b',
        "it's",
        'x, y',
        '"q" r',
        'true',
        'né🐉',
        '[[z]]',
        'a|b#c',
        '412 TA',
      ),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let serving: Promise<Editor> | null = null;

const capabilities = {
  textDocument: {
    diagnostic: { relatedDocumentSupport: false },
    rename: { prepareSupport: true },
    typeHierarchy: {},
    inlayHint: {},
  },
};

/** One server for many inputs: each opens all files as they were, and closes them. */
const served = (): Promise<Editor> =>
  (serving ??= startEditor(vyr, { capabilities }).then(async (editor) => {
    await editor.ready();
    return editor;
  }));

/** Its complaints are reported with the input that caused them. */
async function stop(): Promise<void> {
  const editor = await serving;
  serving = null;
  await editor?.stop();
}

async function attacked(steps: readonly Step[]): Promise<void> {
  const editor = await served();
  try {
    for (const file of files) await editor.open(file);
    for (const one of steps) await taken(editor, one);
    await expectKnown(editor);
    for (const file of files) await editor.close(file);
    refuseSlips(editor.complaints.join('\n'));
    expect(editor.complaints).toEqual([]);
  } catch (error) {
    serving = null;
    // What it was doing may go on for ever.
    if (editor.pid !== undefined) process.kill(editor.pid, 'SIGKILL');
    throw error;
  }
}

async function taken(editor: Editor, one: Step): Promise<void> {
  const text = editor.textOf(one.file);
  const { start, end } = spanOf(one, text);
  const { placeAt } = lineIndex(text);
  if (one.does === 'edit') return editor.edit(one.file, start, end, one.word);
  const range = { start: placeAt(start), end: placeAt(end) };
  if (one.does === 'mend') return mended(editor, one.file, one.pick);
  if (one.does === 'rename') return renamed(editor, one.file, one.pick, start, one.word);
  const more = METHODS[one.method]?.(range, one.word);
  await asked(editor, one.method, {
    textDocument: { uri: editor.uriOf(one.file) },
    uri: editor.uriOf(one.file),
    ...more,
  });
}

/** JSON-RPC's codes for unexpected failures. */
const [INTERNAL, NO_METHOD] = [-32603, -32601];

async function asked<T>(editor: Editor, method: string, params: object): Promise<T | null> {
  try {
    return await awaited(method, editor.pid ?? 0, editor.request<T>(method, params));
  } catch (error) {
    const { code, message } = error as { code?: number; message: string };
    refuseSlips(message);
    if (code === undefined || code === INTERNAL || code === NO_METHOD) throw error;
    return null;
  }
}

/** Takes one of the offered fixes; the prose of every page is as before. */
async function mended(editor: Editor, file: string, pick: number): Promise<void> {
  const diagnostics = await pulled(editor, file);
  const chosen = diagnostics[pick % Math.max(1, diagnostics.length)];
  if (!chosen) return;
  const params = { textDocument: { uri: editor.uriOf(file) }, range: chosen.range, context: { diagnostics: [chosen] } };
  const actions = await asked<CodeAction[]>(editor, 'textDocument/codeAction', params);
  const fix = actions?.find(({ kind, edit }) => kind?.startsWith('quickfix') === true && edit);
  if (fix?.edit) await apply(editor, fix.edit, expectSameProse);
}

/** Renames what is at a place: everything that named it still does, and in the prose only names change. */
async function renamed(editor: Editor, file: string, pick: number | null, at: number, newName: string): Promise<void> {
  await expectKnown(editor);
  const before = knownIn(editor);
  const entry = entryAt(before.canon, file);
  if (!entry) return;
  const namings = namingsIn(entry);
  const offset = (pick === null ? undefined : namings[pick % Math.max(1, namings.length)]?.span.start) ?? at;
  const subject = subjectUnderCaret(before, entry, offset)?.subject;
  const position = lineIndex(editor.textOf(file)).placeAt(offset);
  const params = { textDocument: { uri: editor.uriOf(file) }, position, newName };
  const edit = await asked<WorkspaceEdit>(editor, 'textDocument/rename', params);
  if (!edit || !subject) return;
  await apply(editor, edit, (before, after) => expect(unnamed(after)).toBe(unnamed(before)));
  const after = knownIn(editor);
  const page = subject.kind === 'entry' ? entryAt(after.canon, subject.entry.path) : undefined;
  const now: Subject = page ? { kind: 'entry', entry: page } : { kind: 'name', name: newName };
  expect(referencesTo(after, now).length).toBeGreaterThanOrEqual(referencesTo(before, subject).length);
}

const knownIn = (editor: Editor): Known => knownAt(codexOf(textsIn(editor)).canon, LATEST);
const textsIn = (editor: Editor) => Object.fromEntries(files.map((file) => [file, editor.textOf(file)]));

/** A page without its frontmatter, which a new id may have created, and without possible names: links and headings. */
function unnamed(text: string): string {
  return (cutFrontmatter(text) ? proseOf(text) : text)
    .replace(/\[\[[^\]]*\]\]/g, '[[]]')
    .replace(/\]\([^)]*\)/g, ']()')
    .replace(/^#.*$/gm, '#');
}

/** @param expectKept of each page that is edited */
async function apply(
  editor: Editor,
  edit: WorkspaceEdit,
  expectKept: (before: string, after: string) => void,
): Promise<void> {
  for (const file of files) {
    const edits = editsIn(edit, editor.uriOf(file));
    const before = editor.textOf(file);
    for (const one of edits.map(spanIn(before)).sort((a, b) => b.start - a.start))
      await editor.edit(file, one.start, one.end, one.text);
    if (edits.length > 0 && file.endsWith('.md')) expectKept(before, editor.textOf(file));
  }
}

function editsIn({ changes = {}, documentChanges = [] }: WorkspaceEdit, uri: string): TextEdit[] {
  const others = documentChanges.flatMap((one) =>
    'textDocument' in one && one.textDocument.uri === uri ? (one.edits as TextEdit[]) : [],
  );
  return [...(changes[uri] ?? []), ...others];
}

const spanIn =
  (text: string) =>
  ({ range, newText }: TextEdit) => ({
    start: offsetIn(text, range.start),
    end: offsetIn(text, range.end),
    text: newText,
  });

function offsetIn(text: string, { line, character }: Position): number {
  const { placeAt } = lineIndex(text);
  for (let at = 0, low = 0, high = text.length; ; ) {
    at = (low + high) >> 1;
    const found = placeAt(at);
    if (found.line === line && found.character === character) return at;
    if (low >= high) throw new Error(`line ${line}, character ${character} is no place of the text`);
    if (found.line < line || (found.line === line && found.character < character)) low = at + 1;
    else high = at - 1;
  }
}

const proseOf = (text: string): string => {
  const cut = cutFrontmatter(text);
  return cut?.closed === true ? text.slice(cut.body) : '';
};

/** Open frontmatter may end earlier once it is closed, so that the rest becomes prose: then each line is kept. */
function expectSameProse(before: string, after: string): void {
  const isClosedNow = cutFrontmatter(before)?.closed === false && cutFrontmatter(after)?.closed === true;
  const kept = isClosedNow ? linesOf : proseOf;
  expect(kept(after)).toEqual(kept(before));
}

/** Lines that are neither blank nor a fence. */
const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => !/^(?:---)?[ \t]*$/.test(line));

async function pulled(editor: Editor, file: string): Promise<readonly Diagnostic[]> {
  const params = { textDocument: { uri: editor.uriOf(file) } };
  const report = await asked<{ items?: Diagnostic[] }>(editor, 'textDocument/diagnostic', params);
  return report?.items ?? [];
}

/**
 * It has the typed texts, and no others: the problems that it reports for each file are those of a check of these texts.
 */
async function expectKnown(editor: Editor): Promise<void> {
  const texts = textsIn(editor);
  const expected = new Map<string, unknown[]>(files.map((file) => [file, []]));
  for (const { file, problem } of checkCodex(codexOf(texts))) {
    const { placeAt } = lineIndex(texts[file] ?? '');
    const range = { start: placeAt(problem.span.start), end: placeAt(problem.span.end) };
    expected.get(file)?.push({ range, code: problem.code, message: problem.message });
  }
  // An edited codex.yaml is read again when typing pauses.
  for (let tries = 0; ; tries++) {
    const found = new Map<string, unknown[]>();
    for (const file of files)
      found.set(
        file,
        (await pulled(editor, file)).map(({ range, code, message }) => ({ range, code, message })),
      );
    if (tries === 100 || JSON.stringify([...found]) === JSON.stringify([...expected])) {
      expect(found).toEqual(expected);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10 * tries));
  }
}

export const LANGUAGE_SERVER: readonly Trial[] = [
  slowTrial('lsp/typing', fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), attacked), {
    runs: 10,
    close: stop,
  }),
];
