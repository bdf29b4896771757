/** Names of codex.yaml that are nobody's: of those who know what is in a folder, and slips among the members of circles. */
import { idOf, isKnower, type Known, knowerWords, nearEntries, resolve } from '../../canon';
import { CODEX_FILE, type Placed } from '../../codex/codexShapes';
import type { KnowerPlaces } from '../../codex/knowledgeKeys';
import { nameKey } from '../../entry/slug';
import { isSlip } from '../../text/nearNames';
import type { Problem } from '../../text/problem';
import { unknownKnowerMessage, type NearKnower, nearKnowers, unknownKnower } from './unknown-knower';

/** Sara is not Sarah: in a shorter name, only two letters in the wrong order are a slip. */
const SHORTEST = 6;

export function unknownInCodex(known: Known, { members, audience }: KnowerPlaces): Problem[] {
  const unknown = audience.filter(({ text }) => !knowerWords.has(nameKey(text)) && !isKnower(known, text));
  const found = unknown.map((name) => problemAt(name, nearKnowers(known, name)));
  // A circle may be a member of another, and may be named by thousands.
  const circles = new Map([...known.canon.codex.circles.keys()].map((name) => [nameKey(name), name]));
  return [...found, ...members.flatMap((name) => slipFor(known, circles, name))];
}

/** Whoever is listed in a circle is somebody, and needs no page: only who differs by a letter from another was hardly meant. */
function slipFor(known: Known, circles: ReadonlyMap<string, string>, name: Placed): Problem[] {
  const key = nameKey(name.text);
  if (resolve(known, key).kind !== 'none' || circles.has(key)) return [];
  const isMeant = (one: string): boolean => isSlip(key, nameKey(one), SHORTEST) && digitsOf(key) === digitsOf(one);
  const circle = [...circles.values()].find(isMeant);
  const entries = nearEntries(known, key).filter(({ names }) => names.some(isMeant));
  const near = circle === undefined ? entries.map((entry) => idOf(known, entry)) : [circle];
  return near.length === 0
    ? []
    : [
        problemAt(
          name,
          near.map((text) => ({ name: text, text })),
        ),
      ];
}

/** The second player is not the first. */
const digitsOf = (name: string): string => name.replace(/\P{N}/gu, '');

function problemAt({ text, span }: Placed, near: readonly NearKnower[]): Problem {
  const fixes = near.map((one) => ({
    title: `Change to ${one.text}`,
    edits: [{ file: CODEX_FILE, span, text: one.text }],
  }));
  return {
    code: unknownKnower.code,
    span,
    message: unknownKnowerMessage(text, near),
    ...(fixes.length > 0 ? { fixes } : {}),
  };
}
