/** Importing again after both sides have changed: the author's words stay, and what only the source has changed comes in. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutFrontmatter, frontmatterTree } from '../../server/src/core/entry/frontmatter';
import { digestsOf, partsOf } from '../../server/src/core/imports/merge';
import { pageText } from '../../server/src/core/imports/pages';
import { type ImportFolder, planImport } from '../../server/src/core/imports/plan';
import { type ImportedItem, type ImportedWorld, openMarks } from '../../server/src/core/imports/world';
import { valueOf } from '../../server/src/core/yaml/tree';
import '../support/seed';

const item = (n: number, more: Partial<ImportedItem> = {}): ImportedItem => ({
  id: `tool/${n}`,
  from: `${n}.json`,
  title: `Page ${n}`,
  folder: '',
  type: 'person',
  isHidden: false,
  aliases: [],
  tags: [],
  date: '300 TA',
  through: null,
  until: null,
  keys: [],
  facts: [
    { attribute: 'eyes', value: 'grey' },
    { attribute: 'hair', value: 'red' },
  ],
  sections: [{ heading: null, html: `Of ${n}.`, isHidden: false }],
  ...more,
});

const worldOf = (items: readonly ImportedItem[]): ImportedWorld => ({
  // An item is emptied when its page is made.
  items: items.map((one) => ({ ...one })),
  pictures: [],
  calendars: [],
  present: null,
  lost: [],
  marks: openMarks(),
  sets: [],
});

/** A folder in memory, into which worlds are imported one after the other. */
function folder() {
  const files = new Map<string, string>();
  let [written, parts]: [ImportFolder['written'], ImportFolder['parts']] = [new Map(), new Map()];
  const bring = (items: readonly ImportedItem[]) => {
    const places = new Map(
      [...files].flatMap(([path, text]) => {
        const id = /^source_id: (.+)$/m.exec(text)?.[1];
        return id === undefined ? [] : [[id, path] as const];
      }),
    );
    const textAt = (path: string): string | null => files.get(path) ?? null;
    const plan = planImport(
      worldOf(items),
      'a tool',
      { places, written, parts, exists: (path) => files.has(path), digestAt: textAt, textAt },
      {
        digestOf: (text) => text,
        digestOfPart: (text) => text,
        digestOfFile: (from) => from,
        markdownOf: (html) => html,
      },
    );
    for (const { path, change, text } of plan.files)
      if (change !== 'same' && change !== 'kept') files.set(path, text ?? '');
    [written, parts] = [plan.digests, JSON.parse(JSON.stringify([...plan.parts]), undefined)].map(
      (one) => new Map(one as Map<string, never>),
    ) as unknown as [ImportFolder['written'], ImportFolder['parts']];
    return plan.files.filter(({ change }) => change !== 'same');
  };
  const edit = (path: string, from: string, to: string): void => {
    expect(files.get(path)).toContain(from);
    files.set(path, (files.get(path) ?? '').replace(from, to));
  };
  return { files, bring, edit };
}

it('keeps ten edited pages when twenty change in the source, and takes over what only the source has changed', () => {
  const { files, bring, edit } = folder();
  const numbers = [...Array(30).keys()];
  bring(numbers.map((n) => item(n)));
  expect(bring(numbers.map((n) => item(n)))).toEqual([]);
  for (const n of numbers.slice(0, 10)) edit(`Page ${n}.md`, `Of ${n}.`, `My words of ${n}.`);
  edit('Page 1.md', 'eyes: grey', 'eyes: green # mine');
  const later = numbers.map((n) => {
    if (n < 5) return item(n, { facts: [{ attribute: 'eyes', value: 'blue' }], date: '301 TA', tags: ['new'] });
    if (n < 8) return item(n, { sections: [{ heading: null, html: 'Otherwise.', isHidden: false }] });
    return n < 20 ? item(n, { type: 'place' }) : item(n);
  });
  const changes = bring(later);
  expect(changes.map(({ path, change, taken, left }) => [path, change, taken.join(' '), left.join(' ')])).toEqual([
    ...[0, 1, 2, 3, 4].map((n) =>
      n === 1
        ? ['Page 1.md', 'merged', 'date attributes.hair tags', 'attributes.eyes']
        : [`Page ${n}.md`, 'merged', 'date attributes.eyes attributes.hair tags', ''],
    ),
    ...[5, 6, 7].map((n) => [`Page ${n}.md`, 'kept', '', 'prose']),
    ...[8, 9].map((n) => [`Page ${n}.md`, 'merged', 'type', '']),
    ...numbers.slice(10, 20).map((n) => [`Page ${n}.md`, 'updated', '', '']),
  ]);
  expect(files.get('Page 1.md')).toBe(`---
title: Page 1
source_id: tool/1
type: person
date: 301 TA
attributes:
  eyes: green # mine
tags: [new]
---

My words of 1.
`);
  // What is left stays news until one side says what the other does; the rest is settled.
  expect(bring(later).map(({ path, isNews, taken }) => [path, isNews, taken.length])).toEqual([
    ['Page 0.md', false, 0],
    ['Page 1.md', true, 0],
    ...[2, 3, 4].map((n) => [`Page ${n}.md`, false, 0]),
    ...[5, 6, 7].map((n) => [`Page ${n}.md`, true, 0]),
    ...[8, 9].map((n) => [`Page ${n}.md`, false, 0]),
  ]);
});

it('leaves a page alone whose frontmatter is no longer read, and one that is removed', () => {
  const { files, bring, edit } = folder();
  bring([item(1), item(2), item(3)]);
  edit('Page 1.md', '---\n', '');
  edit('Page 3.md', 'attributes:\n  eyes: grey\n  hair: red', 'attributes: [eyes]');
  files.delete('Page 2.md');
  const before = [...files];
  const later = [1, 2, 3].map((n) => item(n, { facts: [{ attribute: 'eyes', value: 'blue' }] }));
  expect(bring(later).map(({ change, left }) => [change, left.join(' ')])).toEqual([
    ['kept', ''],
    ['kept', ''],
    ['kept', 'attributes.eyes'],
  ]);
  for (const [path, text] of before) expect(files.get(path)).toBe(text);
});

it('remembers of a page what is read back from it', () => {
  const words = fc.string({ unit: fc.constantFrom('a', ':', '#', '\n', '[', "'", '"', ' ', '-', '{', '1') });
  const value = fc.oneof(words, fc.array(words, { minLength: 1 }), fc.dictionary(words, words, { minKeys: 1 }));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('title', 'date', 'attributes', 'b'), value), words, (keys, prose) => {
      fc.pre(Object.keys(keys).length > 0);
      const text = pageText({ pairs: Object.entries(keys), prose });
      const tree = frontmatterTree(text);
      const pairs = tree?.pairs.map((pair) => [pair.key.text, valueOf(pair.value)] as const) ?? [];
      const back = partsOf(pairs, text.slice(cutFrontmatter(text)?.body));
      const same = (digest: string): string => digest;
      expect(digestsOf(back, same)).toEqual(digestsOf(partsOf(Object.entries(keys), prose), same));
    }),
  );
});
