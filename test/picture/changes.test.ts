/** Changes, and what is in view, in words: for those who step through a picture and for users of screen readers. */
import { describe, expect, it } from 'vitest';
import { changesOf, isNothingDecided, nextDayStop } from '../../server/src/core/picture/timeline/changes';
import { prepare } from '../../server/src/core/picture/timeline/prepare';
import { tableRows } from '../../server/src/core/picture/timeline/tableRows';
import type { Files } from '../support/codex';
import { CALENDAR, house, page, timelineOf } from './house';

const sentences = (files: Files): string[] => changesOf(prepare(timelineOf(files))).map(({ sentence }) => sentence);

describe('a change along canon time', () => {
  it('is described in a sentence for each lane', () => {
    expect(sentences(house)).toEqual([
      'session-45: The founder of House Vyr is Maric since 200 TA as well. This is disputed.',
      'session-47: The founder of House Vyr was Maric from 200 TA; it is Aldric since 412 TA.',
    ]);
  });

  it('names its day, and its entities', () => {
    const prepared = prepare(timelineOf(house));
    const change = changesOf(prepared).at(-1);
    const aldric = prepared.things.findIndex(({ title }) => title === 'Aldric');
    expect(change?.things).toContain(aldric);
    expect(change?.day).toBe(prepared.spans.first[aldric]);
  });

  it('covers removals, members, and events that never happened', () => {
    const files = {
      'codex.yaml': `${CALENDAR}revisions: [session-1, session-2]\nattributes: {member: set}\n`,
      'curse.md': page(
        'title: The Curse\ndate: 300 TA\ncanon: session-1\nfacts: {house: {curse: no sleep, member: [Ysolde]}}',
      ),
      'not.md': page('canon: session-2\nretracts: [{id: curse}]'),
    };
    expect(sentences(files)).toEqual([
      'session-1 first states the curse of house and the member of house.',
      'session-2: The curse of house was no sleep from 300 TA; nothing takes its place.',
      'session-2: Of house, member: no longer Ysolde from 300 TA.',
      'session-2: The Curse, 300 TA, never happened.',
    ]);
  });
});

it('reports the canon point before which nothing had been decided', () => {
  const files = { 'codex.yaml': 'revisions: [one, two]\n', 'a.md': page('title: A\ndate: 3 TA\ncanon: two') };
  const prepared = prepare(timelineOf(files));
  expect(prepared.timeline.points.map((_, canon) => isNothingDecided(prepared, canon))).toContain(true);
  expect(isNothingDecided(prepared, prepared.timeline.points.length - 1)).toBe(false);
  expect(isNothingDecided(prepare(timelineOf(house)), 0)).toBe(false);
  expect(isNothingDecided(prepare(timelineOf({})), 0)).toBe(false);
});

describe('the next day on which something begins or ends', () => {
  const prepared = prepare(timelineOf(house));
  const last = prepared.timeline.points.length - 1;

  const walk = (by: 1 | -1, canon: number): string[] => {
    const found: string[] = [];
    let day = by > 0 ? -Infinity : Infinity;
    for (let stop = nextDayStop(prepared, canon, day, by); stop; stop = nextDayStop(prepared, canon, day, by)) {
      found.push(stop.sentence);
      day = stop.day;
    }
    return found;
  };

  it('is found from one to the next', () => {
    expect(walk(1, last).slice(0, 3)).toEqual([
      '200 TA: The Founding; the founder of House Vyr is Maric; the member of House Vyr is also Maric; the ruler of House Vyr is Maric.',
      '215 TA: the member of House Vyr is also Ysolde.',
      '231 TA: The Long Winter; the member of House Vyr is no longer Maric; the ruler of House Vyr is no longer Maric.',
    ]);
  });

  it('is the same on the way back', () => {
    expect(walk(-1, last)).toEqual(walk(1, last).reverse());
  });

  it('depends on what was known', () => {
    expect(walk(1, 1).join(' ')).not.toContain('Aldric');
  });
});

describe('the picture as a table', () => {
  const prepared = prepare(timelineOf(house));
  const view = { domain: prepared.whole, width: 900, height: 100 };

  it('has what is drawn, in its order, and what has no place', () => {
    const { rows, count } = tableRows(prepared, view);
    expect(count).toBe(rows.length);
    expect(rows.map(({ lane, value, from, until }) => [lane, value, from, until].join(' | '))).toEqual([
      'Events | The Founding | 200 TA | ',
      'Events | The Long Winter | 231 TA .. 240 TA | ',
      'Events | A Comet | c. 300 TA | ',
      'Events | The Refounding | 412 TA | ',
      'House Vyr, founder | Maric | 200 TA | 412 TA',
      'House Vyr, founder | Aldric | 412 TA | ',
      'House Vyr, founder | Ysolde | 300 TA | 350 TA',
      'House Vyr, member | Maric | 200 TA | 231 TA',
      'House Vyr, member | Ysolde | 215 TA | 260 TA',
      'House Vyr, ruler | Maric | 200 TA | 231 TA',
      'House Vyr, ruler | Corwin the Elder | c. 262 TA | 304 TA',
      'House Vyr, ruler | Berent | 341 TA | 398 TA',
      'House Vyr, motto | We endure |  | ',
    ]);
    expect(rows.filter(({ isUnplaced }) => isUnplaced).map(({ value }) => value)).toEqual(['We endure']);
    expect(rows.filter(({ disputed }) => disputed === 'disputed').map(({ value }) => value)).toEqual([
      'Maric',
      'Ysolde',
    ]);
  });

  it('marks events that never happened', () => {
    const files = {
      'codex.yaml': 'revisions: [one, two]\n',
      'bridge.md': page('title: The Fall of the Bridge\ndate: 300 TA\ncanon: one'),
      'curse.md': page('title: The Curse\ndate: 310 TA\ncanon: one'),
      'feast.md': page('title: The Feast\ndate: 320 TA\ncanon: one'),
      'blown-up.md': page('title: The Bridge Is Blown Up\ndate: 300 TA\ncanon: two\nsupersedes: [{id: bridge}]'),
      'no-curse.md': page('canon: two\nretracts: [{id: curse}]'),
    };
    const told = prepare(timelineOf(files));
    const undoneAt = (canon: number): string[] =>
      tableRows(told, { domain: told.whole, width: 900, height: 100, canon }).rows.map(({ value, undone }) =>
        `${value} ${undone}`.trim(),
      );
    expect(undoneAt(1)).toEqual(['The Fall of the Bridge', 'The Curse', 'The Feast']);
    expect(undoneAt(2)).toEqual([
      'The Bridge Is Blown Up',
      'The Fall of the Bridge superseded',
      'The Curse retracted',
      'The Feast',
    ]);
  });

  it('of an earlier canon point, of fewer days, or filtered, has fewer rows', () => {
    expect(tableRows(prepared, { ...view, canon: 0 }).rows.map(({ value }) => value)).not.toContain('Aldric');
    expect(tableRows(prepared, { ...view, domain: [prepared.whole[0], prepared.spans.first[0] ?? 0] }).count).toBe(1);
    expect(tableRows(prepared, { ...view, filter: 'corw' }).rows.map(({ value }) => value)).toEqual([
      'Corwin the Elder',
    ]);
    expect(tableRows(prepared, view, 2)).toMatchObject({ rows: { length: 2 }, count: 13 });
  });
});
