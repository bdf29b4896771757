/** What retcons leave of a fact in each period, compared with applying them one after the other, on two lines. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { allEntries } from '../../server/src/core/canon/model/canon';
import { allOf, entityOfFact } from '../../server/src/core/canon/model/known';
import type { Known } from '../../server/src/core/canon/model/canonValue';
import { type Retcon, touches } from '../../server/src/core/canon/model/edges';
import { statedSegments, haveSameDays, inPeriod, type Segment } from '../../server/src/core/canon/model/segments';
import { beginningBy, beginningOf } from '../../server/src/core/canon/retcons/beginnings';
import { clip } from '../../server/src/core/canon/retcons/clips';
import { cutBy, type Operation, operationsOn } from '../../server/src/core/canon/retcons/operations';
import { type Period, restorationsConcerning, turnsOf } from '../../server/src/core/canon/retcons/periods';
import { isBefore, restorationsOf, restoredAbove } from '../../server/src/core/canon/retcons/restorations';
import type { Moment } from '../../server/src/core/chronology';
import type { Entry, Fact } from '../../server/src/core/entry/entry';
import { codexOf, type Files } from '../support/codex';

const DATES = ['10 TA', '20 TA', '30 TA', '15 XX', '25 XX'] as const;
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });

const KINDS = ['supersedes', 'supersedes', 'retracts', 'restores', 'restores'] as const;

const declaration = fc.record({
  kind: fc.constantFrom(...KINDS),
  of: fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
  effective: maybe(fc.constantFrom('always', ...DATES)),
  only: maybe(fc.constantFrom('x.lord', 'x.seat')),
});
const fact = fc.record({
  attribute: fc.constantFrom('lord', 'lord', 'seat'),
  from: maybe(fc.constantFrom(...DATES)),
  until: maybe(fc.constantFrom('40 TA', '40 XX')),
});
const writtenPage = fc.record({
  date: maybe(fc.constantFrom(...DATES)),
  canon: fc.constantFrom('r1', 'r1', 'r2', 'r3'),
  tier: maybe(fc.constantFrom('core', 'rumour')),
  facts: fc.array(fact, { minLength: 1, maxLength: 2 }),
  declares: fc.oneof(
    { weight: 5, arbitrary: fc.array(declaration, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(declaration, { minLength: 9, maxLength: 12 }) },
  ),
});

/** Pages that name those before them; their ids are in another order. */
export const restoringCodices = () =>
  fc
    .tuple(fc.array(writtenPage, { minLength: 4, maxLength: 6 }), fc.shuffledSubarray([...'abcdef'], { minLength: 6 }))
    .map(([pages, ids]): Files => {
      const keys = ({ attribute, from, until }: (typeof pages)[number]['facts'][number]): string =>
        `  - {entity: x, attribute: ${attribute}, value: v${from ? `, from: ${from}` : ''}${until ? `, until: ${until}` : ''}}\n`;
      const files = pages.map(({ date, canon, tier, facts, declares }, i) => {
        const items = (kind: string): string => {
          const those = declares.filter((one) => one.kind === kind && i > 0);
          const text = those.map(({ of, effective, only }) => {
            const more = `${effective ? `, effective: ${effective}` : ''}${only ? `, only: [${only}]` : ''}`;
            return `  - {id: ${ids[of % i]}, reason: so${more}}\n`;
          });
          return text.length > 0 ? `${kind}:\n${text.join('')}` : '';
        };
        const head = `canon: ${canon}\n${tier ? `tier: ${tier}\n` : ''}${date ? `date: ${date}\n` : ''}`;
        const all = ['supersedes', 'retracts', 'restores'].map(items).join('');
        return [`${ids[i]}.md`, `---\n${head}facts:\n${facts.map(keys).join('')}${all}---\n`] as const;
      });
      return {
        'codex.yaml': 'revisions: [r1, r2, r3]\ntiers: [core, rumour]\nattributes: {lord: state, seat: set}\n',
        ...Object.fromEntries(files),
      };
    });

