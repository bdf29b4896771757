/** A `disputes`, `reviewed` or `summarises` that names no entry. */
import { resolve } from '../../canon';
import { unknownName } from '../unknownName';
import type { Rule } from '../rule';

export const unknownReference: Rule = {
  code: 'reference/unknown',
  severity: 'warning',
  of: ['disputes', 'reviewed', 'summarises'],
  *check({ known, entry }) {
    for (const [key, refs] of [
      ['disputes', entry.disputes],
      ['reviewed', entry.reviewed],
      ['summarises', entry.summarises],
    ] as const) {
      for (const ref of refs)
        if (resolve(known, ref.text).kind === 'none')
          yield unknownName(known, entry, ref, `${key} takes the ids or titles of entries`);
    }
  },
};
