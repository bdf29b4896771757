/** Finds what an entry's file mentions and where, and all places that name a subject. */
import { type Codex, keyOf } from '../codex/codex';
import { KNOWN_KEYS } from '../codex/keys';
import { knowersIn, type Naming, namingsIn, type Role } from '../entry/naming';
import type { DateWritten, Declaration, Entry, Fact, Knowledge, OnlyWritten, Ref, Written } from '../entry/entry';
import type { Link } from '../entry/body';
import { ownDates } from '../entry/stretches';
import { type Span, spanTouches } from '../text/span';
import { readYaml } from '../yaml/readYaml';
import type { YamlMapping, YamlNode } from '../yaml/tree';
import { filed, mentionKeys, type Known, namingsOf, type Resolution, resolve, valueEntry } from '../canon';
import { nameKey } from '../entry/slug';
import { leadsTo } from '../rules/rule';
import { findRevision } from '../codex/revisions';
import { withVersions, writtenFacts, allFactsOf } from '../entry/versions';

/** Something that an entry's file mentions, and its span. */
export type Mention = { readonly span: Span } & (
  | { /** The entry itself, at its own `id`. */ readonly kind: 'self' }
  | { /** What names an entry. */ readonly kind: 'entry'; readonly ref: Ref }
  | { /** A knower, a believer or a narrator. */ readonly kind: 'knower'; readonly ref: Ref }
  | { /** What names an entity, which need not have an entry. */ readonly kind: 'entity'; readonly ref: Ref }
  | { readonly kind: 'link'; readonly link: Link }
  | { readonly kind: 'attribute' | 'value'; readonly fact: Fact }
  | { readonly kind: 'only'; readonly only: OnlyWritten }
  | { readonly kind: 'date'; readonly date: DateWritten /** `always`. */; readonly always: boolean }
  | { readonly kind: 'revision'; readonly revision: Written }
  | {
      /** A key of the frontmatter, with those above it: `['supersedes', 'effective']`. */ readonly kind: 'key';
      readonly path: readonly string[];
    }
);

/** The mention under a caret, or just before it; null where there is none. */
export function mentionAt(entry: Entry, codex: Codex, text: string, offset: number): Mention | null {
  let best: Mention | null = null;
  const width = ({ span }: Mention): number => span.end - span.start;
  for (const mention of mentionsOf(entry, codex, text))
    if (spanTouches(mention.span, offset) && (!best || width(mention) < width(best))) best = mention;
  return best;
}

/** Everything that an entry mentions. Names of keys come last, since a key that is an attribute is described as one. */
export function* mentionsOf(entry: Entry, codex: Codex, text: string): Generator<Mention> {
  if (entry.writtenId) yield { kind: 'self', span: entry.writtenId.span };
  const named = [entry.entity ?? [], entry.disputes, entry.reviewed, entry.sources, entry.summarises].flat();
  for (const ref of named) yield { kind: 'entry', ref, span: ref.span };
  for (const { date, span } of datesOf(entry)) yield { kind: 'date', date, always: false, span };
  if (entry.canon?.key === 'canon') yield { kind: 'revision', revision: entry.canon, span: entry.canon.span };
  const { knowledge } = entry;
  for (const version of withVersions(entry))
    for (const ref of knowersIn(version)) yield { kind: 'knower', ref, span: ref.span };
  yield* momentsLearned(entry);
  for (const declaration of [...entry.declarations, ...(knowledge?.believedDeclarations ?? [])]) {
    yield { kind: 'entry', ref: declaration.target, span: declaration.target.span };
    yield* partsOf(declaration);
    for (const only of declaration.only ?? []) yield { kind: 'only', only, span: only.span };
  }
  for (const { change, canon, hasOwnCanon } of entry.formerly) {
    if (change) yield* partsOf(change);
    if (canon && hasOwnCanon) yield { kind: 'revision', revision: canon, span: canon.span };
  }
  for (const fact of writtenFacts(entry)) {
    if (fact.entity) yield { kind: 'entity', ref: fact.entity, span: fact.entity.span };
    yield { kind: 'attribute', fact, span: fact.attribute.span };
    yield { kind: 'value', fact, span: fact.value.span };
  }
  for (const link of [...entry.ownLinks, ...entry.links]) yield { kind: 'link', link, span: link.span };
  const root = entry.frontmatter.end > entry.frontmatter.start ? readYaml(text, entry.frontmatter).root : null;
  if (root?.kind === 'mapping') yield* keysOf(root, codex, []);
}

