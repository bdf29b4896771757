/** Kanka's export as pages: what comes in, who may know it, and that all else is accounted for. */
import { expect, it } from 'vitest';
import { readKanka } from '../../server/src/core/imports/kanka';
import { filesByPath, type ImportedWorld } from '../../server/src/core/imports/world';
import * as tools from '../../server/src/otherTools/importTools';
import { exportOf, pagesOf } from './imported';
import { CAMPAIGN, zipOf } from './kankaCampaign';

const read = (files: Record<string, unknown>): ImportedWorld => readKanka(exportOf(files), tools);

it('makes a page of an entity, with its facts, its posts and its dates', () => {
  expect(pagesOf(read(CAMPAIGN)).get('Characters/Maric.md')).toBe(`---
title: Maric
source_id: kanka/20
type: character
aliases: [The Bridge-builder]
tags: [Nobles-of-the-Vale]
date: 12 Harvestmoon 389 TA
attributes:
  title: Lord of the Keep
  age: 51
  sex: male
  kind: NPC
  Hair: grey
  location: "[[The Keep]]"
  family: "[[House Vyr]]"
  role in Vale: Captain
  Hit points: 31
  Sworn: yes
  Liege: "[[Lysa]]"
  Spouse: "[[Lysa]]"
facts:
  - entity: maric
    attribute: Fear
    value: water
    known_by: nobody
  - entity: maric
    attribute: Debt
    value: 900 crowns
    known_by: nobody
  - entity: maric
    attribute: Spy of
    value: "[[The Shadow]]"
    known_by: nobody
  - entity: maric
    attribute: alias
    value: The Judas
    known_by: nobody
---

### Youth

Born in [[The Keep|the old keep]], he loved [[Lysa]] & nobody.

![[pictures/11111111-2222-3333-4444-555555555555.png]]

## Deeds

- He built a **bridge**.

> [!secret] The truth
> He is a traitor.
>
> To all.

## Links

- [Song](https://example.org/song)

## Reminders

- 29 Frostwane 420 TA to 1 Thaw 420 TA, and again after that: Feast of Maric
`);
});

it('states a relation once that Kanka mirrors, and both where they have words of their own', () => {
  const pages = pagesOf(read(CAMPAIGN));
  expect([...pages.values()].filter((text) => text.includes('Spouse'))).toHaveLength(1);
  const files = structuredClone(CAMPAIGN) as Record<string, { entity: { relationships: { relation: string }[] } }>;
  const [back] = files['characters/lysa_21.json']?.entity.relationships ?? [];
  if (back) back.relation = 'Wife';
  expect(pagesOf(read(files)).get('Characters/Lysa.md')).toContain('Wife: "[[Maric]]"');
});

it('gives days of an event that lasts, in the calendar of the campaign', () => {
  const world = read(CAMPAIGN);
  expect(pagesOf(world).get('Events/The Fall.md')).toContain('date: 29 Frostwane 412 TA .. 1 Thaw 412 TA');
  expect(world.present).toBe('3 Thaw 440 TA');
  expect(world.calendars[0]?.declaration).toMatchObject({
    id: 'reckoning-of-the-vale',
    leap: [{ month: 'Thaw', every: 4 }],
    eras: [{ id: 'TA', yearZero: true }],
  });
});

it('keeps what is private, or not provably public, for nobody', () => {
  const pages = pagesOf(read(CAMPAIGN));
  expect(pages.get('Characters/The Shadow.md')).toContain('known_by: nobody');
  expect(pages.get('Timelines/Ages.md')).toContain('> [!secret]\n>\n> **A plot**');
  // The name of a private tag would give it away.
  expect(pages.get('Characters/Maric.md')).not.toContain('Traitors');
});

it('calls two things of one name apart, and writes what looks like a mark as it is meant', () => {
  const pages = pagesOf(read(CAMPAIGN));
  expect([...pages.keys()].filter((path) => path.includes('Vale'))).toContain('Organisations/Vale (organisation).md');
  expect(pages.get('Locations/The Keep.md')).toContain('Old: 3 < 4, 50&#37;% and \\[brackets\\] \\*stars\\*.');
});

it('accounts for everything else', () => {
  expect(read(CAMPAIGN).lost.map(({ what, count, where }) => `${count} ${what}: ${where}`)).toEqual([
    '1 settings of the campaign: campaign.json',
    '1 settings of modules: settings/modules.json',
    '1 moons: calendars/reckoning_10.json',
    '1 names of years: calendars/reckoning_10.json',
    '1 weather: calendars/reckoning_10.json',
    '1 headings among attributes: characters/maric_20.json',
    '1 attributes: characters/maric_20.json',
    '1 attitudes of relations: characters/maric_20.json',
    '1 relations: characters/maric_20.json',
    '1 tags of pages: characters/maric_20.json',
    '1 pictures: characters/maric_20.json',
    '1 mentions: characters/maric_20.json',
    '2 markers on maps: maps/the-map_70.json',
  ]);
});

it('refuses an archive that leads out, or is larger than it may be, before it is unpacked', () => {
  const limits = { files: 3, bytes: 1000 };
  expect(tools.filesInZip(zipOf({ '../../evil.md': 'x' }), limits)).toContain('leads out of its folder');
  expect(tools.filesInZip(zipOf({ 'a.json': 'x'.repeat(2000) }), limits)).toContain('more than');
  expect(tools.filesInZip(zipOf({ a: '', b: '', c: '', d: '' }), limits)).toContain('more than 3 files');
  // Two files of one name: their names are of one length, so that the letters can be changed in place.
  const twice = Buffer.from(zipOf({ 'one.json': 'x', 'two.json': 'y' }))
    .toString('latin1')
    .replaceAll('two.json', 'one.json');
  expect(tools.filesInZip(Buffer.from(twice, 'latin1'), limits)).toContain('two files called "one.json"');
});

it('unpacks an archive in parts as its files are asked for, and finds which is damaged only then', () => {
  const zip = zipOf({ 'a.txt': 'a'.repeat(5e6), 'b.txt': 'b'.repeat(5e6), 'c.txt': 'c' });
  const zipped = tools.filesInZip(zip, { files: 3, bytes: 1e8 });
  if (typeof zipped === 'string') throw new Error(zipped);
  const found = filesByPath(zipped.paths, zipped.get);
  expect([...found].map(([path, bytes]) => [path, bytes.length])).toEqual([
    ['a.txt', 5e6],
    ['b.txt', 5e6],
    ['c.txt', 1],
  ]);
  expect([found.size, found.has('d.txt'), found.get('d.txt')]).toEqual([3, false, undefined]);
  // What is packed of the second file begins behind its header.
  const at = Buffer.from(zip).indexOf('b.txt') + 'b.txt'.length;
  zip.fill(0xff, at, at + 100);
  expect(found.get('a.txt')?.length).toBe(5e6);
  expect(() => found.get('b.txt')).toThrow('it is damaged');
});

it('keeps the words of tags that are nested without end', () => {
  expect(tools.markdownOf(`${'<div>'.repeat(50_000)}The words`)).toContain('The words');
});
