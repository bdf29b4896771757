/** Values of a person's page are retconned as an editor does it: by a place, by answers, and in codex.yaml where they are not facts yet. */
import { afterEach, expect, it } from 'vitest';
import type { CodeAction, TextEdit } from 'vscode-languageserver/node';
import type {
  RetconableValue,
  RetconMade,
  RetconRefused,
  ValueAnswers,
  ValueCheck,
  ValueQuestions,
} from '../../server/src/lsp/protocol/protocolRetcons';
import { lineIndex } from '../../server/src/core/text/span';
import { applied } from '../../server/src/core/text/problem';
import { type Editor, startEditor } from './editor';

let editor: Editor;
afterEach(() => editor.stop());

const CODEX = `fields:
  date: [date, born]
  through: [through, died]
revisions: [session-1, {id: session-2, open: true}]
attributes:
  rank: state
  father: constant
`;

const ISOLDE = `---
canon: session-1
born: 380 TA
eyes: brown
rank: captain
loyal_to:
  - "[[The Wall]]"
  - House Marrow
father: "[[Hewe]]"
---
Her portrait.
`;

const FILES = {
  'codex.yaml': CODEX,
  'isolde.md': ISOLDE,
  'hewe.md': '---\ncanon: session-1\n---\n',
  'tobin.md': '---\ncanon: session-1\n---\n',
  'cass.md': '---\ncanon: session-1\n---\n',
  'Aronne Vale.md': '---\ncanon: session-1\naliases: [Red Hand]\n---\n',
};

const FILE = 'isolde.md';
const start = async () => {
  editor = await startEditor(FILES, { initializationOptions: { hasDialogs: true } });
  await editor.open(FILE);
  await editor.ready();
};
const at = (word: string) => lineIndex(editor.textOf(FILE)).placeAt(editor.textOf(FILE).indexOf(word));
const valuesAt = async (word?: string) => {
  const position = word === undefined ? undefined : at(word);
  const params = { uri: editor.uriOf(FILE), position };
  return (await editor.request<{ values: readonly RetconableValue[] }>('retcon/retconableValues', params)).values;
};
const questionsOf = (key: string) =>
  editor.request<ValueQuestions>('retcon/valueQuestions', { uri: editor.uriOf(FILE), key });

type Change = { readonly [uri: string]: readonly TextEdit[] };

/** Applies an edit to a document, and answers its text. */
async function apply(edit: object | null, file: string): Promise<string> {
  const { changes = {} } = (edit ?? {}) as { readonly changes?: Change };
  const text = editor.textOf(file);
  const { offsetAt } = lineIndex(text);
  const edits = (changes[editor.uriOf(file)] ?? [])
    .map(({ range, newText }) => ({ span: { start: offsetAt(range.start), end: offsetAt(range.end) }, text: newText }))
    .sort((a, b) => b.span.start - a.span.start);
  await editor.edit(file, 0, text.length, edits.reduce(applied, text));
  return editor.textOf(file);
}

async function retconned(key: string, answers: Partial<ValueAnswers>): Promise<string> {
  const all: ValueAnswers = { value: '', effective: '', canon: 'session-2', reason: '', ...answers };
  const made = await editor.request<RetconMade | RetconRefused>('retcon/retconValue', {
    uri: editor.uriOf(FILE),
    key,
    answers: all,
  });
  if ('refusal' in made) throw new Error(made.refusal);
  return apply(made.edit, FILE);
}

it('retcons a property that is not a fact yet, once codex.yaml declares it', async () => {
  await start();
  await editor.open('codex.yaml');
  expect(await valuesAt()).toMatchObject([
    { label: 'rank', value: 'captain' },
    { label: 'father', value: '[[Hewe]]' },
    { label: 'born', value: '380 TA' },
    { label: 'eyes', value: 'brown' },
    { label: 'loyal_to', value: '[[The Wall]]' },
    { label: 'loyal_to', value: 'House Marrow' },
  ]);
  const [eyes] = await valuesAt('brown');
  const [house] = await valuesAt('House Marrow');
  expect([eyes?.label, house?.value]).toEqual(['eyes', 'House Marrow']);
  const place = at('brown');
  const [first] = (await editor.actions(FILE, { start: place, end: place })) as readonly CodeAction[];
  expect(first?.title).toBe('Retcon eyes: “brown”…');
  const keys = ['eyes', 'loyal_to', 'limp'];
  for (const key of [eyes?.key ?? '', house?.key ?? '', 'added:limp'])
    expect((await questionsOf(key)).undeclared).toHaveLength(1);
  const declared = await apply(
    await editor.request<object | null>('retcon/declareKeys', { uri: editor.uriOf(FILE), keys }),
    'codex.yaml',
  );
  expect(declared).toContain('father: constant\n  eyes: state\n  loyal_to: set\n  limp: state\n');
  await editor.until('facts', async () => (await questionsOf('added:limp')).undeclared.length === 0);
  expect(await questionsOf(house?.key ?? '')).toMatchObject({ undeclared: [], value: 'House Marrow' });
  await retconned(house?.key ?? '', { value: 'The Ferry' });
  await retconned('added:limp', { value: 'left leg' });
  expect(await retconned(eyes?.key ?? '', { value: 'blue', reason: 'Sara drew her so.' })).toBe(`---
canon: session-1
born: 380 TA
eyes: blue
rank: captain
loyal_to:
  - "[[The Wall]]"
  - The Ferry
father: "[[Hewe]]"
limp: left leg
formerly:
  - {loyal_to: ["[[The Wall]]", House Marrow], canon: session-2}
  - {limp: "", canon: session-2}
  - {eyes: brown, canon: session-2, reason: Sara drew her so.}
---
Her portrait.
`);
});

