/** Questions on behalf of a knower: what is refused, what is found, and what of the prose is shown. */
import { describe, expect, it } from 'vitest';
import { entryAt, LATEST, seenBy } from '../../server/src/core/canon';
import { checkCodex } from '../../server/src/core/rules/check';
import { answerSteps, type Given, questionNamed } from '../../server/src/core/tools';
import { sightOf } from '../../server/src/core/tools/asked/forKnower';
import type { QuestionName } from '../../server/src/core/tools/asked/questionList';
import { plainText } from '../../server/src/core/tools/words/richText';
import { codexOf, type Files } from '../support/codex';
import { askLoreFor } from '../support/lore';
import { askKnows } from '../support/ask';

// oxlint-disable-next-line typescript/no-explicit-any -- the JSON of answers is looked into freely
type Json = any;

function ask(files: Files, name: QuestionName, given: Given): Json {
  const question = questionNamed(name);
  if (!question) throw new Error(name);
  const steps = answerSteps(question, codexOf(files).canon, given, { commits: new Map(), textOf: () => null });
  for (let step = steps.next(); ; step = steps.next([]))
    if (step.done === true) return step.value.ok ? step.value.json : step.value.failure;
}

const CODEX = 'present: 450 TA\nrevisions: [s1, s2]\ncircles: {players: [sara, tom], table: [players, ines]}\n';
const page = (frontmatter: string, prose = ''): string => `---\n${frontmatter}\n---\n${prose}`;

describe('a knower', () => {
  const files = {
    'codex.yaml': CODEX,
    'lysa.md': page('title: Lysa'),
    'north/ford.md': page('type: place'),
    'south/ford.md': page('type: place'),
  };
  it.each([
    ['lsya', 'not-found', 'Nobody in this codex is called "lsya". Did you mean lysa?'],
    ['plaiers', 'not-found', 'Nobody in this codex is called "plaiers". Did you mean players?'],
    ['ford', 'ambiguous', '"ford" could be north/ford or south/ford: say which.'],
    ['nobody', 'not-found', '"nobody" holds nothing: ask for a character, a circle, everyone or author.'],
    ['', 'not-found', 'Nobody in this codex is called "".'],
  ])('called %j is refused', (name, code, message) => {
    expect(ask(files, 'log', { for: name })).toMatchObject({ code, message, given: name });
  });

  it.each([
    ['Lysa', 'Lysa'],
    ['[[Lysa]]', 'Lysa'],
    ['lysa', 'lysa'],
    ['SARA', 'SARA'],
    ['table', 'table'],
    ['everyone', 'everyone'],
    ['Author', 'author'],
  ])('called %s is called %s in the answer', (name, called) => {
    expect(ask(files, 'log', { for: name })).toMatchObject({ for: called, known_at: '450 TA' });
  });
});

describe('players that codex.yaml does not name', () => {
  const hidden = page('known_by: nobody\nfacts: {keep: {seat: crypt}}');
  const files = { 'a.md': page('facts: {keep: {lord: lysa}}'), 'b.md': hidden };

  it('know all that is not a secret, and what they are let into', () => {
    const both = { ...files, 'c.md': page('known_by: [Players]\nfacts: {keep: {gate: south}}') };
    const { for: called, facts } = ask(both, 'was_true_at', { entity: 'keep', for: 'Players' });
    expect([called, facts.map(({ attribute }: Json) => attribute)]).toEqual(['Players', ['gate', 'lord']]);
    expect(checkCodex(codexOf(both))).toEqual([]);
  });

  it('are a name like any other where a circle is listed, or a page is called so', () => {
    expect(ask({ ...files, 'codex.yaml': 'circles: {table: [ines]}\n' }, 'log', { for: 'players' })).toMatchObject({
      code: 'not-found',
      candidates: ['table', 'ines'],
    });
    expect(ask({ ...files, 'n/players.md': '', 's/players.md': '' }, 'log', { for: 'players' }).code).toBe('ambiguous');
  });
});

