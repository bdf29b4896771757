/** What a knower sees of a page: all of it that they know, and nothing else, down to its places in the file. */
import { expect, it } from 'vitest';
import { allEntries, type Canon, entryAt, LATEST, type SeenCanon, seenBy } from '../../server/src/core/canon';
import { knowerNamed } from '../../server/src/core/canon/knowledge/knowers';
import type { Entry } from '../../server/src/core/entry/entry';
import { readDate } from '../../server/src/core/chronology';
import { codex, type Files } from './model/answers';

const PLACES: Files = {
  'codex.yaml': 'revisions: [s1, s2]\ncircles: {players: [sara]}\ntiers: [core, rumour]',
  keep: 'id: keep',
  lysa: 'id: lysa',
};

/** What somebody holds at the end of a date. */
function seen(canon: Canon, who: string, at: string | null = null): SeenCanon {
  const reading = at === null ? null : readDate(canon.codex.chronology, at);
  const until = reading?.ok ? reading.date : null;
  return seenBy({ canon, point: LATEST, knowerIn: (known) => knowerNamed(known, who) ?? expect.unreachable(), until });
}

function page(view: SeenCanon, path: string): Entry {
  const entry = entryAt(view, path);
  if (!entry) throw new Error(`no page ${path}`);
  return entry;
}

const texts = (written: readonly { readonly text: string }[]): string[] => written.map(({ text }) => text);

const PAGE = codex({
  ...PLACES,
  tale: `id: the-tale
title: A Tale
aliases: [The Lay]
type: song
entity: keep
date: 20 TA
until: 40 TA
canon: s2
tier: rumour
known_by: [players]
pov: sara
mood: dark
sources: [keep, plan]
summarises: [plan, keep]
disputes: [lysa, plan]
reviewed: [plan, lysa]
retracts: {id: lysa, sources: [plan, keep], reason: "So says %% the plan %% she."}
facts:
  - {entity: lysa, attribute: seat, value: "[[plan|a draft]]", until: 45 TA}
  - {entity: lysa, attribute: oath, value: hid, known_by: nobody}
  - {attribute: motto, value: "[[keep]]"}`,
  plan: 'known_by: nobody',
});

it('a page is shown with what it says about itself, and without names of what is hidden', () => {
  const entry = page(seen(PAGE, 'players'), 'tale.md');
  expect(entry).toMatchObject({
    path: 'tale.md',
    writtenId: { text: 'the-tale' },
    derivedId: 'tale',
    folderId: './tale',
    fileName: 'tale',
    title: 'A Tale',
    type: { text: 'song' },
    entity: { text: 'keep' },
    tier: { text: 'rumour' },
    canon: { text: 's2' },
    names: ['the-tale', 'tale', './tale', 'a tale', 'the lay'],
    date: { text: '20 TA' },
    until: { text: '40 TA' },
    draft: false,
    knowledge: null,
    unknownCanon: null,
    factsKey: null,
    links: [],
    ownLinks: [],
    referenceLinks: [],
    unknownKeys: [],
    frontmatter: { start: 0, end: 0 },
    problems: [],
  });
  expect(entry.titleSpan).not.toBeNull();
  expect(texts(entry.aliases)).toEqual(['The Lay']);
  const { sources, summarises, disputes, reviewed } = entry;
  expect([sources, summarises, disputes, reviewed].map(texts)).toEqual([['keep'], ['keep'], ['lysa'], ['lysa']]);
  const [retraction] = entry.declarations;
  expect([texts(retraction?.sources ?? []), retraction?.reason?.text]).toEqual([['keep'], 'So says  she.']);
});

it('its learned facts are shown, without the words of what is hidden', () => {
  const { facts } = page(seen(PAGE, 'players'), 'tale.md');
  expect(facts.map(({ entity, value, until, index }) => [entity?.text, value.text, until?.text, index])).toEqual([
    ['lysa', 'a draft', '45 TA', 0],
    [undefined, 'keep', undefined, 1],
  ]);
});

