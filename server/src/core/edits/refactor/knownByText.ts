/** Who is in on a page or a fact, in the YAML of its file: somebody is let in, and what else is written there stays as it is. */
import { type Codex, keyOf } from '../../codex/codex';
import { NO_ONE } from '../../codex/knowledgeKeys';
import { addTopKey, frontmatterTree, pairOfKey, removeTopKey } from '../../entry/frontmatter';
import { isAbsent, withoutBrackets } from '../../entry/entryShapes';
import type { Entry, Fact } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import { nameKey } from '../../entry/slug';
import { isForPageAlone, isIdle } from '../../rules/knowledge/says-nothing';
import { type Edit, inTurn } from '../../text/composeEdits';
import { addItemsTo } from '../../yaml/editItems';
import { addKeys, removeKey, setValue, type YamlEdit } from '../../yaml/editYaml';
import type { YamlMapping, YamlNode, YamlPair, YamlSequence } from '../../yaml/tree';
import { asWritten, type YamlValue } from '../../yaml/value';
import { scalarText } from '../../yaml/writeYaml';
import { columnAt, columnOf, eolAt, isBareLink, lineEnd } from '../../yaml/yamlLayout';
import { longMapping } from './factText';

/** Somebody who is let in. */
export interface LetIn {
  readonly name: string;
  /** A world date, or a revision; null: when the others are. */
  readonly when: string | null;
  /** Since when the others are, a date or a revision too: where one has a date of its own, each has. null: that can't be said. */
  readonly others: string | null;
}

/** @param names of those who are in on the page where it does not say so itself */
export function letInOnPage(text: string, codex: Codex, who: LetIn, names: readonly string[]): YamlEdit | null {
  const mapping = frontmatterTree(text);
  const pair = mapping && pairOfKey(codex, mapping, 'known_by');
  if (mapping && pair && !isAbsent(pair.value)) return letInAt(text, mapping, pair, who);
  const value = knowersValue(names, who);
  return value === null ? null : addTopKey(text, codex, 'known_by', value);
}

/** The same of a fact in the long spelling, which says itself who knows it; null where it does not. */
export function letInOnFact(text: string, fact: Fact, who: LetIn): YamlEdit | null {
  const mapping = longMapping(text, fact);
  const pair = mapping?.pairs.find(({ key, value }) => keyOf(key.text) === 'known_by' && !isAbsent(value));
  return mapping && pair ? letInAt(text, mapping, pair, who) : null;
}

/** An edit by which somebody is let in, and `known_from` taken away where nobody goes by it any more. @param fact absent: of the page */
export const withoutIdleDate = (text: string, codex: Codex, edit: YamlEdit, fact?: Fact): readonly Edit[] =>
  inTurn(text, [() => edit, (after) => (fact ? idleDateOfFact(after, codex, fact) : idleDateOfPage(after, codex))]);

function idleDateOfPage(text: string, codex: Codex): YamlEdit | null {
  const entry = readEntry('', text, codex);
  return entry.knowledge && isIdle(entry.knowledge) && isForPageAlone(entry)
    ? removeTopKey(text, codex, 'known_from')
    : null;
}

/** @param fact as it was before */
function idleDateOfFact(text: string, codex: Codex, fact: Fact): YamlEdit | null {
  const { attribute, value } = fact;
  const after = readEntry('', text, codex).facts.find(
    (one) =>
      one.attribute.text === attribute.text && one.value.text === value.text && one.knowledge && isIdle(one.knowledge),
  );
  const mapping = after ? longMapping(text, after) : null;
  const pair = mapping?.pairs.find(({ key }) => keyOf(key.text) === 'known_from');
  return mapping && pair ? removeKey(text, mapping, pair) : null;
}

/**
 * Since when those are in on something who have no date of their own, in words that mean just that; null where there are none.
 * @param fact absent: of the page
 */
export function sinceWhen({ revisions }: Codex, page: Entry, fact?: Fact): string | null {
  const from = fact?.knowledge?.knownFrom ?? page.knowledge?.knownFrom;
  if (from?.date) return from.text;
  // Who has learned it at the table by the first revision knows whatever has begun.
  const [first] = revisions;
  if (first) return first.id;
  const begins = fact?.from ?? page.date;
  const isFirst = fact !== undefined || page.facts.every((one) => one.from === null);
  return begins?.date && isFirst ? begins.text : null;
}

/** Why somebody can't be let in who has a date, or among those who have one. */
export const othersNeedDates = ({ title }: Entry): string =>
  `Where one has a date of their own, each has: say with \`known_from\` since when the others are in on ${title}.`;

const isNobody = (name: string): boolean => nameKey(name) === NO_ONE;
export const keyText = (name: string): string => scalarText(name, { isKey: true, isFlow: true });
export const momentText = (when: string | null): string => scalarText(when ?? '', { isFlow: true });

