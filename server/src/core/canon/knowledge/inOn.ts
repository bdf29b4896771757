/** What somebody has learned that not everyone may: for authors, who see the truth beside it. */
import { knownAt } from '../model/canonPoint';
import { entityNamed, resolve } from '../model/known';
import type { Clipped } from '../retcons/clips';
import { knowerNamed } from './knowers';
import { audienceNames, type Learner, timesOfFact } from './learning';
import { firstLearned } from './moments';
import { revisionsComeBy, type Sight } from './view';
import { EVERYONE } from '../../codex/knowledgeKeys';

export interface InOnFact {
  /** When it was learned, in the author's words; null: it always was known. */
  readonly learned: string | null;
  /** Who is in on it: ids, and names that are none. */
  readonly knownBy: readonly string[];
}

/** Says of truths whether somebody is in on them; null: not, or everyone may be. */
export function inOnBy({
  canon,
  point,
  knowerIn,
  until,
}: Sight): (truth: Pick<Clipped, 'entry' | 'fact' | 'begins'>) => InOnFact | null {
  const known = knownAt(canon, point);
  const position = revisionsComeBy(canon, point);
  const learner: Learner = { known, position, knower: knowerIn(known) };
  const all = knowerNamed(known, EVERYONE);
  const anyone: Learner | null = all ? { known, position, knower: all } : null;
  return ({ entry, fact, begins }) => {
    const learnedBy = (who: Learner) => firstLearned(timesOfFact(who, entry, fact, begins), until);
    const learned = learnedBy(learner);
    if (!learned || (anyone && learnedBy(anyone))) return null;
    const knownBy = audienceNames(learner, entry, fact).map((name) =>
      resolve(known, name).kind === 'one' ? entityNamed(known, name) : name,
    );
    return { learned: learned.text, knownBy };
  };
}
