/** Reads facts: `facts` in its two spellings, `attributes`, and the flat keys that codex.yaml declares as attributes. */
import { nfc } from '../text/nearNames';
import { type Codex, keyOf } from '../codex/codex';
import type { Severity } from '../text/problem';
import { isPlaceholder } from '../text/placeholder';
import { quoted } from '../text/words';
import { mergedPairs, type YamlMapping, type YamlNode, type YamlPair } from '../yaml/tree';
import type { Fact, Ref, Written } from './entry';
import { HIDDEN, isNearKnowledgeKey, knowledgeKeyNear, KNOWLEDGE_KEYS, readKnowledge } from './knowledge';
import {
  byKey,
  isAbsent,
  isEmptyNode,
  listItems,
  quotedSource,
  type FileReading,
  readEnd,
  readRef,
  readWorldDate,
  reportSlips,
  shapeName,
  soleNode,
  reportWrongType,
} from './entryShapes';

/** A fact whose index in the file's order is not known yet. */
type Draft = { -readonly [key in keyof Fact]: Fact[key] };

/** The keys of a fact in the long spelling. */
const KEYS = ['entity', 'attribute', 'value', 'from', 'until', 'through', ...KNOWLEDGE_KEYS];

/** Every fact of a file, in the order written. */
export function readFacts(
  reading: FileReading,
  pairs: ReadonlyMap<string, YamlPair>,
  flat: readonly YamlPair[],
): readonly Fact[] {
  const drafts: Draft[] = [];
  const attributes = pairs.get('attributes');
  if (attributes && !isAbsent(attributes.value)) {
    if (attributes.value.kind === 'mapping') shortFacts(reading, drafts, null, attributes.value, 'info');
    else
      reportWrongType(
        reading,
        attributes.value.span,
        'info',
        `attributes takes \`attribute: value\` lines, not ${shapeName(attributes.value)}.`,
      );
  }
  for (const pair of flat) factsOf(reading, drafts, null, pair, 'info');
  const facts = pairs.get('facts');
  if (facts) readFactsKey(reading, drafts, facts);
  // `attributes` may stand below `facts`: mostly nothing has to be moved.
  if (drafts.some((draft, i) => i > 0 && draft.value.span.start < (drafts[i - 1]?.value.span.start ?? 0)))
    drafts.sort((a, b) => a.value.span.start - b.value.span.start);
  drafts.forEach((draft, index) => void (draft.index = index));
  return drafts;
}

function readFactsKey(reading: FileReading, drafts: Draft[], { value }: YamlPair): void {
  if (isAbsent(value)) return;
  for (const node of value.kind === 'sequence' ? value.items : [value]) {
    if (isAbsent(node)) continue;
    if (node.kind !== 'mapping') wrongFact(reading, node);
    else if (isLongFact(node)) longFact(reading, drafts, node);
    else entityFacts(reading, drafts, node);
  }
}

function wrongFact(reading: FileReading, node: YamlNode): void {
  const message = `${quotedSource(reading, node.span)} is not a fact: write \`entity: {attribute: value}\`, or \`- {entity: …, attribute: …, value: …}\`.`;
  reportWrongType(reading, node.span, 'error', message);
}

/** Whether an item of `facts` is in the long spelling, with a key for each part. */
export function isLongFact(node: YamlMapping): boolean {
  const has = (name: string): boolean => mergedPairs(node).some(({ key }) => keyOf(key.text) === name);
  return has('attribute') || (has('value') && has('entity'));
}

function longFact(reading: FileReading, drafts: Draft[], node: YamlMapping): void {
  const keys = byKey(reading, node);
  const slips = reportSlips(reading, node, KEYS, knowledgeKeyNear);
  const attribute = soleNode(reading, keys.get('attribute')?.value ?? null);
  const value = keys.get('value');
  if (!attribute || attribute.kind !== 'scalar' || !value || isAbsent(value.value)) {
    const missing = !attribute || attribute.kind !== 'scalar' ? 'attribute' : 'value';
    reportWrongType(
      reading,
      node.span,
      'error',
      `${quotedSource(reading, node.span)} has no \`${missing}\`: a fact takes \`entity\`, \`attribute\` and \`value\`.`,
    );
    return;
  }
  const entityNode = soleNode(reading, keys.get('entity')?.value ?? null);
  const entity = isAbsent(entityNode) ? null : readRef(reading, entityNode);
  if (!isAbsent(entityNode) && !entity) return wrongFact(reading, node);
  longValue(reading, drafts, entity, node, keys, { text: attribute.text.trim(), span: attribute.content }, slips);
}