it('an event that names somebody in its prose alone stands in their timeline, unless it is hidden', () => {
  const files = {
    'lysa.md': page('title: Lysa'),
    'fall.md': page('type: event\ndate: 412 TA', '[[Lysa]] fell.\n'),
    'plot.md': page('type: event\ndate: 413 TA', '%% [[Lysa]] %%\nA calm year.\n'),
    'feast.md': page(
      'type: event\ndate: 414 TA',
      '[[Lysa]] came. %% Check this. %%\n\n> [!secret]\n> [[Lysa]] lied.\n',
    ),
    'vow.md': page('type: event\ndate: 415 TA', 'A vow. %% Whose? %%\n\n> [!secret|tom]\n> It was [[Lysa]].\n'),
    'end.md': page('type: event\ndate: 416 TA', 'An end.\n\n`%% ` a %% [[Lysa]]\n'),
    'tom.md': page('title: Tom'),
  };
  const events = (given: Given): string[] =>
    ask(files, 'timeline', { entity: 'lysa', ...given }).events.map(({ entry }: Json) => entry);
  expect(events({ for: 'everyone' })).toEqual(['fall', 'feast']);
  expect(events({ for: 'tom' })).toEqual(['fall', 'feast', 'vow']);
  expect(events({})).toContain('fall');
});

describe('circles', () => {
  it('may contain each other and themselves', () => {
    const files = {
      'codex.yaml': 'circles: {a: [b, a, sara], b: [a]}\n',
      'x.md': page('known_by: [b]\nfacts: {keep: {seat: mill}}'),
    };
    expect(ask(files, 'was_true_at', { entity: 'keep', for: 'sara' }).facts).toHaveLength(1);
    expect(ask(files, 'lookup', { name: 'x', for: 'a' }).entry.id).toBe('x');
  });

  it('also have the members that codex.yaml gives them', () => {
    const files = {
      'codex.yaml': 'membership: {of_circle: [], of_member: [Guild]}\n',
      'tom.md': page('facts:\n  - {entity: tom, attribute: guild, value: smiths, from: 310 TA, until: 320 TA}'),
      'x.md': page('known_by: [smiths]\nfacts: {keep: {seat: mill}}'),
    };
    const seat = (at: string): Json => ask(files, 'was_true_at', { entity: 'keep', at, for: 'tom' });
    expect(seat('309 TA').code).toBe('not-found');
    expect(seat('310 TA').facts).toHaveLength(1);
    // What was learned is not unlearned.
    expect(seat('330 TA').facts).toHaveLength(1);
    expect(ask(files, 'was_true_at', { entity: 'keep', for: 'smiths' }).facts).toHaveLength(1);
  });
});

