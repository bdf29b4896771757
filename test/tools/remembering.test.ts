/** A page that remembers what it said (model §5), in questions that look at pages rather than at facts. */
import { expect, it } from 'vitest';
import { knownAt, LATEST, retconsSince } from '../../server/src/core/canon';
import { rippleSteps } from '../../server/src/core/ripples';
import { atOnce } from '../../server/src/core/text/groups';
import { answerSteps, type Given, questionNamed } from '../../server/src/core/tools';
import { plainText } from '../../server/src/core/tools/words/richText';
import { graphOf } from '../../server/src/core/tools/exports/graphRows';
import { exportSteps } from '../../server/src/core/tools/exports/exportRows';
import { briefJson, briefsOfFiles } from '../support/brief';
import { codexOf, type Files, problemsIn } from '../support/codex';
import { ended } from '../support/lore';
import { askLog, askTimeline, askWasTrueAt } from '../support/ask';

const FILES: Files = {
  'codex.yaml':
    'present: 430 TA\nrevisions: [s1, s20, s31, {id: s40, open: true}]\nattributes: {eyes: constant, rank: state, guild: set}\nmembership: {of_circle: [member], of_member: [guild]}\n',
  'wren.md':
    '---\ntype: person\ndate: 380 TA\ncanon: s1\neyes: blue\nrank: marshal\nformerly:\n  - {eyes: brown, canon: s20, reason: a drawing}\n  - {rank: captain, canon: s31, effective: 412 TA, reason: promoted}\n---\nWren.\n',
  'tom.md':
    '---\ntype: person\ncanon: s1\nguild: [owls, rooks]\nformerly:\n  - {guild: rooks, canon: s20}\n---\nTom.\n',
  'owls.md': '---\ntitle: Owls\n---\n',
  'plan.md': '---\nknown_by: [owls]\nfacts: {keep: {lord: tom}}\n---\nA plan.\n',
  'keep.md': '---\ndate: 310 TA\nformerly:\n  - {date: 300 TA, canon: s20}\nrank: old\n---\nThe keep.\n',
};

const ask = (name: string, given: Given) => askIn(FILES, name, given);
const propose = (files: Files, given: Given) => askIn(files, 'propose_retcon', given);

// oxlint-disable-next-line typescript/no-explicit-any -- the JSON of answers is looked into freely
function askIn(files: Files, name: string, given: Given): any {
  const question = questionNamed(name);
  if (!question) throw new Error(name);
  const around = { commits: new Map(), textOf: (file: string) => files[file] ?? null };
  const answered = ended(answerSteps(question, codexOf(files).canon, given, around) as Generator<void>);
  return answered.ok ? answered.json : answered.failure;
}

it('is superseded with all that still holds of it, and nothing of what was taken back', () => {
  const { text, changes } = ask('propose_retcon', { entry: 'wren', facts: 'eyes: red', title: 'Red Wren' });
  expect(text).toContain('value: captain\n    until: 412 TA');
  expect(text).toContain('value: marshal\n    from: 412 TA');
  expect(text).not.toContain('brown');
  const values = (all: readonly { value: string }[]): string => all.map(({ value }) => value).join();
  // oxlint-disable-next-line typescript/no-explicit-any -- the JSON of answers is looked into freely
  const other = changes.filter(({ before, after }: any) => values(before) !== values(after));
  expect(other).toMatchObject([{ attribute: 'eyes' }]);
});

it('changes where it stands, and not in an item', () => {
  const { text } = ask('propose_retcon', { entry: 'wren', facts: 'eyes: red', as: 'value' });
  expect(text).toContain('eyes: red\n');
  expect(text).toContain('{eyes: brown, canon: s20, reason: a drawing}\n');
  expect(text).toContain('{eyes: blue, canon: s40}');
});

it('is a source of each value that it says', () => {
  const claim = { entity: 'wren', attribute: 'rank', value: 'marshal', at: '420 TA', cites: ['wren'] };
  expect(ask('verify', { claims: JSON.stringify({ claims: [claim] }) }).claims).toMatchObject([{ verdict: 'holds' }]);
});

it('makes members of a circle by what it says now', () => {
  expect(ask('was_true_at', { entity: 'keep', attribute: 'lord', for: 'tom' }).facts).toHaveLength(1);
  const before = { entity: 'keep', attribute: 'lord', for: 'tom', as_of: 's1' };
  expect(ask('was_true_at', before).facts).toEqual([]);
});

