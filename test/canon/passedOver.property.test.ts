/**
 * What the rules skip, since nothing can be found there, has indeed no findings: in a canon of objects, a packed one, and
 * one with changes over its pack.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allEntries, type Canon, knownAt, LATEST } from '../../server/src/core/canon';
import { filedPaths, isNamed, isNameShared } from '../../server/src/core/canon/model/canon';
import { edgesBy, edgesOf, isApart } from '../../server/src/core/canon/model/edges';
import { INDEXES } from '../../server/src/core/canon/model/indexKeys';
import { entityOf } from '../../server/src/core/canon/model/known';
import { factsAbout, isStatedAlone, pairOf } from '../../server/src/core/canon/model/statedFacts';
import { attributesOf, heldOf, isUndisputed, rivalsOf } from '../../server/src/core/canon/truth/truth';
import { createHost } from '../../server/src/core/host';
import { anyCodex } from '../rules/anyCodex';
import { codexOf, type Files } from '../support/codex';
import { WIDE, wideWorld } from './world';

const RUNS = Number(process.env.FUZZ_RUNS ?? 60);

/** Each page of the second kind states something about itself as well. */
const anyFiles: fc.Arbitrary<Files> = fc.oneof(
  anyCodex,
  wideWorld.map((files) => ({
    ...Object.fromEntries(
      [...files].map(([path, text]) => [path, text.replace('---\n', '---\nattributes: {seat: v}\n')]),
    ),
    'codex.yaml': WIDE,
  })),
);

/** Read in slices, which packs them, except the first few, which are written a second time. */
function packed(files: Files, again: number): Canon {
  const host = createHost((path) => files[path] ?? null);
  host.apply(new Map([['codex.yaml', files['codex.yaml'] ?? '']]));
  const texts = Object.entries(files).filter(([path]) => path.endsWith('.md'));
  host.grow(texts.map(([path, text], i) => [path, i < again ? '---\nid: a\nentity: b\n---\n' : text] as const));
  host.apply(new Map(texts.slice(0, again)));
  return host.canon;
}

it.each([
  ['objects', (files: Files) => codexOf(files).canon],
  ['packed', (files: Files) => packed(files, 0)],
  ['changed', (files: Files) => packed(files, 2)],
])('in a canon of entries that are %s', (_, canonOf) => {
  let [apart, alone, undisputed] = [0, 0, 0];
  fc.assert(
    fc.property(anyFiles, (files) => {
      const canon = canonOf(files);
      const known = knownAt(canon, LATEST);
      const entries = allEntries(canon);
      const inRetcons = new Set(
        entries
          .flatMap((entry) => [...edgesOf(known, entry), ...edgesBy(known, entry)])
          .flatMap(({ by, old }) => [by, old]),
      );
      for (const entry of entries) {
        for (const index of INDEXES)
          expect(isNamed(canon, index, entry)).toBe(
            entry.names.some((name) => filedPaths(canon, index, name).length > 0),
          );
        expect(isNameShared(canon, entry)).toBe(
          entry.names.some((name) => filedPaths(canon, 'names', name).length > 1),
        );
        if (isApart(known, entry)) {
          expect(inRetcons.has(entry)).toBe(false);
          apart++;
        }
        for (const fact of entry.facts) {
          if (!isStatedAlone(known, entry, fact)) continue;
          const entity = entityOf(known, entry);
          const same = factsAbout(known, entity).filter((one) => one.fact.attribute.text === fact.attribute.text);
          expect(same).toEqual([{ entry, fact }]);
          alone++;
        }
      }
      for (const entity of new Set([...entries.map((entry) => entityOf(known, entry)), 'x', 'y']))
        for (const attribute of attributesOf(known, entity)) {
          const pair = pairOf(entity, attribute);
          if (!isUndisputed(known, pair)) continue;
          for (const one of heldOf(known, pair)) expect([...rivalsOf(known, pair)(one)]).toEqual([]);
          undisputed++;
        }
    }),
    { numRuns: RUNS },
  );
  expect(Math.min(apart, alone, undisputed), 'there was something to pass over').toBeGreaterThan(RUNS / 4);
});