/** The operations on a fact, one after the other, at the beginning (null) and at each turn. */
function leftOneByOne(known: Known, entry: Entry, stated: Fact) {
  const entity = entityOfFact(known, entry, stated);
  const attribute = stated.attribute.text;
  const operations = operationsOn(known, entry).filter((one) => one.touches(entity, attribute, stated.value));
  const turns = [null, ...turnsOf(restorationsConcerning({ known, entity, attribute }, entry, operations))];
  const cutting = new Set<Retcon>();
  const isCome = ({ effective }: Retcon, from: Moment | null): boolean =>
    effective === 'always' || (from !== null && effective.line === from.line && effective.day <= from.day);
  const isInForce = (one: Retcon, from: Moment | null): boolean =>
    isCome(one, from) &&
    touches(known, one, entity, attribute) &&
    !restoredAbove(known, one).some((above) =>
      restorationsOf(known, above).some((later) => isBefore(known, one, later) && isInForce(later, from)),
    );
  const left = turns.map((from, i) => {
    const nextOnes = from
      ? turns.slice(i + 1, i + 2).filter((turn) => turn?.line === from.line)
      : turns.filter((turn, k) => turn !== null && turn.line !== turns[k - 1]?.line);
    const within = inPeriod(
      from,
      nextOnes.flatMap((turn) => turn ?? []),
    );
    const those = (does: Operation['does']): Retcon[] =>
      operations.flatMap((one) => (one.does === does && isInForce(one.retcon, from) ? one.retcon : []));
    const restoring = those('restore');
    const counts = (one: Retcon): boolean =>
      one.kind === 'restores'
        ? isInForce(one, from)
        : !restorationsOf(known, one.old).some((later) => isBefore(known, one, later) && isInForce(later, from));
    const isEnded = those('end').length > 0;
    const begins = isEnded
      ? beginningOf(known, { entry, fact: stated }, entity)
      : beginningBy(known, { entry, fact: stated }, entity, counts);
    let left: readonly Segment[] = statedSegments(entry, stated, begins);
    for (const { does, retcon } of operations) {
      const isCut =
        does === 'clip'
          ? !restoring.some((one) => isBefore(known, retcon, one))
          : does === 'end' && isInForce(retcon, from);
      if (!isCut) continue;
      const after = does === 'clip' ? cutBy(retcon, left) : [];
      if (!haveSameDays(within(after), within(left))) cutting.add(retcon);
      left = after;
    }
    return left;
  });
  return { turns, left, cutting };
}

const drawn = (segments: readonly Segment[]): string[] =>
  segments.map(({ from, until }) => `${from?.text ?? ''} .. ${until?.text ?? ''}`).sort();

/** By the last period that has begun on the line of a turn, else by that before all. */
export const leftAt = (periods: readonly Period[], turn: Moment | null): Period | undefined =>
  periods.findLast(({ from }) => from && from.line === turn?.line && from.day <= turn.day) ?? periods[0];

const nameOf = ({ kind, by, old }: Retcon): string => `${by.path} ${kind} ${old.path}`;

/** @param tell is called for each fact that has several periods */
export const leftInPeriods = (tell: () => void) =>
  fc.property(restoringCodices(), (files) => {
    const known = allOf(codexOf(files).canon);
    for (const entry of allEntries(known.canon))
      for (const one of entry.facts) {
        const { periods, segments, clippedBy } = clip(known, { entry, fact: one }, 'x');
        const naive = leftOneByOne(known, entry, one);
        if (naive.turns.length === 1) continue;
        if (periods) tell();
        const left = naive.turns.map((turn) => drawn((periods ? leftAt(periods, turn)?.segments : segments) ?? []));
        expect(left).toEqual(naive.left.map(drawn));
        expect(clippedBy.map(nameOf).sort()).toEqual([...naive.cutting].map(nameOf).sort());
      }
  });
