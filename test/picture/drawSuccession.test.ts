/**
 * A succession drawn: its bars use the available height, holders are distinguishable, and a time without a holder says
 * so.
 */
import { expect, it } from 'vitest';
import type { BoxItem } from '../../server/src/core/picture/paint/drawing';
import { successionSubject } from '../../media/kin/subject';
import { successionSvg } from '../../server/src/core/picture/kinPicture';
import type { Succession } from '../../server/src/core/picture/shapes/kinShapes';
import { codexOf, type Files } from '../support/codex';
import { askSuccession } from '../support/ask';

const successionOf = (files: Files): Succession => {
  const answered = askSuccession(codexOf(files).canon, { entity: 'keep.lord' });
  if (!answered.ok) throw new Error(answered.failure.message);
  return answered.json as unknown as Succession;
};

const subject = successionSubject(
  successionOf({
    'codex.yaml': 'attributes: {lord: state}\n',
    'ysa.md': '---\ntype: person\n---\n',
    'keep.md':
      '---\nfacts:\n  - {entity: keep, attribute: lord, value: ysa, from: 110 TA, until: 120 TA}\n  - {entity: keep, attribute: lord, value: Bo, from: 130 TA}\n---\n',
  }),
);
const point = { day: null, stop: 0 };

const barsAt = (height: number): BoxItem[] =>
  subject
    .draw(point, { width: 800, height }, undefined)
    .items.filter((item): item is BoxItem => item.kind === 'box' && item.role === 'span');

it('draws high bars where there is room, and all of them where there is little', () => {
  const [low, high] = [barsAt(90), barsAt(500)];
  expect([low.length, high.length]).toEqual([2, 2]);
  expect(low.map(({ height }) => height)).toEqual([20, 20]);
  for (const { height } of high) expect(height).toBeGreaterThan(40);
  for (const { y, height } of high) expect(y + height).toBeLessThan(500);
});

it('names nobody where there is a gap', () => {
  expect(subject.rows(point).map(({ cells }) => cells[0]?.[0]?.text)).toEqual(['ysa', 'nobody', 'Bo']);
});

it('gives each of eight holders a tone of their own', () => {
  const holders = ['Aldric', 'Oda Fenn', 'Berent', 'Maric', 'Corwin', 'Ysolde', 'Wenna', 'Ulf'];
  const facts = holders.map(
    (value, i) =>
      `  - {entity: keep, attribute: lord, value: ${value}, from: ${100 + 20 * i} TA, until: ${120 + 20 * i} TA}\n`,
  );
  const succession = successionOf({
    'codex.yaml': 'attributes: {lord: state}\n',
    'keep.md': `---\nfacts:\n${facts.join('')}---\n`,
  });
  const { items } = successionSubject(succession).draw(point, { width: 800, height: 500 }, undefined);
  const tones = items.flatMap((item) => (item.kind === 'box' && item.role === 'span' ? [item.tone] : []));
  expect(tones).toHaveLength(8);
  expect(new Set(tones).size).toBe(8);
  const patterns = successionSvg(succession).match(/url\(#retcon-w\d\)/g) ?? [];
  expect(patterns).toHaveLength(8);
  expect(new Set(patterns).size).toBe(8);
});
