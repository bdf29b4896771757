/** Circles of codex.yaml that are members of each other: all of them know the same, which is hardly meant. */
import type { PlacedMember } from '../../codex/knowledgeKeys';
import { nameKey } from '../../entry/slug';
import type { Problem } from '../../text/problem';
import { findTangles } from '../../text/tangles';
import { listFirst, quoted } from '../../text/wordLists';
import { CONFIG_INVALID } from './invalid';
import { groupBy } from '../../text/groups';

/** So many circles of a ring are named. */
const MOST_NAMED = 8;

/** Of all circles that hold each other one ring, at the member that closes it: another is told once that is mended. */
export function circlesHeld(members: readonly PlacedMember[]): Problem[] {
  const held = groupBy(members, (one) => nameKey(one.circle));
  const tangles = new Map<string, string>();
  const keysIn = (key: string): string[] => (held.get(key) ?? []).map(({ text }) => nameKey(text));
  for (const key of held.keys()) if (!tangles.has(key)) findTangles(key, keysIn, tangles);
  const told = new Set<string | undefined>();
  return members.flatMap(({ circle, text, span }) => {
    const [key, from] = [nameKey(circle), nameKey(text)];
    const tangle = tangles.get(key);
    // That a circle holds itself is told while it is read.
    if (key === from || tangle !== tangles.get(from) || told.has(tangle)) return [];
    told.add(tangle);
    const ring = wayTo(held, from, key, text);
    const message = `${listFirst(MOST_NAMED, ring.map(quoted), 'and')} hold each other, so whoever is in one of them knows what all of them do: take ${quoted(text)} out here, or the other way round.`;
    return { code: CONFIG_INVALID.code, severity: 'info', span, message };
  });
}

/** The names of the circles from one to another that is held by the last of them, and that other. */
function wayTo(held: ReadonlyMap<string, readonly PlacedMember[]>, from: string, to: string, name: string): string[] {
  const before = new Map<string, { readonly name: string; readonly by: string | null }>([[from, { name, by: null }]]);
  for (const at of before.keys())
    for (const { text } of held.get(at) ?? []) {
      const key = nameKey(text);
      if (!before.has(key)) before.set(key, { name: text, by: at });
    }
  const ring: string[] = [];
  for (let at: string | null = to; at !== null; at = before.get(at)?.by ?? null) ring.push(before.get(at)?.name ?? at);
  return ring;
}
