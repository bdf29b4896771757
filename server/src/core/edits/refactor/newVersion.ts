/** The frontmatter of a new version, in its author's own style: that of the old one, with what must differ changed. */
import type { Moment } from '../../chronology';
import { type Codex, keyOf } from '../../codex/codex';
import { addTopItems, frontmatterTree, pairOfKey, cutFrontmatter } from '../../entry/frontmatter';
import type { Entry, Fact } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import { eolAt } from '../../yaml/writeYaml';
import { type YamlValue, pairAround, placeOfSpan, type YamlMapping, type YamlPair, asWritten } from '../../yaml/tree';
import { type Carried, isSame } from './carriedFacts';
import { longFacts, removeFact, removeFrom, type Stating, addFact } from './factText';
import {
  edit,
  type Keys,
  newFrontmatter,
  setKeys,
  type PageStep,
  stepped,
  withoutKeys,
  withoutNote,
  asIfWritten,
  isRefusal,
  type RefusedChange,
} from './page';
import { withoutMark } from '../../text/span';
import { entityOfFact, type Known, type Clipped, isAcknowledged, rivalsOfFact } from '../../canon';
import { applied } from '../../text/problem';
import { setValue, type YamlEdit } from '../../yaml/editYaml';
import { type AudienceKeys, audienceText, ownAudience, unclearAudience } from './knownByText';
import { pageOf, presentFacts } from '../../entry/versions';

export interface VersionPlan {
  readonly codex: Codex;
  readonly old: Entry;
  readonly carried: readonly Carried[];
  /** Where a carried fact begins that has no `from` of its own. */
  readonly begin: Moment | null;
  /** null: the file's name says it, or a heading. */
  readonly title: string | null;
  readonly id: string | null;
  readonly entity: string | null;
  /** null: it has none; undefined: that of the old version, in its spelling. */
  readonly date: string | null | undefined;
  readonly canon: string | null;
  /** Its audience. */
  readonly audience: Keys;
  /** null: it supersedes nothing. */
  readonly retcon: YamlValue | null;
  /** Ids of those that it contradicts, as is known of the old version. */
  readonly disputes: readonly string[];
}

/** Keys that the new version does not take over. */
const ITS_OWN: ReadonlySet<string> = new Set(
  'aliases created supersedes superseded_by retracts restores sources summarises reviewed'.split(' '),
);
const FACTS: ReadonlySet<string> = new Set(['attributes', 'facts']);

/**
 * Each fact that is removed or changed in place takes one reading of the rest. Beyond this many facts all are rewritten, which drops
 * the comments beside them.
 */
const MOST_READ_AGAIN = 100_000;

/** The frontmatter with its fences, in order of preference: as it was written, with new facts, or all new. */
export function copyFrontmatter(plan: VersionPlan, text: string): string[] {
  const { old, codex } = plan;
  const cut = cutFrontmatter(text);
  const eol = eolAt(text, 0);
  const front = cut?.closed && frontmatterTree(text) ? withoutMark(text.slice(0, cut.body)) : null;
  const kept = front && (front.endsWith('\n') ? front : front + eol);
  const head = [
    withoutKeys(codex, (key) => ITS_OWN.has(key) || isGone(plan, key)),
    // A comment behind a date or a revision is about that one.
    ...(plan.date === undefined ? [] : [withoutNote(codex, 'date')]),
    ...(plan.canon === old.canon?.text ? [] : [withoutNote(codex, 'canon')]),
    ...setKeys(codex, headOf(plan)),
    ...Object.entries(plan.audience).map(([key, value]) => unlessWritten(codex, key, setKeys(codex, { [key]: value }))),
    ...(plan.disputes.length > 0 ? [edit((now) => addTopItems(now, codex, 'disputes', plan.disputes))] : []),
  ];
  const isRemembered = (key: string): boolean => key === 'formerly';
  const steps = [withoutKeys(codex, isRemembered), ...factSteps(plan)];
  const asWritten =
    kept && steps.length * presentFacts(old).length <= MOST_READ_AGAIN ? stepped(kept, [...steps, ...head]) : null;
  // Where an entry holds in several stretches, each fact names its own.
  const entryEnd = old.parts.length > 0 ? null : (old.until?.moment ?? null);
  const facts =
    plan.carried.length > 0 ? plan.carried.map((one) => stating(one, plan.begin, entryEnd)).map(longFacts(text)) : null;
  const withFactsAnew =
    kept &&
    stepped(kept, [
      withoutKeys(codex, (key) => isRemembered(key) || isFactKey(codex, key)),
      ...head,
      ...setKeys(codex, { facts }),
    ]);
  const { type, entity, date, until, tier } = old;
  const end = old.parts.length === 0 && until && { [until.inclusive ? 'through' : 'until']: until.text };
  const ownDate = plan.date === undefined ? date?.text : plan.date;
  const keys = { type: type?.span && type.text, entity: entity?.text, tier: tier?.text, ...end, date: ownDate, facts };
  const allAnew = newFrontmatter(codex, keys, eol);
  return [asWritten, withFactsAnew, allAnew && stepped(allAnew, head)].flatMap(
    (one) => (one && typedAs(old, codex, one)) || [],
  );
}

