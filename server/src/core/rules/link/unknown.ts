/** A link in the prose that leads nowhere. */
import { leadsTo } from '../linkTargets';
import type { Rule } from '../rule';

export const unknownLink: Rule = {
  code: 'link/unknown',
  severity: 'hint',
  of: 'links',
  *check({ known, entry }) {
    for (const link of entry.links) {
      if (leadsTo(known, entry, link)?.kind !== 'none') continue;
      yield { span: link.targetSpan, message: `No entry is called "${link.target}" yet.` };
    }
  },
};
