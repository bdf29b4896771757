/** An edition as one page: its layout, and the names under which it is found. */
import { describe, expect, it } from 'vitest';
import { drawn } from '../support/codex';
import { htmlOf } from './editing';

const shared = (drawing: string, who = 'players'): Promise<string> =>
  htmlOf({ ...drawn(drawing).files, 'gate.png': 'readable' }, { for: who, at: '430 TA' });

/** The article of a place, without the place itself. */
const articleAt = (html: string, anchor: string): string =>
  new RegExp(`<article id="${anchor}">\\n([^]*?)</article>`).exec(html)?.[1]?.replace(/<h\d>.*<\/h\d>\n/, '') ??
  expect.fail(html);

const CODEX = `//- codex.yaml
circles: {players: [sara]}
audience: {"gm/**": nobody}
`;

describe('an edition as one page', () => {
  it('shows facts by the names of pages, and what replaced what with the reason', async () => {
    const html = await shared(`${CODEX}
//- people/maric.md
---
title: Maric Ashhand
aliases: [the Old Lord]
---
//- houses/vyr.md
---
title: House Vyr
type: house
date: 200 TA
facts:
  - {attribute: ruler, value: maric, from: 200 TA, until: 231 TA}
  - {attribute: ruler, value: the old lord, from: 300 TA}
  - {entity: maric, attribute: grave_of, value: nobody here}
---
# House Vyr
Of [[maric]].
//- houses/new.md
---
date: 300 TA
supersedes: {id: vyr, effective: 300 TA, reason: It was so.}
---
`);
    expect(articleAt(html, 'vyr')).toBe(`<p class="kind">house · 200 TA</p>
<div class="retcons">
<div class="gone"><p><b>Replaced by</b> <a href="#new">new</a> from 300 TA</p></div>
</div>
<dl>
<dt>grave of <span>of <a href="#maric">Maric Ashhand</a></span></dt>
<dd>nobody here</dd>
<dt>ruler</dt>
<dd><a href="#maric">Maric Ashhand</a> <span>from 200 TA until 231 TA</span></dd>
<dd><a href="#maric">the Old Lord</a> <span>from 300 TA</span></dd>
</dl>
<p>Of <a href="#maric">Maric Ashhand</a>.</p>
`);
    expect(articleAt(html, 'new')).toContain(
      '<p><b>Replaces</b> <a href="#vyr">House Vyr</a> from 300 TA</p><p>It was so.</p>',
    );
  });

  it('shows what a page that remembers says now', async () => {
    const html = await shared(`${CODEX}revisions: [s1, s2]
//- orla.md
---
attributes: {eyes: grey}
formerly: [{eyes: green, canon: s2, reason: The portrait came first.}]
---
`);
    expect(articleAt(html, 'orla')).toBe('<dl>\n<dt>eyes</dt>\n<dd>grey</dd>\n</dl>\n');
  });

  it('finds a page under its own name, whatever is revealed near it', async () => {
    const pages = (heir: string): string => `${CODEX}
//- a/Old Tobb.md
//- b/old-tobb.md
//- c/heir.md
---
id: old-tobb
known_by: ${heir}
---
`;
    const anchors = async (heir: string): Promise<string[]> =>
      [...(await shared(pages(heir))).matchAll(/<article id="(.*)">/g)].map(([, anchor = '']) => anchor);
    const before = await anchors('nobody');
    expect(before[0]).toBe('old-tobb');
    expect(before[1]).toMatch(/^old-tobb-\w+$/);
    expect((await anchors('players')).slice(0, 2)).toEqual(before);
  });

  it('names no folder that is closed to its readers', async () => {
    const html = await shared(`${CODEX}
//- gm/tunnel.md
---
known_by: [players]
---
//- 01 Places/mill.md
`);
    expect([...html.matchAll(/<h2>(.*)<\/h2>/g)].map(([, name]) => name)).toEqual(['Places', 'More pages']);
    expect(html).not.toContain('gm');
  });

  it('shows what it embeds, once and no deeper', async () => {
    const html = await shared(`${CODEX}
//- a.md
![[b#Part]]

![[b#^one]]
![[b#^one|it]] and ![[b]]

![[gate.png|The *gate*|200]] ![x](gate.png)
//- b.md
# b
## Part
![[a]]

One. ^one
## Other
`);
    expect(articleAt(html, 'a')).toBe(`<div class="embed"><p><a href="#b">b</a></p>
<h3 id="a/embed-1/part">Part</h3>
<p><a href="#a">a</a></p>
<p>One.<span id="a/embed-1/^one"></span></p>
</div>
<div class="embed"><p><a href="#b">b</a></p>
<p>One.<span id="a/embed-2/^one"></span></p>
</div>
<p><a href="#b/^one">it</a> and <a href="#b">b</a></p>
<p><img src="data:gate.png" alt="The gate" width="200"> <img src="data:gate.png" alt="x"></p>
`);
  });

  it('leads to existing headings, and otherwise to their page', async () => {
    const html = await shared(`${CODEX}
//- a.md
[[b#The Part]] [[b#Nothing]] [[b#^one]]
//- b.md
## The Part
One. ^one
`);
    expect(articleAt(html, 'a')).toBe(
      '<p><a href="#b/the-part">b › The Part</a> <a href="#b">b › Nothing</a> <a href="#b/^one">b › one</a></p>\n',
    );
  });
});
