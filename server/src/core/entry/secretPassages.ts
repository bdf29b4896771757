/** The secrets of a page's prose, each with the footnotes that stand elsewhere and belong to it. */
import type { Codex } from '../codex/codex';
import { type Span, spanContains } from '../text/span';
import type { SecretPassage } from './entry';
import { footnotesIn, hiddenAmong } from './footnotes';
import { commentSpans, secretCallouts } from './veil';

/** @param from where the prose begins */
export function secretPassages(text: string, from: number, { secrets }: Codex): SecretPassage[] {
  const callouts = secretCallouts(text, from, secrets);
  const refers = ({ start, end }: Span): boolean => text.slice(start, end).includes('[^');
  const hasFootnotes = callouts.some(({ span }) => refers(span));
  const [footnotes, comments] = hasFootnotes ? [footnotesIn(text, from), commentSpans(text, from)] : [null, []];
  return callouts.map(({ span, knowers }) => ({
    span,
    footnotes: footnotes && refers(span) ? hiddenAmong(footnotes, [span, ...comments]).map(placeOf) : [],
    knowers: knowers.map((one) => ({ ...one, linked: false })),
  }));
}

const placeOf = ({ start, end }: Span): Span => ({ start, end });

/** Whether only those who are in on a secret are shown a place of its page. */
export const isWithinSecret = ({ span, footnotes }: SecretPassage, place: Span): boolean =>
  [span, ...footnotes].some((one) => spanContains(one, place));
