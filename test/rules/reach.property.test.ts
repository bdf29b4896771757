/** What is new since a commit is told as if everything were judged, though only what the change reaches is. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { affectedFiles } from '../../server/src/core/canon';
import { createHost } from '../../server/src/core/host';
import { type CheckedProblem, checkCodex } from '../../server/src/core/rules/check';
import { problemsSince, type State } from '../../server/src/core/rules/compareWithBaseline';
import { CODEX as WORLD, entrySpecOf, textOf, type Words } from '../canon/world';

/** With circles of different depths, and those who live and die. */
const CODEX = `${WORLD}circles: {players: [a, id1, zed], table: [players, id2], x: [b]}\nmortal: [person]\n`;
const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? 10) };
const range = (size: number, name: string): string[] => Array.from({ length: size }, (_, i) => `${name}${i}`);

function stateOf(files: ReadonlyMap<string, string>): State {
  const host = createHost((file) => files.get(file) ?? null);
  host.apply(files);
  const textOf = (file: string): string | null => files.get(file) ?? null;
  return { host, textOf, blobOf: textOf };
}

const placed = ({ file, problem }: CheckedProblem): string => `${file} ${problem.code} ${problem.span.start}`;

/** Every problem of the second state that the first has not, or that is in a file which has changed; all are judged. */
function newIn(before: State, after: State): string[] {
  const had = new Set(checkCodex(before.host).map(placed));
  // What says what it said has not changed where it lies.
  const pathThen = (file: string): string => {
    const old = file.replace('moved/', '');
    return before.textOf(file) === null && after.textOf(old) === null ? old : file;
  };
  return checkCodex(after.host)
    .filter((one) => {
      const file = pathThen(one.file);
      return before.textOf(file) !== after.textOf(one.file) || !had.has(placed({ ...one, file }));
    })
    .map(placed);
}

/** A page, with whatever may name another one or be named by it. */
const pageOf = (words: Words): fc.Arbitrary<string> => {
  const names = [...words.ids, 'Alpha'];
  const some = fc.array(fc.constantFrom(...names), { maxLength: 2 });
  const knowers = fc.array(fc.constantFrom(...names, 'players', 'table', 'zed', ...words.entities), { maxLength: 2 });
  const keys = fc.record({
    sources: some,
    disputes: some,
    reviewed: some,
    aliases: some,
    known_by: knowers,
    pov: knowers,
    known_from: fc.constantFrom(undefined, undefined, '15 TA'),
    type: fc.constantFrom('person', 'event'),
    superseeds: fc.constantFrom(undefined, undefined, undefined, 'x'),
  });
  return fc.tuple(entrySpecOf(words), keys, fc.constantFrom(...names)).map(([spec, more, link]) => {
    const lines = Object.entries(more).flatMap(([key, value]) =>
      value === undefined || value.length === 0
        ? []
        : `${key}: ${typeof value === 'string' ? value : `[${value.join(', ')}]`}\n`,
    );
    return `${textOf(spec).replace('---\n', `---\n${lines.join('')}`)}As [[${link}]] has it.\n`;
  });
};

interface Edit {
  readonly file: number;
  readonly text: string;
  readonly does: 'write' | 'delete' | 'move' | 'prose' | 'rename';
}

function edited(files: ReadonlyMap<string, string>, edits: readonly Edit[]): Map<string, string> {
  const after = new Map(files);
  for (const { file, text, does } of edits) {
    const name = `f${file}.md`;
    const old = after.get(name);
    after.delete(does === 'move' || does === 'delete' ? name : '');
    if (does === 'write') after.set(name, text);
    else if (old !== undefined && does === 'move') after.set(`moved/${name}`, old);
    else if (old !== undefined && does === 'prose') after.set(name, `${old}More.\n`);
    else if (old !== undefined && does === 'rename') after.set(name, old.replace(/^id: .*$/m, 'id: another'));
  }
  return after;
}

const things = range(12, 'thing');
const ids = range(30, 'id');

it.each([
  [
    'where everything hangs together',
    { ids: [...'abcdef'], entities: ['x', 'y', 'a'], values: ['v', 'a', 'b'], described: ['x', 'a', 'b'] },
    9,
  ],
  [
    'where most things have nothing to do with each other',
    { ids, entities: [...things, 'id1', 'id2'], values: ['v', 'w', 'id3'], described: [...things, 'id1', 'id4'] },
    40,
  ],
])('%s', (_, words, most) => {
  const page = pageOf(words);
  const does = fc.constantFrom<Edit['does'][]>('write', 'write', 'delete', 'move', 'prose', 'rename');
  const edit = fc.record({ file: fc.nat(most), text: page, does });
  fc.assert(
    fc.property(
      fc.array(page, { minLength: 8, maxLength: most }),
      fc.array(edit, { minLength: 1, maxLength: 3 }),
      (pages, edits) => {
        const files = new Map([['codex.yaml', CODEX], ...pages.map((text, i) => [`f${i}.md`, text] as const)]);
        const [before, after] = [stateOf(files), stateOf(edited(files, edits))];
        const found = problemsSince(after, { snapshot: before, ref: 'v1', isCertain: true });
        // A name that two pages share now is told where the second of them has come, and one whose page has gone at that.
        const isShared = found.some(({ shares }) => shares !== undefined);
        const isGone = found.some(({ gone }) => gone !== undefined);
        const isCompared = (one: string): boolean =>
          !one.includes(' retcon/') &&
          !(isShared && one.includes(' reference/ambiguous ')) &&
          !(isGone && / (?:link|reference)\/unknown |\/unknown-id /.test(one));
        expect(found.map(placed).filter(isCompared).sort()).toEqual(newIn(before, after).filter(isCompared).sort());
      },
    ),
    RUNS,
  );
});

it('reaches all that hangs together with a change, and no more', () => {
  const page = (keys: string, prose = ''): string => `---\n${keys}\n---\n${prose}`;
  const files = new Map([
    ['codex.yaml', CODEX],
    ['hall.md', page('date: 10 TA\nfacts: {vyr: {seat: tarn}}')],
    ['hall-again.md', page('date: 20 TA\nsupersedes: {id: hall, reason: so}\nfacts: {vyr: {seat: crag}}')],
    ['vyr.md', page('title: House Vyr\naliases: [vyr]')],
    ['siege.md', page('facts: {vyr: {ruler: maric}}')],
    ['song.md', page('sources: [hall]')],
    ['letter.md', page('type: letter', 'As [[hall]] has it.\n')],
    ['oath.md', page('facts: {oldmere: {seat: moor}}')],
    ['oldmere.md', page('sources: [oath]')],
  ]);
  const reached = (file: string, from: string, to: string): string[] => {
    const after = new Map([...files, [file, (files.get(file) ?? '').replace(from, to)]]);
    const [was, is] = [stateOf(files).host.canon, stateOf(after).host.canon];
    return [...(affectedFiles(was, is, [file]) ?? files.keys())].sort();
  };
  expect(reached('hall.md', 'tarn', 'fell')).toEqual([
    'hall-again.md',
    'hall.md',
    'letter.md',
    'siege.md',
    'song.md',
    'vyr.md',
  ]);
  expect(reached('oath.md', 'moor', 'fell')).toEqual(['oath.md', 'oldmere.md']);
  expect(reached('letter.md', 'has it', 'had it')).toEqual(['letter.md']);
});
