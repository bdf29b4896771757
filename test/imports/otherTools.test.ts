/** LegendKeeper, World Anvil, calendars and tables as pages: small exports, made as those tools write them. */
import { expect, it } from 'vitest';
import { FORMATS } from '../../server/src/core/imports/formats';
import type { ImportedWorld } from '../../server/src/core/imports/world';
import * as tools from '../../server/src/otherTools/importTools';
import { exportOf, pagesOf } from './imported';

/** What the tool that is recognised makes of an export of one file. */
function read(name: string, content: unknown): ImportedWorld & { readonly format: string } {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const given = { name, files: new Map([[name, new TextEncoder().encode(text)]]) };
  const format = FORMATS.find(({ isIt }) => isIt(given));
  if (!format) throw new Error(`${name} is not recognised`);
  return { ...format.read(given, tools, {}), format: format.name };
}

const lostOf = ({ lost }: ImportedWorld): string[] => lost.map(({ what, count }) => `${count} ${what}`);

const words = (text: string, marks: unknown[] = []) => ({ type: 'text', text, marks });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });

const resource = (id: string, name: string, more: object) => ({
  id,
  name,
  aliases: [],
  tags: [],
  isHidden: false,
  properties: [],
  documents: [],
  ...more,
});

const page = (name: string, content: unknown[], more: object = {}) => ({
  id: `d-${name}`,
  name,
  type: 'page',
  isHidden: false,
  content: { type: 'doc', content },
  ...more,
});

it('reads resources of LegendKeeper: documents, properties, and what is hidden with all that lies in it', () => {
  const secret = {
    type: 'bodiedExtension',
    attrs: { extensionKey: 'block-secret', parameters: { extensionTitle: 'Secret' } },
    content: [paragraph(words('He lies.'))],
  };
  const world = read('realms.json', {
    version: 1,
    calendars: [],
    resources: [
      resource('r1', 'Keep', {
        tags: ['Old places'],
        properties: [
          {
            type: 'TEXT_FIELD',
            title: 'Motto',
            data: { fragment: { type: 'doc', content: [paragraph(words('We endure'))] } },
          },
          { type: 'RESOURCE_LINK', title: 'Lord', isHidden: true, data: { items: [{ resourceId: 'r2' }] } },
        ],
        documents: [
          page('Main', [paragraph(words('Home of '), { type: 'mention', attrs: { id: 'r2', text: 'Maric' } }), secret]),
          page('Notes', [paragraph(words('A trap', [{ type: 'strong' }]))], { isHidden: true }),
          { id: 'd3', name: 'Floors', type: 'map', content: { pins: [] } },
          { id: 'd4', name: 'History', type: 'time', content: { lanes: [], events: [{}, {}] } },
        ],
      }),
      resource('r2', 'Maric', { parentId: 'r1', isHidden: true }),
      resource('r3', 'His son', { parentId: 'r2' }),
    ],
  });
  expect(world.format).toBe('legendkeeper');
  const pages = pagesOf(world);
  expect(pages.get('Keep.md')).toBe(`---
title: Keep
source_id: legendkeeper/r1
tags: [Old-places]
attributes:
  Motto: We endure
facts:
  - entity: keep
    attribute: Lord
    value: "[[Maric]]"
    known_by: nobody
---

Home of [[Maric]]

> [!secret]
>
> He lies.

> [!secret] Notes
> **A trap**
`);
  expect(pages.get('Keep/Maric/His son.md')).toContain('known_by: nobody');
  expect(lostOf(world)).toEqual(['1 maps', '1 documents of events', '2 events']);
});

const article = (id: string, title: string, more: object) => ({
  id,
  title,
  state: 'public',
  isDraft: false,
  entityClass: 'Person',
  templateType: 'person',
  ...more,
});

