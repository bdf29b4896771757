/** The lenses over the frontmatter of both ends of a retcon. */
import { describe, expect, it } from 'vitest';
import { entryAt, readCanonPoint } from '../../server/src/core/canon';
import { type Lens, lensesOf } from '../../server/src/core/reading/inline';
import { viewFrom } from '../../server/src/core/reading/viewpoint';
import { codexOf, type Files } from '../support/codex';
import { vyr } from '../support/caret';

function lenses(files: Files, path: string, asOf = 'latest') {
  const { canon } = codexOf(files);
  const point = readCanonPoint(canon, asOf);
  if (!point.ok) throw new Error(point.message);
  const entry = entryAt(canon, path);
  return (entry ? lensesOf(viewFrom(canon, null, point.point), entry) : []).map(({ title, does }) => ({
    title,
    does: does && doing(does),
  }));
}

function doing(does: NonNullable<Lens['does']>): string {
  switch (does.kind) {
    case 'revisit':
      return `revisit ${does.entry.path}`;
    case 'open':
      return `open ${does.entry.path}`;
    case 'compare':
      return `compare ${does.before.path} ${does.after.path}`;
    case 'fork':
      return `fork ${[does.old, ...does.by].map(({ path }) => path).join(' ')}`;
  }
}

const a = '---\ntitle: A\ndate: 300 TA\nfacts: {x: {seat: y, founder: z}}\n---\n';
const of = (b: string): { old: string[]; by: string[] } => {
  const files = { ...vyr, 'a.md': a, 'b.md': `---\ntitle: B\n${b}\n---\n` };
  const titles = (path: string) => lenses(files, path).map(({ title }) => title);
  return { old: titles('a.md'), by: titles('b.md') };
};

describe('lenses', () => {
  it('appear at both ends', () => {
    expect(lenses(vyr, 'refounding-of-house-vyr.md')).toEqual([
      {
        title: 'supersedes The Founding of House Vyr · 200 TA · change · compare',
        does: 'compare founding-of-house-vyr.md refounding-of-house-vyr.md',
      },
    ]);
    expect(lenses(vyr, 'founding-of-house-vyr.md')).toEqual([
      {
        title: 'superseded by The Refounding of House Vyr · 412 TA · change · show',
        does: 'open refounding-of-house-vyr.md',
      },
    ]);
    expect(lenses(vyr, 'maric.md')).toEqual([]);
  });

  it('lead from each page of a fork to all of them', () => {
    const files = { ...vyr, 'a.md': a, 'b.md': '---\nsupersedes: a\n---\n', 'c.md': '---\nsupersedes: a\n---\n' };
    const forked = (path: string) => lenses(files, path).filter(({ does }) => does?.startsWith('fork') === true);
    expect([forked('a.md'), forked('b.md')]).toEqual([
      [{ title: 'forked by b and c · look at all 3', does: 'fork a.md b.md c.md' }],
      [{ title: 'forked: c too · look at all 3', does: 'fork a.md b.md c.md' }],
    ]);
    const chained = { ...files, 'c.md': '---\nsupersedes: b\n---\n' };
    expect(lenses(chained, 'b.md').filter(({ does }) => does?.startsWith('fork') === true)).toEqual([]);
  });

  it.each([
    ['supersedes: a', ['superseded by B · correction · show'], ['supersedes A · 300 TA · correction · compare']],
    [
      'supersedes: {id: a, soft: true}',
      ['superseded by B · both stand · show'],
      ['supersedes A · 300 TA · both stand · compare'],
    ],
    [
      'supersedes: {id: a, only: [x.seat], effective: 310 TA}',
      ['superseded by B · 310 TA · change · seat of x only · show'],
      ['supersedes A · 300 TA · change · seat of x only · compare'],
    ],
    ['retracts: {id: a, effective: 350 TA}', ['retracted by B · 350 TA · show'], ['retracts A · 350 TA · compare']],
    [
      'date: 360 TA\nrestores: {id: a, effective: 360 TA}',
      ['restored by B · 360 TA · show'],
      ['restores A · 360 TA · compare'],
    ],
    ['supersedes: q', [], ['supersedes q · no such note']],
  ])('%s', (b, old, by) => expect(of(b)).toEqual({ old, by }));

  it('show only what was known at the viewpoint', () => {
    const known = (path: string, asOf: string) => lenses(vyr, path, asOf).map(({ title }) => title);
    expect(known('founding-of-house-vyr.md', 'session-45')).toEqual([]);
    expect(known('refounding-of-house-vyr.md', 'session-45')).toEqual(['not yet written']);
    expect(known('founding-of-house-vyr.md', 'session-47')).toHaveLength(1);
  });

  it('count a declaration from the old end at both', () => {
    const files = {
      'codex.yaml': '',
      'a.md': '---\ntitle: A\nsuperseded_by: b\n---\n',
      'b.md': '---\ntitle: B\n---\n',
    };
    expect(lenses(files, 'a.md').map(({ title }) => title)).toEqual(['superseded by B · correction · show']);
    expect(lenses(files, 'b.md').map(({ title }) => title)).toEqual(['supersedes A · correction · compare']);
  });
});