/** With its type, where a tag of the prose gave it that, which is not copied. */
const typedAs = ({ path, type }: Entry, codex: Codex, front: string): string | null =>
  type && readEntry(path, front, codex).type?.text !== type.text
    ? stepped(front, setKeys(codex, { type: type.text }))
    : front;

/** A date that it has not, and ends that were paired with others. */
const isGone = ({ old, date }: VersionPlan, key: string): boolean =>
  (key === 'date' && date === null) ||
  (old.parts.length > 0 && date !== undefined && (key === 'until' || key === 'through'));

const unlessWritten =
  (codex: Codex, key: string, steps: readonly PageStep[]): PageStep =>
  (text) => {
    const mapping = frontmatterTree(text);
    return mapping && pairOfKey(codex, mapping, key) ? text : stepped(text, steps);
  };

const isFactKey = (codex: Codex, key: string): boolean => FACTS.has(key) || codex.attributeKeys.has(key);

const headOf = ({ title, id, entity, date, canon, retcon }: VersionPlan): Keys => ({
  id,
  title,
  entity,
  date,
  canon,
  supersedes: retcon && [retcon],
});

/** Takes out what is not carried over, and begins what had begun before where the new version does. The last fact comes first. */
function factSteps({ old, codex, carried, begin }: VersionPlan): PageStep[] {
  // Of a fact that is stated over several stretches the first counts.
  const keptOf = new Map([...carried].reverse().map((one) => [one.clipped.fact, one]));
  return [...presentFacts(old).entries()].reverse().flatMap(([place, fact]): PageStep[] => {
    const kept = keptOf.get(fact);
    const factIn = (text: string): Fact | undefined => readEntry(old.path, text, codex).facts[place];
    if (!kept) return [edit((text) => change(text, factIn(text), removeFact))];
    const isFromBefore = fact.from?.date && !isSame(fact.from.date.start, kept.segment.from);
    if (!isFromBefore || !isSame(kept.segment.from, begin)) return [];
    // Values in one list have one `from`, which the first of them takes away.
    return [(text) => (factIn(text)?.from ? edit(() => change(text, factIn(text), removeFrom))(text) : text)];
  });
}

const change = <T>(text: string, fact: Fact | undefined, how: (text: string, fact: Fact) => T): T | null =>
  fact ? how(text, fact) : null;

/**
 * What a carried fact has to say of its ends, where nothing else says it.
 *
 * @param begin where a fact begins that has no `from` of its own
 * @param entryEnd where one ends that has no end of its own
 */
export function stating({ clipped, segment }: Carried, begin: Moment | null, entryEnd: Moment | null): Stating {
  const { entity, fact } = clipped;
  const { from, until } = segment;
  const isOwn = fact.from?.date && isSame(fact.from.date.start, from);
  const end = until ?? segment.endsElsewhere ?? null;
  const isOwnEnd = fact.until && isSame(fact.until.moment, end);
  return {
    fact,
    entity,
    from: isSame(from, begin) ? null : isOwn ? (fact.from?.text ?? null) : (from?.text ?? null),
    end: isOwnEnd ? fact.until : end && !isSame(end, entryEnd) ? { text: end.text, inclusive: false } : null,
  };
}

