/** Reads `formerly`: what a page itself said before, as versions of it (model §5). */
import { comparePositions, type CanonPosition } from '../codex/canonTime';
import { keyOf } from '../codex/codex';
import { FORMERLY_KEYS } from '../codex/keys';
import { positionNamed } from '../codex/revisions';
import { namesIn } from '../schema/yamlShape';
import { isSlip, nearest } from '../text/nearNames';
import { quoted } from '../text/words';
import type { YamlNode, YamlPair } from '../yaml/tree';
import type { Declaration, Entry, Fact, FormerVersion, Knowledge, OnlyWritten, Ref } from './entry';
import {
  byKey,
  listItems,
  readEnd,
  readTextValue,
  readWorldDate,
  reportWrongType,
  shapeName,
  type FileReading,
} from './entryShapes';
import { readParts } from './declarations';
import { readOldFacts } from './facts';
import { HIDDEN, isNearKnowledgeKey, readKnowledge, SAYS_NOTHING } from './knowledge';
import { nameKey } from './slug';
import { areWrittenAlike } from './versions';

/** The words of an item itself, in the order of the documentation. */
const ITEM_KEYS = namesIn(FORMERLY_KEYS);
const DATE_KEYS = ['date', 'until', 'through'] as const;

/** The parts of a page that its items are read against. */
type Page = Pick<
  Entry,
  'names' | 'entity' | 'facts' | 'date' | 'until' | 'parts' | 'canon' | 'position' | 'sources' | 'knowledge'
>;

/** What an item says was there before. */
interface Item {
  readonly span: Declaration['span'];
  readonly words: ReadonlyMap<string, YamlPair>;
  /** By pair: the facts under each key. */
  readonly said: Map<string, readonly Fact[]>;
  readonly date: Page['date'] | undefined;
  readonly until: Page['until'] | undefined;
  readonly effective: Declaration['effective'];
  readonly reason: Declaration['reason'];
  readonly sources: Declaration['sources'];
  readonly soft: boolean;
  readonly knowledge: Knowledge | null;
  readonly canon: Page['canon'];
  readonly unknownCanon: Entry['unknownCanon'];
  position: CanonPosition | null;
}

/** A value that a page states, and where it came from. */
interface Stated {
  readonly fact: Fact;
  readonly version: number;
  /** It begins at the page's date. */
  readonly isOfDate: boolean;
  /** The versions whose changes have ended it at a date, or stand softly beside it. */
  readonly endedBy: readonly number[];
}

/** A page's facts in its first version, and its later versions. */
export function readFormerly(
  reading: FileReading,
  pair: YamlPair,
  page: Page,
): { readonly facts: readonly Fact[]; readonly formerly: readonly FormerVersion[] } {
  const pairKey = pairKeys(page);
  const items = listItems(reading, pair.value).flatMap((node) => readItem(reading, pair, node, page, pairKey) ?? []);
  placeItems(reading, items, page);
  if (items.length === 0) return { facts: page.facts, formerly: [] };
  const inOrder = [...items].sort((a, b) => comparePositions(a.position ?? FIRST, b.position ?? FIRST));
  return expanded(pair, inOrder, page, pairKey);
}

const FIRST: CanonPosition = { time: -Infinity, rank: -Infinity };

type PairKey = (entity: string | null, attribute: string) => string;

/** Names an entity and an attribute; the page's own entity goes by any of its names. */
function pairKeys({ names, entity }: Page): PairKey {
  const own = new Set([...names, ...(entity ? [nameKey(entity.text)] : [])]);
  return (name, attribute) => {
    const key = name === null ? '' : nameKey(name);
    return `${own.has(key) ? '' : key}\n${keyOf(attribute)}`;
  };
}

