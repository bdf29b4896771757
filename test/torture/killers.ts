/** Trials of commands that are killed while they write. */
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { DECLARE, type Both, changedSilently, expectWhole, killedAt, MOST, runWhole } from '../surfaces/killing';
import { slowTrial, type Trial } from './attack';

/** Each writes several pages. */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  declare: DECLARE,
  rewrite: ['rewrite', 'aldric', 'lysa', '--yes'],
};

const prose = fc.constantFrom('Prose', 'Þrøse \u{1F702}', 'Line\r\n\r\nanother');
const moment = fc.record({ at: fc.nat(MOST), half: fc.nat(1) });

const left = fc.asyncProperty(fc.constantFrom(...Object.keys(WRITERS)), prose, moment, (name, words, at) => {
  const told = changedSilently(words);
  try {
    expectWhole(killedAt(told, at, WRITERS[name]), wholeOf(name, words));
  } finally {
    rmSync(told.root, { recursive: true });
  }
  return Promise.resolve();
});

const whole = new Map<string, Both>();

/** An uninterrupted run gives the same each time. */
function wholeOf(name: string, words: string): Both {
  const key = `${name} ${words}`;
  const found = whole.get(key);
  if (found) return found;
  const told = changedSilently(words);
  const both = runWhole(told, WRITERS[name]);
  rmSync(told.root, { recursive: true });
  whole.set(key, both);
  return both;
}

export const KILLERS: readonly Trial[] = [slowTrial('killed/writers', left, { runs: 2 })];
