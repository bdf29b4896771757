/** "Make Secret" and "Let Somebody Know": restricts or widens the audience of a page, a fact or a passage of prose. */
import { cutFrontmatter, addTopKey, frontmatterTree, pairOfKey } from '../../entry/frontmatter';
import { NO_ONE } from '../../codex/knowledgeKeys';
import { nameKey } from '../../entry/slug';
import { type Edit, applied } from '../../text/problem';
import { type Span, spanTouches } from '../../text/span';
import { eolAt, lineEnd, lineStart, nextLine } from '../../yaml/writeYaml';
import {
  audienceOfPage,
  entityNamed,
  entityOf,
  entityOfFact,
  isForEveryone,
  knowerNamed,
  type Known,
  isAmong,
} from '../../canon';
import { keyOf } from '../../codex/codex';
import { withoutBrackets } from '../../entry/entryShapes';
import { standsInText } from './restated';
import type { Entry, Fact, FormerVersion } from '../../entry/entry';
import { addKeys } from '../../yaml/editYaml';
import type { YamlMapping, YamlPair, YamlValue } from '../../yaml/tree';
import { factUnder, longMapping, inLongForm } from './factText';
import {
  type JustThese,
  justTheseValue,
  toJustThese,
  othersNeedDates,
  sinceWhen,
  letInOnPart,
  letInOnPage,
  withoutIdleDate,
} from './knownByText';
import { asIfWritten, type MadeChange, type Outcome, type RefusedChange } from './page';
import { isSamePlace, writtenFacts } from '../../entry/versions';

/** A passage of prose as a callout that is a secret: its whole lines, each behind a quote mark. */
const isBlank = (text: string, at: number): boolean => text.slice(at, lineEnd(text, at)).trim() === '';
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const isHeading = (text: string, at: number): boolean => HEADING.test(text.slice(at, lineEnd(text, at)));

/** Where the prose begins. */
const proseStart = (text: string): number => cutFrontmatter(text)?.body ?? (text.startsWith('\uFEFF') ? 1 : 0);

/** The lines around a place in the prose, up to blank lines and headings; null outside the prose. */
export function passageAround(text: string, { start, end }: Span): Span | null {
  const from = proseStart(text);
  let first = lineStart(text, start);
  if (first < from || isBlank(text, first) || isHeading(text, first)) return null;
  const isIn = (at: number): boolean => !isBlank(text, at) && !isHeading(text, at);
  while (first > from && isIn(lineStart(text, first - 1))) first = lineStart(text, first - 1);
  let last = lineEnd(text, end);
  for (let next = nextLine(text, last); next < text.length && isIn(next); next = nextLine(text, last))
    last = lineEnd(text, next);
  return { start: first, end: last };
}

/** The whole lines of a selection of prose, without blank ones around them; null where there are none. */
function selectedPassage(text: string, { start, end }: Span): Span | null {
  const from = proseStart(text);
  if (start < from) return null;
  let first = lineStart(text, start);
  // A selection that ends at the start of a line does not hold that line.
  let last = lineEnd(text, end > start && lineStart(text, end) === end ? end - 1 : end);
  while (first < last && isBlank(text, first)) first = nextLine(text, first);
  while (first < last && isBlank(text, lineStart(text, last))) last = lineEnd(text, lineStart(text, last) - 1);
  return first < last ? { start: Math.max(first, from), end: last } : null;
}

/** @param knowers those who know it; empty: nobody */
export function asSecret(text: string, passage: Span, knowers: readonly string[]): Edit {
  const eol = eolAt(text, passage.start);
  const named = knowers.filter((name) => nameKey(name) !== NO_ONE);
  const bar = named.length === 0 ? '' : `|${named.join(', ')}`;
  const lines = text
    .slice(passage.start, passage.end)
    .split(/\r?\n/)
    .map((line) => (line.trim() === '' ? '>' : `> ${line}`));
  // A secret reaches up to a blank line, and begins behind one.
  const before = passage.start > proseStart(text) && !isBlank(text, lineStart(text, passage.start - 1)) ? eol : '';
  const next = nextLine(text, passage.end);
  const after = next < text.length && !isBlank(text, next) ? eol : '';
  return { span: passage, text: `${before}${[`> [!secret${bar}]`, ...lines].join(eol)}${after}` };
}

/** What a selection is on: some prose, the only fact at the caret, or else the whole page. */
type SecretTarget =
  | { readonly kind: 'page' }
  | { readonly kind: 'fact'; readonly fact: Fact }
  | { readonly kind: 'passage'; readonly span: Span };

