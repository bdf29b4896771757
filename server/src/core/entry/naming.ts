/** Lists every place where an entry's file names entries and entities, with the role of each name. */
import { uniqueBy } from '../text/groups';
import { nfc } from '../text/nearNames';
import type { Link } from './body';
import type { Entry, OnlyWritten, Ref } from './entry';
import type { Span } from '../text/span';
import { changesWritten, allBeliefsOf, allFactsOf, withVersions } from './versions';

/** The role of a name: the target of a retcon, the subject of a fact, the value of a fact, and so on. */
export type Role =
  | 'declaration'
  | 'fact'
  | 'value'
  | 'source'
  | 'summary'
  | 'entity'
  | 'dispute'
  | 'reviewed'
  | 'knower'
  | 'only'
  | 'link';

/** A name in an entry, in its author's spelling. */
export interface Naming {
  readonly role: Role;
  /** The name: brackets, quotes, heading and label stripped; of `only`, the part before the attribute. */
  readonly text: string;
  /** Written as a `[[link]]`, which may use any name of its target. */
  readonly linked: boolean;
  /** The target of a link; the whole item of `only`. */
  readonly span: Span;
  readonly link?: Link;
  readonly only?: OnlyWritten;
}

/** Every name in an entry's file except its own names: in the order of the roles, then as written. */
export function namingsIn(entry: Entry): Naming[] {
  const found: Naming[] = [];
  eachNaming(entry, (role, text, linked, span, more) => void found.push({ role, text, linked, span, ...more }));
  return unique(found);
}

/** The targets of its definitions, named like the links of its prose; a rename does not change them. */
export const referencesIn = ({ referenceLinks }: Entry): Naming[] => referenceLinks.map(namingOf);

const namingOf = (link: Link): Naming => ({
  role: 'link',
  text: nfc(link.target).trim(),
  linked: link.kind === 'wiki',
  span: link.targetSpan,
  link,
});

type See = (role: Role, text: string, linked: boolean, span: Span, more?: Pick<Naming, 'link' | 'only'>) => void;

/** Visits the same names; one that serves two facts is visited twice. It avoids building lists that the visitor ignores. */
export function eachNaming(entry: Entry, see: See): void {
  const { knowledge, formerly } = entry;
  const remembers = formerly.length > 0;
  const declarations = knowledge ? [...entry.declarations, ...knowledge.believedDeclarations] : entry.declarations;
  const facts = knowledge || remembers ? [...allFactsOf(entry), ...allBeliefsOf(entry)] : entry.facts;
  const show = (role: Role, named: Ref | null): void => {
    if (named) see(role, named.text, named.linked, named.span);
  };
  for (const { target } of declarations) show('declaration', target);
  for (const { entity } of facts) show('fact', entity);
  for (const { value } of facts) show('value', value);
  for (const source of entry.sources) show('source', source);
  for (const { sources } of remembers ? [...declarations, ...changesWritten(entry)] : declarations)
    for (const source of sources ?? []) show('source', source);
  show('entity', entry.entity);
  for (const ref of entry.disputes) show('dispute', ref);
  for (const ref of entry.reviewed) show('reviewed', ref);
  for (const ref of entry.summarises) show('summary', ref);
  for (const ref of knowersIn(entry)) show('knower', ref);
  if (remembers) {
    for (const version of withVersions(entry).slice(1)) for (const ref of knowersIn(version)) show('knower', ref);
    for (const { again } of formerly)
      for (const ref of knowersIn({ knowledge: null, facts: again })) show('knower', ref);
  }
  for (const { only } of declarations)
    for (const one of only ?? []) if (one.entity !== null) see('only', one.entity, false, one.span, { only: one });
  const showLink = (link: Link): void => {
    const { role, text, linked, span } = namingOf(link);
    see(role, text, linked, span, { link });
  };
  entry.ownLinks.forEach(showLink);
  entry.links.forEach(showLink);
}

/** The knowers, believers and points of view that a page names, as written. */
export function knowersIn({ knowledge, facts }: Pick<Entry, 'knowledge' | 'facts'>): Ref[] {
  // Most pages name none.
  if (!knowledge && !facts.some((fact) => fact.knowledge)) return [];
  const allKnowledge = [knowledge, ...[...facts, ...(knowledge?.beliefs ?? [])].map((fact) => fact.knowledge ?? null)];
  const named = allKnowledge.flatMap((one) => [
    ...(one?.knownBy ?? []).map(({ knower }) => knower),
    ...(one?.believedBy ?? []),
  ]);
  const secrets = (knowledge?.secrets ?? []).flatMap(({ knowers }) => knowers);
  return [...named, ...(knowledge?.pov ?? []), ...secrets].sort((a, b) => a.span.start - b.span.start);
}

/** Facts of one entity share its key, and a name counts once however many facts there are. */
const unique = (namings: readonly Naming[]): Naming[] => uniqueBy(namings, ({ role, span }) => `${role} ${span.start}`);
