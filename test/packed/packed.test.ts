/** What is packed is unpacked unchanged, and gives the same answers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../server/src/core/entry/entry';
import { nameKey } from '../../server/src/core/entry/slug';
import { factsOf, spellingIn } from '../../server/src/core/packed/packedFacts';
import { openInvertedIndex } from '../../server/src/core/packed/invertedIndex';
import { openPack } from '../../server/src/core/packed/pack';
import { openStringInterner } from '../../server/src/core/packed/stringInterner';
import { allEntries } from '../../server/src/core/canon/model/canon';
import { vyr } from '../support/caret';
import { codexOf } from '../support/codex';
import { canonOf, world } from '../canon/world';
import { anyText } from '../support/anyText';

const unpacked = (entries: readonly Entry[]): Entry[] => {
  const pack = openPack([]);
  for (const entry of entries) pack.add(entry, () => undefined);
  return [...openPack([], pack.image()).entries].map(([, entry]) => entry);
};

/** Everything that an entry can contain. */
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
  - {entity: house-vyr, attribute: heir, value: [[oda]], known_by: [lysa], known_from: 430 TA}
  - {entity: house-vyr, attribute: death, value: drowned, believed_by: [commons]}
supersedes:
  - {id: maric, as of: 3 TA, effective: always, reason: "A letter …", sources: [a, "[[b]]"], only: [house-vyr.ruler, seat]}
  - {id: lysa, effective: 310 TA .. 312 TA, soft: true, superseeds: x}
retracts: {id: nobody, only: []}
restores: [aldric]
superseded_by: later
disputes: [a, b]
reviewed: c
summarises: [d, "[[e]]"]
sources: [founding-of-house-vyr, "A letter, 412 TA"]
known_by: {lysa: 430 TA, "[[players]]": c. 431 TA}
known_from: c. 420 TA
pov: [lysa, maric]
---
# Another title

