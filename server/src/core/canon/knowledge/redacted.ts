/** Makes the copy of an entry that a knower sees, from a list of the fields that may be shown (model §11). */
import { type Chronology, readDate, type WorldDate } from '../../chronology';
import type {
  DateWritten,
  Declaration,
  EndWritten,
  Entry,
  Fact,
  FormerVersion,
  OnlyWritten,
  Ref,
  SecretPassage,
} from '../../entry/entry';
import { waysTo } from '../../entry/veil';
import { once } from '../../text/groups';
import type { Span } from '../../text/span';
import type { PageReader } from '../model/canonValue';
import { hasCome } from './knowers';
import { shownRef, shownWords } from './prose';

/** A page as it is shown; or a veiled entry with what was learned of a hidden page; or neither. */
export interface ShownEntry {
  readonly page: Entry | null;
  readonly veiled: Entry | null;
}

/** What the redaction of an entry depends on. */
interface Parts {
  readonly until: WorldDate | null;
  readonly chronology: Chronology;
  readonly reader: PageReader;
  /** The facts that were learned, as they are shown. */
  readonly facts: () => Fact[];
  /** The declarations that were learned, as they are written. */
  readonly declarations: () => Declaration[];
  /** The later versions of the page of which anything was learned, with what was learned of each. */
  readonly formerly: readonly FormerVersion[];
  /** Whether anything is known of the entry that a declaration names. @param copy the declaration as it is shown */
  readonly leadsSomewhere: (declaration: Declaration, copy: Declaration) => boolean;
}

/** A page as it is shown. Its facts and declarations are redacted on first use, since most pages are only searched by name. */
export function redacted(entry: Entry, parts: Parts): Entry {
  const refs = (written: readonly Ref[]) => once(() => withoutHidden(written, parts));
  const shown = {
    ...outlineOf(entry, parts),
    path: entry.path,
    writtenId: entry.writtenId,
    derivedId: entry.derivedId,
    folderId: entry.folderId,
    fileName: entry.fileName,
    title: shownWords(parts.reader, entry.title).trim() || entry.fileName,
    titleSpan: entry.titleSpan,
    aliases: entry.aliases.map((alias) => shownText(alias, parts)).filter(({ text }) => text !== ''),
    type: entry.type && shownText(entry.type, parts),
    entity: entry.entity,
    tier: entry.tier,
    names: entry.names,
  };
  return withLater(shown, {
    facts: once(parts.facts),
    declarations: once(() => shownDeclarations(parts.declarations(), parts)),
    links: once(() => shownLinks(entry, parts)),
    sources: refs(entry.sources),
    summarises: refs(entry.summarises),
    disputes: refs(entry.disputes),
    reviewed: refs(entry.reviewed),
  });
}

/** The links to pages that are not hidden, outside secrets that the reader does not know. */
function shownLinks({ hidesLinks, links, knowledge }: Entry, { reader }: Parts): Entry['links'] {
  if (hidesLinks) return [];
  const secrets = knowledge?.secrets ?? [];
  const isKnown = ({ knowers }: SecretPassage): boolean => knowers.some(({ text }) => reader.isMemberOf(text));
  const isOpen = (span: Span): boolean =>
    secrets.length === 0 || waysTo(secrets, span).some((way) => way.every(isKnown));
  return links.filter(({ target, span }) => !reader.isHiddenName(target) && isOpen(span));
}

/** What the redaction of a fact depends on. */
export type FactParts = Pick<Parts, 'reader' | 'until' | 'chronology'>;

/** A learned fact as it is shown: an end in the future is left out. @param index among the learned facts */
export function shownFact(parts: FactParts, { entity, attribute, value, from, until }: Fact, index: number): Fact {
  const { reader } = parts;
  const end = until && endOf(until, parts);
  return {
    entity: entity && shownRef(reader, entity),
    attribute: shownText(attribute, parts),
    value: shownRef(reader, value),
    from: from && begun(from, parts),
    until: end,
    ...(until && !end && { endsLater: true as const }),
    index,
  };
}

