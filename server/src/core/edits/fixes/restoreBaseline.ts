/**
 * The ways in which a page states again what was established, while everything else that its author has written stays, or can move to
 * another page.
 */
import { areAmong } from '../../text/groups';
import { entityOfFact, pairOf } from '../../canon';
import { frontmatterTree, cutFrontmatter } from '../../entry/frontmatter';
import type { Entry, Fact } from '../../entry/entry';
import { meaningsIn } from '../../rules/retcon/baselineComparison';
import { type Silenced, silencedFacts } from '../../rules/retcon/silencedFacts';
import type { Edit } from '../../text/problem';
import { differencesIn, lineDifferencesIn, type Hunk } from '../../text/differences';
import { eolAt, nextLine } from '../../yaml/writeYaml';
import { type Span, spanContains } from '../../text/span';
import { pairAround, placeOfSpan, type YamlPair } from '../../yaml/tree';
import { keepingSecrets, type PageKeepingSecrets, type BaselineContext } from './knowledgeFixes';
import { type MendContext, type MendBaseline, entryText } from './mend';
import { allFactsOf } from '../../entry/versions';

/** A page with the established facts in it. */
export interface RestoredPage extends PageKeepingSecrets {
  /** Facts of the edited page that were never established and that it no longer states: they belong on another page. */
  readonly moved: readonly Fact[];
}

/** Those that take away the fewest of the author's lines come first. Whole lines come back as they were, comments included. */
export function* restoreBaseline(
  context: MendContext,
  baseline: MendBaseline,
  was: Entry,
  silenced: readonly Silenced[],
): Generator<RestoredPage, void> {
  const [then, now] = [baseline.textThen(was.path) ?? '', entryText(context)];
  const hunks = lineDifferencesIn(frontOf(then), frontOf(now));
  const blocks = silenced.flatMap(({ fact }) => factBlocks(then, fact));
  const ends = ownSpans(was);
  const pairs = new Set(silenced.map(({ fact }) => pairIn(baseline.compared.baseline, was, fact)));
  const added = allFactsOf(context.entry).filter((fact) => pairs.has(pairIn(context.known, context.entry, fact)));
  const isSpoilt = ({ is }: Hunk): boolean => added.some(({ value }) => spanContains(is, value.span));
  // An end that was none before has a key of its own, and goes with what it ends.
  const moving = [...added.map(({ value }) => value.span), ...ownSpans(context.entry)];
  const ways: ((hunk: Hunk) => boolean)[] = [
    ...[blocks, [...blocks, ...ends]].map((spans) => (hunk: Hunk) => isSpoilt(hunk) || meets(then, hunk, spans)),
    (hunk) => isSpoilt(hunk) || meets(then, hunk, ends) || statesAny(context.entry, hunk) || meets(then, hunk, blocks),
    () => true,
  ];
  for (const isBack of ways) {
    for (const keepsNotes of [false, true]) {
      const edits = hunks
        .filter(isBack)
        .flatMap((hunk) => inWords(now, { span: hunk.is, text: linesBack(then, now, hunk, moving, keepsNotes) }));
      const found = withEdits(context, baseline, was, silenced, edits);
      if (found) yield found;
    }
  }
}

/** The least that does what an edit of whole lines does. */
const inWords = (now: string, { span, text }: Edit): Edit[] =>
  differencesIn(now.slice(span.start, span.end), text).map(({ was, is }) => ({
    span: { start: span.start + was.start, end: span.start + was.end },
    text: text.slice(is.start, is.end),
  }));

/** Where a page says when it begins and ends, and what it is about. */
const ownSpans = ({ date, until, entity }: Entry): Span[] =>
  [date, until, entity].flatMap((written) => written?.span ?? []);

const frontOf = (text: string): string => text.slice(0, cutFrontmatter(text)?.body ?? 0);

type KnownOf = MendContext['known'];
const pairIn = (known: KnownOf, entry: Entry, fact: Fact): string =>
  pairOf(entityOfFact(known, entry, fact), fact.attribute.text);

