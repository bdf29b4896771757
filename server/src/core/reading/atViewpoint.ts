/** Resolves the texts on the screen at a viewpoint: names resolve as they do now, then to the entry's version at that point. */
import {
  type Clipped,
  clippedFactsOf,
  counterpart,
  describersOf,
  type Elsewhere,
  entityOfFact,
  elsewhere,
  valueElsewhere,
  entityNamed,
  entityOf,
  entryAt,
  type Resolution,
  resolve,
  valueEntry,
  type Known,
  describerOf,
} from '../canon';
import { readDate, type WorldDate } from '../chronology';
import type { Link } from '../entry/body';
import type { Entry, Fact } from '../entry/entry';
import type { Naming } from '../entry/naming';
import { leadsTo } from '../rules/rule';
import { type Subject, subjectOf, type Mention, mentionAt } from './mentions';
import type { Viewpoint } from './viewpoint';
import type { Span } from '../text/span';
import { isSamePlace, allFactsOf } from '../entry/versions';

/** The version of a present entry at the viewpoint; undefined if it was not written yet, or if the knower does not see it. */
export function entryAtViewpoint({ now, whole, known, eyes }: Viewpoint, entry: Entry): Entry | undefined {
  const entryThen = counterpart(now, whole, entry);
  // What they see of a page has its path; by a name it may be another one.
  return eyes && entryThen ? entryAt(known.canon, entryThen.path) : entryThen;
}

/** Whether the viewpoint is a commit, or what somebody holds: a canon that has other files and other names. */
const isElsewhere = ({ now, known }: Viewpoint): boolean => now.canon !== known.canon;

/** What a name refers to; none if its entry was not written yet. */
export const resolveAtViewpoint = (view: Viewpoint, name: string): Resolution => {
  const meant = isElsewhere(view) ? resolve(view.now, name) : null;
  return meant?.kind === 'one' ? entryResolution(view, meant.entry) : resolve(view.known, name);
};

/** What a link leads to; null for one that is not meant for an entry. */
export function linkAtViewpoint(view: Viewpoint, entry: Entry, link: Link): Resolution | null {
  const meant = isElsewhere(view) ? leadsTo(view.now, entry, link) : null;
  return meant?.kind === 'one' ? entryResolution(view, meant.entry) : leadsTo(view.known, entry, link);
}

function entryResolution(view: Viewpoint, entry: Entry): Resolution {
  const entryThen = entryAtViewpoint(view, entry);
  return entryThen ? { kind: 'one', entry: entryThen } : { kind: 'none' };
}

/** What a name in an entry means; null if it is not a name, or if its entry was not written yet. */
export function subjectAtViewpoint(view: Viewpoint, entry: Entry, naming: Naming): Subject | null {
  const meant = isElsewhere(view) ? subjectOf(view.now, entry, naming) : null;
  if (meant?.kind !== 'entry') return subjectOf(view.known, entry, naming);
  const entryThen = entryAtViewpoint(view, meant.entry);
  return entryThen ? { kind: 'entry', entry: entryThen } : null;
}

/** What the entity that a name means was called. */
export function entityAtViewpoint(view: Viewpoint, name: string): string {
  const { known, now } = view;
  if (!isElsewhere(view)) return entityNamed(known, name);
  const entity = entityNamed(now, name);
  const [entryThen] = describersOf(now, entity).flatMap((entry) => entryAtViewpoint(view, entry) ?? []);
  return entryThen ? entityOf(known, entryThen) : entityNamed(known, entity);
}

/** What the entity that a fact is about was called. */
export const entityOfFactAtViewpoint = (view: Viewpoint, entry: Entry, fact: Fact): string =>
  entityAtViewpoint(view, fact.entity?.text ?? entityOf(isElsewhere(view) ? view.now : view.known, entry));

/** The entry that the value of a fact refers to. */
export function valueAtViewpoint(view: Viewpoint, { value }: Fact): Entry | undefined {
  const meant = isElsewhere(view) ? valueEntry(view.now, value) : undefined;
  return meant ? entryAtViewpoint(view, meant) : valueEntry(view.known, value);
}

