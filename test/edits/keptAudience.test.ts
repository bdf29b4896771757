/**
 * Whatever is made from a page with an audience has the same audience: a retcon, a retraction, a changed value, a carried
 * fact.
 */
import { expect, it } from 'vitest';
import { audienceOfFact, audienceOfPage, entryAt, knownAt, LATEST } from '../../server/src/core/canon';
import { declareRetcon } from '../../server/src/core/edits/refactor/declare';
import { isRefusal } from '../../server/src/core/edits/refactor/page';
import { questionsAbout } from '../../server/src/core/edits/refactor/retconQuestions';
import { extractFact, factAt } from '../../server/src/core/edits/refactor/extract';
import { rewriteReach, readValueQuery } from '../../server/src/core/edits/refactor/restated';
import { rewriteQuestions, rewrite } from '../../server/src/core/edits/refactor/rewrite';
import { undo } from '../../server/src/core/edits/refactor/undo';
import { caretIn } from '../support/caret';
import { askedIn, codexOf, type Files, problemsIn } from '../support/codex';
import { fixesOf } from '../../server/src/core/edits/fixes/fixesAt';
import { textsAfter } from '../../server/src/core/edits/fixes/mend';
import { fixedBy, titlesFor } from './fixing';

const surroundings = { isTaken: (): boolean => false };
const facts = '  - {entity: house, attribute: lord, value: bob}\n  - {entity: house, attribute: heir, value: oda}\n';
const page = (more: string, told = facts): string => `---\ntitle: P\n${more}facts:\n${told}---\n`;
const people: Files = { 'maric.md': '', 'lysa.md': '', 'bob.md': '', 'oda.md': '' };

/** Each new file, with its audience. */
function audiences(files: Files, made: Files): string[] {
  const known = knownAt(codexOf({ ...files, ...made }).canon, LATEST);
  return Object.keys(made).map((file) => {
    const entry = entryAt(known.canon, file);
    if (!entry) throw new Error(`${file} is no entry`);
    const from = entry.knowledge?.knownFrom?.text;
    const whens = entry.knowledge?.knownBy?.map(({ when }) => when?.text ?? '').join('') ?? '';
    const told = entry.facts.map((fact) => `${fact.value.text} ${audienceOfFact(known, entry, fact).join('+')}`);
    return [
      file,
      audienceOfPage(known, entry).join('+'),
      ...(from ? [from] : []),
      ...(whens ? [whens] : []),
      ...told,
    ].join(' | ');
  });
}

/** The files that an act makes of `p.md`, as `audiences` renders them; or why it is refused. */
function madeOf(files: Files, act: 'declare' | 'retract', path = 'p.md'): string | string[] {
  const known = knownAt(codexOf(files).canon, LATEST);
  const entry = entryAt(known.canon, path);
  if (!entry) throw new Error(`${path} is no entry`);
  const asked = questionsAbout(known, entry, act, '2026-06-01');
  if ('refusal' in asked) return asked.refusal;
  const text = files[path] ?? '';
  const answers = {
    manner: 'always',
    title: asked.title,
    date: asked.date,
    canon: null,
    reason: '',
    as: 'page',
  } as const;
  const made =
    act === 'declare'
      ? declareRetcon(known, entry, text, answers, surroundings)
      : undo(known, entry, text, 'retracts', { ...answers, into: null, bringsBack: false }, surroundings, () => null);
  return isRefusal(made) ? made.refusal : audiences(files, { [made.file]: made.text });
}

const SECRETS: readonly (readonly [string, Files, string, string])[] = [
  ['names who knows it', { 'p.md': page('known_by: [maric, lysa]\n') }, 'maric+lysa', ''],
  ['says since when', { 'p.md': page('known_from: 5 CE\nknown_by:\n  maric: 7 CE\n') }, 'maric', ' | 5 CE | 7 CE'],
  ['is in a folder of secrets', { 'codex.yaml': 'audience: {"GM/p.md": [maric]}\n', 'GM/p.md': page('') }, 'maric', ''],
];

it.each(SECRETS)('of a page that %s', (_, own, by, more) => {
  const files = { ...people, ...own };
  const path = Object.keys(own).at(-1) ?? '';
  const at = path.replace('p.md', '');
  expect(madeOf(files, 'declare', path)).toEqual([`${at}p-retold.md | ${by}${more} | bob ${by} | oda ${by}`]);
  expect(madeOf(files, 'retract', path)).toEqual([`${at}p-retracted.md | ${by}${more}`]);
});

