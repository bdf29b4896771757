/** What the prose says of a fact, whether a retcon touches it or not: passages for its author to compare with it. */
import { entityOf, entryAt, factsOn, type Known, type StatedFact, valueEntry } from '../canon';
import type { Entry } from '../entry/entry';
import { compareTexts } from '../text/sorted';
import type { InProse } from './naming';
import { namelessAmong, namingSteps, type ReadProse, statingPassages } from './ripples';
import type { Passage } from './proseScan';

/** A passage that names an entity, and the word of an attribute or a value of it. */
interface FactPassage extends Pick<Passage, 'lines' | 'text'> {
  readonly entry: Entry;
  /** The values that it names, as they are written; empty where it has the word of the attribute alone. */
  readonly values: readonly string[];
}

/** By path, then by line. */
export function* factPassageSteps(
  known: Known,
  entity: string,
  attribute: string,
  textOf: ReadProse,
): Generator<void, readonly FactPassage[]> {
  const word: InProse = { text: attribute.replaceAll('_', ' ') };
  const values = new Map(factsOn(known, entity, attribute).map((one) => [one.fact.value.text, inProse(known, one)]));
  const texts = [word, ...values.values()].flatMap((one) => ('text' in one ? one.text : []));
  const wanted = { nameless: namelessAmong(known, [entity]), values: new Set(texts) };
  const naming = yield* namingSteps(known, wanted, textOf);
  const found = new Map<Passage, string[]>();
  for (const passage of statingPassages(naming, entity, word, [])) found.set(passage, []);
  for (const [value, one] of values)
    for (const passage of statingPassages(naming, entity, one, [])) {
      const others = found.get(passage);
      if (others) others.push(value);
      else found.set(passage, [value]);
    }
  return [...found]
    .flatMap(([{ path, lines, text }, named]): FactPassage[] => {
      const entry = entryAt(known.canon, path);
      return entry && known.has(entry) ? [{ entry, lines, text, values: named }] : [];
    })
    .sort((a, b) => compareTexts(a.entry.path, b.entry.path) || a.lines[0] - b.lines[0]);
}

function inProse(known: Known, { fact }: StatedFact): InProse {
  const entry = valueEntry(known, fact.value);
  return entry ? { entity: entityOf(known, entry) } : { text: fact.value.text };
}