export function secretTarget(entry: Entry, text: string, selected: Span): SecretTarget {
  const passage = selected.start < selected.end ? selectedPassage(text, selected) : null;
  if (passage) return { kind: 'passage', span: passage };
  const fact = factUnder(text, writtenFacts(entry), selected.start);
  return fact ? { kind: 'fact', fact } : { kind: 'page' };
}

export const NO_SECRET = 'What everyone knows is not a secret: choose who may know it.';

/** A change of a page: its item of `formerly`, and the version that it leads to. */
interface ChangeMade {
  readonly item: YamlMapping;
  readonly version: FormerVersion | undefined;
}

/**
 * The change by which a page came to say something that does not say itself who knows it. The change does, and who has not learned of
 * it holds what was there before (model §5). Of an old value it is the change that ended it. Null where there is none.
 */
function changeTo(known: Known, entry: Entry, text: string, fact: Fact): ChangeMade | null {
  const { codex } = known.canon;
  const tree = frontmatterTree(text);
  const value = tree && pairOfKey(codex, tree, 'formerly')?.value;
  const items = (value?.kind === 'sequence' ? value.items : [value]).flatMap((node) =>
    node?.kind === 'mapping' ? node : [],
  );
  const ended = items.find(({ span }) => spanTouches(span, fact.value.span.start));
  if (ended)
    return { item: ended, version: entry.formerly.find(({ change }) => change?.span.start === ended.span.start) };
  const version = entry.formerly.findLast(
    ({ isDated, facts }) => !isDated && facts.some((one) => isSamePlace(one, fact)),
  );
  if (!version || fact.knowledge?.knownBy) return null;
  const entity = entityOfFact(known, entry, fact);
  const isOf = ({ key }: YamlPair): boolean => {
    const dot = key.text.lastIndexOf('.');
    const of = dot > 0 ? entityNamed(known, key.text.slice(0, dot).trim()) : entityOf(known, entry);
    return of === entity && keyOf(key.text.slice(dot + 1).trim()) === keyOf(fact.attribute.text);
  };
  const item = items.findLast(({ pairs }) => pairs.some(isOf));
  return item ? { item, version } : null;
}

/** @param knowers those who know it; empty: nobody. @param text the text of the entry's file */
export function makeSecret(
  known: Known,
  entry: Entry,
  text: string,
  selected: Span,
  knowers: readonly string[],
): Outcome {
  if (isForEveryone(knowers)) return { refusal: NO_SECRET };
  const target = secretTarget(entry, text, selected);
  const names = knowers.filter((name) => nameKey(name) !== NO_ONE);
  if (target.kind === 'passage') return passageAsSecret(entry, text, target.span, names);
  const fact = target.kind === 'fact' ? target.fact : undefined;
  const change = fact ? changeTo(known, entry, text, fact) : null;
  const these = justThese(known, entry, fact, change, names);
  const value = justTheseValue(these);
  if (value === null) return { refusal: othersNeedDates(entry) };
  const edits = change
    ? mappingAsSecret(text, change.item, value, these)
    : fact
      ? factAsSecret(known, text, fact, value, these)
      : pageAsSecret(known, text, value, these);
  if (edits === null) return (fact && standsInText(entry, fact.attribute.text, fact.value)) ?? unclear(entry);
  if (edits.length === 0) return { refusal: `They know ${entry.title} already, and nobody else does.` };
  return checked(known, entry, text, edits, { fact, isChange: change !== null }, names.length === 0 ? [NO_ONE] : names);
}

/** Those who know something now, by the offered names; null: everyone, or the passage is not hidden yet. */
export function namesInOn(known: Known, entry: Entry, text: string, target: SecretTarget): readonly string[] | null {
  if (target.kind === 'passage') return null;
  const own = target.kind === 'fact' ? knowersOf(target.fact, changeTo(known, entry, text, target.fact)) : undefined;
  const names = own?.map(({ knower }) => knower.text) ?? audienceOfPage(known, entry);
  if (isForEveryone(names)) return null;
  return names.filter((name) => nameKey(name) !== NO_ONE).map((name) => knowerNamed(known, name)?.name ?? name);
}

/** Who a fact itself, or the change that led to it, says knows it. */
function knowersOf(fact: Fact | undefined, change: ChangeMade | null) {
  if (!change) return fact?.knowledge?.knownBy;
  return knownByIn(change.item) ? change.version?.knowledge?.knownBy : undefined;
}

