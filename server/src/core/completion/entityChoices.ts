/** Completes the names of entities and knowers. */
import {
  type Canon,
  at,
  type ReadableMap,
  flat,
  entryAt,
  filed,
  entityNamed,
  entityOf,
  entityOfFact,
  entryNamed,
  firstPairsNaming,
  writtenKnowers,
} from '../canon';
import { type RosterEntry, type EntryRoster, rosterIn, eachFitting, inTitleOrder } from './entryRoster';
import { keyOf } from '../codex/codex';
import { nameKey } from '../entry/slug';
import { spanTouches, type Span } from '../text/span';
import {
  entityFor,
  type CompletionContext,
  choiceOf,
  type CompletionChoice,
  type CompletionChoices,
  type InsertPiece,
  STOP,
  firstOf,
  fitOf,
  linesOf,
  keyInsert,
  valueInsert,
  fitting,
} from './choice';
import type { CaretPlace } from './caretPlace';
import { aboutEntry } from './referenceChoices';
import { EVERYONE, NO_ONE } from '../codex/knowledgeKeys';
import { cutFrontmatter } from '../entry/frontmatter';
import { secretCallouts } from '../entry/veil';
import { lineEnd, lineStart } from '../yaml/writeYaml';
import { revisionsAt } from './attributeChoices';
import { datesAt } from './dateChoices';
import { allFactsOf } from '../entry/versions';

/** The entities that facts and pages are about: entries, and names without an entry. */
interface FactSubjects {
  readonly isSubject: (one: RosterEntry) => boolean;
  /** The names of those without an entry, as `nameKey` has them. */
  readonly bare: ReadonlySet<string>;
}

/** What most entries say, looked up once for all keys that are typed: few of them change. */
interface Most {
  readonly describing: ReadableMap<unknown>;
  readonly names: ReadableMap<unknown>;
  readonly size: number;
  readonly roster: EntryRoster;
  /** By place: 1 where something is about it. */
  readonly flags: Uint8Array;
  readonly bare: ReadonlySet<string>;
}

const most = new WeakMap<ReadableMap<unknown>, Most>();

function mostOf(canon: Canon, roster: EntryRoster): Most {
  const statedOn = flat(canon.statedOn).base;
  const describing = flat(canon.describing).base;
  const names = flat(canon.names).base;
  const size = statedOn.size + describing.size + names.size;
  const before = most.get(statedOn);
  const isSame = before?.describing === describing && before.names === names && before.roster === roster;
  // While a codex is read for the first time, its entries grow in place.
  if (before && isSame && before.size === size) return before;
  const flags = new Uint8Array(roster.all.length);
  const bare = new Set<string>();
  for (const base of [statedOn, describing])
    for (const key of base.keys()) {
      const paths = names.get(key);
      if (!paths) bare.add(key);
      for (const path of paths ?? []) flags[roster.places.get(path) ?? flags.length] = 1;
    }
  const found = { describing, names, size, roster, flags, bare };
  most.set(statedOn, found);
  return found;
}

function factSubjectsIn(canon: Canon): FactSubjects {
  const { statedOn, describing, names } = canon;
  const roster = rosterIn(canon);
  const found = mostOf(canon, roster);
  const [flags, bare] = [found.flags.slice(), new Set(found.bare)];
  const isSaid = (key: string): boolean => at(statedOn, key) !== undefined || at(describing, key) !== undefined;
  const isSubject = (one: RosterEntry): boolean => one.names.split('\n').some((key) => key !== '' && isSaid(key));
  for (const table of [statedOn, describing, names])
    for (const key of flat<unknown>(table).over.keys()) {
      if (isSaid(key) && !at(names, key)) bare.add(key);
      else bare.delete(key);
      for (const path of flat(names).base.get(key) ?? []) {
        const place = roster.places.get(path);
        const one = place === undefined ? undefined : roster.all[place];
        if (place !== undefined && one) flags[place] = Number(isSubject(one));
      }
    }
  return { isSubject: (one) => (one.place === null ? isSubject(one) : flags[one.place] === 1), bare };
}

/** The entities that a fact or an entry can be about: those with facts first, entries or not. */
interface Found {
  /** The path of its entry; null where no entry describes it. */
  readonly path: string | null;
  /** Its title, or the name of which facts are stated, as `nameKey` gives it. */
  readonly name: string;
  readonly fit: number;
  readonly score: number;
}

