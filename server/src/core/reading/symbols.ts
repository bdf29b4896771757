/** The outline of an entry: its retcons, its facts, and the headings of its prose. */
import {
  clippedFactsOf,
  edgesBy,
  edgesOf,
  type Retcon,
  entityOf,
  resolve,
  valueEntry,
  describerOf,
  standingOf,
  kindOfAttribute,
} from '../canon';
import type { AttributeKind } from '../codex/codex';
import { withoutMarkup } from '../entry/readEntry';
import type { Declaration, Entry, Fact } from '../entry/entry';
import { cutFrontmatter } from '../entry/frontmatter';
import { renderBeginnings } from '../entry/stretches';
import { cover, type Span } from '../text/span';
import { nameSpan } from '../rules/relatedPlaces';
import { standingWords } from './entryCard';
import { type Section, sectionsOf } from './sections';
import type { Viewpoint } from './viewpoint';
import { attributeLabel, whenWords } from './entryWords';

export interface Outlined {
  /** Never empty. */
  readonly name: string;
  readonly detail: string;
  readonly kind: 'entry' | 'event' | 'retcon' | 'heading' | AttributeKind;
  /** All of it, that of its children included. */
  readonly span: Span;
  /** What says its name, within the span. */
  readonly nameSpan: Span;
  /** Superseded or retracted; of a fact, displaced. */
  readonly isReplaced: boolean;
  readonly children: readonly Outlined[];
}

/** The entry, with all that is in it below it. @param hasHeadings whether the headings of its prose are part of it */
export function outlineOf(view: Viewpoint, entry: Entry, text: string, hasHeadings: boolean): Outlined {
  const end = hasHeadings ? text.length : text.slice(0, cutFrontmatter(text)?.body ?? 0).trimEnd().length;
  const declared = [...entry.declarations]
    .sort((a, b) => a.span.start - b.span.start)
    .map((one) => retconLine(view, entry, one));
  const named = nameSpan(entry);
  return {
    name: entry.title || entry.path,
    detail: [renderBeginnings(entry), standingWords(view, entry)].filter((part) => part !== undefined).join(' · '),
    kind: kindOfEntry(entry),
    span: { start: 0, end },
    nameSpan: named.end <= end ? named : { start: 0, end: 0 },
    isReplaced: isReplaced(view, entry),
    children: [...declared, ...factLines(view, entry), ...(hasHeadings ? headings(entry, sectionsOf(text)) : [])],
  };
}

export const kindOfEntry = ({ type }: Entry): 'entry' | 'event' =>
  type?.text.toLowerCase() === 'event' ? 'event' : 'entry';

/** Whether another entry stands in its place, or nothing does. */
export const isReplaced = ({ known, present }: Viewpoint, entry: Entry): boolean =>
  ['superseded', 'retracted'].includes(standingOf(known, entry, present));

const MAKES = { supersedes: 'Supersedes', retracts: 'Retracts', restores: 'Restores' } as const;

function retconLine({ known }: Viewpoint, entry: Entry, declaration: Declaration): Outlined {
  const { target, span, fromOldEnd, kind } = declaration;
  const found = resolve(known, target.text);
  const edges = fromOldEnd ? edgesOf(known, entry) : edgesBy(known, entry);
  const retcon = edges.find(({ declared }) => declared.some((one) => one.declaration === declaration));
  const unfound =
    found.kind === 'many' ? 'several entries are called so' : found.kind === 'none' ? 'no such entry' : '';
  return {
    name: `${fromOldEnd ? 'Superseded by' : MAKES[kind]} ${found.kind === 'one' ? found.entry.title : target.text}`,
    detail: retcon ? mannerOf(retcon) : unfound,
    kind: 'retcon',
    span: cover(span, target.span),
    nameSpan: target.span,
    isReplaced: false,
    children: [],
  };
}

/** `from 412 TA · founder only`. */
function mannerOf(retcon: Retcon): string {
  const only = retcon.only ? `${retcon.only.map(({ attribute }) => attributeLabel(attribute)).join(', ')} only` : '';
  return [retcon.soft ? 'both stand' : whenWords(retcon), only].filter((part) => part !== '').join(' · ');
}

function factLines(view: Viewpoint, entry: Entry): Outlined[] {
  const { known } = view;
  const own = entityOf(known, entry);
  const shared = sharedStarts(entry.facts);
  return clippedFactsOf(known, entry).map(({ fact, entity, segments, stated }) => {
    const about = entity === own ? '' : `${entityTitle(view, entity)} · `;
    const value = valueEntry(known, fact.value)?.title ?? fact.value.text;
    return {
      name: `${about}${attributeLabel(fact.attribute.text)}: ${value}`,
      detail: intervalOf(fact),
      kind: kindOfAttribute(known, fact.attribute.text),
      span: partsOf(fact)
        .filter(({ start }) => !shared.has(start))
        .reduce(cover, fact.value.span),
      nameSpan: fact.value.span,
      isReplaced: segments.length === 0 && stated.length > 0,
      children: [],
    };
  });
}

/** The words that a fact is made of, beside its value. */
const partsOf = ({ entity, attribute, from, until }: Fact): Span[] =>
  [entity, attribute, from, until].flatMap((part) => (part ? [part.span] : []));

/** Where words begin that several facts have in common: an entity with some attributes below it, an attribute with some values. */
function sharedStarts(facts: readonly Fact[]): ReadonlySet<number> {
  const seen = new Set<number>();
  const shared = new Set<number>();
  for (const { start } of facts.flatMap(partsOf)) (seen.has(start) ? shared : seen).add(start);
  return shared;
}

const entityTitle = ({ known, present }: Viewpoint, entity: string): string =>
  describerOf(known, entity, present)?.title ?? entity;

/** As it is written: `from 310 TA through 312 TA`. */
function intervalOf({ from, until }: Fact): string {
  const begins = from?.date ? `from ${from.text}` : '';
  const ends = until ? `${until.inclusive ? 'through' : 'until'} ${until.text}` : '';
  return [begins, ends].filter((part) => part !== '').join(' ');
}

/** The headings, except one that repeats the title: the entry itself stands for it. */
function headings(entry: Entry, sections: readonly Section[]): Outlined[] {
  return sections.flatMap((section): Outlined[] => {
    const name = withoutMarkup(section.text) || section.text;
    const below = headings(entry, section.children);
    if (name === '' || (section.level === 1 && name === entry.title)) return below;
    const { span, nameSpan: words } = section;
    return [{ name, detail: '', kind: 'heading', span, nameSpan: words, isReplaced: false, children: below }];
  });
}
