/** A note as it is read beside its text: by its author, who sees all but comments, and as somebody else knows it. */
import { expect, it } from 'vitest';
import { drawn } from '../support/codex';
import { readingsOf } from './editing';

const WORLD = `//- codex.yaml
present: 430 TA
circles: {players: [sara]}
attributes: {seat: state, lord: state}
shared_keys: [colours]
//- house.md
---
title: House Vyr
type: house
date: 200 TA
colours: [red, "[[mill]]"]
mood: sour
attributes: {seat: Grey Keep}
formerly:
  - {seat: "[[mill]]", effective: 300 TA, reason: the flood}
facts:
  - {entity: house, attribute: lord, value: Maric, known_by: nobody}
---
# House Vyr

It holds [[mill|the old mill]] and [[heir]]. %% a comment %%

![[gate.png|The gate]]

> [!secret]
> The heir is a miller.
//- mill.md
A **mill** by the river, of [[house]].
//- song.md
Of the [[mill]].

> [!secret]
> And of [[house]].
//- heir.md
---
known_by: nobody
---
Lysa, of [[house]].
`;

const files = { ...drawn(WORLD).files, 'gate.png': '' };

it('shows its author the facts with what was before, the prose without comments, pictures, and who mentions it', () => {
  const page = readingsOf(files, null).get('house.md');
  expect(page?.pages).toEqual(['house.md', 'mill.md', 'heir.md', 'song.md']);
  expect(page?.pictures).toEqual(['gate.png']);
  expect(page?.html).toBe(`<article id="p0">
<h1><a href="#p0">House Vyr</a></h1>
<p class="kind">house · 200 TA</p>
<dl>
<dt>seat</dt>
<dd>Grey Keep</dd>
<dd><span class="was">was <a href="#p1">mill</a> until 300 TA (the flood)</span></dd>
<dt>lord</dt>
<dd>Maric</dd>
<dt>colours</dt>
<dd>red, <a href="#p1">mill</a></dd>
<dt>mood</dt>
<dd>sour</dd>
</dl>
<p>It holds <a href="#p1">the old mill</a> and <a href="#p2">heir</a>. </p>
<p><img src="retcon-picture:0" alt="The gate"></p>
<div class="callout secret"><p class="name">Secret</p>
<p>The heir is a miller.</p>
</div>
</article>
<section class="mentions" aria-labelledby="-mentions">
<h2 id="-mentions">Mentioned by</h2>
<ul>
<li><a href="#p2">heir</a></li>
<li><a href="#p1">mill</a></li>
<li><a href="#p3">song</a></li>
</ul>
</section>`);
  expect(readingsOf(files, null).get('heir.md')?.html).toMatch(/^<p class="known">Only you see this<\/p>/);
});

it('shows somebody else what they know, and nothing of a page that they do not know', () => {
  const pages = readingsOf(files, { for: 'players' });
  expect([...pages.keys()]).toEqual(['house.md', 'mill.md', 'song.md']);
  const page = pages.get('house.md');
  expect(page?.html).toContain('was <a href="#p1">mill</a> until 300 TA');
  expect(page?.html).toContain('and …. </p>');
  // What names it in a secret is none that they know of.
  const mentioned = (path: string): string | undefined => pages.get(path)?.html.split('Mentioned by')[1];
  expect(mentioned('house.md')).toMatch(/>mill</);
  expect(mentioned('house.md')).not.toMatch(/>song</);
  expect(mentioned('mill.md')).toMatch(/>song</);
  expect(JSON.stringify([...pages])).not.toMatch(/Maric|miller|heir|Lysa|sour|comment/i);
});

it('has a few words about each page for those who point at a link to it', () => {
  const pages = readingsOf(files, null);
  expect(pages.get('mill.md')?.card).toBe('mill\nA <strong>mill</strong> by the river, of house.');
  expect(pages.get('house.md')?.card).toBe('House Vyr\nIt holds the old mill and heir. ');
});

it('fills in what the page says of itself, as far as its reader knows it', () => {
  const world = {
    'codex.yaml': 'circles: {players: [sara]}\nattributes: {seat: state, lord: state}\n',
    'house.md':
      '---\nseat: Grey Keep\nfacts: {house: {lord: Maric}}\nmood: sour\n---\nAt `= this.seat`, `= this.mood`.\n',
  };
  const text = (reader: string | null) =>
    readingsOf(world, reader === null ? null : { for: reader }).get('house.md')?.html;
  expect(text(null)).toContain('<p>At Grey Keep, sour.</p>');
  expect(text('players')).toContain('<p>At Grey Keep, .</p>');
});
