/**
 * Every clause of every sentence is true without the others: its values are the answers on the days that it names. The clauses of retcons are
 * read as parts, and asked of a canon without the retcon and one with it, each made afresh.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allEntries,
  attributesOf,
  type Canon,
  dayOf,
  differenceSteps,
  entityNamed,
  type Held,
  heldOf,
  isSameValue,
  type Known,
  kindOfAttribute,
  knownAt,
  LATEST,
  pairOf,
  type Retcon,
  retconsOf,
  wasTrueAt,
} from '../../server/src/core/canon';
import { aboveOf } from '../../server/src/core/canon/model/canonPoint';
import { knowing, upTo } from '../../server/src/core/canon/model/known';
import { meets } from '../../server/src/core/canon/truth/truth';
import { type Moment, readDate, type WorldDate } from '../../server/src/core/chronology';
import { timelineLine } from '../../server/src/core/reading/entryCard';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { whyStory } from '../../server/src/core/tools/facts/chain';
import { clausesOf } from '../../server/src/core/tools/words/retconClauses';
import { nameOf } from '../../server/src/core/tools/words/richText';
import { atOnce } from '../../server/src/core/text/groups';
import { chain, plainWorld } from '../canon/chains';
import { canonOf } from '../canon/world';

const RUNS = Number(process.env.FUZZ_RUNS ?? 25);

/** How many clauses were compared with the answers. */
let clauses = 0;

/** The sides of a retcon, each as a canon of its own. */
function canonsOf(known: Known, { by, position }: Retcon): readonly [Known, Known] {
  const base = upTo(known.canon, position);
  const above = aboveOf(base, by);
  const isBelow = (entry: Parameters<Known['has']>[0]): boolean =>
    known.has(entry) && base.has(entry) && !above.has(entry);
  return [knowing(known.canon, isBelow), knowing(known.canon, (entry) => entry === by || isBelow(entry))];
}

/** The first and the last day of a stretch that can be asked about; null: the end of time, where nothing is dated. */
function daysOf(from: Moment | null, until: Moment | null, line: string | null = null): (WorldDate | null)[] {
  const last = until && dayOf({ ...until, day: until.day - 1 });
  const first = from && dayOf(from);
  if (first || last) return [first, last].flatMap((day) => day ?? []);
  return [line === null ? null : dayOf({ line, day: 0, text: '', approximate: false })];
}

const answersAt = (known: Known, entity: string, attribute: string, at: WorldDate | null): Held[] =>
  wasTrueAt(known, entity, { at, attribute }).facts.flatMap(({ values }) => values);

const lacking = (all: readonly Held[], others: readonly Held[]): string[] =>
  all.filter((one) => !others.some((other) => isSameValue(one, other))).map(({ clipped }) => clipped.fact.value.text);

/** Each value of one list is in the other. */
function expectSame(claimed: readonly Held[], true_: readonly Held[], what: unknown): void {
  clauses++;
  expect([lacking(claimed, true_), lacking(true_, claimed)], JSON.stringify(what)).toEqual([[], []]);
}

function checkRetcon(known: Known, retcon: Retcon): void {
  const [without, withIt] = canonsOf(known, retcon);
  for (const { entity, attribute, clauses: all, gone } of clausesOf(known, retcon)) {
    const isSet = kindOfAttribute(known, attribute) === 'set';
    for (const one of all) {
      const what = [retcon.by.path, retcon.old.path, entity, attribute, one.says, one.from?.text];
      if (one.says === 'still') {
        const at = one.from && dayOf(one.from);
        const [was, is] = [without, withIt].map((side) => answersAt(side, entity, attribute, at)) as [Held[], Held[]];
        expect([lacking(one.is, was), lacking(one.is, is)], JSON.stringify(what)).toEqual([[], []]);
        clauses++;
        if (!isSet) expectSame(one.is, is, what);
        continue;
      }
      for (const day of daysOf(one.from, one.until, one.line)) {
        const [was, is] = [without, withIt].map((side) => answersAt(side, entity, attribute, day)) as [Held[], Held[]];
        const at = [...what, day?.text, day?.start.day];
        expectSame(one.was, isSet ? was.filter((held) => lacking([held], is).length > 0) : was, [...at, 'was']);
        expectSame(one.is, isSet ? is.filter((held) => lacking([held], was).length > 0) : is, [...at, 'is']);
      }
      // What never was, or has been dropped, is answered at no time.
      if (gone === 'never' || gone === 'dropped') {
        clauses++;
        const left = heldOf(withIt, pairOf(entity, attribute));
        expect(lacking(one.was, left)).toHaveLength(one.was.length);
      }
    }
  }
}

