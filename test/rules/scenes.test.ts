/**
 * Mentions in scenes that come too early or give a secret away: each point of view, names in the frontmatter, and where
 * nothing is reported.
 */
import { describe, expect, it } from 'vitest';
import { checkCodex } from '../../server/src/core/rules/check';
import { affectedFiles } from '../../server/src/core/canon/compare/affectedFiles';
import { fixesOf } from '../../server/src/core/edits/fixes/fixesAt';
import { askedIn, changedBy, codexOf, type Files } from '../support/codex';

const CODEX = 'revisions: [s1]\ncircles: {players: [sara, tom], table: [players]}\naudience: {"gm/**": [ines]}\n';
const page = (keys: string, prose = ''): string => `---\n${keys}\n---\n${prose}`;
const WORLD: Files = {
  'codex.yaml': CODEX,
  'lysa.md': page('type: person\ndate: 400 TA\nuntil: 440 TA'),
  'oda.md': page('type: person'),
  'truth.md': page('title: The Truth\nknown_by: {lysa: 430 TA, oda: 420 TA, players: s1}'),
  'gm/plan.md': page('title: The Plan'),
  'war.md': page('title: The War\ndate: 450 TA'),
};

/** Of one code: where, and the words that say who. */
function found(files: Files, code: 'too-early' | 'leak'): string[] {
  const all = { ...WORLD, ...files };
  return checkCodex(codexOf(all)).flatMap(({ file, problem }) =>
    problem.code === `knowledge/${code}`
      ? `${(all[file] ?? '').slice(problem.span.start, problem.span.end)}: ${problem.message.split(/,| can read/)[0]}`
      : [],
  );
}
const scene = (keys: string, prose = ''): string[] => found({ 'scene.md': page(keys, prose) }, 'too-early');

describe('a scene', () => {
  it('is judged for each point of view', () => {
    expect(scene('date: 425 TA\npov: [lysa, oda, tom, table]', 'See [[truth]].')).toEqual([
      'truth: lysa learns of truth only at 430 TA',
      'truth: table never learns of truth',
    ]);
  });

  it('is judged by names in its frontmatter, and by what it states', () => {
    const keys = 'date: 425 TA\npov: lysa\nsources: [truth]\nsupersedes: {id: war, reason: x}\nfacts:';
    expect(
      scene(
        `${keys}\n  - {entity: keep, attribute: lord, value: "[[plan]]"}\n  - {entity: keep, attribute: seat, value: mill, from: 426 TA}`,
      ),
    ).toEqual([
      'truth: lysa learns of truth only at 430 TA',
      'war: lysa learns of war only at 450 TA',
      'plan: lysa never learns of plan',
      'mill: lysa learns that "seat: mill" only at 426 TA',
    ]);
  });

  it.each([
    ['has no date', 'pov: lysa', 'See [[truth]].'],
    ['has no point of view', 'date: 425 TA', 'See [[truth]].'],
    ['is of about that time', 'date: c. 425 TA\npov: lysa', 'See [[truth]].'],
    ['is of an era of its own', 'date: 3 XX\npov: lysa', 'See [[truth]].'],
    ['has no known point of view, or that of the author', 'date: 425 TA\npov: [zed, author]', 'See [[truth]].'],
    [
      'says it in a note of its own',
      'date: 425 TA\npov: lysa',
      '> [!secret|oda]\n> See [[truth]].\n\n%% [[plan]] %%\n',
    ],
    ['names its narrator, and itself', 'date: 425 TA\npov: lysa', '[[lysa]], [[scene]]'],
  ])('that %s is left alone', (_, keys, prose) => {
    expect(scene(keys, prose)).toEqual([]);
  });
});

