/** Several codices under one settings.yaml: their names and folders, and what is wrong with these (model §13). */
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../server/src/core/codex/settings';
import { asDrawn, drawn } from './drawn';

const THERE = new Set(['', 'vyr', 'worlds/vyr', 'worlds/ashen-sea', 'worlds/vyr/inner', 'second/vyr']);

const reads = (source: string) => {
  const { text, expected } = drawn(source);
  const reading = readSettings(text, (folder) => THERE.has(folder));
  // The beginning of each message is enough.
  expect(asDrawn(reading?.problems ?? []).map((one, i) => one.slice(0, expected[i]?.length))).toEqual(expected);
  return reading?.settings.map(({ name, folder }) => `${name} in ${folder}`);
};

describe('settings.yaml', () => {
  it('names settings, in the order of the names', () => {
    expect(
      reads(`
settings:
  vyr: worlds/vyr
  ashen-sea: ./worlds/other/../ashen-sea/
`),
    ).toEqual(['ashen-sea in worlds/ashen-sea', 'vyr in worlds/vyr']);
  });

  it('calls folders in a list by their own names', () => {
    expect(
      reads(`
settings: [worlds/vyr, worlds\\ashen-sea, second/vyr]
                                         ^^^^^^^^^^ There is a setting called vyr already
`),
    ).toEqual(['ashen-sea in worlds/ashen-sea', 'vyr in worlds/vyr']);
  });

  it('is a file of another program where it has no such key', () => {
    for (const text of ['theme: dark\n', '- settings\n', '', '{', 'settings.vyr: 1'])
      expect(readSettings(text, () => true)).toBeNull();
  });

  it('keeps a setting whose folder has no codex.yaml, so that its name can be explained', () => {
    expect(
      reads(`
settings:
  lost: worlds/lost
        ^^^^^^^^^^^ There is no codex.yaml in "worlds/lost": name a folder
`),
    ).toEqual(['lost in worlds/lost']);
  });

  it('refuses names that say nothing, and folders that lie elsewhere', () => {
    expect(
      reads(`
settings:
  vyr: worlds/vyr
  Vyr: vyr
  ^^^ There is a setting called Vyr already: give one of the two another name.
  all: vyr
  ^^^ "all" means every setting
  "a:b": vyr
   ^^^ "a:b" can't be the name of a set
  old: ../vyr
       ^^^^^^ "../vyr" lies outside of this folder
  older: /vyr
         ^^^^ "/vyr" lies outside of this folder
  again: worlds/vyr/
         ^^^^^^^^^^^ worlds/vyr/ is called vyr already
  none:
  ^^^^ Where is none? Write the folder of its codex.
  some: [vyr]
        ^^^^^ some takes one text, not a list.
`),
    ).toEqual(['vyr in worlds/vyr']);
  });

  it('reports a setting inside another, whichever is written first', () => {
    reads(`
settings:
  inner: worlds/vyr/inner
  vyr: worlds/vyr
       ^^^^^^^^^^ inner lies inside vyr: move one of the two
  here: .
        ^ inner lies inside here: move one of the two
`);
  });

  it('reports a key that it does not know', () => {
    expect(
      readSettings('settings: {vyr: vyr}\nsetting: {}\n', () => true)?.problems.map(({ message }) => message),
    ).toEqual(['"setting" is not a key of settings.yaml. Did you mean settings?']);
  });
});
