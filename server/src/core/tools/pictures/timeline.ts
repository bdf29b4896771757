/** The timeline of some entities, or of the whole codex, on both axes at once. */
import {
  type Canon,
  type Commits,
  clipsOverCanonTime,
  entitiesStated,
  refusePast,
  knownAt,
  placedEntries,
  statingEntries,
} from '../../canon';
import type { WorldDate } from '../../chronology';
import type { Timeline } from '../../picture/shapes/timelineShape';
import type { Answered, AskSurroundings, Given, ReadText } from '../asked/answering';
import { findEntityByName, nameAtPoint, readCanonPointParam, readWorldDateParam, type Result } from '../asked/question';
import { canonStopJson, blockEventDrafts, eventDrafts, timelineRetcons, chosen, everything } from './timelineEvents';
import { placedOnLine } from './timelineLanes';
import { laneDrafts, viewOnBothAxes } from './pairsOnBothAxes';
import { inShort, timelineText } from './timelineText';

export interface TimelineQuestion {
  /** Names of entities; if empty, the whole codex. */
  readonly entities?: readonly string[];
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly asOf?: string | undefined;
}

/** Yields after some entries and lanes. */
export function* timelineSteps(
  canon: Canon,
  { entity, from, until, as_of }: Given,
  { commits, textOf }: AskSurroundings,
): Generator<void, Answered<'timeline'>> {
  const entities = entity?.split('\n').filter((name) => name.trim() !== '') ?? [];
  const found = yield* timelineOf(canon, { entities, from, until, asOf: as_of }, commits, textOf);
  if (!found.ok) return found;
  const timeline = found.value;
  return {
    ok: true,
    json: { ...timeline },
    get inShort() {
      return inShort(timeline);
    },
    prose: timelineText(timeline, entities),
  };
}

/**
 * The data alone. Yields after some entries and lanes.
 * @param textOf the present files, for the events that notes keep in code blocks
 */
export function* timelineOf(
  canon: Canon,
  question: TimelineQuestion,
  commits?: Commits,
  textOf: ReadText = () => null,
): Generator<void, Result<Timeline>> {
  const point = readCanonPointParam(canon, question.asOf, commits);
  if (!point.ok) return point;
  const within = knownAt(canon, point.value);
  const window = readWindow(within.canon, question);
  if (!window.ok) return window;
  const ids: string[] = [];
  for (const name of question.entities ?? []) {
    const entity = nameAtPoint(canon, point.value, name, findEntityByName);
    if (!entity.ok) return entity;
    ids.push(entity.value.id);
  }
  yield;
  const entries = ids.length === 0 ? statingEntries(within.canon) : [];
  const placed = ids.length === 0 ? entries : placedEntries(within.canon);
  refusePast(within, ids.length === 0 ? entitiesStated(within, entries) : ids);
  const { view, texts, revisions } = yield* viewOnBothAxes(canon, point.value, placed);
  const { stops } = view;
  const scope = ids.length === 0 ? yield* everything(within, entries) : chosen(view, ids);
  const clips = yield* clipsOverCanonTime(within, scope.entries, stops, view.names);
  const lanes = yield* laneDrafts(view, clips, scope);
  const read = point.value.kind === 'git' ? point.value.textOf : textOf;
  const noted = yield* blockEventDrafts(view, texts, scope.events, read, scope.hasBlockEvent);
  const events = [...eventDrafts(view, texts, scope.events, clips.standings), ...noted];
  const retcons = yield* timelineRetcons(view, texts, scope, clips);
  const timeline = yield* placedOnLine(view, texts, { lanes, events, retcons, ...window.value });
  return {
    ok: true,
    value: {
      from: window.value.from?.text ?? null,
      until: window.value.until?.text ?? null,
      as_of: point.value.text,
      for: null,
      ...timeline,
      points: canonStopJson(canon, revisions, stops, texts, timeline),
    },
  };
}

/** The stretch of world time in question, `[from, until)`. */
interface TimeWindow {
  readonly from: WorldDate | null;
  readonly until: WorldDate | null;
}

function readWindow(canon: Canon, { from, until }: TimelineQuestion): Result<TimeWindow> {
  const first = from === undefined ? null : readWorldDateParam(canon, from);
  if (first && !first.ok) return first;
  const last = until === undefined ? null : readWorldDateParam(canon, until);
  if (last && !last.ok) return last;
  const window = { from: first?.value ?? null, until: last?.value ?? null };
  const [begin, end] = [window.from?.start, window.until?.start];
  const refuse = (why: string): Result<TimeWindow> => ({
    ok: false,
    failure: { code: 'bad-date', message: `"${until}" ${why}`, given: until ?? '' },
  });
  if (begin && end && begin.line !== end.line)
    return refuse(`can't be compared with "${from}": give two dates of one era.`);
  if (begin && end && end.day <= begin.day)
    return refuse(`is not after "${from}": the picture ends before it. Give a later end.`);
  return { ok: true, value: window };
}
