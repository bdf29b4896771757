/** What is said of an edition before it is written. */
import { expect, it } from 'vitest';
import { previewOf } from '../../server/src/core/edition/preview';
import { editionOf } from './editing';

it('lists what is in more folders than there is room for by the outermost of them', () => {
  const paths = Array.from({ length: 20 }, (_, i) => `atlas/town ${i}/${i}.md`);
  const pages = Object.fromEntries([...paths, 'people/maric.md'].map((path) => [path, 'Open to all.\n']));
  const edition = editionOf({ 'codex.yaml': '', ...pages }, { for: 'everyone' });
  const added = edition.pages.map(({ path }) => path);
  const [first, visible] = previewOf(edition, { added, changed: [], removed: [], inTheWay: [] });
  expect(first?.rows).toEqual(['What everyone may know: 21 pages.']);
  expect(visible).toEqual({
    title: 'Newly visible (21)',
    rows: ['atlas (20): town 0/0.md, town 1/1.md, town 10/10.md and 17 more', 'people (1): maric.md'],
  });
});
