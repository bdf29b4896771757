/** Properties of a page that are not facts: its own date and end, and those that codex.yaml declares no attribute for. */
import { isLikeAFact, isWay } from '../../codex/survey/nameKeys';
import { frontmatterTree } from '../../entry/frontmatter';
import { isAbsent } from '../../entry/entryShapes';
import type { Entry } from '../../entry/entry';
import { cover, type Span, spanTouches } from '../../text/span';
import { pairAround, placeOfSpan } from '../../yaml/tree';
import { isBareLink } from '../../yaml/writeYaml';
import { nameIn } from './knownByText';

/** A value behind a property. */
export interface PropertyValue {
  readonly key: string;
  /** Its place among the values of that property. */
  readonly index: number;
  readonly value: string;
  readonly span: Span;
}

/** In the order written, a list as one for each of its items. What a mapping holds can't be a fact. */
function propertyValues(entry: Entry, text: string): PropertyValue[] {
  const unknown = new Set(entry.unknownKeys.map((key) => key.text));
  return (frontmatterTree(text)?.pairs ?? []).flatMap(({ key, value }): PropertyValue[] => {
    if (!unknown.has(key.text) || isAbsent(value)) return [];
    const items = value.kind === 'sequence' && !isBareLink(text, value) ? value.items : [value];
    if (items.some(({ kind }) => kind === 'mapping')) return [];
    return items.map((item, index) => ({
      key: key.text,
      index,
      value: nameIn(text, item),
      span: index === 0 ? cover(key.span, item.span) : item.span,
    }));
  });
}

/** Those that may say something of the world. */
export const likelyFacts = (entry: Entry, text: string): PropertyValue[] =>
  propertyValues(entry, text).filter(({ key }) => isLikeAFact(key) && !isWay(key));

/** The one that a caret is on, whatever it is called: its author says what it is. */
export const propertyAt = (entry: Entry, text: string, offset: number): PropertyValue | undefined =>
  propertyValues(entry, text).find(({ span }) => spanTouches(span, offset));

const OWN = { date: 'date', end: 'until' } as const;

/** The page's own date or end, by the name that the page has for it. */
export function ownProperty(
  entry: Entry,
  text: string,
  which: keyof typeof OWN,
): Omit<PropertyValue, 'index'> | undefined {
  const written = entry[OWN[which]];
  const pair = written && pairAround(placeOfSpan(frontmatterTree(text), written.span))?.pair;
  return pair ? { key: pair.key.text, value: written.text, span: cover(pair.key.span, written.span) } : undefined;
}
