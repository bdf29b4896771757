/** Many retcons of one entity: what each changes, computed step by step, and for comparison each by itself. */
import { allEntries, boundaryOf, knownAt, LATEST, retconsOf } from '../../server/src/core/canon';
import { knowing } from '../../server/src/core/canon/model/known';
import { createHost } from '../../server/src/core/host';
import { median, RUNS, timed } from './measure';

const RETCONS = 600;
const SESSIONS = 50;

const CODEX = `revisions: [${Array.from({ length: SESSIONS }, (_, i) => `session-${i}`).join(', ')}]
attributes: {ruler: state}
`;

/** A page of a chain of versions, each of which names another ruler from another year on. */
function textOf(i: number): string {
  const lines = [
    `id: version-${i}`,
    `date: ${100 + i} CE`,
    `canon: session-${Math.floor((i * SESSIONS) / (RETCONS + 1))}`,
  ];
  if (i > 0) lines.push(`supersedes: {id: version-${i - 1}, reason: said in play}`);
  return `---\n${lines.join('\n')}\nfacts: {house: {ruler: ruler ${i}}}\n---\n`;
}

export function retconFigures() {
  const texts = new Map(Array.from({ length: RETCONS + 1 }, (_, i) => [`version-${i}.md`, textOf(i)] as const));
  const host = createHost(() => null);
  host.apply(new Map([['codex.yaml', CODEX], ...texts]));
  const [steps, alone]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    host.forget();
    const { canon } = host;
    const known = knownAt(canon, LATEST);
    const retcons = allEntries(canon).flatMap((old) => retconsOf(known, old));
    if (retcons.length !== RETCONS) throw new Error(`${retcons.length} retcons are in force, not ${RETCONS}`);
    let [inSteps, byItself]: unknown[] = [];
    steps.push(timed(() => (inSteps = retcons.map((retcon) => boundaryOf(known, retcon)))));
    // A fresh view for each has nothing memoized.
    alone.push(
      timed(
        () =>
          (byItself = retcons.map((retcon) =>
            boundaryOf(
              knowing(canon, () => true),
              retcon,
            ),
          )),
      ),
    );
    if (JSON.stringify(inSteps) !== JSON.stringify(byItself)) throw new Error('the two ways tell different sides');
  }
  return { retcons: median(steps), retconsAlone: median(alone) };
}
