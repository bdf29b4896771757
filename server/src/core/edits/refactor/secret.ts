/** "Make This a Secret": a page, a fact or a passage of prose is from now on known by those who are named, and by nobody else. */
import { audienceOfPage, entityNamed, entityOfFact, isForEveryone, knowerNamed, type Known } from '../../canon';
import { keyOf } from '../../codex/codex';
import { NO_ONE } from '../../codex/knowledgeKeys';
import { addTopKey, frontmatterTree, pairOfKey } from '../../entry/frontmatter';
import { withoutBrackets } from '../../entry/entryShapes';
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { applied, type Edit } from '../../text/composeEdits';
import type { Span } from '../../text/span';
import { addKeys } from '../../yaml/editYaml';
import type { YamlValue } from '../../yaml/value';
import { factUnder, longMapping } from './factText';
import { type JustThese, justTheseValue, toJustThese } from './justThese';
import { othersNeedDates, sinceWhen } from './knownByText';
import { inLongForm } from './longForm';
import { asIfWritten, type MadeChange, type Outcome, type RefusedChange } from './outcome';
import { asSecret, selectedPassage } from './secretPassage';

/** What a selection is on: some prose, the only fact at the caret, or else the whole page. */
export type SecretTarget =
  | { readonly kind: 'page' }
  | { readonly kind: 'fact'; readonly fact: Fact }
  | { readonly kind: 'passage'; readonly span: Span };

export function secretTarget(entry: Entry, text: string, selected: Span): SecretTarget {
  const passage = selected.start < selected.end ? selectedPassage(text, selected) : null;
  if (passage) return { kind: 'passage', span: passage };
  const fact = factUnder(text, [...entry.facts, ...(entry.knowledge?.beliefs ?? [])], selected.start);
  return fact ? { kind: 'fact', fact } : { kind: 'page' };
}

/** @param knowers who are in on it; none: nobody. @param text that of the entry's file */
export function makeSecret(
  known: Known,
  entry: Entry,
  text: string,
  selected: Span,
  knowers: readonly string[],
): Outcome {
  if (isForEveryone(knowers)) return { refusal: 'What everyone knows is no secret: choose who is in on it.' };
  const target = secretTarget(entry, text, selected);
  const names = knowers.filter((name) => nameKey(name) !== NO_ONE);
  if (target.kind === 'passage') return passageAsSecret(entry, text, target.span, names);
  const fact = target.kind === 'fact' ? target.fact : undefined;
  const these = justThese(known, entry, fact, names);
  const value = justTheseValue(these);
  if (value === null) return { refusal: othersNeedDates(entry) };
  const edits = fact ? factAsSecret(known, text, fact, value, these) : pageAsSecret(known, text, value, these);
  if (edits === null) return unclear(entry);
  if (edits.length === 0) return { refusal: `Just these are in on ${entry.title} already.` };
  return checked(known, entry, text, edits, fact ?? null, names.length === 0 ? [NO_ONE] : names);
}

/** Those who are in on something now, by the names that are offered; null: everyone is, or it is a passage that is not hidden yet. */
export function namesInOn(known: Known, entry: Entry, target: SecretTarget): readonly string[] | null {
  if (target.kind === 'passage') return null;
  const own = target.kind === 'fact' ? target.fact.knowledge?.knownBy : undefined;
  const names = own?.map(({ knower }) => knower.text) ?? audienceOfPage(known, entry);
  if (isForEveryone(names)) return null;
  return names.filter((name) => nameKey(name) !== NO_ONE).map((name) => knowerNamed(known, name)?.name ?? name);
}

function justThese(known: Known, page: Entry, fact: Fact | undefined, names: readonly string[]): JustThese {
  const keyOfKnower = (name: string): string => nameKey(entityNamed(known, withoutBrackets(name)));
  const before = fact?.knowledge?.knownBy ?? page.knowledge?.knownBy ?? [];
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
  if (!long) return inLongForm(text, known.canon.codex, fact, { known_by: value });
  const pair = long.pairs.find(({ key }) => keyOf(key.text) === 'known_by');
  if (pair) return toJustThese(text, pair.key.span, these);
  const edit = addKeys(text, long, { known_by: value });
  return edit && [edit];
}

const FENCE = /^[ \t>]*(?:`{3,}|~{3,})/gm;

function passageAsSecret(entry: Entry, text: string, span: Span, names: readonly string[]): Outcome {
  const isSecret = entry.knowledge?.secrets.some((one) => one.span.start < span.end && span.start < one.span.end);
  if (isSecret) return { refusal: 'Part of this is a secret already: change who is named behind its bar.' };
  if ((text.slice(span.start, span.end).match(FENCE)?.length ?? 0) % 2 === 1)
    return { refusal: 'This begins or ends within a code block: select the whole of it.' };
  const edit = asSecret(text, span, names);
  return made(entry, text, [edit], { start: edit.span.start, end: edit.span.start });
}

/** Nothing that the page says may be lost or changed by it, but who knows it. */
function checked(
  known: Known,
  entry: Entry,
  text: string,
  edits: readonly Edit[],
  fact: Fact | null,
  names: readonly string[],
): Outcome {
  const outcome = made(entry, text, edits, { start: 0, end: 0 });
  const after = asIfWritten(known.canon, entry.path, outcome.text);
  if (factsAsText(known, entry) !== factsAsText(after.known, after.entry) || after.entry.knowledge?.isDoubtful)
    return unclear(entry);
  const all = [...after.entry.facts, ...(after.entry.knowledge?.beliefs ?? [])];
  const holder = fact
    ? all.find(
        (one) =>
          one.value.text === fact.value.text && one.attribute.text === fact.attribute.text && one.knowledge?.knownBy,
      )
    : after.entry;
  const [first, last] = [holder?.knowledge?.knownBy?.[0], holder?.knowledge?.knownBy?.at(-1)];
  if (holder?.knowledge?.knownBy?.length !== names.length || !first || !last) return unclear(entry);
  return { ...outcome, caret: { start: first.knower.span.start, end: last.knower.span.end } };
}

/** Its facts, whoever knows them, in no order. */
const factsAsText = (known: Known, entry: Entry): string =>
  JSON.stringify(
    [...entry.facts, ...(entry.knowledge?.beliefs ?? [])]
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
  refusal: `Who knows this can't be written into ${title} as it is: mend what is underlined there first.`,
});
