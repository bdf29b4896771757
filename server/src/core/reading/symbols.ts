/** The outline of an entry: its retcons, its facts, and the headings of its prose. */
import { readBody } from '../entry/body';
import type { Entry, Declaration, Fact } from '../entry/entry';
import { cutFrontmatter, type Frontmatter } from '../entry/frontmatter';
import { withoutMarkup } from '../entry/readEntry';
import { nameKey, slug } from '../entry/slug';
import { nameSpan } from '../rules/rule';
import { type Span, cover, spanTouches } from '../text/span';
import {
  clippedFactsOf,
  edgesBy,
  edgesOf,
  type Retcon,
  entityOf,
  resolve,
  valueEntry,
  describerOf,
  isUndone,
  standingOf,
  kindOfAttribute,
  idOf,
  type Known,
  tableEntries,
} from '../canon';
import type { AttributeKind } from '../codex/codex';
import { renderBeginnings } from '../entry/stretches';
import { standingWords } from './entryCard';
import type { Viewpoint } from './viewpoint';
import { attributeLabel, whenWords } from './entryWords';
import { partsInside, type YamlNode } from '../yaml/tree';
import { readYaml } from '../yaml/readYaml';
import { once } from '../text/groups';
import { compareTexts } from '../text/sorted';
import { matchRank } from '../text/nearNames';
import { allFactsOf } from '../entry/versions';

/** The sections of an entry's prose, each under its heading. */
interface Section {
  /** 1 to 6. */
  readonly level: number;
  /** The heading as written. */
  readonly text: string;
  /** From the heading's line to the last word before the next heading of the same or a higher level. */
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly Section[];
}

/** The outermost sections of a file. */
function sectionsOf(text: string): readonly Section[] {
  const { headings } = readBody(text, cutFrontmatter(text)?.body ?? 0);
  const top: Draft[] = [];
  const open: Draft[] = [];
  const close = (from: number, at: number): void => {
    for (const { span } of open.splice(from)) span.end = Math.max(span.end, text.slice(0, at).trimEnd().length);
  };
  for (const { level, text: words, span } of headings) {
    const start = text.lastIndexOf('\n', span.start - 1) + 1;
    const above = open.findIndex((section) => section.level >= level);
    if (above >= 0) close(above, start);
    const section: Draft = { level, text: words, span: { start, end: span.end }, nameSpan: span, children: [] };
    (open.at(-1)?.children ?? top).push(section);
    open.push(section);
  }
  close(0, text.length);
  return top;
}

/** A section whose end is not known yet. */
interface Draft extends Section {
  readonly span: { readonly start: number; end: number };
  readonly children: Draft[];
}

/** Where a link leads in a file: to the heading that it names, else to where the entry says who it is. */
export const landingIn = (entry: Entry, text: string, heading: string | null): Span =>
  (heading === null ? null : headingNamed(text, heading)) ?? nameSpan(entry);

/** The heading that a link means by `#Youth`, or `#Life#Youth`: by its words, or as an address spells them. */
function headingNamed(text: string, named: string): Span | null {
  const wanted = named.slice(named.lastIndexOf('#') + 1);
  const { headings } = readBody(text, cutFrontmatter(text)?.body ?? 0);
  const by = (key: (words: string) => string) =>
    headings.find((heading) => [heading.text, withoutMarkup(heading.text)].some((words) => key(words) === key(wanted)));
  return (by(nameKey) ?? by(slug))?.span ?? null;
}

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
  isUndone(standingOf(known, entry, present));

const MAKES = { supersedes: 'Supersedes', retracts: 'Retracts', restores: 'Restores' } as const;

function retconLine({ known }: Viewpoint, entry: Entry, declaration: Declaration): Outlined {
  const { target, span, fromOldEnd, kind } = declaration;
  const found = resolve(known, target.text);
  const edges = fromOldEnd ? edgesOf(known, entry) : edgesBy(known, entry);
  const retcon = edges.find(({ declared }) => declared.some((one) => one.declaration === declaration));
  const unfound = found.kind === 'many' ? 'several notes have this name' : found.kind === 'none' ? 'no such note' : '';
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
  const shared = sharedStarts(allFactsOf(entry));
  return clippedFactsOf(known, entry).map(({ fact, entity, segments, stated }) => {
    const about = entity === own ? '' : `${entityTitle(view, entity)} · `;
    const value = valueEntry(known, fact.value)?.title ?? fact.value.text;
    return {
      name: `${about}${attributeLabel(fact.attribute.text)}: ${value}`,
      detail: intervalOf(fact),
      kind: kindOfAttribute(known, fact.attribute.text),
      span: spansOfFact(fact)
        .filter(({ start }) => !shared.has(start))
        .reduce(cover, fact.value.span),
      nameSpan: fact.value.span,
      isReplaced: segments.length === 0 && stated.length > 0,
      children: [],
    };
  });
}

/** The words that a fact is made of, beside its value. */
const spansOfFact = ({ entity, attribute, from, until }: Fact): Span[] =>
  [entity, attribute, from, until].flatMap((part) => (part ? [part.span] : []));

