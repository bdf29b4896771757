/** What an import accounts for: each thing of an export is a page, or stands in `lost` with a reason. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../server/src/core/imports/formats';
import type { ImportedWorld } from '../../server/src/core/imports/world';
import * as tools from '../../server/src/otherTools/importTools';
import '../support/seed';
import { pagesOf } from './imported';

function read(format: string, files: Readonly<Record<string, unknown>>): ImportedWorld {
  const bytes = Object.entries(files).map(
    ([path, content]) =>
      [path, new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content))] as const,
  );
  const world = FORMATS.find(({ name }) => name === format)?.read(
    { name: bytes[0]?.[0] ?? '', files: new Map(bytes) },
    tools,
    {},
  );
  return world ?? expect.fail(format);
}

/** Each page lies in the folder, under a name that every system takes. */
function countPages(world: ImportedWorld): number {
  const paths = [...pagesOf(world).keys()].filter((path) => path !== 'codex.yaml');
  for (const path of paths)
    expect(path).toMatch(/^(?:[^\s./\\][^/\\:*?"<>|]{0,120}\/)*[^\s./\\][^/\\:*?"<>|]{0,120}\.md$/);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  return paths.length;
}

const lostOf = ({ lost }: ImportedWorld, ...kinds: readonly string[]): number =>
  lost.reduce((sum, { what, count }) => sum + (kinds.includes(what) ? count : 0), 0);

/** Names as worlds have them: some twice, some in other letters, some that no file can have. */
const name = fc.constantFrom(
  'Maric',
  'maric',
  '../../evil',
  'Orla',
  'a/b',
  '..',
  'CON',
  'ä',
  'x'.repeat(300),
  'index',
  '{#}',
);
const junk = fc.constantFrom<unknown>(null, 0, 'words', [], {}, { id: 7 });

const holds = (property: fc.IProperty<[unknown[]]>): void => fc.assert(property, { numRuns: 60 });

describe('of all that is in an export, nothing is left unsaid', () => {
  it('of Kanka', () => {
    const entity = fc.record({ name, isGood: fc.boolean(), junk });
    const file = fc.constantFrom('gallery/a.png', 'notes.pdf', 'a/b/c.json', 'gallery/x.mp3', 'w/banner.svg');
    holds(
      fc.property(fc.array(fc.oneof(entity, file), { maxLength: 12 }), (all) => {
        const files: Record<string, unknown> = { 'campaign.json': {} };
        all.forEach((one, i) => {
          if (typeof one === 'string') files[`${i}${one}`] = 'x';
          else
            files[`characters/c_${i}.json`] = one.isGood
              ? { id: i, name: one.name, entity: { id: 100 + (i % 5) } }
              : one.junk;
        });
        const world = read('kanka', files);
        const lost = lostOf(world, 'files', 'other files', 'pictures');
        expect(world.pictures.length + countPages(world) + lost).toBe(all.length);
      }),
    );
  });

  it('of LegendKeeper', () => {
    const document = fc.constantFrom('page', 'board', 'map', 'time', 'other').map((type) => ({ type, name: type }));
    const resource = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      name,
      documents: fc.array(document, { maxLength: 3 }),
    });
    holds(
      fc.property(fc.array(fc.oneof(resource, junk), { maxLength: 8 }), (resources) => {
        const world = read('legendkeeper', { 'realms.json': { resources } });
        expect(countPages(world) + lostOf(world, 'resources')).toBe(resources.length);
        const documents = resources.flatMap(
          (one) => (one as { documents?: { type: string }[] } | null)?.documents ?? [],
        );
        const lost = lostOf(world, 'boards', 'maps', 'documents of events', 'documents "other"');
        expect(lost).toBe(documents.filter(({ type }) => type !== 'page').length);
      }),
    );
  });

  it('of World Anvil', () => {
    const article = fc.record({
      id: fc.constantFrom('1', '2', '3'),
      title: name,
      entityClass: fc.constantFrom('Person', 'Map', 'Image'),
    });
    holds(
      fc.property(fc.array(fc.oneof(article, junk), { maxLength: 8 }), (all) => {
        const listed = all.some((one) => typeof one === 'object' && one !== null && 'title' in one);
        const world = read('worldanvil', { 'all.json': all, 'x.txt': 'x', 'y.png': 'y' });
        const lost = lostOf(world, 'images', 'maps', 'files', 'other files', 'pictures', 'entries of lists');
        expect(countPages(world) + lost).toBe((listed ? all.length : 1) + 2);
        const printed = all.map((_, i) => `<div class="article-print-container" id="${i % 2}"><h1>A</h1></div>`);
        expect(pagesOf(read('worldanvil', { 'a.html': `<p>${printed.join('')}` })).size - 1).toBe(all.length);
      }),
    );
  });

  it('of calendars', () => {
    const event = fc.record({
      name: fc.option(name, { nil: undefined }),
      id: fc.constantFrom('e', 'f', undefined),
      date: fc.constantFrom<unknown>({ year: 4, month: 0, day: 3 }, { month: 0, day: 3 }, null, 'x', { year: 'y' }),
    });
    const calendar = fc.record({
      name: fc.constantFrom('Vale', 'Sea'),
      static: fc.constantFrom<unknown>({ months: [{ name: 'F', length: 30 }], weekdays: [], eras: [] }, { months: [] }),
      events: fc.array(fc.oneof(event, junk), { maxLength: 4 }),
    });
    holds(
      fc.property(fc.array(calendar, { minLength: 1, maxLength: 3 }), (calendars) => {
        const world = read('calendar', { 'data.json': { calendars } });
        const events = calendars.flatMap((one) => one.events);
        expect(countPages(world) + lostOf(world, 'events')).toBe(events.length);
        expect(world.calendars.length + lostOf(world, 'calendars')).toBe(calendars.length);
      }),
    );
  });

  it('of tables', () => {
    const cell = fc.oneof(name, fc.constantFrom('', ' ', '"', 'a;b', 'two\nlines'));
    holds(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 12 }), (rows) => {
        const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const lines = rows.map((row) => row.map(quoted).join(','));
        const world = read('csv', { 'events.csv': ['Title,Notes', ...lines].join('\r\n') });
        const filled = rows.filter((row) => row.some((one) => one.trim() !== ''));
        expect(countPages(world) + lostOf(world, 'rows')).toBe(filled.length);
      }),
    );
  });
});
