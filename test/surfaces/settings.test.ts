/** Questions of one setting of a settings.yaml, and of all of them (model §13, contract.md). */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderWith, removeFolders, retcon, retconJson } from './process';

afterAll(removeFolders);

const FILES = {
  'settings.yaml': 'settings:\n  vyr: worlds/vyr\n  ashen-sea: worlds/ashen-sea\n  lost: worlds/lost\n',
  'worlds/vyr/codex.yaml': 'present: 430 TA\ncalendars: {years: {eras: [{id: TA, epoch: 0}]}}\n',
  'worlds/vyr/maric.md': '---\nid: maric\nattributes: {mood: merry}\n---\n',
  'worlds/vyr/only-here.md': '---\nid: only-here\nattributes: {mood: merry}\n---\n',
  'worlds/ashen-sea/codex.yaml': 'present: 5 AS\ncalendars: {tides: {eras: [{id: AS, epoch: 0}]}}\n',
  'worlds/ashen-sea/maric.md': '---\nid: maric\nattributes: {mood: grim}\n---\n',
};

let cwd = '';
beforeAll(() => void (cwd = folderWith(FILES)));
const inside = () => ({ cwd: path.join(cwd, 'worlds/ashen-sea') });

describe('--setting', () => {
  it('asks one setting, from anywhere below settings.yaml', () => {
    const { status, json } = retconJson(['was-true-at', 'maric', '--setting', 'vyr'], inside());
    expect([status, json.at, json.facts[0].values[0].value]).toEqual([0, '430 TA', 'merry']);
    expect(retconJson(['was-true-at', 'maric', '--setting', 'VYR', '--root', cwd]).json.at).toBe('430 TA');
  });

  it('asks all, each for itself under its name, in the order of the names', () => {
    const { status, json } = retconJson(['was-true-at', 'maric', '--setting', 'all'], { cwd });
    expect([status, Object.keys(json), Object.keys(json.settings)]).toEqual([
      0,
      ['settings'],
      ['ashen-sea', 'lost', 'vyr'],
    ]);
    expect(json.settings['ashen-sea']).toMatchObject({ at: '5 AS', answer: expect.stringContaining('grim') });
    expect(json.settings.vyr).toMatchObject({ at: '430 TA', answer: expect.stringContaining('merry') });
    expect(json.settings.lost.error).toMatchObject({ code: 'not-found', given: 'lost' });
    const { stdout } = retcon(['was-true-at', 'maric', '--setting', 'all'], { cwd });
    expect(stdout).toBe(
      'ashen-sea\nmaric at present, 5 AS\n  mood: grim (maric)\n\nvyr\nmaric at present, 430 TA\n  mood: merry (maric)\n',
    );
  });

  it('has an answer where one of them has, and else fails as they do', () => {
    const one = retconJson(['lookup', 'only-here', '--setting', 'all'], { cwd });
    expect([one.status, one.json.settings['ashen-sea'].error.code]).toEqual([0, 'not-found']);
    expect(one.stderr).toContain('ashen-sea: ');
    expect(retcon(['lookup', 'nobody', '--setting', 'all'], { cwd }).status).toBe(1);
  });

  it('refuses a setting that is not there, and one without a codex', () => {
    const unknown = retconJson(['lookup', 'maric', '--setting', 'vyrr'], { cwd });
    expect([unknown.status, unknown.json.error]).toMatchObject([
      2,
      { code: 'usage', given: 'vyrr', accepted: ['ashen-sea', 'lost', 'vyr', 'all'] },
    ]);
    expect(unknown.json.error.message).toBe('There is no setting "vyrr" in settings.yaml. Did you mean vyr?');
    expect(retcon(['lookup', 'maric', '--setting', 'lost'], { cwd }).status).toBe(1);
    const none = retconJson(['lookup', 'maric', '--setting', 'vyr'], { cwd: folderWith({ 'settings.yaml': 'a: 1' }) });
    expect([none.status, none.json.error.code]).toEqual([2, 'usage']);
  });

  it('takes files in one setting alone', () => {
    for (const asked of [
      ['brief', '--all'],
      ['timeline', '--svg', 'time.svg'],
      ['what-if', 'worlds/vyr/maric.md'],
    ]) {
      const { status, stderr } = retcon([...asked, '--setting', 'all'], { cwd });
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining('Files belong to one setting, not to all. Accepted: ashen-sea, lost, vyr.'),
      ]);
    }
    expect(retcon(['brief', '--all', '--setting', 'vyr'], { cwd }).status).toBe(0);
  });
});

describe('a folder of settings without a codex of its own', () => {
  it('says how to ask', () => {
    const { status, stderr } = retcon(['lookup', 'maric'], { cwd });
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('this folder holds the settings ashen-sea, lost and vyr: add `--setting NAME`'),
    ]);
  });

  it('has its settings.yaml checked', () => {
    const { status, json } = retconJson(['check'], { cwd });
    expect([status, json.diagnostics]).toMatchObject([
      1,
      [{ file: 'settings.yaml', code: 'config/invalid', range: { start: { line: 3, character: 8 } } }],
    ]);
  });
});

describe('init in a folder with several worlds', () => {
  it('names them in a settings.yaml, and overwrites none', () => {
    const root = folderWith({
      'worlds/vyr/codex.yaml': '',
      'worlds/ashen-sea/codex.yaml': '',
      'old/vyr/codex.yaml': '',
    });
    const { status, json } = retconJson(['init'], { cwd: root });
    expect([status, json.file]).toEqual([0, 'settings.yaml']);
    expect(json.text).toBe(
      '# The worlds in this folder: a name for each, and where its codex.yaml is.\nsettings:\n  vyr: old/vyr\n  ashen-sea: worlds/ashen-sea\n  worlds-vyr: worlds/vyr\n',
    );
    expect(retconJson(['check'], { cwd: root }).json.diagnostics).toEqual([]);
    expect(retconJson(['init'], { cwd: root }).json.error).toMatchObject({ code: 'exists', given: 'settings.yaml' });
  });
});
