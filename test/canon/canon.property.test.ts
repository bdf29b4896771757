/** Properties of the canon that hold for any codex, however messy. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allEntries } from '../../server/src/core/canon/model/canon';
import { knownAt, LATEST, readCanonPoint } from '../../server/src/core/canon/model/canonPoint';
import { endDay, startDay } from '../../server/src/core/canon/model/segments';
import { knowing, resolve } from '../../server/src/core/canon/model/known';
import { answerJson } from '../../server/src/core/tools/words/answerJson';
import { overlap, attributesOf, heldOf, kindOfAttribute, wasTrueAt } from '../../server/src/core/canon/truth/truth';
import { pairOf } from '../../server/src/core/canon/model/statedFacts';
import { tierRank } from '../../server/src/core/canon/truth/dovetail';
import { createHost } from '../../server/src/core/host';
import { answersAt, canonOf, CODEX, entrySpec, everythingOf, standingsAt, textOf, world } from './world';

const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? 20) };

describe('the canon', () => {
  it('keeps its history: what is added later changes no earlier answer', () => {
    fc.assert(
      fc.property(
        world,
        fc.array(entrySpec, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('r1', 'r2', '2026-03-01'),
        (files, added, asOf) => {
          const later = added.map((spec, i) => [`z${i}.md`, textOf({ ...spec, canon: 'r4' })] as const);
          const before = canonOf(files);
          const after = canonOf(new Map([...files, ...later]));
          // A name that no known page answers to is resolved among all pages of now, and a page that answers to two names
          // says that they are
          // // one (model §2).
          const [then, now] = [knownAt(before, pointOf(before, asOf)), knownAt(before, LATEST)];
          const isNew = (name: string | undefined): boolean =>
            name !== undefined && resolve(then, name).kind === 'none';
          const isTaken = (name: string | undefined): boolean =>
            name !== undefined && isNew(name) && resolve(now, name).kind !== 'none';
          fc.pre(
            added.every(
              ({ id, title }) => !isTaken(id) && !isTaken(title) && (id === title || !isNew(id) || !isNew(title)),
            ),
          );
          expect(pathsKnown(after, asOf)).toEqual(pathsKnown(before, asOf));
          const point = pointOf(before, asOf);
          expect(standingsAt(after, point)).toEqual(standingsAt(before, point));
          expect(answersAt(after, pointOf(after, asOf))).toEqual(answersAt(before, point));
        },
      ),
      RUNS,
    );
  });

  it('does not depend on the order in which files are read', () => {
    fc.assert(
      fc.property(world, fc.infiniteStream(fc.nat()), (files, random) => {
        const shuffled = [...files].map((file) => ({ file, key: random.next().value as number }));
        shuffled.sort((a, b) => a.key - b.key);
        expect(everythingOf(canonOf(new Map(shuffled.map(({ file }) => file))))).toEqual(everythingOf(canonOf(files)));
      }),
      RUNS,
    );
  });

  it('is the same built step by step as from scratch', () => {
    const edit = fc.oneof(
      fc.record({ does: fc.constant('write' as const), file: fc.nat(9), spec: entrySpec }),
      fc.record({ does: fc.constant('delete' as const), file: fc.nat(9), spec: entrySpec }),
      fc.record({ does: fc.constant('rename' as const), file: fc.nat(9), spec: entrySpec }),
    );
    fc.assert(
      fc.property(world, fc.array(edit, { maxLength: 12 }), fc.boolean(), (start, edits, isPacked) => {
        const files = new Map(start);
        const host = createHost((path) => files.get(path) ?? null);
        host.apply(new Map([['codex.yaml', CODEX]]));
        if (isPacked) host.grow(files);
        else host.apply(files);
        for (const [i, { does, file, spec }] of edits.entries()) {
          const path = `f${file}.md`;
          const text = files.get(path);
          host.forget();
          if (does === 'write') {
            files.set(path, textOf(spec));
            host.apply(new Map([[path, textOf(spec)]]));
          } else if (text !== undefined) {
            files.delete(path);
            if (does === 'rename') files.set(`folder/n${i}.md`, text);
            host.apply(new Map([[path, null], ...(does === 'rename' ? [[`folder/n${i}.md`, text] as const] : [])]));
          }
        }
        expect(everythingOf(host.canon)).toEqual(everythingOf(canonOf(files)));
      }),
      RUNS,
    );
  });

  it('answers for one attribute what it answers for all, packed or not', () => {
    fc.assert(
      fc.property(world, (files) => {
        const host = createHost(() => null);
        host.apply(new Map([['codex.yaml', CODEX]]));
        host.grow(files);
        const all = knownAt(canonOf(files), LATEST);
        for (const entity of ['x', 'y', 'a']) {
          const { facts } = wasTrueAt(all, entity, { at: null });
          // Once with nothing memoized, and once with earlier results.
          for (const known of [knownAt(host.canon, LATEST), knowing(host.canon, () => true)])
            for (const attribute of attributesOf(all, entity)) {
              const asked = wasTrueAt(known, entity, { at: null, attribute }).facts;
              const wanted = facts.filter((one) => one.attribute === attribute);
              expect(asked.map((one) => answerJson(known, one))).toEqual(wanted.map((one) => answerJson(all, one)));
            }
        }
      }),
      RUNS,
    );
  });

  it('gives a state one value at a time, except in a dispute', () => {
    fc.assert(
      fc.property(world, (files) => {
        const known = knownAt(canonOf(files), LATEST);
        for (const entity of ['x', 'y', 'a'])
          for (const attribute of attributesOf(known, entity)) {
            if (kindOfAttribute(known, attribute) !== 'state') continue;
            const held = heldOf(known, pairOf(entity, attribute));
            for (const [i, a] of held.entries())
              for (const b of held.slice(i + 1)) {
                if (!overlap(a, b)) continue;
                const together =
                  startDay(a.segment) === startDay(b.segment) ||
                  (a.clipped.begins === null) === (b.clipped.begins === null);
                const tiers = [a, b].map((one) => tierRank(known, one.clipped.entry));
                expect(together || (tiers[0] !== undefined && tiers[1] !== undefined && tiers[0] !== tiers[1])).toBe(
                  true,
                );
                expect(startDay(a.segment)).toBeLessThan(endDay(a.segment));
              }
          }
      }),
      RUNS,
    );
  });
});

function pointOf(canon: ReturnType<typeof canonOf>, asOf: string) {
  const reading = readCanonPoint(canon, asOf);
  if (!reading.ok) throw new Error(reading.message);
  return reading.point;
}

function pathsKnown(canon: ReturnType<typeof canonOf>, asOf: string): string[] {
  const known = knownAt(canon, pointOf(canon, asOf));
  return allEntries(canon)
    .filter(known.has)
    .map((entry) => entry.path);
}
