/** A page that others retract and restore in turn: what is left of its fact, and the cost of finding that. */
import { expect, it } from 'vitest';
import { entryNamed, allOf } from '../../server/src/core/canon/model/known';
import { LIMITS } from '../../server/src/core/canon/model/limits';
import { clip } from '../../server/src/core/canon/retcons/clips';
import { retconsOf } from '../../server/src/core/canon/retcons/inForce';
import { codexOf } from '../support/codex';

/**
 * How often the effective date of a retcon is read to find what is left of the fact of p0; and the number of its periods.
 */
function readsOfEffect(count: number, declared: (i: number) => string): readonly [number, number | undefined] {
  const { canon } = codexOf({
    'codex.yaml': `revisions: [${Array.from({ length: count }, (_, i) => `s${i}`).join(', ')}]`,
    ...Object.fromEntries(
      Array.from({ length: count }, (_, i) => {
        const lines = i === 0 ? 'date: 1 CE\nfacts: {house: {ruler: bob}}' : declared(i);
        return [`p${i}.md`, `---\ncanon: s${i}\n${lines}\n---\n`] as const;
      }),
    ),
  });
  const known = allOf(canon);
  let times = 0;
  for (const name of ['p0', 'p1']) {
    const entry = entryNamed(known, name);
    for (const retcon of entry ? retconsOf(known, entry) : []) {
      const { effective } = retcon;
      Object.defineProperty(retcon, 'effective', { get: () => (times++, effective) });
    }
  }
  const entry = entryNamed(known, 'p0');
  const [fact] = entry?.facts ?? [];
  if (!entry || !fact) throw new Error('p0 states something');
  const { periods } = clip(known, { entry, fact }, 'house');
  return [times, periods?.length];
}

it.each([
  ['that are retracted', (i: number) => `${i % 2 ? 'retracts' : 'restores'}: {id: p0, effective: ${i + 3} CE}`, 0.5],
  [
    'that undo each other',
    (i: number) => (i === 1 ? 'date: 2 CE\nsupersedes: p0' : `restores: {id: p${i % 2}, effective: ${i + 3} CE}`),
    1,
  ],
])('at the limit of restorations %s, a fact is cut with few looks at each retcon', (_, declared, periods) => {
  const { most } = LIMITS.restorations;
  const count = most / periods;
  const [times, found] = readsOfEffect(count, declared);
  expect(Math.round((found ?? 0) / 10)).toBe(most / 10);
  expect(times).toBeLessThan(4 * count ** 2);
});