describe('hidden content', () => {
  const files = {
    'codex.yaml': CODEX,
    'keep.md': page('title: The Keep\nsources: [gm-notes, "A letter"]\ndisputes: gm-notes'),
    'gm-notes.md': page(
      'title: Malrec\nknown_by: nobody\nfacts:\n  - {attribute: seat, value: mill, known_by: everyone}',
    ),
    'facts.md': page('title: Facts\nfacts:\n  - {entity: keep, attribute: lord, value: "[[Malrec]]"}'),
  };
  it('is not quoted as a whole page that was named by mistake', () => {
    const name = 'words-of-a-page-'.repeat(1000);
    const called = `in this codex is called "${name.slice(0, 79)}…".`;
    expect(ask(files, 'lookup', { name })).toMatchObject({ message: `No note ${called}` });
    expect(ask(files, 'lookup', { name: 'keep', for: name })).toMatchObject({
      message: `Nobody ${called}`,
    });
  });
  it('is suggested by the name that a visible fact uses for it, and by no other', () => {
    const tale = page('known_by: nobody\ntitle: The Drowned Prince\naliases: [Caspian]');
    const known = 'known_by: [tom]\nfacts: {drowned-prince: {fate: drowned}}';
    const codex = { ...files, 'drowned-prince.md': tale, 'told.md': page(known) };
    const asked = (entity: string, who: string): Json => ask(codex, 'was_true_at', { entity, for: who });
    expect(asked('Drowned Prince', 'tom').message).toBe(
      'Nothing in this codex is called "Drowned Prince". Did you mean drowned-prince?',
    );
    for (const name of ['The Drowned Prince', 'Caspian', 'drownedprince'])
      expect(asked(name, 'tom').message).toBe(`Nothing in this codex is called "${name}".`);
    expect(asked('Drowned Prince', 'sara').message).toBe('Nothing in this codex is called "Drowned Prince".');
  });
  it('is not found by name, exact or similar', () => {
    for (const name of ['Malrec', 'gm-note', 'malre', 'gm-notes.md'])
      expect(ask(files, 'lookup', { name, for: 'tom' })).toEqual({
        code: 'not-found',
        message: `No note in this codex is called "${name}".`,
        given: name,
      });
    expect(ask(files, 'lookup', { name: 'keep', as_of: 'before:Malrec', for: 'tom' }).code).toBe('bad-as-of');
  });

  it('is not named in any answer, though a visible fact rests on it or names it', () => {
    const seat = ask(files, 'was_true_at', { entity: 'gm-notes', for: 'tom' });
    expect(seat).toMatchObject({ entity: { id: 'gm-notes', title: 'gm-notes', file: null }, retcons: [] });
    expect(seat.facts[0].values[0]).toMatchObject({ value: 'mill', entry: null, sources: [] });
    const lord = ask(files, 'was_true_at', { entity: 'keep', for: 'tom' });
    expect(lord.facts[0].values[0]).toMatchObject({ value: '…', ref: null, entry: 'facts' });
    expect(ask(files, 'chain', { name: 'keep', for: 'tom' }).rests_on).toEqual([]);
  });

  it.each(['\n', '\r\n'])("includes a page with Hugo's TOML, which check does not report: %j", (end) => {
    const lines = ['+++', 'title = "Malrec"', 'known_by = "nobody"', '+++', 'Hushed.', ''];
    const hugo = { 'codex.yaml': CODEX, 'keep.md': page('title: Keep', 'By [[plot]].'), 'plot.md': lines.join(end) };
    expect(ask(hugo, 'lookup', { name: 'plot' }).entry.id).toBe('plot');
    for (const who of ['tom', 'everyone'])
      expect(ask(hugo, 'lookup', { name: 'plot', for: who }).code).toBe('not-found');
    expect(checkCodex(codexOf(hugo))).toEqual([]);
  });

  it('stays hidden where known_from lies before the fact', () => {
    const early = {
      ...files,
      'x.md': page('facts:\n  - {entity: keep, attribute: heir, value: oda, from: 440 TA, known_from: 300 TA}'),
    };
    const heir = (at: string): Json => ask(early, 'was_true_at', { entity: 'keep', attribute: 'heir', at, for: 'tom' });
    expect(heir('439 TA').facts).toEqual([]);
    expect(heir('440 TA').facts).toHaveLength(1);
  });
});

