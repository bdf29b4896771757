/** After any edits and questions, in the editor and on the disk, the server says what it would say had it just been started. */
import { expect, it } from 'vitest';
import { type Diagnostic, ErrorCodes, type Position, type Range } from 'vscode-languageserver/node';
import { checkCodex } from '../../server/src/core/rules/check';
import { lineIndex } from '../../server/src/core/text/span';
import { vyr } from '../support/caret';
import { codexOf } from '../support/codex';
import { type Editor, startEditor } from './editor';
import { CAN_PULL, keepAsking } from './pulling';

/** Numbers that are random enough, and the same in every run (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const WORDS = [
  '---\n',
  '\n',
  ' ',
  'supersedes: ',
  'id: ',
  'maric',
  'aldric',
  'founding-of-house-vyr',
  'refounding-of-house-vyr',
  'date: 300 TA\n',
  '412 TA',
  'always',
  '"',
  '[',
  '{',
  ']',
  '}',
  '- ',
  'facts: {house-vyr: {founder: lysa}}\n',
  '[[maric]]',
  '[[nobody]]',
  'effective: ',
  '🐉',
  '\r\n',
  'a',
  'retracts: maric\n',
  'superseded_by: aldric\n',
  'disputes: [maric]\n',
  ': ',
  '#',
];

/** What is asked of a document at a place. */
interface Place {
  readonly uri: string;
  readonly position: Position;
  /** All of the document. */
  readonly range: Range;
}

const at = ({ uri, position }: Place): object => ({ textDocument: { uri }, position });
const of = ({ uri, range }: Place): object => ({ textDocument: { uri }, range });

const QUESTIONS: Readonly<Record<string, (place: Place) => object>> = {
  'textDocument/hover': at,
  'textDocument/definition': at,
  'textDocument/completion': at,
  'textDocument/references': (place) => ({ ...at(place), context: { includeDeclaration: true } }),
  'textDocument/prepareRename': at,
  'textDocument/rename': (place) => ({ ...at(place), newName: 'renamed-by-chance' }),
  'textDocument/documentHighlight': at,
  'textDocument/prepareTypeHierarchy': at,
  'textDocument/prepareCallHierarchy': at,
  'textDocument/selectionRange': ({ uri, position }) => ({ textDocument: { uri }, positions: [position] }),
  'textDocument/codeLens': of,
  'textDocument/documentSymbol': of,
  'textDocument/documentLink': of,
  'textDocument/foldingRange': of,
  'textDocument/inlayHint': of,
  'textDocument/codeAction': (place) => ({ ...of(place), context: { diagnostics: [] } }),
  'workspace/symbol': () => ({ query: 'mar' }),
  'retcon/entries': () => ({}),
  'retcon/ask': () => ({ question: 'was_true_at', given: { entity: 'house-vyr', at: '300 TA' } }),
  'retcon/fading': ({ uri }) => ({ uri }),
  'retcon/mentions': ({ uri, position }) => ({ uri, position }),
  'retcon/restsOn': ({ uri }) => ({ uris: [uri] }),
  'retcon/organiseFrontmatter': ({ uri }) => ({ uri }),
  'retcon/view': ({ uri }) => ({ view: 'retcons', uri }),
  'retcon/retconQuestions': ({ uri }) => ({ act: 'declare', uri }),
};

/** Asks something of a document. What it is answered has tests of its own, but it must be answered, or refused in words. */
async function question(editor: Editor, file: string, pick: <T>(from: readonly T[]) => T): Promise<void> {
  const text = editor.textOf(file);
  const { placeAt } = lineIndex(text);
  const place = {
    uri: editor.uriOf(file),
    position: placeAt(pick([0, 4, 20, 60, 150])),
    range: { start: placeAt(0), end: placeAt(text.length) },
  };
  const [method, context] = pick(Object.entries(QUESTIONS));
  await editor.request(method, context(place)).catch((error: { code: number; message: string }) => {
    if (error.code === ErrorCodes.InternalError || error.code === ErrorCodes.MethodNotFound) throw error;
  });
}

