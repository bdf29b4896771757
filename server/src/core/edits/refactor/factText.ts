/** A fact in the YAML of its file: where it is, how it is taken out, how its ends are written. */
import type { Fact, Entry } from '../../entry/entry';
import { type AttributeKind, keyOf, type Codex } from '../../codex/codex';
import { isLikeAFact, isWay, kindOf } from '../../codex/survey/nameKeys';
import { frontmatterTree, pairOfKey, setTopKey } from '../../entry/frontmatter';
import { lastOfTurn } from '../../text/groups';
import { cover, type Span, spanTouches } from '../../text/span';
import { type YamlEdit, removeKey, removeItem, takenOver, addItems, addItemsTo, addKeys } from '../../yaml/editYaml';
import {
  type NodePlace,
  pairAround,
  placeOfSpan,
  placesIn,
  type YamlMapping,
  asWritten,
  type YamlValue,
  type YamlNode,
} from '../../yaml/tree';
import { scalarText, isBareLink, flowText } from '../../yaml/writeYaml';
import { allEntries, entityNamed, type Known, type Clipped, idOf, entryNamed } from '../../canon';
import { isAbsent, withoutBrackets, listItems, type FileReading, readRef } from '../../entry/entryShapes';
import { isLongFact } from '../../entry/facts';
import { type Edit, inTurn } from '../../text/problem';
import { allFactsOf } from '../../entry/versions';

/** A fact's place in the tree. */
interface FactPlace {
  /** What identifies the fact: `{entity, attribute, value}`, or the value behind its attribute. */
  readonly whole: NodePlace;
  /** The mapping of the long spelling; null for the short one. */
  readonly long: YamlMapping | null;
  /** Its value, where that is one of several in a list. */
  readonly among: NodePlace | null;
}

const factPlace = (text: string, fact: Fact): FactPlace | null => placeInTree(frontmatterTree(text), text, fact);

function placeInTree(tree: YamlMapping | null, text: string, fact: Fact): FactPlace | null {
  const inner = placeOfSpan(tree, fact.value.span);
  const found = pairAround(inner);
  if (found === null || found.place.isKey) return null;
  const { mapping, place } = found;
  const long = isLongMapping(mapping) ? mapping : null;
  const whole = long ? place.above : place;
  if (whole === null) return null;
  return { whole, long, among: amongOthers(text, inner, place) };
}

/** Whether a mapping is a fact in the long spelling; thousands of facts may stand in one of the short. */
const isLongMapping = lastOfTurn(({ pairs }: YamlMapping): boolean =>
  pairs.some(({ key }) => keyOf(key.text) === 'attribute'),
);

/** The item of a list of values that a fact is, where there are others. @param inner where its value stands */
function amongOthers(text: string, inner: NodePlace | null, { node }: NodePlace): NodePlace | null {
  if (node.kind !== 'sequence' || node.items.length < 2 || isBareLink(text, node)) return null;
  let item = inner;
  while (item && item.parent !== node) item = item.above;
  return item;
}

/** The first of some facts that a caret is on: on its value, else behind its attribute, or anywhere in its long spelling. */
export function factUnder(text: string, facts: readonly Fact[], offset: number): Fact | undefined {
  const isAt = (span: Span): boolean => spanTouches(span, offset);
  const onValue = facts.find(({ value }) => isAt(value.span));
  if (onValue) return onValue;
  const tree = frontmatterTree(text);
  return facts.find((fact) => isAt(placeWithin(tree, text, fact)));
}

/** Where a caret is on a fact and on no other. */
function placeWithin(tree: YamlMapping | null, text: string, fact: Fact): Span {
  const place = placeInTree(tree, text, fact);
  if (place?.among) return fact.value.span;
  return place?.long?.span ?? cover(fact.attribute.span, place?.whole.node.span ?? fact.value.span);
}

/** Takes a fact out of its file, with whatever would be left empty; null where that can't be done safely. */
export function removeFact(text: string, fact: Fact): YamlEdit | null {
  const place = factPlace(text, fact);
  return place && removeNode(text, place.among ?? place.whole);
}

function removeNode(text: string, { parent, pair, index, above }: NodePlace): YamlEdit | null {
  if (parent === null || above === null) return null;
  if (parent.kind === 'sequence')
    return parent.items.length > 1 ? removeItem(text, parent, index) : removeNode(text, above);
  if (pair === null) return null;
  return parent.pairs.length > 1 || above.parent === null ? removeKey(text, parent, pair) : removeNode(text, above);
}

/** The mapping of a fact in the long spelling; null for one in the short spelling. */
export const longMapping = (text: string, fact: Fact): YamlMapping | null => factPlace(text, fact)?.long ?? null;

