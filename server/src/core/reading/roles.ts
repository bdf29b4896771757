/** What somebody is to others at a world time, by the facts that name them: lord of Vyrhold, founder and member of House Vyr. */
import { firstPairsNaming, isValue, type Known, perKnown, wasTrueAt } from '../canon';
import type { WorldDate } from '../chronology';
import { listWords } from '../text/wordLists';
import { attributeWords, entityWords, type RenderContext } from './entryWords';
import { addTo } from '../text/groups';

/** The most others that are shown. */
const MOST = 4;

/** In the order of the others' ids, each as markdown. @param here the entity of the hover */
export function rolesAt(context: RenderContext, here: string, at: WorldDate): string[] {
  const { known } = context;
  const { others, isCut } = naming(known, here);
  const roles: string[] = [];
  for (const [entity, stated] of others) {
    if (roles.length > MOST) break;
    const held = stated.flatMap((attribute) => {
      const [answer] = wasTrueAt(known, entity, { at, attribute }).facts;
      if (!answer?.values.some((value) => isValue(known, value, here))) return [];
      return attributeWords(attribute) + (answer.isDisputed ? ' (disputed)' : '');
    });
    if (held.length > 0) roles.push(`${listWords(held, 'and')} of ${entityWords(context, entity)}`);
  }
  return isCut || roles.length > MOST ? [...roles.slice(0, MOST), 'and more'] : roles;
}

/** Others that have somebody as a value, at whatever time, each with the attributes of which it is one. */
const naming = perKnown((known: Known, here: string) => {
  const { pairs, isCut } = firstPairsNaming(known, here);
  const found = new Map<string, string[]>();
  for (const { entity, attribute } of pairs) addTo(found, entity, attribute);
  return { others: [...found].sort(([a], [b]) => (a < b ? -1 : 1)), isCut };
});
