/** A reference that several entries answer to: which one is meant is never guessed. */
import { entityOf, idOf, type Known, perKnown, resolve } from '../../canon';
import type { Entry, Written } from '../../entry/entry';
import { followedLinks } from '../linkTargets';
import { listCandidates } from '../../text/wordLists';
import { changeTo, MOST_LOOKED_FOR, relatedTo } from '../relatedPlaces';
import type { Finding, Rule } from '../rule';

export const ambiguous: Rule = {
  code: 'reference/ambiguous',
  severity: 'error',
  *check({ known, entry }) {
    for (const { target, sources } of entry.declarations) {
      yield* findingsFor(known, entry, [target], 'error');
      yield* findingsFor(known, entry, sources ?? [], 'warning');
    }
    for (const fact of entry.facts) {
      if (fact.entity && !isOneEntity(known, fact.entity.text))
        yield* findingsFor(known, entry, [fact.entity], 'error');
      if (fact.value.linked) yield* findingsFor(known, entry, [fact.value], 'error');
    }
    for (const refs of [entry.sources, entry.disputes, entry.reviewed, entry.summarises])
      yield* findingsFor(known, entry, refs, 'warning');
    if (entry.entity) yield* findingsFor(known, entry, [entry.entity], 'warning');
    for (const { link, found } of followedLinks(known, entry))
      if (found.kind === 'many')
        yield finding(known, entry, { text: link.target, span: link.targetSpan }, found.entries, 'hint');
  },
};

/** Whether everything that a fact's entity could mean is one: versions of a page may share their title. */
function isOneEntity(known: Known, name: string): boolean {
  const result = resolve(known, name);
  return result.kind !== 'many' || new Set(result.entries.map((entry) => entityOf(known, entry))).size === 1;
}

function findingsFor(known: Known, entry: Entry, refs: readonly Written[], severity: 'error' | 'warning'): Finding[] {
  const found: Finding[] = [];
  for (const ref of refs) {
    const result = resolve(known, ref.text);
    if (result.kind === 'many') found.push(finding(known, entry, ref, result.entries, severity));
  }
  return found;
}

function finding(
  known: Known,
  entry: Entry,
  ref: Written,
  candidates: readonly Entry[],
  severity: 'error' | 'warning' | 'hint',
): Finding {
  const { names, isTwin } = namesOf(known, candidates);
  const advice = isTwin ? 'give them ids of their own' : 'write the id of the one you mean';
  return {
    span: ref.span,
    severity,
    message: `"${ref.text}" could be ${listCandidates(names)}: ${advice}.`,
    related: candidates
      .slice(0, MOST_LOOKED_FOR + 1)
      .map((candidate) => relatedTo(candidate, `answers to "${ref.text}"`)),
    ...(!isTwin &&
      severity !== 'hint' && { fixes: names.slice(0, MOST_LOOKED_FOR).map((id) => changeTo(entry, ref.span, id)) }),
  };
}

/** Their ids; or, where entries of one written id can be told apart by their files only, and no reference can choose between them, these. */
const namesOf = perKnown((known: Known, candidates: readonly Entry[]) => {
  const ids = candidates.map((candidate) => idOf(known, candidate));
  const isTwin = new Set(ids).size < ids.length;
  return { isTwin, names: isTwin ? candidates.map(({ path }) => path) : ids };
});
