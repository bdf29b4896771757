/** Reads the patterns of paths in codex.yaml; what is too long to be matched, or no pattern of ours, is reported and left out. */
import { cutShort } from '../text/wordLists';
import { fromRoot, globSize, LONGEST_GLOB, MOST_WRITTEN_OUT } from './globs';
import type { Placed, ReportProblem } from './codexShapes';

/** What other tools take for a group: `@(a|b)`. */
const GROUP = /\([^()]*\|[^()]*\)/;

/** Those of one list that are matched. */
export function fitGlobs<Item extends Placed>(report: ReportProblem, written: readonly Item[]): readonly Item[] {
  let left = MOST_WRITTEN_OUT;
  let isFull = false;
  return written.filter(({ text, span }) => {
    if (isFull) return false;
    const wrong = whyUnfit(text);
    if (wrong !== null) report(span, `"${cutShort(60, text)}" ${wrong}`);
    left -= wrong === null ? (globSize(text) ?? 0) : 0;
    isFull = left < 0;
    if (isFull)
      report(
        span,
        `From "${cutShort(60, text)}" on, these are more patterns than can be looked for, and do not count: name the folders above them instead.`,
      );
    return wrong === null && !isFull;
  });
}

function whyUnfit(glob: string): string | null {
  if (fromRoot(glob.replace(/^!+/, '')) === '') return 'names no file: write a folder or a pattern, like `lore/**`.';
  if (glob.length > LONGEST_GLOB)
    return `has ${glob.length.toLocaleString('en')} characters, and a pattern has ${LONGEST_GLOB.toLocaleString('en')} at most: write several, or name the folder above.`;
  if (globSize(glob) === null)
    return 'has more alternatives in its braces than can be looked for: write fewer of them.';
  return GROUP.test(glob)
    ? 'has alternatives in round brackets, which mean nothing here: write them in braces, like `{one,other}`.'
    : null;
}
