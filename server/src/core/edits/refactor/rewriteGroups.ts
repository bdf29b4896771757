/** Which entries one new entry can replace: what it says counts as much as what it supersedes, and is known to the same. */
import { audienceOfFact, audienceOfPage, isForEveryone, type Known } from '../../canon';
import type { Entry, Fact } from '../../entry/entry';
import { audienceText } from './keptAudience';
import type { RestatedEntry } from './restated';

/** Entries of one tier and one audience. */
export interface Group {
  readonly first: RestatedEntry;
  readonly restated: readonly RestatedEntry[];
  /** One of those of the first entry, where all of its own that are stated anew are known to the same; else its page says who knows. */
  readonly fact: Fact | undefined;
  /** Its own, with what tells it from the other groups. */
  readonly title: string;
}

/** @param title of the new entry, where it is one */
export function groupsOf(known: Known, all: readonly RestatedEntry[], title: string): readonly Group[] {
  const groups = new Map<string, Omit<Group, 'title'> & { readonly restated: RestatedEntry[] }>();
  const audiences = new Set<string>();
  for (const one of all) {
    const fact = factOfAll(known, one);
    const audience = audienceText(known, one.old, fact);
    audiences.add(audience);
    const key = JSON.stringify([tierOf(one.old), audience]);
    const group = groups.get(key) ?? { first: one, restated: [], fact };
    group.restated.push(one);
    groups.set(key, group);
  }
  const areTiers = new Set(all.map(({ old }) => tierOf(old))).size > 1;
  const titles = new Set<string>();
  return [...groups.values()].map((group): Group => {
    const tier = areTiers && tierOf(group.first.old);
    const isSecret = audiences.size > 1 && !isForEveryone(namesOf(known, group));
    return { ...group, title: titleAmong(titles, title, [...(tier ? [tier] : []), ...(isSecret ? ['secret'] : [])]) };
  });
}

/** Those who are in on a group. The names of the others are not for each of them to read in a title. */
const namesOf = (known: Known, { first: { old }, fact }: Omit<Group, 'title'>): readonly string[] =>
  fact ? audienceOfFact(known, old, fact) : audienceOfPage(known, old);

/** A title with some words behind it, and a number where others have it already. @param others gets it too */
function titleAmong(others: Set<string>, title: string, words: readonly string[]): string {
  for (let n = 1; ; n++) {
    const all = n === 1 ? words : [...words, String(n)];
    const whole = all.length === 0 ? title : `${title} (${all.join(', ')})`;
    if (others.has(whole)) continue;
    others.add(whole);
    return whole;
  }
}

const tierOf = ({ tier }: Entry): string => tier?.text.toLowerCase() ?? '';

function factOfAll(known: Known, { old, changed, carried }: RestatedEntry): Fact | undefined {
  const facts = [...changed, ...carried.map(({ clipped }) => clipped)];
  const audiences = new Set(facts.map(({ fact }) => audienceText(known, old, fact)));
  return audiences.size === 1 ? changed[0]?.fact : undefined;
}
