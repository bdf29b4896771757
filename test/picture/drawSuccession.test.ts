/** A succession drawn: its bars use the height there is, and a time without a holder says so. */
import { expect, it } from 'vitest';
import type { BoxItem } from '../../server/src/core/picture/drawing';
import { successionSubject } from '../../media/kin/successionSubject';
import { successionSteps } from '../../server/src/core/tools/succession';
import type { Succession } from '../../server/src/core/picture/successionShape';
import { atOnce } from '../../server/src/core/text/steps';
import { codexOf } from '../support/codex';

const answered = atOnce(
  successionSteps(
    codexOf({
      'codex.yaml': 'attributes: {lord: state}\n',
      'ysa.md': '---\ntype: person\n---\n',
      'keep.md':
        '---\nfacts:\n  - {entity: keep, attribute: lord, value: ysa, from: 110 TA, until: 120 TA}\n  - {entity: keep, attribute: lord, value: Bo, from: 130 TA}\n---\n',
    }).canon,
    { entity: 'keep.lord' },
  ),
);
if (!answered.ok) throw new Error(answered.failure.message);
const subject = successionSubject(answered.json as unknown as Succession);
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
  expect(subject.rows(point).map(({ cells }) => cells[0]?.[0]?.text)).toEqual(['ysa', 'nobody named', 'Bo']);
});
