/** A key of a retcon that stands beside it, where it does nothing: the retcon takes effect as if it were not there. */
import { keyOf } from '../../codex/codex';
import type { Declaration } from '../../entry/entry';
import type { Rule } from '../rule';

/** Whether a retcon gives by itself what its page may say in the wrong place, or can't. (A `reason` there is told of where one is missing.) */
const GIVEN: ReadonlyMap<string, (declaration: Declaration) => boolean> = new Map([
  ['as_of', ({ asOf, kind }) => asOf !== null || kind !== 'supersedes'],
  ['effective', ({ effective }) => effective !== null],
  ['only', ({ only }) => only !== null],
  ['soft', ({ soft, kind }) => soft || kind !== 'supersedes'],
]);

export const misplacedKey: Rule = {
  code: 'frontmatter/misplaced-key',
  severity: 'warning',
  of: ['unknownKeys'],
  *check({ entry }) {
    for (const { text, span } of entry.unknownKeys) {
      const isGivenIn = GIVEN.get(keyOf(text));
      // What each retcon of a page gives by itself is a key of the author's own where it stands beside them. At the old end another page may give it.
      const lacking = isGivenIn && entry.declarations.find((one) => !one.fromOldEnd && !isGivenIn(one));
      if (!lacking) continue;
      const key = lacking.key.text;
      const message = `"${text}" does nothing here. It belongs inside ${key}, below the id of ${lacking.target.text}.`;
      yield { span, message };
    }
  },
};
