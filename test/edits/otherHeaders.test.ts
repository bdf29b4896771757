/** Pages with the headers of another system follow a move, each place once. */
import { expect, it } from 'vitest';
import { knownAt, LATEST } from '../../server/src/core/canon';
import { followMoves } from '../../server/src/core/edits/rename/moves';
import { changedBy, codexOf, type Files } from '../support/codex';

const FILES: Files = {
  'codex.yaml': 'preset: adr\n',
  'adr/0003-use-z.md': '---\nstatus: "superseded by [ADR-0005](0005-use-y.md)"\n---\n# Use Z\n',
  'adr/0004-use-x.md': '# Use X\n\n## Status\n\nSuperseded by [5. Use Y](0005-use-y.md)\n\n## Context\n\nNone.\n',
  'adr/0005-use-y.md': '# Use Y\n\nDate: 2017-02-12\n',
};

it('the file of a decision is moved, and what says that it supersedes them follows', () => {
  const known = knownAt(codexOf(FILES).canon, LATEST);
  const edits = followMoves(known, [{ from: 'adr/0005-use-y.md', to: 'adr/0005-use-why.md' }], {
    textOf: (path) => FILES[path] ?? '',
    exists: (path) => path in FILES,
  });
  expect(changedBy(FILES, { edits })).toMatchObject({
    'adr/0003-use-z.md': FILES['adr/0003-use-z.md']?.replace('0005-use-y.md', '0005-use-why.md'),
    'adr/0004-use-x.md': FILES['adr/0004-use-x.md']?.replace('0005-use-y.md', '0005-use-why.md'),
  });
});