function readItem(reading: FileReading, pair: YamlPair, node: YamlNode, page: Page, pairKey: PairKey): Item | null {
  if (node.kind !== 'mapping') {
    const message = `${quoted(pair.key.text)} takes what the page said before, as \`{attribute: old value, canon: …, reason: …}\`, not ${shapeName(node)}.`;
    reportWrongType(reading, node.span, 'error', message);
    return null;
  }
  const written = byKey(reading, node);
  const words = new Map<string, YamlPair>();
  for (const key of [...ITEM_KEYS, ...DATE_KEYS]) {
    const spelling = (reading.codex.fields.get(key) ?? [key]).find((one) => written.has(one));
    const found = spelling === undefined ? undefined : written.get(spelling);
    if (spelling === undefined || !found) continue;
    words.set(key, found);
    written.delete(spelling);
  }
  const current = new Map(page.facts.map((fact) => [pairKey(fact.entity?.text ?? null, fact.attribute.text), fact]));
  const said = new Map<string, readonly Fact[]>();
  let isDoubtful = false;
  for (const [key, one] of written) {
    const { text, content } = one.key;
    const dot = text.lastIndexOf('.');
    const [name, attribute] = [dot > 0 ? text.slice(0, dot).trim() : null, text.slice(dot + 1).trim()];
    const pairOf = pairKey(name, attribute);
    const now = current.get(pairOf);
    if (!now && name === null && !reading.codex.attributes.has(attribute) && !reading.codex.attributeKeys.has(key)) {
      isDoubtful ||= isNearKnowledgeKey(key);
      reportUnknownKey(reading, one, page);
      continue;
    }
    const entity: Ref | null =
      name === null ? null : { text: name, span: { start: content.start, end: content.start + dot }, linked: false };
    const span = dot > 0 ? { start: content.end - attribute.length, end: content.end } : content;
    const named = { text: now?.attribute.text ?? attribute, span };
    said.set(pairOf, readOldFacts(reading, entity ?? (now?.entity ? { ...now.entity, span } : null), named, one));
  }
  const hasEnd = words.has('until') || words.has('through');
  const date = words.get('date');
  if (said.size === 0 && !date && !hasEnd) return null;
  const canon = words.get('canon');
  const at = canon ? readTextValue(reading, canon) : null;
  const position = at && at.text !== '' ? positionNamed(reading.codex, at.text) : null;
  const isOfDates = said.size === 0;
  return {
    span: node.span,
    words,
    said,
    date: isOfDates && date ? readWorldDate(reading, date, 'warning') : undefined,
    until: isOfDates && hasEnd ? readEnd(reading, words, 'warning') : undefined,
    ...readParts(reading, new Map([...words].filter(([key]) => key !== 'as_of' && key !== 'only'))),
    knowledge: isDoubtful ? HIDDEN : readKnowledge(reading, words),
    canon: at && position ? { ...at, key: 'canon' } : null,
    unknownCanon: position ? null : at,
    position,
  };
}

function reportUnknownKey(reading: FileReading, { key }: YamlPair, page: Page): void {
  const name = keyOf(key.text);
  const word = ITEM_KEYS.find((one) => isSlip(name, one, 4));
  const attributes = [...page.facts.map(({ attribute }) => attribute.text), ...reading.codex.attributes.keys()];
  const near = word ?? nearest(key.text, attributes);
  const message = `This page says nothing of "${quoted(key.text)}". ${near ? `Did you mean ${near}?` : 'Write one of its facts, or `entity.attribute`.'}`;
  const edits = [{ file: reading.path, span: key.content, text: near ?? '' }];
  const fixes = near ? { fixes: [{ title: `Change to ${near}`, edits }] } : {};
  reading.problems.push({ code: 'formerly/unknown-key', span: key.content, message, ...fixes });
}

/** A place in canon time, and the words that say it. */
interface Placed {
  readonly position: CanonPosition;
  readonly text: string | null;
}

/** Places each item in the canon: never before the page, or before an earlier item of one of its keys. */
function placeItems(reading: FileReading, items: readonly Item[], page: Page): void {
  const last = new Map<string, Placed>();
  for (const item of items) {
    const keys = [
      ...item.said.keys(),
      ...(item.date === undefined ? [] : ['date']),
      ...(item.until === undefined ? [] : ['until']),
    ];
    let before: Placed | null = page.position && { position: page.position, text: page.canon?.text ?? null };
    for (const key of keys) {
      const other = last.get(key);
      if (other && (!before || comparePositions(before.position, other.position) < 0)) before = other;
    }
    const own = item.position;
    if (own && before && comparePositions(own, before.position) < 0) {
      const span = item.words.get('canon')?.value?.span ?? item.span;
      const message = `This changed at ${quoted(item.canon?.text ?? '')}, before the page itself or an item above it: put the oldest first, and none before the page itself.`;
      const edits = [{ file: reading.path, span, text: before.text ?? '' }];
      const fixes = before.text !== null && item.canon ? [{ title: `Change to ${before.text}`, edits }] : [];
      reading.problems.push({ code: 'formerly/out-of-order', span, message, fixes });
    }
    const { position, text } =
      before && (!own || comparePositions(own, before.position) < 0)
        ? before
        : { position: own, text: item.canon?.text ?? null };
    item.position = position;
    if (position) for (const key of keys) last.set(key, { position, text });
  }
}

