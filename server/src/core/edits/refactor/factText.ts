/** A fact in the YAML of its file: where it is, how it is taken out, how its ends are written. */
import type { Fact } from '../../entry/entry';
import { keyOf } from '../../codex/codex';
import { frontmatterTree } from '../../entry/frontmatter';
import { lastOfTurn } from '../../text/memoized';
import { cover, type Span, spanTouches } from '../../text/span';
import { type YamlEdit, removeKey } from '../../yaml/editYaml';
import { removeItem, takenOver } from '../../yaml/editItems';
import { type NodePlace, pairAround, placeOfSpan, placesIn } from '../../yaml/nodeAtSpan';
import type { YamlMapping } from '../../yaml/tree';
import { asWritten, type YamlValue } from '../../yaml/value';
import { scalarText } from '../../yaml/writeYaml';
import { isBareLink } from '../../yaml/yamlLayout';

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
  const long = isLong(mapping) ? mapping : null;
  const whole = long ? place.above : place;
  if (whole === null) return null;
  return { whole, long, among: amongOthers(text, inner, place) };
}

/** Whether a mapping is a fact in the long spelling; thousands of facts may stand in one of the short. */
const isLong = lastOfTurn(({ pairs }: YamlMapping): boolean =>
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
export type LongFact = { readonly [key: string]: YamlValue };

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

/** Tells the value of a fact as its page writes it. @param text that of the page, which is read once */
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
