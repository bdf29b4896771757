/** The canon as a value: nothing made from it later changes its answers. */
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allEntries } from '../../server/src/core/canon/model/canon';
import { knownAt, LATEST, readCanonPoint } from '../../server/src/core/canon/model/canonPoint';
import { at, changed, differing, emptyTable, type Table } from '../../server/src/core/canon/model/table';
import { wasTrueAt } from '../../server/src/core/canon/truth/truth';
import { readDate } from '../../server/src/core/chronology';
import { createHost } from '../../server/src/core/host';
import { readText } from '../../server/src/workspace/folder';
import { openWhole } from '../support/folder';
import { CODEX, entrySpec, everythingOf, textOf, world } from './world';
import { askWasTrueAt } from '../support/ask';

const EXAMPLE = path.resolve(__dirname, '../../examples/house-vyr');

describe('a canon', () => {
  it('answers as before, whatever is made from it', () => {
    fc.assert(
      fc.property(world, fc.array(fc.tuple(fc.nat(9), fc.option(entrySpec)), { maxLength: 6 }), (files, edits) => {
        const host = createHost((file) => files.get(file) ?? null);
        const canon = host.apply(new Map([['codex.yaml', CODEX], ...files]));
        const paths = allEntries(canon).map((entry) => entry.path);
        for (const [file, spec] of edits) host.apply(new Map([[`f${file}.md`, spec ? textOf(spec) : null]]));
        // Asked only now, so that none of its answers was memoized before the edits.
        const untouched = createHost(() => null).apply(new Map([['codex.yaml', CODEX], ...files]));
        expect(allEntries(canon).map((entry) => entry.path)).toEqual(paths);
        expect(everythingOf(canon)).toEqual(everythingOf(untouched));
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 15) },
    );
  });
});

describe('a table', () => {
  const keys = Array.from({ length: 12 }, (_, i) => `k${i}`);
  const change = fc.dictionary(fc.constantFrom(...keys), fc.option(fc.nat(2), { nil: undefined }));

  it('lists the keys in which it differs from another', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), fc.array(change, { maxLength: 6 }), (first, then) => {
        const after = (table: Table<number>, changes: typeof first) =>
          changes.reduce((made, one) => changed(made, new Map(Object.entries(one))), table);
        const before = after(emptyTable<number>(), first);
        const other = after(before, then);
        const expected = keys.filter((key) => at(before, key) !== at(other, key));
        expect(differing(before, other).sort()).toEqual(expected.sort());
        expect(differing(other, before).sort()).toEqual(expected);
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 30) },
    );
  });
});

describe('world time and canon time', () => {
  const { canon } = openWhole(EXAMPLE);
  const known = knownAt(canon, LATEST);

  it('cannot be confused', () => {
    const reading = readDate(canon.codex.chronology, '300 TA');
    if (!reading.ok || !reading.date) throw new Error('300 TA is a date of the example');
    const at = reading.date;
    // Never called: what counts is that the compiler refuses both, or else these directives are errors.
    const swapped = () => [
      // @ts-expect-error a stretch of world time is not a canon point
      knownAt(canon, at),
      // @ts-expect-error a canon point is not a stretch of world time
      wasTrueAt(known, 'house-vyr', { at: LATEST }),
    ];
    expect(swapped).toBeTypeOf('function');
    expect(readCanonPoint(canon, '300 TA').ok).toBe(false);
    expect(readDate(canon.codex.chronology, 'session-46').ok).toBe(false);
  });
});

describe('a stretch', () => {
  const { canon } = openWhole(EXAMPLE);
  const founderAt = (at: string): string[] => {
    const answered = askWasTrueAt(canon, { entity: 'house-vyr', at, attribute: 'founder' });
    return answered.ok ? valuesIn(answered.json).map(({ value }) => value) : [];
  };

  it('holds from its first day on, and not on its last', () => {
    expect(founderAt('Candlenight 408 TA .. Longnight 411 TA')).toEqual(['maric']);
    expect(founderAt('45 Longnight 411 TA')).toEqual(['maric']);
    expect(founderAt('1 Frostwane 412 TA')).toEqual(['aldric']);
  });
});

describe('every value', () => {
  const { canon } = openWhole(EXAMPLE);

  it('names an entry whose file contains the words', () => {
    const entries = new Map(allEntries(canon).map((entry) => [entry.writtenId?.text ?? entry.derivedId, entry.path]));
    let seen = 0;
    for (const entity of entries.keys())
      for (const asOf of ['latest', 'session-44', 'session-46']) {
        const answered = askWasTrueAt(canon, { entity, asOf });
        if (!answered.ok) throw new Error(answered.failure.message);
        for (const { value, entry } of valuesIn(answered.json)) {
          expect(readText(EXAMPLE, entries.get(entry) ?? entry)).toContain(value);
          seen++;
        }
      }
    expect(seen).toBeGreaterThan(30);
  });
});

interface ValueJson {
  readonly value: string;
  readonly entry: string;
}

const valuesIn = ({ facts }: Readonly<Record<string, unknown>>): ValueJson[] =>
  (facts as readonly { readonly values: readonly ValueJson[] }[]).flatMap(({ values }) => values);