/** A page while its items are gone through, from the first version on. */
interface Walk {
  readonly items: readonly Item[];
  readonly page: Page;
  /** What the page says of each pair. */
  readonly stated: Map<string, readonly Stated[]>;
  /** What it said before, and holds up to a date, or softly beside what it says: a date or an end of the page is that of these values too. */
  past: readonly Stated[];
  /** By version: what its change takes away. */
  readonly gone: Map<number, Stated[]>;
  readonly keyOfFact: (fact: Fact) => string;
  /** Of a value that goes on untouched: how it is written the next time. */
  readonly writtenNext: Map<Fact, Fact>;
  date: Page['date'];
  until: Page['until'];
}

/** What a page says of a pair behind an item: what the next item holds, else what stands there now. */
const after = ({ items, page, keyOfFact }: Pick<Walk, 'items' | 'page' | 'keyOfFact'>, key: string, place: number) =>
  items
    .slice(place + 1)
    .find(({ said }) => said.has(key))
    ?.said.get(key) ?? page.facts.filter((fact) => keyOfFact(fact) === key);

/** An old value that does not say who knows it has the knowers of the value behind it. */
function handDownKnowledge(walk: Walk): void {
  for (const [i, { said }] of [...walk.items.entries()].reverse())
    for (const [key, facts] of said) {
      const knowledge = after(walk, key, i).find((fact) => fact.knowledge)?.knowledge;
      if (knowledge)
        said.set(
          key,
          facts.map((fact) => (fact.knowledge ? fact : { ...fact, knowledge })),
        );
    }
}

function expanded(pair: YamlPair, items: readonly Item[], page: Page, pairKey: PairKey) {
  const firstDate = items.find(({ date }) => date !== undefined);
  const firstUntil = items.find(({ until }) => until !== undefined);
  const hasDates = firstDate !== undefined || firstUntil !== undefined;
  const walk: Walk = {
    items,
    page,
    stated: new Map(),
    past: [],
    gone: new Map(),
    writtenNext: new Map(),
    keyOfFact: ({ entity, attribute }) => pairKey(entity?.text ?? null, attribute.text),
    date: firstDate ? (firstDate.date ?? null) : page.date,
    until: firstUntil ? (firstUntil.until ?? null) : page.until,
  };
  handDownKnowledge(walk);
  const { stated, keyOfFact } = walk;
  for (const key of [...page.facts.map(keyOfFact), ...items.flatMap(({ said }) => [...said.keys()])])
    if (!stated.has(key))
      stated.set(
        key,
        after(walk, key, -1).map((fact) => ({
          fact,
          version: hasDates ? 1 : 0,
          isOfDate: !fact.from?.date,
          endedBy: [],
        })),
      );
  const atFirst = [...stated.values()].flat().map(({ fact }) => fact);
  const { canon, position, sources } = page;
  const knowledge = page.knowledge && { ...SAYS_NOTHING, ...page.knowledge, pov: [], secrets: [] };
  const common = { sources, replaces: [], change: null, effective: null, unknownCanon: null, again: [] };
  const first = { ...common, ...datesOf(walk), canon, position, knowledge, hasOwnCanon: true, isDated: true };
  const formerly: FormerVersion[] = hasDates ? [{ ...first, facts: atFirst }] : [];
  items.forEach((item, i) => {
    const version = { version: formerly.length + 1, item, place: i };
    const isDated = item.date !== undefined || item.until !== undefined;
    const { gone, come, again } = isDated ? moved(walk, version) : replaced(walk, version);
    walk.gone.set(version.version, gone);
    formerly.push({
      ...common,
      ...datesOf(walk),
      canon: item.canon ?? canon,
      hasOwnCanon: item.canon !== null,
      unknownCanon: item.unknownCanon,
      position: item.position,
      knowledge: item.knowledge ? { ...SAYS_NOTHING, ...item.knowledge } : knowledge,
      facts: come,
      again,
      change: gone.length > 0 || isDated ? changeOf(pair, item, gone.length > 0 && come.length === 0) : null,
      // What stands softly beside another begins with the page (model §4).
      effective: item.soft && gone.length > 0 ? null : item.effective,
      isDated,
    });
  });
  const asWritten = (facts: readonly Fact[]) => facts.map((fact) => writtenLast(walk, fact));
  return {
    facts: hasDates ? [] : asWritten(atFirst),
    formerly: formerly.map(({ change, ...version }, i) => {
      const gone = walk.gone.get(i + 1) ?? [];
      return {
        ...version,
        facts: asWritten(version.facts),
        change: change && { ...change, only: gone.map(onlyOf) },
        replaces: gone.map((one) => one.version),
      };
    }),
  };
}

