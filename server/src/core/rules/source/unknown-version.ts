/** A source that is cited with a version, where the registry has no such source, or not that version. */
import { resolve } from '../../canon';
import type { Codex } from '../../codex/codex';
import { type Citation, citableSources, citationIn, citationOf, isCitable } from '../../codex/sources';
import type { Entry, Ref } from '../../entry/entry';
import { nearest } from '../../text/nearNames';
import { listFirst } from '../../text/wordLists';
import { changeTo } from '../relatedPlaces';
import type { Finding, Rule } from '../rule';

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
      if (citation && !isCitable(codex, citation) && resolve(known, ref.text).kind === 'none')
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
