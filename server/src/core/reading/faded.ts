/** Which passages of an entry no longer count, and which of its references name what no longer stands. */
import { isReplaced } from './symbols';
import { staleSourcesOf, entityOf, type Resolution, retconsOf, describerOf } from '../canon';
import type { Entry, Fact } from '../entry/entry';
import { cutFrontmatter } from '../entry/frontmatter';
import { type Naming, namingsIn, type Role } from '../entry/naming';
import { cover, type Span, lineIndex, spanContains } from '../text/span';
import { placeOfSpan } from '../yaml/tree';
import { readYaml } from '../yaml/readYaml';
import { targetOf } from './inline';
import { entryAtViewpoint, factsAtViewpoint, resolveAtViewpoint, subjectAtViewpoint } from './atViewpoint';
import type { Viewpoint } from './viewpoint';
import { ownNames } from './mentions';
import { changesWritten, withVersions, allFactsOf, writtenFacts } from '../entry/versions';

interface Fading {
  /** Superseded, retracted, stale, or not yet written at the viewpoint. In the order of places; they may overlap. */
  readonly faded: readonly Span[];
  /** References to what is superseded or retracted. */
  readonly struck: readonly Span[];
}

export function fadingOf(view: Viewpoint, entry: Entry, text: string): Fading {
  const { known, present } = view;
  const entryThen = entryAtViewpoint(view, entry);
  // Of a page that somebody does not know one line above it says so: its author goes on writing in it.
  if (!entryThen) return { faded: view.eyes ? [] : written(text, 0), struck: [] };
  const stale = new Set(staleSourcesOf(known, entryThen, present).map(({ source }) => source));
  const faded = [
    ...displacedFacts(view, entry, text),
    ...entry.sources.filter((source) => names(stale, resolveAtViewpoint(view, source.text))).map(({ span }) => span),
    ...(isReplaced(view, entryThen) ? written(text, cutFrontmatter(text)?.body ?? 0) : []),
    // What somebody does not read of the prose.
    ...(known.canon.eyes?.hiddenIn(text) ?? []),
  ];
  const struck = namingsIn(entry)
    .filter((naming) => namesGone(view, entry, naming))
    .map(({ span, link }) => link?.span ?? span);
  return { faded: inOrder(faded), struck: inOrder(struck) };
}

const names = (entries: ReadonlySet<Entry>, found: Resolution): boolean =>
  found.kind === 'one' && entries.has(found.entry);

/** Facts of which known retcons have left nothing, or which were not written yet. In a knower's view, also other knowers' beliefs. */
function displacedFacts(view: Viewpoint, entry: Entry, text: string): Span[] {
  const isDisplaced = (fact: Fact): boolean =>
    factsAtViewpoint(view, entry, fact).every(
      ({ segments, clippedBy }) => segments.length === 0 && clippedBy.length > 0,
    );
  const stated = view.eyes ? writtenFacts(entry) : allFactsOf(entry);
  const displaced = new Set(stated.filter(isDisplaced));
  if (displaced.size === 0) return [];
  const { root } = readYaml(text, entry.frontmatter);
  return [...displaced].map(({ attribute, value }) => {
    // An attribute that has other values as well still counts.
    const others = writtenFacts(entry).filter((fact) => fact.attribute.span.start === attribute.span.start);
    if (!others.every((other) => displaced.has(other))) return value.span;
    const place = placeOfSpan(root, attribute.span);
    const item = place?.isKey === false && place.parent ? place.parent.span : attribute.span;
    return cover(item, value.span);
  });
}

function namesGone(view: Viewpoint, entry: Entry, naming: Naming): boolean {
  const { known, present } = view;
  const target = targetOf(view, entry, naming);
  const entryThen = entryAtViewpoint(view, entry);
  if (!target || target === entryThen) return false;
  switch (naming.role) {
    case 'declaration':
      // Where it is declared, that is what the line says.
      return isReplaced(view, target) && !retconsOf(known, target).some(({ by }) => by === entryThen);
    case 'link':
    case 'source':
    case 'dispute':
    case 'reviewed':
    case 'summary':
      return isReplaced(view, target);
    case 'knower':
      return false;
    case 'fact':
    case 'value':
    case 'entity':
    case 'only': {
      // A new version of its page takes nothing from what is described.
      const describer = describerOf(known, entityOf(known, target), present);
      return describer !== undefined && isReplaced(view, describer);
    }
  }
}