const knownByIn = ({ pairs }: YamlMapping) => pairs.find(({ key }) => keyOf(key.text) === 'known_by');

function justThese(
  known: Known,
  page: Entry,
  fact: Fact | undefined,
  change: ChangeMade | null,
  names: readonly string[],
): JustThese {
  const keyOfKnower = (name: string): string => nameKey(entityNamed(known, withoutBrackets(name)));
  const before = knowersOf(fact, change) ?? page.knowledge?.knownBy ?? [];
  const all = new Set(names.map(keyOfKnower));
  return {
    names,
    ownOf: (name) => before.find(({ knower }) => keyOfKnower(knower.text) === keyOfKnower(name)),
    isNamed: (written) => all.has(keyOfKnower(written)),
    others: sinceWhen(known.canon.codex, page, fact),
  };
}

function pageAsSecret({ canon }: Known, text: string, value: YamlValue, these: JustThese): readonly Edit[] | null {
  const mapping = frontmatterTree(text);
  const pair = mapping && pairOfKey(canon.codex, mapping, 'known_by');
  if (pair) return toJustThese(text, pair.key.span, these);
  const edit = addTopKey(text, canon.codex, 'known_by', value);
  return edit && [edit];
}

function factAsSecret(
  known: Known,
  text: string,
  fact: Fact,
  value: YamlValue,
  these: JustThese,
): readonly Edit[] | null {
  const long = longMapping(text, fact);
  return long
    ? mappingAsSecret(text, long, value, these)
    : inLongForm(text, known.canon.codex, fact, { known_by: value });
}

/** Of a fact in the long spelling, or of an item. */
function mappingAsSecret(
  text: string,
  mapping: YamlMapping,
  value: YamlValue,
  these: JustThese,
): readonly Edit[] | null {
  const pair = knownByIn(mapping);
  if (pair) return toJustThese(text, pair.key.span, these);
  const edit = addKeys(text, mapping, { known_by: value });
  return edit && [edit];
}

const FENCE = /^[ \t>]*(?:`{3,}|~{3,})/gm;

function passageAsSecret(entry: Entry, text: string, span: Span, names: readonly string[]): Outcome {
  const isSecret = entry.knowledge?.secrets.some((one) => one.span.start < span.end && span.start < one.span.end);
  if (isSecret) return { refusal: 'Part of this is a secret already: change who is named after its bar.' };
  if ((text.slice(span.start, span.end).match(FENCE)?.length ?? 0) % 2 === 1)
    return { refusal: 'This begins or ends within a code block: select the whole block.' };
  const edit = asSecret(text, span, names);
  return made(entry, text, [edit], { start: edit.span.start, end: edit.span.start });
}

/** Nothing that the page says may be lost or changed by it, but who knows it. */
function checked(
  known: Known,
  entry: Entry,
  text: string,
  edits: readonly Edit[],
  { fact, isChange }: { readonly fact: Fact | undefined; readonly isChange: boolean },
  names: readonly string[],
): Outcome {
  const outcome = made(entry, text, edits, { start: 0, end: 0 });
  const after = asIfWritten(known.canon, entry.path, outcome.text);
  if (factsAsText(known, entry) !== factsAsText(after.known, after.entry) || after.entry.knowledge?.isDoubtful)
    return unclear(entry);
  const all = writtenFacts(after.entry);
  const stated = all.find(
    (one) =>
      one.value.text === fact?.value.text &&
      one.attribute.text === fact.attribute.text &&
      (isChange || one.knowledge?.knownBy),
  );
  const change = stated && isChange ? changeTo(after.known, after.entry, outcome.text, stated) : null;
  const holder = fact ? (change?.version ?? stated) : after.entry;
  const [first, last] = [holder?.knowledge?.knownBy?.[0], holder?.knowledge?.knownBy?.at(-1)];
  if (holder?.knowledge?.knownBy?.length !== names.length || !first || !last) return unclear(entry);
  return { ...outcome, caret: { start: first.knower.span.start, end: last.knower.span.end } };
}

/** Its facts, regardless of audience and order. */
const factsAsText = (known: Known, entry: Entry): string =>
  JSON.stringify(
    writtenFacts(entry)
      .map((fact) =>
        JSON.stringify([
          entityOfFact(known, entry, fact),
          fact.attribute.text,
          fact.value.text,
          fact.value.linked,
          fact.from?.text,
          fact.until?.text,
        ]),
      )
      .sort(),
  );

/** The same file with some edits that were made of one text. */
export function made({ path: file }: Entry, text: string, edits: readonly Edit[], caret: Span): MadeChange {
  const after = [...edits].sort((a, b) => b.span.start - a.span.start).reduce(applied, text);
  return { change: { edits: edits.map((edit) => ({ file, ...edit })) }, file, text: after, caret };
}

const unclear = ({ title }: Entry): RefusedChange => ({
  refusal: `As it is, ${title} can't say who knows this: correct what is underlined there first.`,
});