describe('a link by a definition', () => {
  const told = (code: 'too-early' | 'leak', prose: string): string[] =>
    found({ 'scene.md': page('date: 425 TA\npov: lysa', prose) }, code).map((one) =>
      one.slice(0, one.lastIndexOf(': ')),
    );

  it.each([
    ['See [them][t] and [them][T], [t][], ![t].\n\n[t]: truth.md', ['[them][t]', '[them][T]', '[t][]', '![t]']],
    ['See [a  b].\n> [A B]: <truth.md#plot> "The truth"\n[a b]: plan.md', ['[a  b]']],
    ['[one][two][t]\n\n[t]:\n  ./truth.md', ['[t]']],
    ['[t]: truth.md', ['[t]: truth.md']],
    ['[t]: truth.md\n[T]: truth.md', ['[t]: truth.md']],
    ['See [them][t] `[t]` %% [t] %% \\[t\\] [them](oda.md).\n\n[t]: truth.md', ['[them][t]']],
    ['See [them][t].\n\n[t]: https://example.org/truth.md\n[t]: truth.md', []],
    ['See [^t], [x]: truth.md\n\n[^t]: truth.md', []],
    ['See [them][t].\n\n```\n[t]: truth.md\n```\n', []],
    ['> [!secret|lysa]\n> See [them][w].\n\n[w]: war.md', []],
  ])('reveals too much where it is used, or else where it is defined: %j', (prose, expected) => {
    expect(told('leak', prose)).toEqual(expected);
    expect(told('too-early', prose).filter((one) => !one.includes('[w]'))).toEqual(expected);
  });

  it('counts where it is used', () => {
    const secret = '> [!secret|lysa, oda, players]\n> See [them][t].\n\n[t]: truth.md';
    expect(found({ 'a.md': page('title: A', secret) }, 'leak')).toEqual([]);
    expect(found({ 'a.md': page('title: A', `${secret}\n\nAnd [t].`) }, 'leak')).toEqual(['[t]: everyone']);
  });

  it('is fixed by making its passage a secret, and keeps its definition', () => {
    const prose = 'See [them][t].\n\n[t]: truth.md\n';
    const files = { ...WORLD, 'a.md': page('title: A', prose) };
    const leak = checkCodex(codexOf(files)).find(({ problem }) => problem.code === 'knowledge/leak');
    if (!leak) throw new Error('nothing found');
    const fixes = fixesOf(askedIn(files, 'a.md'), leak.problem).map(({ fix }) => fix);
    expect(fixes.map(({ title }) => title)).toEqual(['Make the passage a secret of lysa, oda, players']);
    const mended = { ...files, ...(fixes[0] && changedBy(files, fixes[0])) };
    expect(mended['a.md']).toBe(
      page('title: A', '> [!secret|lysa, oda, players]\n> See [them][t].\n\n[t]: truth.md\n'),
    );
    expect(found(mended, 'leak')).toEqual([]);
  });

  it('is judged again when its page changes', () => {
    const files = { ...WORLD, 'a.md': page('title: A', 'See [them][t].\n\n[t]: truth.md') };
    const open = codexOf({ ...files, 'truth.md': page('title: The Truth\naliases: [t]\nknown_by: oda') }).canon;
    expect([...(affectedFiles(codexOf(files).canon, open, ['truth.md']) ?? [])]).toContain('a.md');
  });

  it('is not a mention for any other purpose', () => {
    const codes = checkCodex(codexOf({ ...WORLD, 'a.md': page('title: A', 'See [it][t].\n\n[t]: no.md') }));
    expect(codes.map(({ problem }) => problem.code)).not.toContain('link/unknown');
  });
});

describe('a link', () => {
  const links = (path: string, keys: string, prose: string): string[] => found({ [path]: page(keys, prose) }, 'leak');

  it('reveals its target to those who do not know it', () => {
    expect(links('a.md', 'title: A', 'See [[truth]] and [[war]].')).toEqual(['truth: everyone']);
    expect(links('a.md', 'known_by: [sara, ines]', 'See [[truth]] and [[plan]].')).toEqual([
      'truth: ines',
      'plan: sara',
    ]);
    expect(links('gm/a.md', 'title: A', 'See [[plan]] and ![[truth]].')).toEqual(['truth: ines']);
    expect(links('a.md', 'known_by: players', '> [!secret|lysa, tom]\n> See [[plan]].')).toEqual(['plan: tom']);
  });

  it.each([
    ['known_by: [sara, lysa]', 'See [[truth]].'],
    ['title: A', '> [!secret]\n> See [[plan]].\n\n%% [[plan]] %%\n'],
    ['known_by: nobody', 'See [[plan]].'],
    ['known_byy: [sara]', 'See [[plan]].'],
  ])('is left alone where it reveals nothing: %j %j', (keys, prose) => {
    expect(links('a.md', keys, prose)).toEqual([]);
  });
});

