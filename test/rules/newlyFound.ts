/** Codices that differ in a few pages: the new findings in the second are the same as if all of it were judged. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { type CheckedProblem, checkCodex } from '../../server/src/core/rules/check';
import { problemsSince, type State } from '../../server/src/core/rules/compareWithBaseline';
import { CODEX as WORLD, entrySpecOf, textOf, type Words } from '../canon/world';
import { stateOf } from './gate';

/** With circles of different depths, and with people who are born and die. */
export const CODEX = `${WORLD}circles: {players: [a, id1, zed], table: [players, id2], x: [b]}\nmortal: [person]\n`;
const range = (size: number, name: string): string[] => Array.from({ length: size }, (_, i) => `${name}${i}`);

const placed = ({ file, problem }: CheckedProblem): string => `${file} ${problem.code} ${problem.span.start}`;

/** Every problem of the second state that the first does not have, or that is in a changed file; everything is judged. */
function newIn(before: State, after: State): string[] {
  const had = new Set(checkCodex(before.host).map(placed));
  // A finding with the same message has not changed if only its place moved.
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

/** A page, with everything that may name another page or be named by it. */
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

/** What pages are called and state, and how many there are at most. */
interface Sort {
  readonly words: Words;
  readonly most: number;
}

export const SORTS = {
  'where everything hangs together': {
    words: { ids: [...'abcdef'], entities: ['x', 'y', 'a'], values: ['v', 'a', 'b'], described: ['x', 'a', 'b'] },
    most: 9,
  },
  'where most things have nothing to do with each other': {
    words: {
      ids,
      entities: [...things, 'id1', 'id2'],
      values: ['v', 'w', 'id3'],
      described: [...things, 'id1', 'id4'],
    },
    most: 40,
  },
} satisfies Readonly<Record<string, Sort>>;

export function toldAsIfAllWereJudged({ words, most }: Sort) {
  const page = pageOf(words);
  const does = fc.constantFrom<Edit['does'][]>('write', 'write', 'delete', 'move', 'prose', 'rename');
  const edit = fc.record({ file: fc.nat(most), text: page, does });
  return fc.property(
    fc.array(page, { minLength: 8, maxLength: most }),
    fc.array(edit, { minLength: 1, maxLength: 3 }),
    (pages, edits) => {
      const files = new Map([['codex.yaml', CODEX], ...pages.map((text, i) => [`f${i}.md`, text] as const)]);
      const before = stateOf(Object.fromEntries(files));
      const after = stateOf(Object.fromEntries(edited(files, edits)));
      const found = problemsSince(after, { snapshot: before, ref: 'v1', isCertain: true });
      // A name that two pages share is reported at the second of them; a name whose page has gone is reported where it is
      // used.
      const isShared = found.some(({ shares }) => shares !== undefined);
      const isGone = found.some(({ gone }) => gone !== undefined);
      const isCompared = (one: string): boolean =>
        !one.includes(' retcon/') &&
        !(isShared && one.includes(' reference/ambiguous ')) &&
        !(isGone && / (?:link|reference)\/unknown |\/unknown-id /.test(one));
      expect(found.map(placed).filter(isCompared).sort()).toEqual(newIn(before, after).filter(isCompared).sort());
    },
  );
}
