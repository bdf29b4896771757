/** How well names fit what was typed. */

/** Names as one text, which is looked through sooner than many. @param names as `nameKey` gives them */
export const linesOf = (names: readonly string[]): string => `\n${names.join('\n')}\n`;

/**
 * The best fit among names: 0 one begins so, 1 a word of one does, 2 one holds it, 3 one has those letters in order; null
 * for none. @param typed as `nameKey` gives it. @param names as `linesOf` gives them
 */
export function fitOf(typed: string, names: string): number | null {
  if (typed === '') return 0;
  let found = names.indexOf(typed);
  if (found < 0) return typed.length > 1 && hasInOrder(names, typed) ? 3 : null;
  let best = 2;
  for (; found >= 0; found = names.indexOf(typed, found + 1)) {
    const before = names.charAt(found - 1);
    if (before === '\n') return 0;
    if (/[^\p{L}\p{N}]/u.test(before)) best = 1;
  }
  return best;
}

/** Whether the letters occur in order in one of the names. */
function hasInOrder(names: string, letters: string): boolean {
  let next = 0;
  for (let i = 0; i < names.length; i++) {
    const letter = names.charCodeAt(i);
    if (letter === 10) next = 0;
    else if (letter === letters.charCodeAt(next) && ++next === letters.length) return true;
  }
  return false;
}
