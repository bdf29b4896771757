/** Which facts a change of one value can reach, and why it leaves the others alone. */
import {
  entityOf,
  entriesBegun,
  entryNamed,
  idOf,
  type Known,
  resolve,
  valueEntry,
  allEntries,
  type Clipped,
  clippedFactsOf,
  touches,
  retconsOf,
  comparable,
  type Held,
  isUndone,
  standingOf,
  endDay,
  startDay,
} from '../../canon';
import type { Entry, Fact, Ref } from '../../entry/entry';
import { linkTarget, QUOTED_NOTHING } from '../../entry/entryShapes';
import { listCandidates } from '../../text/words';
import type { WorldDate, Instant } from '../../chronology';
import { keyOf } from '../../codex/codex';
import { type Carried, carriedFacts, isRival } from './carriedFacts';
import { unclearAudience } from './knownByText';
import { acknowledgedRivals } from './newVersion';
import { type FactRow, factRow } from './factText';
import type { RefusedChange } from './page';
import { notNamed } from './retconQuestions';
import { addTo } from '../../text/groups';
import { allFactsOf, pageOf, presentFacts } from '../../entry/versions';
import { fileNameOf } from '../../text/pageFile';

/** A value that is looked for in facts, or put in its place: a text, or the entity that a reference means. */
export interface ValueQuery {
  /** Without the brackets of a link. */
  readonly text: string;
  readonly isLink: boolean;
  /** The entry that it names, if it is one. */
  readonly entry: Entry | undefined;
  /** All that it may name, where they are several. */
  readonly candidates: readonly Entry[];
}

/** @param written an id, a title, an alias, a file's name or any other text, bare or as `[[link]]` */
export function readValueQuery(known: Known, written: string): ValueQuery {
  const target = linkTarget(written);
  const text = (target ?? written).normalize('NFC').trim();
  const named = resolve(known, text);
  return {
    text,
    isLink: target !== null,
    entry: named.kind === 'one' ? named.entry : undefined,
    candidates: named.kind === 'many' ? named.entries : [],
  };
}

/** Why a value can't take the place of another; `candidates` are the ids of all that it may name. */
export interface ValueProblem {
  readonly message: string;
  readonly candidates: readonly string[];
}

/** Null where it can. In place of a text any other text can stand, whatever that may name besides. */
export function valueProblem(known: Known, old: ValueQuery, value: ValueQuery): ValueProblem | null {
  const { text, entry, isLink } = value;
  const wrong = (message: string): ValueProblem => ({ message, candidates: [] });
  if (text === '') return wrong('Say what takes its place: a text, or the name of a note.');
  if (QUOTED_NOTHING.test(text)) return wrong(`"${text}" says nothing: say what takes its place.`);
  if (text === old.text || isSameEntity(known, entry, old.entry)) return wrong(`It already says "${text}".`);
  return isLink || old.entry ? ambiguity(known, value) : null;
}

/** Which entries a value may name, where they are several. */
export function ambiguity(known: Known, { text, candidates }: ValueQuery): ValueProblem | null {
  if (candidates.length === 0) return null;
  const ids = candidates.map((entry) => idOf(known, entry));
  return { message: `"${text}" could be ${listCandidates(ids)}: say which.`, candidates: ids };
}

/** Whether a fact says a value: the same text, or a reference to the same entity. */
function statesValue(known: Known, { text, entry }: ValueQuery, { value }: Fact): boolean {
  if (value.text === text) return true;
  const meant = entry && valueEntry(known, value);
  return meant !== undefined && isSameEntity(known, entry, meant);
}

/** Whether a fact names an entity in plain words, which refer to nothing. */
function onlyNames(known: Known, { entry }: ValueQuery, { value }: Fact): boolean {
  return valueEntry(known, value) === undefined && isSameEntity(known, entry, entryNamed(known, value.text));
}

const isSameEntity = (known: Known, a: Entry | undefined, b: Entry | undefined): boolean =>
  a !== undefined && b !== undefined && entityOf(known, a) === entityOf(known, b);

/** A value in the place of another: a reference stays a reference, and a link a link. */
export function inPlaceOf(known: Known, { text, isLink, entry }: ValueQuery, { value }: Fact): string {
  if (isLink) return `[[${text}]]`;
  if (!entry) return text;
  const old = valueEntry(known, value);
  const name = namedAlike(known, entry, old && { entry: old, text: value.text });
  if (value.linked) return `[[${name ?? text}]]`;
  return old ? (name ?? idOf(known, entry)) : text === idOf(known, entry) ? (name ?? text) : text;
}

