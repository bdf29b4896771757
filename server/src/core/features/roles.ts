/** What somebody is to others at a world time, by the facts that name them: lord of Vyrhold, founder and member of House Vyr. */
import { filed, mentionKeys } from '../canon/canon';
import { describersOf, entityOf, entityOfFact, type Known, perKnown, valueEntry } from '../canon/known';
import { wasTrueAt } from '../canon/truth';
import type { WorldDate } from '../chronology/types';
import { listed } from '../text/words';
import { attributeWords, entityWords, type Telling } from './words';

/** The most others that are told of. */
const MOST = 4;

/** In the order of the others' ids; each as markdown. @param here the entity that is being told of */
export function rolesAt(telling: Telling, here: string, at: WorldDate): string[] {
  const { known } = telling;
  const roles = naming(known, here).flatMap(([entity, stated]) => {
    const held = [...stated].flatMap((attribute) => {
      const [answer] = wasTrueAt(known, entity, { at, attribute }).facts;
      if (!answer?.values.some(({ ref }) => ref !== undefined && entityOf(known, ref) === here)) return [];
      return attributeWords(attribute) + (answer.isDisputed ? ' (disputed)' : '');
    });
    return held.length > 0 ? `${listed(held, 'and')} of ${entityWords(telling, entity)}` : [];
  });
  return roles.length > MOST ? [...roles.slice(0, MOST), `and more of ${roles.length - MOST} others`] : roles;
}

/** The other entities with an attribute that has somebody as a value, at whatever time, with those attributes. */
const naming = perKnown((known: Known, here: string): readonly (readonly [string, ReadonlySet<string>])[] => {
  const names = new Set([...mentionKeys(here), ...describersOf(known, here).flatMap((entry) => entry.names)]);
  const found = new Map<string, Set<string>>();
  for (const entry of new Set([...names].flatMap((name) => filed(known.canon, 'alsoNaming', name)))) {
    if (!known.has(entry)) continue;
    for (const fact of entry.facts) {
      const named = valueEntry(known, fact.value);
      const entity = entityOfFact(known, entry, fact);
      if (!named || entity === here || entityOf(known, named) !== here) continue;
      const attributes = found.get(entity) ?? new Set();
      found.set(entity, attributes.add(fact.attribute.text));
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
});
