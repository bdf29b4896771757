/** Headings and links of a body; code, comments and templates yield none. */
import { describe, expect, it } from 'vitest';
import { readBody } from '../../server/src/core/entry/body';

/** Each link as `target`, `target#heading`, with `!` before an embed; its spans are checked as well. */
function links(text: string): readonly string[] {
  return readBody(text, 0).links.map(({ kind, embed, target, heading, span, targetSpan }) => {
    const whole = text.slice(span.start, span.end);
    expect(whole).toMatch(kind === 'wiki' ? /^!?\[\[.*\]\]$/s : /^!?\[.*\)$/s);
    expect(whole).toContain(text.slice(targetSpan.start, targetSpan.end));
    return `${embed ? '!' : ''}${target}${heading === undefined ? '' : `#${heading}`}`;
  });
}

describe('links', () => {
  it.each([
    ['see [[House Vyr]] and [[Maric|the old man]]', ['House Vyr', 'Maric']],
    ['![[map.png]] [[Vyr#History|then]] [[Vyr#^block]]', ['!map.png', 'Vyr#History', 'Vyr#^block']],
    ['| [[Vyr\\|the house]] | [[Maric]] |', ['Vyr', 'Maric']],
    ['[[ Spaced Name ]] [[a [[b]] [[[c]]]', ['Spaced Name', 'b', 'c']],
    ['[[#Only a heading]] [[]] [[ ]] [[unclosed\n]] [[{{title}}]] [[https://x.org]]', []],
    ['[text](other%20note.md#a%20b "title") ![i](<my map.png>)', ['other note.md#a b', '!my map.png']],
    [
      '[a](b(1).md) [c](d\\(e.md) [100%](100%.md) [![i](i.png)](n.md)',
      ['b(1).md', 'd(e.md', '100%.md', '!i.png', 'n.md'],
    ],
    ['[a](http://x.org) [b](#here) [c](//x.org/y) [d](mailto:x@y.z) [e]() [f](a b.md)', []],
    ['[[1]](https://x.org) [[1]](note.md)', ['note.md']],
    ['\\[[no]] \\[no](x.md) !\\[[no]]', []],
    ['`[[no]]` ``[[no]] ` [[no]]`` [[yes]] ` [[yes too]]', ['yes', 'yes too']],
    ['<!-- [[no]]\n[[no]] --> [[yes]] %% [[no]]\n\n[[no]] %% [[yes too]]', ['yes', 'yes too']],
    ['<% tp.file.include("[[no]]") %> [[yes]] <!-- [[open, so plain]]', ['yes', 'open, so plain']],
    ['50%% of [[this]]', ['this']],
    ['```js\n[[no]]\n```\n[[yes]]\n~~~~\n[[no]]\n~~~\n[[no]]\n~~~~\n[[yes too]]', ['yes', 'yes too']],
    ['> ```\n> [[no]]\n> ```\n> [[yes]]\n>> ~~~\n>> [[no]]\n> [[yes too]]', ['yes', 'yes too']],
    ['- ```\n  [[no]]\n  ```\n- [[yes]]\n1. ~~~\n[[no]]', ['yes']],
    ['```not a fence``` [[yes]]\n``\n[[yes too]]\n``', ['yes', 'yes too']],
    ['```\r\n[[no]]\r\n```\r\n[[yes]]\r\n', ['yes']],
    ['🜂 [[Þórr 🜂]] tail', ['Þórr 🜂']],
  ])('of %j', (text, expected) => expect(links(text)).toEqual(expected));

  it('have the spans of the written text', () => {
    const text = '🜂 ![[ Maric |x]] [y](a%20b.md#c)';
    const spans = readBody(text, 0).links.map(({ span, targetSpan }) => [
      text.slice(span.start, span.end),
      text.slice(targetSpan.start, targetSpan.end),
    ]);
    expect(spans).toEqual([
      ['![[ Maric |x]]', 'Maric'],
      ['[y](a%20b.md#c)', 'a%20b.md'],
    ]);
  });

  it('begin where the body begins', () => {
    expect(readBody('---\na: "[[no]]"\n---\n[[yes]]\n', 20).links.map(({ target }) => target)).toEqual(['yes']);
  });
});

describe('headings', () => {
  it.each([
    ['# One\n## Two ##\n###### Six #x\n', ['1 One', '2 Two', '6 Six #x']],
    ['Title\n=====\n\nPart\nof it\n---\n', ['1 Title', '2 Part of it']],
    ['#tag\n####### no\n    # no\n> # no\n- # no\n\\# no\n', []],
    ['---\n---\n***\n---\n| a |\n---\n- item\n---\n> quote\n---\n', []],
    ['```\n# no\n```\n%%\n# no\n%%\n<!--\n# no\n-->\n# Yes\r\n', ['1 Yes']],
    ['   # Indented\n#\tTabbed\t\n', ['1 Indented', '1 Tabbed']],
  ])('of %j', (text, expected) => {
    const { headings } = readBody(text, 0);
    expect(headings.map((heading) => `${heading.level} ${heading.text}`)).toEqual(expected);
    for (const { text: words, span } of headings) {
      expect(text.slice(span.start, span.end).replace(/\s+/g, ' ')).toBe(words);
    }
  });

  it('give the first title that has words of its own', () => {
    const text = '# `=this.file.name`\n## Part\n# **<% tp.file.title %>**\n# The [[Queen]]\n# Later\n';
    expect(readBody(text, 0).heading?.text).toBe('The [[Queen]]');
    expect(readBody('## Part\n', 0).heading).toBeNull();
  });
});
