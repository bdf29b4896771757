/** What a shared page says now and what it said before, as far as its readers have learned of its changes. */
import type { Entry, Fact, FormerVersion, Ref } from '../entry/entry';
import { nameKey } from '../entry/slug';
import { withVersions } from '../entry/versions';
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

const pairOf = (entity: string | null, attribute: string): string => `${nameKey(entity ?? '')}\n${attribute}`;

/** Goes through the versions of a page from the first on. */
export function throughVersions(page: Entry): {
  readonly now: readonly Fact[];
  readonly changes: readonly SharedChange[];
} {
  let stated = page.facts.map((fact) => ({ fact, place: 0 }));
  const changes: SharedChange[] = [];
  let dated: FormerVersion | null = null;
  for (const { versionOf, facts } of withVersions(page)) {
    if (!versionOf) continue;
    const { place } = versionOf;
    const version = page.formerly[place - 1] as FormerVersion;
    const only = version.change?.only ?? [];
    const isGone = (one: { fact: Fact; place: number }): boolean =>
      only.some(
        ({ entity, attribute, value }, i) =>
          version.replaces[i] === one.place &&
          pairOf(entity, attribute) === pairOf(one.fact.entity?.text ?? null, one.fact.attribute.text) &&
          isSameValue(value, one.fact.value),
      );
    const before = groupBy(stated, ({ fact }) => pairOf(fact.entity?.text ?? null, fact.attribute.text));
    const touched = version.isDated ? [] : [...stated.filter(isGone).map(({ fact }) => fact), ...facts];
    const isFirst = version.isDated && !version.change;
    if (touched.length > 0 || (version.isDated && !isFirst))
      changes.push({
        version,
        dated: version.isDated ? dated : null,
        before: new Map(
          touched.map((fact) => {
            const key = pairOf(fact.entity?.text ?? null, fact.attribute.text);
            return [key, { fact, facts: (before.get(key) ?? []).map((one) => one.fact) }];
          }),
        ),
      });
    if (version.isDated) dated = version;
    stated = [...stated.filter((one) => !isGone(one)), ...facts.map((fact) => ({ fact, place }))];
  }
  return { now: stated.map(({ fact }) => fact), changes };
}

const isSameValue = (a: Ref | null, b: Ref): boolean => a === null || nameKey(a.text) === nameKey(b.text);
