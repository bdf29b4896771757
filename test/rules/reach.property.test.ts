/**
 * New findings since a commit are the same as if all pages were judged, though only pages that the change reaches are
 * judged.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { affectedFiles } from '../../server/src/core/canon';
import { type Pages, stateOf } from './gate';
import { CODEX, SORTS, toldAsIfAllWereJudged } from './newlyFound';

const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? 10) };

it.each(Object.entries(SORTS))('%s', (_, sort) => {
  fc.assert(toldAsIfAllWereJudged(sort), RUNS);
});

it('reaches everything connected with a change, and no more', () => {
  const page = (keys: string, prose = ''): string => `---\n${keys}\n---\n${prose}`;
  const files: Pages = {
    'codex.yaml': CODEX,
    'hall.md': page('date: 10 TA\nfacts: {vyr: {seat: tarn}}'),
    'hall-again.md': page('date: 20 TA\nsupersedes: {id: hall, reason: so}\nfacts: {vyr: {seat: crag}}'),
    'vyr.md': page('title: House Vyr\naliases: [vyr]'),
    'siege.md': page('facts: {vyr: {ruler: maric}}'),
    'song.md': page('sources: [hall]'),
    'letter.md': page('type: letter', 'As [[hall]] has it.\n'),
    'oath.md': page('facts: {oldmere: {seat: moor}}'),
    'oldmere.md': page('sources: [oath]'),
  };
  const reached = (file: string, from: string, to: string): string[] => {
    const after = { ...files, [file]: (files[file] ?? '').replace(from, to) };
    const [was, is] = [stateOf(files).host.canon, stateOf(after).host.canon];
    return [...(affectedFiles(was, is, [file]) ?? Object.keys(files))].sort();
  };
  expect(reached('hall.md', 'tarn', 'fell')).toEqual([
    'hall-again.md',
    'hall.md',
    'letter.md',
    'siege.md',
    'song.md',
    'vyr.md',
  ]);
  expect(reached('oath.md', 'moor', 'fell')).toEqual(['oath.md', 'oldmere.md']);
  expect(reached('letter.md', 'has it', 'had it')).toEqual(['letter.md']);
});
