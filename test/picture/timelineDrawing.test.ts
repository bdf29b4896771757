/** Small pictures of small codices, as they are drawn: pages in, a picture out. `UPDATE=1` draws them again. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bothAxesDrawing } from '../../server/src/core/picture/timeline/bothAxes';
import { overviewDrawing } from '../../server/src/core/picture/timeline/overviewDrawing';
import { type Prepared, prepare } from '../../server/src/core/picture/timeline/prepare';
import { svgOf } from '../../server/src/core/picture/paint/svg';
import { timelineDrawing } from '../../server/src/core/picture/timeline/timelineDrawing';
import type { TimelineView } from '../../server/src/core/picture/timeline/lanesLayout';
import type { Files } from '../support/codex';
import { asciiPicture } from './asciiPicture';
import { CALENDAR, house, page, timelineOf } from './house';

const viewOf = (prepared: Prepared, more: Partial<TimelineView> = {}): TimelineView => ({
  domain: prepared.whole,
  width: 840,
  height: 380,
  namesWidth: 140,
  ...more,
});

const expectDrawn = (name: string, drawn: string): void => {
  const file = path.join(import.meta.dirname, 'pictures', name);
  if (process.env.UPDATE) fs.writeFileSync(file, drawn);
  expect(drawn).toBe(fs.readFileSync(file, 'utf8'));
};

const drawn = (files: Files, more?: Partial<TimelineView>): string => {
  const prepared = prepare(timelineOf(files));
  return asciiPicture(timelineDrawing(prepared, viewOf(prepared, more)));
};

describe('a picture', () => {
  it('has lanes, events, the present, and a margin', () => expectDrawn('house.txt', drawn(house)));

  it('of an earlier canon point has the same rows', () => expectDrawn('house-before.txt', drawn(house, { canon: 1 })));

  it('gives a name all of its bar except an edge', () => {
    const prepared = prepare(timelineOf(house));
    const { items } = timelineDrawing(prepared, viewOf(prepared));
    const name = items.find((item) => item.kind === 'text' && item.text === 'Corwin the Elder');
    const bar = items.find(({ kind, role, thing }) => kind === 'box' && role === 'span' && thing === name?.thing);
    if (name?.kind !== 'text' || bar?.kind !== 'box') throw new Error('no bar with its name');
    expect(bar.x + bar.width - (name.x + (name.maxWidth ?? 0))).toBeCloseTo(3);
  });

  it('keeps the name of an entity in view, however far its lanes are scrolled', () => {
    const facts = Array.from({ length: 40 }, (_, i) => `  - {entity: keep, attribute: a${i}, value: v, from: 200 TA}`);
    const prepared = prepare(
      timelineOf({ 'codex.yaml': CALENDAR, 'keep.md': page(`title: The Keep\nfacts:\n${facts.join('\n')}`) }),
    );
    for (let scrollTop = 0; scrollTop <= 300; scrollTop++) {
      const { items } = timelineDrawing(prepared, viewOf(prepared, { scrollTop, height: 300 }));
      const names = items.filter((item) => item.kind === 'text' && item.text === 'The Keep');
      expect(names).toHaveLength(1);
      const [name] = names;
      // The ruler ends at 40: at most half of the name is behind it.
      expect(name?.kind === 'text' && name.y).toBeGreaterThanOrEqual(46);
      expect(name?.kind === 'text' && name.y).toBeLessThan(80);
    }
  });

  it('counts in its margin what had been decided by then', () => {
    const files = {
      'codex.yaml': 'revisions: [one, two]\n',
      'a.md': page('title: A\ncanon: two\nfacts: {a: {seat: here}}'),
      'b.md': page('title: B\ncanon: two\nfacts: {b: {seat: there}}'),
      'c.md': page('title: C\ncanon: one\nfacts: {c: {seat: away}}'),
    };
    expect(drawn(files)).toContain('3 undated');
    expect(drawn(files, { canon: 1 })).toContain('1 undated');
    expect(drawn(files, { canon: 0 })).not.toContain('undated');
  });

  it('of a season says in its strip of all time which month a day belongs to', () => {
    const prepared = prepare(
      timelineOf({ 'a.md': page('title: A\ndate: 1 March 1200'), 'b.md': page('title: B\ndate: 9 June 1200') }),
    );
    const { items } = overviewDrawing(prepared, viewOf(prepared, { height: 40 }));
    const labels = items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
    expect(labels.length).toBeGreaterThan(2);
    for (const label of labels) expect(label).toMatch(/^(\d+ )?[A-Z][a-z]+ 1200/);
  });

  it('is grouped by type', () => expectDrawn('house-by-type.txt', drawn(house, { grouping: 'type' })));

  it('keeps the name of a group in view, and no name of a lane behind it, however far it is scrolled', () => {
    const lanes = (type: string): Files =>
      Object.fromEntries(
        Array.from({ length: 12 }, (_, i) => [
          `${type}${i}.md`,
          page(`title: ${type} ${i}\ntype: ${type}\nfacts: [{attribute: seat, value: v, from: 200 TA}]`),
        ]),
      );
    const prepared = prepare(timelineOf({ 'codex.yaml': CALENDAR, ...lanes('hall'), ...lanes('keep') }));
    for (let scrollTop = 0; scrollTop <= 500; scrollTop += 3) {
      const drawing = timelineDrawing(prepared, viewOf(prepared, { scrollTop, height: 300, grouping: 'type' }));
      const names = drawing.items.flatMap((item) => (item.kind === 'text' && item.role === 'laneName' ? item : []));
      const isGroup = ({ text }: { text: string }): boolean => text === 'hall' || text === 'keep';
      const [top] = names.filter(isGroup).toSorted((a, b) => a.y - b.y);
      expect(top?.y).toBeLessThanOrEqual(40 + 26 + 13);
      const foot = 13 + Math.max(...names.filter(isGroup).map(({ y }) => (y < 66 ? y : 0)));
      const behind = names.filter((name) => !isGroup(name) && name.y > 40 && name.y < foot - 6);
      expect(behind.map(({ text }) => text)).toEqual([]);
    }
  });

  it('marks what never held at the beginning of its lane, from when it is decided', () => {
    const prepared = prepare(
      timelineOf({
        'codex.yaml': `${CALENDAR}revisions: [one, two]\n`,
        'keep.md': page('title: The Keep\ncanon: one\nfacts: [{attribute: seat, value: Vyr, from: 200 TA}]'),
        'moved.md': page('canon: two\nsupersedes: [{id: keep, effective: always}]\nfacts: {keep: {seat: Marn}}'),
      }),
    );
    const marks = (canon: number) =>
      timelineDrawing(prepared, viewOf(prepared, { canon })).items.filter(
        (item) => item.kind === 'path' && item.role === 'retcon',
      );
    expect(prepared.timeline.retcons.map(({ effective }) => effective)).toEqual(['always']);
    const last = prepared.timeline.points.length - 1;
    expect(marks(last).map(({ thing }) => thing)).toEqual([prepared.firstRetcon]);
    expect(marks(last - 1)).toEqual([]);
  });

  it('keeps what a filter names', () =>
    expectDrawn('house-filtered.txt', drawn(house, { filter: 'ÝSOL', height: 200 })));

  it('of a day has feasts, and brackets over a year', () => {
    const prepared = prepare(timelineOf(house));
    const until = prepared.timeline.lanes.find(({ attribute }) => attribute === 'founder')?.spans[0]?.days?.[0] ?? 0;
    expectDrawn('house-days.txt', drawn(house, { domain: [until - 30, until + 90], height: 300 }));
  });

  it('of years only, uncounted, with two calendars has two rulers', () => {
    const files = {
      'codex.yaml': `${CALENDAR}  elvish:\n    year_days: 300\n    offset_days: 20000\n    eras: [{id: LE, names: [Long Evening], epoch: 0}]\n`,
      'a.md': page('title: The First Song\ndate: 12 LE'),
      'b.md': page('title: The Flood\ndate: 400 FA'),
    };
    expectDrawn('two-rulers.txt', drawn(files, { height: 160 }));
  });

  it('of eras that count down, and of an undeclared one', () => {
    const files = {
      'codex.yaml': CALENDAR,
      'a.md': page('title: The Spark\ndate: 300 BF'),
      'b.md': page('title: The Flood\ndate: 40 FA'),
      'c.md': page('title: Elsewhere\ndate: 12 XX'),
    };
    expectDrawn('backward.txt', drawn(files, { height: 180 }));
  });

  it('without a single date says what to do', () => {
    const files = { 'codex.yaml': CALENDAR, 'a.md': page('facts: {keep: {motto: We endure}}') };
    expectDrawn('undated.txt', drawn(files, { height: 220 }));
  });

  it('with a single date has room around it', () =>
    expectDrawn('one-date.txt', drawn({ 'codex.yaml': CALENDAR, 'a.md': page('date: 412 TA') }, { height: 120 })));

  it('of both axes has a rectangle for each value, and a cross', () => {
    const prepared = prepare(timelineOf(house));
    const lane = prepared.timeline.lanes.findIndex(({ attribute }) => attribute === 'founder');
    const at = ((prepared.whole[0] + prepared.whole[1]) / 2) | 0;
    const axes = bothAxesDrawing(prepared, lane, viewOf(prepared, { at, canon: 2, height: 340 }));
    expectDrawn('both-axes.txt', asciiPicture(axes));
  });

  it('can be saved as SVG', () => {
    const prepared = prepare(timelineOf(house));
    const drawing = timelineDrawing(prepared, viewOf(prepared));
    expectDrawn('house.svg', svgOf(drawing, { title: 'House Vyr', description: 'Who founded it, and who ruled.' }));
  });
});
