/** One entry named twice in one block. */
import { entryNamed, idOf } from '../../canon';
import type { Declaration, Entry } from '../../entry/entry';
import { relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

export const duplicate: Rule = {
  code: 'supersedes/duplicate',
  severity: 'warning',
  of: ['declarations'],
  *check({ known, entry }) {
    const firsts = new Map<string, Map<Entry, Declaration>>();
    for (const declaration of entry.declarations) {
      const named = entryNamed(known, declaration.target.text);
      if (!named || named === entry) continue;
      const block = firsts.get(declaration.key.text) ?? new Map<Entry, Declaration>();
      firsts.set(declaration.key.text, block);
      const first = block.get(named);
      if (!first) {
        block.set(named, declaration);
        continue;
      }
      yield {
        span: declaration.target.span,
        message: `${idOf(known, named)} is named above already, and both count: make one item of the two.`,
        related: [relatedTo(entry, 'the first of the two', first.target.span)],
      };
    }
  },
};