interface Way {
  readonly edits: number;
  readonly pulls: boolean;
}

it.each<[string, Way]>([
  ['500 random edits and questions, where everything is asked for', { edits: 500, pulls: true }],
  ['100 random edits, where open documents are told of', { edits: 100, pulls: false }],
])('%s', async (_, { edits, pulls }) => {
  const random = randomFrom(7);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  const disk: Record<string, string> = { ...vyr };
  const editor = await startEditor(disk, pulls ? { capabilities: CAN_PULL } : {});
  const asker = pulls ? keepAsking(editor) : null;
  const open = new Set<string>();
  const paths = [...Object.keys(vyr), 'new.md', 'far/new.md', '.hidden.md'];
  const running: Promise<void>[] = [];

  const typed = async (file: string): Promise<void> => {
    const text = editor.textOf(file);
    // No position of the protocol lies within a line's end.
    const whole = (offset: number): number => (text.startsWith('\r\n', offset - 1) ? offset + 1 : offset);
    const start = whole(random(text.length + 1));
    const end = whole(Math.min(text.length, start + pick([0, 0, 0, 1, 5, 30])));
    await editor.edit(file, start, end, pick([...WORDS, '']));
    if (asker) running.push(asker.changed(file));
  };
  /** What a server that has just been started would tell. */
  const expected = (): Record<string, unknown> => {
    const texts = Object.fromEntries(
      Object.entries(disk).map(([file, text]) => [file, open.has(file) ? editor.textOf(file) : text]),
    );
    const told: Record<string, unknown[]> = {};
    const placed = (file: string, { start, end }: { start: number; end: number }) => {
      const { placeAt } = lineIndex(texts[file] ?? '');
      return { start: placeAt(start), end: placeAt(end) };
    };
    for (const { file, problem } of checkCodex(codexOf(texts))) {
      if (!pulls && !open.has(file)) continue;
      const related = (problem.related ?? []).map((one) => ({
        message: one.message,
        location: { uri: editor.uriOf(one.file), range: placed(one.file, one.span) },
      }));
      (told[file] ??= []).push({
        range: placed(file, problem.span),
        code: problem.code,
        message: problem.message,
        related,
      });
    }
    return Object.fromEntries(Object.entries(told).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  const told = async (): Promise<Record<string, unknown>> => {
    await asker?.refresh();
    const shown = (file: string): readonly Diagnostic[] => asker?.shown(file) ?? editor.diagnostics(file);
    const found = [...paths].sort().map((file): [string, unknown[]] => [
      file,
      shown(file).map(({ range, code, message, relatedInformation = [] }) => ({
        range,
        code,
        message,
        related: relatedInformation.map((one) => ({ message: one.message, location: one.location })),
      })),
    ]);
    return Object.fromEntries(found.filter(([, items]) => items.length > 0));
  };

  for (let i = 1; i <= edits; i++) {
    const file = pick(paths);
    const step = random(20);
    if (open.has(file) && step < 5) running.push(question(editor, file, pick));
    else if (open.has(file) && step < 17) await typed(file);
    else if (open.has(file)) {
      open.delete(file);
      const last = asker?.closing(file);
      await editor.close(file);
      await last;
    } else if (file in disk && step < 12) {
      open.add(file);
      await editor.open(file);
      if (asker) running.push(asker.opened(file));
    } else if (file in disk && step < 14 && file !== 'codex.yaml') {
      delete disk[file];
      await editor.remove(file);
    } else {
      disk[file] = pick(Object.values(vyr)).replace(pick(['maric', '412', 'id', 'TA']), pick(WORDS));
      await editor.write(file, disk[file]);
    }
    if (i % 50 !== 0) continue;
    await Promise.all(running.splice(0));
    const wanted = JSON.stringify(expected());
    await editor
      .until('what a new server would say', async () => JSON.stringify(await told()) === wanted)
      .catch(async () => expect(await told(), `after ${i} edits`).toEqual(expected()));
  }
  await asker?.stop();
  await editor.stop();
});
