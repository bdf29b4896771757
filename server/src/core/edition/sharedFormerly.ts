/** What a shared page says now and what it said before, as far as its readers have learned of its changes. */
import type { Entry, Fact, FormerVersion } from '../entry/entry';
import { pairKey, stepsThrough } from '../entry/versions';
import { groupBy } from '../text/groups';

/** One change of a page: the version that it leads to, and what the page said before of all that it touches. */
export interface SharedChange {
  readonly version: FormerVersion;
  readonly before: ReadonlyMap<
    string,
    { readonly fact: Pick<Fact, 'entity' | 'attribute'>; readonly facts: readonly Fact[] }
  >;
  /** The version with the dates that the page had before, where it had others. */
  readonly dated: FormerVersion | null;
}

/** Goes through the versions of a page from the first on. */
export function changesShared(page: Entry): readonly SharedChange[] {
  const changes: SharedChange[] = [];
  let dated: FormerVersion | null = null;
  for (const { version: to, before: stated, gone } of stepsThrough(page)) {
    const version = page.formerly[(to.versionOf?.place ?? 0) - 1] as FormerVersion;
    const before = groupBy(stated, factKey);
    const touched = version.isDated ? [] : [...gone, ...to.facts];
    const isFirst = version.isDated && !version.change;
    if (touched.length > 0 || (version.isDated && !isFirst))
      changes.push({
        version,
        dated: version.isDated ? dated : null,
        before: new Map(touched.map((fact) => [factKey(fact), { fact, facts: before.get(factKey(fact)) ?? [] }])),
      });
    if (version.isDated) dated = version;
  }
  return changes;
}

const factKey = ({ entity, attribute }: Pick<Fact, 'entity' | 'attribute'>): string =>
  pairKey(entity?.text ?? null, attribute.text);

/** What a page said before of one thing: one fact at least, and the version that took its place. */
export interface FormerValue {
  readonly facts: readonly [Fact, ...Fact[]];
  readonly version: FormerVersion;
}

/** The newest first. */
export const formerValues = (page: Entry): readonly FormerValue[] =>
  [...changesShared(page)]
    .reverse()
    .flatMap(({ version, before }) =>
      [...before.values()].flatMap(({ facts: [first, ...others] }) =>
        first ? { facts: [first, ...others] as const, version } : [],
      ),
    );
