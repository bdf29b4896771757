/** An attribute that is told of nothing yet, where it is one letter off one that is. */
import { attributesOf, type Known } from '../../canon';
import { keyOf } from '../../codex/codex';
import { isSlip } from '../../text/nearNames';

/** Shorter attributes are mostly others, and no slips. */
const SHORTEST = 4;

/** The attribute of an entity that somebody may have meant who wrote another; undefined where that one is told, or none is like it. */
export function attributeLike(known: Known, entity: string, written: string): string | undefined {
  const attributes = attributesOf(known, entity);
  const isTold = attributes.some((one) => keyOf(one) === keyOf(written));
  return isTold ? undefined : attributes.find((one) => isSlip(written, one, SHORTEST));
}
