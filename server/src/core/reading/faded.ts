/** Which passages of an entry no longer count, and which of its references name what no longer stands. */
import { staleSourcesOf, entityOf, type Resolution, retconsOf, describerOf, standingOf } from '../canon';
import type { Entry, Fact } from '../entry/entry';
import { cutFrontmatter } from '../entry/frontmatter';
import { type Naming, namingsIn } from '../entry/naming';
import { cover, type Span } from '../text/span';
import { placeOfSpan } from '../yaml/nodeAtSpan';
import { readYaml } from '../yaml/readYaml';
import { targetOf } from './links';
import { entryAtViewpoint, factsAtViewpoint, resolveAtViewpoint } from './atViewpoint';
import type { Viewpoint } from './viewpoint';

export interface Fading {
  /** Superseded, retracted, stale, or not yet written at the viewpoint. In the order of places; they may overlap. */
  readonly faded: readonly Span[];
  /** References to what is superseded or retracted. */
  readonly struck: readonly Span[];
}

export function fadingOf(view: Viewpoint, entry: Entry, text: string): Fading {
  const { known, present } = view;
  const entryThen = entryAtViewpoint(view, entry);
  if (!entryThen) return { faded: written(text, 0), struck: [] };
  const stale = new Set(staleSourcesOf(known, entryThen, present).map(({ source }) => source));
  const faded = [
    ...displacedFacts(view, entry, text),
    ...entry.sources.filter((source) => names(stale, resolveAtViewpoint(view, source.text))).map(({ span }) => span),
    ...(isGone(view, entryThen) ? written(text, cutFrontmatter(text)?.body ?? 0) : []),
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

/** Facts of which the retcons known have left nothing, at any time, or which were not told yet; of what somebody holds, also beliefs that are not theirs. */
function displacedFacts(view: Viewpoint, entry: Entry, text: string): Span[] {
  const isDisplaced = (fact: Fact): boolean =>
    factsAtViewpoint(view, entry, fact).every(
      ({ segments, clippedBy }) => segments.length === 0 && clippedBy.length > 0,
    );
  const stated = view.eyes ? statedIn(entry) : entry.facts;
  const displaced = new Set(stated.filter(isDisplaced));
  if (displaced.size === 0) return [];
  const { root } = readYaml(text, entry.frontmatter);
  return [...displaced].map(({ attribute, value }) => {
    // An attribute that has other values as well still counts.
    const others = statedIn(entry).filter((fact) => fact.attribute.span.start === attribute.span.start);
    if (!others.every((other) => displaced.has(other))) return value.span;
    const place = placeOfSpan(root, attribute.span);
    const item = place?.isKey === false && place.parent ? place.parent.span : attribute.span;
    return cover(item, value.span);
  });
}

/** All that it states, beliefs too. */
const statedIn = ({ facts, knowledge }: Entry): readonly Fact[] => [...facts, ...(knowledge?.beliefs ?? [])];

const isGone = ({ known, present }: Viewpoint, entry: Entry): boolean =>
  ['superseded', 'retracted'].includes(standingOf(known, entry, present));

function namesGone(view: Viewpoint, entry: Entry, naming: Naming): boolean {
  const { known, present } = view;
  const target = targetOf(view, entry, naming);
  const entryThen = entryAtViewpoint(view, entry);
  if (!target || target === entryThen) return false;
  switch (naming.role) {
    case 'declaration':
      // Where it is declared, that is what the line says.
      return isGone(view, target) && !retconsOf(known, target).some(({ by }) => by === entryThen);
    case 'link':
    case 'source':
    case 'dispute':
    case 'reviewed':
    case 'summary':
      return isGone(view, target);
    case 'knower':
      return false;
    case 'fact':
    case 'value':
    case 'entity':
    case 'only': {
      // A new version of its page takes nothing from what is described.
      const describer = describerOf(known, entityOf(known, target), present);
      return describer !== undefined && isGone(view, describer);
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
