/** The succession in an office or any other state: who held it, one after the other, on both axes. */
import { someOf } from '../../codex/survey/keyUses';
import type { Succession, Holder } from '../../picture/shapes/kinShapes';
import type { TimelineSpan } from '../../picture/shapes/timelineShape';
import { type Reign, successionTable } from '../../picture/succession/succession';
import { endText } from '../words/answerJson';
import { asOfText, attributeName } from '../words/names';
import { headingLine, itemLine, type RichText, textLine } from '../words/richText';
import {
  attributesOf,
  type Canon,
  type CanonPoint,
  type Commits,
  describerOf,
  factsAbout,
  knownAt,
  type Known,
  type Pair,
  kindOfAttribute,
  LATEST,
  valueEntry,
} from '../../canon';
import { keyOf } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import { endWords } from '../../entry/stretches';
import { nearest } from '../../text/nearNames';
import { listWords } from '../../text/words';
import { type Answered, type AskSurroundings, type Given, nextJson, nextWords, partOf } from '../asked/answering';
import { officesIn, pairsOnBothAxes } from './pairsOnBothAxes';
import { findEntityByName, nameAtPoint, readPoints, type Result } from '../asked/question';
import { daysOfDate } from './timelineEvents';

/** In a council of hundreds, everyone overlaps with everyone. */
const MOST_NAMES = 5;

/** Nobody reads a longer list. */
const MOST_ROWS = 500;

/**
 * @param throughs the words for an end that its author wrote as `through`: `232 TA` to `through 231 TA`
 * @param part the spans that are shown; all if left out
 */
export function successionText(
  succession: Succession,
  throughs: ReadonlyMap<string, string> = new Map(),
  part: readonly TimelineSpan[] = succession.spans,
): RichText {
  const { title, attribute, as_of, points } = succession;
  const all = successionTable(succession, Math.max(points.length - 1, 0), MOST_NAMES + 1);
  const shown = new Set(part.map(keyOfSpan));
  // A gap belongs to the reign that ends it.
  const rows = all.filter((row, i) => {
    const reign = row.kind === 'gap' ? all[i + 1] : row;
    return reign?.kind === 'reign' && shown.has(keyOfSpan(reign.span));
  });
  const heading = headingLine(`${attributeName(attribute)} of ${title}${asOfText(as_of)}`);
  if (all.length === 0) return [heading, textLine('No facts recorded there.')];
  const cells = rows
    .slice(0, MOST_ROWS)
    .map((row) =>
      row.kind === 'gap'
        ? ['', '—', stretchWords(row.from, row.until), 'nobody']
        : [
            row.number === null ? '' : String(row.number),
            row.span.title,
            stretchWords(row.span.from, row.span.until, throughs),
            remarks(row),
          ],
    );
  const widthOf = (column: number): number => cells.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
  const widths = [widthOf(0), widthOf(1), widthOf(2)];
  return [
    heading,
    ...cells.map((row) =>
      itemLine(
        row
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd(),
      ),
    ),
    ...(rows.length > MOST_ROWS
      ? [textLine(`And ${rows.length - MOST_ROWS} more: --format json has all of them.`)]
      : []),
  ];
}

function stretchWords(from: string | null, until: string | null, throughs?: ReadonlyMap<string, string>): string {
  const end = until === null ? '' : (throughs?.get(until) ?? `until ${until}`);
  return [from === null ? '' : `from ${from}`, end].join(' ').trim() || 'undated';
}

/** What is stated of an office and ends with a `through`: the end as JSON has it, and in its author's words. */
const throughsOf = (known: Known, { entity, attribute }: Succession): ReadonlyMap<string, string> =>
  new Map(
    factsAbout(known, entity).flatMap(({ fact, entry }): [string, string][] => {
      const end = fact.attribute.text === attribute ? (fact.until ?? entry.until) : null;
      return end?.inclusive ? [[endText(end.moment) ?? '', endWords(end.moment, [{ fact, entry }])]] : [];
    }),
  );

const keyOfSpan = ({ entry, value, from, canon_from }: TimelineSpan): string =>
  [entry, value, from, canon_from].join(' ');

function remarks({ age, beside, besideCount, span }: Reign): string {
  return [
    ...(age === null ? [] : [`aged ${age}`]),
    ...(span.is_soft ? ['both versions stand'] : span.is_disputed ? ['disputed'] : []),
    ...(besideCount > 0 && !span.is_disputed ? [`at the same time as ${someOf(beside, MOST_NAMES, besideCount)}`] : []),
  ].join('; ');
}

/** Yields after some entries and lanes. */
export function* successionSteps(
  canon: Canon,
  given: Given,
  { commits }: AskSurroundings,
): Generator<void, Answered<'succession'>> {
  const found = yield* successionData(canon, given, commits);
  if (!found.ok) return found;
  const { spans, holders } = found.value;
  const part = partOf(spans, keyOfSpan, given);
  if (!part.ok) return part;
  const { items } = part.value;
  const refs = new Set(items.map(({ ref }) => ref));
  const shown = { spans: items, holders: holders.filter(({ id }) => refs.has(id)) };
  return {
    ok: true,
    json: { ...found.value, ...shown, ...nextJson(part.value) },
    prose: [
      ...successionText(found.value, throughsOf(knownAt(canon, LATEST), found.value), items),
      ...nextWords(part.value),
    ],
  };
}