function* partsOf({ sources, asOf, effective }: Declaration): Generator<Mention> {
  for (const ref of sources ?? []) yield { kind: 'entry', ref, span: ref.span };
  if (asOf) yield { kind: 'date', date: asOf, always: false, span: asOf.span };
  if (effective) yield { kind: 'date', date: effective, always: effective.always, span: effective.span };
}

/** All that says who knows the page, its versions and what they state. */
const audiencesIn = (entry: Entry): (Knowledge | null)[] => [
  ...withVersions(entry).map(({ knowledge }) => knowledge),
  ...writtenFacts(entry).map(({ knowledge }) => knowledge ?? null),
];

/** When each knower learns something: a world date or a revision. */
function* momentsLearned(entry: Entry): Generator<Mention> {
  const audiences = audiencesIn(entry);
  for (const { when } of audiences.flatMap((one) => one?.knownBy ?? []))
    if (when?.date) yield { kind: 'date', date: when, always: false, span: when.span };
    else if (when) yield { kind: 'revision', revision: when, span: when.span };
}

function datesOf(entry: Entry): { date: DateWritten; span: Span }[] {
  const knownFrom = audiencesIn(entry).flatMap((one) => one?.knownFrom ?? []);
  const ofFacts = writtenFacts(entry).flatMap((fact) => [fact.from, fact.until]);
  const written = [...withVersions(entry).flatMap(ownDates), ...ofFacts, ...knownFrom];
  return written.flatMap((date) => (date ? { date, span: date.span } : []));
}

/** Keys whose values have keys of Retcon's own below them. */
const NESTED: ReadonlySet<string> = new Set([
  'supersedes',
  'superseded_by',
  'retracts',
  'restores',
  'formerly',
  'facts',
]);

function* keysOf(mapping: YamlMapping, codex: Codex, above: readonly string[]): Generator<Mention> {
  for (const { key, value } of mapping.pairs) {
    const name = above.length === 0 ? knownName(codex, key.text) : keyOf(key.text);
    const path = [...above, name];
    yield { kind: 'key', path, span: key.content };
    if (above.length === 0 && NESTED.has(name))
      for (const inner of mappingsIn(value)) yield* keysOf(inner, codex, path);
  }
}

const mappingsIn = (node: YamlNode | null): YamlMapping[] =>
  node?.kind === 'mapping' ? [node] : node?.kind === 'sequence' ? node.items.flatMap(mappingsIn) : [];

/** The key that a spelling means here: codex.yaml may have renamed it, and then the default name means nothing. */
export function knownName(codex: Codex, written: string): string {
  const key = keyOf(written);
  for (const [known, spellings] of codex.fields) if (spellings.includes(key)) return known;
  return codex.fields.has(key) && KNOWN_KEYS.some((known) => known.key === key) ? '' : key;
}

/** What is named: an entry, or a name that no entry, or more than one, answers to. */
export type Subject =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'name'; readonly name: string };

/** A name of the subject, in some entry. */
export interface Reference {
  readonly entry: Entry;
  readonly naming: Naming;
}

/** A subject under the caret, and where the page names it: in another entry, or in its own, by one of its own names. */
interface Pointed {
  readonly subject: Subject;
  /** The name in its author's spelling. */
  readonly name: string;
  readonly span: Span;
  /** null at a name that the entry gives itself. */
  readonly naming: Naming | null;
}

/** What names are there for, in words, in the order of display. */
export const ROLES: Readonly<Record<Role, string>> = {
  declaration: 'Retcons',
  fact: 'What facts are about',
  value: 'Values of facts',
  source: 'Sources',
  summary: 'Summaries',
  entity: 'What pages describe',
  dispute: 'Disputes',
  reviewed: 'Reviewed',
  knower: 'Who knows',
  only: 'What retcons are limited to',
  link: 'Links',
};
const ORDER = Object.keys(ROLES);

