/** What somebody is to others at a world time, by the facts that name them: lord of Vyrhold, founder and member of House Vyr. */
import {
  filed,
  mentionKeys,
  describersOf,
  entityOf,
  entityOfFact,
  type Known,
  perKnown,
  valueEntry,
  wasTrueAt,
} from '../canon';
import type { WorldDate } from '../chronology/types';
import { listWords } from '../text/wordLists';
import { attributeWords, entityWords, type RenderContext } from './entryWords';

/** The most others that are shown, and the most facts that are searched for them, since a hover must not wait for thousands. */
const MOST = 4;
const MOST_FACTS = 200;

/** In the order of the others' ids, each as markdown. @param here the entity of the hover */
export function rolesAt(context: RenderContext, here: string, at: WorldDate): string[] {
  const { known } = context;
  const { others, isCut } = naming(known, here);
  const roles: string[] = [];
  for (const [entity, stated] of others) {
    if (roles.length > MOST) break;
    const held = [...stated].flatMap((attribute) => {
      const [answer] = wasTrueAt(known, entity, { at, attribute }).facts;
      if (!answer?.values.some(({ ref }) => ref !== undefined && entityOf(known, ref) === here)) return [];
      return attributeWords(attribute) + (answer.isDisputed ? ' (disputed)' : '');
    });
    if (held.length > 0) roles.push(`${listWords(held, 'and')} of ${entityWords(context, entity)}`);
  }
  return isCut || roles.length > MOST ? [...roles.slice(0, MOST), 'and more'] : roles;
}

interface Naming {
  /** Entities with an attribute that has somebody as a value, at whatever time, with those attributes. */
  readonly others: readonly (readonly [string, ReadonlySet<string>])[];
  readonly isCut: boolean;
}

const naming = perKnown((known: Known, here: string): Naming => {
  const names = new Set([...mentionKeys(here), ...describersOf(known, here).flatMap((entry) => entry.names)]);
  const entries = new Set([...names].flatMap((name) => filed(known.canon, 'alsoNaming', name)));
  const found = new Map<string, Set<string>>();
  const facts = [...entries]
    .filter(known.has)
    .flatMap((entry) => entry.facts.map((fact) => ({ entry, fact })))
    .filter(({ fact }) => mentionKeys(fact.value.text).some((key) => names.has(key)));
  for (const { entry, fact } of facts.slice(0, MOST_FACTS)) {
    const named = valueEntry(known, fact.value);
    const entity = entityOfFact(known, entry, fact);
    if (!named || entity === here || entityOf(known, named) !== here) continue;
    const attributes = found.get(entity) ?? new Set();
    found.set(entity, attributes.add(fact.attribute.text));
  }
  return { others: [...found].sort(([a], [b]) => (a < b ? -1 : 1)), isCut: facts.length > MOST_FACTS };
});