it('names and sources for others are not shown', () => {
  const canon = codex({
    ...PLACES,
    plan: 'known_by: nobody',
    tale: 'title: The Mill %% hid %%\naliases: ["Old Mill <!-- hid -->", "%% hid %%"]\ntype: mill %% hid %%\nsources: ["see [[plan]] for it", "%% hid %%", "an old song"]\nretracts: {id: keep, sources: ["told by [[plan|a crow]]"]}',
    blank: 'title: "%% hid %%"',
  });
  const view = seen(canon, 'players');
  const { title, aliases, type, sources, declarations } = page(view, 'tale.md');
  expect([title, texts(aliases), type?.text]).toEqual(['The Mill', ['Old Mill'], 'mill']);
  expect(texts(sources)).toEqual(['see … for it', 'an old song']);
  expect(texts(declarations[0]?.sources ?? [])).toEqual(['told by a crow']);
  expect(page(view, 'blank.md').title).toBe('blank');
});

it('the parts of a shown page are made once', () => {
  const entry = page(seen(PAGE, 'players'), 'tale.md');
  expect([entry.facts, entry.declarations, entry.sources]).toEqual([entry.facts, entry.declarations, entry.sources]);
  expect(entry.facts).toBe(entry.facts);
});

const HIDDEN = codex({
  ...PLACES,
  deed: `title: The Deed
aliases: [The Oath]
type: song
entity: keep
date: 20 TA
until: 40 TA
canon: s2
known_by: nobody
sources: [lysa]
summarises: [lysa]
disputes: [lysa]
reviewed: [lysa]
facts:
  - {attribute: motto, value: ash, known_by: everyone}
  - {attribute: oath, value: hid}`,
  silent: 'known_by: nobody\nfacts: {keep: {oath: hid}}',
});

it('of a hidden page only what was learned of it is shown', () => {
  const view = seen(HIDDEN, 'players');
  expect(allEntries(view).map(({ path }) => path)).toEqual(['keep.md', 'lysa.md']);
  const [veiled, ...others] = view.eyes.veiled();
  expect(others).toEqual([]);
  const nowhere = { start: 0, end: 0 };
  expect({ ...veiled, path: 'somewhere', names: [] }).toEqual({
    path: 'somewhere',
    writtenId: { text: '', span: nowhere },
    derivedId: '',
    folderId: '',
    fileName: '',
    title: '',
    titleSpan: null,
    aliases: [],
    type: null,
    entity: null,
    names: [],
    tier: null,
    date: expect.objectContaining({ text: '20 TA' }),
    until: expect.objectContaining({ text: '40 TA' }),
    parts: [],
    canon: expect.objectContaining({ text: 's2' }),
    unknownCanon: null,
    position: expect.anything(),
    draft: false,
    facts: [
      expect.objectContaining({
        value: expect.objectContaining({ text: 'ash' }),
        entity: expect.objectContaining({ text: 'keep', linked: false }),
      }),
    ],
    factsKey: null,
    declarations: [],
    formerly: [],
    disputes: [],
    reviewed: [],
    sources: [],
    summarises: [],
    knowledge: null,
    mayVeil: false,
    hidesLinks: false,
    publishing: 'unsaid',
    hasEvents: false,
    links: [],
    ownLinks: [],
    referenceLinks: [],
    unknownKeys: [],
    frontmatter: nowhere,
    problems: [],
  });
});

it('a retcon names a range as far as it has come', () => {
  const canon = codex({ ...PLACES, war: 'date: 10 TA .. 20 TA', peace: 'retracts: {id: war, as_of: 10 TA .. 20 TA}' });
  const asOf = (at: string) => page(seen(canon, 'players', at), 'peace.md').declarations[0]?.asOf;
  expect([asOf('19 TA')?.text, asOf('20 TA')?.text]).toEqual(['10 TA', '10 TA .. 20 TA']);
  expect(asOf('19 TA')?.date?.end).toMatchObject({ text: '11 TA' });
});

/** `20 TA .. 40 TA`, and its parts where it has several. */
function stretches(keys: string, at: string): string[] {
  const { date, until, parts } = page(seen(codex({ ...PLACES, war: keys }), 'players', at), 'war.md');
  const drawn = [{ from: date, until }, ...parts];
  return drawn.map(({ from, until: end }) => `${from?.text ?? ''} .. ${end?.text ?? ''}`.trim());
}

