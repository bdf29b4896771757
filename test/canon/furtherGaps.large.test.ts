/**
 * Hundreds of undated values in hundreds of gaps: what holds when, and what contradicts what, is the same as if each gap
 * were listed.
 */
import { expect, it } from 'vitest';
import { allOf } from '../../server/src/core/canon/model/known';
import { pairOf } from '../../server/src/core/canon/model/statedFacts';
import type { Clipped } from '../../server/src/core/canon/retcons/clips';
import { contradict, rivalsOfWhole } from '../../server/src/core/canon/truth/rivals';
import {
  clippedOf,
  type Held,
  heldByFact,
  heldInShort,
  heldOf,
  isUndisputed,
  meets,
  rivalsOf,
  wasTrueAt,
} from '../../server/src/core/canon/truth/truth';
import { contradictionsOf } from '../../server/src/core/rules/fact/disputed';
import { readWorldDateParam } from '../../server/src/core/tools/asked/question';
import { timelineList } from '../../server/src/core/reading/attributeTimeline';
import { viewFrom } from '../../server/src/core/reading/viewpoint';
import { codex } from './model/answers';

/** Hundreds of each. */
const pageOf = (i: number): string => {
  const undated = [
    `tier: ${i % 5 === 0 ? 'core' : 'rumour'}`,
    ...(i % 7 === 0 ? [`until: ${3 * i + 50} CE`] : []),
    `facts: {house: {ruler: bob ${i % 11}}}`,
  ];
  const dated = [
    `date: ${3 * i + 1} ${i % 10 === 0 ? 'BCE' : 'CE'}\nuntil: ${3 * i + (i % 10 === 0 ? 0 : 3)} ${i % 10 === 0 ? 'BCE' : 'CE'}`,
    `tier: ${i % 3 === 0 ? 'rumour' : 'core'}`,
    `facts: {house: {ruler: lysa ${i % 4}}}`,
  ];
  return (i < 400 ? undated : dated).join('\n');
};
const canon = codex({
  'codex.yaml': 'tiers: [core, rumour]\n',
  ...Object.fromEntries(Array.from({ length: 800 }, (_, i) => [`p${String(i).padStart(3, '0')}`, pageOf(i)])),
});
const known = allOf(canon);
const pair = pairOf('house', 'ruler');

const wordsOf = ({ clipped, segment, line, except, ref }: Held): string =>
  JSON.stringify([clipped.entry.path, segment, line, except, ref?.path]);

it('lists some of them separately', () => {
  const [all, inShort] = [heldOf(known, pair), heldInShort(known, pair)];
  expect(inShort.length).toBeLessThan(all.length - 1000);
  expect(inShort.reduce((count, { further }) => count + (further?.count ?? 0), inShort.length)).toBe(all.length);
  expect(isUndisputed(known, pair)).toBe(false);
});

it.each([
  '200 BCE',
  '1 CE',
  '365 CE',
  '366 CE',
  '601 CE',
  '699 CE',
  '700 CE',
  '717 CE',
  '2 CE .. 700 CE',
  '300 CE .. 500 CE',
  '5000 CE',
  null,
])('answers what held at %s', (text) => {
  const asked = text === null ? null : readWorldDateParam(canon, text);
  const at = asked?.ok ? asked.value : null;
  expect(at?.text ?? null).toBe(text);
  const held = heldOf(known, pair).filter((one) => meets(one, at) === true);
  const [answer] = wasTrueAt(known, 'house', { at, attribute: 'ruler' }).facts;
  expect(answer?.values.map(wordsOf)).toEqual(held.map(wordsOf));
  expect(held.length).toBeGreaterThan(0);
});

it('finds all that contradicts each of them', () => {
  const all = heldOf(known, pair);
  const against = (clipped: Clipped): string[] => {
    const own = all.filter((one) => one.clipped === clipped);
    const rivals = all.filter((other) => own.some((one) => contradict(one, other)));
    return [...new Set(rivals.map((one) => one.clipped.entry.path))].sort();
  };
  const facts = clippedOf(known, pair);
  for (const clipped of [
    ...facts.slice(0, 400).filter((_, i) => i % 190 === 0),
    ...facts.slice(400).filter((_, i) => i % 130 === 0),
  ]) {
    const found = contradictionsOf(known, clipped);
    expect(found.map(({ other }) => other.clipped.entry.path).sort()).toEqual(against(clipped));
    for (const { one, other } of found) expect(contradict(one, other)).toBe(true);
    const whole = (heldByFact(known, pair).get(clipped.fact) ?? []).flatMap((one) => [
      ...rivalsOfWhole(rivalsOf(known, pair), one),
    ]);
    expect([...new Set(whole.map((other) => other.clipped.entry.path))].sort()).toEqual(against(clipped));
  }
});

it('a hover counts every gap of each, and shows the last eight', () => {
  const context = { ...viewFrom(canon, null, null), href: () => null };
  const all = heldOf(known, pair);
  const told = all.filter(
    ({ except, clipped }) =>
      except.length === 0 || !all.some((one) => one.clipped === clipped && one.except.length === 0),
  );
  const [head, line] = timelineList(context, 'house', 'ruler');
  expect([head, line]).toEqual(['**Disputed**, and nobody has decided yet:', `- ${told.length - 8} before that`]);
});