/** `from … until …` beside each value of an answer. */
function checkStretches(known: Known, entity: string): void {
  for (const { attribute, values } of wasTrueAt(known, entity, { at: null }).facts)
    for (const { segment, clipped } of values)
      for (const day of segment.endsElsewhere ? [] : daysOf(segment.from, segment.until)) {
        clauses++;
        const there = answersAt(known, entity, attribute, day);
        expect(there.map((held) => held.clipped.fact)).toContain(clipped.fact);
      }
}

function checkDifferences(a: Known, b: Known): void {
  // A name may mean another entity at each point; the tests of `diff` hold what is said then.
  const names = allEntries(a.canon).flatMap((entry) => [entry.writtenId?.text ?? entry.path, entry.title]);
  if (['x', 'X', 'y', ...names].some((name) => entityNamed(a, name) !== entityNamed(b, name))) return;
  for (const { entity, attribute, from, until, before, after } of atOnce(differenceSteps(a, b)))
    for (const day of from || until ? daysOf(from, until) : []) {
      const what = [entity, attribute, day?.text];
      // `diff` also lists what can't be placed.
      const isPlaced = (held: Held): boolean => meets(held, day) !== undefined;
      expectSame(before.filter(isPlaced), answersAt(a, entity, attribute, day), [...what, 'before']);
      expectSame(after.filter(isPlaced), answersAt(b, entity, attribute, day), [...what, 'after']);
    }
}

const PART =
  /^\*([^*]+)\*(?: from ((?:c\. )?\d+ (?:TA|XX)))?(?: until ((?:c\. )?\d+ (?:TA|XX)))?(?:, undated)?(?: \(.*\))?$/;

/** A hover has a line for each attribute; each part of it is a value and its stretch. */
function checkHover(canon: Canon, entity: string): void {
  const context = { ...nowOf(canon), href: () => null };
  const { known } = context;
  for (const attribute of attributesOf(known, entity)) {
    let last: string | undefined;
    for (const part of timelineLine(context, entity, attribute, {})
      .replace(/^\*\*[^*]+:\*\* /, '')
      .split(/; |, or /)) {
      const isNext = part.startsWith('then ');
      const [, value, from = isNext ? last : undefined, until] = PART.exec(part.replace(/^then /, '')) ?? [];
      if (part.startsWith('still so')) last = / until ([^(]*\S)/.exec(part)?.[1];
      else last = until;
      // A value that ends in another era than it began is undecided.
      const isElsewhere = until !== undefined && from?.slice(-2) !== until.slice(-2);
      const day = from === undefined ? null : readDate(canon.codex.chronology, from);
      if (value === undefined || isElsewhere || !day?.ok || !day.date) continue;
      const there = answersAt(known, entity, attribute, dayOf(day.date.start));
      const texts = there.map((held) => held.ref?.title ?? held.clipped.fact.value.text);
      clauses++;
      expect(texts, `${entity} ${attribute} ${part}`).toContain(value);
    }
  }
}

function checkAll(files: ReadonlyMap<string, string>): void {
  const canon = canonOf(files);
  const known = knownAt(canon, LATEST);
  for (const old of allEntries(canon)) {
    for (const retcon of retconsOf(known, old)) checkRetcon(known, retcon);
    // The story has the same clauses, and each retcon once.
    expect(whyStory(known, old).parts.map(nameOf).join('')).not.toContain('undefined');
  }
  for (const entity of ['x', 'y', 'a']) {
    checkStretches(known, entity);
    checkHover(canon, entity);
  }
  const points = ['r1', 'r3'].map((id) => {
    const position = canon.codex.revisions.find((one) => one.id === id)?.position;
    return position ? upTo(canon, position) : known;
  });
  const [first = known, third = known] = points;
  for (const [a, b] of [
    [first, third],
    [third, known],
    [known, first],
  ] as const)
    checkDifferences(a, b);
}

describe('each clause is true without the others', () => {
  it.each([
    ['of chains', chain],
    ['of whole worlds', plainWorld],
  ])('%s', (_, files) => {
    fc.assert(fc.property(files, checkAll), { numRuns: RUNS });
  });

  it('and there are many', () => {
    if (process.env.FUZZ_RUNS) process.stderr.write(`${clauses} clauses\n`);
    expect(clauses).toBeGreaterThan(RUNS);
  });
});
