/** Circles of codex.yaml that are members of each other: all of them know the same, which is hardly meant. */
import type { PlacedMember } from '../../codex/knowledgeKeys';
import { nameKey } from '../../entry/slug';
import type { Problem } from '../../text/problem';
import { listWords } from '../../text/wordLists';
import { CONFIG_INVALID } from './invalid';

/** Each ring of circles once, at the member that closes it. */
export function circlesHeld(members: readonly PlacedMember[]): Problem[] {
  const held = new Map<string, PlacedMember[]>();
  for (const one of members) {
    const key = nameKey(one.circle);
    held.set(key, [...(held.get(key) ?? []), one]);
  }
  const told = new Set<string>();
  return members.flatMap(({ circle, text, span }) => {
    const [key, from] = [nameKey(circle), nameKey(text)];
    // That a circle holds itself is told while it is read.
    if (key === from || told.has(key)) return [];
    const ring = wayTo(held, from, key, text);
    if (!ring) return [];
    for (const one of ring) told.add(nameKey(one));
    const message = `${listWords(ring, 'and')} hold each other, so whoever is in one of them knows what all of them do: take ${text} out here, or the other way round.`;
    return { code: CONFIG_INVALID.code, severity: 'info', span, message };
  });
}

/** The names of the circles from one to another that is held by the last of them, and that other; null: none leads there. */
function wayTo(
  held: ReadonlyMap<string, readonly PlacedMember[]>,
  from: string,
  to: string,
  name: string,
): string[] | null {
  const before = new Map<string, { readonly name: string; readonly by: string | null }>([[from, { name, by: null }]]);
  for (const at of before.keys())
    for (const { text } of held.get(at) ?? []) {
      const key = nameKey(text);
      if (!before.has(key)) before.set(key, { name: text, by: at });
    }
  const ring: string[] = [];
  for (let at: string | null = before.has(to) ? to : null; at !== null; at = before.get(at)?.by ?? null)
    ring.push(before.get(at)?.name ?? at);
  return ring.length > 0 ? ring : null;
}