/** What an entry is called in the place of another: by its id, its file or its title, as that one was. By its file, where there is none. */
function namedAlike(
  known: Known,
  entry: Entry,
  old?: { readonly entry: Entry; readonly text: string },
): string | undefined {
  const names: readonly ((one: Entry) => string)[] = [
    (one) => idOf(known, one),
    ({ path }) => fileNameOf(path),
    ({ title }) => title,
  ];
  const like = old ? names.find((nameOf) => nameOf(old.entry) === old.text) : names[1];
  const name = like?.(entry);
  return name !== undefined && entryNamed(known, name) === entry ? name : undefined;
}

/** A note, and the text that makes a value refer to it. */
interface NoteBegun {
  readonly entry: Entry;
  readonly value: string;
}

/**
 * The notes whose name a text only begins, so that it may be meant for them. In place of a plain text, those alone that are written
 * so, capitals too: "red" is a colour, and not the beginning of Red Keep.
 *
 * @param old what the value is to take the place of; null: nothing
 */
export function notesBegun(known: Known, old: Fact | null, typed: string): NoteBegun[] {
  const { entry: named, isLink, text } = readValueQuery(known, typed);
  if (named || isLink || !/\p{L}/u.test(text)) return [];
  const replaced = old ? valueEntry(known, old.value) : undefined;
  const isMeant = ({ title, aliases }: Entry): boolean =>
    replaced !== undefined ||
    old?.value.linked === true ||
    [title, ...aliases.map((one) => one.text)].some((name) => name.startsWith(text));
  return entriesBegun(known, text)
    .filter((entry) => isMeant(entry) && !isUndone(standingOf(known, entry, null)))
    .map((entry) => ({
      entry,
      value: replaced ? idOf(known, entry) : `[[${namedAlike(known, entry) ?? idOf(known, entry)}]]`,
    }));
}

/** What is to be changed, wherever it is stated. */
export interface WantedValue {
  readonly old: ValueQuery;
  readonly value: ValueQuery;
  /** From when in the world; null: it was always so. */
  readonly from: WorldDate | null;
  /** Which of the facts that say the old value are meant. */
  readonly isMeant: (fact: FactRow) => boolean;
  /** Each page changes where it stands, so that only what it says now can change. */
  readonly isInPlace?: boolean;
}

/** A fact that says the old value and goes on doing so. */
interface LeftAlone {
  readonly clipped: Clipped;
  /** In words: what stands against it. */
  readonly because: string;
}

/** An entry that says the old value. */
export interface RestatedEntry {
  readonly old: Entry;
  /** The facts whose value changes, in the order written. */
  readonly changed: readonly Clipped[];
  /** These, and all that the same retcon reaches: the facts about the same entities and attributes. */
  readonly carried: readonly Carried[];
}

export interface Reach {
  /** In the order of paths. */
  readonly restated: readonly RestatedEntry[];
  readonly leftAlone: readonly LeftAlone[];
}

/** What holds nowhere any more is history, and in neither list. */
export function rewriteReach(known: Known, wanted: WantedValue): Reach {
  const { old: query, value } = wanted;
  const leftAlone: LeftAlone[] = [];
  const isNamedBy = (fact: Fact): boolean =>
    !statesValue(known, value, fact) && (statesValue(known, query, fact) || onlyNames(known, query, fact));
  const restated = allEntries(known.canon).flatMap((old) => {
    if (!known.has(old) || !allFactsOf(old).some(isNamedBy)) return [];
    const changed = clippedFactsOf(known, old).filter((clipped) => {
      const isHistory = clipped.segments.length === 0 && clipped.stated.length > 0;
      if (isHistory || !isNamedBy(clipped.fact) || !wanted.isMeant(factRow(known, clipped))) return false;
      const because = obstacle(known, wanted, clipped);
      if (because !== null) leftAlone.push({ clipped, because });
      return because === null;
    });
    return changed.length > 0 ? restating(known, old, changed, wanted.from) : [];
  });
  return withoutKnownDisputes(known, { restated, leftAlone }, wanted.from);
}

/** Of what stands in an item of `formerly` alone. */
export const onlyFormerly = ({ title }: Entry): RefusedChange => ({
  refusal: `${title} says this only in \`formerly\`, of the past: supersede the page to change that too.`,
});