/** Takes the `from` of a fact away; null where it has none, or it can't be done safely. */
export function removeFrom(text: string, fact: Fact): YamlEdit | null {
  const long = factPlace(text, fact)?.long;
  const pair = long?.pairs.find(({ key }) => keyOf(key.text) === 'from');
  return long && pair ? removeKey(text, long, pair) : null;
}

/** A fact as it will be stated: about which entity, and between which dates; null for an open end. */
export interface Stating {
  readonly fact: Fact;
  readonly entity: string;
  readonly from: string | null;
  readonly end: { readonly text: string; readonly inclusive: boolean } | null;
}

/** A fact in the long spelling. */
type LongFact = { readonly [key: string]: YamlValue };

/** The keys of a fact in the long spelling for which `Stating` has a field. Every other, such as `known_by`, is taken over. */
const STATING_KEYS: ReadonlySet<string> = new Set('entity attribute value from until through'.split(' '));

/** Puts facts of a page in the long spelling, their values as their author wrote them, with all else that they say. */
export function longFacts(text: string): (stating: Stating) => LongFact {
  const tree = frontmatterTree(text);
  return ({ fact, entity, from, end }) => {
    const others =
      placeInTree(tree, text, fact)?.long?.pairs.filter(({ key }) => !STATING_KEYS.has(keyOf(key.text))) ?? [];
    return {
      // What its author calls it means the same here, and an id may be that of two pages.
      entity: fact.entity && !fact.entity.linked ? fact.entity.text : entity,
      attribute: fact.attribute.text,
      value: writtenAt(placeOfSpan(tree, fact.value.span), text, fact, true),
      ...(from !== null && { from }),
      ...(end && { [end.inclusive ? 'through' : 'until']: end.text }),
      ...Object.fromEntries(others.map(({ key, value }) => [key.text, value ? takenOver(text, value, true) : ''])),
    };
  };
}

type WrittenValue = (fact: Pick<Fact, 'value'>, isFlow: boolean) => YamlValue;

/** Returns a function that gives the value of a fact as its page writes it. @param text the page's text, which is read once */
export function writtenValues(text: string): WrittenValue {
  const placeAt = placesIn(frontmatterTree(text));
  return (fact, isFlow) => writtenAt(placeAt(fact.value.span), text, fact, isFlow);
}

/** @param found where the value stands */
function writtenAt(found: NodePlace | null, text: string, { value }: Pick<Fact, 'value'>, isFlow: boolean): YamlValue {
  let place = found;
  // `[[Maric]]` is a list in a list.
  if (value.linked && place?.node.kind === 'scalar' && place.node.content.start === value.span.start)
    place = place.above?.above ?? place;
  if (!place) return asWritten(scalarText(value.linked ? `[[${value.text}]]` : value.text, { isFlow }));
  return takenOver(text, place.node, isFlow);
}

/** A fact that a page is to state. */
interface AddedFact {
  readonly entity: string;
  readonly attribute: string;
  /** Its value, or several in a list. */
  readonly valueIn: (isFlow: boolean) => YamlValue;
  /** What it says of itself beside them, for which the short spelling has no place. */
  readonly keys: Readonly<Record<string, YamlValue>>;
}

/** Null where the frontmatter can't take it. */
export function addFact(known: Known, text: string, { entity, attribute, valueIn, keys }: AddedFact): YamlEdit | null {
  const { codex } = known.canon;
  const isShort = Object.keys(keys).length === 0;
  const mapping = frontmatterTree(text);
  const pair = mapping && pairOfKey(codex, mapping, 'facts');
  const short = isShort && pair?.value ? placeAmong(known, pair.value, entity) : null;
  if (short) return addKeys(text, short, { [attribute]: valueIn(short.flow) });
  const value = valueIn(true);
  const inShort = { [entity]: asWritten(flowText({ [attribute]: value })) };
  const long: YamlValue = { entity, attribute, value, ...keys };
  if (!mapping || !pair || isAbsent(pair.value))
    return setTopKey(text, codex, 'facts', isShort ? inShort : [asWritten(flowText(long))]);
  if (isShort && pair.value.kind === 'mapping' && !isLongFact(pair.value))
    return addKeys(text, pair.value, isBlock(pair.value) ? { [entity]: { [attribute]: value } } : inShort);
  const last = pair.value.kind === 'sequence' ? pair.value.items.at(-1) : pair.value;
  const isInLines = last?.kind === 'mapping' && !last.flow && (last.pairs.length > 1 || !isShort);
  const item = isInLines ? long : isShort && !isLong(last) ? inShort : asWritten(flowText(long));
  if (pair.value.kind === 'sequence') return addItems(text, pair.value, [item]);
  return addItemsTo(text, mapping, pair, [item]);
}

