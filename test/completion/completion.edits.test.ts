/** Completions do not depend on whether a codex was read at once or edited since. */
import { expect, it } from 'vitest';
import {
  allEntries,
  type Canon,
  canonPack,
  entryAt,
  grown,
  packedCanon,
  knownAt,
  LATEST,
} from '../../server/src/core/canon';
import { type CompletionCaret, completionsAt, completionSteps } from '../../server/src/core/completion';
import type { CanonHost } from '../../server/src/core/host';
import { codexOf, type Files } from '../support/codex';

const page = 'page.md';
const PAGE = `---
id: page
attributes: {mood: grim}
sources: [x]
supersedes: b-2
---
[[
`;
const written: Files = {
  'codex.yaml': 'present: 400\n',
  [page]: PAGE,
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `${i}.md`,
      `---\nid: b-${i}\ntitle: ${String.fromCharCode(65 + ((i * 7) % 26))} tale\nattributes: {mood: ${['calm', 'grim', `own-${i}`][i % 3]}, Mood: odd}\n---\n`,
    ]),
  ),
};
/** A title that moves, values that become more and fewer, a removed entry, a new one; and what an entry replaces. */
const edits: Readonly<Record<string, string | null>> = {
  '3.md': '---\nid: b-3\ntitle: Zz tale\nattributes: {mood: grim}\n---\n',
  '2.md': '---\nid: b-2\ntitle: AA tale\nattributes: {mood: new}\n---\n',
  '7.md': null,
  '11.md': null,
  'new.md': '---\ntitle: M tale\nattributes: {mood: new}\nsupersedes: b-5\n---\n',
};

function caretBehind(where: string, canon: Canon): CompletionCaret {
  const entry = entryAt(canon, page);
  if (!entry) throw new Error('there is a page');
  const offset = PAGE.indexOf(where) + where.length;
  return { entry, text: PAGE, offset, isAsked: true, textOf: () => null };
}

function offered({ canon }: CanonHost, where: string): unknown {
  const found = completionsAt(knownAt(canon, LATEST), caretBehind(where, canon));
  return found?.choices.map(({ label, note, detail, isPast, insert }) => ({ label, note, detail, isPast, insert }));
}

it.each(['[[', 'mood: ', 'sources: [', 'supersedes: '])('after %j', (where) => {
  const edited = codexOf(written);
  // Once before, so that something memoized may be wrong.
  offered(edited, where);
  for (const [file, text] of Object.entries(edits)) edited.apply(new Map([[file, text]]));
  const left = { ...written, ...edits };
  const scratch = codexOf(
    Object.fromEntries(Object.entries(left).flatMap(([file, text]) => (text === null ? [] : [[file, text]]))),
  );
  const expected = offered(scratch, where);
  expect(expected).toHaveProperty('0');
  expect(offered(edited, where)).toEqual(expected);
});

it.each(['[[', 'mood: '])('after %j, the first time with a step for each entry, and at once from then on', (where) => {
  const { canon } = codexOf(written);
  const read = (): Canon => {
    const pack = canonPack();
    return grown(packedCanon(canon, pack), pack, allEntries(canon));
  };
  const known = knownAt(read(), LATEST);
  const counted = () => {
    const work = completionSteps(known, caretBehind(where, known.canon));
    for (let steps = 0; ; steps++) {
      const { done, value } = work.next();
      if (done) return { steps, labels: value?.choices.map(({ label }) => label) };
    }
  };
  const first = counted();
  expect(first.steps).toBeGreaterThanOrEqual(allEntries(canon).length);
  expect(counted()).toEqual({ ...first, steps: 0 });
  const anew = knownAt(read(), LATEST);
  const labels = completionsAt(anew, caretBehind(where, anew.canon))?.choices.map(({ label }) => label);
  expect(first.labels).toEqual(labels);
});