const statesAny = ({ facts }: Entry, { is }: Hunk): boolean => facts.some(({ value }) => spanContains(is, value.span));

/** The spans of a fact's key and value; for the long form also of the whole mapping. */
function factBlocks(text: string, { attribute, value }: Fact): Span[] {
  const found = pairAround(placeOfSpan(frontmatterTree(text), value.span));
  const isLong = found?.mapping.pairs.some(({ key }) => /^(?:attribute|value)$/i.test(key.text)) === true;
  return [attribute.span, value.span, ...(found && isLong ? [found.mapping.span] : [])];
}

/** Whether a difference touches the lines of some spans. */
const meets = (then: string, { was }: Hunk, spans: readonly Span[]): boolean =>
  spans.some(({ start, end }) => {
    const [first, last] = [then.lastIndexOf('\n', start - 1) + 1, nextLine(then, Math.max(start, end - 1))];
    return was.start < last && first < Math.max(was.end, was.start + (was.start > first ? 1 : 0));
  });

/** The established lines, and below them the keys that are new. @param keepsNotes also keeps whole lines of comments */
function linesBack(then: string, now: string, { was, is }: Hunk, moving: readonly Span[], keepsNotes: boolean): string {
  const keys = new Set((frontmatterTree(then)?.pairs ?? []).map(({ key }) => key.text));
  const own = (frontmatterTree(now)?.pairs ?? []).flatMap(({ key, value }) => {
    const lines = { start: key.span.start, end: nextLine(now, value?.span.end ?? key.span.end) };
    const isMoving = moving.some((span) => spanContains(lines, span));
    return keys.has(key.text) || isMoving || !spanContains(is, lines) ? [] : now.slice(lines.start, lines.end);
  });
  const written = now.slice(is.start, is.end).split(/(?<=\n)/);
  const notes = keepsNotes ? written.filter((line) => /^\s*#/.test(line) && !own.join('').includes(line)) : [];
  const eol = eolAt(now, 0);
  return [...notes, then.slice(was.start, was.end).replace(/\r?\n/g, eol), ...own].join('');
}

function withEdits(
  context: MendContext,
  established: MendBaseline,
  was: Entry,
  silenced: readonly Silenced[],
  edits: readonly Edit[],
): RestoredPage | null {
  const { entry } = context;
  const { compared } = established;
  const kept = keepingSecrets({ ...context, baseline: established }, was, edits);
  if (!kept || countSlips(kept.after.entry) > countSlips(entry)) return null;
  const { after } = kept;
  const { baseline } = after;
  const missing = new Set(silencedFacts(baseline.compared, was, after.entry).map(({ fact }) => fact));
  if (silenced.some(({ fact }) => missing.has(fact))) return null;
  const [before, now] = [meaningsIn(compared, compared.baseline, was), meaningsIn(compared, compared.now, entry)];
  const stated = meaningsIn(baseline.compared, after.known, after.entry);
  const lost = [...now].filter(([meaning]) => !stated.has(meaning));
  if (lost.some(([meaning]) => before.has(meaning))) return null;
  return { ...kept, moved: lost.map(([, fact]) => fact) };
}

/** The number of problems in the frontmatter of an entry. */
const countSlips = ({ problems }: Entry): number =>
  problems.filter(({ code }) => code.startsWith('frontmatter/')).length;

/** Whether every word of a text's frontmatter is in other texts, at least as often. */
export const keepsWords = (text: string, others: readonly string[]): boolean =>
  areAmong(wordsIn(frontOf(text)), others.flatMap(wordsIn));

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The parts of an established entry to restore. */
export interface WantedText {
  readonly was: Entry;
  /** The silenced facts to restore. */
  readonly silenced: readonly Silenced[];
  /** Other spans of the old text to restore. */
  readonly places: readonly Span[];
  /** Whether the rest is restored; facts are checked separately. */
  readonly isBack: (after: BaselineContext) => boolean;
}

/** Restores parts of an entry; null if that would undo something else that the author has written. */
export function putBack(context: MendContext, baseline: MendBaseline, wanted: WantedText): PageKeepingSecrets | null {
  const [then, now] = [baseline.textThen(wanted.was.path) ?? '', entryText(context)];
  for (const edits of waysBack(then, now, wanted)) {
    const kept = keepingSecrets({ ...context, baseline }, wanted.was, edits);
    const isWhole = kept && keepsOwnKeys(context.entry, then, now, kept.text);
    if (isWhole && isPutBack(context, baseline, wanted, kept.after)) return kept;
  }
  return null;
}

function isPutBack(
  { entry }: MendContext,
  { compared }: MendBaseline,
  { was, silenced, isBack }: WantedText,
  after: BaselineContext,
): boolean {
  const missing = new Set(silencedFacts(after.baseline.compared, was, after.entry).map(({ fact }) => fact));
  const replaced = new Set<Fact | undefined>(silenced.map(({ instead }) => instead));
  const stated = meaningsIn(after.baseline.compared, after.known, after.entry);
  const isKept = [...meaningsIn(compared, compared.now, entry)].every(
    ([meaning, fact]) => replaced.has(fact) !== stated.has(meaning),
  );
  return (
    isKept &&
    silenced.every(({ fact }) => !missing.has(fact)) &&
    countSlips(after.entry) <= countSlips(entry) &&
    isBack(after)
  );
}

/** Whether the keys that the author has added stay, apart from facts and dates. */
function keepsOwnKeys(page: Entry, then: string, now: string, text: string): boolean {
  const [had, has] = [then, text].map((one) => new Set(frontmatterTree(one)?.pairs.map(({ key }) => key.text)));
  const stating = [...allFactsOf(page).map(({ value }) => value.span), ...ownSpans(page)];
  const isOwn = ({ key, value }: YamlPair): boolean =>
    !stating.some((span) => spanContains({ start: key.span.start, end: (value ?? key).span.end }, span));
  return (frontmatterTree(now)?.pairs ?? []).every(
    (pair) => had?.has(pair.key.text) || has?.has(pair.key.text) || !isOwn(pair),
  );
}

/** Candidate edits of the present text, each sorted by place; the smallest candidate comes first. */
function* waysBack(then: string, now: string, { was, silenced, places }: WantedText): Iterable<readonly Edit[]> {
  const values = silenced.map(({ fact, instead }) => instead && valueBack(then, now, fact, instead));
  if (values.length > 0 && places.length === 0) {
    const edits = values.flatMap((edit) => edit ?? []);
    if (edits.length === values.length) yield edits.sort((a, b) => a.span.start - b.span.start);
  }
  const hunks = hunksIn(then, now);
  const near = [...places, ...silenced.flatMap(({ fact }) => factBlocks(then, fact))];
  for (const spans of [near, [...near, ...ownSpans(was)]]) yield editsOf(then, hunks.filter(touchesSpans(spans)));
  yield editsOf(then, hunks);
}

/** The old value in place of the new one, each in its quotes or brackets. */
function valueBack(then: string, now: string, fact: Fact, instead: Fact): Edit | null {
  const [was, is] = [valueSpan(then, fact), valueSpan(now, instead)];
  return was && is && { span: is, text: then.slice(was.start, was.end) };
}

function valueSpan(text: string, { value }: Fact): Span | null {
  const place = placeOfSpan(frontmatterTree(text), value.span);
  // `[[Maric]]` is a list in a list.
  const whole =
    value.linked && place?.node.kind === 'scalar' && !isQuoted(text, place.node.span) ? place.above?.above : place;
  return whole?.node.span ?? null;
}

const isQuoted = (text: string, { start }: Span): boolean => /["']/.test(text[start] ?? '');

const touchesSpans =
  (spans: readonly Span[]) =>
  ({ was }: Hunk): boolean =>
    spans.some(({ start, end }) => start < was.end && was.start < end);

const editsOf = (then: string, hunks: readonly Hunk[]): Edit[] =>
  hunks.map(({ was, is }) => ({ span: is, text: then.slice(was.start, was.end) }));

/** The differences of the two frontmatters, fences included. */
const hunksIn = (then: string, now: string): Hunk[] => differencesIn(frontOf(then), frontOf(now));