/** A page as it is shown, made without the canon: from its text, what was learned of it, codex.yaml, and its reader. */
export const copyOfPage = (
  written: Entry,
  learned: {
    readonly facts: readonly number[];
    readonly declarations: readonly { readonly place: number }[];
    readonly formerly?: readonly FormerVersion[];
  },
  parts: FactParts,
): Entry =>
  redacted(written, {
    ...parts,
    facts: () => learned.facts.map((place, index) => shownFact(parts, written.facts[place] as Fact, index)),
    declarations: () => learned.declarations.map(({ place }) => written.declarations[place] as Declaration),
    leadsSomewhere: () => true,
    formerly: learned.formerly ?? [],
  });

/**
 * What was learned of a hidden page, as an entry; null if nothing was. Declarations find it by its names, which are in no index.
 */
export function veiled(entry: Entry, path: string, entity: string, parts: Parts): Entry | null {
  const facts = parts.facts();
  const declared = parts.declarations();
  const stated = [...facts, ...parts.formerly.flatMap((version) => version.facts)];
  if (stated.length + declared.length === 0) return null;
  // Since no entry in the view describes its entity, its facts must name it.
  for (const fact of stated)
    if (!fact.entity) (fact as { entity: Ref }).entity = { text: entity, span: fact.attribute.span, linked: false };
  const shown = {
    ...outlineOf(entry, parts),
    path,
    writtenId: { text: '', span: NOWHERE },
    derivedId: '',
    folderId: '',
    fileName: '',
    title: '',
    titleSpan: null,
    aliases: [],
    type: null,
    entity: null,
    tier: entry.tier,
    names: entry.names,
    facts,
    sources: [],
    summarises: [],
    disputes: [],
    reviewed: [],
  };
  return withLater(shown, { declarations: once(() => shownDeclarations(declared, parts)) });
}

const NOWHERE = { start: 0, end: 0 };

/** The fields that are neither names nor learned: when the entry holds, up to now, and its place in the canon. */
const outlineOf = (entry: Entry, parts: Parts) => ({
  // A change of its dates that the knower has not learned leaves those of before.
  ...shownStretches(parts.formerly.findLast(({ isDated }) => isDated) ?? entry, parts),
  formerly: parts.formerly.map((version) => shownVersion(version, parts)),
  canon: entry.canon,
  unknownCanon: null,
  position: entry.position,
  draft: entry.draft,
  publishing: 'unsaid' as const,
  knowledge: null,
  mayVeil: entry.mayVeil,
  hidesLinks: entry.hidesLinks,
  hasEvents: entry.hasEvents,
  factsKey: null,
  links: [],
  ownLinks: [],
  referenceLinks: [],
  unknownKeys: [],
  frontmatter: NOWHERE,
  problems: [],
});

const shownVersion = (version: FormerVersion, parts: Parts): FormerVersion => ({
  ...version,
  ...shownStretches(version, parts),
  sources: withoutHidden(version.sources, parts),
  again: [],
  knowledge: null,
  change: version.change && shownDeclaration(version.change, parts),
});

/** A date as it is shown: of a range whose end has not come, only the beginning. */
function begun<D extends DateWritten>(written: D, { until, chronology }: Pick<Parts, 'until' | 'chronology'>): D {
  const { date } = written;
  if (!date || until === null || !date.text.startsWith(`${date.start.text} .. `)) return written;
  if (date.end.line === until.end.line && date.end.day <= until.end.day) return written;
  const reading = readDate(chronology, date.start.text);
  if (!reading.ok || !reading.date) return written;
  return { ...written, text: date.start.text, date: reading.date };
}

