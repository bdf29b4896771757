/**
 * What is hidden because it can't be read for certain is reported to its author, with ways to write it; what is certain
 * is not.
 */
import { describe, expect, it } from 'vitest';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { readEntry } from '../../server/src/core/entry/readEntry';
import { secretCallouts } from '../../server/src/core/entry/veil';
import type { Problem } from '../../server/src/core/text/problem';

const GM = 'secrets: [gm]\n';
const found = (text: string, codex = GM): readonly Problem[] =>
  readEntry('a.md', text, readCodex(codex).codex).problems.filter(({ code }) => code === 'knowledge/unknown-knower');

/** Each place, its label, and the result of each fix. */
const told = (text: string, codex = GM): string[] =>
  found(text, codex).map(({ span, severity, fixes = [] }) => {
    const written = text.slice(span.start, span.end);
    const ways = fixes.map(({ edits }) => edits.map((edit) => edit.text).join());
    return `${severity ?? 'warning'} ${written}: ${ways.join(' or ')}`;
  });

describe('a secret', () => {
  it.each([
    ['[!secert]', 'warning [!secert]: [!secret]'],
    ['[!secrets] Title', 'warning [!secrets]: [!secret]'],
    ['[!Secrte|lysa, tom]', 'warning [!Secrte|lysa, tom]: [!secret|lysa, tom]'],
    ['[!mg|lysa]', 'warning [!mg|lysa]: [!gm|lysa]'],
    ['[!secret|lysa', 'warning [!secret|lysa: [!secret|lysa]'],
    ['[!secret:players] Title', 'warning [!secret:players]: [!secret|players] or [!secret]'],
    ['[!secret([[lysa]], tom)] Title', 'warning [!secret([[lysa]], tom)]: [!secret|lysa, tom] or [!secret]'],
    ['[!top-secret]', 'warning [!top-secret]: [!secret] top-secret or [!secret]'],
    ['[!secret A title', 'warning [!secret A title: [!secret] A title or [!secret]'],
    ['[ !secret]', 'warning [ !secret]: [!secret]'],
    ['[！secret|lysa]', 'warning [！secret|lysa]: [!secret|lysa] or [!secret]'],
    ['!secret]', 'warning !secret]: [!secret]'],
    ['[secret]', 'info [secret]: [!secret]'],
    ['[secret|[[lysa]]]', 'info [secret|[[lysa]]]: [!secret|lysa] or [!secret]'],
    ['[secret passage] behind it', 'info [secret passage]: [!secret] passage or [!secret]'],
  ])('that is not written as one is reported: %s', (opening, expected) => {
    const text = `A\n\n> ${opening}\n> x\n`;
    expect(told(text)).toEqual([expected]);
    for (const { span, fixes = [] } of found(text))
      for (const { edits } of fixes) {
        const mended = text.slice(0, span.start) + (edits[0]?.text ?? '') + text.slice(span.end);
        expect([told(mended), secretCallouts(mended, 0, new Set(['secret', 'gm'])).length], mended).toEqual([[], 1]);
      }
  });

  it.each([
    ...['note', 'abstract', 'summary', 'info', 'todo', 'tip', 'important', 'success', 'question', 'help', 'warning'],
    ...['caution', 'attention', 'failure', 'missing', 'danger', 'error', 'bug', 'example', 'quote', 'cite', 'faq'],
    ...['secret', 'SECRET|lysa', 'gm', 'secretary', 'infobox|wide left', 'recite|gm', 'dm', 'hidden', 'spoiler'],
  ])('is not another callout, and is not reported where it is certain: [!%s]', (type) => {
    expect(told(`> [!${type}]\n> x\n\n- > [!${type}]- Title\n  > x\n`)).toEqual([]);
  });

  it('in a table or in code is certain where it is written as one', () => {
    expect(told('| [!secret] | b |\n\n`> [!secret]`\n')).toEqual([]);
  });
});

describe('a comment', () => {
  it.each([
    ['A %% x\nB\n', 'A %% x %%\nB\n', 'A %% x\nB\n%%\n'],
    ['A %%x%% %% y', 'A %%x%% %% y %%', 'A %%x%% %% y\n%%\n'],
    ['A <!-- x\r\nB', 'A <!-- x -->\r\nB', 'A <!-- x\r\nB\n-->\n'],
  ])('that is never closed is reported: %j', (text, atLine, atPage) => {
    const [problem, ...others] = found(text, '');
    const mended = problem?.fixes?.map(({ edits: [edit] }) =>
      edit ? text.slice(0, edit.span.start) + edit.text + text.slice(edit.span.end) : '',
    );
    expect([mended, others]).toEqual([[atLine, atPage], []]);
    for (const one of mended ?? []) expect(found(one, '')).toEqual([]);
  });

  it('in code is reported where secrets are kept, and nowhere else', () => {
    const text = 'A\n```mermaid\n%% x\n```\nB <!-- 5%% --> C\n\n```html\n<!--\n```\n';
    expect(told(text, '')).toEqual([]);
    expect(told(text, 'circles: {players: [tom]}')).toEqual(['info <!--: ', 'info %%: ']);
  });

  it.each([
    ['A %% x\n\n```\n%%\n```\n', 'warning %%', 2],
    ['A %%x%% B\n\n- C\n    ```\n    %% x\n    ```\n', 'info %%', 27],
    ['A\n\n```\n%% x\n```\n\n```\nB\n', 'info ```', 17],
    ['A | %%x%% |\n\n```\n"%% y %%"\n```\n', 'info %%', 18],
    ['A %% b `%%` c %%', 'info %%', 8],
  ])('is reported at what makes it doubtful: %j', (text, what, at) => {
    const [problem, ...others] = found(text);
    const { start, end } = problem?.span ?? { start: 0, end: 0 };
    expect([`${problem?.severity ?? 'warning'} ${text.slice(start, end)}`, start, others]).toEqual([what, at, []]);
  });

  it('of HTML in code is reported once for each block, closed or not', () => {
    const text = 'A\n```html\n<!-- x --> B <!-- y -->\n```\n\n```html\n<!-- z -->\n<!--\n```\n<!-- w -->\n';
    expect(found(text).map(({ span, severity }) => [span.start, severity])).toEqual([
      [10, 'info'],
      [text.indexOf('<!-- z'), 'info'],
    ]);
  });

  it.each([
    ['A [[b|`%%`]] c %%', /this %% between backticks .* Write it in words, or put it in a block of code/],
    ['A %% b\n\n```\n%%\n```\n\n%%', /this %% begins .* put a line of ```, not indented, .* close it with %% before/],
  ])('gets a hint what to type instead: %j', (text, expected) => {
    expect(found(text)[0]?.message).toMatch(expected);
  });

  it('gets a list of the lines that it hides', () => {
    expect(found('A\n\nB %% x\n\n```\n%%\n```\n\nC %% D')[0]?.message).toMatch(/lines 3 to 9:/);
  });

  it('that ends outside of code, next to closed code, is not reported', () => {
    expect(told('A %%x%%\n\n```mermaid\n%% one\nB\n%% two\n```\n\nC %%x%% `%%`\n')).toEqual([]);
  });

  it('that is closed is not reported', () => {
    expect(told('%%x%% <!-- y -->\n\n[//]: # (z)\n\n%%\nx\n%%\n')).toEqual([]);
  });
});
