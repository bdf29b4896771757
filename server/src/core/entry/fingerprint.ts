/** What other files can see of a file: while it stays the same, an edit affects the problems of that file only. */
import type { Entry } from './entry';

const [LF, CR] = [10, 13];

/**
 * A number that stands for all of a file that other entries are judged by, and that places in it are counted from: the
 * text as far as its frontmatter and the heading that is its title reach, however its lines end; the title, which a heading further
 * down can undo; and its type, which a tag in the prose can give. All else is prose and its links.
 */
export function fingerprintOf({ frontmatter, title, titleSpan, type }: Entry, text: string): number {
  const end = Math.max(frontmatter.end, titleSpan?.end ?? 0);
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  const mix = (unit: number): void => {
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  };
  for (let at = 0; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== CR || text.charCodeAt(at + 1) !== LF) mix(unit);
  }
  // Where one ends the next begins.
  for (const said of [title, type?.text ?? '']) {
    mix(-1);
    for (let at = 0; at < said.length; at++) mix(said.charCodeAt(at));
  }
  a ^= a >>> 16;
  b ^= b >>> 13;
  // 53 bits, as many as a number holds exactly.
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
