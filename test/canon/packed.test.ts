/** What is packed comes out as it went in, and answers as it did. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../server/src/core/entry/entry';
import { openPack } from '../../server/src/core/packed/pack';
import { openPool } from '../../server/src/core/packed/pool';
import { allEntries } from '../../server/src/core/canon/canon';
import { vyr } from '../features/caret';
import { codexOf } from '../support/codex';
import { canonOf, world } from './world';

const unpacked = (entries: readonly Entry[]): Entry[] => {
  const pack = openPack([]);
  for (const entry of entries) pack.add(entry, () => undefined);
  return [...openPack([], pack.image()).entries].map(([, entry]) => entry);
};

/** Everything that an entry can say. */
const RICH = `---
id: maric-falls
title: Maric falls
aliases: [the fall, "Der Fall – “Maric”"]
type: event
entity: "[[maric]]"
date: c. 12 Harvestmoon 412 TA
through: 414 TA
canon: never decided
created: 2026-03-01T12:30:45.5Z
draft: true
tier: core
mood: "[[dark#shades|grey]]"
template: "{{date}}"
attributes: {seat: none, born: 2026-02-30}
facts:
  - house-vyr: {ruler: [[[maric]], lysa], founder: aldric}
  - {entity: house-vyr, attribute: ruler, value: lysa, from: 300 XX, until: 12 FA .. 14 FA}
  - 3
supersedes:
  - {id: maric, as of: 3 TA, effective: always, reason: "A letter …", sources: [a, "[[b]]"], only: [house-vyr.ruler, seat]}
  - {id: lysa, effective: 310 TA .. 312 TA, soft: true, superseeds: x}
retracts: {id: nobody, only: []}
restores: [aldric]
superseded_by: later
disputes: [a, b]
reviewed: c
sources: [founding-of-house-vyr, "A letter, 412 TA"]
---
# Another title

[[maric|him]], [her](lysa.md#youth), ![[picture.png]], [[#here]] and [[nobody\\|x]].
`;

describe('an entry', () => {
  it('is as it was, whatever it says', () => {
    const { canon } = codexOf({ 'far/Maric fällt.md': RICH, 'broken.md': '---\nid: [\n---\n', 'empty.md': '' });
    const entries = allEntries(canon);
    const { declarations, facts, problems, links } = entries[2] ?? expect.fail('nothing was read');
    expect([declarations.length, facts.length, links.length].every((count) => count > 3)).toBe(true);
    expect(problems).toHaveLength(1);
    expect(unpacked(entries)).toStrictEqual(entries);
  });
  it('is as it was', () => {
    const entries = allEntries(codexOf(vyr).canon);
    expect(unpacked(entries)).toStrictEqual(entries);
  });
  it('is as it was in any codex', () => {
    fc.assert(
      fc.property(world, (files) => {
        const entries = allEntries(canonOf(files));
        expect(unpacked(entries)).toStrictEqual(entries);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a pool', () => {
  it('gives back every string under its number, and each string one number', () => {
    const word = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom('', 'a', 'é', '…', '\ud800'));
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.constant(null)), { maxLength: 100 }), (words) => {
        let pool = openPool();
        const numbers = new Map<string, number>();
        for (const one of words) {
          if (one === null) pool = openPool(pool.image());
          else {
            const number = pool.put(one);
            expect(numbers.get(one) ?? number).toBe(number);
            numbers.set(one, number);
          }
        }
        for (const [text, number] of numbers) {
          expect(pool.at(number)).toBe(text);
          expect(pool.find(text)).toBe(number);
        }
        expect(pool.size).toBe(numbers.size);
      }),
    );
  });
});
