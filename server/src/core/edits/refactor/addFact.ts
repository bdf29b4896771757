/** States one more fact in the text of a page: where and how it states facts already. */
import { entityNamed, type Known } from '../../canon';
import { frontmatterTree, pairOfKey, setTopKey } from '../../entry/frontmatter';
import { isAbsent, withoutBrackets } from '../../entry/entryShapes';
import { isLongFact } from '../../entry/facts';
import { addItems, addItemsTo } from '../../yaml/editItems';
import { addKeys, type YamlEdit } from '../../yaml/editYaml';
import type { YamlMapping, YamlNode } from '../../yaml/tree';
import { asWritten, type YamlValue } from '../../yaml/value';
import { flowText } from '../../yaml/writeYaml';

/** A fact that a page is to state. */
export interface AddedFact {
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
