/** Computes some attributes and lives on both axes: the lanes of a timeline, for pictures that need few of them. */
import {
  type CanonPoint,
  type Canon,
  clipsOverCanonTime,
  describerOf,
  describersOf,
  heldOverCanonTime,
  idOf,
  kindOfAttribute,
  knownAt,
  lastPosition,
  nameSteps,
  type OnBothAxes,
  type OverCanonTime,
  possibleStaters,
  refusePast,
  stopsOf,
  placedEntries,
  attributesOf,
  type Known,
  pairsNaming,
} from '../../canon';
import type { Revision } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import { stretchesOf } from '../../entry/stretches';
import { isEverDated } from '../../entry/versions';
import type { FamilyLife, KinOffer } from '../../picture/shapes/kinShapes';
import type { Timeline } from '../../picture/shapes/timelineShape';
import { compareTexts } from '../../text/sorted';
import { endText } from '../words/answerJson';
import { revisionsInAnswer } from '../words/years';
import {
  canonStopJson,
  type CanonTexts,
  canonTexts,
  stretchJson,
  eventDrafts,
  openDay,
  type TimelineScope,
} from './timelineEvents';
import { type LaneDraft, placedOnLine } from './timelineLanes';

interface PairQuery {
  /** The entities whose attributes are wanted; and those whose lives are. */
  readonly entities: readonly string[];
  readonly living: readonly string[];
  readonly hasLane: (entity: string, attribute: string) => boolean;
}

export interface PairAnswer extends Pick<Timeline, 'lanes' | 'line' | 'lines' | 'calendars' | 'present' | 'points'> {
  /** By entity. */
  readonly lives: ReadonlyMap<string, readonly FamilyLife[]>;
  /** Since when an entry is known, as `as_of` takes it. */
  readonly knownFrom: (entry: Entry) => string | null;
}

/** The axes of a picture: what was decided after the point is left out. @param placed every entry that may be known there */
export function* viewOnBothAxes(
  canon: Canon,
  point: CanonPoint,
  placed: readonly Entry[],
): Generator<void, { view: OnBothAxes; texts: CanonTexts; revisions: readonly Revision[] }> {
  // The only place that decides what is known.
  const within = knownAt(canon, point);
  const revisions = revisionsInAnswer(within.canon, placed, lastPosition(canon, point));
  const positions = revisions.map(({ position }) => position);
  const stops = yield* stopsOf(within, placed, positions);
  const view: OnBothAxes = { within, stops, names: nameSteps(within, stops) };
  return { view, texts: canonTexts(within.canon, stops), revisions };
}

/** By entity, then attribute. Yields after some of them. */
export function* laneDrafts(
  view: OnBothAxes,
  { pairs, known }: OverCanonTime,
  scope: Pick<TimelineScope, 'hasLane' | 'describerOf'>,
): Generator<void, readonly LaneDraft[]> {
  const lanes: LaneDraft[] = [];
  for (const { entity, attribute, spans } of pairs) {
    if (!scope.hasLane(entity, attribute)) continue;
    const kind = kindOfAttribute(view.within, attribute);
    const describer = scope.describerOf(entity, known);
    lanes.push({ entity, attribute, kind, describer, spans: heldOverCanonTime(view, spans, kind) });
    if (lanes.length % PAUSE === 0) yield;
  }
  return lanes.sort((a, b) => compareTexts(a.entity, b.entity) || compareTexts(a.attribute, b.attribute));
}

/** The number of lanes between two yields. */
const PAUSE = 20;

/** What was decided after the point is left out. */
export function* pairsOnBothAxes(canon: Canon, point: CanonPoint, asked: PairQuery): Generator<void, PairAnswer> {
  const within = knownAt(canon, point);
  refusePast(within, asked.entities);
  const { view, texts, revisions } = yield* viewOnBothAxes(canon, point, placedEntries(within.canon));
  const { stops } = view;
  yield;
  const pages = new Map(asked.living.map((entity) => [entity, livesOn(view, entity)]));
  const entries = new Set([
    ...asked.entities.flatMap((entity) => possibleStaters(within.canon, entity).entries),
    ...[...pages.values()].flat(),
  ]);
  const inOrder = [...entries].filter(within.has).sort((a, b) => (a.path < b.path ? -1 : 1));
  const clips = yield* clipsOverCanonTime(within, inOrder, stops, view.names);
  const { standings } = clips;
  const isWanted = new Set(asked.entities);
  const lanes = yield* laneDrafts(view, clips, {
    hasLane: (entity, attribute) => isWanted.has(entity) && asked.hasLane(entity, attribute),
    describerOf: (entity, known) => describerOf(known, entity, null),
  });
  const events = eventDrafts(view, texts, [...pages.values()].flat(), standings);
  const onLine = yield* placedOnLine(view, texts, { lanes, events, retcons: [], from: null, until: null });
  const lives = [...pages].map(([entity, of]) => {
    const all = of.flatMap((entry) => livesIn(view, texts, entry, standings.get(entry) ?? [], onLine.line));
    return [entity, all] as const;
  });
  return {
    ...onLine,
    points: canonStopJson(canon, revisions, stops, texts, onLine),
    lives: new Map(lives),
    knownFrom: (entry) => texts[stops.stopOf(entry)] ?? null,
  };
}

/** The pages on an entity's life: its own page, and earlier and later versions of it. */
function livesOn({ within }: OnBothAxes, entity: string): readonly Entry[] {
  const { mortal } = within.canon.codex;
  const page = describerOf(within, entity, null);
  return describersOf(within, entity).filter(
    (entry) => isEverDated(entry) && (entry === page || (entry.type && mortal.has(entry.type.text.toLowerCase()))),
  );
}

type Standings = Parameters<typeof eventDrafts>[3] extends ReadonlyMap<Entry, infer Spans> ? Spans : never;

/** A life that was taken back never was one. */
function livesIn(
  { stops }: OnBothAxes,
  texts: CanonTexts,
  entry: Entry,
  standings: Standings,
  line: string,
): FamilyLife[] {
  return standings
    .filter(({ atDate }) => atDate !== 'superseded' && atDate !== 'retracted')
    .flatMap(({ dates, from, until }) =>
      stretchesOf(dates).map((stretch): FamilyLife => {
        const [begin, end] = [stretch.from?.date ?? null, stretch.until?.moment ?? null];
        const isHere = (begin?.start.line ?? end?.line) === line && (!end || end.line === line);
        return {
          entry: idOf(stops.knownAt(from), entry),
          ...stretchJson(texts, from, until),
          from: begin?.text ?? null,
          until: stretch.until?.inclusive ? stretch.until.text : endText(end),
          days: isHere ? [openDay(begin?.start.day), openDay(end?.day)] : null,
          approximate: begin?.approximate === true || end?.approximate === true,
        };
      }),
    );
}

/** The pictures of kin and of reigns that can be drawn of an entity: menus offer only these. */
export function kinOffer(known: Known, entity: string): KinOffer {
  const { kin } = known.canon.codex;
  const hasKin =
    attributesOf(known, entity).some((attribute) => kin.has(attribute)) ||
    pairsNaming(known, entity).some(({ attribute }) => kin.has(attribute));
  const title = describerOf(known, entity, null)?.title ?? entity;
  return { entity, title, hasKin, offices: officesIn(known, entity) };
}

export function officesIn(known: Known, entity: string): readonly string[] {
  const stated = attributesOf(known, entity);
  const ofKind = (kind: 'state' | 'set'): string[] => stated.filter((one) => kindOfAttribute(known, one) === kind);
  return [...ofKind('state'), ...ofKind('set')];
}
