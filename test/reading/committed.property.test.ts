/** For any codex, a commit of the current texts gives the same answers as the texts themselves. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allEntries } from '../../server/src/core/canon';
import { END } from '../../server/src/core/codex/canonTime';
import type { Entry } from '../../server/src/core/entry/entry';
import { fadingOf } from '../../server/src/core/reading/faded';
import { hoverAt } from '../../server/src/core/reading/hover';
import { hintsIn, type Lens, lensesOf } from '../../server/src/core/reading/inline';
import { mentionsOf } from '../../server/src/core/reading/mentions';
import { type Viewpoint, viewFrom } from '../../server/src/core/reading/viewpoint';
import { canonOf, world } from '../canon/world';

/** Without the folders. */
const fileOf = <T extends string | undefined>(path: T) => path?.replace(/^.*\//, '') as T;

/** Everything that a viewpoint shows of a codex: of each name in each text, and of each entry. */
function everythingTold(view: Viewpoint, files: ReadonlyMap<string, string>): unknown[] {
  const { now } = view;
  const context = { ...view, href: ({ path }: Entry) => fileOf(path) };
  return allEntries(now.canon).map((entry) => {
    const text = files.get(entry.path) ?? '';
    // For a date, only a commit says as of when it is read.
    const mentions = [...mentionsOf(entry, now.canon.codex, text)].filter(({ kind }) => kind !== 'date');
    const hovers = mentions.map(({ span }) => hoverAt(context, entry, text, span.start)?.markdown);
    const paths = ({ title, does }: Lens) => [title, JSON.stringify(does, (_, value) => fileOf(value?.path) ?? value)];
    const hints = hintsIn(view, entry, text, { start: 0, end: text.length });
    return {
      path: entry.path,
      hovers,
      lenses: lensesOf(view, entry).map(paths),
      fading: fadingOf(view, entry, text),
      hints: hints.map((hint) => ({ ...hint, entry: fileOf(hint.entry?.path) })),
    };
  });
}

/** What is stated twice, where one was superseded permanently and the other restored. */
const SAID_TWICE = new Map([
  ['f0.md', '---\nid: a\nrestores: {id: f, effective: 10 TA, reason: so}\n---\n'],
  ['f1.md', '---\nid: b\nsupersedes: {id: f, effective: always, reason: so}\n---\n'],
  [
    'f2.md',
    '---\nid: f\nfacts:\n  - {entity: x, attribute: ruler, value: v, from: 15 XX}\n  - {entity: x, attribute: ruler, value: v}\n---\n',
  ],
]);

/** What a page said before and says again, and between the two something else. */
const SAID_AGAIN = new Map([
  [
    'f0.md',
    '---\nid: a\nfacts:\n  - {entity: y, attribute: ruler, value: v}\nformerly:\n  - {y.ruler: v, reason: so}\n  - {y.ruler: w, reason: so}\n  - {until: 38 TA, reason: so}\n---\n',
  ],
]);

it('a commit of the current texts, wherever they were, shows the same as the working tree', () => {
  fc.assert(
    fc.property(world, (committed) => {
      const ids = [...committed.values()].map((text) => /^id: (.*)$/m.exec(text)?.[1]);
      // Several entries with one id differ only in their files.
      const isMoved = new Set(ids).size === ids.length;
      const files = new Map([...committed].map(([file, text]) => [isMoved ? `moved/${file}` : file, text]));
      const canon = canonOf(files);
      const commit = { canon: canonOf(committed), commit: 'c0ffee', textOf: () => null, leftOut: new Map() };
      const [there, here] = [
        { kind: 'git' as const, text: 'git:v1', ...commit },
        { kind: 'position' as const, text: 'git:v1', position: END },
      ].map((point) => everythingTold(viewFrom(canon, null, point), files));
      expect(there).toEqual(here);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 10), examples: [[SAID_TWICE], [SAID_AGAIN]] },
  );
});