/** What is written from an offset on, without the blanks around it. */
function written(text: string, from: number): Span[] {
  const start = text.length - text.slice(from).trimStart().length;
  const end = text.trimEnd().length;
  return start < end ? [{ start, end }] : [];
}

const inOrder = (spans: readonly Span[]): Span[] => [...spans].sort((a, b) => a.start - b.start || a.end - b.end);

/** What the words of an entry are (names of entries, attributes, dates) for editors that colour them, and which no longer count. */
export interface SemanticToken {
  /** Within one line. */
  readonly span: Span;
  readonly sort: 'name' | 'attribute' | 'date';
  /** The entry gives itself this name. */
  readonly isOwn: boolean;
  /** Superseded, retracted, stale, or a name of what is. */
  readonly isGone: boolean;
}

const ROLES_WITHOUT_PAGE: ReadonlySet<Role> = new Set(['fact', 'value', 'entity']);

/** In the order of places; no two overlap. The prose between them is none, also where it no longer counts. */
export function tokensOf(view: Viewpoint, entry: Entry, text: string): SemanticToken[] {
  const { faded, struck } = fadingOf(view, entry, text);
  const entryThen = entryAtViewpoint(view, entry);
  const isOwnGone = entryThen !== undefined && isReplaced(view, entryThen);
  const isFaded = inAnyOf(faded);
  // There may be thousands of names in a page: each that is struck is one of these spans.
  const struckAt = new Set(struck.map(({ start }) => start));
  const found: SemanticToken[] = [];
  const add = (sort: SemanticToken['sort'], span: Span, isOwn = false): void => {
    const isGone = isOwn ? isOwnGone : isFaded(span) || (sort === 'name' && struckAt.has(span.start));
    if (span.start < span.end) found.push({ span, sort, isOwn, isGone });
  };
  // The markdown grammar colours headings.
  for (const { span } of ownNames(entry)) if (span.start < entry.frontmatter.end) add('name', span, true);
  for (const naming of namingsIn(entry)) {
    const subject = subjectAtViewpoint(view, entry, naming);
    // Who has no page may still be spoken of by facts; anything else without one is the author's own words.
    const isName = subject?.kind === 'entry' || (subject && ROLES_WITHOUT_PAGE.has(naming.role));
    if (isName) add('name', naming.link?.span ?? naming.span);
  }
  for (const { attribute } of allFactsOf(entry)) add('attribute', attribute.span);
  for (const span of datesIn(entry)) add('date', span);
  const lines = lineIndex(text);
  const isOnOneLine = ({ span }: SemanticToken): boolean =>
    lines.placeAt(span.start).line === lines.placeAt(span.end).line;
  found.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  let end = 0;
  return found.filter((token) => {
    const isFree = end <= token.span.start && isOnOneLine(token);
    if (isFree) ({ end } = token.span);
    return isFree;
  });
}

function* datesIn(entry: Entry): Generator<Span> {
  const { parts, declarations } = entry;
  for (const { date, until } of withVersions(entry)) for (const one of [date, until]) if (one?.date) yield one.span;
  for (const one of allFactsOf(entry).flatMap((fact) => [fact.from, fact.until])) if (one?.date) yield one.span;
  for (const part of parts) for (const one of [part.from, part.until]) if (one) yield one.span;
  for (const one of [...declarations, ...changesWritten(entry)].flatMap(({ asOf, effective }) => [asOf, effective]))
    if (one?.date) yield one.span;
}

/** Whether a span lies in one of several, which are in the order of their places and may overlap. */
function inAnyOf(spans: readonly Span[]): (span: Span) => boolean {
  return (span) => spans.some((one) => spanContains(one, span));
}