const PARTS = 'known_from: 1 TA\ndate: [10 TA, 30 TA, 50 TA]\nuntil: [15 TA, 35 TA, 55 TA]';

it.each<[string, string, string, string[]]>([
  ['an end that has come', 'date: 10 TA\nuntil: 20 TA', '20 TA', ['10 TA .. 20 TA']],
  ['no end that comes later', 'date: 10 TA\nuntil: 20 TA', '19 TA', ['10 TA ..']],
  ['no end without one', 'date: 10 TA', '20 TA', ['10 TA ..']],
  ['a range that is over', 'date: 10 TA .. 20 TA', '20 TA', ['10 TA .. 20 TA ..']],
  ['only the beginning of a range that is not', 'date: c. 10 TA .. 20 TA', '19 TA', ['c. 10 TA ..']],
  ['a decade as it is', 'date: 10s TA', '12 TA', ['10s TA ..']],
  [
    'ranges among stretches likewise',
    'known_from: 1 TA\ndate: [10 TA .. 12 TA, 20 TA .. 29 TA]\nuntil: [15 TA]',
    '22 TA',
    ['10 TA .. 12 TA ..', '10 TA .. 12 TA .. 15 TA', '20 TA ..'],
  ],
  ['stretches that have begun', PARTS, '30 TA', ['10 TA ..', '10 TA .. 15 TA', '30 TA ..']],
  ['the one that has begun', PARTS, '16 TA', ['10 TA .. 15 TA']],
  ['the one that has begun, without an end that comes later', PARTS, '11 TA', ['10 TA ..']],
  ['none before any has begun', PARTS, '5 TA', ['10 TA ..']],
])('the shown time of a page is %s', (_, keys, at, expected) => expect(stretches(keys, at)).toEqual(expected));

it('of unfinished ranges the beginning is shown, for facts and ends too', () => {
  const world = codex({
    ...PLACES,
    war: `date: 5 TA .. 50 TA
until: 9 TA .. 60 TA
facts:
  - {entity: keep, attribute: siege, value: "yes", from: 6 TA .. 70 TA, until: 8 TA .. 80 TA}`,
    life: 'date: [1 TA .. 2 TA, 7 TA .. 90 TA]\nuntil: [3 TA .. 4 TA, 8 TA .. 95 TA]',
  });
  const view = seen(world, 'players', '10 TA');
  const { date, until, facts } = page(view, 'war.md');
  expect(texts([date, until, facts[0]?.from, facts[0]?.until].flatMap((one) => one ?? []))).toEqual([
    '5 TA',
    '9 TA',
    '6 TA',
    '8 TA',
  ]);
  expect(facts[0]?.from?.date?.end.text).not.toContain('70');
  expect(page(view, 'life.md').parts.map((part) => [part.from.text, part.until?.text])).toEqual([
    ['1 TA .. 2 TA', '3 TA .. 4 TA'],
    ['7 TA', '8 TA'],
  ]);
});

it('the names and link targets of a fact reveal nothing hidden', () => {
  const world = codex({
    ...PLACES,
    'codex.yaml': `${PLACES['codex.yaml']}\naudience: {"gm/**": nobody}`,
    plan: 'known_by: nobody',
    tale: `facts:
  - {entity: keep, attribute: "servant of [[plan|the Plan]]", value: sworn}
  - {entity: keep, attribute: portrait, value: "![[gm/lair.svg]]"}
  - {entity: keep, attribute: map, value: "[lair](../gm/lair.svg)"}
  - {entity: keep, attribute: letter, value: "[[gm/lair.pdf]]"}
  - {entity: keep, attribute: deed, value: "[[gm/lair.pdf|the lair]]"}`,
  });
  const { facts } = page(seen(world, 'players'), 'tale.md');
  expect(facts.map(({ attribute, value }) => [attribute.text, value.text])).toEqual([
    ['servant of …', 'sworn'],
    ['portrait', '…'],
    ['map', 'lair'],
    ['letter', '…'],
    ['deed', 'the lair'],
  ]);
});
