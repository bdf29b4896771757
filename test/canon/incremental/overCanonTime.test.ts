/**
 * The result on both axes equals, at each stop of the canon, the answer there; and each stretch of it is as long as
 * possible.
 */
import { expect, it } from 'vitest';
import {
  type CanonStops,
  stopsOf,
  type NameSteps,
  nameSteps,
  nameStepAt,
} from '../../../server/src/core/canon/incremental/canonStops';
import { clipsOverCanonTime, type OverCanonTime } from '../../../server/src/core/canon/incremental/clipsOverCanonTime';
import { heldOverCanonTime, type HeldSpan } from '../../../server/src/core/canon/incremental/heldOverCanonTime';
import { allEntries } from '../../../server/src/core/canon/model/canon';
import { knownAt, LATEST } from '../../../server/src/core/canon/model/canonPoint';
import { entityNamed, entityOf, entryNamed, idOf } from '../../../server/src/core/canon/model/known';
import type { Known } from '../../../server/src/core/canon/model/canonValue';
import { endDay, startDay } from '../../../server/src/core/canon/model/segments';
import { clippedFactsOf } from '../../../server/src/core/canon/retcons/clips';
import { isSoft, standingOf } from '../../../server/src/core/canon/retcons/standing';
import type { DayRange } from '../../../server/src/core/canon/truth/disputedDays';
import { contradict, type Held, heldOf, kindOfAttribute } from '../../../server/src/core/canon/truth/truth';
import { pairOf } from '../../../server/src/core/canon/model/statedFacts';
import type { Entry } from '../../../server/src/core/entry/entry';
import { atOnce } from '../../../server/src/core/text/groups';
import { printed } from '../everyQuestion';
import { codex, type Files } from '../model/answers';

const CODEX = `revisions: [s1, s2, s3, s4]
attributes: {founder: constant, member: set}
tiers: [book, rumour]
present: 35 TA
`;

interface Built {
  readonly known: Known;
  readonly entries: readonly Entry[];
  readonly stops: CanonStops;
  readonly names: NameSteps;
  readonly over: OverCanonTime;
  readonly held: readonly {
    readonly entity: string;
    readonly attribute: string;
    readonly spans: readonly HeldSpan[];
  }[];
}

function build(files: Files): Built {
  const canon = codex({ 'codex.yaml': CODEX, ...files });
  const [known, entries] = [knownAt(canon, LATEST), allEntries(canon)];
  const stops = atOnce(stopsOf(known, entries, []));
  const names = nameSteps(known, stops);
  const over = atOnce(clipsOverCanonTime(known, entries, stops, names));
  const view = { within: known, stops, names };
  const held = over.pairs.map(({ entity, attribute, spans }) => {
    return { entity, attribute, spans: heldOverCanonTime(view, spans, kindOfAttribute(known, attribute)) };
  });
  return { known, entries, stops, names, over, held };
}

const holdsAt =
  (stop: number) =>
  ({ from, until }: { readonly from: number; readonly until: number }): boolean =>
    from <= stop && stop < until;
const inOrder = (all: readonly unknown[]): string[] => all.map(printed).sort();

/** The shown part of a value: which retcon took the rest of the stated stretch is shown elsewhere. */
const shown = ({ clipped: { entry, fact, clippedBy }, ref, segment, line, except }: Held): string =>
  printed([entry, fact.index, fact.value.text, ref, segment, line, except, clippedBy[0]?.by]);

/** The days on which a value is contradicted, computed lazily; if that is on all lines, no line is listed separately. */
function disputedDays(own: Held, all: readonly Held[], days: readonly number[]): string[] {
  const rivals = all.filter((other) => other !== own && contradict(own, other));
  const onAll = own.line === null ? rivals.filter(({ line }) => line === null) : [];
  return (onAll.length > 0 ? onAll : rivals).flatMap((other) => {
    const [from, until] = [
      Math.max(startDay(own.segment), startDay(other.segment)),
      Math.min(endDay(own.segment), endDay(other.segment)),
    ];
    return days.flatMap((day) => (from <= day && day < until ? `${own.line ?? other.line} ${day}` : []));
  });
}
const daysIn = (ranges: readonly DayRange[], days: readonly number[]): string[] =>
  ranges.flatMap(({ line, from, until }) =>
    days.flatMap((day) => (from <= day && day < until ? `${line} ${day}` : [])),
  );
