/** The source of a file, and whether it counts in the mode: the last source listed, else the codex itself. */
import { describe, expect, it } from 'vitest';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { citationOf, isInMode, sourceAt, uncompliantSources } from '../../server/src/core/codex/sources';

const REGISTRY = `
registry:
  canon-core: {version: 0.1.0, paths: [canon/**], trust: 1, for: neutral}
  fan-archive: {version: 2.3.1, paths: [private/**, "canon/*.fan.md"], trust: .4, for: fan, compliance: {non_commercial: true, distribution: local_only, licence: CC-BY-NC}}
`;
const REVISIONS = 'revisions: [session-1, session-2, {id: session-3, open: true}]\n';

const codexOf = (text: string) => {
  const { codex, problems } = readCodex(text);
  expect(problems).toEqual([]);
  return codex;
};

describe('the source of a file', () => {
  it.each([
    ['canon/keep.md', 'canon-core@0.1.0'],
    ['canon/deep/keep.md', 'canon-core@0.1.0'],
    ['Canon/keep.fan.md', 'fan-archive@2.3.1'],
    ['private/.hidden/a.md', 'fan-archive@2.3.1'],
    ['notes/keep.md', 'codex@session-2'],
  ])('of %s is %s', (path, citation) => {
    expect(citationOf(sourceAt(codexOf(REVISIONS + REGISTRY), path))).toBe(citation);
  });

  it('is the codex at version 0 where no revision is closed', () => {
    expect(citationOf(sourceAt(codexOf('revisions: [{id: first, open: true}]'), 'a.md'))).toBe('codex@0');
    expect(citationOf(sourceAt(readCodex(null).codex, 'a.md'))).toBe('codex@0');
  });

  it('has a trust of 1 where none is written', () => {
    const codex = codexOf(REGISTRY);
    expect(['canon/a.md', 'private/a.md', 'a.md'].map((path) => sourceAt(codex, path).trust)).toEqual([1, 0.4, 1]);
  });
});

describe('a file counts in the mode', () => {
  const inMode = (mode: string) => {
    const codex = codexOf(mode + REGISTRY);
    return ['canon/a.md', 'private/a.md', 'a.md'].filter((path) => isInMode(codex, path));
  };

  it('always, if codex.yaml sets no mode', () => expect(inMode('')).toEqual(['canon/a.md', 'private/a.md', 'a.md']));
  it('if its source is neutral, or says nothing', () =>
    expect(inMode('mode: Neutral')).toEqual(['canon/a.md', 'a.md']));
  it('if its source is for fans only, in fan mode', () => expect(inMode('mode: fan')).toEqual(['private/a.md']));
});

it('with a compliance check in fan mode only, for its sources', () => {
  const of = (mode: string) =>
    uncompliantSources(
      readCodex(`${mode}\nregistry: {one: {version: 1, paths: a, for: fan}, two: {version: 1, paths: b}}`).codex,
    ).map(({ id }) => id);
  expect([of('mode: fan'), of('mode: neutral'), of('')]).toEqual([['one'], [], []]);
});
