/** A fact taken to its long spelling, where it can say more of itself; every other fact of its page stays as it is. */
import type { Codex } from '../../codex/codex';
import { frontmatterTree, pairOfKey, setTopKey } from '../../entry/frontmatter';
import { isAbsent } from '../../entry/entryShapes';
import type { Fact } from '../../entry/entry';
import type { Edit } from '../../text/composeEdits';
import { inTurn } from '../../text/composeEdits';
import { addItemsTo } from '../../yaml/editItems';
import { asWritten, type YamlValue } from '../../yaml/value';
import { flowText } from '../../yaml/writeYaml';
import { removeFact, writtenValues } from './factText';

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
