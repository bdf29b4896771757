/** What the words of an entry are (names of entries, attributes, dates) for editors that colour them, and which no longer count. */
import { standingOf } from '../canon';
import type { Entry } from '../entry/entry';
import { namingsIn, type Role } from '../entry/naming';
import { lineIndex } from '../text/lines';
import { type Span, spanContains } from '../text/span';
import { entryAtViewpoint, subjectAtViewpoint } from './atViewpoint';
import { fadingOf } from './faded';
import { ownNames } from './references';
import type { Viewpoint } from './viewpoint';

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
  const isReplaced =
    entryThen !== undefined && ['superseded', 'retracted'].includes(standingOf(view.known, entryThen, view.present));
  const isFaded = inAnyOf(faded);
  // There may be thousands of names in a page: each that is struck is one of these spans.
  const struckAt = new Set(struck.map(({ start }) => start));
  const found: SemanticToken[] = [];
  const add = (sort: SemanticToken['sort'], span: Span, isOwn = false): void => {
    const isGone = isOwn ? isReplaced : isFaded(span) || (sort === 'name' && struckAt.has(span.start));
    if (span.start < span.end) found.push({ span, sort, isOwn, isGone });
  };
  // A heading is coloured by whoever colours markdown.
  for (const { span } of ownNames(entry)) if (span.start < entry.frontmatter.end) add('name', span, true);
  for (const naming of namingsIn(entry)) {
    const subject = subjectAtViewpoint(view, entry, naming);
    // Who has no page may still be spoken of by facts; anything else without one is the author's own words.
    const isName = subject?.kind === 'entry' || (subject && ROLES_WITHOUT_PAGE.has(naming.role));
    if (isName) add('name', naming.link?.span ?? naming.span);
  }
  for (const { attribute } of entry.facts) add('attribute', attribute.span);
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

function* datesIn({ date, until, parts, facts, declarations }: Entry): Generator<Span> {
  for (const one of [date, until, ...facts.flatMap((fact) => [fact.from, fact.until])]) if (one?.date) yield one.span;
  for (const part of parts) for (const one of [part.from, part.until]) if (one) yield one.span;
  for (const one of declarations.flatMap(({ asOf, effective }) => [asOf, effective])) if (one?.date) yield one.span;
}

/** Whether a span lies in one of several, which are in the order of their places and may overlap. */
function inAnyOf(spans: readonly Span[]): (span: Span) => boolean {
  return (span) => spans.some((one) => spanContains(one, span));
}
