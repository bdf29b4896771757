/** What is hidden in prose: in doubt, more than a reader of markdown would hide. */
import { describe, expect, it } from 'vitest';
import { mayVeil, secretCallouts } from '../../server/src/core/entry/veil';
import { SECRETS, shown } from './unveiled';

describe('a secret callout', () => {
  it.each([
    ['ends at the line after it', 'A\n\n> [!secret]\n> HID\n\nB\n'],
    ['of a type that codex.yaml lists', 'A\n\n> [!GM]- Title HID\n> HID\n\nB\n'],
    ['with a misspelt type', 'A\n\n> [!secert]\n> HID\n\nB\n'],
    ['that lacks its bracket', 'A\n\n> [!secret|lysa\n> HID\n\nB\n'],
    ['goes on where its marks are left out', 'A\n\n> [!secret]\n> HID\nHID too\n\nB\n'],
    ['with blank lines of its own', 'A\n\n> [!secret]\n> HID\n>\n> HID\n\nB\n'],
    ['in another callout', 'A\n\n> [!note]\n> open\n> > [!secret]\n> > HID\n\nB\n'],
    ['in a list', 'A\n\n- one\n  > [!secret]\n  > HID\n\nB\n'],
    ['after a list mark', 'A\n\n- > [!secret]\n  > HID\n\nB\n'],
    ['in a footnote', 'A\n\n[^1]: > [!secret]\n    > HID\n\nB\n'],
    ['in a table', 'A\n\n| a | b |\n|---|---|\n| [!secret] HID | HID |\n\nB\n'],
    ['in code', 'A\n\n```\n> [!secret]\n> HID\n```\n\nB\n'],
    ['that holds code with blank lines', 'A\n\n> [!secret]\n> ```\n> HID\n>\n> HID\n> ```\n\nB\n'],
    ['that lacks its bracket, with line ends of Windows', 'A\r\n\r\n> [!secret\r\n> HID\r\n\r\nB\r\n'],
    ['with line ends of Windows', 'A\r\n\r\n> [!secret]\r\n> HID\r\n\r\nB\r\n'],
    ['at the end of the text', 'A\nB\n\n> [!secret]\n> HID'],
    ['in wide letters', 'A\n\n> [!ｓｅｃｒｅｔ]\n> HID\n\n> [!ＧＭ:lysa]\n> HID\n\nB\n'],
    ['before a heading', 'A\n\n> [!secret]\n> HID\n## B\n'],
    ['before a line across', 'A\n\n> [!secret] HID\n***\nB\n'],
    ['before code', 'A\n\n> [!secret] HID\n```\nB\n```\n'],
    ['before an item', 'A\n\n- one\n  > [!secret]\n  > HID\n- B\n'],
    ['before an item of any number in a list', 'A\n\n2. one\n   > [!secret]\n   > HID\n3. B\n'],
    ['before an item of the quote around it', '> A\n> > [!secret]\r\n> > HID\r\n> - B\r\n'],
    ['not before a line that may be part of it', 'A\n\n> [!secret]\n> HID\n    - HID\n1984. HID\n- > HID\n#HID\n\nB'],
    ['that holds nothing, where the marks are left out', 'A\n\n> [!secret]-\n- HID\n- HID\n\nB'],
    ['in code, where nothing else ends it', 'A\n\n```\n> [!secret]\n> HID\n- HID\n\nB\n```\n'],
    ['in the second quote', 'A\n\n> [note] open\n\n> [secret]\n> HID\n\nB\n'],
  ])('%s', (_, text) => {
    expect(shown(text)).not.toContain('HID');
    expect(shown(text)).toContain('A');
    expect(shown(text)).toContain('B');
  });

  it.each([
    ['', 'A\n\n```\n> [!secret]\n> HID\n```\n\nB **B**\n', 'A\n\n```\n```\n\nB **B**\n'],
    [' with words after it', 'A\n```\n> [!secret]\nHID\n\nB\n```\nB\n', 'A\n```\n\nB\n```\nB\n'],
    [' in a quote', '> ```\n> > [!secret] HID\n> > HID\n> ```\n> B\n', '> ```\n> ```\n> B\n'],
  ])('in code leaves the line that closes it%s', (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('names the knowers after the bar, each at its place', () => {
    const text = '> [!secret| lysa,players ,]\n> x\n';
    const [callout] = secretCallouts(text, 0, SECRETS);
    expect(callout?.knowers.map((one) => [one.text, text.slice(one.span.start, one.span.end)])).toEqual([
      ['lysa', 'lysa'],
      ['players', 'players'],
    ]);
  });

  it.each([
    '[!secret:players]',
    '[!secret(players)]',
    '[!secret=players]',
    '[!secret-gm]',
    '[!SECRET_GM]',
    '[!gm-secret]',
    '[!gm:lysa|lysa]',
    '[ !secret]',
    '[!secret:[[lysa]]]',
    '[!secret([[lysa]])]',
    '[secret|[[lysa]]]',
    '!secret: [[lysa]]]',
    '[ !secret|lysa]',
    '[secret]',
    '[secret|lysa]',
    '!secret]',
    '！secret]',
    '[！secret]',
    '[ ！ gm',
    '[！secret',
    '［!secret］',
    '［！ｓｅｃｒｅｔ］',
    '［gm］',
  ])('that is malformed is open to nobody: %s', (opening) => {
    const text = `A\n\n> ${opening} HID\n> HID\n\nB\n`;
    const whole = /[\]］]$/.test(opening) ? text : text.replace(' HID', '');
    expect(mayVeil(whole, 0)).toBe(true);
    expect(shown(whole)).toBe('A\n\n\nB\n');
    expect(secretCallouts(whole, 0, SECRETS)).toMatchObject([{ bar: null, knowers: [] }]);
  });

  it.each([
    '> [!note]\n> open\n\n> [!quote|lysa]\n> open\n',
    '> [!secretary]\n> open\n',
    '> [secret](x.md) is a page\n',
    '> [secret][x] is a page\n',
    '> [[secret]] is a page\n',
    '> ![[secret.png]]\n',
    '> ![a secret](x.png)\n',
    '[![A secret door](x.png)](y.md)\n',
    '> It was long\n> [a secret] to all.\n',
    '> [^secret]: open\n',
    '> - [ ] tell the secret\n',
    '> !secret is a word\n',
  ])('is not another callout: %j', (text) => {
    expect(shown(text)).toBe(text);
  });
});

describe('a comment', () => {
  it.each([
    ['of Obsidian', 'A %%HID%% B'],
    ['over lines', 'A\n%%\nHID\n\nHID\n%%\nB'],
    ['of HTML', 'A <!-- HID\nHID --> B'],
    ['after one in code', 'A `%%` x %%HID%% B'],
    ['after one in a fence', 'A\n```\n%%\n```\n%%HID%% B'],
    ['after one in another comment', 'A <!-- %% --> x %%HID%% B'],
    ['in another comment', 'A <!-- %%HID%% --> B'],
    ['after one of markdown', 'A\n\n[//]: # (%%)\nx %%HID%% B'],
  ])('%s', (_, text) => {
    expect(shown(text)).not.toContain('HID');
    expect(shown(text)).toMatch(/^A/);
  });

  it.each([
    ['of markdown', 'A\n\n[//]: # (HID)\n\nB'],
    ['of markdown, in quotes', 'A\n\n[//]: # "HID"\n\nB'],
    ['of markdown, with a word', 'A\n\n[comment]: <> (HID)\n\nB'],
    ['of markdown, with empty brackets', 'A\r\n\r\n[//]: <> (HID)\r\n\r\nB'],
    ['of markdown, with any name', 'A\n\n[to do]: # (HID)\n\nB'],
    ['of markdown, without brackets', 'A\n\n[//]: # HID\n[//]: HID\nB'],
    ['of markdown, over lines', "A\n\n[//]: # (HID\nHID)\n[//]: # 'x\nHID\n\nB"],
    ['of markdown, in a quote', 'A\n\n> [//]: # (HID)\n> B'],
    ['of markdown, in a list', 'A\n\n- [//]: # (HID)\n- B'],
  ])('%s', (_, text) => {
    expect(shown(text)).not.toContain('HID');
    expect(shown(text)).toMatch(/^A[^]*B$/);
    expect(mayVeil(text, 0)).toBe(true);
  });

  it('is not a link with a target', () => {
    const text = 'A [b] [c]\n\n[b]: #part (A title)\n[c]: <x.md> "A title"\n';
    expect([shown(text), mayVeil(text, 0)]).toEqual([text, false]);
  });

  it.each(['A %%HID', 'A <!-- HID', 'A %%x%% B %%HID'])('that is never closed: %j', (text) => {
    expect(shown(text)).not.toContain('HID');
  });

  it.each([
    'A %%HID%% B\n\n```mermaid\nB\n%% x\nC\n```\n\nB [[b]]\n',
    'A %%HID%% B\n\n~~~\n%% x\nB\n%% y\n~~~\n\nB %%HID%% C\n',
    '> [!note]\n> ```\n> B %%\n> ```\n\nA %%HID%% B\n',
    'A `%%` begins one, `%%` ends it. %%HID%% B\n',
    '```mermaid\r\n%% B\r\n```\r\nA %%HID%% B\r\n',
    'A <!-- HID --> B\n\n```\nB %%\n```\n',
    '| `%%` | B |\n|---|---|\n| x | `%%` |\n\n%%HID%% B\n',
    '- [ ] `%%` B\n- [[b|c]] ![d](e.png) `x` `%%` [f][g] [h](i "j")\n\n%%HID%% B\n',
    '> [!note] `%%`\n> - (`%%`) B\n\n%%HID%% B\n',
    '1. A\n\n   ```\n   B %%\n   ```\n\nC %%HID%% B\n',
  ])('ends at its mark though another mark is in code: %j', (text) => {
    expect(shown(text)).toBe(text.replace(/%%HID%%|<!-- HID -->/g, ''));
  });

  it.each([
    ['on a line', 'A\n\n```\nx %% HID %% y\n```\n\nB', 'A\n\n```\nx  y\n```\n\nB'],
    ['on lines of its own', 'A\n\n```\n%%\nHID\n%%\n```\n\nB', 'A\n\n```\n\n```\n\nB'],
    ['in a line of prose', 'A ``%% HID %%`` B', 'A  B'],
    ['of HTML that is never closed', 'A\n\n```html\n<!-- HID\n```\n\nB', 'A\n\n```html\n```\n\nB'],
    ['of markdown', 'A\n\n```\n[//]: # (HID\n```\n\nB', 'A\n\n```\n```\n\nB'],
  ])('in code is hidden, and the code ends where it did: %s', (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    ['around a block of code', 'A %% HID\n\n```\n%% HID\n```\n\nHID %% B'],
    ['that is never closed, before a block of code', 'A %% HID\n\n```\n%% HID\n```\n\nHID'],
    ['that is never closed, after a block of code', 'A\n\n```\n%% HID\n```\n\nHID %% HID'],
    ['around code in its line', 'A %% HID `%%` HID %% HID'],
    ['in code that is never closed', 'A\n\n```\n%% HID\n\nHID'],
    ['next to code that is never closed', 'A\n\n```\n%% HID\n\n```\n> HID\n```\nHID'],
    ['in code of a list that ends before it is closed', 'A\n\n- B\n  ```\n  %% HID\n```\nHID'],
    ['in code as far in as code of a list is', 'A\n\n    ```\n    %% HID\n    ```\n%% HID'],
    ['where HTML has no code', 'A\n\n<div>\n```\n%% HID\n</div>\n\nHID ```\nHID\n```\nHID'],
    ['where a mark of code may be alone', 'A `b\n\nB ` c `%%` HID %% HID'],
    ['in a link of a wiki', 'A [[b|`%%`]] HID %%'],
    ['in the words of a link', 'A [b `%%`](c) HID %%'],
    ['in what a link leads to', 'A [b](`%%`) HID %%'],
    ['in the name of a link', 'A [b][`%%`] HID %%'],
    ['in what a name is defined as', 'A\n\n[b]: `%%` HID %%'],
    ['in brackets that may reach over lines', 'A [b\n`%%` c] HID %%'],
    ['in where a link leads to on the line above', 'A [b](\n`%%` c) HID %%'],
    ['in a tag', 'A <b title="`%%`"> HID %%'],
    ['next to a formula', 'A $b `%%` c$ HID %%'],
    ['next to escaped text', 'A \\[ `%%` HID %%'],
    ['in HTML', 'A\n\n<div>\n> `%%` HID %%\n</div>'],
    ['in code with a bar', '| A `b | %%` | HID `%%` %% HID'],
    ['where cells end code', '| A ` | %% HID | ` | %% HID |'],
  ])('is hidden up to its latest possible end, in doubt: %s', (_, text) => {
    expect(shown(text)).not.toContain('HID');
    expect(shown(text)).toMatch(/A/);
  });

  it('leaves the text between two', () => {
    expect(shown('A %%x%% B %%y%% C')).toBe('A  B  C');
  });
});

const BLANKS = ['\u00A0', '\u3000', '\f', '\v', '\uFEFF', ' \u2003 '];

it.each(BLANKS)('a line of %j is not a blank line, and does not end anything hidden', (blank) => {
  for (const text of [
    `A\n\n> [!secret]\n> HID\n${blank}\nHID\n\nB`,
    `A %%[^s]%%\n\n[^s]: HID\n${blank}\nHID\n\nB`,
    `A\n\n[//]: # (HID\n${blank}\nHID)\n\nB`,
    `A \`\n${blank}\nx \`%%\` HID %%\n\nB`,
    `A\n\n- B\n\n  \`\`\`\n${blank}\n  %% HID\n\n  HID %%\n  \`\`\`\n`,
    `A\n\n\`\`\`\n\`\`\`${blank}\n\`\`\`\n%% HID\nHID %%\n\`\`\`\n\nB`,
  ]) {
    expect(shown(text), text).not.toContain('HID');
    expect(shown(text), text).toMatch(/^A[^]*(?:B|```)/);
  }
});

describe('a footnote', () => {
  const SECRET = 'A\n\n> [!secret]\n> see[^s]\n\n';
  it.each([
    ['of a secret', `${SECRET}[^s]: HID\nB`.replace('\nB', '\n\nB')],
    ['of a comment', 'A %%[^s]%%\n\n[^S]: HID\n\nB'],
    ['with further lines', `${SECRET}[^s]: HID\nHID\n\n    HID\n\n  HID\n\nB`],
    ['with line ends of Windows', `${SECRET}[^s]: HID\n\n\tHID\n\nB`.replaceAll('\n', '\r\n')],
    ['before another', `${SECRET}[^s]: HID\n[^b]: B`],
    ['in a quote', `${SECRET}> open\n>\n> [^s]: HID\n> HID\n\nB`],
    ['of a hidden footnote', `${SECRET}[^s]: HID[^t]\n[^t]: HID[^s]\n\nB`],
  ])('%s is hidden', (_, text) => {
    expect(shown(text)).not.toContain('HID');
    expect(shown(text)).toMatch(/^A[^]*B$/);
  });

  it.each([
    ['that the open text refers to as well', `${SECRET}B[^s]\n\n[^s]: open\n`],
    ['of an open footnote', `${SECRET}B[^b]\n\n[^b]: x[^s]\n[^s]: open\n`],
    ['that nothing refers to', `${SECRET}[^b]: open\n`],
  ])('%s is shown', (_, text) => {
    expect(shown(text)).toContain('open\n');
  });
});