/** Of a property in the text of a note, `eyes:: brown`: only what stands between its fences is rewritten. Null: it stands there. */
export function standsInText(
  { frontmatter, title }: Entry,
  key: string,
  value: Pick<Ref, 'text' | 'span' | 'linked'>,
): RefusedChange | null {
  if (value.span.start < frontmatter.end) return null;
  const line = `${key}:: ${value.linked ? `[[${value.text}]]` : value.text}`;
  return {
    refusal: `"${line}" is in the text of ${title}: move it up between two lines of ---, as \`${line.replace('::', ':')}\`, or retcon the whole page.`,
  };
}

/** Why a fact can't be changed by a retcon of its own; null where it can. */
function obstacle(known: Known, { old, from, isInPlace }: WantedValue, clipped: Clipped): string | null {
  const entry = pageOf(clipped.entry);
  const { fact } = clipped;
  if (!statesValue(known, old, fact))
    return `plain words are not a reference: to change "${fact.value.text}" too, ask for it as it is written.`;
  if (isInPlace && !presentFacts(entry).includes(fact)) return onlyFormerly(entry).refusal;
  const inText = isInPlace && standsInText(entry, fact.attribute.text, fact.value);
  if (inText) return inText.refusal;
  const doubt = unclearAudience(known, entry, fact);
  if (doubt !== null) return doubt;
  const unnamed = notNamed(known, entry);
  if (unnamed) return unnamed.refusal;
  if (fact.attribute.text.includes('.'))
    return '`only` can name no attribute with a dot in it: declare a retcon of the whole entry.';
  if (clipped.stated.length === 0) return 'it ends before it begins: correct its dates first.';
  const rival = retconsOf(known, entry).find(
    (retcon) =>
      !retcon.soft && isRival(known, retcon) && touches(known, retcon, clipped.entity, fact.attribute.text, fact.value),
  );
  if (rival)
    return `${rival.by.title} (${rival.by.path}) has superseded it already: declare the next retcon of that page, or retract it first.`;
  if (from === null) return null;
  // What the page says beside it falls under the same retcon.
  const reached = clippedFactsOf(known, entry).filter((one) => onlyItemKey(one) === onlyItemKey(clipped));
  const elsewhere = reached.flatMap(({ stated }) => stated).find((segment) => !comparable(segment, from.start));
  if (elsewhere)
    return `${(elsewhere.from ?? elsewhere.until)?.text} can't be compared with ${from.text}: give a date in the same era.`;
  const isHeld = restating(known, entry, [clipped], from).carried.some((one) => one.clipped === clipped);
  return isHeld ? null : `it no longer holds at ${from.text}.`;
}

function restating(known: Known, old: Entry, changed: readonly Clipped[], from: WorldDate | null): RestatedEntry {
  const pairs = new Set(changed.map(onlyItemKey));
  const facts = clippedFactsOf(known, old).filter((one) => pairs.has(onlyItemKey(one)));
  const manner = from ? 'from' : 'always';
  const carried = carriedFacts(known, { facts, only: null }, old, manner, from ?? old.date?.date ?? null);
  return { old, changed, carried };
}

/** The facts that one item of `only` reaches: spellings of an attribute are alike there. */
export const onlyItemKey = ({ entity, fact }: Clipped): string => JSON.stringify([entity, keyOf(fact.attribute.text)]);

/** What is reached without some of the pairs. */
export function withoutPairs(
  known: Known,
  { restated, leftAlone }: Reach,
  from: WorldDate | null,
  pairs: ReadonlySet<string>,
  because: string,
): Reach {
  const isLeft = (clipped: Clipped): boolean => pairs.has(onlyItemKey(clipped));
  const left = restated.flatMap(({ changed }) => changed.filter(isLeft).map((clipped) => ({ clipped, because })));
  const kept = restated.flatMap(({ old, changed }) => {
    const still = changed.filter((clipped) => !isLeft(clipped));
    return still.length > 0 ? restating(known, old, still, from) : [];
  });
  return { restated: kept, leftAlone: [...leftAlone, ...left] };
}

