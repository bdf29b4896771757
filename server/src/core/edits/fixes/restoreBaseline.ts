/**
 * The ways in which a page says again what was told, while everything else that its author has written stays, or can move to
 * another page.
 */
import { areAmong } from '../../text/amongTexts';
import { entityOfFact, pairOf } from '../../canon';
import { frontmatterTree, cutFrontmatter } from '../../entry/frontmatter';
import type { Entry, Fact } from '../../entry/entry';
import { meaningsIn } from '../../rules/retcon/baselineComparison';
import { type Silenced, silencedFacts } from '../../rules/retcon/silencedFacts';
import type { Edit } from '../../text/composeEdits';
import { differencesIn, lineDifferencesIn, type Hunk } from '../../text/differences';
import { eolAt, nextLine } from '../../yaml/yamlLayout';
import { type Span, spanContains } from '../../text/span';
import { pairAround, placeOfSpan } from '../../yaml/nodeAtSpan';
import { keepingSecrets, type PageKeepingSecrets } from './keptSecrets';
import { type MendContext, type MendBaseline, entryText } from './mend';

/** A page with what was told in it. */
export interface RestoredPage extends PageKeepingSecrets {
  /** Facts of the edited page that were never told and that it no longer states: they belong on another page. */
  readonly moved: readonly Fact[];
}

/** Those that take away the fewest of the author's lines come first. Whole lines stand as they were told, comments included. */
export function* restoreBaseline(
  context: MendContext,
  baseline: MendBaseline,
  was: Entry,
  silenced: readonly Silenced[],
): Generator<RestoredPage, void> {
  const [then, now] = [baseline.textThen(was.path) ?? '', entryText(context)];
  const hunks = lineDifferencesIn(frontOf(then), frontOf(now));
  const blocks = silenced.flatMap(({ fact }) => factBlocks(then, fact));
  const ends = [was.date, was.until, was.entity].flatMap((written) => written?.span ?? []);
  const pairs = new Set(silenced.map(({ fact }) => pairIn(baseline.compared.baseline, was, fact)));
  const added = context.entry.facts.filter((fact) => pairs.has(pairIn(context.known, context.entry, fact)));
  const isSpoilt = ({ is }: Hunk): boolean => added.some(({ value }) => spanContains(is, value.span));
  // An end that was none before has a key of its own, and goes with what it ends.
  const { date, until, entity } = context.entry;
  const moving = [...added.map(({ value }) => value), date, until, entity].flatMap((one) => one?.span ?? []);
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

const frontOf = (text: string): string => text.slice(0, cutFrontmatter(text)?.body ?? 0);

type KnownOf = MendContext['known'];
const pairIn = (known: KnownOf, entry: Entry, fact: Fact): string =>
  pairOf(entityOfFact(known, entry, fact), fact.attribute.text);

const statesAny = ({ facts }: Entry, { is }: Hunk): boolean => facts.some(({ value }) => spanContains(is, value.span));

/** A fact with its key, and in the long spelling all that is said of it. */
export function factBlocks(text: string, { attribute, value }: Fact): Span[] {
  const found = pairAround(placeOfSpan(frontmatterTree(text), value.span));
  const isLong = found?.mapping.pairs.some(({ key }) => /^(?:attribute|value)$/i.test(key.text)) === true;
  return [attribute.span, value.span, ...(found && isLong ? [found.mapping.span] : [])];
}

/** Whether a difference is in lines of some places, or inside what they span. */
const meets = (then: string, { was }: Hunk, spans: readonly Span[]): boolean =>
  spans.some(({ start, end }) => {
    const [first, last] = [then.lastIndexOf('\n', start - 1) + 1, nextLine(then, Math.max(start, end - 1))];
    return was.start < last && first < Math.max(was.end, was.start + (was.start > first ? 1 : 0));
  });

/** The lines as they were told, and below them the keys that are new. @param keepsNotes also whole lines of comments */
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
  told: MendBaseline,
  was: Entry,
  silenced: readonly Silenced[],
  edits: readonly Edit[],
): RestoredPage | null {
  const { entry } = context;
  const { compared } = told;
  const kept = keepingSecrets({ ...context, baseline: told }, was, edits);
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

/** What is wrong with the frontmatter of an entry. */
export const countSlips = ({ problems }: Entry): number =>
  problems.filter(({ code }) => code.startsWith('frontmatter/')).length;

/** Whether every word that stands between the fences of a text is in others, as often as it is there. */
export const keepsWords = (text: string, others: readonly string[]): boolean =>
  areAmong(wordsIn(frontOf(text)), others.flatMap(wordsIn));

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