describe('prose', () => {
  const files = {
    'codex.yaml': `${CODEX}audience: {"gm/**": nobody}\n`,
    'gm/malrec.md': page('title: Malrec', 'The oath of Malrec.\n'),
    'hall.md': page(
      'title: The Hall',
      'The oath was sworn here, by [[Malrec|a stranger]] and by [[Malrec]].\n\n> [!secret|players]\n> The oath was false.\n\n%% oath: to do %%\nAll wept.\n',
    ),
  };
  const texts = async (given: Given): Promise<Json> => {
    const answer = await askLoreFor(files, { query: 'oath', ...given });
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.json.chunks;
  };

  it('is shown without its hidden parts', async () => {
    const [chunk, ...others] = await texts({ for: 'ines' });
    expect(others).toEqual([]);
    expect(chunk).toMatchObject({ entry: 'hall', lines: [0, 2] });
    expect(chunk.text).toBe('The oath was sworn here, by a stranger and by ….\n\nAll wept.');
  });

  it('shows a secret to those with access, and not who else has it', async () => {
    const [chunk] = await texts({ for: 'tom' });
    expect(chunk.text).toContain('> [!secret]\n> The oath was false.');
  });

  it('is shown without the footnotes of hidden parts, and with those of visible parts', async () => {
    const note = 'Sworn.\n\n> [!secret|players]\n> see[^s]\n\n[^s]: A false oath.\n';
    const more = { ...files, 'hall.md': page('title: The Hall', note) };
    for (const [who, count] of [
      ['ines', 0],
      ['sara', 1],
    ] as const) {
      const answer = await askLoreFor(more, { query: 'oath', for: who });
      if (!answer.ok) throw new Error(answer.failure.message);
      expect((answer.json as Json).chunks).toHaveLength(count);
    }
  });

  it('is not found by words in its hidden parts', async () => {
    for (const query of ['Malrec', 'false', 'to do']) expect(await texts({ query, for: 'ines' })).toEqual([]);
    expect(await texts({ query: 'false', for: 'sara' })).toHaveLength(1);
  });
});

describe('mistaken and unaware', () => {
  it('treat an entity as the same, though its page is hidden from the knower, who has another name for it', () => {
    const files = {
      'codex.yaml': `${CODEX}attributes: {seat: state}\n`,
      'gm-notes.md': page('title: Malrec\naliases: [The Stranger]\nknown_by: nobody\nfacts: {keep: {lord: gm-notes}}'),
      'facts.md': page(
        'facts:\n  - {entity: Malrec, attribute: seat, value: mill}\n  - {entity: The Stranger, attribute: horse, value: grey}',
      ),
    };
    const all = ask(files, 'knows', { knower: 'tom' });
    expect(all.mistaken).toEqual([]);
    expect(all.unaware).toMatchObject([{ entity: 'keep', attribute: 'lord' }]);
    expect(ask(files, 'knows', { knower: 'tom', entity: 'gm-notes' })).toMatchObject({ mistaken: [], unaware: [] });
  });
});

it('the heading of knows names the canon point of the question', () => {
  const files = { 'codex.yaml': 'revisions: [s1, s2]\npresent: 400 TA\n', 'sara.md': page('type: person') };
  const heading = (given: { readonly asOf?: string }): string | undefined => {
    const answered = askKnows(codexOf(files).canon, { knower: 'sara', ...given });
    return answered.ok ? plainText(answered.prose).split('\n')[0] : answered.failure.message;
  };
  expect(heading({})).toBe('What sara knows at 400 TA');
  expect(heading({ asOf: 's1' })).toBe('What sara knows at 400 TA, as of s1');
});

describe('what is believed', () => {
  const files = {
    'codex.yaml': 'circles: {players: [tom]}\naudience: {"GM/**": nobody}\npresent: 45 TA\n',
    'GM/song.md': page('date: 25 TA\nbelieved_by: [tom]\nfacts: {bridge: {cause: flood}}'),
  };
  const belief = { entity: 'bridge', attribute: 'cause', held: [{ value: 'flood' }], so: [] };

  it.each([[{}], [{ entity: 'bridge' }]])('is found, though only a hidden page names its entity: %j', (more) => {
    expect(ask(files, 'knows', { knower: 'tom', ...more }).mistaken).toMatchObject([belief]);
  });

  it('holds for its believers when it is claimed of them', () => {
    const claims = JSON.stringify({
      claims: ['tom', undefined].map((who) => ({ entity: 'bridge', attribute: 'cause', value: 'flood', for: who })),
    });
    expect(ask(files, 'verify', { claims }).claims.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      'holds',
      'unknown',
    ]);
  });
});

