/** Declaring a retcon: the new file made from an entry, in full, without problems. */
import { describe, expect, it } from 'vitest';
import { entryAt, knownAt, LATEST } from '../../server/src/core/canon';
import type { DialogAnswers } from '../../server/src/core/edits/refactor/carriedFacts';
import { answeredDate, questionsAbout } from '../../server/src/core/edits/refactor/retconQuestions';
import { declareRetcon } from '../../server/src/core/edits/refactor/declare';
import { asIfWritten } from '../../server/src/core/edits/refactor/page';
import { checkEntry } from '../../server/src/core/rules/check';
import { codexOf, type Files } from '../support/codex';
import { vyr } from '../support/caret';

const nothing = { isTaken: (_path: string) => false };

function knownOf(files: Files, path: string) {
  const { canon } = codexOf(files);
  const entry = entryAt(canon, path);
  if (!entry) throw new Error(`${path} is no entry`);
  return { canon, known: knownAt(canon, LATEST), entry, text: files[path] ?? '' };
}

/** The default answers to the questions, except those given. */
function declared(files: Files, path: string, given: Partial<DialogAnswers> = {}, surroundings = nothing) {
  const { canon, known, entry, text } = knownOf(files, path);
  const context = questionsAbout(known, entry, 'declare', '2026-06-01');
  if ('refusal' in context) return { refusal: context.refusal, instead: context.instead };
  const proposed: DialogAnswers = {
    manner: 'always',
    title: context.title,
    date: context.date,
    canon: context.decided?.proposed ?? null,
    reason: 'We found the letter.',
  };
  const made = declareRetcon(known, entry, text, { ...proposed, ...given }, surroundings);
  if ('refusal' in made) return made;
  const { known: after, entry: written } = asIfWritten(canon, made.file, made.text);
  const { start, end } = made.caret;
  return {
    creates: made.change.creates?.map(({ file }) => file),
    edits: made.change.edits,
    file: made.file,
    text: `${made.text.slice(0, start)}«${made.text.slice(start, end)}»${made.text.slice(end)}`,
    problems: checkEntry(after, written).map(({ code, message }) => `${code}: ${message}`),
  };
}

const page = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const refounding = 'refounding-of-house-vyr.md';

describe('declaring a retcon', () => {
  it('as a correction: a new version of the same page, in its own style', () => {
    expect(declared(vyr, refounding)).toEqual({
      creates: ['the-refounding-of-house-vyr-retold.md'],
      edits: [],
      file: 'the-refounding-of-house-vyr-retold.md',
      text: page(
        '---',
        'title: The Refounding of House Vyr (retold)',
        'type: event',
        'entity: refounding-of-house-vyr',
        'date: 412 TA',
        'canon: session-47',
        'facts:',
        '  house-vyr: {founder: «aldric»}',
        'supersedes:',
        '  - id: refounding-of-house-vyr',
        '    as_of: 412 TA',
        '    reason: We found the letter.',
        '---',
        '',
      ),
      problems: [],
    });
  });

  it('as a change in the world: another event, from its own date on', () => {
    const { text, problems } = asMade(
      declared(vyr, refounding, { manner: 'from', date: '420 TA', title: 'The Second Refounding' }),
    );
    expect(text).toBe(
      page(
        '---',
        'title: The Second Refounding',
        'type: event',
        'date: 420 TA',
        'canon: session-47',
        'facts:',
        '  house-vyr: {founder: «aldric»}',
        'supersedes:',
        '  - id: refounding-of-house-vyr',
        '    as_of: 412 TA',
        '    reason: We found the letter.',
        '---',
        '',
      ),
    );
    expect(problems).toEqual([]);
  });

  it('of a page that remembers leaves out what it said before', () => {
    const files = {
      ...vyr,
      'bridge.md': page('---', 'canon: session-45', 'formerly: {bridge.colour: grey, soft: true}', '---'),
    };
    const { text, problems } = declared(files, 'bridge.md') as { text: string; problems: readonly string[] };
    expect(text).not.toContain('formerly');
    expect(text).toContain('value: «grey»');
    expect(problems).toEqual([]);
  });

  it('of what remains next to the old version is soft', () => {
    const { text, problems } = asMade(declared(vyr, refounding, { manner: 'both' }));
    expect(text).toContain('    reason: We found the letter.\n    soft: true\n');
    expect(problems).toEqual([]);
  });

  it('with another date writes `always`, or from when the old one held, and keeps the new date for the facts', () => {
    const { text, problems } = asMade(declared(vyr, refounding, { date: '415 TA' }));
    expect(text).toBe(
      page(
        '---',
        'title: The Refounding of House Vyr (retold)',
        'type: event',
        'entity: refounding-of-house-vyr',
        'date: 415 TA',
        'canon: session-47',
        'facts:',
        '  - entity: house-vyr',
        '    attribute: founder',
        '    value: «aldric»',
        '    from: 415 TA',
        'supersedes:',
        '  - id: refounding-of-house-vyr',
        '    as_of: 412 TA',
        '    effective: 412 TA',
        '    reason: We found the letter.',
        '---',
        '',
      ),
    );
    expect(problems).toEqual([]);
  });
});