/** Where words begin that several facts have in common: an entity with some attributes below it, an attribute with some values. */
function sharedStarts(facts: readonly Fact[]): ReadonlySet<number> {
  const seen = new Set<number>();
  const shared = new Set<number>();
  for (const { start } of facts.flatMap(spansOfFact)) (seen.has(start) ? shared : seen).add(start);
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

/** What can be folded in the frontmatter: the whole of it, and each key and item that goes over several lines. */
interface Fold {
  /** From its first to its last non-blank character. */
  readonly span: Span;
  readonly isFrontmatter: boolean;
}

/** Sections of prose are folded by editors themselves. */
export function foldsOf(entry: Entry, text: string): Fold[] {
  const cut = cutFrontmatter(text);
  if (!cut?.closed) return [];
  const { root } = cut.language === '' ? readYaml(text, entry.frontmatter) : { root: null };
  const end = text.slice(0, cut.body).trimEnd().length;
  const parts =
    root === null
      ? []
      : foldableSpans(root).filter(({ start, end: last }) => text.slice(start, last).trim().includes('\n'));
  return [
    { span: { start: cut.fence.start, end }, isFrontmatter: true },
    ...parts.map((span) => ({ span: trimmed(text, span), isFrontmatter: false })),
  ];
}

/** Keys with their values, and the items of lists, however deep; without aliases, whose nodes stand elsewhere. */
function foldableSpans(root: YamlNode): Span[] {
  const found: Span[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop())
    for (const { node: part, pair, isKey } of partsInside(node)) {
      if (isKey) continue;
      found.push({ start: pair?.key.span.start ?? part.span.start, end: part.span.end });
      waiting.push(part);
    }
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

const trimmed = (text: string, { start, end }: Span): Span => ({ start, end: text.slice(0, end).trimEnd().length });

/**
 * Returns the spans around an offset, the smallest first, each within the next; none in the prose, where editors know words and
 * lines. A text is read once, however many carets there are.
 */
export function selectionsIn(text: string): (offset: number) => Span[] {
  const cut = cutFrontmatter(text);
  if (!cut || cut.language !== '') return () => [];
  const root = once(() => readYaml(text, cut.yaml).root);
  return (offset) => (offset < cut.yaml.start || cut.yaml.end <= offset ? [] : selectionsAt(root(), text, cut, offset));
}

function selectionsAt(root: YamlNode | null, text: string, cut: Frontmatter, offset: number): Span[] {
  const spans = [...(root ? around(root, offset) : []), cut.yaml, { start: cut.fence.start, end: cut.body }]
    .map(({ start, end }) => ({ start, end: start + text.slice(start, end).trimEnd().length }))
    .filter((span) => spanTouches(span, offset));
  // Each must hold the one before; broken YAML may have spans that do not.
  const growing: Span[] = [];
  for (const span of spans) {
    const last = growing.at(-1);
    const next = last ? cover(last, span) : span;
    if (!last || next.start < last.start || last.end < next.end) growing.push(next);
  }
  return growing;
}

/** From within: the content of a text before its quotes, a value before its key, an item before its list. */
function* around(node: YamlNode, offset: number): Generator<Span> {
  if (node.kind === 'scalar') yield node.content;
  if (node.kind === 'sequence')
    for (const item of node.items) if (spanTouches(item.span, offset)) yield* around(item, offset);
  if (node.kind === 'mapping')
    for (const { key, value } of node.pairs) {
      const whole = value ? cover(key.span, value.span) : key.span;
      if (!spanTouches(whole, offset)) continue;
      if (spanTouches(key.span, offset)) yield* around(key, offset);
      else if (value && spanTouches(value.span, offset)) yield* around(value, offset);
      yield whole;
    }
  yield node.span;
}

/** Entries found by a part of a name: title, alias or id. */
export interface NamedEntry {
  readonly entry: Entry;
  /** The name that answers best: editors sift what they are given by that name once more. */
  readonly name: string;
  /** What parts it from others of that name: its title, where found by another name, its type or folder, its date. */
  readonly container: string;
  readonly kind: 'entry' | 'event';
  readonly isReplaced: boolean;
}

interface Ranked {
  readonly entry: Entry;
  readonly name: string;
  readonly rank: number;
}

/** The likeliest first; each entry once. It yields after each that was looked at. @param most how many at most */
export function* entriesCalled(view: Viewpoint, query: string, most: number): Generator<void, NamedEntry[]> {
  const { known } = view;
  const typed = nameKey(query);
  const found: Ranked[] = [];
  for (const [, entry] of tableEntries(known.canon.entries)) {
    const best = known.has(entry) ? bestName(known, entry, typed) : null;
    if (best) found.push(best);
    yield;
  }
  return found
    .sort((a, b) => a.rank - b.rank || compareTexts(a.name, b.name) || compareTexts(a.entry.path, b.entry.path))
    .slice(0, most)
    .map(({ entry, name }) => ({
      entry,
      name,
      container: containerOf(entry, name),
      kind: kindOfEntry(entry),
      isReplaced: isReplaced(view, entry),
    }));
}

/** Among names that match equally well, the title comes first, then an alias, then the id. */
function bestName(known: Known, entry: Entry, typed: string): Ranked | null {
  let best: Ranked | null = null;
  for (const name of [entry.title, ...entry.aliases.map(({ text }) => text), idOf(known, entry)]) {
    const rank = name === '' ? null : matchRank(typed, nameKey(name));
    if (rank !== null && (best === null || rank < best.rank)) best = { entry, name, rank };
  }
  return best;
}

function containerOf(entry: Entry, name: string): string {
  const folder = entry.path.slice(0, Math.max(0, entry.path.lastIndexOf('/')));
  const parts = [name === entry.title ? '' : entry.title, entry.type?.text ?? folder, renderBeginnings(entry) ?? ''];
  return parts.filter((part) => part !== '').join(' · ');
}
