/** A timeline is what the canon answers, at every day of the world and at every point of the canon. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allEntries,
  type Canon,
  entityOfFact,
  type CanonPoint,
  knownAt,
  positionOf,
  readCanonPoint,
  standingOf,
  wasTrueAt,
} from '../../server/src/core/canon';
import { knowing } from '../../server/src/core/canon/model/known';
import { BEGINNING, type CanonPosition, comparePositions, END } from '../../server/src/core/codex/canonTime';
import type { WorldDate } from '../../server/src/core/chronology/types';
import type { CanonStretch, Days, Timeline } from '../../server/src/core/picture/timelineShape';
import { answerJson } from '../../server/src/core/tools/answerJson';
import { plainText } from '../../server/src/core/tools/richText';
import { askTimeline, timelineOf, type TimelineQuestion } from '../../server/src/core/tools/timeline';
import { atOnce } from '../../server/src/core/text/steps';
import { canonOf, CODEX, WIDE, wideWorld, world } from '../canon/world';
import { codexOf } from '../support/codex';

const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? 6) };

function timelineIn(canon: Canon, question: TimelineQuestion = {}): Timeline {
  const found = atOnce(timelineOf(canon, question));
  if (!found.ok) throw new Error(found.failure.message);
  return found.value;
}

function pointAt(canon: Canon, text: string): CanonPoint {
  const reading = readCanonPoint(canon, text);
  if (!reading.ok) throw new Error(reading.message);
  return reading.point;
}

/** Every position at which something may change, whatever the timeline says of it; in order. */
const positionsIn = (canon: Canon): CanonPosition[] =>
  [
    BEGINNING,
    ...canon.codex.revisions.map(({ position }) => position),
    ...allEntries(canon).map((entry) => positionOf(canon, entry)),
  ].sort(comparePositions);

/** The last of some positions that is known at a canon point of a timeline. */
function positionAt(canon: Canon, text: string | null, positions: readonly CanonPosition[]): CanonPosition {
  const point = text === null ? null : pointAt(canon, text);
  const last = point?.kind === 'position' ? point.position : point ? END : BEGINNING;
  return positions.findLast((position) => comparePositions(position, last) <= 0) ?? BEGINNING;
}

const covers = ([from, until]: Days, day: number): boolean => (from ?? -Infinity) <= day && day < (until ?? Infinity);

const dayOn = (line: string, day: number): WorldDate => {
  const moment = (at: number) => ({ line, day: at, text: `day ${at}`, approximate: false });
  return { start: moment(day), end: moment(day + 1), approximate: false, text: `day ${day}` };
};

/** The days that tell spans apart: before and at each end. */
function tellingDays({ lanes, events }: Timeline): number[] {
  const days = new Set([0]);
  for (const { days: stretch } of [...lanes.flatMap(({ spans }) => spans), ...events])
    for (const day of stretch ?? [])
      if (day !== null)
        days
          .add(day - 1)
          .add(day)
          .add(day + 1);
  return [...days].sort((a, b) => a - b);
}

const wordsOf = (
  attribute: string,
  { value, ref, from, until, entry, superseded_by, sources }: Record<string, unknown>,
) => JSON.stringify([attribute, value, ref, from, until, entry, superseded_by, sources]);

