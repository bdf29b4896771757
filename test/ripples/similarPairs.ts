/** Asks for near-duplicates of a codex that is held in memory. */
import { similarAnswer } from '../../server/src/core/tools/ripples/similar';
import { atOnce } from '../../server/src/core/text/groups';
import { codexOf, type Files } from '../support/codex';

export function askSimilar(files: Files): unknown {
  const answered = atOnce(
    similarAnswer(codexOf(files).canon, {}, { commits: new Map(), textOf: (path) => files[path] ?? null }),
  );
  return answered.ok ? answered.json.pairs : answered.failure;
}
