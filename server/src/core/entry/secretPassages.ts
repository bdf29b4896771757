/** The secrets of a page's prose, each with the footnotes that stand elsewhere and belong to it. */
import type { Codex } from '../codex/codex';
import { type Span, spanContains } from '../text/span';
import type { SecretPassage } from './entry';
import { footnotesThrough, hiddenFootnotes } from './footnotes';
import { commentSpans } from './comments';
import { secretCallouts, type SecretCallout } from './veil';

/** @param from where the prose begins */
export function secretPassages(text: string, from: number, { secrets }: Codex): SecretPassage[] {
  const callouts = secretCallouts(text, from, secrets);
  const spans = callouts.map(({ span }) => span);
  if (!text.includes('[^', from)) return callouts.map((one) => passageOf(one, []));
  const comments = commentSpans(text, from);
  const hasFootnotes = spans.some(({ start, end }) => text.slice(start, end).includes('[^'));
  const footnotes = hasFootnotes ? footnotesThrough(text, from, spans, comments) : [];
  // What comments alone refer to is nobody's, as they are.
  const ofComments = hiddenFootnotes(text, from, comments).map((span) => ({ span, footnotes: [], knowers: [] }));
  return [...callouts.map((one, i) => passageOf(one, footnotes[i] ?? [])), ...ofComments].sort(
    (a, b) => a.span.start - b.span.start,
  );
}

const passageOf = ({ span, knowers }: SecretCallout, footnotes: readonly Span[]): SecretPassage => ({
  span,
  footnotes,
  knowers: knowers.map((one) => ({ ...one, linked: false })),
});

/** The ways to be shown a place of a page: on each of them somebody has to be in on all of some secrets, if on any. */
export function waysTo(secrets: readonly SecretPassage[], place: Span): readonly (readonly SecretPassage[])[] {
  const around = (one: Span) => secrets.filter(({ span }) => spanContains(span, one));
  const through = secrets.filter(({ footnotes }) => footnotes.some((one) => spanContains(one, place)));
  return through.length === 0 ? [around(place)] : through.map(({ span }) => [...around(place), ...around(span)]);
}