/** The data alone. */
export function* successionData(canon: Canon, given: Given, commits?: Commits): Generator<void, Result<Succession>> {
  const asked = readPoints(canon, given, commits);
  if (!asked.ok) return asked;
  const { point, known, at } = asked.value;
  const office = officeOf(canon, known, point, given);
  if (!office.ok) return office;
  yield;
  const { entity, attribute } = office.value;
  const lane = { entities: [entity], hasLane: (_: string, name: string) => name === attribute };
  const first = yield* pairsOnBothAxes(canon, point, { ...lane, living: [] });
  const refs = new Set(first.lanes.flatMap(({ spans }) => spans.flatMap(({ ref }) => ref ?? [])));
  const onAxes = yield* pairsOnBothAxes(canon, point, { ...lane, living: [...refs] });
  const { line, calendars, present, points, lives } = onAxes;
  const { mortal } = known.canon.codex;
  const holders = [...refs].flatMap((id): Holder[] => {
    const page = describerOf(known, id, null);
    if (!page) return [];
    const isMortal = page.type !== null && mortal.has(page.type.text.toLowerCase());
    return [{ id, title: page.title, file: page.path, lives: isMortal ? (lives.get(id) ?? []) : [] }];
  });
  const value: Succession = {
    entity,
    title: describerOf(known, entity, null)?.title ?? entity,
    attribute,
    kind: kindOfAttribute(known, attribute),
    at: at?.text ?? null,
    at_days: at && at.start.line === line ? daysOfDate(at) : null,
    as_of: point.text,
    spans: onAxes.lanes.flatMap(({ spans }) => spans),
    holders,
    line,
    calendars,
    present,
    points,
  };
  return { ok: true, value };
}

/** The attributes of an entity that can have one value after the other; those that ever change come first. */
export function officesOf(canon: Canon, name: string): readonly string[] {
  const known = knownAt(canon, LATEST);
  const found = findEntityByName(known, name);
  return found.ok ? officesIn(known, found.value.id) : [];
}

/**
 * The entity and the attribute: separated at the last dot if no attribute is given. An entity with a single changing attribute
 * needs none.
 */
function officeOf(canon: Canon, known: Known, point: CanonPoint, given: Given): Result<Pair> {
  const { entity: written = '', attribute: asked } = given;
  const whole = nameAtPoint(canon, point, written, findEntityByName);
  const dot = written.lastIndexOf('.');
  if (asked === undefined && dot > 0 && !whole.ok) {
    const [entity, attribute] = [written.slice(0, dot), written.slice(dot + 1)];
    return officeOf(canon, known, point, { entity, attribute });
  }
  if (!whole.ok) return whole;
  const entity = whole.value.id;
  const stated = [...new Set([...attributesOf(known, entity), ...attributesOf(knownAt(canon, LATEST), entity)])];
  const states = stated.filter((one) => kindOfAttribute(known, one) !== 'constant');
  if (asked === undefined && states.length === 1 && states[0] !== undefined)
    return { ok: true, value: { entity, attribute: states[0] } };
  const attribute = stated.find((one) => one === asked) ?? stated.find((one) => keyOf(one) === keyOf(asked ?? ''));
  if (attribute !== undefined) return { ok: true, value: { entity, attribute } };
  const near = asked === undefined ? null : nearest(asked, stated);
  const offered = byHolders(known, entity, states.length > 0 ? states : stated);
  const hint =
    near !== null
      ? ` Did you mean ${near}?`
      : offered.length > 0
        ? ` What is stated about it: ${listWords(offered, 'and')}.`
        : ' Nothing is stated about it.';
  const message =
    asked === undefined
      ? `A succession follows one attribute: which one of ${written}? Write ${written}.${offered[0] ?? 'ruler'}, for example.${hint}`
      : `Nothing is stated about the "${asked}" of ${written}.${hint}`;
  const candidates = near !== null ? [near] : offered;
  return { ok: false, failure: { code: 'not-found', message, given: asked ?? written, candidates } };
}

/** An office has holders with pages of their own: the attributes whose values refer to most entries come first. */
function byHolders(known: Known, entity: string, attributes: readonly string[]): readonly string[] {
  const holders = new Map(attributes.map((attribute) => [attribute, new Set<Entry>()]));
  for (const { fact } of factsAbout(known, entity)) {
    const holder = valueEntry(known, fact.value);
    if (holder) holders.get(fact.attribute.text)?.add(holder);
  }
  const count = (attribute: string): number => holders.get(attribute)?.size ?? 0;
  return [...attributes].sort((a, b) => count(b) - count(a));
}