export function entitiesAt(context: CompletionContext, place: CaretPlace): CompletionChoices {
  const { known, entry } = context;
  const { canon } = known;
  const typed = nameKey(place.typed);
  const near = nearby(context);
  const { isSubject, bare } = factSubjectsIn(canon);
  const { places } = rosterIn(canon);
  const nearPlaces = new Map([...near].map(([path, score]) => [places.get(path), score]));
  const isOwn = place.path[0] === 'entity';
  // A later version of a page is about the entity of the first.
  const first = firstOf<Found>(inOrder, ({ path }) => {
    const other = path === null ? null : entryAt(canon, path);
    if (!other) return path === null;
    return other.entity === null && known.has(other) && !(isOwn && other === entry);
  });
  eachFitting(canon, typed, (one, fit) => {
    const { path, title, place } = one;
    const nearness = place === null ? near.get(path) : nearPlaces.get(place);
    const score = (isSubject(one) ? -1 : 0) + (nearness ?? 0);
    if (first.mayEnter(fit, score)) first.add({ path, name: title, fit, score });
    return true;
  });
  for (const key of bare) {
    const fit = fitOf(typed, linesOf([key]));
    const score = -1 + (near.get(key) ?? 0);
    if (fit !== null && first.mayEnter(fit, score)) first.add({ path: null, name: key, fit, score });
  }
  return { choices: first.items().flatMap((one) => choiceFor(context, place, one)), isCut: first.isCut() };
}

const inOrder = (a: Found, b: Found): number =>
  a.fit - b.fit ||
  a.score - b.score ||
  (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) ||
  ((a.path ?? '') < (b.path ?? '') ? -1 : 1);

function choiceFor(context: CompletionContext, place: CaretPlace, { path, name }: Found): CompletionChoice[] {
  const { known } = context;
  const entry = path === null ? undefined : entryAt(known.canon, path);
  const meant = entry ? entityOf(known, entry) : nameOf(context, name);
  const entity = meant === null ? null : entityFor(known, meant);
  if (entity === null) return [];
  const isKey = place.takes === 'key';
  const inside: readonly InsertPiece[] = place.isLast || place.isFlow ? ['{', STOP, '}'] : [];
  const written = isKey ? keyInsert(place, entity, inside) : valueInsert(place, entity);
  if (written === null) return [];
  const isBeside =
    isKey && [...place.beside.keys()].some((key) => keyOf(entity) === key || entityNamed(known, key) === entity);
  if (isBeside) return [];
  const about = entry
    ? aboutEntry(known, entry, false)
    : ({ kind: 'value', label: entity, note: 'no entry yet' } as const);
  return [choiceOf({ ...about, span: place.span, insert: written, goesOn: isKey && !place.hasColon })];
}

/** How an author writes a name that no entry has; null where it is only being typed. */
function nameOf({ known, entry, offset }: CompletionContext, key: string): string | null {
  for (const index of ['statedOn', 'describing'] as const)
    for (const other of filed(known.canon, index, key))
      for (const ref of [other.entity, ...allFactsOf(other).map((fact) => fact.entity)])
        if (ref && nameKey(ref.text) === key && !(other === entry && spanTouches(ref.span, offset))) return ref.text;
  return null;
}

/** What this file is about already, and what it replaces was: the paths of entries, and names that no entry has. */
function nearby({ known, entry, offset }: CompletionContext): ReadonlyMap<string, number> {
  const near = new Map<string, number>();
  const add = (entity: string, score: number): void => {
    const key = entryNamed(known, entity)?.path ?? nameKey(entity);
    near.set(key, Math.min(score, near.get(key) ?? 0));
  };
  for (const declaration of entry.declarations) {
    const old = entryNamed(known, declaration.target.text);
    if (!old || declaration.fromOldEnd) continue;
    add(entityOf(known, old), -6);
    for (const fact of allFactsOf(old)) add(entityOfFact(known, old, fact), -8);
  }
  for (const fact of allFactsOf(entry))
    if (!(fact.entity && spanTouches(fact.entity.span, offset))) add(entityOfFact(known, entry, fact), -5);
  const own = entityOf(known, entry);
  add(own, -4);
  // Entities that name this one as mother, lord or founder are likely here.
  for (const { entity } of firstPairsNaming(known, own).pairs) add(entity, -3);
  return near;
}

/** Where a name goes in, and how. */
interface NamePlace {
  readonly typed: string;
  readonly span: Span;
  /** The text for a name; null where it can't be written there. */
  readonly insertOf: (name: string) => CompletionChoice['insert'] | null;
  /** Names that are there already, as `nameKey` gives them. */
  readonly beside: ReadonlySet<string>;
  /** Whether one of the words is meant there as well. */
  readonly takesWords: boolean;
  readonly goesOn: boolean;
}

