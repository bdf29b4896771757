/** Mends of what is written of who knows something and bears on nothing: it is left out. */
import { keyOf } from '../../codex/codex';
import { NO_ONE } from '../../codex/knowledgeKeys';
import { nameKey } from '../../entry/slug';
import { removeItem } from '../../yaml/editItems';
import { removeKey } from '../../yaml/editYaml';
import type { NodePlace } from '../../yaml/nodeAtSpan';
import { entryText, type Mend, type MendContext, nodeAtSpan, type Offer, offer } from './mend';

export const mendSaysNothing: Mend = (context, { span }) => {
  const place = nodeAtSpan(context, span);
  if (!place) return [];
  const { node } = place;
  return node.kind === 'scalar' && nameKey(node.text) === NO_ONE
    ? withoutName(context, place, node.text)
    : withoutKey(context, place);
};

function withoutName(context: MendContext, { parent, pair, index }: NodePlace, name: string): Offer[] {
  const text = entryText(context);
  const inMapping = parent?.kind === 'mapping' && pair ? removeKey(text, parent, pair) : null;
  const edit = parent?.kind === 'sequence' ? removeItem(text, parent, index) : inMapping;
  return offer(`Leave ${name} out`, context.entry.path, edit);
}

/** A date of one among several is theirs to mend. */
function withoutKey(context: MendContext, place: NodePlace): Offer[] {
  const { codex } = context.known.canon;
  const isKey = (written: string, key: string): boolean =>
    (codex.fields.get(key) ?? [key]).includes(keyOf(written)) || keyOf(written) === key;
  for (let at: NodePlace | null = place; at; at = at.above) {
    const { pair, parent } = at;
    if (!pair || parent?.kind !== 'mapping') continue;
    const isBelief = parent.pairs.some(({ key }) => isKey(key.text, 'believed_by'));
    if (isKey(pair.key.text, 'known_from') || (isBelief && isKey(pair.key.text, 'known_by')))
      return offer(`Take ${pair.key.text} away`, context.entry.path, removeKey(entryText(context), parent, pair));
  }
  return [];
}