/** A knower to add, and from when: a world date or a revision; empty: as soon as the others. */
export interface Revealed {
  readonly name: string;
  readonly when: string;
}

/** What a knower can be added to at a place, and who knows it now; null: everyone. */
export function revealTarget(known: Known, entry: Entry, text: string, selected: Span) {
  const secret = entry.knowledge?.secrets.findLast(
    ({ span }) => span.start <= selected.start && selected.start < span.end,
  );
  if (secret) return { kind: 'passage', secret, names: secret.knowers.map(({ text: name }) => name) } as const;
  const target = secretTarget(entry, text, { start: selected.start, end: selected.start });
  const fact = target.kind === 'fact' ? target.fact : undefined;
  const change = fact ? changeTo(known, entry, text, fact) : null;
  const own = knowersOf(fact, change);
  if (fact && own) return { kind: 'fact', fact, change, names: own.map(({ knower }) => knower.text) } as const;
  const names = audienceOfPage(known, entry);
  return isForEveryone(names) ? null : ({ kind: 'page', names } as const);
}

/** @param text that of the entry's file */
export function revealTo(known: Known, entry: Entry, text: string, selected: Span, { name, when }: Revealed): Outcome {
  const target = revealTarget(known, entry, text, selected);
  if (!target) return { refusal: `Everyone knows ${entry.title} already: make it a secret first.` };
  const date = when.trim() === '' ? null : when.trim();
  if (date === null && isAmong(known, name, target.names)) return { refusal: `${name} knows it already.` };
  if (target.kind === 'passage') return inCallout(entry, text, target.secret, name);
  const { codex } = known.canon;
  const fact = target.kind === 'fact' ? target.fact : undefined;
  const who = { name, when: date, others: sinceWhen(codex, entry, fact) };
  const part = target.kind === 'fact' ? (target.change?.item ?? longMapping(text, target.fact)) : null;
  const edit = fact ? letInOnPart(text, part, who) : letInOnPage(text, codex, who, target.names);
  if (!edit) return date !== null && who.others === null ? { refusal: othersNeedDates(entry) } : unclear(entry);
  const edits = withoutIdleDate(text, codex, edit, fact);
  const before = edits.filter(({ span }) => span.end <= edit.span.end);
  const grown = before.reduce((sum, one) => sum + one.text.length - (one.span.end - one.span.start), 0);
  const caret = { start: edit.span.end + grown, end: edit.span.end + grown };
  const outcome = made(entry, text, edits, caret);
  const after = asIfWritten(known.canon, entry.path, outcome.text);
  const isIn = revealTarget(after.known, after.entry, outcome.text, selected)?.names.some(
    (one) => entityNamed(after.known, one) === entityNamed(after.known, name),
  );
  const isDoubtful = after.entry.knowledge?.isDoubtful === true && entry.knowledge?.isDoubtful !== true;
  return isIn && !isDoubtful
    ? outcome
    : {
        refusal: `“${date ?? name}” can't be written into ${entry.title}: give a date of your world, or one of your sessions.`,
      };
}

/** `> [!secret|lysa]` → `> [!secret|lysa, players]`: there it has no date. */
function inCallout(
  entry: Entry,
  text: string,
  { span, knowers }: { readonly span: Span; readonly knowers: readonly { readonly span: Span }[] },
  name: string,
): Outcome {
  const last = knowers.at(-1);
  const close = text.indexOf(']', last?.span.end ?? span.start);
  if (close === -1 || (!last && text.slice(span.start, close).includes('\n')))
    return { refusal: 'This secret has no closing bracket: write `> [!secret]` first.' };
  // A bar with nobody behind it is filled in.
  const hasBar = !last && text.slice(span.start, close).includes('|');
  const at = last?.span.end ?? close;
  const put = last ? `, ${name}` : hasBar ? name : `|${name}`;
  return made(entry, text, [{ span: { start: at, end: at }, text: put }], { start: at, end: at + put.length });
}