describe('a footnote', () => {
  const told = (prose: string): string[] =>
    (['too-early', 'leak'] as const).flatMap((code) =>
      found({ 'scene.md': page('date: 415 TA\npov: oda', prose) }, code),
    );
  const BOTH = ['truth: oda learns of truth only at 420 TA', 'truth: everyone'];

  it('is judged like the rest of the page, on each of its lines', () => {
    expect(told('So it is.[^1]\n\n[^1]: See [[truth]].')).toEqual(BOTH);
    expect(told('So it is.[^1]\n\n[^1]: First.\n\n    Then [[truth]].')).toEqual(BOTH);
    expect(told('So it is ^[see [[truth]]].')).toEqual(BOTH);
  });

  it('is revealed only to those who see a reference to it', () => {
    const secret = '> [!secret|lysa]\n> So it is.[^1]\n\nWords.';
    expect(told(`${secret}\n\n[^1]: See [[truth]].`)).toEqual([]);
    expect(told(`${secret}[^1]\n\n[^1]: See [[truth]].`)).toEqual(BOTH);
    expect(told(`${secret.replace('lysa', 'lysa, oda')}\n\n[^1]: See [[truth]].`)).toEqual([
      'truth: oda learns of truth only at 420 TA',
    ]);
  });

  it('that two secrets refer to is revealed to those who know one of them', () => {
    const footnote = '[^1]: See [[truth]].';
    const secretsOf = (one: string, other: string): string =>
      `> [!secret|${one}]\n> So it is.[^1]\n\n> [!secret|${other}]\n> So it was.[^1]\n\n${footnote}`;
    expect(told(secretsOf('lysa', 'lysa'))).toEqual([]);
    for (const [one, other] of [
      ['lysa', 'oda'],
      ['oda', 'lysa'],
    ] as const)
      expect(told(secretsOf(one, other))).toEqual(['truth: oda learns of truth only at 420 TA']);
    expect(told(secretsOf('lysa', 'everyone'))).toEqual(BOTH);
    const within = `> [!secret|lysa]\n> Words.\n>\n> > [!secret|oda]\n> > So it is.[^1]\n\n${footnote}`;
    expect(told(within)).toEqual([]);
  });

  it('that only comments refer to is revealed to nobody', () => {
    const footnote = '[^1]: As in [^2].\n[^2]: See [[truth]].';
    expect(told(`Words.%% [^1] %%\n\n${footnote}`)).toEqual([]);
    expect(told(`Words.<!-- [^2] --> <!-- [^1] -->\n\n${footnote}`)).toEqual([]);
    expect(told(`Words.[^1] %% [^1] %%\n\n${footnote}`)).toEqual(BOTH);
    expect(told(`Words. %% x %%\n\n${footnote}`)).toEqual(BOTH);
  });

  it('may be referred to by another, and by a comment', () => {
    const secret = '> [!secret|lysa]\n> So it is.[^1]\n\n%% [^2] %%\n\n[^1]: As in [^2].\n[^2]: See [[truth]].';
    expect(told(secret)).toEqual([]);
  });
});

describe('the fix that lets somebody know what a scene mentions', () => {
  const mended = (truth: string): readonly (readonly [title: string, text: string])[] => {
    const files = { ...WORLD, 'truth.md': page(truth), 'scene.md': page('date: 425 TA\npov: lysa', 'See [[truth]].') };
    const problem = checkCodex(codexOf(files)).find((one) => one.problem.code === 'knowledge/too-early')?.problem;
    if (!problem) throw new Error('nothing comes too early');
    return fixesOf(askedIn(files, 'scene.md'), problem)
      .filter(({ fix }) => fix.title.startsWith('Let'))
      .map(({ fix }) => [fix.title, changedBy(files, fix)['truth.md'] ?? '']);
  };
  const title = 'Let lysa know from 425 TA on';

  it('removes a date that nothing else uses', () => {
    expect(mended('known_from: 430 TA\nknown_by: [lysa, oda]\ntitle: X')).toEqual([
      [title, page('known_by: {lysa: 425 TA, oda: 430 TA}\ntitle: X')],
    ]);
  });

  it('keeps a date that a fact uses', () => {
    const fact = 'facts:\n  - {entity: keep, attribute: lord, value: oda, known_by: oda}';
    expect(mended(`known_by: lysa\nknown_from: 430 TA\n${fact}`)).toEqual([
      [title, page(`known_by: {lysa: 425 TA}\nknown_from: 430 TA\n${fact}`)],
    ]);
  });

  it('is not offered for what has not begun', () => {
    expect(mended('date: 428 TA\nknown_by: lysa\nknown_from: 430 TA')).toEqual([]);
    expect(mended('date: 425 TA\nknown_by: {lysa: 430 TA}')).toEqual([
      [title, page('date: 425 TA\nknown_by: {lysa: 425 TA}')],
    ]);
  });
});

it('reports a secret in the value of a fact for those who may read the fact and do not know the secret', () => {
  const facts = [
    'value: truth, known_by: tom',
    'value: "[[The Plan]]"',
    'value: the plan, known_by: ines',
    'value: The War',
    'value: plans',
    'value: The Plan, believed_by: tom',
    'value: The Plan, known_by: nobody',
  ];
  const lines = facts.map((one, i) => `\n  - {entity: keep, attribute: a${i}, ${one}}`);
  const files = { 'scene.md': page(`facts:${lines.join('')}`), 'gm/own.md': page('facts: {keep: {seat: The Plan}}') };
  expect(found(files, 'leak')).toEqual(['The Plan: everyone', 'The Plan: tom']);
});