/** The indexes of the canon that say who names something. */
const NAMING = ['declaredOn', 'statedOn', 'describing', 'restingOn', 'alsoNaming'] as const;

/** All that names the subject: declarations first, then facts, values, sources and so on; each kind by path, then as written. */
export function referencesTo(known: Known, subject: Subject): readonly Reference[] {
  if (subject.kind === 'entry') return referencesToEach(known, [subject.entry]).get(subject.entry) ?? [];
  const { name } = subject;
  return referencesLike(known, name).filter(({ naming: { text } }) => text === name);
}

/** All that names what no entry answers to, or more than one, by a name that is the same up to case and blanks. */
export function referencesLike(known: Known, name: string): readonly Reference[] {
  const key = nameKey(name);
  const found = naming(known, mentionKeys(name)).flatMap((entry) =>
    namingsIn(entry)
      .filter((one) => nameKey(one.text) === key && subjectOf(known, entry, one)?.kind === 'name')
      .map((one) => ({ entry, naming: one })),
  );
  return inOrder(found);
}

/** The same for each of some entries: a page that names many of them is looked through once. */
export function referencesToEach(known: Known, entries: readonly Entry[]): ReadonlyMap<Entry, readonly Reference[]> {
  const found = new Map(entries.map((entry) => [entry, [] as Reference[]]));
  for (const entry of naming(known, new Set(entries.flatMap(({ names }) => names))))
    for (const one of namingsIn(entry)) {
      const subject = subjectOf(known, entry, one);
      if (subject?.kind === 'entry') found.get(subject.entry)?.push({ entry, naming: one });
    }
  for (const references of found.values()) inOrder(references);
  return found;
}

/** All in another setting that names an entry of this one. @param known of the other one @param setting what this one is called */
export const referencesFrom = (known: Known, setting: string, entry: Entry): readonly Reference[] =>
  inOrder([...namingsOf(known, setting).filter(({ meant }) => meant.path === entry.path)]);

/** What is sorted keeps its order where nothing is said of it. */
const inOrder = (found: Reference[]): Reference[] =>
  found.sort((a, b) => ORDER.indexOf(a.naming.role) - ORDER.indexOf(b.naming.role));

/** The entries that may name what has one of these names, in the order of their paths. */
function naming(known: Known, names: Iterable<string>): Entry[] {
  const found = new Set<Entry>();
  for (const name of names)
    for (const index of NAMING) for (const entry of filed(known.canon, index, name)) found.add(entry);
  return [...found].filter(known.has).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What a name in an entry means; null if it is not a name: a plain text as a value, an address, a picture. */
export function subjectOf(known: Known, entry: Entry, { role, text, linked, link }: Naming): Subject | null {
  if (link) return subjectFrom(leadsTo(known, entry, link), text);
  if (role !== 'value') return subjectFrom(resolve(known, text), text);
  const meant = valueEntry(known, { text, linked });
  if (meant) return { kind: 'entry', entry: meant };
  return linked || isEntity(known, text) ? { kind: 'name', name: text } : null;
}

const subjectFrom = (meant: Resolution | null, name: string): Subject | null =>
  meant && (meant.kind === 'one' ? { kind: 'entry', entry: meant.entry } : { kind: 'name', name });

/** Whether any entry names a thing that has no entry. */
const isEntity = (known: Known, name: string): boolean =>
  resolve(known, name).kind === 'none' &&
  [...filed(known.canon, 'statedOn', nameKey(name)), ...filed(known.canon, 'describing', nameKey(name))].some((entry) =>
    [entry.entity, ...allFactsOf(entry).map((fact) => fact.entity)].some((ref) => ref?.text === name),
  );

/** What is named under the caret. */
export function subjectUnderCaret(known: Known, entry: Entry, offset: number): Pointed | null {
  const touched = namingsIn(entry).filter(({ span, link }) => spanTouches(link?.span ?? span, offset));
  const own = ownNames(entry).find(({ span }) => spanTouches(span, offset));
  // `title: "[[Merchant]]"` links to an entry, whatever it is to the page itself.
  if (own && !touched.some(({ link }) => link?.inFrontmatter))
    return { subject: { kind: 'entry', entry }, name: own.text, span: own.span, naming: null };
  for (const one of touched.sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))) {
    const subject = subjectOf(known, entry, one);
    if (subject) return { subject, name: one.text, span: one.span, naming: one };
  }
  return null;
}

