/** Prose as HTML: as Obsidian shows it, and with nothing in it that could change a page. */
import { describe, expect, it } from 'vitest';
import { slug } from '../../server/src/core/entry/slug';
import { renderMarkdown } from '../../server/src/otherTools/markdown';

const html = (text: string): string => renderMarkdown(text, { anchor: 'page', level: 2, headingId: slug });

describe('prose', () => {
  it.each([
    ['==a *b*==', '<p><mark>a <em>b</em></mark></p>\n'],
    ['H<sub>2</sub>O<br>x<sup>*2*</sup>', '<p>H<sub>2</sub>O<br>x<sup><em>2</em></sup></p>\n'],
    ['Words. ^block', '<p>Words.<span id="page/^block"></span></p>\n'],
    ['- x ^item', '<ul>\n<li>x<span id="page/^item"></span></li>\n</ul>\n'],
    ['[[#The Mill|it]] [[#^block]]', '<p><a href="#page/the-mill">it</a> <a href="#page/^block">block</a></p>\n'],
    ['[x](#The%20Mill) [y](place:other)', '<p><a href="#page/the-mill">x</a> <a href="#other">y</a></p>\n'],
    ['a &amp; b &lt; c', '<p>a &amp; b &lt; c</p>\n'],
  ])('%s', (text, shown) => {
    expect(html(text)).toBe(shown);
  });

  it('has headings below its title, one level after another, each with an anchor of its own', () => {
    expect(html('# A\n### A\n# B *c*')).toBe(
      '<h3 id="page/a">A</h3>\n<h4 id="page/a-1">A</h4>\n<h3 id="page/b-c">B <em>c</em></h3>\n',
    );
  });

  it('has callouts', () => {
    expect(html('> [!warning]- *No* bridge\n> It fell.\n> > [!cite]\n')).toBe(
      '<details class="callout warning"><summary><em>No</em> bridge</summary>\n<p>It fell.</p>\n' +
        '<div class="callout quote"><p class="name">Cite</p>\n</div>\n</details>\n',
    );
    expect(html('> [!toString]\n> x\n')).toBe(
      '<div class="callout note"><p class="name">ToString</p>\n<p>x</p>\n</div>\n',
    );
    expect(html('> no [!note]\n')).toBe('<blockquote>\n<p>no [!note]</p>\n</blockquote>\n');
  });

  it('has footnotes after it, by their first mention', () => {
    const shown = html('a[^long] b^[in *place*] c[^long] d[^none]\n\n[^long]: First\n\n    second\n[^other]: x\n\nend');
    expect(shown.replace(/<\/?(?:sup|li|ol|a)[^>]*>/g, '')).toBe(
      '<p>a1 b2 c1 d[^none]</p>\n<p>end</p>\n\n<p>First</p>\n<p>second ↩\nin <em>place</em> ↩\n\n',
    );
  });

  it('keeps the lines of verses, and not those that an editor wrapped', () => {
    expect(html('Roses\nare *red\nas* rust')).toBe('<p>Roses<br>are <em>red<br>as</em> rust</p>\n');
    const line = 'A line of prose that goes on for as long as lines do which an editor wraps,';
    expect(html(`${line}\nand ends.`)).toBe(`<p>${line}\nand ends.</p>\n`);
    expect(html(`${line}  \nand ends.`)).toBe(`<p>${line}<br>and ends.</p>\n`);
  });
});

describe("an author's text", () => {
  it.each([
    '<script>alert(1)</script>',
    // After a tag like that, marked would take words as they are.
    'a <script> <img src=x onerror=alert(1) //',
    '<sub onclick=alert(1)>a</sub>',
    '[a](javascript:alert(1)) ![b](javascript:alert(1)) ![c](https://example.org/x.png)',
    '![a](picture:1" onerror="x) [b](place:"><script>)',
    '## "><img src=x>\n\n[[#"><img src=x>]]',
    '> [!"><img src=x>]\n> x',
    'a[^"><b>]\n\n[^"><b>]: x',
    '```"><script>\n</code><script>\n```',
  ])('does not become a tag of the page: %s', (text) => {
    const tags = html(text).match(/<[^>]*>/g) ?? [];
    const ours =
      /^<\/?(?:p|a|h\d|div|blockquote|pre|code|ol|li|sub|sup|br)(?: (?:id|class|href|rel|aria-label)="[^"]*")*>$/;
    expect(tags.filter((tag) => !ours.test(tag) || /javascript:/.test(tag))).toEqual([]);
    expect(html(text)).not.toMatch(/<[^>]*$/);
  });

  it('keeps its own tags where they only arrange words, each closed where it stands', () => {
    const cell = (words: string) => html(`| a |\n|---|\n| ${words} |\n`).match(/<td>.*<\/td>/)?.[0];
    expect(cell('<ul class="x"><li>one<li>[two](https://two.example)</ul> x<br/>y')).toBe(
      '<td><ul><li>one<li><a href="https://two.example" rel="noreferrer">two</a></li></li></ul> x<br>y</td>',
    );
    expect(cell('<b>a</div></td> <i>b')).toBe('<td><b>a&#60;/td&#62; <i>b</i></b></td>'.replace('&#60;/td&#62;', ''));
    expect(html('<details open><summary>More <b>of</b> it</summary>\n\n*a*\n\n</details>\n')).toBe(
      '<details><summary>More <b>of</b> it</summary><p><em>a</em></p>\n</details>',
    );
    expect(html('<font color="red">a</font> <name> <a href="x" onclick="y">b</a>')).toBe('<p>a &#60;name&#62; b</p>\n');
    const many = '<i>'.repeat(200_000);
    expect(html(`a ${many}${'</b>'.repeat(200_000)}`).length).toBeLessThan(1000);
  });

  it('is not nested too deeply', () => {
    expect(html('>'.repeat(20_000))).toBe(`<pre>${'&#62;'.repeat(20_000)}</pre>\n`);
  });
});
