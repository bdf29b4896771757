/**
 * Renames, moves and deletions of what is named thousands of times: each page is read and scanned once and not for each
 * name.
 */
import { expect, it, vi } from 'vitest';
import { allEntries, knownAt, LATEST } from '../../server/src/core/canon';
import { lossesOf, followMoves } from '../../server/src/core/edits/rename/moves';
import { renameableAt, renameEdits } from '../../server/src/core/edits/rename/rename';
import { sourceItemsOf } from '../../server/src/core/reading/hierarchy';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { caretIn } from '../support/caret';
import { codexOf, type Files } from '../support/codex';

// Quadratic time takes many minutes; a busy machine does not fail this test.
vi.setConfig({ testTimeout: 150_000 });

const MANY = 20_000;
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** The texts of some files, and how often each was read. */
function counted(files: Files) {
  const asked = new Map<string, number>();
  const textOf = (path: string): string => {
    asked.set(path, (asked.get(path) ?? 0) + 1);
    return files[path] ?? '';
  };
  return { asked, textOf, exists: (path: string) => path in files };
}

/** How many edits renaming at the caret makes, and how often it reads the text of a page. */
function renamed(files: Files) {
  const { known, entry, text, offset } = caretIn(files);
  const around = counted({ ...files, [entry.path]: text });
  const can = renameableAt(known, entry, text, offset);
  const done = can.ok ? renameEdits(known, can, 'Marek', { ...around, takesFiles: false }) : can;
  return { edits: done.ok ? done.change.edits.length : done.message, asked: around.asked.get('names.md') };
}

const maric = '---\nid: m\ntitle: Mar$0ic\n---\n';
const items = times(MANY, () => '  - Maric\n').join('');

it.each<[string, Files]>([
  ['links in prose', { 'maric.md': maric, 'names.md': 'They met [[Maric]] at the ford.\n'.repeat(MANY) }],
  ['names in frontmatter', { 'maric.md': maric, 'names.md': `---\nsources:\n${items}---\n` }],
])('renames an entry in %s', (_, files) => {
  expect(renamed(files)).toEqual({ edits: MANY + 1, asked: 1 });
});

it('renames an entity without an entry', () => {
  expect(renamed({ 'names.md': `---\nsources:\n  - Ma$0ric\n${items}---\n` })).toEqual({ edits: MANY + 1, asked: 1 });
});

it('renames one of many aliases, each of which is named', () => {
  const aliases = times(MANY, (i) => `, name ${i}`).join('');
  const names = times(MANY, (i) => `[[name ${i}]] [[Maric]]\n`).join('');
  const files = { 'maric.md': `---\ntitle: X\naliases: [Mar$0ic${aliases}]\n---\n`, 'names.md': names };
  expect(renamed(files)).toEqual({ edits: MANY + 1, asked: 1 });
});

const PAGES = 4000;
const pages = Object.fromEntries(times(PAGES, (i) => [`p${i}.md`, `---\nsources: old\n---\n[x](names.md)\n`]));
const naming: Files = {
  ...pages,
  'names.md': `---\nsources: [${times(PAGES, (i) => `p${i}`).join(', ')}]\n---\n${times(PAGES, (i) => `[x](p${i}.md)\n`).join('')}`,
};

it('follows many pages that are moved at once, all of them named by one', () => {
  const moves = Object.keys(pages).map((from) => ({ from, to: from.replace('p', 'sub/q') }));
  const around = counted(naming);
  const edits = followMoves(knownAt(codexOf(naming).canon, LATEST), moves, around);
  expect(edits).toHaveLength(4 * PAGES);
  expect(Math.max(...around.asked.values())).toBeLessThan(3);
});

/** That codex, and how often the sources of the page that names all are read. */
function looked() {
  const { canon } = codexOf(naming);
  const all = allEntries(canon);
  const entry = all.find(({ path }) => path === 'names.md');
  if (!entry) throw new Error('names.md is no entry');
  const { sources } = entry;
  const looks = { at: 0 };
  const get = () => {
    looks.at++;
    return sources;
  };
  Object.defineProperty(entry, 'sources', { get });
  return { canon, entry, others: all.filter((one) => one !== entry), looks };
}

it('shows what rests on many pages that are deleted at once, all of them named by one', () => {
  const { canon, others, looks } = looked();
  expect(lossesOf(knownAt(canon, LATEST), others)).toHaveLength(PAGES);
  expect(looks.at).toBe(1);
});

it('shows where each of many sources is named', () => {
  const { canon, entry, looks } = looked();
  const found = sourceItemsOf(nowOf(canon), entry);
  expect(found.filter(({ spans }) => spans.length === 1)).toHaveLength(PAGES);
  expect(looks.at).toBeGreaterThan(0);
  expect(looks.at).toBeLessThan(10);
});