/** A value that goes on untouched is the one that stands in the page now, or in the last item that says it. */
function writtenLast({ writtenNext }: Walk, fact: Fact): Fact {
  let last = fact;
  for (let next = writtenNext.get(last); next; next = writtenNext.get(last)) last = next;
  return last;
}

const datesOf = ({ page, date, until }: Walk): Pick<Page, 'date' | 'until' | 'parts'> => ({
  date,
  until,
  parts: date === page.date && until === page.until ? page.parts : [],
});

/** An item, its place among them, and the place of the version that it leads to. */
interface Step {
  readonly item: Item;
  readonly place: number;
  readonly version: number;
}

/** The values that an item replaces, and those that come in their place; what stands alike before and after goes on. */
function replaced(walk: Walk, { item, place, version }: Step) {
  const come: Fact[] = [];
  const again: Fact[] = [];
  const gone: Stated[] = [];
  for (const key of item.said.keys()) {
    const before = walk.stated.get(key) ?? [];
    const now = after(walk, key, place);
    const left = before.filter(({ fact }) => !now.some((one) => areWrittenAlike(fact, one)));
    const isSoft = item.soft && left.length > 0;
    const isOfDate = isSoft || (!item.effective?.date && (left.length === 0 || left.some((one) => one.isOfDate)));
    gone.push(...left);
    if (item.effective?.date || item.soft)
      walk.past = [...walk.past, ...left.map((one) => ({ ...one, endedBy: [...one.endedBy, version] }))];
    const stated = now.map((fact): Stated => {
      const same = before.find((one) => areWrittenAlike(one.fact, fact));
      if (same) {
        const { knowledge } = same.fact;
        const next = knowledge ? { ...fact, knowledge } : fact;
        again.push(same.fact);
        walk.writtenNext.set(same.fact, next);
        return { ...same, fact: next };
      }
      come.push(fact);
      return { fact, version, isOfDate: isOfDate && !fact.from?.date, endedBy: [] };
    });
    walk.stated.set(key, stated);
  }
  return { gone, come, again };
}

/** The values that an item of a date or an end moves: each goes on, from the new date or to the new end. */
function moved(walk: Walk, { item, place, version }: Step) {
  const later = walk.items.slice(place + 1);
  const [nextDate, nextUntil] = [
    later.find(({ date }) => date !== undefined),
    later.find(({ until }) => until !== undefined),
  ];
  if (item.date !== undefined) walk.date = nextDate ? (nextDate.date ?? null) : walk.page.date;
  if (item.until !== undefined) walk.until = nextUntil ? (nextUntil.until ?? null) : walk.page.until;
  const come: Fact[] = [];
  const gone: Stated[] = [];
  const move = (one: Stated): Stated => {
    const moves = (item.date !== undefined && one.isOfDate) || (item.until !== undefined && !one.fact.until);
    if (!moves) return one;
    const again = { ...one, fact: { ...one.fact }, version };
    gone.push(one);
    come.push(again.fact);
    for (const by of one.endedBy) walk.gone.get(by)?.push(again);
    return again;
  };
  for (const [key, all] of walk.stated) walk.stated.set(key, all.map(move));
  // A value that has come back looks like what it was before, so the older one keeps its dates.
  const isAlone = ({ fact }: Stated): boolean =>
    !come.some(
      (one) => walk.keyOfFact(one) === walk.keyOfFact(fact) && nameKey(one.value.text) === nameKey(fact.value.text),
    );
  walk.past = walk.past.map((one) => (isAlone(one) ? move(one) : one));
  return { gone, come, again: [] };
}

/** What an item declares: in a part of what its page said before. */
function changeOf(pair: YamlPair, item: Item, isRetraction: boolean): Declaration {
  const { span, effective, reason, sources, soft } = item;
  return {
    kind: isRetraction ? 'retracts' : 'supersedes',
    fromOldEnd: false,
    target: { text: '', span, linked: false },
    span,
    key: { text: pair.key.text, span: pair.key.content },
    asOf: null,
    effective,
    reason,
    sources,
    soft,
    only: null,
  };
}

const onlyOf = ({ fact: { entity, attribute, value } }: Stated): OnlyWritten => ({
  text: `${entity ? `${entity.text}.` : ''}${attribute.text} = ${value.text}`,
  span: value.span,
  entity: entity?.text ?? null,
  attribute: attribute.text,
  value,
});