it.each([
  ['does not parse', page('known_by: [maric]\nx: [')],
  ['misspells a key', page('knwon_by: [maric]\n')],
  ['is being merged', `${page('known_by: [maric]\n')}<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n`],
])('but not of one that %s', (_, text) => {
  const files = { ...people, 'p.md': text };
  const refusal = "P can't be read with certainty as it is written: correct what is underlined there first.";
  expect([madeOf(files, 'declare'), madeOf(files, 'retract')]).toEqual([refusal, refusal]);
});

/** The files that changing "bob" to "rob" makes, as `audiences` renders them, and what is left alone. */
function rewritten(own: Files): string[] {
  const files: Files = { ...people, ...own };
  const known = knownAt(codexOf(files).canon, LATEST);
  const wanted = {
    old: readValueQuery(known, 'bob'),
    value: readValueQuery(known, 'rob'),
    from: null,
    isMeant: () => true,
  };
  const answers = { as: 'page', title: 'Rob', canon: null, reason: 'So.' } as const;
  const done = rewrite(known, wanted, answers, surroundings, (path) => files[path] ?? null);
  const made = Object.fromEntries(done.creates.map(({ file, text }) => [file, text]));
  return [...audiences(files, made), ...done.leftAlone.map(({ because }) => because)];
}

it('of values that are changed in pages of several audiences', () => {
  const fact = (entity: string, more = ''): string => `  - {entity: ${entity}, attribute: lord, value: bob${more}}\n`;
  const own = {
    'a.md': page('', fact('one')),
    'b.md': page('known_by: maric\n', fact('two')),
    'c.md': page('', fact('three', ', known_by: [maric]')),
    'd.md': page('known_by: {maric: 7 CE}\n', fact('four')),
    'e.md': page('known_by:\n  - maric\n', fact('five') + fact('six', ', known_by: lysa')),
    'f.md': page('knwon_by: maric\n', fact('seven')),
    'g.md': page('known_by: nobody\n', fact('eight')),
    'i.md': page('', fact('ten', ', knwon_by: maric')),
    'h.md': page('known_from: 9 CE\n', fact('nine')),
  };
  expect(rewritten(own)).toEqual([
    'rob.md | everyone | rob everyone',
    'rob-secret.md | maric | rob maric | rob maric | rob maric | rob lysa',
    'rob-secret-2.md | maric | 7 CE | rob maric',
    'rob-secret-3.md | nobody | rob nobody',
    'rob-2.md | everyone | 9 CE | rob everyone',
    "P can't be read with certainty as it is written: correct what is underlined there first.",
    "P can't be read with certainty as it is written: correct what is underlined there first.",
  ]);
  expect(rewritten({ 'b.md': own['b.md'] })).toEqual(['rob.md | maric | rob maric']);
});

const CODE = 'supersedes/drops-fact';

it('of a fact that is carried forward to a page that others know', () => {
  const after = (old: string, by = ''): string => {
    const next = `---\n${by}supersedes: {id: p, reason: x}\nfacts:\n  house: {lord: rob}\n---\n`;
    return fixedBy({ ...people, 'p.md': old, 'q.md': next }, CODE, 'Carry house.heir forward')['q.md'] ?? '';
  };
  expect(after(page(''))).toContain('house: {lord: rob, heir: oda}');
  expect(after(page('known_by: [maric]\n'), 'known_by: [maric]\n')).toContain('house: {lord: rob, heir: oda}');
  const kept = '    value: oda\n    known_by: [maric]\n';
  expect(after(page('known_by: [maric]\n'))).toContain(kept);
  expect(after(page('known_by: lysa\n', facts.replace('oda}', 'oda, known_by: [maric]}')))).toContain(kept);
  const dated = '    known_from: 5 CE\n    known_by: [maric]\n';
  expect(after(page('known_from: 5 CE\n', facts.replace('oda}', 'oda, known_by: [maric]}')))).toContain(dated);
  const later = 'oda, known_by: {everyone: 7 CE}}';
  expect(after(page('', facts.replace('oda}', later)))).toContain('    known_by: {everyone: 7 CE}\n');
  const slip = facts.replace('oda}', 'oda, knwon_by: [maric]}');
  const isFact = { ...people, 'p.md': page('', slip), 'q.md': '---\nsupersedes: {id: p, reason: x}\n---\n' };
  expect(titlesFor(isFact, CODE)).not.toContain('Carry house.heir forward');
  const unread = { ...people, 'p.md': page('knwon_by: maric\n'), 'q.md': '---\nsupersedes: {id: p, reason: x}\n---\n' };
  expect(titlesFor(unread, CODE)).not.toContain('Carry house.heir forward');
});