/** Some names and one more, as a list, or as a mapping where that one has a date of its own; null where the others have none. */
function knowersValue(names: readonly string[], { name, when, others }: LetIn): YamlValue | null {
  const more = names.filter((one) => !isNobody(one));
  if (when === null) return [...more, name];
  if (more.length > 0 && others === null) return null;
  const dated = more.map((one) => `${keyText(one)}: ${momentText(others)}`);
  return asWritten(`{${[...dated, `${keyText(name)}: ${momentText(when)}`].join(', ')}}`);
}

function letInAt(text: string, mapping: YamlMapping, pair: YamlPair, who: LetIn): YamlEdit | null {
  const { value } = pair;
  if (value === null) return null;
  if (value.kind === 'mapping') return letInAmong(text, value, who);
  const list = value.kind === 'sequence' && !isBareLink(text, value) ? value : null;
  const items: readonly YamlNode[] = list?.items ?? [value];
  const others = items.filter((item) => !isNobody(nameIn(text, item)) && !isNamed(text, item, who));
  if (who.when === null) {
    if (items.some((item) => isNamed(text, item, who))) return null;
    return others.length > 0 ? addItemsTo(text, mapping, pair, [who.name]) : setValue(text, mapping, pair, [who.name]);
  }
  if (others.length > 0 && who.others === null) return null;
  if (list && others.length > 0)
    return list.flow ? flowToMapping(text, list, who) : blockToMapping(text, pair, list, who);
  const whole = knowersValue(
    others.map((item) => nameIn(text, item)),
    who,
  );
  return whole === null ? null : setValue(text, mapping, pair, whole);
}

/** Where each has a date of its own already. */
function letInAmong(text: string, knowers: YamlMapping, { name, when, others }: LetIn): YamlEdit | null {
  const own = knowers.pairs.find(({ key }) => isNamed(text, key, { name }));
  if (own) return when === null ? null : setValue(text, knowers, own, when);
  const date = when ?? others;
  return date === null ? null : addKeys(text, knowers, { [name]: date });
}

/** `[players, tom]` → `{players: 420 TA, tom: 420 TA, lysa: 429 TA}`. */
function flowToMapping(text: string, { items, span }: YamlSequence, who: LetIn): YamlEdit | null {
  if (text.charAt(span.start) !== '[' || text.charAt(span.end - 1) !== ']') return null;
  const { keys, end, isThere } = asKeys(text, items, span.start + 1, who, '');
  const more = isThere ? '' : `, ${keyText(who.name)}: ${momentText(who.when)}`;
  return { span, text: `{${keys}${more}${text.slice(end, span.end - 1)}}` };
}

/** The same of a list with dashes, whose comments stay where they are. */
function blockToMapping(text: string, pair: YamlPair, list: YamlSequence, who: LetIn): YamlEdit | null {
  const column = columnOf(text, list);
  const keyColumn = columnAt(text, pair.key.span.start);
  const last = list.items.at(-1);
  if (column === null || keyColumn === null || !last) return null;
  const indent = ' '.repeat(Math.max(column, keyColumn + 2) - column);
  const { start } = list.span;
  const { keys, end, isThere } = asKeys(text, list.items, start, who, indent);
  const below = lineEnd(text, last.span.end);
  const line = `${eolAt(text, start)}${' '.repeat(column)}${indent}${keyText(who.name)}: ${momentText(who.when)}`;
  return { span: { start, end: below }, text: `${keys}${text.slice(end, below)}${isThere ? '' : line}` };
}

/** The items of a list as keys of a mapping, with what stands between them. @param dash what stands in place of one */
function asKeys(text: string, items: readonly YamlNode[], from: number, who: LetIn, dash: string) {
  let [keys, end, isThere] = ['', from, false];
  for (const item of items) {
    const isIt = isNamed(text, item, who);
    isThere ||= isIt;
    const key = item.kind === 'scalar' ? text.slice(item.span.start, item.span.end) : keyText(nameIn(text, item));
    const between = text.slice(end, item.span.start).replace(/-[ \t]+$/, dash);
    keys += `${between}${key}: ${momentText(isIt ? who.when : who.others)}`;
    end = item.span.end;
  }
  return { keys, end, isThere };
}

/** What an item or a key names, as it is written: of an unquoted link, which is a list in a list, its source. */
export const nameIn = (text: string, node: YamlNode): string =>
  node.kind === 'scalar' ? node.text : text.slice(node.span.start, node.span.end);

const isNamed = (text: string, node: YamlNode, { name }: Pick<LetIn, 'name'>): boolean =>
  nameKey(withoutBrackets(nameIn(text, node))) === nameKey(withoutBrackets(name));
