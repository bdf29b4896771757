/** Who is in on a page or a fact becomes just those who are named: who stays keeps the date and the comment that stand there. */
import { NO_ONE } from '../../codex/knowledgeKeys';
import { frontmatterTree } from '../../entry/frontmatter';
import type { InOn } from '../../entry/entry';
import { type Edit, inTurn } from '../../text/composeEdits';
import type { Span } from '../../text/span';
import { addItemsTo, removeItem } from '../../yaml/editItems';
import { addKeys, removeKey, setValue } from '../../yaml/editYaml';
import { pairAround, placeOfSpan } from '../../yaml/nodeAtSpan';
import { asWritten, type YamlValue } from '../../yaml/value';
import { isBareLink } from '../../yaml/yamlLayout';
import { keyText, momentText, nameIn } from './knownByText';

/** Those who are in on something from now on. */
export interface JustThese {
  readonly names: readonly string[];
  /** Whoever of them was in on it before. */
  readonly ownOf: (name: string) => InOn | undefined;
  /** Whether whoever is written there is one of them. */
  readonly isNamed: (written: string) => boolean;
  /** Since when those are who have no date of their own, a date or a revision; null: that can't be said. */
  readonly others: string | null;
}

/** As a value of its own; null where some have a date and others can have none. */
export function justTheseValue({ names, ownOf, others }: JustThese): YamlValue | null {
  if (names.length === 0) return NO_ONE;
  const all = names.map((name) => ({ name: ownOf(name)?.knower.text ?? name, when: ownOf(name)?.when?.text ?? null }));
  if (all.every(({ when }) => when === null)) return all.map(({ name }) => name);
  if (others === null && all.some(({ when }) => when === null)) return null;
  return asWritten(`{${all.map(({ name, when }) => `${keyText(name)}: ${momentText(when ?? others)}`).join(', ')}}`);
}

/** What stands behind a key, changed where it differs; null where that can't be written. @param key the key's own span */
export function toJustThese(text: string, key: Span, these: JustThese): readonly Edit[] | null {
  const place = (now: string) => pairAround(placeOfSpan(frontmatterTree(now), key));
  const found = place(text);
  const whole = justTheseValue(these);
  if (!found || whole === null) return null;
  const { mapping, pair } = found;
  const { value } = pair;
  const items =
    value?.kind === 'mapping'
      ? value.pairs.map((one) => one.key)
      : value?.kind === 'sequence' && !isBareLink(text, value)
        ? value.items
        : [];
  const gone = items.flatMap((item, i) => (these.isNamed(nameIn(text, item)) ? [] : i));
  if (gone.length === items.length) {
    const edit = setValue(text, mapping, pair, whole);
    return edit && [edit];
  }
  const without = gone.reverse().map((i) => (now: string) => {
    const at = place(now)?.pair.value;
    const one = at?.kind === 'mapping' ? at.pairs[i] : undefined;
    if (at?.kind === 'mapping') return one ? removeKey(now, at, one) : null;
    return at?.kind === 'sequence' ? removeItem(now, at, i) : null;
  });
  const added = these.names.flatMap((name) => (these.ownOf(name) ? [] : name));
  const withThem = added.map((name) => (now: string) => {
    const at = place(now);
    if (at?.pair.value?.kind === 'mapping') return addKeys(now, at.pair.value, { [name]: these.others ?? '' });
    return at && addItemsTo(now, at.mapping, at.pair, [name]);
  });
  return inTurn(text, [...without, ...withThem]);
}