/** Every answer of the canon at some days and all stops, against the spans that cover them. */
function compare(
  canon: Canon,
  question: TimelineQuestion,
  pick: (all: readonly number[]) => readonly number[],
): number {
  const timeline = timelineIn(canon, question);
  const within = knownAt(canon, pointAt(canon, question.asOf ?? 'latest'));
  const positions = positionsIn(canon);
  const stops = new Map(timeline.points.map(({ at }) => [at, positionAt(canon, at, positions)]));
  const isTold = ({ canon_from, canon_until }: CanonStretch, position: CanonPosition): boolean => {
    const [from, until] = [stops.get(canon_from), canon_until === null ? null : stops.get(canon_until)];
    if (from === undefined || until === undefined)
      throw new Error(`${canon_from}, ${canon_until}: no stop of the handle`);
    if (until) expect(comparePositions(from, until)).toBeLessThan(0);
    return comparePositions(from, position) <= 0 && (until === null || comparePositions(position, until) < 0);
  };
  let compared = 0;
  const days = pick(tellingDays(timeline));
  for (const position of positions) {
    const at = `${position.time}/${position.rank}`;
    const known = knowing(
      canon,
      (entry) => within.has(entry) && comparePositions(positionOf(canon, entry), position) <= 0,
    );
    const entries = allEntries(canon).filter(known.has);
    const entities = new Set(entries.flatMap((entry) => entry.facts.map((fact) => entityOfFact(known, entry, fact))));
    for (const { entity } of timeline.lanes) entities.add(entity);
    for (const entity of entities)
      for (const day of days) {
        const answers = wasTrueAt(known, entity, { at: dayOn(timeline.line, day) });
        const expected = answers.facts.flatMap((answer) =>
          answerJson(known, answer).values.map((value) => wordsOf(answer.attribute, value)),
        );
        const lanes = timeline.lanes.filter((lane) => lane.entity === entity);
        const there = lanes.flatMap(({ attribute, spans }) =>
          spans
            .filter((span) => isTold(span, position) && span.days && covers(span.days, day))
            .map((span) => ({ attribute, span })),
        );
        const told = there.filter(({ span }) => span.ends_elsewhere === undefined);
        const place = `${entity} on day ${day} as of ${at}`;
        expect(told.map(({ attribute, span }) => wordsOf(attribute, { ...span })).sort(), place).toEqual(
          expected.sort(),
        );
        for (const { attribute, kind, isDisputed, values } of answers.facts) {
          const own = told.filter((one) => one.attribute === attribute).map(({ span }) => span);
          const disputed = own.some(
            (span) => span.is_disputed && (span.disputed_days ?? [span.days]).some((part) => part && covers(part, day)),
          );
          expect(disputed, `${attribute} of ${place}`).toBe(isDisputed);
          expect(lanes.find((lane) => lane.attribute === attribute)?.kind).toBe(kind);
          expect(own.map(({ title }) => title).sort()).toEqual(
            values.map(({ ref, clipped }) => ref?.title ?? clipped.fact.value.text).sort(),
          );
        }
        compared += expected.length;
      }
    const standings = entries
      .filter(({ date }) => date?.date)
      .map(
        (entry) =>
          `${entry.path} ${standingOf(known, entry, canon.codex.present)} ${standingOf(known, entry, entry.date?.date ?? null)}`,
      );
    const events = timeline.events.filter((event) => isTold(event, position));
    expect(
      [
        ...new Set(
          events.map(({ file, standing, standing_then }) => `${file} ${standing} ${standing_then ?? standing}`),
        ),
      ].sort(),
      `standings as of ${at}`,
    ).toEqual(standings.sort());
  }
  return compared;
}

/** Some of all days, the same for one seed. */
const some =
  (seed: number, most = 12) =>
  (all: readonly number[]): readonly number[] =>
    all.length <= most ? all : Array.from({ length: most }, (_, i) => all[(seed + i * 7919) % all.length] ?? 0);

