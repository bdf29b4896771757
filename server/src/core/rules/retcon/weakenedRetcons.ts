/** Reports established retcons that are no longer declared, or that reach less or more than they did. */
import {
  clippedFactsOf,
  counterpart,
  edgesBy,
  entityInOther,
  entityNamed,
  idOf,
  type Known,
  pairOf,
  type Retcon,
  retconsBy,
  touches,
} from '../../canon';
import { keyOf } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import { listWords } from '../../text/words';
import { nameSpan } from '../rule';
import {
  type Compared,
  type ComparedFinding,
  isEstablished,
  placed,
  relatedInBaseline,
  changedAnswers,
} from './baselineComparison';
import { changedDates } from './changedKeys';
import { silencedFacts } from './silencedFacts';

/** Findings for the retcons that an entry made. */
export function* weakenedRetcons(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  const { baseline, now, point } = compared;
  const retcons = retconsBy(baseline, was);
  for (const retcon of retcons) {
    if (!isEstablished(compared, retcon.old)) continue;
    const old = counterpart(baseline, now, retcon.old);
    if (!old) continue;
    const same = edgesBy(now, is).filter((one) => one.old === old && one.kind === retcon.kind);
    const less = same.length === 0 ? 'has been removed' : weaker(compared, retcon, same);
    // Two declarations of one edge may differ: what they reach together is reported once.
    const together = retcons.filter((one) => one.old === retcon.old && one.kind === retcon.kind);
    const more =
      less !== null || together[0] !== retcon
        ? []
        : retcon.kind === 'restores'
          ? newlyRestored(compared, retcon.old, together, same)
          : newlyReached(compared, retcon.old, together, same);
    if (less === null && more.length === 0) continue;
    const how = less ?? `${retcon.kind === 'restores' ? 'brings back' : 'takes'} ${listWords(more, 'and')} as well`;
    const todo = less
      ? 'a restoration can undo it'
      : `another ${retcon.kind === 'restores' ? 'restoration' : 'retcon'} can ${retcon.kind === 'restores' ? 'bring back' : 'take'} the rest`;
    const [declared] = retcon.declared;
    const factName = `${idOf(baseline, was)} ${retcon.kind} ${idOf(baseline, retcon.old)}`;
    const span = same[0]?.declared[0].declaration.target.span ?? nameSpan(is);
    const file = same[0]?.declared[0].entry.path ?? is.path;
    const message = `${factName} as of ${point}, and this retcon ${how}. Put it back; ${todo}.`;
    const related = [relatedInBaseline(compared, declared.entry, declared.declaration.target.span, factName)];
    yield { file, finding: { span, message, related } };
  }
}

/** How the present retcons fall short of an established one; null if one of them does not. */
function weaker(compared: Compared, was: Retcon, now: readonly Retcon[]): string | null {
  const { baseline, now: known } = compared;
  const reach = limitsOf(compared, baseline, was);
  const shortfalls = now.map((is) => {
    if (is.soft && !was.soft) return 'has become soft';
    const isAsBefore = beginningOf(compared, baseline, was) === beginningOf(compared, known, is);
    // A restoration without an `effective` of its own follows the retcons that it undoes, which are compared themselves.
    const isOthersChange = is.kind === 'restores' || isDateReported(compared, was.by, is.by);
    if (!isAsBefore && !(isUndated(was) && isUndated(is) && isOthersChange))
      return `takes effect at ${effectiveOf(is)}, no longer at ${effectiveOf(was)}`;
    const limits = limitsOf(compared, known, is);
    return limits && !(reach ?? ['']).every((one) => limits.includes(one)) ? 'is limited to fewer facts' : null;
  });
  return shortfalls.includes(null) ? null : (shortfalls[0] ?? null);
}

/** Whether a retcon does not say when it takes effect. */
const isUndated = ({ declared }: Retcon): boolean => declared.every(({ declaration }) => !declaration.effective);

/** Whether a changed date of the page is already reported. */
const isDateReported = (compared: Compared, was: Entry, is: Entry): boolean =>
  changedDates(compared, was, is, silencedFacts(compared, was, is)).some(({ what }) => what !== 'end');

/** Established facts of an old entry that the present retcons end and the established ones did not. */
const newlyReached = (
  { baseline, now }: Compared,
  old: Entry,
  was: readonly Retcon[],
  retcons: readonly Retcon[],
): readonly string[] => [
  ...new Set(
    clippedFactsOf(baseline, old).flatMap(({ entity, fact, segments }) => {
      const attribute = fact.attribute.text;
      const entityNow = entityInOther(now, baseline, entity);
      const isTaken = retcons.some((is) => !is.soft && touches(now, is, entityNow, attribute));
      const wasTaken = was.some((one) => !one.soft && touches(baseline, one, entity, attribute));
      if (segments.length === 0 || wasTaken || !isTaken) return [];
      return `${attribute} of ${entity}`;
    }),
  ),
];

/** Facts that the present restorations bring back and the established ones did not, if that changes an answer. */
const newlyRestored = (
  compared: Compared,
  old: Entry,
  was: readonly Retcon[],
  restorations: readonly Retcon[],
): readonly string[] => {
  const { baseline, now } = compared;
  return [
    ...new Set(
      clippedFactsOf(baseline, old).flatMap(({ entity, fact }) => {
        const attribute = fact.attribute.text;
        const entityNow = entityInOther(now, baseline, entity);
        const isNew =
          !was.some((one) => touches(baseline, one, entity, attribute)) &&
          restorations.some((is) => touches(now, is, entityNow, attribute)) &&
          changedAnswers(compared, entityNow, attribute).some(({ isDeclared }) => !isDeclared);
        return isNew ? `${attribute} of ${entity}` : [];
      }),
    ),
  ];
};

/** The facts that a retcon is limited to, in present names; null: no limit. */
const limitsOf = ({ now }: Compared, known: Known, { only }: Retcon): readonly string[] | null =>
  only &&
  only.map(({ entity, attribute }) =>
    pairOf(entity === null ? '' : entityInOther(now, known, entityNamed(known, entity)), keyOf(attribute)),
  );

const beginningOf = ({ now }: Compared, known: Known, { effective }: Retcon): string =>
  effective === 'always' ? 'always' : placed(now, known, effective);

const effectiveOf = ({ effective }: Retcon): string => (effective === 'always' ? 'always' : effective.text);