it('offers the notes whose name a typed value begins, and takes a colour for a colour', async () => {
  await start();
  const typed = async (key: string | undefined, value: string) =>
    (await editor.request<ValueCheck>('retcon/checkValue', { uri: editor.uriOf(FILE), key, value })).begins;
  const row = { text: 'Aronne Vale', detail: 'aronne-vale' };
  const [father] = await valuesAt('[[Hewe]]');
  expect(await typed(father?.key, 'aro')).toEqual([{ ...row, means: 'aronne-vale' }]);
  expect(await typed(father?.key, 'Aronne Vale')).toEqual([]);
  const [rank] = await valuesAt('captain');
  expect(await typed(rank?.key, 'Aronne')).toEqual([{ ...row, means: '[[Aronne Vale]]' }]);
  expect(await typed(rank?.key, 'Red')).toHaveLength(1);
  for (const text of ['red', '4', 'Vale']) expect(await typed(rank?.key, text)).toEqual([]);
  expect(await retconned(rank?.key ?? '', { value: '[[Aronne Vale]]' })).toContain('rank: "[[Aronne Vale]]"\n');
});

it('names a birth as its page does, and adds a death by the name that codex.yaml gives it', async () => {
  await start();
  const [born] = await valuesAt('born');
  expect(await questionsOf(born?.key ?? '')).toMatchObject({ label: 'born', value: '380 TA', hasManner: false });
  await retconned(born?.key ?? '', { value: '378 TA' });
  expect(await questionsOf('added:died')).toMatchObject({ label: 'died', value: '', hasManner: false, undeclared: [] });
  expect(await retconned('added:died', { value: '412 TA' })).toContain(
    'father: "[[Hewe]]"\ndied: 412 TA\nformerly:\n  - {born: 380 TA, canon: session-2}\n  - {died: "", canon: session-2}\n',
  );
  await editor.quiet();
  expect(editor.codes(FILE).filter((code) => code !== 'supersedes/missing-reason')).toEqual([]);
});

it('makes a change secret: who has not learned of it holds the old value', async () => {
  await start();
  const [father] = await valuesAt('[[Hewe]]');
  await retconned(father?.key ?? '', { value: 'cass' });
  const place = at('cass');
  const where = { uri: editor.uriOf(FILE), range: { start: place, end: place } };
  const secret = async (...knowers: readonly string[]) => {
    const made = await editor.request<RetconMade>('retcon/makeSecret', { ...where, knowers });
    return (await apply(made.edit, FILE)).split('\n').find((line) => line.includes('canon: session-2'));
  };
  expect(await secret('cass')).toBe('  - {father: "[[Hewe]]", canon: session-2, known_by: [cass]}');
  expect(await editor.request('retcon/secretQuestions', { ...where, reveal: false })).toMatchObject({
    kind: 'fact',
    names: ['cass'],
  });
  expect(await secret('cass', 'hewe')).toBe('  - {father: "[[Hewe]]", canon: session-2, known_by: [cass, hewe]}');
  const answer = async (knower: string) => {
    const given = { entity: 'isolde', attribute: 'father', for: knower };
    return (await editor.request<{ markdown: string }>('retcon/ask', { question: 'was_true_at', given })).markdown;
  };
  expect(await answer('cass')).toContain('cass');
  expect(await answer('tobin')).toContain('hewe');
  expect(await answer('tobin')).not.toContain('cass');
  const { edit } = await editor.request<RetconMade>('retcon/reveal', { ...where, name: 'tobin', when: '' });
  expect(await apply(edit, FILE)).toContain('known_by: [cass, hewe, tobin]}');
});
