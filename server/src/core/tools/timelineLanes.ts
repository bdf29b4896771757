/** The lanes of a timeline: what was told of one attribute of one entity, span by span, before it is known on which line it is drawn. */
import {
  canonText,
  describerOf,
  type DayRange,
  type Held,
  type HeldSpan,
  idOf,
  type Known,
  type OnBothAxes,
} from '../canon';
import type { AttributeKind } from '../codex/codex';
import type { Entry } from '../entry/entry';
import type { TimelineLane, TimelineSpan } from '../picture/timelineShape';
import { valueJson } from './answerJson';
import { type CanonTexts, stretchJson } from './timelineCanon';

/** A span, and what it takes to place it on a line. */
export interface SpanDraft {
  readonly held: Held;
  readonly disputed: readonly DayRange[];
  /** The stops of the canon between which it is told so. */
  readonly from: number;
  readonly until: number;
  readonly json: Omit<TimelineSpan, 'days'>;
}

export interface LaneDraft extends Omit<TimelineLane, 'spans'> {
  readonly spans: readonly SpanDraft[];
}

interface Pair {
  readonly entity: string;
  readonly attribute: string;
  readonly kind: AttributeKind;
}

export function laneDraft(view: OnBothAxes, texts: CanonTexts, pair: Pair, spans: readonly HeldSpan[]): LaneDraft {
  const describer = describerOf(view.within, pair.entity, null);
  return {
    ...pair,
    title: describer?.title ?? pair.entity,
    type: describer?.type?.text ?? null,
    file: describer?.path ?? null,
    spans: spans.flatMap((span) => spanDrafts(view, texts, span)),
  };
}

/** The whole canon shows every entry. */
const valueOf = (known: Known, held: Held) => ({ ...valueJson(known, held), entry: idOf(known, held.clipped.entry) });

/** What it is called, and what its entry rests on, can change while it holds. */
function spanDrafts(view: OnBothAxes, texts: CanonTexts, span: HeldSpan): SpanDraft[] {
  const turns = turnsWithin(view, span);
  return turns.map((from, i) => {
    const until = turns[i + 1] ?? span.until;
    const { held, disputed, isSoft } = span;
    const { segment, ref, clipped } = held;
    return {
      held,
      disputed,
      from,
      until,
      json: {
        ...valueOf(view.stops.knownAt(from), held),
        ...stretchJson(texts, from, until),
        canon: canonText(view.within.canon, clipped.entry),
        is_disputed: disputed.length > 0,
        ...(isSoft && { is_soft: true as const }),
        ...(segment.from?.approximate && { from_approximate: true as const }),
        ...(segment.until?.approximate && { until_approximate: true as const }),
        ...(segment.endsElsewhere && { ends_elsewhere: segment.endsElsewhere.text }),
        title: ref?.title ?? clipped.fact.value.text,
      },
    };
  });
}

/** The stops at which a span begins, or is told in other words. */
function turnsWithin({ names }: OnBothAxes, { held, from, until }: HeldSpan): readonly number[] {
  const { clipped, ref } = held;
  const named: Entry[] = [clipped.entry, ...(ref ? [ref] : []), ...clipped.clippedBy.slice(0, 1).map(({ by }) => by)];
  const turns = new Set([from]);
  const add = (steps: readonly { readonly from: number }[]): void => {
    for (const step of steps) if (from < step.from && step.from < until) turns.add(step.from);
  };
  for (const entry of named) add(names.idSteps(entry));
  for (const { text } of clipped.entry.sources)
    for (const step of names.entrySteps(text)) {
      add([step]);
      if (step.value) add(names.idSteps(step.value));
    }
  return turns.size === 1 ? [from] : [...turns].sort((a, b) => a - b);
}