const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

const NAMES = [
  'x',
  'a',
  'A',
  ' b ',
  'Maric',
  'twin',
  'twin.md',
  'near/twin',
  'near/twin.md',
  'nobody',
  'K\u00e9',
  'Ke\u0301',
];

function compareAt({ known: { canon }, entries, stops, names, over, held }: Built, stop: number): void {
  const known = stops.knownAt(stop);
  const there = entries.filter(known.has);
  for (const name of NAMES) {
    expect(nameStepAt(names.entrySteps(name), stop)?.path, name).toBe(entryNamed(known, name)?.path);
    expect(nameStepAt(names.entitySteps(name), stop), name).toBe(entityNamed(known, name));
  }
  for (const entry of there) {
    expect(nameStepAt(names.idSteps(entry), stop)).toBe(idOf(known, entry));
    expect(nameStepAt(names.ownEntitySteps(entry), stop)).toBe(entityOf(known, entry));
  }
  const clips = over.pairs.flatMap(({ spans }) => spans.filter(holdsAt(stop)).map(({ clipped }) => clipped));
  expect(inOrder(clips)).toEqual(inOrder(there.flatMap((entry) => clippedFactsOf(known, entry))));
  for (const entry of there.filter(({ date }) => date?.date))
    expect(over.standings.get(entry)?.filter(holdsAt(stop))).toMatchObject([
      {
        standing: standingOf(known, entry, canon.codex.present),
        atDate: standingOf(known, entry, entry.date?.date ?? null),
      },
    ]);
  for (const { entity, attribute, spans } of held) {
    const [is, all] = [spans.filter(holdsAt(stop)), heldOf(known, pairOf(entity, attribute))];
    expect(is.map((span) => shown(span.held)).sort()).toEqual(all.map(shown).sort());
    const days = all.flatMap(({ segment }) => [startDay(segment), endDay(segment)]).flatMap((day) => [day - 1, day]);
    const isSet = kindOfAttribute(known, attribute) === 'set';
    for (const { held: one, disputed, isSoft: soft } of is) {
      const own = all.find((other) => shown(other) === shown(one));
      if (!own) throw new Error(shown(one));
      const rivals = isSet ? [] : all.filter((other) => other !== own && contradict(own, other));
      expect(unique(daysIn(disputed, days)), shown(one)).toEqual(isSet ? [] : unique(disputedDays(own, all, days)));
      // In order, and none that meets the next.
      for (const [i, { line, from }] of disputed.slice(1).entries()) {
        const last = disputed[i];
        expect(last && (last.line === line ? last.until < from : (last.line ?? '') < (line ?? ''))).toBe(true);
      }
      expect(soft).toBe(rivals.some((other) => isSoft(known, own.clipped.entry, other.clipped.entry)));
    }
  }
}

/** No span continues unchanged from the stop where it ends. */
function expectLongest({ names, over, held }: Built): void {
  const expectApart = <T extends { readonly from: number; readonly until: number }>(
    spans: readonly T[],
    said: (span: T) => string,
  ): void => {
    for (const span of spans) {
      expect(span.from).toBeLessThan(span.until);
      const next = spans.filter(({ from }) => from === span.until);
      expect(next.map(said)).not.toContain(said(span));
    }
  };
  for (const name of NAMES)
    for (const steps of [names.entrySteps(name), names.entitySteps(name)]) {
      expect(steps[0]?.from).toBe(0);
      for (const [i, { from, value }] of steps.slice(1).entries()) {
        expect(steps[i]?.from).toBeLessThan(from);
        expect(steps[i]?.value).not.toBe(value);
      }
    }
  for (const spans of over.standings.values()) expectApart(spans, ({ standing, atDate }) => `${standing} ${atDate}`);
  for (const { spans } of over.pairs) expectApart(spans, ({ clipped }) => printed(clipped));
  for (const { spans } of held) expectApart(spans, (span) => shown(span.held) + printed([span.disputed, span.isSoft]));
}

