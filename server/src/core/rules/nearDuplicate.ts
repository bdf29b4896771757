/** Entries that tell nearly the same (model §15). They are looked for only where codex.yaml asks for it: the prose of all pages is read. */
import { idOf, type Known, knownAt, LATEST, type Canon } from '../canon';
import { type NearDuplicate, nearDuplicateSteps } from '../ripples';
import { checkConfig, type CheckedProblem } from './check';
import { nameSpan, relatedTo } from './rule';
import { NEAR_DUPLICATE } from '.';

/** Whether codex.yaml has switched it on. */
const wantsNearDuplicates = ({ codex }: Canon): boolean => (codex.rules.get(NEAR_DUPLICATE.code) ?? 'off') !== 'off';

/** The problems of a whole codex, where they are wanted, each on the page that says less. Yields after each entry. */
export function* checkNearDuplicates(
  canon: Canon,
  textOf: (path: string) => string | null,
): Generator<void, CheckedProblem[]> {
  if (!wantsNearDuplicates(canon)) return [];
  const known = knownAt(canon, LATEST);
  return (yield* nearDuplicateSteps(known, textOf)).flatMap((pair) => nearDuplicateProblem(known, pair));
}

function nearDuplicateProblem(known: Known, { entries, fuller, score }: NearDuplicate): CheckedProblem[] {
  const other = entries.find((entry) => entry !== fuller) ?? entries[0];
  const id = idOf(known, fuller);
  const problem = {
    code: NEAR_DUPLICATE.code,
    span: nameSpan(other),
    message: `This says nearly the same as ${id} (${Math.floor(score * 100)}% in common): let ${id} supersede it, or write \`disputes: [${id}]\` to keep both.`,
    related: [relatedTo(fuller, `${id}, which says more`)],
  };
  return checkConfig(known.canon.codex, [problem]).map((reported) => ({ file: other.path, problem: reported }));
}
