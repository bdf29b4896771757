/** A new fact that changes what was told of the past, though nothing that was told has been touched. */
import {
  counterpart,
  edgesOf,
  entityInOther,
  entityOfFact,
  type Difference,
  type Held,
  kindOfAttribute,
} from '../../canon';
import type { Entry, Fact } from '../../entry/entry';
import { changedAnswers } from './changedAnswers';
import {
  type Compared,
  type ComparingRule,
  isStatedIn,
  meaningOf,
  meaningsIn,
  isEstablished,
} from './baselineComparison';
import { isWrittenAlike } from './movedNames';
import { endsAt, hasSameEnds, isAhead } from './storyGoesOn';

export const insertion: ComparingRule = {
  code: 'retcon/insertion',
  severity: 'warning',
  *ofNew(compared, is) {
    const { baseline, now, point } = compared;
    const then = counterpart(now, baseline, is);
    // What a draft said becomes told as it becomes none.
    const was = then?.draft === true ? undefined : then;
    const told = was ? meaningsIn(compared, baseline, was) : new Map();
    for (const [meaning, fact] of meaningsIn(compared, now, is)) {
      const attribute = fact.attribute.text;
      // What the page says as it did, only a name in it means something else.
      if (
        told.has(meaning) ||
        was?.facts.some((one) => isWrittenAlike(one, fact) && hasSameEnds(compared, was, one, is, fact)) === true
      )
        continue;
      const entity = entityOfFact(now, is, fact);
      // One more of what there may be any number of takes nothing back.
      const isSet = kindOfAttribute(now, attribute) === 'set';
      const changed = changedAnswers(compared, entity, attribute).find(
        ({ before, after, from, isDeclared }) =>
          !isDeclared &&
          // What is still being written was never told.
          before.some(({ clipped }) => isEstablished(compared, clipped.entry)) &&
          ((!isSet && after.some(({ clipped }) => clipped.fact === fact)) ||
            (!isSet && isEndedBy(compared, is, fact, { before, after, from })) ||
            isPutOffBy(compared, is, before)) &&
          (!from || !isAhead(compared, entityInOther(baseline, now, entity), attribute, from)) &&
          // What vanished or was changed is told as that.
          before.every((held) => isStatedIn(held, baseline, now)),
      );
      if (!changed) continue;
      const [before] = changed.before;
      const when = changed.from ? `from ${changed.from.text}` : 'before that';
      const isSo = changed.after.some(({ clipped }) => clipped.fact === fact);
      const isPutOff = !isSo && isPutOffBy(compared, is, changed.before);
      const how = isSo
        ? `is ${fact.value.text} ${when}`
        : `not ${when}, ${isPutOff ? 'since what supersedes this page begins where it does that' : 'where this ends'}`;
      const message = `${attribute} of ${entity} was ${before?.clipped.fact.value.text} as of ${point}, and ${how}: if that is a retcon, declare it; if it was always so, give it a date that leaves what was told.`;
      const related = changed.before.map(({ clipped }) => ({
        file: clipped.entry.path,
        span: clipped.fact.value.span,
        message: `${point} says: ${attribute} of ${entity} is ${clipped.fact.value.text}`,
        isEstablished: true as const,
      }));
      yield { file: is.path, finding: { span: fact.value.span, message, related } };
    }
  },
};

/** Whether what was told ends with a new fact, which went on from it: nothing that is new holds from there on. */
function isEndedBy(
  compared: Compared,
  is: Entry,
  fact: Fact,
  { before, after, from }: Pick<Difference, 'before' | 'after' | 'from'>,
): boolean {
  const { baseline, now } = compared;
  const end = endsAt(is, fact);
  if (!end || !from || end.line !== from.line || end.day !== from.day) return false;
  // What says something else now has not been ended by another.
  const isAsTold = ({ clipped: { entry, fact: told } }: Held): boolean => {
    const counterpartEntry = counterpart(baseline, now, entry);
    return (
      counterpartEntry !== undefined &&
      meaningsIn(compared, now, counterpartEntry).has(meaningOf(compared, baseline, entry, told))
    );
  };
  return before.every(isAsTold) && after.every((held) => isStatedIn(held, now, baseline));
}

/** Whether what was told stands on a page that supersedes the one with a new fact: it begins where it takes that over (model §4). */
const isPutOffBy = ({ baseline, now }: Compared, is: Entry, before: readonly Held[]): boolean =>
  before.some(({ clipped: { entry } }) => {
    const there = counterpart(baseline, now, entry);
    return edgesOf(now, is).some(({ by, kind }) => kind === 'supersedes' && by === there);
  });