/** In a list, or as the keys of a mapping, behind which it is said when. @param takesWords whether `everyone` and `nobody` mean something there */
export function knowersAt(context: CompletionContext, place: CaretPlace, takesWords: boolean): CompletionChoices {
  const isKey = place.takes === 'key';
  const named = (text: string): CompletionChoice['insert'] | null => {
    const written = isKey ? keyInsert(place, text) : valueInsert(place, text);
    return typeof written === 'string' ? [written] : written;
  };
  const beside = isKey ? new Set([...place.beside.keys()].map(nameKey)) : new Set<string>();
  const goesOn = isKey && !place.hasColon;
  return namesAt(context, { ...place, insertOf: named, beside, takesWords, goesOn });
}

/** When somebody learns it: a revision at the table, of which there are few, or a world date. */
export const momentsAt = (context: CompletionContext, place: CaretPlace): CompletionChoice[] => [
  ...fitting(place.typed, revisionsAt(context, place)),
  ...datesAt(context, place, 'from'),
];

/** Behind the bar of a callout that is a secret; null elsewhere. */
export function calloutKnowersAt(context: CompletionContext): CompletionChoices | null {
  const { text, offset, known } = context;
  const body = cutFrontmatter(text)?.body ?? 0;
  const [start, end] = [lineStart(text, offset), lineEnd(text, offset)];
  if (start < body || !text.slice(start, offset).includes('[!')) return null;
  const bar = secretCallouts(text.slice(0, end), start, known.canon.codex.secrets).find(
    (one) => one.bar && one.bar.start < offset && offset <= one.bar.end,
  )?.bar;
  if (!bar) return null;
  const comma = text.lastIndexOf(',', offset - 1);
  const from = Math.max(bar.start, comma) + 1;
  const written = text.slice(from, offset);
  const at = from + written.length - written.trimStart().length;
  const behind = /^[^,\]\r\n]*/.exec(text.slice(offset, bar.end))?.[0].trimEnd() ?? '';
  const blank = from === at && comma > bar.start ? ' ' : '';
  const names = text
    .slice(bar.start + 1, bar.end)
    .split(',')
    .map((name) => nameKey(name.trim()));
  return namesAt(context, {
    typed: text.slice(at, offset),
    span: { start: at, end: offset + behind.length },
    insertOf: (name) => (/[,\]|\r\n]/.test(name) ? null : [blank + name]),
    beside: new Set(names),
    takesWords: false,
    goesOn: false,
  });
}

interface Ranked {
  readonly one: RosterEntry;
  readonly fit: number;
  readonly score: number;
}

/** Words and circles first, then entries: those that know something elsewhere, characters, and all others. */
function namesAt(context: CompletionContext, place: NamePlace): CompletionChoices {
  const { known } = context;
  const { codex } = known.canon;
  const typed = nameKey(place.typed);
  const words = place.takesWords
    ? [
        { name: EVERYONE, note: 'no secret' },
        { name: NO_ONE, note: 'only you know it' },
      ]
    : [];
  const circles = writtenKnowers(known).map((name) => {
    const members = codex.circles.get(name);
    return { name, note: members ? `a circle: ${members.join(', ')}` : 'of a circle' };
  });
  const wordChoices = fitting(
    place.typed,
    [...words, ...circles].flatMap(({ name, note }) => choice(place, name, { kind: 'word', label: name, note })),
  );
  const isKnower = (one: RosterEntry): boolean =>
    one.names.split('\n').some((name) => name !== '' && filed(known.canon, 'knownBy', name).length > 0);
  const first = firstOf<Ranked>(
    (a, b) => a.fit - b.fit || a.score - b.score || inTitleOrder(a.one, b.one),
    ({ one }) => {
      const entry = entryAt(known.canon, one.path);
      return entry !== undefined && entry.entity === null && known.has(entry);
    },
  );
  eachFitting(known.canon, typed, (one, fit) => {
    const score = (codex.mortal.has(one.type) ? -1 : 0) - (isKnower(one) ? 2 : 0);
    if (first.mayEnter(fit, score)) first.add({ one, fit, score });
    return true;
  });
  const entries = first.items().flatMap(({ one }) => {
    const entry = entryAt(known.canon, one.path);
    const name = entry ? entityFor(known, entityOf(known, entry)) : null;
    return entry && name !== null ? choice(place, name, aboutEntry(known, entry, false)) : [];
  });
  return { choices: [...wordChoices, ...entries], isCut: first.isCut() };
}

type About = Pick<Parameters<typeof choiceOf>[0], 'kind' | 'label' | 'note' | 'detail' | 'names' | 'entry'>;

function choice({ span, insertOf, beside, goesOn }: NamePlace, name: string, about: About): CompletionChoice[] {
  const insert = beside.has(nameKey(name)) ? null : insertOf(name);
  return insert === null ? [] : [choiceOf({ ...about, span, insert, goesOn })];
}
