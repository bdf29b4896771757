/** Exports in which anything may be missing or of another kind: what can be read comes in, and nothing is thrown. */
import { expect, it } from 'vitest';
import { FORMATS } from '../../server/src/core/imports/formats';
import * as tools from '../../server/src/otherTools/importTools';
import { pagesOf } from './imported';
import { CAMPAIGN } from './kankaCampaign';

const JUNK = [
  null,
  0,
  -1,
  1.5,
  '',
  'x',
  [],
  {},
  true,
  ['a'],
  { id: 1 },
  '\u00011\u0002',
  '[[a]]|"\n: #',
  '__proto__',
  'constructor',
  '9'.repeat(30),
];

/** Chance from a seed, so that a failure can be had again. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff;
}

function spoilt(value: unknown, share: number, next: () => number): unknown {
  if (next() < share) return JUNK[Math.floor(next() * JUNK.length)];
  if (Array.isArray(value)) return value.map((one) => spoilt(one, share, next));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(() => next() > share / 2);
  return Object.fromEntries(kept.map(([key, one]) => [key, spoilt(one, share, next)]));
}

const REALMS = {
  resources: [
    {
      id: 'r1',
      name: 'Keep',
      properties: [{ type: 'RESOURCE_LINK', title: 'Lord', data: { items: [{ resourceId: 'r1' }] } }],
      documents: [
        {
          type: 'page',
          name: 'Main',
          content: {
            type: 'doc',
            content: [
              {
                type: 'panel',
                attrs: {},
                content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'x' } }] }],
              },
            ],
          },
        },
        { type: 'map', content: {} },
      ],
    },
  ],
};

const CALENDAR = {
  calendars: [
    {
      name: 'Vale',
      static: {
        months: [{ name: 'F', length: 30 }],
        weekdays: [{ name: 'a' }],
        eras: [{ name: 'E', date: { year: 1 } }],
        moons: [],
      },
      current: { year: 440, month: 0, day: 3 },
      events: [
        {
          id: 'e',
          name: 'The Fall',
          description: 'x',
          date: { year: 412, month: 0, day: 29 },
          end: { year: 412, month: 0, day: 30 },
        },
      ],
    },
  ],
};

const ARTICLE = {
  id: 'a-1',
  title: 'M',
  state: 'public',
  entityClass: 'Person',
  content: '[h2]Y[/h2] @[k](person:a-1) [constructor]x[/constructor]',
  species: [{ id: 'a-1', title: 'O' }],
  sections: { s: { content: 'x' } },
  relations: { r: { items: [{ id: 'a-1', title: 'z' }] } },
};

const EXPORTS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['kanka', CAMPAIGN],
  ['legendkeeper', { 'realms.json': REALMS }],
  ['calendar', { 'vale.json': CALENDAR }],
  ['worldanvil', { 'm.json': ARTICLE }],
];

it.each(EXPORTS)('of %s are read as far as they can be', (name, files) => {
  const format = FORMATS.find((one) => one.name === name);
  for (let seed = 1; seed <= 40; seed++) {
    const next = chance(seed);
    const share = next() * 0.2;
    const given = {
      name: 'world.json',
      files: new Map(
        Object.entries(files).map(([path, content]) => [
          path,
          new TextEncoder().encode(
            typeof content === 'string' ? content : JSON.stringify(spoilt(content, share, next)),
          ),
        ]),
      ),
    };
    for (const { isIt } of FORMATS) isIt(given);
    const world = format?.read(given, tools, {});
    expect(world && pagesOf(world).size, `seed ${seed}`).toBeGreaterThan(0);
  }
});
