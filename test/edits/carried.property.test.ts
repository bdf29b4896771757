/** A fact carried forward into a new version holds as if there had been no retcon. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Canon, knownAt, LATEST, wasTrueAt } from '../../server/src/core/canon';
import { checkCodex } from '../../server/src/core/rules/check';
import { readWorldDateParam } from '../../server/src/core/tools/asked/question';
import { changedBy, codexOf } from '../support/codex';
import { fixesFor } from './fixing';

const DATES = ['10 TA', '20 TA', '30 TA', '40 TA'] as const;
const ATS = ['5 TA', '15 TA', '25 TA', '35 TA', '45 TA', undefined];
const CODEX = 'attributes: {founder: constant, ruler: state, member: set}\n';

const date = fc.option(fc.constantFrom(...DATES), { nil: '' });
const fact = fc.record({
  attribute: fc.constantFrom('ruler', 'founder', 'member'),
  value: fc.constantFrom('v', 'w', 'u'),
  from: date,
  until: date,
});
const line = (key: string, value: string, before = ''): string => (value === '' ? '' : `${before}${key}: ${value}`);

/** The values of each attribute at each point, as a set. */
function told(canon: Canon): readonly string[] {
  const known = knownAt(canon, LATEST);
  return ATS.flatMap((text) => {
    const at = readWorldDateParam(canon, text);
    if (!at.ok) throw new Error(at.failure.message);
    return wasTrueAt(known, 'x', { at: at.value }).facts.map(({ attribute, values }) => {
      const all = new Set(values.map(({ clipped }) => clipped.fact.value.text));
      return `${text} ${attribute} ${[...all].sort().join()}`;
    });
  });
}

type Example = [{ attribute: string; value: string; from: string; until: string }[], string, string, string];
/** What has no date cannot be carried there. */
const ON_A_DATED_PAGE: Example = [[{ attribute: 'ruler', value: 'v', from: '', until: '' }], '', '10 TA', 'always'];
/** It names its own end. */
const BESIDE_A_LATER_ONE: Example = [
  [
    { attribute: 'ruler', value: 'u', from: '', until: '30 TA' },
    { attribute: 'ruler', value: 'v', from: '20 TA', until: '' },
  ],
  '10 TA',
  '',
  '20 TA',
];

it('a carried fact holds where it held, with its own dates', () => {
  let carried = 0;
  const effective = fc.oneof(date, fc.constant('always'));
  fc.assert(
    fc.property(fc.array(fact, { minLength: 1, maxLength: 3 }), date, date, effective, (facts, old, later, from) => {
      const lines = facts.map(
        (one) =>
          `  - {entity: x, attribute: ${one.attribute}, value: ${one.value}${line('from', one.from, ', ')}${line('until', one.until, ', ')}}\n`,
      );
      const files: Record<string, string> = {
        'codex.yaml': CODEX,
        'old.md': `---\n${line('date', old)}\nfacts:\n${lines.join('')}---\n`,
        'new.md': `---\n${line('date', later)}\nsupersedes: {id: old, reason: x${line('effective', from, ', ')}}\n---\n`,
      };
      const codes = (): string[] => checkCodex(codexOf(files)).map(({ problem }) => problem.code);
      fc.pre(!codes().some((code) => code === 'date/inverted' || code === 'fact/disputed'));
      const without = codexOf({ 'codex.yaml': CODEX, 'old.md': files['old.md'] ?? '' }).canon;
      for (;;) {
        const next = fixesFor(files, 'supersedes/drops-fact').find(({ fix }) => fix.title.startsWith('Carry'));
        if (!next) break;
        Object.assign(files, changedBy(files, next.fix));
        carried++;
      }
      if (!codes().includes('supersedes/drops-fact'))
        expect(told(codexOf(files).canon), Object.values(files).join('')).toEqual(told(without));
    }),
    { numRuns: 14, examples: [ON_A_DATED_PAGE, BESIDE_A_LATER_ONE] },
  );
  expect(carried).toBeGreaterThan(2);
});
