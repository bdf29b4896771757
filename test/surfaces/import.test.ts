/** `retcon import`: a world comes in, comes in again, and leaves alone what its author has changed. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CAMPAIGN, zipOf } from '../imports/kankaCampaign';
import { startEditor } from './editor';
import { folderWith, removeFolders, retcon } from './process';

afterAll(removeFolders);

/** How many files of each change a call reports. */
function counts(stdout: string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { change } of JSON.parse(stdout).files as { change: string }[]) found[change] = (found[change] ?? 0) + 1;
  return found;
}

const bring = (zip: string, into: string, ...more: string[]) => retcon(['import', zip, '--into', into, ...more]);

it('changes nothing the second time, and the third time keeps the words of the author and reports it', () => {
  const root = folderWith({});
  const [zip, into] = [path.join(root, 'vale.zip'), path.join(root, 'world')];
  writeFileSync(zip, zipOf(CAMPAIGN));
  expect(bring(zip, into, '--dry-run').stdout).toContain('Kanka: 13 pages');
  expect(readdirSync(root)).toEqual(['vale.zip']);
  expect(counts(bring(zip, into, '--yes', '--format', 'json').stdout)).toEqual({ new: 15 });
  expect(counts(bring(zip, into, '--yes', '--format', 'json').stdout)).toEqual({ same: 15 });
  expect(retcon(['check', '--root', into])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('0 errors, 0 warnings'),
  });

  const at = (file: string): string => path.join(into, file);
  const edit = (file: string): string => `${readFileSync(at(file), 'utf8')}\nMine.\n`;
  const mine = edit('Characters/Maric.md');
  writeFileSync(at('Characters/Maric.md'), mine);
  writeFileSync(at('Locations/Vale.md'), edit('Locations/Vale.md'));
  // Where a page lies, and that it is gone, is its author's as well.
  renameSync(at('Characters/Lysa.md'), at('Lysa of Vyr.md'));
  rmSync(at('Families/House Vyr.md'));
  const files = structuredClone(CAMPAIGN) as Record<string, { entity: { entry: string } }>;
  for (const file of ['characters/maric_20.json', 'characters/lysa_21.json', 'events/the-fall_60.json'])
    if (files[file]) files[file].entity.entry = '<p>Otherwise.</p>';
  delete files['maps/the-map_70.json'];
  writeFileSync(zip, zipOf(files));
  const third = JSON.parse(bring(zip, into, '--yes', '--format', 'json').stdout);
  const changed = third.files.filter(({ change }: { change: string }) => change !== 'same');
  expect(
    changed.map(({ path: file, change, source_changed: news }: Record<string, string>) => [file, change, news]),
  ).toEqual([
    ['Characters/Maric.md', 'merged', true],
    ['Lysa of Vyr.md', 'updated', undefined],
    ['Families/House Vyr.md', 'kept', undefined],
    ['Locations/Vale.md', 'kept', undefined],
    ['Events/The Fall.md', 'updated', undefined],
  ]);
  expect(third.gone).toEqual(['Maps/The Map.md']);
  // Only the names by which it links a page that was renamed.
  expect(readFileSync(at('Characters/Maric.md'), 'utf8')).toBe(
    mine.replaceAll(/(?<=: )"\[\[Lysa\]\]"/g, '"[[Lysa of Vyr]]"'),
  );
  expect(third.files.find(({ path: file }: { path: string }) => file === 'Characters/Maric.md')).toMatchObject({
    taken_over: ['attributes.Liege', 'attributes.Spouse'],
    left: ['prose'],
  });
  expect(readFileSync(at('Lysa of Vyr.md'), 'utf8')).toContain('Otherwise.');
  const maric = files['characters/maric_20.json'] as unknown as Record<string, unknown>;
  writeFileSync(zip, zipOf({ ...files, 'characters/maric_20.json': { ...maric, title: 'The Old Lord' } }));
  const fourth = JSON.parse(bring(zip, into, '--yes', '--format', 'json').stdout).files;
  expect(fourth.find(({ path: file }: { path: string }) => file === 'Characters/Maric.md')).toMatchObject({
    change: 'merged',
    taken_over: [expect.stringContaining('title')],
    left: ['prose'],
  });
  expect(readFileSync(at('Characters/Maric.md'), 'utf8')).toContain('The Old Lord');
  expect(readFileSync(at('Characters/Maric.md'), 'utf8')).toContain('Mine.');
  expect(bring(zip, into, '--yes').stdout).toContain(
    'Characters/Maric.md (its source has changed prose too, and yours stays)',
  );
});