[[maric|him]], [her](lysa.md#youth), ![[picture.png]], [[#here]] and [[nobody\\|x]], [his][m], ![m].

[m]: <maric.md#death>

> [!secret|ines, tom]
> Hidden.
`;

describe('an entry', () => {
  it('is unchanged, whatever it contains', () => {
    const { canon } = codexOf({ 'far/Maric fällt.md': RICH, 'broken.md': '---\nid: [\n---\n', 'empty.md': '' });
    const entries = allEntries(canon);
    const { declarations, facts, problems, links } = entries[2] ?? expect.fail('nothing was read');
    expect([declarations.length, facts.length, links.length].every((count) => count > 3)).toBe(true);
    expect(problems).toHaveLength(1);
    expect(unpacked(entries)).toStrictEqual(entries);
  });
  it('is unchanged', () => {
    const entries = allEntries(codexOf(vyr).canon);
    expect(unpacked(entries)).toStrictEqual(entries);
  });
  it('is unchanged with several stretches', () => {
    const page = '---\ndate: [380 TA, 410 TA, 430 TA]\nthrough: [400 TA, c. 421 TA]\n---\n';
    const entries = allEntries(codexOf({ 'lysa.md': page }).canon);
    expect(entries[0]?.parts).toHaveLength(3);
    expect(unpacked(entries)).toStrictEqual(entries);
  });
  it('is unchanged with a type from its folder', () => {
    const entries = allEntries(codexOf({ 'codex.yaml': 'types: {People: person}', 'People/Lysa.md': '' }).canon);
    expect(entries[0]?.type).toEqual({ text: 'person', span: null });
    expect(unpacked(entries)).toStrictEqual(entries);
  });
  it('is unchanged in any codex', () => {
    fc.assert(
      fc.property(world, (files) => {
        const entries = allEntries(canonOf(files));
        expect(unpacked(entries)).toStrictEqual(entries);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the facts of an entry that states many', () => {
  const name = fc.constantFrom(null, 'house-vyr', 'House Vyr', 'maric', 'é');
  const attribute = fc.constantFrom('ruler', 'seat', 'colour');
  const spoken = fc.array(fc.tuple(name, attribute, fc.boolean()), { maxLength: 40 });
  const textOf = (facts: readonly (readonly [string | null, string, boolean])[]): string =>
    facts
      .map(([entity, of, isDated], i) => {
        const from = isDated ? `, from: ${i} TA, until: ${i + 3} TA` : '';
        return `  - {${entity === null ? '' : `entity: ${entity}, `}attribute: ${of}, value: "value ${i}"${from}}`;
      })
      .join('\n');
  const read = (facts: Parameters<typeof textOf>[0]) => {
    const { canon } = codexOf({ 'a.md': `---\nfacts:\n${textOf(facts)}\n---\n`, 'b.md': '---\ndate: 3 TA\n---\n' });
    return allEntries(canon);
  };

  it('are the requested ones, and the same objects in whatever order they are requested', () => {
    fc.assert(
      fc.property(spoken, fc.array(fc.tuple(name, attribute)), (facts, questions) => {
        const entries = read(facts);
        const [was, is] = [entries[0] ?? expect.fail(), unpacked(entries)[0] ?? expect.fail()];
        for (const [entity, of] of questions) {
          const isAbout = (one: string | null): boolean => one === entity;
          const found = factsOf(is, of, isAbout);
          expect(found).toStrictEqual(factsOf(was, of, isAbout));
          for (const [i, fact] of factsOf(is, of, isAbout).entries()) expect(fact).toBe(found[i]);
          if (entity !== null) expect(spellingIn(is, nameKey(entity))).toBe(spellingIn(was, nameKey(entity)));
          for (const fact of questions.length > 4 ? found : []) expect(is.facts[fact.index]).toBe(fact);
        }
        expect(is).toStrictEqual(was);
      }),
      { numRuns: 60 },
    );
  });
});

describe('reading a pack', () => {
  it('continues where it was when something else has been read from it in the meantime', () => {
    const facts = (about: string) =>
      Array.from({ length: 20 }, (_, i) => `  - {entity: ${about}-${i % 3}, attribute: seat, value: ${about} ${i}}`);
    const page = (about: string) => `---\nfacts:\n${facts(about).join('\n')}\n---\n`;
    const [a, b] = unpacked(allEntries(codexOf({ 'a.md': page('a'), 'b.md': page('b') }).canon));
    const seen: (string | undefined)[] = [];
    const found = factsOf(a ?? expect.fail(), 'seat', (name) => {
      const other = factsOf(b ?? expect.fail(), 'seat', (about) => about === 'b-1');
      seen.push(spellingIn(b ?? expect.fail(), 'b-2'), other[0]?.value.text);
      return name === 'a-1';
    });
    expect(found.map(({ value }) => value.text)).toEqual([1, 4, 7, 10, 13, 16, 19].map((i) => `a ${i}`));
    expect(new Set(seen)).toEqual(new Set(['b-2', 'b 1']));
  });
});

/** As many as have tables widened several times, each of which takes a while. */
const MANY = 3000;

describe('names, and the files under them', () => {
  it('are all found while the table grows', () => {
    const index = openInvertedIndex();
    for (let i = 0; i < MANY; i++) {
      index.add(i % 2, i >> 1, i);
      // An old name is indexed again.
      const before = (i * 7) % (i + 1);
      index.add(before % 2, before >> 1, MANY + i);
      expect(index.filesAt(before % 2, before >> 1)).toEqual(expect.arrayContaining([before, MANY + i]));
    }
    expect([index.sizeOf(0), index.sizeOf(1)]).toEqual([MANY / 2, MANY / 2]);
    const kept = openInvertedIndex(index.image());
    for (let i = 0; i < MANY; i++) expect(kept.filesAt(i % 2, i >> 1)).toEqual(index.filesAt(i % 2, i >> 1));
    expect([...kept.names(1)].sort((a, b) => a - b)).toEqual(Array.from({ length: MANY / 2 }, (_, i) => i));
  });
});

describe('a pool', () => {
  it('finds every string while the table grows', () => {
    const pool = openStringInterner();
    for (let i = 0; i < MANY; i++) {
      expect([pool.put(`name ${i}`), pool.find(`name ${i + 1}`)]).toEqual([i, -1]);
      const before = (i * 7) % (i + 1);
      expect([pool.put(`name ${before}`), pool.find(`name ${before}`)]).toEqual([before, before]);
    }
    const kept = openStringInterner(pool.image());
    for (let i = 0; i < MANY; i++) expect(kept.find(`name ${i}`)).toBe(i);
    expect(kept.size).toBe(MANY);
  });
  it('returns every string by its number, and gives each string one number', () => {
    const word = fc.oneof(anyText(), fc.string(), fc.constantFrom('', 'a', 'é', '…', '\ud800'));
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.constant(null)), { maxLength: 100 }), (words) => {
        let pool = openStringInterner();
        const numbers = new Map<string, number>();
        for (const one of words) {
          if (one === null) pool = openStringInterner(pool.image());
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