it('of a page that was changed silently', () => {
  const established = { ...people, 'codex.yaml': '', 'p.md': page('known_by: [maric]\n') };
  const edits = [facts.replace('bob', 'rob'), facts.replace(/.*bob.*\n/, '')];
  const made = edits.map((told) => {
    const edited = { ...established, 'p.md': page('known_by: [maric]\n', told) };
    const fixes = problemsIn(edited, established).flatMap(({ file, problem }) =>
      fixesOf(askedIn(edited, file, established), problem),
    );
    const creates = fixes.flatMap(({ fix }) => (fix.edits.length > 0 ? (fix.creates ?? []) : []));
    return audiences(edited, Object.fromEntries(creates.map(({ file, text }) => [file, text])));
  });
  expect(made).toEqual([['p-retold.md | maric | rob maric'], ['p-retracted.md | maric']]);
});

/** The result of fixing a silent change: the page, and the new one, each with its audience. */
function mended(was: Files, is: Files, title: string): (readonly string[])[] {
  const [established, now] = [
    { ...people, 'codex.yaml': '', ...was },
    { ...people, 'codex.yaml': '', ...is },
  ];
  const fixes = problemsIn(now, established).flatMap(({ file, problem }) =>
    fixesOf(askedIn(now, file, established), problem).filter(({ fix }) => fix.title === title),
  );
  return fixes.map(({ fix }) => {
    const after = textsAfter(fix, (path) => now[path as keyof typeof now] ?? null);
    return audiences(now, Object.fromEntries(after)).sort();
  });
}

it('of a page that was made public when it was changed silently', () => {
  const [declare, putBack] = ['Declare this as a retcon', 'Put back what was established'];
  const secret = { 'p.md': page('known_by: [maric]\n') };
  const own = { 'p.md': page('', facts.replace('oda}', 'rob, known_by: [maric]}')) };
  const [revised, back] = ['p-retold.md | everyone | rob maric', 'p.md | everyone | bob everyone | oda maric'];
  expect(mended(secret, own, declare)).toEqual([[revised, back]]);
  expect(mended(secret, own, putBack)).toEqual([[back]]);
  const cut = { 'p.md': page('', facts.replace(/.*oda.*\n/, '')) };
  expect(mended(secret, cut, declare)).toEqual([['p-retracted.md | maric', back]]);
  const short = { 'p.md': '---\ntitle: P\nknown_by: {maric: 7 CE}\nfacts:\n  house: {lord: bob, heir: oda}\n---\n' };
  const shortNow = { 'p.md': '---\ntitle: P\nfacts:\n  house: {lord: bob, heir: rob}\n---\n' };
  expect(mended(short, shortNow, declare)).toEqual([['p-retold.md | everyone | rob everyone', back]]);
  expect(mended(short, shortNow, putBack)).toEqual([[back]]);
});

it('of a fact that was made public when it was changed silently', () => {
  const was = { 'p.md': page('', facts.replace('oda}', 'oda, known_by: [maric]}')) };
  const is = { 'p.md': page('', facts.replace('oda', 'rob')) };
  const back = 'p.md | everyone | bob everyone | oda maric';
  expect(mended(was, is, 'Declare this as a retcon')).toEqual([['p-retold.md | everyone | rob everyone', back]]);
  expect(mended(was, is, 'Put back what was established')).toEqual([[back]]);
});

it('but not where codex.yaml is in doubt', () => {
  const files = { 'codex.yaml': 'audience: {"GM/p.md": [maric]}\ncalendars: [\n', 'GM/p.md': page('') };
  const refusal = "codex.yaml can't be read with certainty as it is written: correct what is underlined there first.";
  const act = (one: 'declare' | 'retract') => madeOf({ ...people, ...files }, one, 'GM/p.md');
  expect([act('declare'), act('retract'), rewritten(files)]).toEqual([refusal, refusal, [refusal]]);
});

