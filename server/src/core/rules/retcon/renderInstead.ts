/** What a fact that was told says instead, in the words of a finding. */
import type { Entry, Fact } from '../../entry/entry';
import { type Compared, placed } from './baselineComparison';
import { beginsAt, endsAt } from './storyGoesOn';

/** Its value, else when it begins, else when it ends; empty where none of these is another one. */
export function renderInstead({ baseline, now }: Compared, was: Entry, fact: Fact, is: Entry, instead: Fact): string {
  if (fact.value.text !== instead.value.text) return ` to ${instead.value.text}`;
  const ends = [
    ['begin', beginsAt(was, fact), beginsAt(is, instead)],
    ['end', endsAt(was, fact), endsAt(is, instead)],
  ] as const;
  const moved = ends.find(([, then, here]) => placed(now, baseline, then) !== placed(now, now, here));
  if (!moved) return '';
  const [what, then, here] = moved;
  return ` to ${what} at ${here?.text ?? 'no date'}${then ? ` instead of ${then.text}` : ''}`;
}
