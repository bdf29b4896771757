/** A value contradicts another if it differs at the same time, and that is found without comparing every pair. */
import { describe, expect, it } from 'vitest';
import { contradict, rivalsAmong, type Held } from '../../server/src/core/canon/truth/truth';
import { checkCodex } from '../../server/src/core/rules/check';
import { codexOf } from '../support/codex';
import { heldInWorlds } from './heldInWorlds';

it('rivals are those that contradict, in their order', () => {
  heldInWorlds((held) => {
    const rivals = rivalsAmong(held);
    for (const one of held) expect([...rivals(one)]).toEqual(held.filter((other) => contradict(one, other)));
  });
});

describe('finding the first twenty rivals of each of many values', () => {
  /** How often a value was read. */
  function looks(count: number, from: (i: number) => number, says: (i: number) => string): number {
    let looked = 0;
    const moment = (day: number) => ({ line: 'era:ta', day, text: `${day} TA`, approximate: false });
    const held = Array.from({ length: count }, (_, i) => {
      const segment = { from: moment(from(i)), until: moment(from(i) + 1) };
      const clipped = { fact: { value: { text: says(i) } } };
      return Object.defineProperty({ clipped, line: 'era:ta', except: [], ref: undefined }, 'segment', {
        get: () => (looked++, segment),
      }) as unknown as Held;
    });
    const rivals = rivalsAmong(held);
    for (const one of held) {
      let found = 0;
      for (const _ of rivals(one)) if (++found === 20) break;
    }
    return looked;
  }

  it.each([
    ['say one thing', () => 1, () => 'v'],
    ['follow each other', (i: number) => i, (i: number) => `v${i}`],
    ['all differ at one time', () => 1, (i: number) => `v${i}`],
    ['agree, except one', () => 1, (i: number) => (i === 0 ? 'w' : 'v')],
  ] as const)('takes four times as long for four times as many that %s', (_, from, says) => {
    expect(looks(4000, from, says) / looks(1000, from, says)).toBeLessThan(5);
  });
});

it('a dispute of very many sides is reported at each, with some of them, and that there are many more', () => {
  const page = (i: number): string => `---\ndate: 10 TA\nfacts: {x: {lord: v${i}}}\n---\n`;
  const pages = Array.from({ length: 150 }, (_, i) => [`p${i}.md`, page(i)] as const);
  const found = checkCodex(codexOf({ 'codex.yaml': '', ...Object.fromEntries(pages) }));
  expect(found).toHaveLength(150);
  for (const { problem } of found) {
    expect(problem.related).toHaveLength(8);
    expect(problem.related?.at(-1)?.message).toMatch(/, and many more$/);
  }
});
