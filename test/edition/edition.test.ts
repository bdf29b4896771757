/** What an edition contains, and what it leaves out: files in, files out. */
import { describe, expect, it } from 'vitest';
import { type Edition, filesOfPages } from '../../server/src/core/edition/edition';
import type { EditionCall } from '../../server/src/core/edition/readership';
import { drawn, settingsOf } from '../support/codex';
import { editionOf } from './editing';

const share = (drawing: string, call: Partial<EditionCall & { html: true }> = {}): Edition =>
  editionOf(drawn(drawing).files, { for: 'players', at: '430 TA', ...call });

const CODEX = `//- codex.yaml
circles: {players: [sara, tom], commons: []}
`;

describe('an edition', () => {
  it('contains the pages that are open, with what is known of them', () => {
    const edition = share(`${CODEX}
//- house.md
---
title: House Vyr
aliases: [Vyr, The Heir of the Mill]
type: house
date: 200 TA
tags: [gm/heir]
facts:
  - {entity: house, attribute: ruler, value: maric, from: 200 TA, until: 431 TA}
  - {entity: house, attribute: heir, value: lysa, known_by: [tom]}
---
Its heir is [[heir|a miller]], says [[The Heir of the Mill]]. %% she is not %%
//- heir.md
---
title: The Heir of the Mill
known_by: nobody
---
Lysa.
`);
    expect(Object.fromEntries(filesOfPages(edition.pages))).toEqual({
      'house.md': `---
title: House Vyr
aliases: [Vyr, The Heir of the Mill]
type: house
date: 200 TA
facts:
  - entity: house
    attribute: ruler
    value: maric
    from: 200 TA
---
Its heir is a miller, says [[The Heir of the Mill]].
`,
    });
    expect(edition.leftOut).toEqual([{ file: 'heir.md', why: 'not open to players' }]);
    expect(edition.parts).toEqual([
      { file: 'house.md', facts: 1, secrets: 0, comments: 1, links: 1, keys: ['tags'], pictures: [] },
    ]);
    expect(edition.leaks).toEqual([]);
  });

  it('leaves out what a retcon has taken back, and ends what it has ended, though its page is of later', () => {
    const old = (name: string): string => `//- ${name}.md\n---\ndate: 411 TA\nfacts: {${name}: {ruler: ada}}\n---\n`;
    const edition = share(`${CODEX}${old('orm')}${old('vyr')}${old('keep')}//- later.md
---
date: 433 TA
retracts: [orm, {id: vyr, effective: 420 TA}, {id: keep, effective: 431 TA}]
---
`);
    const pages = Object.fromEntries(filesOfPages(edition.pages));
    expect(Object.keys(pages)).toEqual(['keep.md', 'orm.md', 'vyr.md']);
    expect(pages['orm.md']).toBe('---\ntitle: orm\ndate: 411 TA\n---\n');
    expect(pages['vyr.md']).toContain('    until: 420 TA\n');
    // What has not begun by then is not known yet.
    expect(pages['keep.md']).toContain('ruler: ada');
    expect(pages['keep.md']).not.toContain('until');
    expect(edition.parts).toMatchObject([{ file: 'orm.md', facts: 1 }]);
    expect(edition.leaks).toEqual([]);
  });

  it('has no lines of properties, which say in the prose what a knower has not learned', () => {
    const edition = share(`//- codex.yaml
inline: true
revisions: [s1, s2]
circles: {players: [sara], commons: [ines]}
attributes: {lord: state, motto: state}
//- keep.md
---
canon: s1
formerly:
  - {lord: Ash, canon: s2, known_by: [commons], reason: rumour}
---
# The Keep

lord:: Birch
motto:: Hold

It stands.
`);
    expect(Object.fromEntries(filesOfPages(edition.pages))).toEqual({
      'keep.md': `---
title: The Keep
lord: Ash
motto: Hold
---
# The Keep


It stands.
`,
    });
  });

  it('keeps a diagram whole with comments next to a comment in prose, and says what is hidden because of a doubt', () => {
    const diagram = '```mermaid\ngraph TD\n%% a comment of it\nA --> B\n```\n\nAfter it.\n';
    const edition = share(`${CODEX}
//- open.md
Before %%hidden%% it.

${diagram}
//- doubt.md
Before %%hidden it.

${diagram}`);
    const files = filesOfPages(edition.pages);
    expect(files.get('open.md')).toContain(`Before  it.\n\n${diagram.trimEnd()}`);
    expect(files.get('doubt.md')).not.toContain('it.');
    expect(edition.parts.map(({ file, in_doubt }) => [file, in_doubt])).toEqual([
      ['doubt.md', ['lines 1 to 9, for the %% on line 1']],
      ['open.md', undefined],
    ]);
  });

  it('leaves out a page that would read differently without its hidden parts', () => {
    const edition = share(`${CODEX}
//- mill.md
---
title: The Mill
---
<<%% %%<<<<< HEAD
`);
    expect(edition.pages).toEqual([]);
    expect(edition.leftOut.map(({ why }) => why.slice(0, 50))).toEqual([
      'it would be read otherwise: Git left a conflict he',
    ]);
  });

  it('is named by its heading where no key can name it', () => {
    const { pages, leftOut } = share(`${CODEX}fields: {title: []}
titles: heading
//- mill.md
# The Mill

It grinds.
`);
    expect([leftOut, pages.map(({ title, yaml }) => [title, yaml])]).toEqual([[], [['The Mill', '']]]);
  });

  it('says why a page is left out', () => {
    const { leftOut, pages } = share(`//- codex.yaml
revisions: [s1, {id: s2, open: true}]
circles: {players: [players, sara]}
//- doubt.md
---
knwon_by: [players]
---
//- broken.md
---
x: [
---
//- outside.md
----
known_by: nobody
----
//- draft.md
---
draft: true
---
//- open.md
---
canon: s2
---
//- later.md
---
known_by: {players: 440 TA}
---
//- never.md
---
known_by: nobody
facts:
  - {entity: house, attribute: seat, value: mill}
  - {entity: house, attribute: motto, value: ash, known_by: [sara]}
  - {entity: house, attribute: colour, value: red, known_by: everyone}
---
//- played.md
---
date: 2026-02-03
---
//- unpublished.md
---
publish: false
known_by: players
facts: {house: {seat: mill}}
---
//- shown.md
Words, see [[unpublished]].
`);
    expect(pages.map(({ body }) => body)).toEqual(['Words, see ….\n']);
    expect(Object.fromEntries(leftOut.map(({ file, why }) => [file, why]))).toEqual({
      'broken.md': "who knows it can't be read for certain: its problems say why",
      'doubt.md': "who knows it can't be read for certain: its problems say why",
      'draft.md': 'a draft',
      'later.md': 'not open to players before 440 TA',
      'never.md':
        'not open to players; one fact of it is known to players, and is on no page here: state it on a page that is open',
      'open.md': 'of s2, which is still open',
      'played.md':
        'not open to players before 2026-02-03, its date in the world: a day of our time belongs under a key of your own, like `played`',
      'unpublished.md': 'not to be published, as it says itself (like `publish: false`)',
      'outside.md':
        'it says who knows it outside of frontmatter, which begins with --- in the first line, and ends with ---',
    });
  });

  const PUBLISHED = `//- codex.yaml
circles: {players: [sara]}
attributes: {seat: state}
//- house.md
---
dg-publish: true
facts: {house: {seat: Old Mill}}
---
See [[keep]].
//- move.md
---
title: The Move
date: 300 TA
supersedes: {id: house, effective: 300 TA, reason: the flood}
facts: {house: {seat: Grey Keep}}
---
//- keep.md
Stones.
`;

  it('leaves out what is not marked for publishing where a page is, and keeps its retcons in force, unnamed', () => {
    const { pages, leftOut, leaks, timeline } = share(PUBLISHED, { html: true });
    expect(pages.map(({ path, yaml, body }) => [path, yaml, body])).toEqual([
      [
        'house.md',
        `title: house
facts:
  - entity: house
    attribute: seat
    value: Old Mill
    until: 300 TA
`,
        'See ….\n',
      ],
    ]);
    expect(JSON.stringify(timeline)).not.toMatch(/Grey|Move|flood/);
    const why = 'not marked for publishing (like `publish: true`), as one note is';
    expect(leftOut).toEqual([
      { file: 'keep.md', why },
      { file: 'move.md', why },
    ]);
    expect(leaks).toEqual([]);
  });

  it('heeds no mark for publishing but `false` where all is asked for, or where nothing is marked', () => {
    const paths = (drawing: string, call: Partial<EditionCall> = {}) =>
      share(drawing, call).pages.map(({ path }) => path);
    const [all, unmarked] = [{ all: true }, PUBLISHED.replace('dg-publish: true', 'published: 2024-01-02')];
    expect(paths(PUBLISHED, all)).toEqual(['house.md', 'keep.md', 'move.md']);
    expect(paths(unmarked)).toEqual(['house.md', 'keep.md', 'move.md']);
    expect(paths(PUBLISHED.replace('date: 300 TA', 'date: 300 TA\npublish: false'), all)).toEqual([
      'house.md',
      'keep.md',
    ]);
    expect(paths(PUBLISHED.replace('dg-publish: true', 'dg-publish: true\nshare: no'))).toEqual(['keep.md', 'move.md']);
  });

  it('reports what is shared though it is marked as hidden', () => {
    const { inDoubt } = share(`${CODEX}
audience: {"DM/**": players}
//- house.md
---
secret: true
tags: [gm-only]
---
> [!gm]- Notes
> Hollow.
//- mill.md
---
known_by: players
secret: true
---
> [!dm]
> Hollow, too.

> [!secret]
> > [!gm]
> > Deep.
//- GM/plot.md
//- DM/plan.md
//- heir.md
---
known_by: nobody
hidden: true
---
`);
    expect(inDoubt).toEqual([
      { file: 'GM/plot.md', marks: ['the folder GM'], names: [] },
      { file: 'house.md', marks: ['secret: true', 'gm-only', '[!gm]'], names: [] },
      { file: 'mill.md', marks: ['[!dm]'], names: [] },
    ]);
  });

  it('reports facts that name hidden pages', () => {
    const { inDoubt, pages } = share(`${CODEX}
//- house.md
---
facts:
  - {entity: house, attribute: lord, value: the baron}
  - {entity: house, attribute: owner, value: zqfile}
  - {entity: house, attribute: heir, value: "[[The Baron|a miller]]"}
  - {entity: The Baron, attribute: seat, value: mill}
  - {entity: house, attribute: guest, value: later}
---
//- zqfile.md
---
title: The Baron
known_by: nobody
---
//- later.md
---
date: 440 TA
---
`);
    expect(inDoubt).toEqual([{ file: 'house.md', marks: [], names: ['the baron', 'zqfile', 'The Baron'] }]);
    expect(pages[0]?.yaml).toContain('lord: the baron\n    owner: zqfile\n    heir: a miller\n    guest: later\n');
  });

  it('says which hidden pages are named in prose without a link', () => {
    const { inDoubt } = share(`//- session.md
Dren never liked Vorlin Talvas, nor [[Vorlin Talvas|the sailor]]. The talvas is a fish, and a mill stands by Vorlin, on Plan B.
//- vorlin-talvas.md
---
title: Vorlin Talvas
aliases: [mill, B]
known_by: nobody
---
`);
    expect(inDoubt).toEqual([{ file: 'session.md', marks: [], names: ['Vorlin Talvas'] }]);
  });

  it('takes a name to mean the visible page, whatever hidden page has the same name', () => {
    const { pages } = share(
      `//- inn.md
---
facts: {inn: {owner: "[[Vess]]", cook: Vess, guest: "[[Gm/Mara|she]]"}}
---
[[Vess]] and [[Mara]], [[npcs/Mara]], [C](Vess.md), [D](npcs/Mara.md); [[gm/Mara]], [E](gm/Mara.md), [[The Fox]], [[Captain]], [[Fox]].
//- Vess.md
---
title: Captain
aliases: [The Fox]
---
//- npcs/Mara.md
# Fox
//- gm/Mara.md
---
known_by: nobody
---
//- gm/traitor.md
---
aliases: [Vess, Captain, The Fox, Fox]
known_by: nobody
---
`,
      { for: 'everyone' },
    );
    const { yaml, body } = pages.find(({ path }) => path === 'inn.md') ?? expect.unreachable();
    expect(yaml).toContain('owner: "[[Vess]]"\n    cook: Vess\n    guest: she\n');
    expect(body).toBe(
      '[[Vess]] and [[Mara]], [[npcs/Mara]], [C](Vess.md), [D](npcs/Mara.md); …, E, [[The Fox]], [[Captain]], ….\n',
    );
  });

  it('shares a heading that a hidden page has too', () => {
    const { leaks, pages } = share(`${CODEX}
//- people/bran.md
# Session One

We met in [[Session One]].
//- gm/lysa.md
---
known_by: nobody
---
# Session One

Poison.
`);
    expect(leaks).toEqual([]);
    expect(pages).toMatchObject([{ title: 'Session One', body: '# Session One\n\nWe met in [[Session One]].\n' }]);
  });

  it.each([
    ['{{< ref "Mordrake" >}}', '…'],
    ["[go]({{% relref path='gm/Mordrake.md' %}})", 'go'],
    ['{% link gm/Mordrake.md %}', '…'],
    ['{{< youtube id >}}', '{{< youtube id >}}'],
    ['[[Mordrake.canvas]]', '…'],
    ['![[gm/Mordrake.base]]', ''],
    ['[c](Mordrake.canvas)', 'c'],
    ['[[Mordrake.excalidraw.md|a drawing]]', 'a drawing'],
    ['<iframe src="Mordrake.html"></iframe>', '<iframe></iframe>'],
    ['<img srcset="gm/Mordrake.md 1x">', '<img>'],
    ['obsidian://open?vault=v&file=gm%2FMordrake', '…'],
    ['<obsidian://open?file=gm%2FMordrake>', '…'],
    ['obsidian://open?file=Aldric', 'obsidian://open?file=Aldric'],
  ])('of a hidden name in %s it has %j', (written, shown) => {
    const { pages } = share(`//- a.md\nIt is ${written} here.\n//- gm/Mordrake.md\n---\nknown_by: nobody\n---\n`, {
      for: 'everyone',
    });
    expect(pages).toMatchObject([{ body: `It is ${shown} here.\n` }]);
  });

  it.each([
    [
      'gm/curse.md',
      /"curse", which tales\/uncurse\.md names under `retracts`, could be gm\/curse\.md or tales\/curse\.md/,
    ],
    ['gm/other.md', null],
  ])('beside the hidden page %s the retcon of an open one: %s', (path, refused) => {
    const { files } = drawn(`${CODEX}
//- tales/curse.md
---
attributes: {effect: drowning}
---
//- tales/uncurse.md
---
retracts: curse
---
//- ${path}
---
known_by: nobody
---
`);
    const making = (): Edition => editionOf(files, { for: 'players', at: '430 TA' });
    if (refused) expect(making).toThrow(refused);
    else expect(making().pages).toHaveLength(2);
  });

  it('is not made while a fact that a retcon touches may be about somebody hidden', () =>
    expect(() =>
      share(
        `//- lysa.md
---
title: Lysa of the Bridge
---
//- oath.md
---
facts: {Lysa of the Bridge: {ruler: bran}}
---
//- new-oath.md
---
supersedes: oath
facts: {lysa: {ruler: ned}}
---
//- gm/x.md
---
title: Lysa of the Bridge
known_by: nobody
---
`,
        { for: 'everyone' },
      ),
    ).toThrow(/"Lysa of the Bridge", which oath\.md states facts of, could be gm\/x\.md or lysa\.md/));

  it('is not made while a retcon names no page', () =>
    expect(() => share('//- a.md\n---\nretracts: nowhere\n---\n', { for: 'everyone' })).toThrow(
      /"nowhere", which a\.md names under `retracts`, is not the name of a page/,
    ));

  it('names a page by its visible text, and not by a hidden heading', () => {
    const { pages } = share('//- a-page.md\n> [!secret]\n# The Heir\n\nWords.\n', { for: 'everyone' });
    expect(pages).toMatchObject([{ title: 'a-page', body: '\nWords.\n' }]);
  });

  it('keeps what codex.yaml shares, without what is hidden in it', () => {
    const { pages } = share(
      `//- codex.yaml
shared_keys: [tags, known_by, banner]
//- page.md
---
tags: [river, "[[heir|a miller]]", heir]
banner: heir
known_by: everyone
---
//- heir.md
---
known_by: nobody
---
`,
      { for: 'everyone' },
    );
    expect(pages).toMatchObject([{ yaml: 'title: page\ntags: [river, a miller]\n' }]);
  });

  it.each<[string, string | undefined, string[], string[]]>([
    ['"![[keep.png]]"', '"![[keep.png]]"', ['img/keep.png'], []],
    ['img/keep.png', 'img/keep.png', ['img/keep.png'], []],
    ['"[[keep.png|the keep]]"', '"[[keep.png|the keep]]"', ['img/keep.png'], []],
    ['{of: [img/keep.png]}', '\n  of: [img/keep.png]', ['img/keep.png'], []],
    ['img/other.png', 'img/other.png', [], []],
    ['"![[plot.png]]"', undefined, [], ['GM/plot.png']],
    ['GM/plot.png', undefined, [], ['GM/plot.png']],
    ['GM/plot.pdf', undefined, [], []],
    ['GM/none.png', undefined, [], []],
    ['[keep.png, plot.png]', '[keep.png]', ['img/keep.png'], ['GM/plot.png']],
  ])('has the picture that a shared key names where it is open: %s', (value, left, shown, hidden) => {
    const drawing = `${CODEX}audience: {"GM/**": nobody}
shared_keys: [banner]
//- page.md
---
banner: ${value}
---
`;
    const files = { ...drawn(drawing).files, 'img/keep.png': 'readable', 'GM/plot.png': 'readable' };
    const { pages, pictures, parts, leaks } = editionOf(files, { for: 'players', at: '430 TA' });
    expect(pages.map(({ yaml }) => yaml)).toEqual([
      `title: page\n${left === undefined ? '' : `banner:${left.startsWith('\n') ? '' : ' '}${left}\n`}`,
    ]);
    expect([pictures.map(({ from }) => from), parts.flatMap((part) => part.pictures), leaks]).toEqual([
      shown,
      hidden,
      [],
    ]);
  });

  it('leaves out unreadable dates, and links to hidden pages in the names of attributes', () => {
    const { pages } = share(`${CODEX}
//- house.md
---
date: after the heir
attributes:
  "[[heir]]": mill
facts:
  - {entity: house, attribute: seat, value: keep, from: since the heir}
  - {entity: house, attribute: "[[heir|child]]", value: maric, from: 200 TA}
---
//- heir.md
---
known_by: nobody
---
`);
    expect(pages.map(({ yaml }) => yaml)).toEqual([
      `title: house
attributes:
  …: mill
facts:
  - house:
      seat: keep
  - entity: house
    attribute: child
    value: maric
    from: 200 TA
`,
    ]);
  });

  it('says from when a fact holds where it replaces a hidden page', () => {
    const [page] = share(`${CODEX}
//- old.md
---
known_by: nobody
facts: {house: {ruler: maric}}
---
//- new.md
---
date: 420 TA
supersedes: {id: old, effective: 412 TA}
facts: {house: {ruler: aldric, seat: mill}}
---
`).pages;
    expect(page?.yaml).toBe(
      'title: new\ndate: 420 TA\nfacts:\n  - house:\n      seat: mill\n  - entity: house\n    attribute: ruler\n    value: aldric\n    from: 412 TA\n',
    );
  });

  it('shows only the beginning of a stretch that is not over', () => {
    const { pages } = share('//- war.md\n---\ndate: 429 TA .. 435 TA\n---\n', { for: 'everyone' });
    expect(pages[0]?.yaml).toBe('title: war\ndate: 429 TA\n');
  });

  it('shows a value without the blank next to a comment', () => {
    const edition = share(`${CODEX}
//- gate.md
---
title: Gate
facts: {gate: {door: "%% she has the key %% open", bell: "open %% not yet %%"}}
---
Open.
`);
    expect(edition.pages[0]?.yaml).toBe('title: Gate\nfacts:\n  gate:\n    door: open\n    bell: open\n');
  });

  it('hides a misspelled secret even from those named after the bar', () => {
    const [page] = share(`${CODEX}
//- mill.md
---
known_by: players
---
> [!sekret|players]
> Rotten.

> [!secret|players]
> Old.
`).pages;
    expect(page?.body.trim()).toBe('> [!secret]\n> Old.');
  });

  it("keeps the line ends of the author's page", () => {
    const page = `---
title: Gate
lord: maric
facts: {gate: {door: open, bell: iron}}
---
# Gate

> [!secret]
> The cellar.

Open. %% For
now. %%

%% more %%

- shut
%% end %%`;
    const shared = (text: string): string => {
      const { files } = drawn(`${CODEX}//- bare.md\n`);
      const edition = editionOf({ ...files, 'gate.md': text }, { for: 'players', at: '430 TA' });
      expect(edition.leftOut).toEqual([]);
      return filesOfPages(edition.pages).get('gate.md') ?? '';
    };
    const told = shared(page);
    expect(told).toContain('- shut\n');
    expect(shared(page.replaceAll('\n', '\r\n'))).toBe(told.replaceAll('\n', '\r\n'));
    expect(shared('# Gate\r\nOpen.\r\n')).toBe('---\r\ntitle: Gate\r\n---\r\n# Gate\r\nOpen.\r\n');
    expect(shared('Open.')).toBe('---\ntitle: gate\n---\nOpen.');
  });

  it('may draw the open parts of a page that is not shown', () => {
    const { files } = drawn(`${CODEX}
//- house.md
---
date: 200 TA
---
//- cult.md
---
title: The Cult of Ash
date: 300 TA
known_by: nobody
facts:
  - {entity: house, attribute: seat, value: Vyrhold, known_by: everyone}
---
Nobody knows of us.
`);
    const { leaks, timeline } = editionOf(files, { for: 'players', at: '430 TA', html: true });
    expect(timeline?.lanes).toMatchObject([{ entity: 'house', spans: [{ value: 'Vyrhold', entry: null }] }]);
    expect(leaks).toEqual([]);
    expect(JSON.stringify(timeline)).not.toContain('Cult');
  });

  it('states the present, though a hidden page does too', () => {
    const files = {
      'codex.yaml': 'present: 450 TA\ncircles: {players: [Sara]}\n',
      'a.md': '---\ndate: 300 TA\nfacts: {keep: {seat: mill}}\n---\n',
      'b.md': '---\nknown_by: nobody\n---\nThey meet in 450, or in 440.\n',
    };
    const leaksAt = (at?: string) => editionOf(files, { for: 'players', html: true, ...(at && { at }) }).leaks;
    expect([leaksAt(), leaksAt('440 TA')]).toEqual([[], []]);
  });

  it('leaves out a picture that cannot be read, and says which', () => {
    const files = { 'a.md': 'A gate. ![[gate.png]]\n', 'gate.png': 'unreadable' };
    const { pages, parts, pictures } = editionOf(files, { for: 'everyone', at: '430 TA' });
    expect(pages).toMatchObject([{ body: 'A gate.\n' }]);
    expect(parts).toMatchObject([{ file: 'a.md', pictures: ['gate.png'] }]);
    expect(pictures).toEqual([]);
  });

  it('shows a picture where its folder is open by then', () => {
    const drawing = `//- codex.yaml
circles: {players: [sara, tom]}
audience: {"art/**": [sara, players], "gm/**": nobody, "hall/**": guild}
//- guild.md
---
facts:
  - {entity: guild, attribute: member, value: players, from: 440 TA}
---
![[plain.png]] ![[art/mill.png]] ![[gm/plan.png]] ![[hall/oath.png]]
`;
    const pictures = ['plain.png', 'art/mill.png', 'gm/plan.png', 'hall/oath.png'];
    const files = { ...drawn(drawing).files, ...Object.fromEntries(pictures.map((path) => [path, 'readable'])) };
    const shownAt = (at: string) => editionOf(files, { for: 'players', at }).pictures.map(({ from }) => from);
    expect(shownAt('430 TA')).toEqual(['plain.png', 'art/mill.png']);
    expect(shownAt('440 TA')).toEqual(['plain.png', 'art/mill.png', 'hall/oath.png']);
  });

  it.each<[string, string]>([
    ['A [[plan.pdf]] is.', 'A … is.'],
    ['A [[plan.pdf|plan]] is.', 'A plan is.'],
    ['A [[GM/plan.pdf|plan]] is.', 'A plan is.'],
    ['A [[deep/map.canvas]] is.', 'A … is.'],
    ['A ![[plan.pdf]] is.', 'A  is.'],
    ['A [plan](../GM/plan.pdf) is.', 'A plan is.'],
    ['A [plan](../GM/no%20such.pdf) is.', 'A plan is.'],
    ['A [[GM/Nothing]] is.', 'A … is.'],
    ['A [folder](../GM/) is.', 'A folder is.'],
    ['An <audio src="../GM/voice.mp3"> is.', 'An <audio> is.'],
    ['A <GM/plan.pdf> is.', 'A … is.'],
    ['A <../GM/Twist.md> is.', 'A … is.'],
  ])('does not reveal where a hidden file is: %s', (prose, left) => {
    const drawing = `${CODEX}audience: {"GM/**": nobody}\n//- GM/Twist.md\n//- Pub/Keep.md\n${prose}\n`;
    const files = { ...drawn(drawing).files, 'GM/plan.pdf': '', 'GM/deep/map.canvas': '', 'GM/voice.mp3': '' };
    const { pages, parts, leaks } = editionOf(files, { for: 'players', at: '430 TA' });
    expect([pages.map(({ body }) => body), leaks]).toEqual([[`${left}\n`], []]);
    if (!prose.includes('<')) expect(parts).toMatchObject([{ links: 1 }]);
  });

  it('keeps links to open targets in a hidden folder, and to addresses', () => {
    const body =
      'A [[GM/Told]] [told](../GM/Told.md) [[map.pdf]] [a](https://b.c/GM/d) <https://b.c/GM/d.md> <b>is</b>. ![[x.png]]\n';
    const drawing = `${CODEX}audience: {"GM/**": nobody}\n//- GM/Told.md\n---\nknown_by: players\n---\n//- Pub/Keep.md\n${body}`;
    const files = { ...drawn(drawing).files, 'map.pdf': '', 'x.png': '', 'GM/deep/x.png': '' };
    const { pages } = editionOf(files, { for: 'players', at: '430 TA' });
    expect(pages.map((page) => page.body)).toContain(body);
  });

  it.each<[string, Record<string, string>, string[], string[]]>([
    [
      'where the codex has them, though others are called the same',
      { 'A/Page.md': '![](pics/x.png)', 'B/Other.md': '![](pics/x.png)' },
      ['A/pics/x.png', 'B/pics/x.png'],
      ['A/pics/x.png', 'B/pics/x.png'],
    ],
    [
      'next to others in a folder that is the target of a link',
      { 'A/a.md': '![[two.png]]', 'A/b.md': '![](<../Art/one.png>) ![[Art/three.png]]' },
      ['Art/one.png', 'Art/two.png', 'Art/three.png'],
      ['Art/one.png', 'Art/three.png', 'Art/two.png'],
    ],
    [
      'without a folder that nothing reveals',
      { 'a.md': '![[x.png]] ![[y.png]]', 'b.md': '![[seats/y.png]]' },
      ['The Fall/x.png', 'The Fall/seats/y.png'],
      ['seats/y.png', 'x.png'],
    ],
  ])('has pictures %s', (_, pages, pictures, expected) => {
    const files = { ...pages, ...Object.fromEntries(pictures.map((path) => [path, 'readable'])) };
    const edition = editionOf(files, { for: 'everyone', at: '430 TA' });
    expect(edition.pictures.map(({ path }) => path).sort()).toEqual(expected);
    expect(edition.leftOut).toEqual([]);
    expect(Object.fromEntries(edition.pages.map(({ path, body }) => [path, body]))).toEqual(pages);
  });

  it.each([
    'known_by: {players: 430 TA}',
    'known_from: 430 TA',
    'facts: [{attribute: heir, value: lysa, known_from: 430 TA}]',
  ])('asks for a date where the codex has no present and a reveal is planned: %s', (key) => {
    const page = `//- a.md\n---\n${key}\n---\nWords.\n`;
    expect(() => share(page, { for: 'players', at: undefined })).toThrow('Say when, with --at DATE: a.md is revealed');
  });

  it('asks for no date where no reveal has one, and shares what comes last', () => {
    const files = { 'a.md': '---\ndate: 412 TA\nruler: lysa\n---\nWords.\n', 'b.md': '---\nknown_by: nobody\n---\n' };
    expect(editionOf(files, { for: 'players' }).pages).toMatchObject([{ path: 'a.md' }]);
  });
});