/** All that an entry is to say of one attribute of an entity; without values, nothing any longer. */
export interface NewFact {
  readonly entity: string;
  readonly attribute: string;
  readonly values: readonly string[];
}

/** The page of which a new version is made. */
export interface OldPage {
  readonly entry: Entry;
  readonly text: string;
}

/**
 * The text of a new version that says so; null where its frontmatter can't take it.
 *
 * @param known what is known without the new version
 * @param file that of the new version
 * @param text the new version so far
 */
export function withNewFact(
  known: Known,
  old: OldPage,
  file: string,
  text: string,
  wanted: NewFact,
): string | RefusedChange | null {
  const value = valueOf(wanted);
  const facts = factsLike(known, file, text, wanted);
  const pairs = new Map(facts.flatMap((fact) => pairOf(text, fact) ?? []).map((one) => [one.pair, one]));
  const [only] = pairs.values();
  if (wanted.values.length === 0) return withoutFacts(text, facts);
  if (only && pairs.size === 1) return done(text, setValue(text, only.mapping, only.pair, value));
  const keys = audienceFor(known, old, wanted);
  if (isRefusal(keys)) return keys;
  const bare = withoutFacts(text, facts);
  return bare === null ? null : done(bare, addFact(known, bare, { ...wanted, valueIn: () => value, keys }));
}

/** Values as they are written: a `[[link]]` keeps its brackets. */
function valueOf({ values }: NewFact): YamlValue {
  const written = values.map((one): YamlValue => (/^\[\[[^[\]]+\]\]$/.test(one) ? asWritten(`"${one}"`) : one));
  const [only] = written;
  return only !== undefined && written.length === 1 ? only : written;
}

/**
 * The audience keys of a value that replaces all facts of the old page: the same as theirs. Facts that ended before it begins count
 * too, though the new version does not restate them.
 */
function audienceFor(known: Known, { entry, text }: OldPage, wanted: NewFact): AudienceKeys | RefusedChange {
  const facts = statedBy(known, entry, wanted);
  const [doubt] = facts.flatMap((fact) => unclearAudience(known, entry, fact) ?? []);
  if (doubt !== undefined) return { refusal: doubt };
  const name = `${wanted.entity}.${wanted.attribute}`;
  if (new Set(facts.map((fact) => audienceText(known, entry, fact))).size > 1)
    return {
      refusal: `The values of ${name} on ${entry.title} differ in who knows them, or since when: propose the page without ${name}, then add it with the \`known_by\` it should have.`,
    };
  const [first] = facts;
  // What the page says of itself, its new version says too.
  return first ? ownAudience(text, first) : {};
}

const statedBy = (known: Known, entry: Entry, { entity, attribute }: NewFact): readonly Fact[] =>
  presentFacts(entry).filter(
    (fact) => keyOf(fact.attribute.text) === keyOf(attribute) && entityOfFact(known, entry, fact) === entity,
  );

function factsLike(known: Known, file: string, text: string, wanted: NewFact): readonly Fact[] {
  const after = asIfWritten(known.canon, file, text);
  return statedBy(after.known, after.entry, wanted);
}

function pairOf(text: string, fact: Fact): { readonly mapping: YamlMapping; readonly pair: YamlPair } | null {
  const found = pairAround(placeOfSpan(frontmatterTree(text), fact.value.span));
  return found && !found.place.isKey ? found : null;
}

/** The last first: so those before it stay where they were read. */
function withoutFacts(text: string, facts: readonly Fact[]): string | null {
  let now = text;
  for (const fact of facts.toSorted((a, b) => b.value.span.start - a.value.span.start)) {
    const edit = removeFact(now, fact);
    if (!edit) return null;
    now = applied(now, edit);
  }
  return now;
}

const done = (text: string, edit: YamlEdit | null): string | null => edit && applied(text, edit);

/** The entries that contradict some facts of an entry, as is known of. */
export function acknowledgedRivals(known: Known, entry: Entry, facts: readonly Clipped[]): Entry[] {
  const rivals = facts.flatMap((fact) => [...rivalsOfFact(known, fact)].map(({ clipped }) => pageOf(clipped.entry)));
  return [...new Set(rivals)].filter((rival) => rival !== entry && isAcknowledged(known, entry, rival));
}
