/** Lets the fuller of two near-duplicates supersede the other. */
import { entryAt, idOf } from '../../canon';
import { addTopItems } from '../../entry/frontmatter';
import type { Mend } from './mend';
import { entryText, offer } from './mend';

export const mendNearDuplicate: Mend = (context, { related = [] }) => {
  const { known, entry } = context;
  const fuller = entryAt(known.canon, related[0]?.file ?? '');
  if (!fuller) return [];
  const item = { id: idOf(known, entry), effective: 'always', reason: 'It says nearly the same.' };
  const edit = addTopItems(entryText(context, fuller), known.canon.codex, 'supersedes', [item]);
  return offer(`Let the fuller one supersede this: ${idOf(known, fuller)}`, fuller.path, edit, { isPreferred: false });
};
