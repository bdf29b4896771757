/** An entry that supersedes, retracts or restores itself, by whatever name. */
import { entryNamed } from '../../canon';
import type { Rule } from '../rule';

export const self: Rule = {
  code: 'supersedes/self',
  severity: 'error',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { kind, target } of entry.declarations) {
      if (entryNamed(known, target.text) !== entry) continue;
      const message = `"${target.text}" is this entry, which can't ${kind.replace(/s$/, '')} itself: name the other one.`;
      yield { span: target.span, message };
    }
  },
};