/** The same world with other dates. */
const dated = (files: ReadonlyMap<string, string>, dates: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(
    [...files].map(([path, text]) => [
      path,
      text.replace(/\b5 TA \.\. 12 TA|c\. 25 TA|\b\d+ (?:TA|XX)/g, (date) => dates[date] ?? dates['*'] ?? date),
    ]),
  );

const CALENDARS = `${CODEX}present: 35 TA
calendars:
  reckoning:
    months: [{name: Thaw, days: 30}, {name: Midfeast, days: 1}, {name: Harvest, days: 40}]
    leap: [{month: Thaw, every: 4}]
    eras: [{id: FA, epoch: 0, last: 20}, {id: TA, epoch: 20}]
  hill:
    offset_days: 200
    months: [{name: Lambing, days: 100}, {name: Snow, days: 200}]
    eras: [{id: HR, epoch: 0}]
  monks:
    eras: [{id: DR, epoch: 0}]
`;

describe('a timeline', () => {
  it.each([
    ['of any codex', CODEX, {}],
    ['of one that has a present', `${CODEX}present: 21 TA\n`, {}],
    [
      'in three calendars',
      CALENDARS,
      { '20 TA': '3 Harvest 20 TA', '30 TA': '12 HR', '15 XX': '15 DR', '40 TA': '5 Snow 40 HR', '22 TA': '22 TA' },
    ],
    [
      'from the first star to the last',
      CODEX,
      {
        '10 TA': '-13800000000',
        '20 TA': '-66000000',
        '30 TA': '40000',
        'c. 25 TA': 'c. 1200 CE',
        '5 TA .. 12 TA': '500 BCE .. 300 CE',
        '40 TA': '12 May 40000',
        '22 TA': '-12',
      },
    ],
    ['without a single date', CODEX, { '*': 'unknown', '5 TA .. 12 TA': 'unknown', 'c. 25 TA': 'unknown' }],
  ] as const)('%s covers a day and a point with what was true there, and with nothing else', (_, codex, dates) => {
    fc.assert(
      fc.property(
        world,
        fc.nat(),
        fc.constantFrom(undefined, 'r2', 'r3', '2026-02-01', 'before:b'),
        (files, seed, asOf) => {
          const canon = canonOf(dated(files, dates), codex);
          fc.pre(asOf === undefined || readCanonPoint(canon, asOf).ok);
          compare(canon, { asOf }, some(seed));
        },
      ),
      RUNS,
    );
  });

  it('says the same of lives, of several stretches, and of names that many share', () => {
    fc.assert(
      fc.property(wideWorld, fc.nat(), (files, seed) => void compare(canonOf(files, WIDE), {}, some(seed))),
      RUNS,
    );
  });

  it('of some entities has their lanes as that of the whole codex has them', () => {
    fc.assert(
      fc.property(wideWorld, fc.constantFrom('x', 'a', 'y'), (files, name) => {
        const canon = canonOf(files, WIDE);
        const whole = timelineIn(canon);
        const found = atOnce(timelineOf(canon, { entities: [name] }));
        fc.pre(found.ok && found.value.line === whole.line);
        if (!found.ok) return;
        const laneOf = ({ entity, attribute }: { entity: string; attribute: string }) =>
          whole.lanes.find((lane) => lane.entity === entity && lane.attribute === attribute);
        for (const lane of found.value.lanes) expect(lane).toEqual(laneOf(lane));
        const own = whole.lanes.filter(({ entity }) => entity === name);
        expect(found.value.lanes.filter(({ entity }) => entity === name)).toEqual(own);
        for (const event of found.value.events) expect(whole.events).toContainEqual(event);
      }),
      RUNS,
    );
  });
});

describe('what a timeline says of', () => {
  const page = (text: string): string => `---\n${text}\n---\n`;
  const codexWith = (files: Readonly<Record<string, string>>, codex = 'revisions: [s1, s2, s3]\n'): Canon =>
    codexOf({ 'codex.yaml': codex, ...files }).canon;
  const lanesIn = ({ lanes }: Timeline) =>
    lanes.map(({ entity, attribute, spans }) => [`${attribute} of ${entity}`, spans.map(({ title }) => title)]);

  it('a value that refers to a page: its title, once the page is written', () => {
    const canon = codexWith({
      'a.md': page('canon: s1\nfacts: {house: {lord: "[[maric]]"}}'),
      'maric.md': page('title: Maric Ashhand\ncanon: s2'),
    });
    const [lane] = timelineIn(canon).lanes;
    expect(lane?.spans).toMatchObject([
      { title: 'maric', ref: null, canon_from: 's1', canon_until: 's2', days: [null, null] },
      { title: 'Maric Ashhand', ref: 'maric', canon_from: 's2', canon_until: null },
    ]);
    expect(JSON.stringify(timelineIn(canon, { asOf: 's1' }))).not.toMatch(/Maric|s2/);
  });

  it('disputes, where they are and whether they are meant', () => {
    const canon = codexWith({
      'a.md': page('date: 10 TA\nuntil: 30 TA\nfacts: {x: {lord: maric, seat: keep}}'),
      'b.md': page(
        'tier: low\ndate: 10 TA\nuntil: 20 TA\nsupersedes: {id: a, soft: true, only: x.lord}\nfacts: {x: {lord: lysa, seat: keep}}',
      ),
    });
    const [lord, seat] = timelineIn(canon).lanes;
    expect(lord?.spans).toMatchObject([
      { title: 'maric', is_disputed: true, is_soft: true, disputed_days: [[10, 20]], days: [10, 30] },
      { title: 'lysa', is_disputed: true, is_soft: true, days: [10, 20] },
    ]);
    expect(lord?.spans[1]).not.toHaveProperty('disputed_days');
    expect(seat?.spans.map(({ is_disputed, is_soft }) => [is_disputed, is_soft])).toEqual([
      [false, undefined],
      [false, undefined],
    ]);
  });

  it('ends that are coarse, uncertain, or on another line', () => {
    const { lanes, line } = timelineIn(
      codexWith({
        'a.md': page(`facts:
  - {entity: x, attribute: lord, value: maric, from: 1200 CE .. 1203 CE, until: c. 1210-05-02}
  - {entity: x, attribute: seat, value: keep, from: 1200-03, until: 9 TA}`),
      }),
    );
    // The first of January 1200, a leap year.
    const year = 437_925;
    expect(line).toBe('');
    const [span] = lanes[0]?.spans ?? [];
    expect(span).toMatchObject({ from: '1200 CE', until_approximate: true, from_days: [year, year + 4 * 365 + 1] });
    expect(span?.days?.[0]).toBe(year);
    expect(span).not.toHaveProperty('until_days');
    expect(lanes[1]?.spans[0]).toMatchObject({
      from_days: [year + 60, year + 91],
      ends_elsewhere: '9 TA',
      until: null,
    });
  });

  it('what has no place on its line', () => {
    const { line, lines, unplaced, lanes, events } = timelineIn(
      codexWith({
        'a.md': page(
          'date: 10 TA\nfacts: [{entity: x, attribute: lord, value: maric}, {entity: x, attribute: seat, value: keep, from: 5 XX}]',
        ),
        'b.md': page('facts: {x: {motto: endure}}'),
        'c.md': page('date: 3 XX'),
      }),
    );
    expect(line).toBe('era:ta');
    expect(lines).toEqual([
      { line: 'era:ta', name: 'TA', count: 2 },
      { line: 'era:xx', name: 'XX', count: 2 },
    ]);
    expect(unplaced).toEqual([
      { lane: 1, span: 0, why: 'undated' },
      { lane: 2, span: 0, why: 'other_line', line: 'era:xx', line_days: [5, null] },
      { event: 1, why: 'other_line', line: 'era:xx', line_days: [3, 4] },
    ]);
    expect(lanes[2]?.spans[0]?.days).toBeNull();
    expect(events[1]?.days).toBeNull();
  });

  it('an entity: its lanes, those in which it is a value, and the events that link to it', () => {
    const canon = codexWith({
      'maric.md': page('title: Maric\ndate: 5 TA\nattributes: {eyes: grey}'),
      'war.md': `${page('date: 9 TA\nfacts: {lysa: {eyes: blue}}')}Led by [[Maric]].\n`,
      'house.md': page('facts: {house: {lord: "[[maric]]", seat: keep}}'),
      'then.md': page('date: 20 TA\nfacts: {house: {lord: lysa}}'),
    });
    const timeline = timelineIn(canon, { entities: ['Maric'] });
    expect(lanesIn(timeline)).toEqual([
      ['lord of house', ['Maric', 'lysa']],
      ['eyes of maric', ['grey']],
    ]);
    expect(timeline.events.map(({ entry }) => entry)).toEqual(['maric', 'war']);
    const both = timelineIn(canon, { entities: ['Maric', 'lysa'] });
    expect(lanesIn(both)).toContainEqual(['eyes of lysa', ['blue']]);
  });

  it('some years alone', () => {
    const canon = codexWith({
      'a.md': page('date: 10 TA\nfacts: {x: {lord: maric}}'),
      'b.md': page('date: 20 TA\nfacts: {x: {lord: lysa}}'),
      'c.md': page('facts: {x: {motto: endure}}'),
    });
    const timeline = timelineIn(canon, { from: '12 TA', until: '20 TA' });
    expect(lanesIn(timeline)).toEqual([
      ['lord of x', ['maric']],
      ['motto of x', ['endure']],
    ]);
    expect(timeline).toMatchObject({ events: [], from: '12 TA', until: '20 TA' });
    expect(failureOf(canon, { from: '12 TA', until: '12 TA' })).toMatch(/"12 TA" is not after "12 TA"/);
    expect(failureOf(canon, { from: '12 TA', until: '13 XX' })).toMatch(/can't be compared/);
    expect(failureOf(canon, { from: 'soon' })).toMatch(/soon/);
    expect(failureOf(canon, { entities: ['nobody'] })).toMatch(/"nobody" is nothing that this codex knows/);
  });

  it('events that notes keep in code blocks: on their page, and no part of the canon', () => {
    const block =
      '```timeline-labeled\ndate: 12 TA\ntitle: A flood at [[ford]]\ncontent: Much water.\n\ndate: one day\ntitle: Peace\n```\n';
    const files = { 'vyr.md': `${page('canon: s2')}${block}`, 'ford.md': page(''), 'other.md': page('canon: s3') };
    const canon = codexWith(files);
    const textOf = (path: string): string | null => files[path as keyof typeof files] ?? null;
    const eventsOf = (question: TimelineQuestion) => {
      const found = atOnce(timelineOf(canon, question, undefined, textOf));
      return found.ok ? found.value : expect.fail();
    };
    const { events, unplaced } = eventsOf({});
    expect(events).toMatchObject([
      {
        entry: 'vyr',
        title: 'A flood at ford',
        date: '12 TA',
        days: [12, 13],
        from_block: true,
        text: 'Much water.',
        canon_from: 's2',
      },
      { entry: 'vyr', title: 'Peace', date: 'one day', days: null, from_block: true },
    ]);
    expect(unplaced).toEqual([{ event: 1, why: 'undated' }]);
    expect(eventsOf({ asOf: 's1' }).events).toEqual([]);
    expect(eventsOf({ entities: ['vyr'] }).events).toHaveLength(2);
    expect(eventsOf({ entities: ['other'] }).events).toEqual([]);
  });

  it('a codex without a single date: what to do', () => {
    const answered = askTimeline(codexWith({ 'a.md': page('facts: {x: {lord: maric}}') }, ''), {});
    expect(answered.ok && plainText(answered.prose)).toBe(
      'Timeline\nx\n  lord  maric  undated\nNothing here has a date: write `date: 412 TA` at the top of a page, or `from:` and `until:` behind a fact.',
    );
    const said = (canon: Canon, question: TimelineQuestion) => {
      const nothing = askTimeline(canon, question);
      return nothing.ok && plainText(nothing.prose);
    };
    const years = 'eras: [{id: AS, epoch: 0}]\nrevisions: [s1, s2]\n';
    expect(said(codexWith({}, ''), {})).toBe(
      'Timeline\nNothing is told there yet: write `date: 412 TA` at the top of a page to see it here.',
    );
    expect(said(codexWith({ 'a.md': page('') }, years), { entities: ['a'] })).toBe(
      'Timeline of a\nNothing is told there yet: write `date: 412 AS` at the top of its page, or state a fact of it.',
    );
    const late = codexWith({ 'a.md': page('date: 9 AS\ncanon: s2') }, years);
    expect(said(late, { asOf: 's1' })).toContain('\nNothing had been told by then: ask as of a later point.');
    expect(said(late, { from: '10 AS' })).toContain(
      '\nNothing is told of those years: ask for others, or for all of them.',
    );
  });

  it('more than anybody reads: how to narrow it', () => {
    const facts = Array.from(
      { length: 500 },
      (_, i) => `  - {entity: x, attribute: lord, value: v${i}, from: ${i + 1} TA}`,
    );
    const canon = codexWith({ 'a.md': page(`facts:\n${facts.join('\n')}`) });
    const answered = askTimeline(canon, {});
    expect(answered.ok && plainText(answered.prose)).toMatch(/And 100 more: name one or several entities/);
    expect(answered.ok && answered.inShort).toMatchObject({
      left_out: { spans: 500 },
      narrow: expect.stringContaining('--from'),
    });
    const few = askTimeline(canon, { from: '490 TA' });
    expect(few.ok && few.inShort).toBeUndefined();
  });

  function failureOf(canon: Canon, question: TimelineQuestion): string {
    const found = atOnce(timelineOf(canon, question));
    return found.ok ? '' : found.failure.message;
  }
});
