/** Writes who knows a page or a fact into the YAML of its file, and leaves everything else as it is. */
import { type Codex, keyOf, hasKey } from '../../codex/codex';
import { NO_ONE, EVERYONE } from '../../codex/knowledgeKeys';
import { addTopKey, frontmatterTree, pairOfKey, removeTopKey } from '../../entry/frontmatter';
import { isAbsent, withoutBrackets } from '../../entry/entryShapes';
import type { Entry, Fact, InOn } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import { nameKey } from '../../entry/slug';
import { isForPageAlone, isIdle, isNobody } from '../../rules/knowers';
import { type Edit, inTurn } from '../../text/problem';
import { addItemsTo, addKeys, removeKey, setValue, type YamlEdit, removeItem, takenOver } from '../../yaml/editYaml';
import {
  type YamlMapping,
  type YamlNode,
  type YamlPair,
  type YamlSequence,
  asWritten,
  type YamlValue,
  pairAround,
  placeOfSpan,
} from '../../yaml/tree';
import { scalarText, columnAt, columnOf, eolAt, isBareLink, lineEnd } from '../../yaml/writeYaml';
import { longMapping } from './factText';
import type { Span } from '../../text/span';
import { amongThem, audienceOfFact, audienceOfPage, isDoubtful, isKeptFromSome, type Known } from '../../canon';
import { audienceAt } from '../../codex/pathRules';
import { CODEX_FILE } from '../../codex/codexShapes';
import { areAmong } from '../../text/groups';

/** A knower to add. */
interface LetIn {
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

/** The same of a fact in the long spelling, or of an item of `formerly`, which says itself who knows it; null where it does not. */
export function letInOnPart(text: string, mapping: YamlMapping | null, who: LetIn): YamlEdit | null {
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

/** Why a knower with a date, or among knowers with dates, can't be added. */
export const othersNeedDates = ({ title }: Entry): string =>
  `If one knower has a date, all need one: say with \`known_from\` since when the others know ${title}.`;

const keyText = (name: string): string => scalarText(name, { isKey: true, isFlow: true });
const momentText = (when: string | null): string => scalarText(when ?? '', { isFlow: true });

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

/** The knowers of something after the change. */
export interface JustThese {
  readonly names: readonly string[];
  /** Those of them who knew it before. */
  readonly ownOf: (name: string) => InOn | undefined;
  /** Whether a written name is one of them. */
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

/** Audience keys and their values; absent where none is needed. */
export type AudienceKeys = Readonly<Partial<Record<AudienceKey, YamlValue>>>;
type AudienceKey = 'known_by' | 'known_from';

/** Who is in on a page, or a fact of it, and since when, as that is written: where two are equal, the same are. */
export const audienceText = (known: Known, page: Entry, fact?: Fact): string =>
  JSON.stringify(audienceWritten(known, page, fact));

function audienceWritten(known: Known, page: Entry, fact?: Fact) {
  const names = fact ? audienceOfFact(known, page, fact) : audienceOfPage(known, page);
  const by = fact?.knowledge?.knownBy ?? page.knowledge?.knownBy ?? [];
  const whens = by.map(({ when }) => when?.text ?? null);
  const from = (fact?.knowledge?.knownFrom ?? page.knowledge?.knownFrom)?.text ?? null;
  return { names, whens: whens.some((when) => when !== null) ? whens : [], from };
}

/**
 * Why no new page can be made from a page or a fact; null if one can. While its audience can't be read, it is unclear who must not see
 * the new page.
 */
export function unclearAudience(known: Known, page: Entry, fact?: Fact): string | null {
  const { codex } = known.canon;
  if (!hasKey(codex, 'known_by') && audienceAt(codex, page.path) !== null)
    return `A note made from ${page.title} could not say who knows it: leave a key for known_by under fields in ${CODEX_FILE} first.`;
  if (!isDoubtful(known, page, fact)) return null;
  return `${codex.hidesAll ? CODEX_FILE : page.title} can't be read with certainty as it is written: correct what is underlined there first.`;
}

/** A fact where it stands. */
interface PlacedFact {
  readonly known: Known;
  readonly page: Entry;
  readonly fact: Fact;
}

/** Whether somebody may be in on a fact who was not in on the same one in another place, or may be so earlier. */
export function isOpened(was: PlacedFact, is: PlacedFact): boolean {
  if (isDoubtful(was.known, was.page, was.fact)) return true;
  if (!isKeptFromSome(was.known, was.page, was.fact)) return false;
  const before = audienceWritten(was.known, was.page, was.fact);
  const now = audienceWritten(is.known, is.page, is.fact);
  if (JSON.stringify(before) === JSON.stringify(now)) return false;
  const areFewer = before.whens.length === 0 && before.from === now.from && areAmong(now.names, before.names);
  return !areFewer;
}

/** Whether everyone who may know a fact of a page may also know another page, at any time. */
export function isOpenTo(known: Known, other: Entry, page: Entry, fact: Fact): boolean {
  if (!isKeptFromSome(known, other)) return true;
  const { names, whens, from } = audienceWritten(known, other);
  const isDated = whens.length > 0 || from !== null;
  const has = amongThem(known, names);
  return !isDoubtful(known, other) && !isDated && audienceOfFact(known, page, fact).every(has);
}

/**
 * The audience keys of a new page.
 *
 * @param page the one of which it is made
 * @param text that of the page
 * @param file the new one
 * @param fact the one of the page which the new one is about, where that is one
 */
export function pageAudience(codex: Codex, page: Entry, text: string, file: string, fact?: Fact): AudienceKeys {
  const mapping = frontmatterTree(text);
  return {
    ...folderAudience(codex, page, file),
    ...written(text, (key) => mapping && pairOfKey(codex, mapping, key)?.value),
    ...(fact && ownAudience(text, fact)),
  };
}

/** The audience keys of a fact itself. @param text the text of its page */
export function ownAudience(text: string, fact: Fact): AudienceKeys {
  const long = longMapping(text, fact)?.pairs;
  return written(text, (key) => long?.find((pair) => keyOf(pair.key.text) === key)?.value);
}

/** The audience that codex.yaml gives a page, if it gives the new page another one. */
function folderAudience(codex: Codex, page: Entry, file: string): AudienceKeys {
  const audience = (path: string): readonly string[] => audienceAt(codex, path) ?? [EVERYONE];
  const [there, here] = [audience(page.path), audience(file)];
  return page.knowledge?.knownBy || JSON.stringify(there) === JSON.stringify(here) ? {} : { known_by: there };
}

/**
 * The audience keys that a fact needs on another page; none if everyone may know it, or if the page's audience is the same.
 *
 * @param text that of its own page
 */
export function factAudience(known: Known, page: Entry, text: string, fact: Fact, other: Entry): AudienceKeys {
  if (!isKeptFromSome(known, page, fact) || audienceText(known, page, fact) === audienceText(known, other)) return {};
  return pageAudience(known.canon.codex, page, text, other.path, fact);
}

function written(text: string, nodeOf: (key: AudienceKey) => YamlNode | null | undefined): AudienceKeys {
  const [by, from] = [nodeOf('known_by'), nodeOf('known_from')];
  return {
    ...(by && { known_by: takenOver(text, by, true) }),
    ...(from && { known_from: takenOver(text, from, true) }),
  };
}