const REDECLARED = {
  a: 'canon: s1\ndate: 10 TA\nfacts: {x: {lord: maric, seat: hold, founder: orm}}',
  b: 'canon: s2\ndate: 20 TA\nsupersedes: {id: a, only: [x.lord], reason: so}\nfacts: {x: {lord: lysa}}',
};

it.each<[string, Files]>([
  [
    'a value whose page is written later',
    { a: 'canon: s1\nfacts: {x: {lord: "[[maric]]", seat: maric, member: [maric, "[[Maric]]"]}}', maric: 'canon: s3' },
  ],
  ['a value whose page is there from the beginning', { a: 'canon: s2\nfacts: {x: {lord: maric}}', maric: '' }],
  [
    'a value whose name two pages share later',
    {
      a: 'canon: s1\nfacts: {x: {lord: "[[Maric]]"}}',
      m: 'canon: s2\naliases: [Maric]',
      n: 'canon: s3\naliases: [Maric]',
    },
  ],
  [
    'values whose pages are written later, among several about one thing',
    {
      a: 'canon: s2\ndate: 10 TA\nfacts: {x: {lord: "[[maric]]"}}',
      b: 'canon: s3\ndate: 20 TA\nsupersedes: a\nfacts: {x: {lord: "[[lysa]]"}}',
      maric: 'canon: s1',
      lysa: 'canon: s4',
    },
  ],
  [
    'an entity with another name later',
    { a: 'canon: s1\nfacts: {A: {lord: maric}, b: {seat: hold}}', b: 'canon: s2\naliases: [A]', c: 'canon: s3\nid: A' },
  ],
  [
    'an entity that a page describes later',
    { a: 'canon: s1\nattributes: {lord: maric}\nentity: A', b: 'canon: s2\ntitle: A' },
  ],
  [
    'pages that describe one entity',
    {
      a: 'canon: s1\nentity: x\nattributes: {lord: maric}',
      b: 'canon: s2\nentity: A\nattributes: {seat: hold}',
      c: 'canon: s3\nid: x\naliases: [A]',
    },
  ],
  [
    'a file of the same name later',
    {
      'near/twin': 'canon: s1\nattributes: {lord: maric}',
      'far/twin': 'canon: s3\nattributes: {lord: lysa}',
      a: 'canon: s2\nfacts: {twin: {seat: hold}, near/twin.md: {seat: mill}}',
    },
  ],
  [
    'a value that is the id of a page only once another has its name',
    {
      'near/twin': 'canon: s1',
      'far/twin': 'canon: s3',
      a: 'canon: s2\nfacts: {x: {lord: near/twin}}',
      b: 'canon: s4\nfacts: {x: {lord: maric}}',
    },
  ],
  [
    'a value that another ends later',
    {
      a: REDECLARED.a,
      b: 'canon: s2\ndate: 20 TA\nfacts: {x: {lord: lysa, founder: orm, member: one}}',
      c: 'canon: s4\ndate: 15 TA\nfacts: {x: {lord: orm, member: two}}',
    },
  ],
  ['a retcon, and what retracts that', { ...REDECLARED, c: 'canon: s3\nretracts: {id: b, reason: so}' }],
  [
    'a retcon that is restored later',
    {
      ...REDECLARED,
      c: 'canon: s3\nrestores: {id: a, effective: 30 TA, reason: so}',
      d: 'canon: s4\nrestores: {id: a, effective: 25 TA, reason: so}',
    },
  ],
  [
    'two retcons of one page',
    {
      ...REDECLARED,
      c: 'canon: s3\ndate: 15 TA\nsupersedes: {id: a, reason: so}\nfacts: {x: {lord: orm, seat: mill}}',
    },
  ],
  [
    'a retcon of the same effect',
    { ...REDECLARED, c: 'canon: s3\ndate: 20 TA\nsupersedes: {id: a, only: [x.lord], reason: so}' },
  ],
  [
    'a retcon that nobody made of what it names',
    {
      a: 'canon: s1\ndate: 10 TA\nfacts: {x: {lord: maric}}',
      b: 'canon: s2\nsupersedes: nobody\nfacts: {x: {seat: hold}}',
    },
  ],
  [
    'a retcon from the other end',
    { a: `${REDECLARED.a}\nsuperseded_by: {id: b, reason: so}`, b: 'canon: s2\ndate: 20 TA\nfacts: {x: {lord: lysa}}' },
  ],
  [
    'a retcon of a page with another name by then',
    {
      a: 'canon: s1\nid: far\naliases: [A]\ndate: 10 TA\nfacts: {x: {lord: maric}}',
      b: 'canon: s2\nsupersedes: {id: A, effective: 20 TA, reason: so}',
      c: 'canon: s3\nid: A\ndate: 5 TA',
    },
  ],
  [
    'a dispute that is acknowledged later',
    {
      a: 'canon: s1\ndate: 10 TA\nfacts: {x: {founder: maric}}',
      b: 'canon: s2\ndate: 20 TA\nfacts: {x: {founder: lysa}}',
      c: 'canon: s3\ndate: 25 TA\nfacts: {x: {founder: orm}}',
    },
  ],
  [
    'a soft retcon, which another makes a real one',
    {
      a: 'canon: s1\ndate: 10 TA\nuntil: 50 TA\nfacts: {x: {founder: maric}}',
      b: 'canon: s2\ndate: 20 TA\nuntil: 30 TA\nsupersedes: {id: a, soft: true, reason: so}\nfacts: {x: {founder: lysa}}',
      c: 'canon: s3\ndate: 40 TA\nfacts: {x: {founder: orm}}',
      d: 'canon: s4\nsupersedes: {id: a, effective: 15 TA, reason: so}',
    },
  ],
  [
    'disputes that come and go in between',
    {
      a: 'canon: s1\ndate: 10 TA\nuntil: 90 TA\nfacts: {x: {founder: maric}}',
      b: 'canon: s1\ndate: 20 TA\nuntil: 30 TA\nfacts: {x: {founder: lysa}}',
      c: 'canon: s1\ndate: 25 TA\nuntil: 35 TA\nfacts: {x: {founder: orm}}',
      d: 'canon: s2\ndate: 35 TA\nuntil: 40 TA\nfacts: {x: {founder: tom}}',
      e: 'canon: s3\ndate: 60 TA\nuntil: 70 TA\nfacts: {x: {founder: ilse}}',
      f: 'canon: s4\nretracts: {id: c, reason: so}',
    },
  ],
  [
    'disputes on several lines',
    {
      a: 'canon: s1\nfacts: {x: {founder: maric}}',
      b: 'canon: s2\ndate: 20 TA\nuntil: 30 TA\nfacts: {x: {founder: lysa}}',
      c: 'canon: s3\ndate: 15 XX\nuntil: 25 XX\nfacts: {x: {founder: orm}}',
      d: 'canon: s4\ndate: 20 TA\nuntil: 9 XX\nfacts: {x: {founder: tom}}',
    },
  ],
  [
    'disputes that meet, and disputes that return to a line',
    {
      a: 'canon: s1\nfacts: {x: {founder: maric}}',
      b: 'canon: s2\ndate: 30 TA\nuntil: 40 TA\nfacts: {x: {founder: lysa}}',
      c: 'canon: s2\ndate: 15 AA\nuntil: 25 AA\nfacts: {x: {founder: orm}}',
      d: 'canon: s2\ndate: 40 TA\nuntil: 50 TA\nfacts: {x: {founder: tom}}',
      e: 'canon: s3\ndate: 10 TA\nuntil: 60 TA\nfacts: {x: {founder: ilse}}',
      f: 'canon: s4\ndate: 70 TA\nuntil: 80 TA\nfacts: {x: {founder: bert}}',
    },
  ],
  [
    'a dispute that becomes longer, and one that moves',
    {
      a: 'canon: s1\ndate: 10 TA\nfacts: {x: {founder: maric}}',
      b: 'canon: s1\ndate: 30 TA\nuntil: 40 TA\nfacts: {x: {founder: lysa}}',
      c: 'canon: s2\ndate: 40 TA\nuntil: 45 TA\nfacts: {x: {founder: orm}}',
      d: 'canon: s3\ndate: 20 TA\nuntil: 30 TA\nfacts: {x: {founder: tom}}',
      e: 'canon: s4\nretracts: [{id: b, reason: so}, {id: d, reason: so}]',
    },
  ],
  [
    'a dispute that is meant from some time on',
    {
      a: 'canon: s1\ndate: 10 TA\nfacts: {x: {founder: maric}}',
      b: 'canon: s1\nid: b\ndate: 20 TA\nfacts: {x: {founder: lysa}}',
      c: 'canon: s3\nid: c\nsupersedes: {id: a, soft: true, reason: so}\nfacts: {x: {founder: lysa}}',
    },
  ],
  [
    'what holds on all lines except some, which are stated later',
    {
      a: 'canon: s1\nfacts: {x: {lord: maric}}',
      b: 'canon: s2\ndate: 20 TA\nfacts: {x: {lord: lysa}}',
      c: 'canon: s3\ndate: 15 XX\nfacts: {x: {lord: orm}}',
      d: 'canon: s4\nretracts: {id: b, reason: so}',
    },
  ],
  [
    'a page that states an attribute twice',
    {
      a: 'canon: s1\nfacts: {x: {founder: [maric, lysa], member: [maric, lysa]}}',
      b: 'canon: s2\nfacts: {x: {founder: [maric, lysa]}}',
      c: 'canon: s3\nsupersedes: {id: a, only: [x.founder], reason: so}\nfacts: {x: {founder: orm}}',
    },
  ],
  [
    'one retcon where another did it before',
    {
      a: 'canon: s1\ndate: 10 TA\nfacts: {x: {lord: maric}}',
      b: 'canon: s2\nid: z\ndate: 20 TA\nsupersedes: {id: a, reason: so}',
      c: 'canon: s3\nid: y\ndate: 20 TA\nretracts: {id: a, effective: 20 TA, reason: so}',
      d: 'canon: s4\nrestores: {id: a, effective: 40 TA, reason: so}',
    },
  ],
  [
    'an entity whose page has no id of its own, among others of its name',
    {
      Ké: 'canon: s2\nattributes: {lord: maric}',
      a: 'canon: s1\nfacts: {"Ké": {seat: hold}, " b ": {seat: mill}}',
      b: 'canon: s3\naliases: [twin]',
      'near/twin': 'canon: s2\nentity: b\nattributes: {lord: lysa}',
    },
  ],
  [
    'an id that another page has for a name',
    {
      a: 'canon: s1\nfacts: {A: {lord: maric}, Why: {lord: lysa}}',
      b: 'canon: s2\nid: A',
      c: 'canon: s3\naliases: [A]',
      d: 'canon: s4\nid: y\ntitle: Why',
      y: 'canon: s2',
    },
  ],
  [
    'tiers, one of which is stated later',
    {
      a: 'canon: s1\ntier: rumour\ndate: 10 TA\nfacts: {x: {lord: maric}}',
      b: 'canon: s2\ntier: book\ndate: 20 TA\nuntil: 30 TA\nfacts: {x: {lord: lysa}}',
      c: 'canon: s3\ndate: 25 TA\nfacts: {x: {lord: orm}}',
    },
  ],
  [
    'two facts of one page, one of them taken by a retcon',
    {
      a: 'canon: s1\nfacts: [{entity: x, attribute: lord, value: maric, from: 10 TA}, {entity: x, attribute: lord, value: lysa, from: c. 20 TA}]',
      b: 'canon: s2\nsupersedes: {id: a, effective: 15 TA, reason: so}',
    },
  ],
  [
    'the standing of a page at its date, and now',
    {
      a: 'canon: s1\ndate: 10 TA',
      b: 'canon: s2\nsupersedes: {id: a, effective: 30 TA, reason: so}',
      c: 'canon: s3\nretracts: {id: a, effective: always, reason: so}',
      d: 'canon: s4\ndate: 90 TA\nuntil: 99 TA',
      e: 'canon: s1\nfacts: {x: {seat: hold}}',
      f: 'canon: s2\ndate: unknown\nretracts: d',
    },
  ],
  [
    'nothing that any retcon touches',
    { a: 'canon: s1\ndate: 10 TA\nfacts: {x: {lord: maric}}', b: 'canon: s2\ndate: unknown\nfacts: {x: {seat: hold}}' },
  ],
])('%s', (_, files) => {
  const all = build(files);
  for (const [stop] of all.stops.positions.entries()) compareAt(all, stop);
  expectLongest(all);
});
