/** The revisions that an answer names: all of the codex, or in a view those at which something of it came up. */
import { type Canon, positionOf } from '../../canon';
import type { Revision } from '../../codex/codex';
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';

/** @param entries all that the view knows anything of */
export function revisionsInAnswer(canon: Canon, entries: readonly Entry[], until?: CanonPosition): readonly Revision[] {
  const { revisions } = canon.codex;
  const come = until ? revisions.filter(({ position }) => comparePositions(position, until) <= 0) : revisions;
  // The title of an evening tells what happened on it.
  if (!canon.eyes) return come;
  const keyOf = ({ time, rank }: CanonPosition): string => `${time} ${rank}`;
  const told = new Set(entries.map((entry) => keyOf(positionOf(canon, entry))));
  return come.filter(({ position }) => told.has(keyOf(position)));
}