it('the dead are said to be dead, and what is disputed is said to be', () => {
  const files = {
    'codex.yaml': 'present: 430 TA\nattributes: {grave: constant}\n',
    'sara.md': page('type: person\ndate: 300 TA\nthrough: 331 TA'),
    'first.md': page('date: 310 TA\nfacts: {keep: {grave: hill}}'),
    'other.md': page('date: 340 TA\nfacts: {keep: {grave: river}}'),
  };
  const told = askKnows(codexOf(files).canon, { knower: 'sara' });
  expect(told.ok && plainText(told.prose)).toBe(`What sara knows at 430 TA
sara lived through 331 TA, and has learned nothing since.
Is wrong about
  grave of keep: believes hill; in truth disputed, hill or river`);
});

it('the reason of a retcon is shown without the names of hidden pages', () => {
  const files = {
    'codex.yaml': CODEX,
    'old.md': page('date: 200 TA\nfacts: {keep: {seat: mill}}'),
    'new.md': page(
      'date: 300 TA\nsupersedes: {id: old, reason: "Since [[the-plot]] came out, %% ask Ines %% as [[the-plot|all]] know."}\nfacts: {keep: {seat: ford}}',
    ),
    'the-plot.md': page('known_by: nobody'),
  };
  const told = (name: QuestionName, given: Given): string => JSON.stringify(ask(files, name, given));
  const questions: [QuestionName, Given][] = [
    ['log', {}],
    ['chain', { name: 'old' }],
    ['lookup', { name: 'old' }],
    ['was_true_at', { entity: 'keep', at: '250 TA .. 350 TA' }],
  ];
  for (const [name, given] of questions) {
    expect(told(name, given), name).toContain('[[the-plot]]');
    expect(told(name, { ...given, for: 'sara' }), name).not.toMatch(/plot|Ines/);
    expect(told(name, { ...given, for: 'sara' }), name).toContain('as all know');
  }
});

