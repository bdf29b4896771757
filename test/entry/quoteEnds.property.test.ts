/**
 * Where secrets end, compared with markdown-it: everything in its quotes is hidden, and everything that begins after them
 * is not.
 */
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import '../support/seed';
import { certainCode } from '../../server/src/core/entry/markdownBlocks';
import { secretCallouts } from '../../server/src/core/entry/veil';
import { SECRETS } from './unveiled';

interface Token {
  readonly type: string;
  /** Its lines, from 0, the last exclusive. */
  readonly map: readonly [number, number];
}
type MarkdownIt = new (dialect: 'commonmark') => { parse: (text: string, env: object) => readonly Token[] };

const Markdown = createRequire(import.meta.url)('markdown-it') as MarkdownIt;
const markdown = new Markdown('commonmark');
const RUNS = Number(process.env.FUZZ_RUNS ?? 1000);

const MARKS = ['', '', ' ', '  ', '   ', '    ', '\t', '> ', '> ', '>', '> > ', '>> ', '>  ', '  > ', '   > '];
const LISTS = ['- > ', '1. > ', '- ', '  - ', '    - ', '    > ', '10. ', '> - ', '> - > ', '>   > '];
const BLOCKS = ['## w', '#', '***', '- - -', '---', '- w', '* w', '1. w', '1) w', '7. w', '```\nw\n```', '~~~\nw\n~~~'];
const WORDS = ['w', 'w', 'w', '[!secret] w', '[!secret] w', '[!secret|tom]\n> w', '', '#w', '--', '===', '- > w', '-'];

const page = fc
  .array(fc.tuple(fc.constantFrom(...MARKS, ...LISTS), fc.constantFrom(...WORDS, ...BLOCKS)), { maxLength: 12 })
  .map((lines) => lines.map((line) => line.join('')).join('\n'));

/** Whatever ends a quote, as far as its marks go. */
const BEGINS = /^(?:(?: {0,3}>)+ {0,3}| {0,3})(?:#{1,6}(?: |$)|\*\*\*$|- - -$|---$|(?:[-*]|1[.)]) w|```$|~~~$)/;

const marksOf = (line: string): number => line.split('>').length - 1;

it('secrets end where their quotes do', () => {
  let [hidden, behind] = [0, 0];
  fc.assert(
    fc.property(page, (text) => {
      const lines = text.split('\n');
      const starts = lines.map((_, i) => lines.slice(0, i).join('\n').length + Math.sign(i));
      const quotes = markdown.parse(text, {}).flatMap(({ type, map }) => (type === 'blockquote_open' ? [map] : []));
      for (const { span } of secretCallouts(text, 0, SECRETS)) {
        const opening = starts.indexOf(span.start);
        const around = quotes.filter(([first, last]) => first <= opening && opening < last);
        const [first, last] = around.at(-1) ?? [];
        if (first === undefined || last === undefined) continue;
        for (let i = opening; i < last; i++) {
          if (!/\w/.test(lines[i] ?? '')) continue;
          hidden++;
          expect(span.end, `${text}\n\nline ${i}`).toBeGreaterThan(starts[i] ?? 0);
        }
        const depth = marksOf(lines[opening]?.split('[!')[0] ?? '');
        const next = lines.findIndex((line, i) => last <= i && BEGINS.test(line) && marksOf(line) < depth);
        // Where it is uncertain what is code, the quote may be code.
        if (next === -1 || around.length < depth || certainCode(text, 0).until <= span.start) continue;
        behind++;
        expect(span.end, `${text}\n\nline ${next}`).toBeLessThanOrEqual(starts[next] ?? 0);
      }
    }),
    { numRuns: RUNS },
  );
  expect(Math.min(hidden, behind)).toBeGreaterThan(RUNS / 20);
});