/** Two entries with an acknowledged contradiction can't be replaced by one. */
function withoutKnownDisputes(known: Known, reach: Reach, from: WorldDate | null): Reach {
  const stating = new Map<string, Clipped[]>();
  for (const { changed } of reach.restated) for (const one of changed) addTo(stating, onlyItemKey(one), one);
  const disputed = [...stating].filter(([, facts]) => {
    const entries = new Set(facts.map(({ entry }) => pageOf(entry)));
    return [...entries].some((entry) =>
      acknowledgedRivals(
        known,
        entry,
        facts.filter((one) => pageOf(one.entry) === entry),
      ).some((rival) => entries.has(rival)),
    );
  });
  if (disputed.length === 0) return reach;
  const because = 'others that say it dispute it on purpose: declare a retcon of each by itself.';
  return withoutPairs(known, reach, from, new Set(disputed.map(([pair]) => pair)), because);
}

/** The values that facts state, for an author to choose from: those that mean the same are one. */
interface StatedValue {
  /** What names it: the id of the entry that it refers to, else the text. */
  readonly value: string;
  /** The title of that entry, else the text. */
  readonly title: string;
  /** How many facts say it, those that no longer hold among them. */
  readonly count: number;
  /** The values it has in answers, in the order in which they are met. */
  readonly attributes: readonly string[];
}

/** The most stated first, then by title. */
export function statedValues(known: Known): StatedValue[] {
  const found = new Map<string, { value: string; title: string; count: number; attributes: Set<string> }>();
  for (const entry of allEntries(known.canon).filter(known.has))
    for (const fact of allFactsOf(entry)) {
      const key = meaningOf(known, fact);
      const one = found.get(key) ?? { ...namedValue(known, fact), count: 0, attributes: new Set<string>() };
      one.count++;
      one.attributes.add(fact.attribute.text);
      found.set(key, one);
    }
  return [...found.values()]
    .map((one) => ({ ...one, attributes: [...one.attributes] }))
    .sort((a, b) => b.count - a.count || (a.title < b.title ? -1 : 1));
}

/** What a fact says, as one of `statedValues` names it. */
export const namedValue = (known: Known, { value }: Fact): Pick<StatedValue, 'value' | 'title'> => {
  const ref = valueEntry(known, value);
  return ref ? { value: idOf(known, ref), title: ref.title } : { value: value.text, title: value.text };
};

function meaningOf(known: Known, { value }: Fact): string {
  const ref = valueEntry(known, value);
  return ref ? `entity ${entityOf(known, ref)}` : `text ${value.text}`;
}

/** A line that no date lies on. */
const ELSEWHERE = 'elsewhere';

/**
 * @param meansBefore what a value means in the old answers; `isNew` where the change has taken effect
 * @param from from when in the world; null: always
 */
export function changesNothingElse(
  before: readonly Held[],
  after: readonly Held[],
  from: Instant | null,
  meansBefore: (held: Held, isNew: boolean) => string,
  meansAfter: (held: Held) => string,
): boolean {
  const lines = from ? [from.line] : [ELSEWHERE, ...new Set([...before, ...after].flatMap(({ line }) => line ?? []))];
  return lines.every((line) => {
    const turn = from?.day ?? -Infinity;
    const old = before
      .filter((one) => isOn(one, line))
      .flatMap((held): readonly OnDays[] => {
        const [start, end] = [startDay(held.segment), endDay(held.segment)];
        return [
          [meansBefore(held, false), start, Math.min(end, turn)],
          [meansBefore(held, true), Math.max(start, turn), end],
        ];
      });
    const now = after
      .filter((one) => isOn(one, line))
      .map((held): OnDays => [meansAfter(held), startDay(held.segment), endDay(held.segment)]);
    return daysOf(old) === daysOf(now);
  });
}

/** A stated value and its days; the end is exclusive. */
type OnDays = readonly [meaning: string, start: number, end: number];

const isOn = ({ line: own, except }: Held, line: string): boolean =>
  own === null ? !except.includes(line) : own === line;

/** The stated values of a line by day, as one text: equal for equal days, however the stretches are divided. */
function daysOf(all: readonly OnDays[]): string {
  const stretches = new Map<string, (readonly [number, number])[]>();
  for (const [meaning, start, end] of all) {
    if (start >= end) continue;
    const own = stretches.get(meaning);
    if (own) own.push([start, end]);
    else stretches.set(meaning, [[start, end]]);
  }
  const days = [...stretches].map(([meaning, own]) => [meaning, joined(own).join()] as const);
  return JSON.stringify(days.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Stretches in order, those that meet or overlap as one. */
function joined(stretches: readonly (readonly [number, number])[]): [number, number][] {
  const all: [number, number][] = [];
  for (const [start, end] of stretches.toSorted(([a], [b]) => (a === b ? 0 : a - b))) {
    const last = all.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}