/** A fact of a text as the same entry stated it at the viewpoint, regardless of dates; undefined: not written yet. */
export function factsAtViewpoint(view: Viewpoint, entry: Entry, fact: Fact): readonly Clipped[] {
  const { known } = view;
  const entryThen = entryAtViewpoint(view, entry);
  const stated = entryThen ? clippedFactsOf(known, entryThen) : [];
  if (entryThen === entry) {
    const own = stated.filter((one) => isSamePlace(one.fact, fact));
    // What an item says and the page says again goes on there.
    if (own.length > 0) return own;
  }
  const value = valueAtViewpoint(view, fact);
  const entity = entityOfFactAtViewpoint(view, entry, fact);
  const isValue = (one: Fact, meant: Entry | undefined): boolean =>
    meant === value && (value !== undefined || one.value.text === fact.value.text);
  const isSame = (one: Fact, of: string): boolean =>
    of === entity && one.attribute.text === fact.attribute.text && isValue(one, valueEntry(known, one.value));
  const same = stated.filter((one) => isSame(one.fact, one.entity));
  // What a page says as often as it did then, between other dates each time, is the same each time.
  const alike = allFactsOf(entry).filter(
    (one) =>
      one.attribute.text === fact.attribute.text &&
      isValue(one, valueAtViewpoint(view, one)) &&
      entityOfFactAtViewpoint(view, entry, one) === entity,
  );
  const then = entryThen ? allFactsOf(entryThen).filter((one) => isSame(one, entityOfFact(known, entryThen, one))) : [];
  const there = alike.length === then.length ? then[alike.indexOf(fact)] : undefined;
  const own = there ? same.filter((one) => isSamePlace(one.fact, there)) : [];
  return own.length > 0 ? own : same;
}

/** A date of a text as the calendars of the viewpoint read it; null where they can't. */
export function dateAtViewpoint(view: Viewpoint, date: WorldDate): WorldDate | null {
  if (!isElsewhere(view)) return date;
  const reading = readDate(view.known.canon.codex.chronology, date.text);
  return reading.ok ? reading.date : null;
}

/**
 * The words for something that is absent at the viewpoint. For a knower the words do not reveal whether it exists.
 */
export function absenceWords({ asOf, eyes }: Viewpoint): string {
  if (eyes) return `unknown to ${eyes.title}`;
  return asOf?.kind === 'git' ? `not yet written as of ${asOf.text}` : 'not yet written';
}

/** Where the thing under the caret is defined: the entry that an id, a wikilink or a value names. */
interface Definition {
  /** What was pointed at. */
  readonly span: Span;
  /** More than one, where the name is ambiguous. */
  readonly entries: readonly Entry[];
  /** The heading in them that is meant. */
  readonly heading: string | null;
  /** The other setting that they are of; null: this one. */
  readonly setting: string | null;
}

export function definitionAt(known: Known, entry: Entry, text: string, offset: number): Definition | null {
  const mention = mentionAt(entry, known.canon.codex, text, offset);
  if (!mention) return null;
  const here = entriesNamed(known, entry, mention);
  const meant = here.length > 0 ? null : mentionElsewhere(known, mention);
  const entries = meant ? found(meant.found) : here;
  if (entries.length === 0) return null;
  const heading = mention.kind === 'link' ? (mention.link.heading ?? null) : null;
  return { span: mention.span, entries, heading, setting: meant && !meant.isOwn ? meant.setting : null };
}

/** What is mentioned of another setting. */
export function mentionElsewhere(known: Known, mention: Mention): Elsewhere | null {
  if (mention.kind === 'entry' || mention.kind === 'entity') return elsewhere(known, mention.ref.text);
  if (mention.kind === 'link') return elsewhere(known, mention.link.target);
  if (mention.kind !== 'value') return null;
  const { value } = mention.fact;
  return valueElsewhere(known, value) && elsewhere(known, value.text);
}

function entriesNamed(known: Known, entry: Entry, mention: Mention): readonly Entry[] {
  switch (mention.kind) {
    case 'self':
      return [entry];
    case 'entry':
      return found(resolve(known, mention.ref.text));
    case 'entity':
    case 'knower':
      return describers(known, mention.ref.text);
    case 'only':
      return mention.only.entity === null ? [] : describers(known, mention.only.entity);
    // Editors follow relative links by themselves.
    case 'link':
      return mention.link.kind === 'wiki' ? found(leadsTo(known, entry, mention.link)) : [];
    case 'value':
      return [valueEntry(known, mention.fact.value) ?? []].flat();
    case 'attribute':
    case 'date':
    case 'revision':
    case 'key':
      return [];
  }
}

const found = (resolution: Resolution | null): readonly Entry[] =>
  resolution?.kind === 'one' ? [resolution.entry] : resolution?.kind === 'many' ? resolution.entries : [];

function describers(known: Known, name: string): readonly Entry[] {
  const named = found(resolve(known, name));
  if (named.length > 0) return named;
  const describer = describerOf(known, entityNamed(known, name), known.canon.codex.present);
  return describer ? [describer] : [];
}
