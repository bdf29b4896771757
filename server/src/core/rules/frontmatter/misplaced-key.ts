/** A key of a retcon that stands beside it, where it does nothing: the retcon takes effect as if it were not there. */
import { keyOf } from '../../codex/codex';
import type { Declaration } from '../../entry/entry';
import type { Rule } from '../rule';

/** Whether a retcon says by itself what its page may say in the wrong place. (A `reason` there is told of where one is missing.) */
const GIVEN: ReadonlyMap<string, (declaration: Declaration) => boolean> = new Map([
  ['as_of', ({ asOf }) => asOf !== null],
  ['effective', ({ effective }) => effective !== null],
  ['only', ({ only }) => only !== null],
  ['soft', ({ soft }) => soft],
]);

export const misplacedKey: Rule = {
  code: 'frontmatter/misplaced-key',
  severity: 'warning',
  of: ['unknownKeys'],
  *check({ entry }) {
    for (const { text, span } of entry.unknownKeys) {
      const isGivenIn = GIVEN.get(keyOf(text));
      // What each retcon of a page says by itself is a key of the author's own where it stands beside them.
      const lacking = isGivenIn && entry.declarations.find((one) => !isGivenIn(one));
      if (!lacking) continue;
      const key = lacking.key.text;
      const message = `"${text}" does nothing here. It belongs inside ${key}, below the id of ${lacking.target.text}.`;
      yield { span, message };
    }
  },
};
