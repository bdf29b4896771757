/** The Markdown of hovers as lines that a page draws. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeMarkdown } from '../../server/src/core/text/words';
import { linesOfMarkdown } from '../../server/src/lsp/convert/markup';
import { anyText } from '../support/anyText';

it('keeps links and strong text, and shows no markup', () => {
  const card = [
    '**[House Vyr](file:///w/house-vyr.md)** · house',
    '`house-vyr` — current',
    '> Aldric was the true founder\\.',
    '- **founder**: *[Maric \\[the elder\\]](<file:///w/maric.md>)* from 200 TA; then *Aldric*\n- and 2 more',
    '---',
    '**Disputed**, see <https://example.org/a_b>',
  ].join('\n\n');
  expect(linesOfMarkdown(card)).toEqual([
    { kind: 'text', parts: [{ text: 'House Vyr', uri: 'file:///w/house-vyr.md', isStrong: true }, ' · house'] },
    { kind: 'text', parts: ['house-vyr — current'] },
    { kind: 'cited', parts: ['Aldric was the true founder.'] },
    {
      kind: 'item',
      parts: [
        { text: 'founder', isStrong: true },
        ': ',
        { text: 'Maric [the elder]', uri: 'file:///w/maric.md' },
        ' from 200 TA; then Aldric',
      ],
    },
    { kind: 'item', parts: ['and 2 more'] },
    { kind: 'text', parts: [{ text: 'Disputed', isStrong: true }, ', see https://example.org/a_b'] },
  ]);
});

it("shows an author's words as they are", () => {
  fc.assert(
    fc.property(anyText(), (words) => {
      const escaped = escapeMarkdown(words).trim();
      const text = linesOfMarkdown(`It is ${escaped}.`)
        .flatMap(({ parts }) => parts.map((part) => (typeof part === 'string' ? part : part.text)))
        .join('');
      expect(text).toBe(`It is ${words.replace(/\s+/g, ' ').trim()}.`);
    }),
  );
});
