/** What an editor shows of a page that remembers what it said (model §5). */
import { describe, expect, it } from 'vitest';
import { entryAt } from '../../server/src/core/canon';
import { hoverAt } from '../../server/src/core/reading/hover';
import { fadingOf } from '../../server/src/core/reading/faded';
import { hintsIn, lensesOf } from '../../server/src/core/reading/inline';
import { referencesTo } from '../../server/src/core/reading/mentions';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import type { Files } from '../support/codex';
import { caretIn } from '../support/caret';

const PAGE = `---
type: person
date: 380 TA
canon: s1
eyes: blue
rank: marshal # for now
member: ["[[Lysa]]", Cy]
formerly:
  - {eyes: brown, canon: s20, reason: Sara's drawing came first.}
  - {rank: captain, canon: s31, effective: 412 TA, known_by: [lysa], sources: [lysa]}
  - {member: ["[[Lysa]]", Bo], canon: s31}
---
`;

function page(caret = 'type', written = PAGE) {
  const files: Files = {
    'codex.yaml': 'revisions: [s1, s20, s31]\nattributes: {eyes: constant, rank: state, member: set}\n',
    'wren.md': written.replace(caret, `$0${caret}`),
    'lysa.md': '---\ntitle: Lysa\n---\n',
  };
  const { canon, known, entry, text, offset } = caretIn(files);
  const context = { ...nowOf(canon), href: ({ path }: { path: string }) => path };
  return { known, context, entry, text, hover: hoverAt(context, entry, text, offset)?.markdown };
}

describe('a page that remembers', () => {
  it.each([
    ['a value, what it was, until when, and why', 'blue', "once *brown*, until s20: Sara's drawing came first."],
    ['an old value, the same', 'brown', "once *brown*, until s20: Sara's drawing came first."],
    ['a change in the world, both', 'captain', '*captain* from 380 TA until 412 TA'],
    ['a key of an item, what it means', 'canon: s31', '`canon` — When this was decided'],
    ['since when', '412 TA', '**412 TA**'],
    ['the revision of an item', 's20', '**s20**'],
    ['who knows of the change', 'lysa]', '[Lysa](lysa.md)'],
    ['what a change rests on', 'lysa], sources', '[Lysa](lysa.md)'],
  ])('says at %s', (_, caret, words) => {
    expect(page(caret).hover).toContain(words);
  });

  it('shows at the end of a line what it was, and never that it supersedes itself', () => {
    const { context, entry, text } = page();
    const hints = hintsIn(context, entry, text, { start: 0, end: text.length });
    const drawn = hints.map(({ offset, label }) => [text.slice(0, offset).split('\n').at(-1), label]);
    expect(drawn).toEqual([
      ['eyes: blue', 'was brown'],
      ['rank: marshal # for now', 'was captain'],
      ['member: ["[[Lysa]]", Cy]', 'was Bo'],
    ]);
    expect(hints.map(({ tooltip }) => tooltip)).toContain("brown until s20: Sara's drawing came first.");
    expect(lensesOf(context, entry)).toEqual([]);
  });

  it('shows it behind the one of several values that came in its place', () => {
    const { context, entry, text } = page('type', PAGE.replace('["[[Lysa]]", Cy]\n', '\n  - Cy\n  - "[[Lysa]]"\n'));
    const hint = hintsIn(context, entry, text, { start: 0, end: text.length }).find(({ label }) => label === 'was Bo');
    expect(text.slice(0, hint?.offset).split('\n').at(-1)).toBe('  - Cy');
  });

  it('fades old values that hold nowhere, and not those that go on', () => {
    const { context, entry, text } = page();
    const faded = fadingOf(context, entry, text).faded.map(({ start, end }) => text.slice(start, end));
    expect(faded).toEqual(['eyes: brown', 'Bo']);
  });

  it('names others in each of its items, and in what it says now', () => {
    const { known, text } = page();
    const lysa = entryAt(known.canon, 'lysa.md');
    if (!lysa) throw new Error('no such page');
    const lines = referencesTo(known, { kind: 'entry', entry: lysa }).map(
      ({ naming }) => text.slice(0, naming.span.start).split('\n').length,
    );
    // Both lines with the member who stays are found, so that a rename reaches them.
    expect([...new Set(lines)].sort((a, b) => a - b)).toEqual([7, 10, 11]);
  });
});