/** The mapping that holds the facts of an entity in the short spelling. */
function placeAmong(known: Known, facts: YamlNode, entity: string): YamlMapping | null {
  for (const group of facts.kind === 'sequence' ? facts.items : [facts]) {
    if (group.kind !== 'mapping' || isLongFact(group)) continue;
    for (const { key, value } of group.pairs)
      if (value?.kind === 'mapping' && entityNamed(known, withoutBrackets(key.text)) === entity) return value;
  }
  return null;
}

const isLong = (node: YamlNode | undefined): boolean => node?.kind === 'mapping' && isLongFact(node);

/** Whether the facts of each entity stand on lines of their own. */
const isBlock = (facts: YamlMapping): boolean =>
  !facts.flow && facts.pairs.some(({ value }) => value?.kind === 'mapping' && !value.flow);

/** @param more what it says of itself beside its entity, attribute and value */
export function inLongForm(
  text: string,
  codex: Codex,
  fact: Fact,
  more: Readonly<Record<string, YamlValue>>,
): readonly Edit[] | null {
  const { entity, attribute } = fact;
  const item = asWritten(
    flowText({
      ...(entity && { entity: entity.linked ? `[[${entity.text}]]` : entity.text }),
      attribute: attribute.text,
      value: writtenValues(text)(fact, true),
      ...more,
    }),
  );
  const removed = removeFact(text, fact);
  if (!removed) return null;
  return inTurn(text, [() => removed, (now) => withItem(now, codex, item)]);
}

/** The last of the facts. */
function withItem(text: string, codex: Codex, item: YamlValue): Edit | null {
  const mapping = frontmatterTree(text);
  const pair = mapping && pairOfKey(codex, mapping, 'facts');
  if (!mapping || !pair || isAbsent(pair.value)) return setTopKey(text, codex, 'facts', [item]);
  return addItemsTo(text, mapping, pair, [item]);
}

/** A fact in a list for its author: where it stands, what it says, and when that holds. */
export interface FactRow {
  readonly file: string;
  /** The span of the value; for a link, of its target. */
  readonly span: Span;
  /** The id of the entry that states it. */
  readonly entry: string;
  readonly entity: string;
  readonly attribute: string;
  /** Without the brackets of a link. */
  readonly value: string;
  /** As retcons have left it; null for an open end. */
  readonly from: string | null;
  readonly until: string | null;
}

export const factRow = (known: Known, { entry, entity, fact, segments }: Clipped): FactRow => ({
  file: entry.path,
  span: fact.value.span,
  entry: idOf(known, entry),
  entity,
  attribute: fact.attribute.text,
  value: fact.value.text,
  from: segments[0]?.from?.text ?? null,
  until: segments.at(-1)?.until?.text ?? null,
});

/**
 * Keys of a page that name other pages, as `ruler: "[[Maric]]"` does, and become facts once codex.yaml declares them: those of a page that
 * states no facts, or of any page where no attribute is declared at all.
 */
export function undeclaredKeys(known: Known, entry: Entry, text: string): string[] {
  const { codex } = known.canon;
  if (allFactsOf(entry).length > 0 && codex.attributes.size > 0) return [];
  const unknown = new Set(entry.unknownKeys.map((key) => key.text));
  const reading: FileReading = { path: entry.path, text, codex, problems: [] };
  return (frontmatterTree(text)?.pairs ?? []).flatMap(({ key, value }) => {
    if (!unknown.has(key.text) || isWay(key.text) || !isLikeAFact(key.text)) return [];
    const refs = listItems(reading, value).map((item) => readRef(reading, item));
    const named = refs.filter((ref) => ref && (ref.linked || entryNamed(known, ref.text)));
    return named.length > 0 && named.length === refs.length ? [key.text] : [];
  });
}

/** How keys are declared: of the kind that set-up finds in the values of all notes. @param textOf of a page */
export function kindsOf(
  { canon }: Known,
  keys: readonly string[],
  textOf: (path: string) => string | null,
): Readonly<Record<string, AttributeKind>> {
  const nodes = new Map<string, YamlNode[]>(keys.map((key) => [keyOf(key), []]));
  for (const entry of allEntries(canon)) {
    if (!entry.unknownKeys.some((key) => nodes.has(keyOf(key.text)))) continue;
    for (const { key, value } of frontmatterTree(textOf(entry.path) ?? '')?.pairs ?? [])
      if (value) nodes.get(keyOf(key.text))?.push(value);
  }
  return Object.fromEntries(keys.map((key) => [key, kindOf(key, nodes.get(keyOf(key)) ?? [])]));
}
