/** Copies a fact of an old version into a new one, the way that one writes its facts. */
import type { Clipped } from '../../canon/clips';
import type { Retcon } from '../../canon/edges';
import { entityNamed, entityOf } from '../../canon/known';
import { keyOf } from '../../codex/codex';
import { frontmatterTree, pairOf, setTopKey } from '../../entry/edit';
import type { Edit } from '../../text/compose';
import { addKeys } from '../../yaml/edit';
import { addItem, addItemTo, takenOver } from '../../yaml/editItems';
import { type NodePlace, placeOf } from '../../yaml/find';
import type { YamlMapping, YamlNode } from '../../yaml/tree';
import { type AsWritten, asWritten, type YamlValue } from '../../yaml/value';
import { flowText, scalarText } from '../../yaml/write';
import type { Asked } from './asked';

/** A step that states the fact in the text of the new version, from where the retcon takes effect. */
export function carried(asked: Asked, retcon: Retcon, fact: Clipped): ((text: string) => Edit | null) | null {
  const dates = datesOf(retcon, fact);
  const isShort = Object.keys(dates).length === 0;
  return (text) => {
    const mapping = frontmatterTree(text);
    const own = isShort ? ownPlace(asked, mapping, retcon, fact) : null;
    if (own && mapping) return own(text, mapping);
    const facts = mapping && pairOf(asked.known.canon.codex, mapping, 'facts');
    const short = isShort && facts?.value ? placeAmong(asked, facts.value, fact.entity) : null;
    if (short) return addKeys(text, short, { [fact.fact.attribute.text]: valueIn(asked, fact, short.flow) });
    const { entity } = fact;
    const attribute = fact.fact.attribute.text;
    const value = valueIn(asked, fact, true);
    const inShort = { [entity]: asWritten(flowText({ [attribute]: value })) };
    if (!mapping || !facts?.value) {
      const first = isShort ? inShort : [asWritten(flowText({ entity, attribute, value, ...dates }))];
      return setTopKey(text, asked.known.canon.codex, 'facts', first);
    }
    if (isShort && facts.value.kind === 'mapping' && !isLong(facts.value)) {
      return addKeys(text, facts.value, isBlock(facts.value) ? { [entity]: { [attribute]: value } } : inShort);
    }
    const last = facts.value.kind === 'sequence' ? facts.value.items.at(-1) : facts.value;
    const long: YamlValue = { entity, attribute, value, ...dates };
    const isInLines = last?.kind === 'mapping' && !last.flow && (last.pairs.length > 1 || !isShort);
    const item = isInLines ? long : isShort && !isLong(last) ? inShort : asWritten(flowText(long));
    if (facts.value.kind === 'sequence') return addItem(text, facts.value, item);
    return addItemTo(text, mapping, facts, item);
  };
}

/** The ends that the fact must name, where the page and the retcon do not give them by themselves. */
function datesOf({ effective, by, old }: Retcon, { fact, begins }: Clipped): Record<string, string> {
  const isLater =
    begins !== null && (effective === 'always' || (begins.line === effective.line && effective.day < begins.day));
  const until = fact.until ?? (by.until === null ? old.until : null);
  return {
    ...(isLater && { from: fact.from?.date ? fact.from.text : begins.text }),
    ...(until && { [until.inclusive ? 'through' : 'until']: until.text }),
  };
}

/** Where both pages tell it of what they are about: among `attributes`, or among the keys at the top. */
function ownPlace(
  { known, textOf: read }: Asked,
  mapping: YamlMapping | null,
  { by, old }: Retcon,
  { entity, fact }: Clipped,
): ((text: string, mapping: YamlMapping) => Edit | null) | null {
  if (fact.entity !== null || mapping === null || entityOf(known, by) !== entity) return null;
  const { codex } = known.canon;
  const name = fact.attribute.text;
  const attributes = pairOf(codex, mapping, 'attributes')?.value;
  const value = (isFlow: boolean): YamlValue => writtenValue(read(old.path) ?? '', fact, isFlow);
  if (attributes?.kind === 'mapping') return (text) => addKeys(text, attributes, { [name]: value(attributes.flow) });
  const key = placeOf(frontmatterTree(read(old.path) ?? ''), fact.attribute.span);
  if (key?.isKey && key.above?.parent === null) return (text, top) => addKeys(text, top, { [name]: value(false) });
  return (text) => setTopKey(text, codex, 'attributes', { [name]: value(false) });
}

/** The mapping that holds what is said of an entity in the short spelling. */
function placeAmong({ known }: Asked, facts: YamlNode, entity: string): YamlMapping | null {
  for (const group of facts.kind === 'sequence' ? facts.items : [facts]) {
    if (group.kind !== 'mapping' || isLong(group)) continue;
    for (const { key, value } of group.pairs)
      if (value?.kind === 'mapping' && entityNamed(known, key.text.replace(/^\[\[|\]\]$/g, '')) === entity)
        return value;
  }
  return null;
}

const isLong = (node: YamlNode | undefined): boolean =>
  node?.kind === 'mapping' && node.pairs.some(({ key }) => /^(?:attribute|value)$/.test(keyOf(key.text)));

/** Whether what is said of each entity stands on lines of its own. */
const isBlock = (facts: YamlMapping): boolean =>
  !facts.flow && facts.pairs.some(({ value }) => value?.kind === 'mapping' && !value.flow);

const valueIn = ({ textOf: read }: Asked, { entry, fact }: Clipped, isFlow: boolean): YamlValue =>
  writtenValue(read(entry.path) ?? '', fact, isFlow);

/** A fact's value as its page writes it. @param text that of the page */
export function writtenValue(text: string, { value }: Clipped['fact'], isFlow: boolean): AsWritten | string {
  let place: NodePlace | null = placeOf(frontmatterTree(text), value.span);
  // `[[Maric]]` is a list in a list.
  if (value.linked && place?.node.kind === 'scalar' && place.node.content.start === value.span.start)
    place = place.above?.above ?? place;
  if (!place) return asWritten(scalarText(value.linked ? `[[${value.text}]]` : value.text, { isFlow }));
  return takenOver(text, place.node, isFlow);
}
