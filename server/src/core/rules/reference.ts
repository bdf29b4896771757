/** The rules `reference/…` and `source/…`: names in frontmatter that lead nowhere, to several entries, or to a superseded one. */
import { elsewhere, entityOf, idOf, type Known, perKnown, resolve, reviewIn, staleSourcesOf, takenBy } from '../canon';
import type { Entry, Written, Ref } from '../entry/entry';
import {
  followedLinks,
  changeTo,
  MOST_LOOKED_FOR,
  relatedTo,
  type Finding,
  type Rule,
  unknownName,
  nameLike,
} from './rule';
import { listCandidates, listFirst } from '../text/words';
import type { Codex } from '../codex/codex';
import { type Citation, citableSources, citationIn, citationOf, isCitable } from '../codex/sources';
import { nearest } from '../text/nearNames';
import { allFactsOf } from '../entry/versions';

/** A reference that several entries answer to. Retcon never guesses which one is meant. */
export const ambiguous: Rule = {
  code: 'reference/ambiguous',
  severity: 'error',
  *check({ known, entry }) {
    for (const { target, sources } of entry.declarations) {
      yield* findingsFor(known, entry, [target], 'error');
      yield* findingsFor(known, entry, sources ?? [], 'warning');
    }
    for (const fact of allFactsOf(entry)) {
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

/** Whether all entries that a fact's entity could mean describe one entity: versions of a page may share their title. */
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

/** The ids of the candidates; or their paths, where several have the same written id and no reference can choose between them. */
const namesOf = perKnown((known: Known, candidates: readonly Entry[]) => {
  const ids = candidates.map((candidate) => idOf(known, candidate));
  const isTwin = new Set(ids).size < ids.length;
  return { isTwin, names: isTwin ? candidates.map(({ path }) => path) : ids };
});

/** A `disputes`, `reviewed` or `summarises` that names no entry. */
export const unknownReference: Rule = {
  code: 'reference/unknown',
  severity: 'warning',
  of: ['disputes', 'reviewed', 'summarises'],
  *check({ known, entry }) {
    for (const [key, refs] of [
      ['disputes', entry.disputes],
      ['reviewed', entry.reviewed],
      ['summarises', entry.summarises],
    ] as const) {
      for (const ref of refs)
        if (resolve(known, ref.text).kind === 'none' && !(key === 'reviewed' && reviewIn(known, ref.text)))
          yield ofOtherSetting(known, key, ref) ??
            unknownName(known, entry, ref, `${key} takes the ids or titles of entries`);
    }
  },
};

function ofOtherSetting(known: Known, key: string, { text, span }: Ref): Finding | null {
  const meant = elsewhere(known, text);
  if (!meant || meant.isOwn) return null;
  return {
    span,
    message: `${key} takes entries of this codex, and "${text}" belongs to ${meant.setting}: take it out.`,
  };
}

/** A retcon of an entry of another setting: each has a canon of its own. */
export const otherSetting: Rule = {
  code: 'reference/other-setting',
  severity: 'error',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { target, kind, fromOldEnd } of entry.declarations) {
      const meant = elsewhere(known, target.text);
      if (!meant || meant.isOwn) continue;
      const does = fromOldEnd ? 'is superseded by' : kind;
      yield {
        span: target.span,
        message: `${idOf(known, entry)} ${does} an entry of ${meant.setting}, which has a canon of its own: name an entry of this codex, or declare it in ${meant.setting}.`,
      };
    }
  },
};

/** A source of a fan work that is not marked as staying with the author: found while codex.yaml is read. */
export const COMPLIANCE = { code: 'source/compliance', severity: 'error' } as const;

/** A source that was superseded or retracted since, and not reviewed after that. */
export const supersededSource: Rule = {
  code: 'source/superseded',
  severity: 'info',
  of: ['sources'],
  *check({ known, entry, present }) {
    for (const { ref, source, by } of staleSourcesOf(known, entry, present)) {
      const isRetracted = takenBy(known, source, present)?.retcon.kind === 'retracts';
      const [old, id] = [idOf(known, source), idOf(known, by)];
      const advice = isRetracted ? 'rest this on something else' : `point at ${id} instead`;
      yield {
        span: ref.span,
        message: `${old} is ${isRetracted ? 'retracted' : 'superseded'} by ${id}: ${advice}, or write \`reviewed: [${id}]\` if nothing changes here.`,
        related: [relatedTo(by, `${id} ${isRetracted ? 'retracts' : 'supersedes'} ${old}`)],
        ...(!isRetracted && { fixes: [changeTo(entry, ref.span, nameLike(known, ref, by))] }),
      };
    }
  },
};

/** A source that is cited with a version, where the registry has no such source, or not that version. */
export const unknownVersion: Rule = {
  code: 'source/unknown-version',
  severity: 'warning',
  of: ['sources', 'declarations'],
  *check({ known, entry }) {
    const { codex } = known.canon;
    if (codex.registry.length === 0) return;
    for (const ref of [...entry.sources, ...entry.declarations.flatMap(({ sources }) => sources ?? [])]) {
      const citation = ref.linked ? null : citationIn(ref.text);
      // An entry can be called like that too.
      if (
        citation &&
        !elsewhere(known, ref.text) &&
        !isCitable(codex, citation) &&
        resolve(known, ref.text).kind === 'none'
      )
        yield unknown(codex, entry, ref, citation);
    }
  },
};

function unknown(codex: Codex, entry: Entry, { span }: Ref, { id, version }: Citation): Finding {
  const sources = citableSources(codex);
  const ids = new Map(sources.map((source) => [source.id.toLowerCase(), source]));
  const same = ids.get(id.toLowerCase());
  const near = same ?? ids.get(nearest(id.toLowerCase(), ids.keys()) ?? '');
  if (!near) {
    const all = listFirst(3, sources.map(citationOf));
    return { span, message: `codex.yaml lists no source "${id}" in its registry: add it there, or cite ${all}.` };
  }
  const text = citationOf(near);
  const message = same
    ? `${same.id} is at version ${same.version} in the registry, not at ${version}: see whether it still says so, then cite ${text}.`
    : `codex.yaml lists no source "${id}" in its registry. Did you mean ${text}?`;
  return { span, message, fixes: [changeTo(entry, span, text)] };
}
