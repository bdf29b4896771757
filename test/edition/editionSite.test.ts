/** An edition for site generators: what Hugo, MkDocs and Jekyll need stands in the files. */
import { describe, expect, it } from 'vitest';
import { drawn } from '../support/codex';
import { siteOf } from './editing';

const PICTURES = { 'Art/The Gate.PNG': 'readable', 'gate.png': 'readable', 'gm/plot.png': 'readable' };

const site = (drawing: string) =>
  siteOf({ ...drawn(CODEX + drawing).files, ...PICTURES }, { for: 'players', at: '430 TA' });

const textAt = (drawing: string, path: string): string => site(drawing).texts.get(path) ?? expect.fail(path);

/** The text behind the frontmatter and the title. */
const proseAt = (drawing: string, path = 'a.md'): string =>
  /^---\n[^]*?\n---\n\n<h1>.*<\/h1>\n\n?([^]*)$/.exec(textAt(drawing, path))?.[1] ?? '';

const CODEX = `//- codex.yaml
calendars: {c: {eras: [{id: TA, epoch: 0}]}}
circles: {players: [sara]}
revisions: [s1]
audience: {"gm/**": nobody}
shared_keys: [tags, weight, date]
`;

describe('a page of a site', () => {
  it('has keys that generators leave alone, a weight by world time, and says what it knows', () => {
    expect(
      textAt(
        `
//- people/lysa.md
---
title: Lysa
id: the-lady
aliases: [the Lady]
type: person
date: 281 TA
until: 331 TA
tags: [river, "no: key"]
weight: 3
mood: hers alone
facts:
  - {attribute: house, value: "[[Vyr|the house]]", from: 290 TA}
  - {entity: Vyr, attribute: rules_over, value: two *halls*}
sources: [Vyr]
---
# Lysa
Of [[Vyr]].
//- houses/Vyr.md
---
supersedes: {id: the-lady, effective: 300 TA, reason: It was so.}
---
`,
        'people/lysa.md',
      ),
    ).toBe(`---
title: "Lysa"
draft: false
permalink: "/people/lysa/"
weight: 282
world_id: "the-lady"
world_aliases: ["the Lady"]
world_type: "person"
world_date: "281 TA"
world_until: "331 TA"
world_facts: [{"Vyr":{"rules_over":"two *halls*"}},{"attribute":"house","value":"Vyr","from":"290 TA"}]
world_sources: ["Vyr"]
tags: [river, "no: key"]
---

<h1>Lysa</h1>

*person · 281 TA until 331 TA · also the Lady*

**Replaced by** [Vyr](../../houses/vyr/) from 300 TA

- **rules over** of [Vyr](../../houses/vyr/): two \\*halls\\*
- **house**: [Vyr](../../houses/vyr/) (from 290 TA)
- **sources**: [Vyr](../../houses/vyr/)

Of [Vyr](../../houses/vyr/).
`);
  });

  it('says what it says now, and not what it remembers', () => {
    expect(
      proseAt(`
//- a.md
---
attributes: {eyes: grey}
formerly: [{eyes: green, canon: s1}]
---
`),
    ).toBe('- **eyes**: grey\n');
  });

  it('lies where every generator finds it, and never at the place of a folder', () => {
    const { texts, pictures } = site(`
//- Über Orte/Nord#Süd/Alt & Neu?.md
[[people]] ![[The Gate.PNG]] ![x](../../gate.png)
//- people.md
//- people/index.md
---
title: Index
---
//- people/a_b.md
//- people/A b.md
//- people/a-b.md
//- gm/tunnel.md
---
known_by: [players]
---
![[plot.png]]
`);
    const paths = [...texts.keys()].filter((path) => !/README|_index/.test(path)).sort();
    expect(paths.map((path) => path.replace(/-\w{5,}(?=\.md)/, '-DIGEST'))).toEqual([
      'people/a-b-DIGEST.md',
      'people/a-b.md',
      'people/a_b.md',
      'people/page.md',
      'people/people.md',
      'tunnel.md',
      'über-orte/nord-süd/alt-neu.md',
    ]);
    expect(pictures).toEqual([
      { from: 'Art/The Gate.PNG', path: 'the-gate.png' },
      { from: 'gate.png', path: 'gate.png' },
    ]);
    expect(texts.get('über-orte/nord-süd/alt-neu.md')).toContain(`permalink: "/über-orte/nord-süd/alt-neu/"
---

<h1>Alt &amp; Neu?</h1>

[people](../../../people/people/) ![The Gate](../../../the-gate%2Epng) ![x](../../../gate%2Epng)
`);
  });

  it('leads to headings that all generators call the same, and otherwise to the page', () => {
    expect(
      proseAt(`
//- a.md
[[b#The Part]] [[b#Über uns|us]] [[b#2. Part]] [[b#None]] [[b#^one]] [[#Own *part*|own]] [[#Own]] [c](<b.md#The Part>)
## Own
One. ^one
//- b.md
---
title: b *c*
---
## The Part
## Über uns
## 2. Part
`),
    ).toBe(
      `[b \\*c\\* › The Part](../b/#the-part) [us](../b/) [b \\*c\\* › 2. Part](../b/) [b \\*c\\* › None](../b/) [b \\*c\\* › one](../b/) own [Own](#own) [c](../b/#the-part)
## Own
One.
`,
    );
  });

  it('has callouts as quotes, verses with their lines, and lists and tables behind a blank line', () => {
    expect(
      proseAt(`
//- a.md
> [!warning]- Beware of **him**
> He bites:
> - one

> [!old-song]
> Line one
> line two

- > [!note] In a list
  > Text
Words that follow:
- ==one== and \`==two==\`
  - within
    - deeper

    of the same
Of columns
a | b
--|--

A line of prose that is wrapped by its author at the width at which authors wrap their prose,
goes on.
`),
    ).toBe(`> **Beware of him**
>
> He bites:
>
> - one

<!-- -->

> **Old song**
>
> Line one  
> line two

- > **In a list**
  >
  > Text
Words that follow:

- **one** and \`==two==\`
    - within
        - deeper

        of the same
Of columns

a | b
--|--

A line of prose that is wrapped by its author at the width at which authors wrap their prose,
goes on.
`);
  });

  it('keeps a bulleted list and a numbered one apart, in quotes and in other lists too', () => {
    expect(
      proseAt(`
//- a.md
- a
- b

1. c
2. d
- e
  1. f
  - g

Words.

1. h

> - i
>
> 1. j
`),
    ).toBe(`- a
- b

<!-- -->

1. c
2. d

<!-- -->

- e
    1. f

    <!-- -->

    - g

Words.

1. h

> - i
>
> <!-- -->
>
> 1. j
`);
  });

  it('begins no template of Jekyll and no shortcode of Hugo', () => {
    const text = textAt(
      `
//- a.md
---
title: "{{ a }} <b>"
---
{% b %} \`{{c}}\`
\`\`\`
{{< d >}} ==e== [[f]]
\`\`\`
`,
      'a.md',
    );
    expect(text.split('---\n')[2]).toBe(`
<h1>&#123;{ a }} &lt;b&gt;</h1>

&#123;% b %} \`{\u200b{c}}\`
\`\`\`
{\u200b{< d >}} ==e== [[f]]
\`\`\`
`);
  });

  it('has a front page by chapters, which Hugo takes from one file and the others from another', () => {
    const { texts } = site(`
//- People/lysa.md
---
title: "[Lysa] & co"
---
//- places/hall.md
`);
    expect(texts.get('README.md')).toBe(`---
title: "The World"
draft: false
permalink: "/"
expiryDate: 1970-01-02
---

<h1>The World</h1>

## People

- [\\[Lysa\\] &amp; co](people/lysa/)

## Places

- [hall](places/hall/)
`);
    expect(texts.get('_index.html')).toBe(`---
title: "The World"
---
<h2>People</h2>
<ul>
<li><a href="people/lysa/">[Lysa] &amp; co</a></li>
</ul>
<h2>Places</h2>
<ul>
<li><a href="places/hall/">hall</a></li>
</ul>
`);
  });
});
