/** Membership in a circle agrees with a separate reading of each year, even through circles that contain each other. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { knownAt, LATEST } from '../../server/src/core/canon';
import { knowerNamed } from '../../server/src/core/canon/knowledge/knowers';
import { endDay, startDay } from '../../server/src/core/canon/model/segments';
import { codexOf } from '../support/codex';

interface Membership {
  readonly circle: number;
  readonly member: number;
  readonly from: number | null;
  readonly until: number | null;
}

const YEARS = Array.from({ length: 9 }, (_, i) => i + 1);
const someone = fc.integer({ min: 0, max: 5 });
const year = fc.option(fc.integer({ min: 1, max: 9 }));
const memberships = fc.array(fc.record({ circle: someone, member: someone, from: year, until: year }), {
  maxLength: 14,
});
const listed = fc.array(fc.record({ circle: someone, member: someone }), { maxLength: 3 });

const name = (one: number): string => `w${one}`;
const holds = ({ from, until }: Membership, at: number): boolean => (from ?? -1) <= at && at < (until ?? Infinity);

function circlesThen(all: readonly Membership[], at: number): string[] {
  const found = new Set([0]);
  for (const one of found) for (const each of all) if (each.member === one && holds(each, at)) found.add(each.circle);
  found.delete(0);
  return [...found].map(name).sort();
}

it('whichever way they are stated', () => {
  fc.assert(
    fc.property(memberships, listed, (dated, always) => {
      const fact = ({ circle, member, from, until }: Membership): string =>
        `  - {entity: ${name(circle)}, attribute: member, value: ${name(member)}${from === null ? '' : `, from: ${from} CE`}${until === null ? '' : `, until: ${until} CE`}}\n`;
      const circles = new Map<number, number[]>();
      for (const { circle, member } of always) circles.set(circle, [...(circles.get(circle) ?? []), member]);
      const lists = [...circles].map(([circle, members]) => `${name(circle)}: [${members.map(name).join(', ')}]`);
      const { canon } = codexOf({
        'codex.yaml': `attributes: {member: set}\ncircles: {${lists.join(', ')}}\n`,
        'w0.md': '',
        'facts.md': dated.length === 0 ? '' : `---\nfacts:\n${dated.map(fact).join('')}---\n`,
      });
      const knower = knowerNamed(knownAt(canon, LATEST), 'w0');
      const all = [...dated, ...always.map((one) => ({ ...one, from: null, until: null }))];
      for (const at of YEARS) {
        const day = (at - 1) * 365.2425 + 100;
        const then = [...(knower?.circles ?? [])].filter(([, segments]) =>
          segments.some((one) => startDay(one) <= day && day < endDay(one)),
        );
        expect(then.map(([key]) => key).sort(), `${at} CE`).toEqual(circlesThen(all, at));
      }
    }),
    { numRuns: Math.max(100, Number(process.env.FUZZ_RUNS ?? 100)) },
  );
});