/** An end as it is shown; null if it has not come. */
const endOf = (end: EndWritten, parts: Pick<Parts, 'until' | 'chronology'>): EndWritten | null =>
  hasCome(end.moment, parts.until) ? begun(end, parts) : null;

/** The stretches of an entry as they are shown: later ends are open, and later stretches are left out. */
function shownStretches(
  entry: Pick<Entry, 'date' | 'until' | 'parts'>,
  parts: Parts,
): Pick<Entry, 'date' | 'until' | 'parts'> {
  const date = entry.date && begun(entry.date, parts);
  const stretches = entry.parts
    .filter(({ from }) => hasCome(from.date.start, parts.until))
    .map(({ from, until }) => ({ from: begun(from, parts), until: until && endOf(until, parts) }));
  const last = stretches.at(-1);
  if (entry.parts.length > 0 && last) return { date, until: last.until, parts: stretches.length > 1 ? stretches : [] };
  return { date, until: entry.parts.length > 0 ? null : entry.until && endOf(entry.until, parts), parts: [] };
}

/** Declarations as they are shown, without those whose target is unknown. */
const shownDeclarations = (declared: readonly Declaration[], parts: Parts): Declaration[] =>
  declared.flatMap((declaration) => {
    const copy = shownDeclaration(declaration, parts);
    return parts.leadsSomewhere(declaration, copy) ? copy : [];
  });

function shownDeclaration(declaration: Declaration, parts: Parts): Declaration {
  const { sources, reason, only } = declaration;
  return {
    ...declaration,
    // The attributes of facts are redacted in the same way.
    only: only && only.map((one) => shownOnly(parts.reader, one)),
    asOf: declaration.asOf && begun(declaration.asOf, parts),
    sources: sources && withoutHidden(sources, parts),
    reason: reason && { ...reason, text: shownWords(parts.reader, reason.text) },
  };
}

/** A value is left out of the words, since its fact may not have been learned. */
const shownOnly = (reader: PageReader, one: OnlyWritten): OnlyWritten => ({
  ...one,
  attribute: shownWords(reader, one.attribute).trim(),
  ...(one.value && { text: one.text.split(' = ')[0] ?? '', value: shownRef(reader, one.value) }),
});

/** References without those to hidden pages, and without their names in plain text. */
const withoutHidden = (refs: readonly Ref[], parts: Parts): readonly Ref[] =>
  refs
    .filter(({ text }) => !parts.reader.isHiddenRef(text))
    .map((ref) => (ref.linked ? ref : shownText(ref, parts)))
    .filter(({ text }) => text !== '');

function shownText<T extends { readonly text: string }>(written: T, { reader }: Pick<Parts, 'reader'>): T {
  const text = shownWords(reader, written.text).trim();
  return text === written.text ? written : { ...written, text };
}

/** Fields that are made on first use. */
type Late = {
  readonly [Key in
    | 'facts'
    | 'declarations'
    | 'links'
    | 'sources'
    | 'summarises'
    | 'disputes'
    | 'reviewed']?: () => Entry[Key];
};

const LATE = Symbol('fields that are made on first use');

const later = (key: keyof Late): PropertyDescriptor & ThisType<{ readonly [LATE]: Late }> => ({
  enumerable: true,
  get() {
    return this[LATE][key]?.();
  },
});

/** Getters that all entries share: objects with getters of their own are slow. */
const LATER: Readonly<Record<keyof Late, PropertyDescriptor>> = {
  facts: later('facts'),
  declarations: later('declarations'),
  links: later('links'),
  sources: later('sources'),
  summarises: later('summarises'),
  disputes: later('disputes'),
  reviewed: later('reviewed'),
};

function withLater<L extends Late>(shown: Omit<Entry, keyof L>, late: L): Entry {
  Object.defineProperty(shown, LATE, { value: late });
  for (const key of Object.keys(late) as (keyof Late)[]) Object.defineProperty(shown, key, LATER[key]);
  return shown as Entry;
}
