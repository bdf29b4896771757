/**
 * Where the canon stops: in order, each once, with what is known there; and the answers from each stop to the next that
 * changes them.
 */
import { describe, expect, it } from 'vitest';
import { answersOverCanonTime, stopsOf, nameSteps } from '../../../server/src/core/canon/incremental/canonStops';
import { clipsOverCanonTime } from '../../../server/src/core/canon/incremental/clipsOverCanonTime';
import { allEntries } from '../../../server/src/core/canon/model/canon';
import { knownAt, LATEST } from '../../../server/src/core/canon/model/canonPoint';
import { entryNamed, knowing } from '../../../server/src/core/canon/model/known';
import type { Known } from '../../../server/src/core/canon/model/canonValue';
import { BEGINNING } from '../../../server/src/core/codex/canonTime';
import type { Entry } from '../../../server/src/core/entry/entry';
import { atOnce } from '../../../server/src/core/text/groups';
import { codex } from '../model/answers';

const CANON = codex({
  'codex.yaml': 'revisions: [s1, s2, s3, s4]\n',
  a: 'canon: s3',
  b: 'canon: s1\naliases: [Keep]',
  c: 'canon: s3\naliases: [Keep]',
  d: 'canon: s4',
});
const known = knownAt(CANON, LATEST);
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => entryNamed(known, name) as Entry) as [
  Entry,
  Entry,
  Entry,
  Entry,
];
const [s1, s2, s3, s4] = CANON.codex.revisions.map(({ position }) => position);
if (!s1 || !s2 || !s3 || !s4) throw new Error('no revisions');

/** The returned value, and the number of pauses before it. */
function counted<T>(steps: Generator<unknown, T>): { readonly value: T; readonly pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const { done, value } = steps.next();
    if (done === true) return { value, pauses };
  }
}

describe('the stops of the canon', () => {
  const stops = atOnce(stopsOf(known, [a, b, c], [s2]));

  it('are the beginning, those of the entries and the requested ones', () => {
    expect(stops.positions).toEqual([BEGINNING, s1, s2, s3]);
    expect([BEGINNING, s1, s2, s3].map(stops.numberOf)).toEqual([0, 1, 2, 3]);
    expect([a, b, c].map(stops.stopOf)).toEqual([3, 1, 3]);
  });

  it('know what was established by then', () => {
    const knownThere = stops.positions.map((_, stop) => allEntries(CANON).filter(stops.knownAt(stop).has));
    expect(knownThere).toEqual([[], [b], [b], [a, b, c]]);
    expect(stops.knownAt(1)).toBe(stops.knownAt(1));
  });

  it('take a new entry where its revision has a stop, else at the end', () => {
    expect(atOnce(stopsOf(known, [a], [])).stopOf(c)).toBe(1);
    expect(stops.stopOf(d)).toBe(4);
  });

  it('are not those of unknown entries', () => {
    const within = knowing(CANON, (entry) => entry !== a && entry !== c);
    const fewer = atOnce(stopsOf(within, [a, b, c, d], []));
    expect(fewer.positions).toEqual([BEGINNING, s1, s4]);
    expect(allEntries(CANON).filter(fewer.knownAt(2).has)).toEqual([b, d]);
  });

  it('let others have their turn after a thousand entries', () => {
    expect(
      counted(
        stopsOf(
          known,
          Array.from({ length: 2500 }, () => a),
          [],
        ),
      ).pauses,
    ).toBe(3);
  });
});

describe('an answer over canon time', () => {
  const answers = (within = known) => {
    const views: Known[] = [];
    const ask = (then: Known) => {
      views.push(then);
      return entryNamed(then, 'Keep')?.path;
    };
    return answersOverCanonTime(CANON, ask, within).map(({ from, until, value }, i) => {
      return [from, until, value, allEntries(CANON).filter((entry) => views[i]?.has(entry)).length];
    });
  };

  it('is given again wherever something relevant is added', () => {
    expect(answers()).toEqual([
      [BEGINNING, s1, undefined, 0],
      // Two have this name from then on.
      [s1, s3, 'b.md', 1],
      [s3, null, undefined, 3],
    ]);
  });

  it('uses nothing from a later stop', () => {
    expect(answers(knowing(CANON, (entry) => entry === c || entry === d))).toEqual([
      [BEGINNING, s3, undefined, 0],
      [s3, null, 'c.md', 1],
    ]);
  });
});

describe('of very many entries', () => {
  const retcons = Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [`r${i}`, 'supersedes: {id: old, reason: so}']),
  );
  const many = codex({ ...retcons, old: 'date: 10 CE', last: 'date: 20 CE' });
  const all = knownAt(many, LATEST);
  const entries = allEntries(many);
  const overTime = (of: readonly Entry[]) => {
    const stops = atOnce(stopsOf(all, of, []));
    return counted(clipsOverCanonTime(all, of, stops, nameSteps(all, stops)));
  };

  it('those that a retcon touches or makes are found as among few', () => {
    const touched = [...overTime(entries).value.touched];
    expect(touched.map(({ path }) => path)).not.toContain('last.md');
    expect(touched).toHaveLength(121);
    const often = Array.from({ length: 10 }, () => entries).flat();
    expect(new Set(overTime(often).value.touched)).toEqual(new Set(touched));
  });

  it('others have their turn after each fifty', () => {
    const turns = (count: number): number => Math.ceil(count / 50);
    expect(overTime(entries).pauses).toBe(turns(121) + turns(122));
    const often = Array.from({ length: 10 }, () => entries).flat();
    expect(overTime(often).pauses).toBe(1 + turns(121) + turns(1220));
  });
});
