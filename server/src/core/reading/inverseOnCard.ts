/** What a card says of the other end of facts: somebody's children, and whose founder or lord they are at the viewpoint. */
import { firstPairsNaming, isValue, wasTrueAt } from '../canon';
import { kinNaming, kinWord } from '../codex/kin';
import { attributeWords, entityWords, type RenderContext } from './entryWords';

/** The most lines, and the most names in each. */
const MOST = 4;
const MOST_NAMES = 6;

/** `- **children**: *Lysa*, *Maric*`, one line each, kin first. */
export function inverseOnCard(context: RenderContext, here: string): string[] {
  const { known, present } = context;
  const { kin } = known.canon.codex;
  const { pairs, isCut } = firstPairsNaming(known, here);
  const groups = new Map<string, { readonly isKin: boolean; readonly names: Set<string> }>();
  for (const { entity, attribute } of pairs) {
    const [answer] = wasTrueAt(known, entity, { at: present, attribute }).facts;
    if (!answer?.values.some((held) => isValue(known, held, here))) continue;
    const role = kinNaming(kin, attribute);
    const head = role ? kinWord(role, 2) : `${attributeWords(attribute)} of`;
    const group = groups.get(head) ?? { isKin: role !== undefined, names: new Set() };
    groups.set(head, group);
    group.names.add(`*${entityWords(context, entity)}*${answer.isDisputed ? ' (disputed)' : ''}`);
  }
  const ordered = [...groups].sort(([, a], [, b]) => Number(b.isKin) - Number(a.isKin));
  const lines = ordered.slice(0, MOST).map(([head, { names }]) => {
    const more = names.size > MOST_NAMES || isCut ? ', and more' : '';
    return `- **${head}**: ${[...names].slice(0, MOST_NAMES).join(', ')}${more}`;
  });
  return ordered.length > MOST ? [...lines, '- and more'] : lines;
}
