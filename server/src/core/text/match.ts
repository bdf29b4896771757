/** How well a name answers to what somebody types to find it. */

/**
 * 0 where it is the name, then: the name begins with it, a word of the name does, the name contains it, contains every word of
 * it, or has its letters in that order. Null where none of that holds. Both are in one case already, with single blanks.
 */
export function matchRank(typed: string, name: string): number | null {
  const at = name.indexOf(typed);
  if (at === 0) return name.length === typed.length ? 0 : 1;
  if (at > 0) return /[\p{L}\p{N}]/u.test(name[at - 1] ?? '') ? 3 : 2;
  if (typed.split(' ').every((word) => name.includes(word))) return 4;
  return hasInOrder(name, typed.replaceAll(' ', '')) ? 5 : null;
}

function hasInOrder(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + letter.length;
    if (at < letter.length) return false;
  }
  return true;
}
