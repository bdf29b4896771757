/** Every place in the codex that names an entry, or an entity that no entry describes; each with what it is there for. */
import { filed, mentionKeys, type Known, type Resolution, resolve, valueEntry } from '../canon';
import type { Entry } from '../entry/entry';
import { type Naming, namingsIn, type Role } from '../entry/naming';
import { nameKey } from '../entry/slug';
import { leadsTo } from '../rules/linkTargets';
import { type Span, spanTouches } from '../text/span';

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
export interface Pointed {
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

/** What a name in an entry means; null where it is no name: a plain text for a value, an address, a picture. */
export function subjectOf(known: Known, entry: Entry, { role, text, linked, link }: Naming): Subject | null {
  if (link) return subjectFrom(leadsTo(known, entry, link), text);
  if (role !== 'value') return subjectFrom(resolve(known, text), text);
  const meant = valueEntry(known, { text, linked });
  if (meant) return { kind: 'entry', entry: meant };
  return linked || isEntity(known, text) ? { kind: 'name', name: text } : null;
}

const subjectFrom = (meant: Resolution | null, name: string): Subject | null =>
  meant && (meant.kind === 'one' ? { kind: 'entry', entry: meant.entry } : { kind: 'name', name });

/** Whether somebody speaks of a thing of this name, which has no entry. */
const isEntity = (known: Known, name: string): boolean =>
  resolve(known, name).kind === 'none' &&
  [...filed(known.canon, 'statedOn', nameKey(name)), ...filed(known.canon, 'describing', nameKey(name))].some((entry) =>
    [entry.entity, ...entry.facts.map((fact) => fact.entity)].some((ref) => ref?.text === name),
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
