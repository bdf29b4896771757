/** Two entries with the same written id. */
import { filed, isNameShared, resolve } from '../../canon';
import { nameKey } from '../../entry/slug';
import { listFirst } from '../../text/wordLists';
import { changeTo, relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

const MOST_LISTED = 5;

export const duplicateId: Rule = {
  code: 'entry/duplicate-id',
  severity: 'error',
  of: ['writtenId'],
  *check({ known, entry }) {
    const { writtenId } = entry;
    if (!writtenId || !isNameShared(known.canon, entry)) return;
    const twins = filed(known.canon, 'names', nameKey(writtenId.text)).filter(
      (other) => other !== entry && known.has(other) && other.writtenId?.text === writtenId.text,
    );
    if (twins.length === 0) return;
    const free = entry.derivedId !== writtenId.text && resolve(known, entry.derivedId).kind === 'none';
    yield {
      span: writtenId.span,
      message: `${writtenId.text} is also the id of ${listFirst(
        MOST_LISTED,
        twins.map(({ path }) => path),
        'and',
      )}: give each entry one of its own.`,
      related: twins.map((twin) => relatedTo(twin, `the id ${writtenId.text} again`)),
      ...(free && { fixes: [changeTo(entry, writtenId.span, entry.derivedId)] }),
    };
  },
};