it('takes of a table the columns that are chosen as facts, and hides it where that is asked for', () => {
  const root = folderWith({ 'events.csv': 'Title,Mood,Weather,Date\nThe Fall,grim,rain,3\n' });
  const [file, into] = [path.join(root, 'events.csv'), path.join(root, 'world')];
  const { lost } = JSON.parse(bring(file, into, '--facts', 'mood', '--hidden', '--yes', '--format', 'json').stdout);
  expect(lost).toContainEqual(expect.objectContaining({ what: 'column "Weather"', why: 'you have not chosen it' }));
  const page = readFileSync(path.join(into, 'The Fall.md'), 'utf8');
  expect(page).toContain('known_by: nobody\nattributes:\n  Mood: grim\n---');
  const again = bring(file, into, '--yes');
  expect(again.stdout).toContain(
    'As chosen for the last import: the columns that are facts: Mood; every page is for you alone.\n',
  );
  expect(again.stdout).toContain('2 the same');
  const open = bring(file, into, '--no-hidden', '--yes', '--format', 'json');
  expect(JSON.parse(open.stdout)).toMatchObject({ hidden: [], remembered: { facts: ['Mood'] } });
  expect(bring(file, into, '--dry-run').stdout).toContain('facts: Mood.\n');
  rmSync(into, { recursive: true });
  bring(file, into, '--yes');
  expect(readFileSync(path.join(into, 'The Fall.md'), 'utf8')).toContain('  Mood: grim\n  Weather: rain\n');
});

it('refuses what it cannot read in a line, and writes nothing', () => {
  const root = folderWith({ 'a.txt': 'words', 'broken.zip': 'PK broken' });
  const refused = (file: string, ...more: string[]) =>
    bring(path.join(root, file), path.join(root, 'out'), '--yes', ...more);
  expect(refused('a.txt')).toMatchObject({ status: 2, stderr: expect.stringContaining('is not an export of Kanka') });
  expect(refused('broken.zip')).toMatchObject({ status: 2, stderr: expect.stringContaining('damaged, or not a zip') });
  expect(refused('none.zip')).toMatchObject({ status: 2, stderr: expect.stringContaining('there is no such file') });
  expect(readdirSync(root).sort()).toEqual(['a.txt', 'broken.zip']);
});

it('sets up notes with a calendar that lies beside them, or elsewhere', () => {
  const calendar = JSON.stringify({
    name: 'Vale',
    static_data: {
      year_data: { first_day: 1, timespans: [{ name: 'Frostwane', length: 30, interval: 1 }], global_week: [] },
      eras: [],
    },
    dynamic_data: { year: 440, timespan: 0, day: 3 },
  });
  const root = folderWith({
    'beside/note.md': 'x',
    'beside/vale.json': calendar,
    'apart/note.md': 'x',
    'vale.json': calendar,
  });
  const at = (folder: string): string => path.join(root, folder);
  for (const call of [
    ['init', '--root', at('beside')],
    ['init', '--root', at('apart'), '--calendar', at('vale.json')],
  ]) {
    expect(retcon(call).status).toBe(0);
    expect(readFileSync(path.join(call[2] ?? '', 'codex.yaml'), 'utf8')).toContain('{name: Frostwane, days: 30}');
  }
  expect(retcon(['init', '--root', root, '--calendar', at('apart/note.md')])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('has no calendar in it'),
  });
});

it('is offered in the editor: shown first, and written when the author agrees', async () => {
  const root = folderWith({ 'no.txt': 'words' });
  const [file, folder] = [path.join(root, 'vale.zip'), path.join(root, 'world')];
  writeFileSync(file, zipOf(CAMPAIGN));
  const editor = await startEditor({ 'codex.yaml': '', 'a.md': 'Words.\n' });
  try {
    const request = (more: object) => editor.request('retcon/import', { file, folder, ...more });
    expect(await request({})).toMatchObject({
      files: 15,
      isWritten: false,
      preview: expect.stringContaining('13 pages'),
    });
    const table = path.join(root, 'events.csv');
    writeFileSync(table, 'Title,Mood,Date\nThe Fall,grim,3\n');
    const ofTable = { file: table, folder: path.join(root, 'table'), facts: [], isHidden: true };
    expect(await request(ofTable)).toMatchObject({
      columns: ['Mood'],
      preview: expect.stringContaining('For you alone'),
    });
    await request({ ...ofTable, write: true });
    expect(await request({ file: table, folder: ofTable.folder })).toMatchObject({
      choices: { facts: [], isHidden: true },
      preview: expect.stringContaining('As chosen for the last import'),
    });
    expect(existsSync(folder)).toBe(false);
    expect(await request({ write: true })).toMatchObject({ isWritten: true });
    expect(existsSync(path.join(folder, 'Characters/Maric.md'))).toBe(true);
    expect(await request({})).toMatchObject({ files: 0 });
    const refusal = await request({ file: path.join(root, 'no.txt') });
    expect(refusal).toMatchObject({ refusal: expect.stringContaining('is not an export of') });
  } finally {
    await editor.stop();
  }
});