describe('the new entry copies the style of the old one:', () => {
  const codex = `fields: {date: [born], id: eip, through: [died]}
attributes: {house: state}
`;
  const maelis = [
    '\uFEFF---',
    '# the queen 👑',
    'eip: queen-maelis',
    'title: \'Queen "Mae" 👑\'',
    'Type: person',
    'aliases: [Mae]',
    'born: 270 TA   # by the rolls',
    'died: 309 TA',
    'house:    "Vyr"   # by marriage',
    'tags:',
    '- river',
    'facts:',
    '- entity: vyrhold',
    '  attribute: keeper',
    '  value: "[[Maelis|she]]"',
    'sources: [rolls]',
    '---',
    'She drowned.',
    '',
  ].join('\r\n');

  it('keys, quotes, comments, blanks, list marks and line ends', () => {
    const { text, file } = asMade(
      declared({ 'codex.yaml': codex, 'people/queen-maelis.md': maelis }, 'people/queen-maelis.md', {
        title: 'Maelis in Exile',
      }),
    );
    expect(file).toBe('people/maelis-in-exile.md');
    expect(text).toBe(
      [
        '---',
        '# the queen 👑',
        'eip: maelis-in-exile',
        "title: 'Maelis in Exile'",
        'Type: person',
        'entity: queen-maelis',
        'born: 270 TA   # by the rolls',
        'died: 309 TA',
        'canon: 2026-06-01',
        'house:    "«Vyr»"   # by marriage',
        'tags:',
        '- river',
        'facts:',
        '- entity: vyrhold',
        '  attribute: keeper',
        '  value: "[[Maelis|she]]"',
        'supersedes:',
        '- id: queen-maelis',
        '  as_of: 270 TA',
        '  reason: We found the letter.',
        '---',
        '',
        '',
      ].join('\r\n'),
    );
  });
});

/** A house whose lords follow each other, as one page states them and as others have changed them. */
const house: Files = {
  'codex.yaml': `calendars: {r: {default_era: TA, eras: [{id: TA, names: [Third Age], epoch: 0}]}}
revisions: [s1, s2, {id: s3, open: true}]
attributes: {seat: state, founder: constant}
`,
  'house.md': page(
    '---',
    'type: house',
    'canon: s1',
    'seat: ford   # of old',
    'facts:',
    '  # those we named',
    '  - {entity: house, attribute: ruler, value: maric, from: 200 TA, through: 231 TA}',
    '  - {entity: house, attribute: ruler, value: lysa, from: 309 TA} # of the bridge',
    '  - {entity: house, attribute: ruler, value: aldric, from: 412 TA}',
    '  - {entity: house, attribute: founder, value: maric}',
    '---',
    '# The House',
  ),
};

