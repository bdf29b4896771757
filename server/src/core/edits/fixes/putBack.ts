/**
 * Puts back what was told in a file that now says something else: the smallest edit that does it, and nothing else of the
 * author's.
 */
import { frontmatterTree, cutFrontmatter } from '../../entry/frontmatter';
import type { Entry, Fact } from '../../entry/entry';
import { meaningsIn } from '../../rules/retcon/baselineComparison';
import { type Silenced, silencedFacts } from '../../rules/retcon/silencedFacts';
import type { Edit } from '../../text/composeEdits';
import { differencesIn, type Hunk } from '../../text/differences';
import { type Span, spanContains } from '../../text/span';
import { placeOfSpan } from '../../yaml/nodeAtSpan';
import type { YamlPair } from '../../yaml/tree';
import { type BaselineContext, keepingSecrets, type PageKeepingSecrets } from './keptSecrets';
import { type MendContext, type MendBaseline, entryText } from './mend';
import { factBlocks, countSlips } from './restoreBaseline';

/** What is wanted back, of an entry as it was. */
export interface WantedText {
  readonly was: Entry;
  /** The facts that are silenced. */
  readonly silenced: readonly Silenced[];
  /** What else stood at places of the old text. */
  readonly places: readonly Span[];
  /** Whether it is back; asked beside whether the facts are. */
  readonly isBack: (after: BaselineContext) => boolean;
}

/** Null where it can't be done without taking something else back that the author has written. */
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

/** Whether the keys that the author has added stay, aside from those that state something, or say when it was. */
function keepsOwnKeys({ facts, date, until, entity }: Entry, then: string, now: string, text: string): boolean {
  const [had, has] = [then, text].map((one) => new Set(frontmatterTree(one)?.pairs.map(({ key }) => key.text)));
  const told = [...facts.map(({ value }) => value), date, until, entity].flatMap((one) => one?.span ?? []);
  const isOwn = ({ key, value }: YamlPair): boolean =>
    !told.some((span) => spanContains({ start: key.span.start, end: (value ?? key).span.end }, span));
  return (frontmatterTree(now)?.pairs ?? []).every(
    (pair) => had?.has(pair.key.text) || has?.has(pair.key.text) || !isOwn(pair),
  );
}

/** Edits of the text of now, from its first place to its last; the fewest come first. */
function* waysBack(then: string, now: string, { was, silenced, places }: WantedText): Iterable<readonly Edit[]> {
  const values = silenced.map(({ fact, instead }) => instead && valueBack(then, now, fact, instead));
  if (values.length > 0 && places.length === 0) {
    const edits = values.flatMap((edit) => edit ?? []);
    if (edits.length === values.length) yield edits.sort((a, b) => a.span.start - b.span.start);
  }
  const hunks = hunksIn(then, now);
  const near = [...places, ...silenced.flatMap(({ fact }) => factBlocks(then, fact))];
  const ends = [was.date, was.until, was.entity].flatMap((written) => written?.span ?? []);
  for (const spans of [near, [...near, ...ends]]) yield editsOf(then, hunks.filter(meets(spans)));
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

const meets =
  (spans: readonly Span[]) =>
  ({ was }: Hunk): boolean =>
    spans.some(({ start, end }) => start < was.end && was.start < end);

const editsOf = (then: string, hunks: readonly Hunk[]): Edit[] =>
  hunks.map(({ was, is }) => ({ span: is, text: then.slice(was.start, was.end) }));

/** Of the frontmatters, with their fences. */
const hunksIn = (then: string, now: string): Hunk[] => {
  const [was, is] = [then, now].map((text) => text.slice(0, cutFrontmatter(text)?.body ?? 0));
  return differencesIn(was ?? '', is ?? '');
};