it('of a page moved out of a folder of secrets, but not if its audience is unclear', () => {
  const codex = { 'codex.yaml': 'audience: {"GM/**": [maric]}\n' };
  const was = { ...codex, 'GM/p.md': page('') };
  const is = { ...codex, 'open/p.md': page('', facts.replace('oda', 'rob')) };
  const back = 'open/p.md | everyone | bob everyone | oda maric';
  expect(mended(was, is, 'Put back what was established')).toEqual([[back]]);
  expect(mended(was, is, 'Declare this as a retcon')).toEqual([['open/p-retold.md | everyone | rob everyone', back]]);
  const unclear = { 'p.md': page('', facts.replace('oda}', 'oda, knwon_by: [maric]}')) };
  expect(mended(unclear, { 'p.md': page('', facts.replace('oda', 'rob')) }, 'Put back what was established')).toEqual(
    [],
  );
});

/**
 * The file that is made of the fact at the caret of a page, as `audiences` renders it, with its title; or why it is
 * refused.
 */
function extractedOf(files: Files, marked: Files): string {
  const { known, entry, text, offset } = caretIn({ ...files, ...marked });
  const fact = factAt(entry, text, offset);
  const made = isRefusal(fact) ? fact : extractFact(known, entry, text, fact, surroundings);
  return isRefusal(made) ? made.refusal : (/^title: (.*)$/m.exec(made.text)?.[1] ?? '');
}

it('titles do not name a page that is hidden from their readers', () => {
  const secret = (title: string, by: string): string => `---\ntitle: ${title}\nknown_by: ${by}\n---\n`;
  const house = (by: string): Files => ({ ...people, 'house.md': secret('The Hidden House', by) });
  const fact = (more: string): Files => ({
    'p.md': page('', `  - {entity: house, attribute: lord, value: bo$0b${more}}\n`),
  });
  expect(extractedOf(house('nobody'), fact(', known_by: [lysa]'))).toBe('Lord of house (bob)');
  expect(extractedOf(house('[maric, lysa]'), fact(', known_by: [lysa]'))).toBe('Lord of The Hidden House (bob)');
  expect(extractedOf(house('{lysa: 5 CE}'), fact(', known_by: [lysa]'))).toBe('Lord of house (bob)');
  expect(extractedOf(house('everyone'), fact(''))).toBe('Lord of The Hidden House (bob)');
  const files: Files = { ...people, 'bob.md': secret('Bob the Murderer', 'nobody'), 'p.md': page('') };
  const known = knownAt(codexOf(files).canon, LATEST);
  const wanted = {
    old: readValueQuery(known, 'bob'),
    value: readValueQuery(known, 'lysa'),
    from: null,
    isMeant: () => true,
  };
  const asked = rewriteQuestions(known, wanted, rewriteReach(known, wanted), '2026-06-01');
  expect(asked).toMatchObject({ title: 'lysa in place of bob' });
});

it('not earlier than the retracted page, where the codex has secrets', () => {
  const files: Files = { 'p.md': page('date: 300 CE\n') };
  expect(madeOf(files, 'retract')).toEqual(['p-retracted.md | everyone']);
  expect(madeOf({ ...files, 'q.md': '---\nknown_by: nobody\n---\n' }, 'retract')).toEqual([
    'p-retracted.md | everyone | 300 CE',
  ]);
});

it('but not where no key can say who knows it', () => {
  const files = { 'codex.yaml': 'audience: {"GM/p.md": [maric]}\nfields: {known_by: []}\n', 'GM/p.md': page('') };
  expect(madeOf(files, 'declare', 'GM/p.md')).toBe(
    'A note made from P could not say who knows it: leave a key for known_by under fields in codex.yaml first.',
  );
});

it('of a page created for a link, which gets the audience of that link', () => {
  const made = (text: string): string[] => {
    const files: Files = { ...people, 'p.md': text };
    return problemsIn(files, null).flatMap(({ file, problem }) =>
      fixesOf(askedIn(files, file), problem).flatMap(({ fix }) => fix.creates?.map((one) => one.text) ?? []),
    );
  };
  expect(made('---\nknown_by: nobody\nknown_from: 5 CE\n---\n[[The Heir]]\n')).toEqual([
    '---\nknown_by: nobody\nknown_from: 5 CE\n---\n# The Heir\n',
  ]);
  expect(made('[[The Heir]]\n')).toEqual(['# The Heir\n']);
  expect(made('> [!secret]\n> [[The Heir]]\n')).toEqual([]);
  expect(made('---\nknwon_by: maric\n---\n[[The Heir]]\n')).toEqual([]);
});