it('has the date in a brief that it has now', async () => {
  const brief = await briefsOfFiles(FILES);
  expect(briefJson(brief({ topic: 'keep' })).text).toContain('**keep** (310 TA)');
});

it('gives each change its own reason in a graph', () => {
  const tables = ended(exportSteps(codexOf(FILES).canon));
  const reasons = graphOf(tables).edges.flatMap(({ label, properties: { value, superseded_by, reason } }) =>
    label === 'FACT' && superseded_by === 'wren' ? [[value, reason]] : [],
  );
  expect(reasons).toEqual([['captain', 'promoted']]);
});

it('has at most as many versions as a chain', () => {
  const items = Array.from({ length: 1001 }, (_, i) => `  - {rank: v${i}, canon: s1, reason: so}\n`).join('');
  const files = { ...FILES, 'old.md': `---\ncanon: s1\nrank: now\nformerly:\n${items}---\n` };
  const limits = problemsIn(files, null).filter(({ problem }) => problem.code === 'codex/limit');
  expect(limits.map(({ file, problem }) => [file, problem.message])).toEqual([
    ['old.md', expect.stringContaining('The chain of old has 1,001 versions')],
  ]);
});

const DATED = {
  'codex.yaml': 'revisions: [s1, s2, s3, s4, s5]\nattributes: {rank: state, ally: set}\n',
  'ada.md':
    '---\ncanon: s1\ndate: 5 TA\nthrough: 40 TA\nrank: queen\nally: bo\nformerly:\n  - {rank: captain, canon: s3, effective: 12 TA}\n  - {ally: , canon: s3, effective: 8 TA}\n  - {through: 50 TA, canon: s5}\n---\n',
  'siege.md': '---\ncanon: s1\ndate: 20 TA\nformerly:\n  - {date: 18 TA, canon: s4, reason: a letter}\n---\n',
};

it('begins where it began when only the end of the page is moved', () => {
  const canon = codexOf(DATED).canon;
  const at = (day: string) => {
    const answer = askWasTrueAt(canon, { entity: 'ada', at: day });
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.json.facts.flatMap(({ values }) =>
      values.map(({ value, from, until }) => [value, from, until].join()),
    );
  };
  expect(at('6 TA')).toEqual(['captain,5 TA,12 TA']);
  expect(at('9 TA')).toEqual(['bo,8 TA,41 TA', 'captain,5 TA,12 TA']);
  expect(at('20 TA')).toEqual(['bo,8 TA,41 TA', 'queen,12 TA,41 TA']);
  expect(at('45 TA')).toEqual([]);
});

it('moves what it said up to a change too, with its date', () => {
  const page = (date: string, item: string): Files => ({
    'codex.yaml': 'revisions: [s1, s2, s3, s4]\nattributes: {rank: state, ally: set}\n',
    'ada.md': `---\ncanon: s1\ndate: ${date}\nrank: queen\nally: bo\nformerly:\n  - {rank: captain, canon: s2, effective: 12 TA}\n  - {ally: cy, canon: s3, effective: 14 TA}\n${item}---\n`,
  });
  const answers = (files: Files, asOf?: string) =>
    ['4 TA', '6 TA', '8 TA', '13 TA', '20 TA', '45 TA'].map((at) => {
      const answer = askWasTrueAt(codexOf(files).canon, { entity: 'ada', at, asOf });
      return (
        answer.ok &&
        answer.json.facts.map(({ values }) => values.map(({ value, from, until }) => [value, from, until].join()))
      );
    });
  const moved = page('7 TA', '  - {date: 5 TA, canon: s4}\n');
  expect(answers(moved)).toEqual(answers(page('7 TA', '')));
  expect(answers(moved, 's3')).toEqual(answers(page('5 TA', '')));
});

it('is retconned by a change of its date alone, and had the old one before', () => {
  const canon = codexOf(DATED).canon;
  const log = askLog(canon, {});
  if (!log.ok) throw new Error(log.failure.message);
  expect(plainText(log.prose)).toContain(
    'siege was changed (correction, for all time): its date was 18 TA, and is 20 TA.',
  );
  const events = (asOf: string | undefined) => {
    const answer = askTimeline(canon, { entities: ['siege'], asOf });
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.json.events.map(({ date, canon_from, canon_until }) => [date, canon_from, canon_until]);
  };
  expect(events('s3')).toEqual([['18 TA', 's1', null]]);
  expect(events(undefined)).toEqual([
    ['18 TA', 's1', 's4'],
    ['20 TA', 's4', null],
  ]);
});

