/** A link in the prose that leads nowhere. */
import { followedLinks } from '../linkTargets';
import type { Rule } from '../rule';

export const unknownLink: Rule = {
  code: 'link/unknown',
  severity: 'hint',
  of: ['links'],
  *check({ known, entry }) {
    for (const { link, found } of followedLinks(known, entry))
      if (found.kind === 'none') yield { span: link.targetSpan, message: `No entry is called "${link.target}" yet.` };
  },
};