it('reads articles of World Anvil: BBCode, mentions, sections, and only what is public', () => {
  const files = {
    'articles/maric-1.json': article('a-1', 'Maric', {
      content: '[h2]Youth[/h2][p]Son of @[the old king](person:a-2), [b]bold[/b] & <plain>.[/p]',
      tags: 'noble, vale folk',
      species: [{ id: 'a-2', title: 'Old King' }],
      eyes: 'grey',
      sections: { seeded: { content: 'He is a traitor.' }, secret_plans: { content: 'Kill them.' } },
    }),
    'articles/king-2.json': article('a-2', 'Old King', { state: 'private', content: 'Gone.' }),
    'images/gate-3.json': { id: 3, title: 'Gate', entityClass: 'Image' },
  };
  const given = exportOf(files);
  const format = FORMATS.find(({ isIt }) => isIt(given));
  expect(format?.name).toBe('worldanvil');
  const world = format?.read(given, tools, {});
  const pages = world ? pagesOf(world) : new Map();
  expect(pages.get('Person/Maric.md')).toContain('eyes: grey');
  expect(pages.get('Person/Maric.md')).toContain('Son of [[Old King|the old king]], **bold** & &lt;plain>.');
  expect(pages.get('Person/Maric.md')).toContain('> [!secret] Secret plans\n> Kill them.');
  expect(pages.get('Person/Old King.md')).toContain('known_by: nobody');
});

/** The prose of one article of World Anvil. */
function proseOf(content: string, more: object = {}): { readonly prose: string; readonly lost: string[] } {
  const world = read('articles.json', [article('a-1', 'Maric', { content, ...more }), article('a-2', 'Lysa', {})]);
  const page = pagesOf(world).get('Person/Maric.md') ?? '';
  return { prose: page.slice(page.indexOf('\n---\n') + 5).trim(), lost: lostOf(world) };
}

it('takes no code of World Anvil for words, and no words for a code', () => {
  const { prose, lost } = proseOf(
    '[container: intro]\r\n[h1|top]Youth[/h1]\r\n[p]He met @[[b]Lysa[/b] of Vale](person:a-2) and @[[i]nobody[/i]](person:a-9).[/p]\r\n\r\n[p]The [British Museum] [note: closed].[/p]\r\n[/container]\r\n[url:https://a.example]There[/url][img:12|a map|300][secret:b-1][var:x-y]\r\n[quote]Hail|Lysa[/quote]',
  );
  expect(prose).toBe(
    `### Youth

He met [[Lysa|Lysa of Vale]] and *nobody*.

The \\[British Museum\\] \\[note: closed\\].

[There](https://a.example)

> Hail  
> — Lysa`,
  );
  expect(lost).toEqual(['1 mentions', '1 codes img', '1 codes secret', '1 codes var']);
});

it('hides what World Anvil shows to the author alone, short or long', () => {
  const world = read('articles.json', [
    article('a-1', 'Maric', {
      scrapbook: 'A spy',
      seeded: '[p]He kills the king.[/p]',
      eyes: 'grey',
      footnotes: '[p]1 Vale.[/p]',
      cover: { id: -1 },
    }),
  ]);
  const page = pagesOf(world).get('Person/Maric.md') ?? '';
  expect(page).toContain('attributes:\n  eyes: grey\nfacts:');
  expect(page).toContain('attribute: scrapbook\n    value: A spy\n    known_by: nobody');
  expect(page).toContain('> [!secret] Seeded\n> He kills the king.');
  expect(page).toContain('## Footnotes\n\n1 Vale.');
  expect(lostOf(world)).toEqual([]);
});

it('reads the articles that World Anvil prints, and hides what does not say that it is public', () => {
  const world = read(
    'print.html',
    `<body><div class="article-print-container" id="article-a1" data-article-privacy="public" data-template-type="location"><h1>The Keep</h1>
     <p>Seat of <span class="article-link" data-article-id="a2">House Vyr</span>.</p></div>
     <div class="article-print-container" id="article-a2"><h1>House Vyr</h1><p>Lords.</p></div></body>`,
  );
  const pages = pagesOf(world);
  expect(pages.get('Location/The Keep.md')).toContain('Seat of [[House Vyr]].');
  expect(pages.get('Location/The Keep.md')).not.toContain('nobody');
  expect(pages.get('House Vyr.md')).toContain('known_by: nobody');
});

