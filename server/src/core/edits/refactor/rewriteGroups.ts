/** Which entries one new entry can replace: what it says counts as much as what it supersedes, and is known to the same. */
import { audienceOfFact, audienceOfPage, isForEveryone, type Known } from '../../canon';
import type { Entry, Fact } from '../../entry/entry';
import { audienceText } from './keptAudience';
import type { RestatedEntry } from './restated';

/** Entries of one tier and one audience. */
export interface Group {
  readonly first: RestatedEntry;
  readonly restated: readonly RestatedEntry[];
  /** One of them, where all that are stated anew are known to the same; else the audience is that of the page. */
  readonly fact: Fact | undefined;
  /** What tells it from the other groups, in words. */
  readonly apart: readonly string[];
}

export function groupsOf(known: Known, all: readonly RestatedEntry[]): readonly Group[] {
  const groups = new Map<string, { readonly first: RestatedEntry; readonly restated: RestatedEntry[] }>();
  const audiences = new Set<string>();
  for (const one of all) {
    const audience = audienceText(known, one.old, factOfAll(known, one));
    audiences.add(audience);
    const key = JSON.stringify([tierOf(one.old), audience]);
    const group = groups.get(key) ?? { first: one, restated: [] };
    group.restated.push(one);
    groups.set(key, group);
  }
  const areTiers = new Set(all.map(({ old }) => tierOf(old))).size > 1;
  return [...groups.values()].map((group): Group => {
    const { first } = group;
    const fact = factOfAll(known, first);
    const tier = areTiers && tierOf(first.old);
    const names = fact ? audienceOfFact(known, first.old, fact) : audienceOfPage(known, first.old);
    const knowers = audiences.size > 1 && !isForEveryone(names) ? names : [];
    return { ...group, fact, apart: [...(tier ? [tier] : []), ...knowers] };
  });
}

const tierOf = ({ tier }: Entry): string => tier?.text.toLowerCase() ?? '';

function factOfAll(known: Known, { old, changed, carried }: RestatedEntry): Fact | undefined {
  const facts = [...changed, ...carried.map(({ clipped }) => clipped)];
  const audiences = new Set(facts.map(({ fact }) => audienceText(known, old, fact)));
  return audiences.size === 1 ? changed[0]?.fact : undefined;
}
