/**
 * In any codex: what changes nothing is never reported, and a change that takes from an established answer without a
 * retcon always is.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { knownAt, LATEST, wasTrueAt } from '../../server/src/core/canon';
import { readWorldDateParam } from '../../server/src/core/tools/asked/question';
import { checkCodex } from '../../server/src/core/rules/check';
import { canonOf, CODEX, world } from '../canon/world';
import { foundSince, inWords, type Pages, stateOf } from './gate';

const RUNS = Number(process.env.FUZZ_RUNS ?? 20);

const idOf = (text: string): string => /^id: (.*)$/m.exec(text)?.[1] ?? '';

/** Of two pages that share an id, nobody can say which is meant. */
const unique = world.filter((files) => new Set([...files.values()].map(idOf)).size === files.size);

const pagesOf = (files: ReadonlyMap<string, string>): Pages => ({ 'codex.yaml': CODEX, ...Object.fromEntries(files) });

const toldSince = (told: Pages, changes: Pages): string[] =>
  foundSince(told, changes)
    .filter(({ problem }) => problem.code.startsWith('retcon/'))
    .map(inWords);

type Edit = (files: ReadonlyMap<string, string>, file: string) => Pages;
const inFile =
  (edit: (text: string) => string): Edit =>
  (files, file) => ({ [file]: edit(files.get(file) ?? '') });

/** What model §10 does not count as a change. */
const NO_CHANGES: readonly Edit[] = [
  (files, file) => ({ [file]: null, [`far/${file}`]: files.get(file) ?? '' }),
  inFile((text) =>
    text.replace(/((?:\n {2}- \{entity.*)+)/, (all) => `\n${all.slice(1).split('\n').reverse().join('\n')}`),
  ),
  inFile((text) =>
    text.replace(/(?<=^(?:date|until): |from: )(\d+) TA$/gm, 'TA $1').replace(/from: (\d+) TA/g, 'from: TA $1'),
  ),
  inFile((text) => text.replace(/value: ([vw])(?=[,}])/g, (_, value: string) => `value: " ${value.toUpperCase()}."`)),
  inFile((text) => text.replace(/^(id: .*)$/m, '$1\nodd: key')),
  // A fact about a page that has no part in any retcon, stated by another page.
  (files, file) => {
    const text = files.get(file) ?? '';
    const isAlone =
      !/- \{id:|^formerly:/m.test(text) && ![...files.values()].some((one) => one.includes(`- {id: ${idOf(text)},`));
    const [line = ''] = /\n {2}- \{entity.*/.exec(text) ?? [];
    if (!isAlone || line === '') return {};
    const left = text.replace(line, '').replace(/^facts:\n(?! {2}-)/m, '');
    const keys = text.split('\n').filter((one) => /^(?:date|until|canon|tier): /.test(one));
    return { [file]: left, 'new.md': ['---', 'id: new-page', ...keys, `facts:${line}`, '---', ''].join('\n') };
  },
];

it('never reports an edit that changes nothing', () => {
  fc.assert(
    fc.property(unique, fc.nat(8), fc.constantFrom(...NO_CHANGES), (files, at, edit) => {
      const file = [...files.keys()][at % files.size] ?? '';
      const changes = edit(files, file);
      expect([changes, toldSince(pagesOf(files), changes)]).toEqual([changes, []]);
    }),
    { numRuns: 3 * RUNS },
  );
});

const DAYS = ['1 TA', '6 TA', '10 TA', '14 TA', '20 TA', '22 TA', '26 TA', '30 TA', '35 TA'];

/** Every answer on a day, as a reader sees it: the values, whichever page states them. */
function answersOf(pages: Pages): Map<string, readonly string[]> {
  const files = new Map(
    Object.entries(pages).flatMap(([file, text]) => (text === null ? [] : [[file, text] as const])),
  );
  const canon = canonOf(files);
  const known = knownAt(canon, LATEST);
  const answers = new Map<string, readonly string[]>();
  for (const entity of ['x', 'y', 'a'])
    for (const day of DAYS) {
      const at = readWorldDateParam(canon, day);
      if (!at.ok) continue;
      for (const { attribute, values } of wasTrueAt(known, entity, { at: at.value }).facts) {
        const all = values.map(({ ref, clipped }) => ref?.path ?? clipped.fact.value.text);
        answers.set(`${attribute} of ${entity} at ${day}`, [...new Set(all)].sort());
      }
    }
  return answers;
}

const EDITS: readonly ((text: string) => string)[] = [
  (text) => text.replace(/value: \w+/, 'value: zz'),
  (text) => text.replace(/from: [^,}]+/, 'from: 11 TA'),
  (text) => text.replace(/^date: .*/m, 'date: 13 TA'),
  (text) => text.replace(/^until: .*\n/m, ''),
  (text) => text.replace(/\n {2}- \{entity.*/, ''),
  (text) => text.replace(/attribute: \w+/, 'attribute: other'),
];

// None of the edits is story: nothing is given an end.
it('always reports an edit that takes a value from an established answer without a retcon', () => {
  let changed = 0;
  fc.assert(
    fc.property(unique, fc.nat(8), fc.constantFrom(...EDITS), (files, at, edit) => {
      const told = pagesOf(files);
      // In a cycle one end has to go, and then the other takes effect.
      fc.pre(!checkCodex(stateOf(told).host).some(({ problem }) => problem.code === 'supersedes/cycle'));
      const file = [...files.keys()][at % files.size] ?? '';
      const changes = { [file]: edit(files.get(file) ?? '') };
      // What a page is said to have said before it may say no longer.
      const [, remembered = ''] = (files.get(file) ?? '').split('\nformerly:\n');
      const isRemembered = (asked: string): boolean =>
        remembered.includes(asked.replace(/^(\w+) of (\w+) at .*/, '$2.$1:'));
      const [before, after] = [answersOf(told), answersOf({ ...told, ...changes })];
      const others = [...before]
        .filter(([asked, values]) => values.some((value) => after.get(asked)?.includes(value) !== true))
        .filter(([asked]) => !isRemembered(asked))
        .map(([asked]) => asked);
      if (others.length === 0) return;
      changed++;
      expect([changes, others, toldSince(told, changes).length > 0]).toEqual([changes, others, true]);
    }),
    { numRuns: 4 * RUNS },
  );
  expect(changed).toBeGreaterThan(RUNS / 10);
});
