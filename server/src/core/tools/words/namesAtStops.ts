/** What is called how on the canon axis: an answer that holds over many stops is told in the words of each. */
import { type HeldSpan, nameStepAt, type OnBothAxes, shownClip } from '../../canon';
import type { Entry } from '../../entry/entry';
import type { PrintedNames } from './answerJson';

/** What entries are called at each stop. */
export function namesAtStops({ names }: OnBothAxes): (stop: number) => PrintedNames {
  const made: PrintedNames[] = [];
  const namesOf = (stop: number): PrintedNames => {
    const idOf = (entry: Entry): string => nameStepAt(names.idSteps(entry), stop);
    const sources = new Map<Entry, readonly string[]>();
    return {
      idOf,
      sourcesOf(entry) {
        if (entry.sources.length === 0) return NONE;
        let texts = sources.get(entry);
        if (!texts) {
          texts = entry.sources.map(({ text }) => {
            const named = nameStepAt(names.entrySteps(text), stop);
            return named ? idOf(named) : text;
          });
          sources.set(entry, texts);
        }
        return texts;
      },
    };
  };
  return (stop) => (made[stop] ??= namesOf(stop));
}

const NONE: readonly string[] = [];

/** Tells the stops at which a span is told in other words from there on: what it is called, and what its entry rests on, can change while it holds. */
export function turnsWithin({ within, names }: OnBothAxes): (span: HeldSpan) => readonly number[] {
  const turnsOf = (steps: readonly { readonly from: number }[]): readonly number[] =>
    steps.length === 1 ? NEVER : steps.slice(1).map(({ from }) => from);
  const renamed = (entry: Entry): readonly number[] => turnsOf(names.idSteps(entry));
  /** Of the entry that states it, all of which the spans of an entry share. */
  const stated = new Map<Entry, readonly number[]>();
  const statedTurns = (entry: Entry): readonly number[] => {
    let turns = stated.get(entry);
    if (!turns) {
      const ofSources = entry.sources.flatMap(({ text }) => {
        const steps = names.entrySteps(text);
        return [...turnsOf(steps), ...steps.flatMap(({ value }) => (value ? renamed(value) : NEVER))];
      });
      turns = ofSources.length === 0 ? renamed(entry) : [...renamed(entry), ...ofSources];
      stated.set(entry, turns);
    }
    return turns;
  };
  return ({ held: { clipped, ref }, from, until }) => {
    let turns: number[] | null = null;
    const add = (all: readonly number[]): void => {
      for (const turn of all) if (from < turn && turn < until && !turns?.includes(turn)) (turns ??= []).push(turn);
    };
    add(statedTurns(clipped.entry));
    if (ref) add(renamed(ref));
    const clip = shownClip(within, clipped);
    if (clip) add(renamed(clip.by));
    return (turns as number[] | null)?.sort((a, b) => a - b) ?? NEVER;
  };
}

const NEVER: readonly number[] = [];