it('prints links to another setting by title where that page is open there', () => {
  const all = settingsOf({
    'settings.yaml': 'settings: {vyr: vyr, sea: sea}\n',
    'vyr/codex.yaml': 'circles: {order: [ines]}\n',
    'vyr/maric.md': '---\nid: maric\ntitle: Maric Ashhand\n---\n',
    'vyr/plot.md': '---\nid: plot\nknown_by: [order]\n---\n',
    'sea/codex.yaml': 'attributes: {friend: state, foe: state}\n',
  });
  const others = { own: 'sea', names: ['vyr'], canonOf: () => all.get('vyr')?.host.canon ?? null };
  const page = [
    '---',
    'friend: "[[vyr:maric]]"',
    'foe: vyr:maric',
    '---',
    'Of [[vyr:Maric Ashhand]], [[vyr:maric|him]], [[vyr:plot]] and `[[vyr:maric]]`.',
    '',
  ].join('\n');
  const edition = editionOf(
    { 'codex.yaml': 'attributes: {friend: state, foe: state}\n', 'page.md': page },
    { for: 'everyone', at: '430 TA' },
    others,
  );
  const text = filesOfPages(edition.pages).get('page.md');
  expect(text).toContain('friend: Maric Ashhand\nfoe: Maric Ashhand\n');
  expect(text).toContain('Of Maric Ashhand, him, … and `[[vyr:maric]]`.');
  expect(edition.leaks).toEqual([]);
});