/** The names that an entry gives itself, where they are written. */
export const ownNames = (entry: Entry): { readonly text: string; readonly span: Span }[] => [
  ...[entry.writtenId ?? [], entry.aliases].flat(),
  ...(entry.titleSpan ? [{ text: entry.title, span: entry.titleSpan }] : []),
];

/** Where else in its file the thing under the caret is mentioned. */
interface Highlight {
  readonly span: Span;
  /** Where the thing says its own name, against where others name it. */
  readonly isOwn: boolean;
}

/** A place, and what is mentioned there. */
interface Mentioned extends Highlight {
  readonly thing: string;
}

/** All mentions in the file of what the caret is on, itself included, in the order of places. */
export function highlightsAt(known: Known, entry: Entry, text: string, offset: number): Highlight[] {
  const all = [...namesIn(known, entry, text), ...attributesIn(entry, text), ...revisionIn(known, entry)];
  const width = ({ span }: Mentioned): number => span.end - span.start;
  const [under] = all.filter(({ span }) => spanTouches(span, offset)).sort((a, b) => width(a) - width(b));
  const found = new Map<number, Highlight>();
  for (const { span, isOwn, thing } of all) if (thing === under?.thing) found.set(span.start, { span, isOwn });
  return [...found.values()].sort((a, b) => a.span.start - b.span.start);
}

function namesIn(known: Known, entry: Entry, text: string): Mentioned[] {
  const own = ownNames(entry).map(({ span }) => ({ span, thing: `entry ${entry.path}`, isOwn: true }));
  const named = namingsIn(entry).flatMap((naming) => {
    const span = nameSpanOf(text, naming);
    const subject = subjectOf(known, entry, naming);
    if (!span || (!subject && naming.role !== 'value')) return [];
    const thing = subject?.kind === 'entry' ? `entry ${subject.entry.path}` : `name ${nameKey(naming.text)}`;
    return [{ span, thing, isOwn: false }];
  });
  return [...own, ...named];
}

/** `guild.member` of `guild.member = bo`. */
const nameIn = ({ text, value }: OnlyWritten): string => (value ? (text.split(' = ')[0] ?? text) : text);

/** The part of `house-vyr.founder` before the dot; null where it is escaped, so that the parts can't be separated. */
function nameSpanOf(text: string, { span, only }: Naming): Span | null {
  if (!only) return span;
  return text.slice(span.start, span.end) === only.text
    ? { start: span.start, end: span.start + nameIn(only).lastIndexOf('.') }
    : null;
}

function attributesIn(entry: Entry, text: string): Mentioned[] {
  const stated = allFactsOf(entry).map(({ attribute }) => ({ attribute: attribute.text, span: attribute.span }));
  const limited = entry.declarations
    .flatMap(({ only }) => only ?? [])
    .map((only) => {
      const { attribute, entity, text: words, span } = only;
      const isPlain = entity !== null && text.slice(span.start, span.end) === words;
      const start = isPlain ? span.start + nameIn(only).lastIndexOf('.') + 1 : span.start;
      return { attribute, span: { start, end: isPlain ? span.start + nameIn(only).length : span.end } };
    });
  return [...stated, ...limited].map(({ attribute, span }) => ({
    span,
    thing: `attribute ${keyOf(attribute)}`,
    isOwn: false,
  }));
}

function revisionIn(known: Known, { canon }: Entry): Mentioned[] {
  if (canon?.key !== 'canon') return [];
  const revision = findRevision(known.canon.codex, canon.text);
  return [{ span: canon.span, thing: `revision ${revision?.id ?? canon.text}`, isOwn: false }];
}
