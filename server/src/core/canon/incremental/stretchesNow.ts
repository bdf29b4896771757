/** Where facts hold beside each other while they come and go: what each stop of the canon changes of it. */
import type { AttributeKind } from '../../codex/codex';
import type { Known } from '../model/known';
import { isSameMoment, lineOf, startDay } from '../model/segments';
import type { Clipped } from '../retcons/clips';
import { mostGapsAmong, tierRank, upToNext } from '../truth/dovetail';
import type { Held } from '../truth/truth';
import { openBeginnings, type Piece, type PlacedFact } from './beginnings';
import { openGaps } from './gapsNow';

/** What has come and gone since it was last asked. */
export interface HeldChange {
  readonly come: readonly Held[];
  readonly gone: readonly Held[];
}

export interface StretchesNow {
  put(fact: PlacedFact): void;
  take(fact: PlacedFact): void;
  settle(): HeldChange;
}

/** @param facts all that are ever put */
export const openStretches = (known: Known, facts: readonly Clipped[], kind: AttributeKind): StretchesNow =>
  kind === 'state' ? openState(known, facts) : openStanding();

/** Dated values end each other, and undated ones fill what is left. */
function openState(known: Known, facts: readonly Clipped[]): StretchesNow {
  const dated = openEnding(known, facts);
  const undated = openGaps(known, mostGapsAmong(facts));
  const hasUndated = facts.some(({ segments }) => segments.some(({ from }) => from === null));
  return {
    put(fact) {
      dated.put(fact);
      undated.put(fact);
    },
    take(fact) {
      dated.take(fact);
      undated.take(fact);
    },
    settle() {
      const ends = dated.settle();
      if (!hasUndated) return ends;
      const isOther = ends.come.length + ends.gone.length > 0;
      const gaps = undated.settle(isOther ? dated.all() : null);
      return { come: [...ends.come, ...gaps.come], gone: [...ends.gone, ...gaps.gone] };
    },
  };
}

/** They are held as the retcons leave them. */
function openStanding(): StretchesNow {
  const all = new Map<PlacedFact, readonly Held[]>();
  let [come, gone]: [Held[], Held[]] = [[], []];
  return {
    put(fact) {
      const { clipped, ref } = fact;
      const held = clipped.segments.map((segment) => ({ clipped, segment, line: lineOf(segment), except: [], ref }));
      all.set(fact, held);
      come.push(...held);
    },
    take(fact) {
      gone.push(...(all.get(fact) ?? []));
      all.delete(fact);
    },
    settle() {
      const change = { come, gone };
      [come, gone] = [[], []];
      return change;
    },
  };
}

interface EndingNow extends StretchesNow {
  /** All that is held now, by line, then in the order of beginning, then of facts. */
  all(): readonly Held[];
}

function openEnding(known: Known, facts: readonly Clipped[]): EndingNow {
  const beginnings = openBeginnings(
    known,
    facts.map(({ entry }) => tierRank(known, entry)),
  );
  const all = new Map<PlacedFact, readonly Piece[]>();
  let due = new Set<Piece>();
  let gone: Held[] = [];
  /** By line, the days on which something else begins first. */
  let turned = new Map<string, Set<number>>();
  const turn = ({ line, segment }: Piece): void => {
    const days = turned.get(line);
    if (days) days.add(startDay(segment));
    else turned.set(line, new Set([startDay(segment)]));
  };
  return {
    put(fact) {
      const own = fact.clipped.segments.flatMap((segment): Piece[] => {
        const line = lineOf(segment);
        return segment.from === null || line === null ? [] : [{ fact, segment, line, held: null }];
      });
      for (const piece of own) {
        if (beginnings.put(piece)) turn(piece);
        due.add(piece);
      }
      all.set(fact, own);
    },
    take(fact) {
      for (const piece of all.get(fact) ?? []) {
        if (beginnings.take(piece)) turn(piece);
        if (piece.held) gone.push(piece.held);
      }
      all.delete(fact);
    },
    settle() {
      for (const [line, days] of turned)
        for (const day of days) for (const piece of beginnings.endAgain(line, day)) due.add(piece);
      const come: Held[] = [];
      for (const piece of due) {
        const { clipped, ref } = piece.fact;
        const segment = upToNext(piece.segment, beginnings.nextOf(piece));
        if (piece.held && isSameMoment(piece.held.segment.until, segment.until)) continue;
        if (piece.held) gone.push(piece.held);
        piece.held = { clipped, segment, line: piece.line, except: [], ref };
        come.push(piece.held);
      }
      const change = { come, gone };
      [due, gone, turned] = [new Set(), [], new Map()];
      return change;
    },
    all: () => beginnings.all().flatMap(({ held }) => held ?? []),
  };
}
