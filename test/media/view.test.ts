/** The saved view: it survives a reload, a change of the codex, and any other content of the store. */
import { describe, expect, it } from 'vitest';
import { asOfAt, canonOf, FIRST_VIEW, nameOfThing, readView, tableMarks, thingNamed } from '../../media/timeline/view';
import { prepare } from '../../server/src/core/picture/timeline/prepare';
import { lane, SAMPLE, span } from './sampleTimeline';

const prepared = prepare(SAMPLE);

describe('a view', () => {
  it('is read as it was saved', () => {
    const view = {
      ...FIRST_VIEW,
      domain: [10, 20] as const,
      asOf: 'session-1',
      at: 12,
      grouping: 'type' as const,
      hasTable: true,
    };
    expect(readView(JSON.parse(JSON.stringify(view)))).toEqual(view);
  });

  it.each([null, undefined, 'x', 7, {}, { domain: [3, 1], at: 'now', grouping: 'size', scrollTop: -4, filter: 7 }])(
    'of %o is the first one',
    (kept) => expect(readView(kept)).toEqual(FIRST_VIEW),
  );
});

describe('the canon point', () => {
  it('is now unless another one is chosen', () => {
    expect(canonOf(prepared, FIRST_VIEW)).toBe(3);
    expect(canonOf(prepared, { ...FIRST_VIEW, asOf: null })).toBe(0);
    expect(asOfAt(prepared, 3)).toEqual({ asOf: undefined });
    expect(asOfAt(prepared, 1)).toEqual({ asOf: 'session-1' });
  });

  it('is now if the chosen one is gone', () => {
    expect(canonOf(prepared, { ...FIRST_VIEW, asOf: 'session-9' })).toBe(3);
  });

  it('stays where it is when a session is added', () => {
    const later = prepare({ ...SAMPLE, points: [...SAMPLE.points, { at: 'session-4' }] });
    expect(canonOf(later, { ...FIRST_VIEW, asOf: 'session-2' })).toBe(2);
    expect(canonOf(later, FIRST_VIEW)).toBe(4);
  });
});

describe('the selection', () => {
  it('is found again by its name, whatever it is', () => {
    for (const [i, thing] of prepared.things.entries())
      expect(
        nameOfThing(prepared, prepared.things[thingNamed(prepared, nameOfThing(prepared, thing)) ?? -1] ?? thing),
        `${i}`,
      ).toBe(nameOfThing(prepared, thing));
  });

  it('is found again where others have come before it', () => {
    const oda = prepared.things.find(({ title }) => title === 'Oda') ?? expect.fail();
    const more = prepare({
      ...SAMPLE,
      lanes: [lane('Anwen', 'home', [span('The Weir', [100, null])]), ...SAMPLE.lanes],
    });
    const found = thingNamed(more, nameOfThing(prepared, oda));
    expect(more.things[found ?? -1]).toMatchObject({ title: 'Oda', lane: (oda.lane ?? 0) + 1 });
  });

  it('is empty when the selected item is gone', () => expect(thingNamed(prepared, '["nobody"]')).toBeNull());
});

it('sessions of campaigns are marked, those of one table in one row', () => {
  const points = [
    { at: null },
    { at: 'honor/1', campaign: 'Honor' },
    { at: 'crows/1', campaign: 'Crows' },
    { at: 'siege' },
    { at: 'honor/2', campaign: 'Honor' },
  ];
  expect(tableMarks(points).map(({ index, row }) => [index, row])).toEqual([
    [1, 0],
    [2, 1],
    [4, 0],
  ]);
});
