/** A timeline agrees with the canon, on every day of the world and at every canon point. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allEntries,
  type Canon,
  entityOfFact,
  type CanonPoint,
  knownAt,
  LATEST,
  positionOf,
  readCanonPoint,
  standingOf,
  wasTrueAt,
} from '../../server/src/core/canon';
import { datesKnown } from '../../server/src/core/canon/retcons/standing';
import { allFactsOf, withVersions } from '../../server/src/core/entry/versions';
import { entityNamed, knowing } from '../../server/src/core/canon/model/known';
import { BEGINNING, type CanonPosition, comparePositions, END } from '../../server/src/core/codex/canonTime';
import type { WorldDate } from '../../server/src/core/chronology';
import type { CanonStretch, Days, Timeline } from '../../server/src/core/picture/shapes/timelineShape';
import { answerJson } from '../../server/src/core/tools/words/answerJson';
import { timelineOf, type TimelineQuestion } from '../../server/src/core/tools/pictures/timeline';
import { atOnce } from '../../server/src/core/text/groups';
import { canonOf, CODEX, WIDE, wideWorld, world } from '../canon/world';
import { timelineIn } from './timelines';

const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? 6) };

function pointAt(canon: Canon, text: string): CanonPoint {
  const reading = readCanonPoint(canon, text);
  if (!reading.ok) throw new Error(reading.message);
  return reading.point;
}

/** Every position at which something may change, independent of the timeline; in order. */
const positionsIn = (canon: Canon): CanonPosition[] =>
  [
    BEGINNING,
    ...canon.codex.revisions.map(({ position }) => position),
    ...allEntries(canon)
      .flatMap(withVersions)
      .map((entry) => positionOf(canon, entry)),
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

/** The days that distinguish spans: before and at each end. */
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

/** Every answer of the canon on some days and at all stops, compared with the spans that cover them. */
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
    const entities = new Set(
      entries.flatMap((entry) => allFactsOf(entry).map((fact) => entityOfFact(known, entry, fact))),
    );
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
      .map((entry) => ({ entry, date: datesKnown(known, entry).date?.date }))
      .filter(({ date }) => date)
      .map(
        ({ entry, date }) =>
          `${entry.path} ${standingOf(known, entry, canon.codex.present)} ${standingOf(known, entry, date ?? null)}`,
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

/** A sample of all days, the same for one seed. */
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
  ] as const)('%s covers a day and a point with exactly the facts that hold there', (_, codex, dates) => {
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

  it('handles lives, several stretches, and names that many pages share the same way', () => {
    fc.assert(
      fc.property(wideWorld, fc.nat(), (files, seed) => void compare(canonOf(files, WIDE), {}, some(seed))),
      RUNS,
    );
  });

  it('of some entities has the same lanes as that of the whole codex', () => {
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
        // A page may have got the name that means another entity.
        const named = entityNamed(knownAt(canon, LATEST), name);
        const own = whole.lanes.filter(({ entity }) => entity === named);
        expect(found.value.lanes.filter(({ entity }) => entity === named)).toEqual(own);
        for (const event of found.value.events) expect(whole.events).toContainEqual(event);
      }),
      RUNS,
    );
  });
});