/** The value of a fact in the long spelling, with its dates and its knowers. */
function longValue(
  reading: FileReading,
  drafts: Draft[],
  entity: Ref | null,
  node: YamlMapping,
  keys: ReadonlyMap<string, YamlPair>,
  named: Written,
  slips = reportSlips(reading, node, KEYS, knowledgeKeyNear),
): void {
  const value = keys.get('value');
  if (!value || isAbsent(value.value)) {
    const message = `${quotedSource(reading, node.span)} has no \`value\`: write \`{value: …, from: …}\`.`;
    return reportWrongType(reading, node.span, 'error', message);
  }
  const from = keys.get('from');
  const first = drafts.length;
  factsOf(reading, drafts, entity, value, 'error', named);
  const begun = from ? readWorldDate(reading, from, 'error') : null;
  const end = readEnd(reading, keys, 'error');
  const isDoubtful = slips.some(isNearKnowledgeKey);
  const said = readKnowledge(reading, keys);
  // A belief is not true, whatever else about it is in doubt.
  const knowledge = isDoubtful ? { ...(said ?? HIDDEN), isDoubtful } : said;
  for (const draft of drafts.slice(first)) {
    draft.from = begun;
    draft.until = end;
    if (knowledge) draft.knowledge = knowledge;
  }
}

function entityFacts(reading: FileReading, drafts: Draft[], node: YamlMapping): void {
  for (const { key, value } of onceEach(node)) {
    if (isAbsent(value)) continue;
    const entity = readRef(reading, key);
    if (entity && value.kind === 'mapping') shortFacts(reading, drafts, entity, value, 'error');
    else wrongFact(reading, value);
  }
}

/** Of a key that is given twice, which is reported, the first counts. */
function onceEach(node: YamlMapping): readonly YamlPair[] {
  const pairs = mergedPairs(node);
  if (pairs.length < 2) return pairs;
  const seen = new Set<string>();
  return pairs.filter(({ key }) => !seen.has(key.text) && seen.add(key.text));
}

function shortFacts(
  reading: FileReading,
  drafts: Draft[],
  entity: Ref | null,
  node: YamlMapping,
  severity: Severity,
): void {
  const { attributeKeys } = reading.codex;
  const pairs = onceEach(node);
  const stray = pairs.find(({ key }) => {
    const name = keyOf(key.text);
    return !attributeKeys.has(name) && isNearKnowledgeKey(name);
  });
  const first = drafts.length;
  for (const pair of pairs) if (pair !== stray) factsOf(reading, drafts, entity, pair, severity);
  // Only a page, or a fact in the long spelling, can state who knows it: a fact beside such a key is hidden.
  if (!stray) return;
  const message = `${stray.key.text} can't go here, so nobody sees these facts: write each as \`- {entity: …, attribute: …, value: …, ${stray.key.text}: …}\`.`;
  reportWrongType(reading, stray.key.content, 'error', message);
  for (const draft of drafts.slice(first)) draft.knowledge = HIDDEN;
}

/** What an item of `formerly` holds under a key: values, or facts of the long form without their entity and attribute. */
export function readOldFacts(
  reading: FileReading,
  entity: Ref | null,
  attribute: Written,
  pair: YamlPair,
): readonly Fact[] {
  const drafts: Draft[] = [];
  for (const item of listItems(reading, pair.value)) {
    if (item.kind !== 'mapping') factsOf(reading, drafts, entity, { ...pair, value: item }, 'error', attribute);
    else longValue(reading, drafts, entity, item, byKey(reading, item), attribute);
  }
  return drafts;
}

/** One fact for each value of an attribute. */
function factsOf(
  reading: FileReading,
  drafts: Draft[],
  entity: Ref | null,
  pair: YamlPair,
  severity: Severity,
  written: Written = { text: pair.key.text.trim(), span: pair.key.content },
): void {
  const items = listItems(reading, pair.value);
  if (items.length === 0) return;
  const attribute = declared(reading.codex, written);
  for (const item of items) {
    if (item.kind === 'scalar' && isPlaceholder(item.text)) continue;
    const value = isEmptyNode(item) ? nothing(item) : readRef(reading, item);
    if (value) drafts.push({ entity, attribute, value, from: null, until: null, index: -1 });
    else if (item.kind !== 'scalar')
      reportWrongType(
        reading,
        item.span,
        severity,
        `${quoted(written.text)} takes a value or a list of values, not ${shapeName(item)}.`,
      );
  }
}

/** "none" is a value like any other in a fact. */
function nothing(node: YamlNode): Ref | null {
  if (node.kind !== 'scalar' || isAbsent(node) || /\{\{|<%/.test(node.text) || node.text.trim() === '') return null;
  return { text: nfc(node.text).trim(), span: node.content, linked: false };
}

/** The spelling under which codex.yaml declares an attribute, whatever the case and dashes here. */
function declared(codex: Codex, attribute: Written): Written {
  const text = nfc(attribute.text);
  return {
    text: codex.attributes.has(text) ? text : (codex.attributeKeys.get(keyOf(text)) ?? text),
    span: attribute.span,
  };
}