it('costs about as much as a chain of pages', () => {
  const COUNT = 80;
  const numbers = Array.from({ length: COUNT }, (_, i) => i + 1);
  const codex = `revisions: [s0, ${numbers.map((i) => `s${i}`).join(', ')}]\nattributes: {rank: state}\n`;
  const items = numbers.map((i) => `  - {rank: v${i - 1}, canon: s${i}, effective: ${10 + i} TA, reason: so}\n`);
  const page: Files = {
    'codex.yaml': codex,
    'tam.md': `---\ncanon: s0\ndate: 5 TA\nrank: v${COUNT}\nformerly:\n${items.join('')}---\n`,
  };
  const chain: Record<string, string> = { 'codex.yaml': codex, 't0.md': '---\ncanon: s0\ndate: 5 TA\nrank: v0\n---\n' };
  for (const i of numbers)
    chain[`t${i}.md`] =
      `---\nentity: t0\ncanon: s${i}\nrank: v${i}\nsupersedes: [{id: t${i - 1}, effective: ${10 + i} TA, reason: so}]\n---\n`;
  const took = (files: Files): number => {
    const { canon } = codexOf(files);
    const before = performance.now();
    const answer = askLog(canon, {});
    expect(answer.ok && answer.json.retcons).toHaveLength(COUNT);
    return performance.now() - before;
  };
  took(chain);
  expect(took(page)).toBeLessThan(6 * took(chain));
});

it('makes nothing stale that rests on it, and is still a ripple there', () => {
  const files = (reviewed: string): Files => ({
    'codex.yaml': 'revisions: [s1, s2]\nattributes: {eyes: constant}\n',
    'wren.md': '---\ntitle: Wren\ncanon: s1\neyes: blue\nformerly:\n  - {eyes: brown, canon: s2, reason: so}\n---\n',
    'song.md': `---\ncanon: s1\nsources: [wren]\nsummarises: [wren]\n${reviewed}---\nThe song is of Wren with brown eyes.\n`,
  });
  const found = (reviewed: string) => ({
    problems: problemsIn(files(reviewed), null).map(({ problem }) => [problem.code, problem.message]),
    ripples: openRipples(files(reviewed)),
  });
  const openRipples = (all: Files): number => {
    const known = knownAt(codexOf(all).canon, LATEST);
    const groups = atOnce(rippleSteps(known, atOnce(retconsSince(known, null)), (path) => all[path] ?? null));
    return groups.flatMap(({ ripples }) => ripples.filter(({ state }) => state === 'open')).length;
  };
  expect(found('')).toEqual({
    problems: [['summary/stale', expect.stringContaining('write `reviewed: [wren@s2]`')]],
    ripples: 1,
  });
  expect(found('reviewed: [wren@s2]\n')).toEqual({ problems: [], ripples: 0 });
});

it.each([
  ['takes back', 'rank:', 'formerly:\n  - {rank: marshal'],
  ['takes a list', 'guild: [owls, "[[Rooks]]"]', 'guild: [owls, "[[Rooks]]"]\n'],
  ['moves its date', 'date: 381 TA', '{date: 380 TA, canon: s40}'],
])('%s where a change is proposed for it', (_, facts, text) => {
  const page = {
    ...FILES,
    'ada.md': '---\ncanon: s1\ndate: 380 TA\nrank: marshal\nguild: owls\nfacts: {keep: {lord: bo}}\n---\n',
  };
  expect(propose(page, { entry: 'ada', facts, as: 'value' }).text).toContain(text);
});

it.each([
  ['date: 381 TA', undefined, 'page', 'is a key of the page itself'],
  ['date: 381 TA', '390 TA', 'value', 'it was always that way'],
  ['date: soon', undefined, 'value', 'soon'],
  ['scar:', undefined, 'value', 'says nothing about scar'],
  ['through: 420 TA', undefined, 'value', 'is written as `until`'],
  ['rank: queen', '430 TA', 'value', 'leave out the date to say that this was never true'],
])('is not changed by %s from %s as a %s', (facts, date, as, message) => {
  const page = { ...FILES, 'ada.md': '---\ncanon: s1\ndate: 380 TA\nuntil: 420 TA\nrank: marshal\n---\n' };
  expect(propose(page, { entry: 'ada', facts, date, as })).toMatchObject({
    code: 'refused',
    message: expect.stringContaining(message),
  });
});
