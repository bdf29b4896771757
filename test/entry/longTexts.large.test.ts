/** Prose of any shape is read in linear time. */
import { expect, it } from 'vitest';
import { makeChronology } from '../../server/src/core/chronology';
import { readBody } from '../../server/src/core/entry/body';
import { readTimelineBlocks } from '../../server/src/core/entry/timelineBlocks';
import { shown } from './unveiled';

it('links are found in linear time', () => {
  const SIZE = 300_000;
  const shapes = [
    '[',
    '[[',
    '](',
    '[](',
    '[](a "',
    '[a]((',
    '`',
    '<!--',
    '<%',
    '%%',
    '> ```\n',
    '---\n',
    '[[a',
    '\\',
    ' ',
  ];
  let growing = '';
  for (let length = 1; growing.length < SIZE; length++) growing += `${'`'.repeat(length)} `;
  for (const text of [growing, ...shapes.map((shape) => shape.repeat(SIZE / shape.length))]) {
    // A quadratic reader would take minutes, and the test would time out.
    expect(readBody(text, 0).links.length, text.slice(0, 10)).toBeLessThan(2);
  }
});

const MORE = [
  '> [secret]\n',
  '> [secret]\n\n',
  '> [secret] a\n# b\n',
  '> > [secret] a\n> > - b\n1. c\n',
  '>[secret',
  '> ',
  '>!',
  '> [ ！secret\n',
  '[//]: # (',
  '[//]: # (\n',
  '[^s]: %%[^s]%%\n',
  '%%x%%[^s]: \n',
  '[^s',
];

it('hidden parts are found in linear time, however many marks there are', () => {
  for (const sign of ['%%', '<!--', '`%%', '[!', '[!secret]', '> [!secret]\n', '```\n%%', '<!-- %% -->', ...MORE])
    expect(shown(sign.repeat(20_000)).length).toBeLessThanOrEqual(sign.length * 20_000);
});

it('events are read from many blocks that are never closed', () => {
  const many = '```timeline-labeled\ndate: 1 TA\ntitle: x\n'.repeat(20_000);
  expect(readTimelineBlocks(makeChronology([]), many, 0)).toHaveLength(20_000);
});
