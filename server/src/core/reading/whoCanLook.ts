/** Through whose eyes an author may want to look: circles, those who are named as knowers, and characters. */
import { allEntries, describerOf, entityOf, entityOfFact, knowerNamed, type Known, tableKeys } from '../canon';
import { keyOf } from '../codex/codex';
import { EVERYONE } from '../codex/knowledgeKeys';
import { nameKey } from '../entry/slug';

export interface KnowerFound {
  /** As a question takes it. */
  readonly name: string;
  readonly title: string;
  readonly sort: 'everyone' | 'circle' | 'knower' | 'character';
  readonly detail?: string;
}

const ORDER: readonly KnowerFound['sort'][] = ['everyone', 'circle', 'knower', 'character'];

/** Each once; sorts one after the other, each in the order of titles. It yields after each entry that was looked at. */
export function* knowerSteps(known: Known): Generator<void, KnowerFound[]> {
  const { codex, knownBy } = known.canon;
  const found = new Map<string, KnowerFound>();
  const looked = new Set<string>();
  const add = (written: string, sort: KnowerFound['sort'], detail?: string): void => {
    // The facts of one circle are thousands, and each names it.
    if (looked.has(written)) return;
    looked.add(written);
    const knower = nameKey(written) === EVERYONE ? undefined : knowerNamed(known, written);
    if (!knower || found.has(knower.key ?? '')) return;
    const { name } = knower;
    const title = describerOf(known, name, codex.present)?.title ?? name;
    found.set(knower.key ?? '', { name, title, sort, ...(detail !== undefined && { detail }) });
  };
  for (const [circle, members] of codex.circles) add(circle, 'circle', members.join(', '));
  const { ofCircle, ofMember } = codex.membership;
  const is = (attributes: readonly string[], attribute: string): boolean =>
    attributes.some((one) => keyOf(one) === keyOf(attribute));
  const members = new Set<string>();
  const characters: string[] = [];
  for (const entry of allEntries(known.canon)) {
    yield;
    if (!known.has(entry)) continue;
    for (const fact of entry.facts) {
      const { text } = fact.attribute;
      if (is(ofCircle, text)) add(entityOfFact(known, entry, fact), 'circle');
      else if (is(ofMember, text)) add(fact.value.text, 'circle');
      if (is(ofCircle, text)) members.add(fact.value.text);
    }
    if (entry.type && codex.mortal.has(entry.type.text.toLowerCase())) characters.push(entityOf(known, entry));
  }
  for (const [, names] of codex.circles) for (const name of names) add(name, 'knower');
  for (const key of tableKeys(knownBy)) add(key, 'knower');
  for (const name of members) add(name, 'knower');
  for (const name of characters) add(name, 'character');
  const all: KnowerFound[] = [{ name: EVERYONE, title: EVERYONE, sort: 'everyone' }, ...found.values()];
  return all.sort((a, b) => ORDER.indexOf(a.sort) - ORDER.indexOf(b.sort) || (a.title < b.title ? -1 : 1));
}
