/** A history of several dozen commits, asked commit by commit: what was true, what differs, what was decided, what was silent. */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommits } from '../../server/src/core/commits/snapshot';
import { knownAt, LATEST } from '../../server/src/core/canon';
import { problemsSince } from '../../server/src/core/rules/compareWithBaseline';
import type { AskResult } from '../../server/src/core/tools/asked/question';
import { openCommits } from '../../server/src/workspace/commits';
import { comparePatched } from '../canon/patched';
import { STEPS, type Step } from './history';
import { repositoryOf } from './imported';
import { type Json, removeFolders, retconJson } from './process';
import { askDiff, askLog, askWasTrueAt } from '../support/ask';

afterAll(removeFolders);

const refs = STEPS.map(({ tag }, i) => tag ?? `step-${i}`);
const commits = STEPS.map((step, i) => ({
  ...step,
  tag: refs[i] ?? '',
  changes: Object.fromEntries(
    Object.entries(step.changes).map(([file, text]) => [path.posix.join('lore', file), text]),
  ),
}));

let root = '';
let asked: ReturnType<typeof openCommits>;
beforeAll(() => {
  root = path.join(repositoryOf(commits).root, 'lore');
  asked = openCommits(root);
});

function jsonOf(answered: AskResult): Json {
  if (!answered.ok) throw new Error(answered.failure.message);
  return answered.json;
}

const valuesIn = (facts: readonly Json[]): Json =>
  Object.fromEntries(facts.map(({ attribute, values }) => [attribute, values.map(({ value }: Json) => value)]));

/** What is true at 300 TA after a step: what each before it has said of that, unless a later one has said otherwise. */
function trueAfter(step: number): Json {
  const told = Object.assign({}, ...STEPS.slice(0, step + 1).map(({ holds }) => holds));
  return Object.fromEntries(Object.entries(told).filter(([, values]) => (values as string[]).length > 0));
}

const sorted = (all: readonly string[] = []): string[] => [...new Set(all)].sort();

/** `new` where nothing was stated before; else whether a retcon declares it. */
const inShort = ({ attribute, before, declared }: Json): string =>
  `${attribute} ${declared ? 'declared' : before.length === 0 ? 'new' : 'undeclared'}`;

describe('each commit', () => {
  it.each(STEPS.map((step, i) => [i, step] as const))('%i', async (i, step: Step) => {
    const [ref, before] = [refs[i] ?? '', refs[Math.max(0, i - 1)] ?? ''];
    const [now, then] = [await asked.snapshot(ref), await asked.snapshot(before)];
    const readings = await readCommits(asked, [before]);
    const { canon } = now.host;
    const { facts } = jsonOf(askWasTrueAt(canon, { entity: 'vyr', at: '300 TA' }));
    expect(valuesIn(facts)).toEqual(trueAfter(i));
    const { changes } = jsonOf(askDiff(canon, { from: `git:${before}` }, readings));
    expect(sorted(changes.map(inShort))).toEqual(sorted(step.differs));
    const { retcons } = jsonOf(askLog(canon, { since: `git:${before}` }, readings));
    expect(sorted(retcons.map(({ by, superseded }: Json) => `${by} of ${superseded}`))).toEqual(sorted(step.decided));
    const found = problemsSince(now, { snapshot: then, ref: before, isCertain: true });
    const told = found.filter(({ problem }) => problem.code.startsWith('retcon/'));
    expect(sorted(told.map(({ file, problem }) => `${file} ${problem.code}`))).toEqual(sorted(step.found));
  });
});

it('as of any commit, changed as the difference to a tag says, is as of the tag', async () => {
  const days = ['150 TA', '230 TA', '292 TA', '300 TA', '325 TA', '500 TA', '1451 FA'];
  let compared = 0;
  for (const tag of ['book-one', 'book-two', 'book-three'])
    for (const ref of refs.filter((_, i) => i > 0 && i % 4 === 0)) {
      const [a, b] = [await asked.snapshot(ref), await asked.snapshot(tag)];
      compared += comparePatched(knownAt(a.host.canon, LATEST), knownAt(b.host.canon, LATEST), days);
    }
  expect(compared).toBeGreaterThan(100);
});

describe('the command line', () => {
  const at = (ref: string, entity = 'house-vyr'): Json =>
    valuesIn(retconJson(['was-true-at', entity, '--at', '300 TA', '--as-of', `git:${ref}`], { cwd: root }).json.facts);

  it('asks tags and commits by any name, and of what is called otherwise now', () => {
    expect(at('book-one')).toEqual(trueAfter(refs.indexOf('book-one')));
    expect(at('book-two')).toEqual(trueAfter(refs.indexOf('book-two')));
    expect(at('HEAD~1', 'vyr')).toEqual(trueAfter(STEPS.length - 2));
  });

  it('lists what differs, and what was decided, between tags', () => {
    const { changes } = retconJson(['diff', 'git:book-one', 'git:book-two'], { cwd: root }).json;
    expect(sorted(changes.map(inShort))).toEqual(['founder declared', 'motto declared', 'ruler declared']);
    const { retcons } = retconJson(['log', '--since', 'git:book-two'], { cwd: root }).json;
    expect(retcons.map(({ by }: Json) => by)).toEqual(['legend', 'motto-again', 'no-motto']);
  });

  it('finds what was silent since a tag, and nothing since what was story', () => {
    const codes = (since: string): string[] =>
      retconJson(['check', '--since', since], { cwd: root }).json.diagnostics.map(
        ({ file, code }: Json) => `${file} ${code}`,
      );
    expect(codes('book-three')).toEqual([]);
    expect(codes('step-24').filter((code) => code.includes('retcon/'))).toEqual([]);
    expect(codes('step-12').filter((code) => code.includes('retcon/silent'))).toEqual(['orm.md retcon/silent']);
  });
});