describe('the carried facts', () => {
  it('of a change are those that hold from then on', () => {
    const { text, problems } = asMade(declared(house, 'house.md', { manner: 'from', date: '350 TA', title: 'Oda' }));
    expect(text).toBe(
      page(
        '---',
        'type: house',
        'entity: house',
        'date: 350 TA',
        'canon: s3',
        'seat: «ford»   # of old',
        'facts:',
        '  # those we named',
        '  - {entity: house, attribute: ruler, value: lysa} # of the bridge',
        '  - {entity: house, attribute: ruler, value: aldric, from: 412 TA}',
        '  - {entity: house, attribute: founder, value: maric}',
        'supersedes:',
        '  - id: house',
        '    reason: We found the letter.',
        '---',
        '',
        '# Oda',
        '',
      ),
    );
    expect(problems).toEqual([]);
  });

  it('exclude what another retcon has already taken', () => {
    const towers = {
      ...house,
      'recount.md': page(
        '---',
        'canon: s2',
        'supersedes: {id: house, only: [house.seat], reason: We moved.}',
        'facts: {house: {seat: hill}}',
        '---',
      ),
    };
    const { text, problems } = asMade(declared(towers, 'house.md'));
    expect(text).not.toContain('seat:');
    expect(text).toContain('    only: [house.ruler, house.founder]\n');
    expect(problems).toEqual([]);
  });

  it('keep a contradiction that the old page acknowledged', () => {
    const song = {
      ...house,
      'song.md': '---\ndisputes: house\nfacts: {house: {founder: oda}}\n---\n',
    };
    const { text, problems } = asMade(declared(song, 'house.md'));
    expect(text).toContain('disputes: [song]\n');
    expect(problems).toEqual([]);
  });

  it("with values from before the page's date say from when", () => {
    const letter = {
      ...house,
      'letter.md': page(
        '---',
        'title: The Letter',
        'date: 300 TA',
        'canon: s1',
        'facts: [{entity: lysa, attribute: mother, value: oda, from: 281 TA}]',
        '---',
      ),
    };
    const { text, problems } = asMade(declared(letter, 'letter.md'));
    expect(text).toContain('facts: [{entity: lysa, attribute: mother, value: «oda», from: 281 TA}]\n');
    expect(text).toContain('    as_of: 300 TA\n    effective: 281 TA\n');
    expect(problems).toEqual([]);
  });

  it.each([
    ['no frontmatter', '# Plain\n\nOnly prose.\n'],
    ['frontmatter in braces', '---\n{title: Plain, facts: {x: {a: b}}}\n---\n'],
  ])('of a page with %s are those that can be read', (_, text) => {
    const { text: made, problems } = asMade(declared({ 'codex.yaml': '', 'plain.md': text }, 'plain.md'));
    expect(made).toContain('Plain (retold)');
    expect(made).toMatch(/supersedes: ?\n? *(?:- |\[\{)id: plain/);
    expect(problems).toEqual([]);
  });

  it.each([
    ['is still open', '---\ntitle: Plain\n'],
    ['does not parse', '---\ntitle: Plain\nfacts: {x: {a: b}\n---\n# Plain\n'],
    ['may keep it from somebody', '---\ntitle: Plain\nknwn_by: [maric]\n---\n'],
  ])('wait for frontmatter that %s', (_, text) => {
    expect(declared({ 'codex.yaml': '', 'plain.md': text }, 'plain.md')).toMatchObject({
      refusal: "Plain can't be read with certainty as it is written: correct what is underlined there first.",
    });
  });
});

describe('the author is asked for', () => {
  const context = (files: Files, path: string) => {
    const { known, entry } = knownOf(files, path);
    const found = questionsAbout(known, entry, 'declare', '2026-06-01');
    if ('refusal' in found) return { refusal: found.refusal, instead: found.instead.map((one) => one.entry.path) };
    return {
      title: found.title,
      canon: found.decided && [found.decided.revisions.map(({ id }) => id), found.decided.proposed],
      reasons: found.reasons.map(({ reason }) => reason),
    };
  };
  const one = (frontmatter: string, codex = '', more: Files = {}) =>
    context({ 'codex.yaml': codex, 'one.md': `---\n${frontmatter}\n---\n`, ...more }, 'one.md');

  it('a title that is not taken', () => {
    const taken = {
      'two.md': '---\ntitle: one (retold)\n---\n',
      'three.md': '---\naliases: [One (Retold 2)]\n---\n',
    };
    expect(one('type: page', '', taken)).toMatchObject({ title: 'one (retold 3)' });
  });

  it('a revision not earlier than that of the entry: the open one or else the latest proposed', () => {
    expect(one('canon: s2', 'revisions: [s1, s2, {id: s3, open: true}, s4]')).toMatchObject({
      canon: [['s2', 's3', 's4'], 's3'],
    });
    expect(one('type: page', 'revisions: [s1, s2]')).toMatchObject({ canon: [['s1', 's2'], 's2'] });
  });

  it('a day of our calendar where the codex has no revisions', () => {
    expect(one('type: page')).toMatchObject({ canon: [[], '2026-06-01'] });
    expect(one('created: 2026-01-01')).toMatchObject({ canon: [[], '2026-06-01'] });
  });

  it('nothing where the name of the entry could mean another', () => {
    expect(one('id: same', '', { 'two.md': '---\nid: same\n---\n' })).toEqual({
      refusal: 'Several notes are called "same": give each an id of its own first.',
      instead: [],
    });
  });

  it('nothing where a later entry has superseded or retracted it', () => {
    const facts = 'facts: {x: {a: b}}';
    expect(one(facts, '', { 'two.md': '---\ntitle: Two\nsupersedes: one\nfacts: {x: {a: c}}\n---\n' })).toEqual({
      refusal: 'Two has superseded one already: declare the retcon of that one.',
      instead: ['two.md'],
    });
    expect(one(facts, '', { 'two.md': '---\ntitle: Two\nretracts: one\n---\n' })).toEqual({
      refusal: 'Two has retracted one already.',
      instead: ['one.md'],
    });
  });

  it('nothing where a restoration of the same revision would undo the retcon', () => {
    const more = {
      'two.md': '---\ncanon: s1\nretracts: one\n---\n',
      'three.md': '---\ntitle: Three\ncanon: s1\nrestores: one\n---\n',
    };
    expect(one('canon: s1', 'revisions: [s1]', more)).toMatchObject({
      refusal:
        'Three entered the canon with s1, and what you decide about one now has to come after that: list a later revision in codex.yaml first.',
    });
    expect(one('canon: s1', 'revisions: [s1, s2]', more)).toMatchObject({ canon: [['s2'], 's2'] });
  });

  it('a reason, with past reasons to choose from, the most similar first, each once', () => {
    const past = (id: string, about: string, type: string, reason: string): Files => ({
      [`${id}.md`]: `---\ntype: ${type}\ncanon: s1\nfacts: {${about}}\n---\n`,
      [`${id}-2.md`]: `---\ncanon: s2\nsupersedes: {id: ${id}, reason: ${reason}}\nfacts: {${about}}\n---\n`,
    });
    const more = {
      ...past('p', 'far: {other: z}', 'song', 'nothing alike'),
      ...past('q', 'far: {other: z}', 'page', 'same type'),
      ...past('r', 'far: {ruler: z}', 'song', 'same attribute'),
      ...past('s', 'near: {other: z}', 'song', 'same entity'),
      ...past('t', 'near: {ruler: z}', 'song', 'same fact'),
      ...past('u', 'near: {other: z}', 'song', 'same entity'),
    };
    expect(one('type: page\nfacts: {near: {ruler: x}}', 'revisions: [s1, s2]', more)).toMatchObject({
      reasons: ['same fact', 'same entity', 'same attribute', 'same type', 'nothing alike'],
    });
  });
});

describe('the date of a retcon', () => {
  const judged = (manner: DialogAnswers['manner'], text: string, path = 'house.md') => {
    const files = { ...house, 'queen.md': '---\ntitle: The Queen\ndate: 270 TA\nthrough: 309 TA\n---\n' };
    const { known, entry } = knownOf(files, path);
    const answer = answeredDate(known, entry, 'declare', manner, text);
    return answer.ok ? answer.date?.text : answer.message;
  };
  it.each([
    ['always', '', undefined],
    ['always', '200', '200 TA'],
    ['from', '', 'Give the world date from which it holds.'],
    ['from', 'unknown', 'Give the world date from which it holds.'],
    ['from', '400 TA', '400 TA'],
    ['from', '300 TA', '300 TA', 'queen.md'],
    [
      'from',
      '310 TA',
      'Nothing that The Queen says holds at 310 TA any more, so nothing would change from then on: leave out the date to say that this was never true, or give an earlier date.',
      'queen.md',
    ],
    ['always', '12 XX', 'No calendar in codex.yaml declares the era XX: write the date in an era that one does.'],
  ] as const)('%s %j', (manner, text, expected, path?: string) => {
    expect(judged(manner, text, path)).toBe(expected);
  });
});

describe('the file of a new entry', () => {
  it.each([
    ['The Fall', 'the-fall.md'],
    ["Ferryman's Tale", 'ferrymans-tale.md'],
    ['  ', 'entry.md'],
    ['???', 'entry.md'],
    ['Мир', 'мир.md'],
    ['House Vyr', 'house-vyr-2.md'],
    ['Vyrhold', 'vyrhold-2.md'],
    ['taken', 'taken-2.md'],
    ['a/b: c*', 'a-b-c.md'],
    [`${'🏰'.repeat(60)} x`, 'x.md'],
    ['long '.repeat(40), `${'long-'.repeat(16).slice(0, -1)}.md`],
  ])('%j is %s', (title, file) => {
    const files = { ...vyr, 'note.md': '---\nsources: vyrhold\n---\n' };
    const made = declared(files, refounding, { title }, { isTaken: (path) => path === 'taken.md' });
    expect(asMade(made).file).toBe(file);
  });

  it('is named like the other notes of its vault', () => {
    const files = { 'codex.yaml': '', 'Lore/The Fall of Vyr.md': '' };
    const made = (title: string) => asMade(declared(files, 'Lore/The Fall of Vyr.md', { title }));
    expect(made('The Fall of Vyr (retold)').file).toBe('Lore/The Fall of Vyr (retold).md');
    expect(made('What: a [Fall]?').file).toBe('Lore/What a Fall.md');
    expect(made('The Fall of Vyr (retold)').text).not.toContain('#');
    expect(made('What: a [Fall]?').text).toContain('title: "What: a [Fall]?"');
  });

  it('is named after the page, not after its first section', () => {
    const page = '---\ntype: faction\n---\n# Geopolitical\n\n# History\n';
    const files = { 'codex.yaml': '', 'Lost Syndicate.md': page };
    const { known, entry } = knownOf(files, 'Lost Syndicate.md');
    const context = questionsAbout(known, entry, 'declare', '2026-05-12');
    expect(context).toMatchObject({ title: 'Lost Syndicate (retold)' });
    const { file, text } = asMade(declared(files, 'Lost Syndicate.md', { title: 'Lost Syndicate (retold)' }));
    expect(file).toBe('Lost Syndicate (retold).md');
    expect(text).not.toMatch(/^title:|^#/m);
  });

  it('keeps a heading that equals the file name', () => {
    const files = { 'codex.yaml': '', 'The Fall.md': '# The Fall\n\n# More\n', 'the-rise.md': '# The Rise\n' };
    expect(asMade(declared(files, 'The Fall.md', { title: 'The Fall (retold)' })).text).toMatch(
      /\n# The Fall \(retold\)\n/,
    );
    const slugged = asMade(declared(files, 'the-rise.md', { title: 'The Rise (retold)' }));
    expect(slugged.file).toBe('the-rise-retold.md');
    expect(slugged.text).toMatch(/\n# The Rise \(retold\)\n/);
  });

  it('is of the same type, wherever that comes from', () => {
    const files = {
      'codex.yaml': 'types: {"People/**": person, "#npc": npc}',
      'People/Lysa.md': '',
      'People/Maric.md': '---\ntags: npc\n---\n',
      'People/Edda.md': 'A guard. #npc\n',
    };
    const made = (path: string) => asMade(declared(files, path)).text;
    expect(made('People/Lysa.md')).not.toContain('type:');
    expect(made('People/Maric.md')).not.toContain('type:');
    expect(made('People/Edda.md')).toContain('type: npc');
  });

  it('writes the title in a key where nothing else would give it', () => {
    const files = { 'codex.yaml': 'titles: file', 'the-fall.md': '' };
    expect(asMade(declared(files, 'the-fall.md', { title: 'The Rise' })).text).toContain('title: The Rise');
    const rank = { ...files, 'codex.yaml': 'titles: file\nfields: {title: []}' };
    expect(asMade(declared(rank, 'the-fall.md', { title: 'The Rise' })).text).not.toContain('title:');
  });
});

type Done = Exclude<ReturnType<typeof declared>, { refusal: string }>;
function asMade(made: ReturnType<typeof declared>): Done {
  if ('refusal' in made) throw new Error(made.refusal);
  return made;
}

describe('a page whose date is a birth', () => {
  it('keeps it, and says from when the change holds', () => {
    const files: Files = {
      'codex.yaml': 'fields: {date: [born]}\nattributes: {rank: state}\n',
      'wren.md': page('---', 'born: about 1605 CE', 'rank: captain', '---', ''),
    };
    const { text } = asMade(declared(files, 'wren.md', { manner: 'from', date: '1661 CE', title: 'Wren is promoted' }));
    expect(text).toBe(
      page(
        '---',
        'entity: wren',
        'born: about 1605 CE',
        'canon: 2026-06-01',
        'supersedes:',
        '  - id: wren',
        '    as_of: about 1605 CE',
        '    effective: 1661 CE',
        '    reason: We found the letter.',
        'rank: «captain»',
        '---',
        '',
        '# Wren is promoted',
        '',
      ),
    );
  });
});