describe('a fact that links to a hidden page', () => {
  const files = {
    'codex.yaml': CODEX,
    'open.md': page(
      'facts: {pub: {enemy: "[[zqfile]]", rival: "[[zqfile|the shadow]]", foe: "[[zqfile|Zqhid]]", met: "saw [[zqfile|him]] once, and [[zqfile]]", owner: zqfile, host: "[[keep|the keep]]"}, "[[zqfile|the stranger]]": {seat: mill}}',
    ),
    'keep.md': page('title: The Keep'),
    'zqfile.md': page('title: Zqhid\nknown_by: nobody'),
  };

  it('is shown with the text of the link, and without the name of the page', () => {
    const { facts } = ask(files, 'was_true_at', { entity: 'pub', for: 'players' });
    const values = facts.map(({ attribute, values: [one] }: Json) => [attribute, one.value]);
    expect(Object.fromEntries(values)).toEqual({
      enemy: '…',
      rival: 'the shadow',
      foe: '…',
      met: 'saw him once, and …',
      // Plain words are a value like any other.
      owner: 'zqfile',
      host: 'keep',
    });
    expect(JSON.stringify(ask(files, 'timeline', { for: 'players' }))).toContain('the stranger');
    expect(JSON.stringify(ask(files, 'lookup', { name: 'open', for: 'players' }))).not.toMatch(/\[\[|Zqhid/);
    expect(ask(files, 'was_true_at', { entity: 'pub' }).facts[0].values[0].value).toBe('zqfile');
  });

  it('keeps the same value in beliefs and in truth', () => {
    expect(ask(files, 'knows', { knower: 'players', entity: 'pub' })).toMatchObject({ mistaken: [], unaware: [] });
  });
});

describe('a page that is only glanced at', () => {
  it('is read as it is shown, and not at all where it is hidden', () => {
    const files = {
      'codex.yaml': `${CODEX}audience: {"gm/**": nobody}\ntiers: [high, low]\n`,
      'open.md': page('tier: low', 'Bread.'),
      'later.md': page('date: 500 TA', 'Bread.'),
      'gm/plot.md': page('tier: high', 'Poison.'),
      'links.md': page('title: Links', 'See [[plot]].'),
    };
    const { canon } = codexOf(files);
    const seen = seenBy(sightOf(canon, LATEST, 'sara', canon.codex.present));
    const { eyes } = seen;
    const together = seenBy(sightOf(canon, LATEST, 'sara', canon.codex.present)).eyes;
    expect([...together.glanceAtAll()]).toEqual([]);
    for (const path of Object.keys(files).filter((one) => one.endsWith('.md'))) {
      expect(together.glanceAt(path)).toEqual(eyes.glanceAt(path));
      const shown = entryAt(seen, path);
      const glance = eyes.glanceAt(path);
      expect([path, glance?.path, glance?.tier?.text]).toEqual([path, shown?.path, shown?.tier?.text]);
      expect(eyes.proseOf(path, files[path as keyof typeof files]) === '').toBe(shown === undefined);
    }
    expect([eyes.glanceAt('open.md'), eyes.glanceAt('links.md')]).toMatchObject([
      { hidesProse: false },
      { hidesProse: true },
    ]);
    expect(eyes.glanceAt('gm/plot.md')).toBeUndefined();
  });
});

describe('the time of knowledge', () => {
  const files = { 'codex.yaml': CODEX, 'keep.md': page('title: Keep') };
  it('requires a knower', () => {
    const failure = ask(files, 'lookup', { name: 'keep', known_at: '3 TA' });
    expect(failure).toMatchObject({ code: 'bad-query', given: '3 TA' });
    expect(failure.message).toBe(
      'Name the knower too: what is known at "3 TA" depends on who asks (`for`, --for NAME).',
    );
  });

  it.each([
    ['now', CODEX, 'write 450 TA, the present of this codex'],
    ['Present', 'revisions: [s1]\n', 'codex.yaml names no present'],
  ])('does not accept %s', (at, codex, words) => {
    const failure = ask({ ...files, 'codex.yaml': codex }, 'was_true_at', { entity: 'keep', at });
    expect(failure).toMatchObject({ code: 'bad-date', given: at });
    expect(failure.message).toContain(words);
  });

  it('does not accept a revision', () => {
    const revised = { ...files, 'codex.yaml': 'present: 450 TA\nrevisions: [session-2]\ncircles: {players: [sara]}\n' };
    const failure = ask(revised, 'lookup', { name: 'keep', for: 'sara', known_at: 'session-2' });
    expect(failure).toMatchObject({ code: 'bad-date', given: 'session-2' });
    expect(failure.message).toBe(
      '"session-2" is a revision, not a date of the world: ask as of it (`as_of`, --as-of session-2).',
    );
  });
});

it('who believes otherwise since is wrong about a secret, and no longer knows it', () => {
  const files = {
    'codex.yaml': 'present: 500 TA\nattributes: {killer: constant}\n',
    'lysa.md': page('title: Lysa'),
    'truth.md': page('date: 410 TA\nknown_by: [lysa]\nfacts: {king: {killer: Mordred}}'),
    'lie.md': page('date: 411 TA\nbelieved_by: [lysa]\nfacts: {king: {killer: Goblins}}'),
  };
  const now = ask(files, 'knows', { knower: 'lysa' });
  expect(now.mistaken).toMatchObject([{ entity: 'king', attribute: 'killer', held: [{ value: 'Goblins' }] }]);
  expect(now.in_on).toEqual([]);
  expect(ask(files, 'knows', { knower: 'lysa', at: '410 TA' }).in_on).toMatchObject([{ value: 'Mordred' }]);
});
