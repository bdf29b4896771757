/** What a change of codex.yaml has done to the answers: an era's epoch, an attribute's kind, the order of revisions. */
import { differencesBetween } from '../../canon/difference';
import { allEntries } from '../../canon/canon';
import { entityOfFact, type Known } from '../../canon/known';
import { entityAt } from '../../canon/identity';
import { pairOf } from '../../canon/truth';
import { CODEX_FILE } from '../../codex/shapes';
import type { Span } from '../../text/span';
import { type Compared, type ComparedFinding, meaningOf } from './compared';

/** One finding, where codex.yaml has changed and answers about facts that are still the same have changed with it. */
export function* movedByCodex(compared: Compared): Iterable<ComparedFinding> {
  const { established, now, codexTexts, point } = compared;
  if (codexTexts.established === codexTexts.now) return;
  const span = firstDifference(codexTexts.established ?? '', codexTexts.now ?? '');
  const order = orderChanged(established, now);
  if (order !== null) {
    const message = `The revisions stood in another order at ${point} (${order}): what was known when has changed. Put them back.`;
    yield { file: CODEX_FILE, finding: { span, message } };
  }
  const [before, after] = [statedIn(compared, established), statedIn(compared, now)];
  const moved = differencesBetween(established, now).filter(({ entity, attribute, before: was, isDeclared }) => {
    const pair = pairOf(entity, attribute);
    return was.length > 0 && !isDeclared && before.get(pair) === after.get(pair);
  });
  if (moved.length === 0) return;
  const answers = moved.length === 1 ? 'one answer' : `${moved.length} answers`;
  const [first] = moved;
  const message = `This change of codex.yaml has changed ${answers} that ${point} had told, first ${first?.attribute} of ${first?.entity}, though no fact was changed. Put it back, or declare retcons.`;
  yield { file: CODEX_FILE, finding: { span, message } };
}

/** The revisions of both, in the order of then, where now has them in another one; else null. */
function orderChanged(established: Known, now: Known): string | null {
  const [then, here] = [established, now].map(({ canon }) => canon.codex.revisions.map(({ id }) => id));
  const common = (then ?? []).filter((id) => here?.includes(id));
  const kept = (here ?? []).filter((id) => common.includes(id));
  return common.join('\n') === kept.join('\n') ? null : common.join(', ');
}

/** What is stated of each entity and attribute, as one text. */
function statedIn(compared: Compared, known: Known): Map<string, string> {
  const stated = new Map<string, string[]>();
  for (const entry of allEntries(known.canon)) {
    if (!known.has(entry)) continue;
    for (const fact of entry.facts) {
      const entity = entityAt(compared.now, known, entityOfFact(known, entry, fact));
      const pair = pairOf(entity, fact.attribute.text);
      stated.set(pair, [...(stated.get(pair) ?? []), meaningOf(compared, known, entry, fact)]);
    }
  }
  return new Map([...stated].map(([pair, meanings]) => [pair, meanings.sort().join('\n')]));
}

/** The rest of the first line that is not the same, in the new text. */
function firstDifference(was: string, is: string): Span {
  let at = 0;
  while (at < is.length && is[at] === was[at]) at++;
  const start = is.lastIndexOf('\n', at - 1) + 1;
  const end = is.indexOf('\n', at);
  return { start, end: end < 0 ? is.length : end };
}
