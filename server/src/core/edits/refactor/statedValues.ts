/** The values that facts state, for an author to choose from: those that mean the same are one. */
import { allEntries, entityOf, idOf, type Known, valueEntry } from '../../canon';
import type { Fact } from '../../entry/entry';

export interface StatedValue {
  /** What names it: the id of the entry that it refers to, else the text. */
  readonly value: string;
  /** The title of that entry, else the text. */
  readonly title: string;
  /** How many facts say it, those that no longer hold among them. */
  readonly count: number;
  /** The values it has in answers, in the order in which they are met. */
  readonly attributes: readonly string[];
}

/** The most stated first, then by title. */
export function statedValues(known: Known): StatedValue[] {
  const found = new Map<string, { value: string; title: string; count: number; attributes: Set<string> }>();
  for (const { facts } of allEntries(known.canon).filter(known.has))
    for (const fact of facts) {
      const key = meaningOf(known, fact);
      const one = found.get(key) ?? { ...namedValue(known, fact), count: 0, attributes: new Set<string>() };
      one.count++;
      one.attributes.add(fact.attribute.text);
      found.set(key, one);
    }
  return [...found.values()]
    .map((one) => ({ ...one, attributes: [...one.attributes] }))
    .sort((a, b) => b.count - a.count || (a.title < b.title ? -1 : 1));
}

/** What a fact says, as one of `statedValues` names it. */
export const namedValue = (known: Known, { value }: Fact): Pick<StatedValue, 'value' | 'title'> => {
  const ref = valueEntry(known, value);
  return ref ? { value: idOf(known, ref), title: ref.title } : { value: value.text, title: value.text };
};

function meaningOf(known: Known, { value }: Fact): string {
  const ref = valueEntry(known, value);
  return ref ? `entity ${entityOf(known, ref)}` : `text ${value.text}`;
}