it('reads calendars with their events, and says of those that come again by which rule', () => {
  const world = read('data.json', {
    calendars: [
      {
        id: 'c1',
        name: 'Vale',
        static: {
          months: [
            { name: 'Frostwane', length: 30 },
            { name: 'Thaw', length: 31 },
          ],
          weekdays: [],
          eras: [],
          moons: [{ name: 'Pale' }],
        },
        current: { year: 440, month: 1, day: 3 },
        categories: [{ id: 'k', name: 'Battles' }],
        events: [
          {
            id: 'e1',
            name: 'The Fall',
            category: 'k',
            description: 'It fell.',
            date: { year: 412, month: 0, day: 29 },
            end: { year: 412, month: 1, day: 1 },
          },
          { id: 'e2', name: 'Midwinter', description: '', date: { year: null, month: 0, day: 15 } },
        ],
      },
    ],
  });
  expect([world.format, world.present]).toEqual(['calendar', '3 Thaw 440']);
  const pages = pagesOf(world);
  expect(pages.get('Events/The Fall.md')).toBe(
    '---\ntitle: The Fall\nsource_id: calendar/vale/e1\ntype: event\ntags: [Battles]\ndate: 29 Frostwane 412 .. 1 Thaw 412\n---\n\nIt fell.\n',
  );
  expect(pages.get('Events/Midwinter.md')).toContain('It recurs each year, on 15 Frostwane.');
  expect(pages.get('codex.yaml')).toContain('{name: Frostwane, days: 30}');
  expect(lostOf(world)).toEqual(['1 moons', '1 dates of events']);
});

it('reads a table by the names of its columns, whatever separates them', () => {
  const world = read(
    'aeon.csv',
    '\uFEFFID;Title;Start Date;Participants;Location;Tags;Weather;Summary\r\n7;"The Fall; at last";1412-03-02 10:00;Maric, Lysa;The Keep;war;rain;"Two lines\nof words"\r\n8;;1413;;;;;\r\n',
  );
  expect(pagesOf(world).get('The Fall; at last.md')).toBe(`---
title: The Fall; at last
source_id: csv/7
tags: [war]
date: 1412-03-02
attributes:
  participant: [Maric, Lysa]
  location: The Keep
  Weather: rain
---

Two lines  
of words
`);
  expect(lostOf(world)).toEqual(['1 times of day', '1 rows']);
});

it('links what names a row of the same table, and only that', () => {
  const world = read(
    'aeon.csv',
    'Label,Participant,Witness,Color,Twin\nThe Fall,"Maric,Lysa","Maric,Lysa","Red,Maric",\nMaric,,"Lysa, the Bold",,Twin\n"Lysa, the Bold",,,,\nTwin,,,,\nTwin,,,,\n',
  );
  const pages = pagesOf(world);
  expect(pages.get('The Fall.md')).toContain(
    '  participant: ["[[Maric]]", Lysa]\n  Witness: Maric,Lysa\n  Color: Red,Maric\n',
  );
  expect(pages.get('Maric.md')).toContain('  Witness: "[[Lysa, the Bold]]"\n  Twin: Twin\n');
});

it('reads the events of Fantasy-Calendar where older exports have them, and names as its pages write them', () => {
  const world = read('vale.json', {
    name: 'Vale',
    static_data: {
      year_data: {
        first_day: 1,
        global_week: [],
        timespans: [{ name: 'Quen&#39;pillar', length: 27, interval: 1, offset: 0 }],
      },
      eras: [],
      event_data: {
        events: [
          {
            name: 'Zan&#39;s Cup',
            description: '<p>A cup.</p>',
            data: { conditions: [['Month', '0', ['0']], ['&&'], ['Day', '0', ['21']]] },
            settings: { hide: true },
          },
        ],
      },
    },
    dynamic_data: { year: 835, timespan: 0, day: 16 },
  });
  const text = pagesOf(world).get("Events/Zan's Cup.md");
  expect(text).toContain("It recurs each year, on 21 Quen'pillar.");
  expect(text).toContain('known_by: nobody');
});

it('reads events that are dated in our own calendar', () => {
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const names = 'January February March April May June July August September October November December'.split(' ');
  const world = read('earth.json', {
    name: 'Earth',
    static_data: {
      year_data: {
        first_day: 1,
        global_week: [],
        timespans: names.map((name, i) => ({ name, length: lengths[i], interval: 1 })),
      },
      eras: [],
    },
    dynamic_data: { year: 2020, timespan: 0, day: 3 },
    events: [
      { id: 4, name: 'Landing', description: '', data: { date: [1969, 6, 20], one_time_event: true }, settings: {} },
    ],
  });
  expect(pagesOf(world).get('Events/Landing.md')).toContain('date: 20 July 1969');
});
