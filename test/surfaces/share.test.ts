/** `retcon share` and *Share an Edition…*: a folder is written, brought up to date, and nothing that is not its own is touched. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { newFolderIn, writingFolders, beginJournal, digestOfBytes } from '../../server/src/workspace/writingJournal';
import type { EditionShown } from '../../server/src/lsp/protocol/protocolFolder';
import { startBrowser } from './browser';
import { startEditor } from './editor';
import { folderWith, PROJECT, removeFolders, retcon } from './process';

afterAll(removeFolders);

const AXE = readFileSync(path.join(PROJECT, 'node_modules/axe-core/axe.min.js'), 'utf8');

const filesUnder = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String);

const WORLD = {
  'world/codex.yaml': 'circles: {players: [sara]}\n',
  'world/house.md': '---\ntitle: House Vyr\n---\nIts heir is [[The Heir|a miller]]. ![[gate.png]]\n',
  'world/heir.md': '---\ntitle: The Heir\nknown_by: {players: 431 TA}\n---\n![[heir.png]]\n',
  'world/gate.png': 'gate',
  'world/heir.png': 'heir',
};

it('leaves out a picture that is a link out of the codex', () => {
  const root = folderWith({ 'world/a.md': 'Words. ![[link.png]]\n', 'outside.png': 'outside' });
  symlinkSync(path.join(root, 'outside.png'), path.join(root, 'world/link.png'));
  const out = path.join(root, 'out');
  const shared = retcon(['share', out, '--for', 'everyone', '--at', '1', '--yes', '--root', path.join(root, 'world')]);
  expect([shared.status, shared.stderr]).toEqual([0, '']);
  expect(shared.stdout).toContain('the picture link.png in a.md');
  expect(filesUnder(out).sort()).toEqual(['.retcon-edition.json', 'a.md']);
});

it('writes pages for site generators, and takes the place of an edition of another form', () => {
  const root = folderWith(WORLD);
  const out = path.join(root, 'out');
  const share = (...more: string[]) =>
    retcon(['share', out, '--for', 'players', '--at', '430 TA', '--yes', ...more, '--root', path.join(root, 'world')]);
  expect(share().status).toBe(0);
  const { pages, pictures, added, changed, removed } = JSON.parse(share('--site', '--format', 'json').stdout);
  expect({ pages, pictures, added, removed }).toEqual({
    pages: ['house.md'],
    pictures: ['gate.png'],
    added: ['README.md', '_index.html'],
    removed: [],
  });
  expect(changed.map(({ file }: { file: string }) => file)).toEqual(['house.md']);
  expect(readFileSync(path.join(out, 'README.md'), 'utf8')).toContain('World</h1>\n\n- [House Vyr](house/)\n');
  const journals = share('--foundry', '--gm', '--format', 'json');
  expect(journals.stderr).toContain('give this folder to nobody else');
  expect(filesUnder(out)).toContain('module.json');
  expect(JSON.parse(journals.stdout).pages).toHaveLength(2);
  expect(share('--gm')).toMatchObject({ status: 2, stderr: expect.stringContaining('--gm goes with --foundry') });
  expect(share('--site', '--html').stderr).toContain("option '--site' cannot be used with option '--html'");
  expect(share().status).toBe(0);
  expect(filesUnder(out).sort()).toEqual(['.retcon-edition.json', 'gate.png', 'house.md']);
});

it('shows what goes out though it is marked as hidden, before it is written and whenever it is checked again', () => {
  const root = folderWith({
    ...WORLD,
    'world/mill.md': '> [!gm]- Notes\n> Hollow.\n',
    'world/GM/plan.md': '---\nsecret: true\n---\n',
    'world/own.md': '---\npublish: false\n---\n',
  });
  const out = path.join(root, 'out');
  const share = (...more: string[]) =>
    retcon(['share', out, '--for', 'players', '--at', '430 TA', '--root', path.join(root, 'world'), ...more]).stdout;
  const told = `
Shared, though it is marked as hidden
  secret: true: GM/plan.md
  the folder GM: GM/plan.md
  [!gm]: mill.md

Left out (only you see this) (2)
  not open to players before 431 TA: heir.md
  not to be published, as it says itself (like \`publish: false\`): own.md
`;
  expect(share('--dry-run')).toContain(told);
  expect(share('--yes')).toContain(told);
  writeFileSync(path.join(root, 'world/house.md'), 'Another.');
  expect(share('--yes')).toContain(told);
  expect(JSON.parse(share('--yes', '--format', 'json')).marked_as_hidden).toEqual([
    { file: 'GM/plan.md', marks: ['secret: true', 'the folder GM'] },
    { file: 'mill.md', marks: ['[!gm]'] },
  ]);
  expect(filesUnder(out).sort()).toEqual(['.retcon-edition.json', 'GM', 'GM/plan.md', 'house.md', 'mill.md']);
});

it('brings a folder up to date, and touches no other file in it', () => {
  const root = folderWith(WORLD);
  const out = path.join(root, 'out');
  const share = (...more: string[]) =>
    retcon(['share', out, '--for', 'players', '--root', path.join(root, 'world'), ...more]);

  expect(share('--yes')).toMatchObject({ status: 2, stderr: expect.stringContaining('Say when, with --at DATE') });
  expect(share('--at', '430 TA')).toMatchObject({ status: 2, stderr: expect.stringContaining('give --yes') });
  expect(share('--at', '430 TA', '--check').status).toBe(1);
  expect(existsSync(out)).toBe(false);

  const first = share('--at', '430 TA', '--yes');
  expect([first.status, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toContain('not open to players before 431 TA: heir.md');
  expect(filesUnder(out).sort()).toEqual(['.retcon-edition.json', 'gate.png', 'house.md']);
  expect(readFileSync(path.join(out, 'house.md'), 'utf8')).toBe(
    '---\ntitle: House Vyr\n---\nIts heir is a miller. ![[gate.png]]\n',
  );
  expect(share('--at', '430 TA', '--check').status).toBe(0);

  writeFileSync(path.join(out, 'own.md'), 'mine');
  const later = share('--at', '431 TA', '--yes');
  expect(later.stdout).toContain('Newly visible (2)\n  heir.md\n  heir.png');
  expect(later.stdout).toContain(
    'Newly visible in pages that were there before (1)\n  house.md\n    Its heir is [[The Heir|a miller]].',
  );
  expect(filesUnder(out).sort()).toEqual([
    '.retcon-edition.json',
    'gate.png',
    'heir.md',
    'heir.png',
    'house.md',
    'own.md',
  ]);

  // What has been changed since is neither written over nor removed.
  writeFileSync(path.join(out, 'heir.md'), 'changed');
  expect(share('--at', '430 TA', '--yes')).toMatchObject({ status: 2, stderr: expect.stringContaining('heir.md in') });
  rmSync(path.join(out, 'heir.md'));
  const back = share('--at', '430 TA', '--yes', '--format', 'json');
  expect(JSON.parse(back.stdout)).toMatchObject({
    removed: ['heir.png'],
    changed: [{ file: 'house.md' }],
    written: true,
  });
  expect(filesUnder(out).sort()).toEqual(['.retcon-edition.json', 'gate.png', 'house.md', 'own.md']);
  expect(readFileSync(path.join(out, '.retcon-edition.json'), 'utf8')).not.toContain('heir');
});

it("refuses what it can't do", () => {
  const root = folderWith({ ...WORLD, 'world/x.md': '---\nknown_by: nobody\n---\n' });
  const world = path.join(root, 'world');
  const share = (dir: string, ...more: string[]) =>
    retcon(['share', dir, '--at', '430 TA', '--yes', '--root', world, ...more], { cwd: root });
  expect(share('out', '--for', 'playrs')).toMatchObject({ status: 1, stderr: expect.stringContaining('players') });
  expect(share('out', '--for', 'author').status).toBe(2);
  expect(share('world/out', '--for', 'players')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('exclude'),
  });
  expect(share('.', '--for', 'players')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('the codex itself'),
  });
  mkdirSync(path.join(root, 'taken'));
  writeFileSync(path.join(root, 'taken/house.md'), 'mine');
  expect(share('taken', '--for', 'players').status).toBe(2);
  expect(readFileSync(path.join(root, 'taken/house.md'), 'utf8')).toBe('mine');
  for (const [codexYaml, status, words] of [
    ['circles: {players: [sara]\n', 2, "codex.yaml can't be read"],
    ['audience: {"**": nobody}\n', 1, 'nothing of this codex'],
  ] as const) {
    writeFileSync(path.join(world, 'codex.yaml'), codexYaml);
    expect(share('out', '--for', 'everyone')).toMatchObject({ status, stderr: expect.stringContaining(words) });
  }
});

it('looks at its words before it looks for somebody to ask', () => {
  const root = folderWith({ ...WORLD, 'world/codex.yaml': `${WORLD['world/codex.yaml']}revisions: [s1]\n` });
  const share = (...words: string[]) => retcon(['share', 'out', ...words, '--root', 'world'], { cwd: root });
  const who = ['--for', 'players', '--at', '430 TA'];
  expect(share('--for', 'playrs', '--at', '430 TA').stderr).toContain('Did you mean players?');
  expect(share('--for', 'players', '--at', 'banana').stderr).toContain('"banana"');
  expect(share('--for', 'players').stderr).toContain('Say when');
  expect(share(...who, '--as-of', 's9')).toMatchObject({ status: 2, stderr: expect.stringContaining('"s9"') });
  expect(share(...who)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('give --yes') });
});

it('writes through no link that leads out of its folder, and says which it is', () => {
  const root = folderWith({ ...WORLD, 'world/a/b/deep.md': 'Deep.', 'world/a/c/deep.md': 'Deep.', 'own.md': 'mine' });
  const [out, others] = [path.join(root, 'out'), path.join(root, 'others')];
  mkdirSync(out);
  mkdirSync(others);
  symlinkSync(others, path.join(out, 'a'), 'junction');
  const share = (...more: string[]) =>
    retcon(['share', 'out', '--for', 'players', '--at', '430 TA', '--root', 'world', ...more], { cwd: root });
  const told =
    'retcon: a in "out" is a link that leads out of that folder, or nowhere: put a folder of its own there, or name another one for the edition. Nothing was written.\n';
  expect(share('--yes')).toMatchObject({ status: 2, stderr: told });
  expect(share('--check')).toMatchObject({ status: 1, stderr: told });
  expect(JSON.parse(share('--yes', '--format', 'json').stdout || '{}')).not.toMatchObject({ written: true });
  expect([readdirSync(out), readdirSync(others)]).toEqual([['a'], []]);

  rmSync(path.join(out, 'a'), { recursive: true });
  mkdirSync(path.join(out, 'inner'));
  symlinkSync(path.join(out, 'inner'), path.join(out, 'a'), 'junction');
  expect(share('--yes')).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(path.join(out, 'inner')).sort()).toEqual(['b', 'c']);
});

it('shows for one page what its pages newly show, and not how it is written', () => {
  const root = folderWith({
    ...WORLD,
    'world/b/twin.md': '---\ntitle: House Vyr\nfacts: {vyr: {motto: "a < b"}}\n---\n',
  });
  const share = (at: string, ...more: string[]): string =>
    retcon([
      ...['share', path.join(root, 'out'), '--for', 'players', '--html', '--at', at],
      ...['--root', path.join(root, 'world'), ...more],
    ]).stdout;
  expect(share('430 TA', '--yes')).toContain('Newly visible (2)\n  b/twin.md\n  house.md\n\n');
  const later = share('431 TA', '--yes');
  expect(later).toContain('Newly visible (1)\n  heir.md\n\n');
  expect(later).not.toContain('<');
  writeFileSync(
    path.join(root, 'world/house.md'),
    '---\ntitle: House Vyr\nfacts: {vyr: {motto: "a < c"}}\n---\nIts heir is bold.\n',
  );
  expect(share('431 TA', '--dry-run')).toContain(
    'Newly visible in pages that were there before (1)\n  house.md\n    motto of vyr: a < c\n    Its heir is bold.\n',
  );
  const json = JSON.parse(share('430 TA', '--dry-run', '--format', 'json'));
  expect(json).toMatchObject({ added: [], removed: ['The Heir'], changed: [{ file: 'house.md' }] });
});

it('shows the first of many, by folder where they lie in several, and all with `--list`', () => {
  const pages = (folder: string) => Array.from({ length: 20 }, (_, i) => [`world/${folder}${i}.md`, 'Words.\n']);
  const root = folderWith(Object.fromEntries([['world/codex.yaml', ''], ...pages('')]));
  const share = (...more: string[]): string =>
    retcon(['share', 'out', '--for', 'everyone', '--at', '1', '--dry-run', ...more, '--root', 'world'], { cwd: root })
      .stdout;
  expect(share()).toContain('  and 8 more\n\nThe first of each are shown: --list shows all.\n');
  expect(share('--list')).toContain('Newly visible (20)\n  0.md\n  1.md\n  10.md');
  expect(share('--list')).not.toContain('more');
  mkdirSync(path.join(root, 'world/people'));
  for (const [file = '', text = ''] of pages('people/')) writeFileSync(path.join(root, file), text);
  expect(share()).toContain(
    'Newly visible (40)\n  in no folder (20): 0.md, 1.md, 10.md and 17 more\n  people (20): 0.md, 1.md, 10.md and 17 more\n',
  );
});

it('shares what is marked for publishing where anything is, and the rest with `--all`', () => {
  const root = folderWith({
    'world/codex.yaml': '',
    'world/marked.md': '---\ndg-publish: true\n---\nWords.\n',
    'world/plain.md': 'Words.\n',
    'world/kept.md': '---\ndg-publish: false\n---\nWords.\n',
  });
  const share = (...more: string[]): string =>
    retcon(['share', 'out', '--for', 'everyone', '--at', '1', '--dry-run', ...more, '--root', 'world'], { cwd: root })
      .stdout;
  expect(share()).toContain(`Left out (only you see this) (2)
  not to be published, as it says itself (like \`publish: false\`): kept.md
  not marked for publishing (like \`publish: true\`), as one note is: plain.md

Left out of shared notes
  properties that may not be meant for readers: dg-publish (see shared_keys)

Only notes that are marked for publishing are shared: --all shares 1 more.
`);
  const all = share('--all');
  expect(all).toContain('Newly visible (2)\n  marked.md\n  plain.md\n');
  expect(all).not.toContain('--all');
});

it('is written over for nobody else, unless that is asked for', () => {
  const root = folderWith({ ...WORLD, 'world/sara.md': '---\ntitle: Sara of the Ford\n---\n' });
  const share = (knower: string, ...more: string[]) =>
    retcon(['share', 'out', '--for', knower, '--at', '430 TA', '--yes', '--root', 'world', ...more], { cwd: root });
  expect(share('sara').status).toBe(0);
  const refused = share('players');
  expect(refused).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('"out" holds an edition for sara. Name'),
  });
  expect(share('players', '--html').stderr).toBe(refused.stderr);
  const check = ['share', 'out', '--for', 'players', '--at', '430 TA', '--check', '--root', 'world'];
  expect(retcon(check, { cwd: root }).status).toBe(1);
  expect(share('Sara of the Ford')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('is up to date'),
  });
  expect(share('players', '--replace').status).toBe(0);
  expect(JSON.parse(readFileSync(path.join(root, 'out/.retcon-edition.json'), 'utf8')).for).toBe('players');

  // Those of before say it in their one page, or nowhere.
  const manifest = path.join(root, 'out/.retcon-edition.json');
  const page =
    '<title>What tom may know</title>\n<article id="p0">\n<h1>House Vyr</h1>\n<p>Old &#38; gone.</p></article>';
  const digest = digestOfBytes(new TextEncoder().encode(page));
  writeFileSync(path.join(root, 'out/index.html'), page);
  writeFileSync(manifest, JSON.stringify({ edition: 1, files: { 'index.html': [digest] } }));
  expect(share('sara', '--html').stderr).toContain('holds an edition for tom');
  const replaced = share('sara', '--html', '--replace').stdout;
  expect(replaced).toContain('Newly visible (1)\n  sara.md');
  expect(replaced).toContain('(1)\n  house.md\n    Its heir is a miller.');
  writeFileSync(manifest, JSON.stringify({ edition: 1, files: {} }));
  rmSync(path.join(root, 'out/index.html'));
  expect(share('players').status).toBe(0);
});

it('is one page that can be searched', async () => {
  const root = folderWith({
    ...WORLD,
    'world/other.md': '# The <b>Ford</b>\n\n<script>document.title = "x"</script> 渡し場\n',
  });
  const out = path.join(root, 'out');
  retcon(['share', out, '--for', 'players', '--at', '430 TA', '--yes', '--html', '--root', path.join(root, 'world')]);
  const browser = await startBrowser();
  try {
    const page = await (await browser.newContext({ offline: true })).newPage();
    const faults: string[] = [];
    page.on('console', (message) => faults.push(message.text()));
    await page.goto(`file://${out}/index.html`);
    expect(await page.title()).toBe('World: what players may know');
    expect(await page.locator('article').count()).toBe(2);
    await page.getByLabel('Search').fill('渡し');
    await expect.poll(() => page.getByRole('status').textContent()).toContain('1 page ');
    expect(await page.locator('article:visible h2').textContent()).toBe('The <b>Ford</b>');
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
  }
});

const RICH = `---
title: The Ford
type: place
date: 200 TA
facts: {house-vyr: {seat: The Ford}}
---
> [!warning]- Deep
> ==Cold==.[^1]

- [ ] cross

| a | b |
|---|---|
| 1 | 2 |

[^1]: And dark.
`;

it('is one page for everybody: in the dark, on a phone, by keys alone', async () => {
  const root = folderWith({ ...WORLD, 'world/places/ford.md': RICH });
  const out = path.join(root, 'out');
  retcon(['share', out, '--for', 'players', '--at', '430 TA', '--yes', '--html', '--root', path.join(root, 'world')]);
  const browser = await startBrowser();
  try {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1280]) {
        const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
        await page.goto(`file://${out}/index.html#ford`);
        await page.evaluate(AXE);
        const found = await page.evaluate<string[]>(
          'axe.run(document).then((all) => all.violations.map((one) => one.help))',
        );
        expect(found).toEqual([]);
        expect(await page.locator('nav a', { hasText: 'House Vyr' }).isVisible()).toBe(width > 1000);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await page.close();
      }
    const page = await browser.newPage();
    await page.goto(`file://${out}/index.html`);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to the pages');
    await page.keyboard.press('/');
    await page.keyboard.type('nothing of this');
    await expect.poll(() => page.getByRole('status').textContent()).toContain('No page has “nothing of this”');
    expect(await page.getByRole('heading', { name: 'Time' }).isVisible()).toBe(false);
    await page.keyboard.press('Escape');
    expect(await page.locator('article:visible').count()).toBe(2);
  } finally {
    await browser.close();
  }
});

it('says so where nothing is kept from its readers', async () => {
  const editor = await startEditor({ 'codex.yaml': 'present: 430 TA\n', 'keep.md': '# The Keep\n' });
  try {
    await editor.open('keep.md');
    await editor.ready();
    const asked = { uri: editor.uriOf('keep.md'), for: 'everyone', folder: path.join(folderWith({}), 'out') };
    expect(await editor.request('retcon/edition', asked)).toMatchObject({
      pages: 1,
      isEverything: true,
      hasNoSecrets: true,
      unmarked: 0,
    });
    await editor.write('plan.md', '---\ndraft: true\n---\n');
    await editor.until('the draft', async () => {
      const shown = await editor.request<EditionShown>('retcon/edition', asked);
      return 'hasNoSecrets' in shown && shown.hasNoSecrets && !shown.isEverything;
    });
  } finally {
    await editor.stop();
  }
});

it('is shown in the editor before it is written', async () => {
  const root = folderWith({});
  const files = Object.fromEntries(Object.entries(WORLD).map(([file, text]) => [file.replace('world/', ''), text]));
  const editor = await startEditor(files);
  try {
    await editor.open('house.md');
    await editor.ready();
    const asked = { uri: editor.uriOf('house.md'), for: 'players', folder: path.join(root, 'out') };
    const request = (more: object): Promise<EditionShown> => editor.request('retcon/edition', { ...asked, ...more });
    expect(await request({})).toMatchObject({ needsDate: true });
    expect(await request({ at: '430 TA' })).toMatchObject({
      pages: 1,
      isEverything: false,
      hasNoSecrets: false,
      isWritten: false,
      preview: expect.stringContaining('Newly visible (2)\nhouse.md\ngate.png'),
    });
    expect(existsSync(asked.folder)).toBe(false);
    expect(await request({ at: '430 TA', write: true })).toMatchObject({ isWritten: true });
    expect(filesUnder(asked.folder).sort()).toEqual(['.retcon-edition.json', 'gate.png', 'house.md']);
    expect(await request({ at: '430 TA' })).toMatchObject({ isUpToDate: true });
    expect(await request({ for: 'everyone', at: '430 TA' })).toMatchObject({ reader: 'players' });
    expect(await request({ for: 'everyone', at: '430 TA', replace: true })).toMatchObject({ pages: 1, whole: null });
    const page = { at: '430 TA', html: true, folder: path.join(root, 'page') };
    expect(await request({ ...page, write: true })).toMatchObject({ isWritten: true });
    expect(filesUnder(page.folder).sort()).toEqual(['.retcon-edition.json', 'index.html']);
    const site = { at: '430 TA', site: true, folder: path.join(root, 'site') };
    expect(await request({ ...site, write: true })).toMatchObject({
      isWritten: true,
      preview: expect.stringContaining('Newly visible (4)\nREADME.md\n_index.html\nhouse.md\ngate.png'),
    });
    expect(readFileSync(path.join(site.folder, 'house.md'), 'utf8')).toContain('a miller. ![gate](../gate%2Epng)');
    const foundry = { at: '430 TA', foundry: true, gm: true, folder: path.join(root, 'foundry') };
    expect(await request({ ...foundry, write: true })).toMatchObject({ isWritten: true });
    expect(filesUnder(foundry.folder)).toContain('module.json');
    // It is the page that the command line writes.
    const byHand = path.join(root, 'by-hand');
    retcon([
      'share',
      byHand,
      '--for',
      'players',
      '--at',
      '430 TA',
      '--html',
      '--yes',
      '--root',
      path.dirname(fileURLToPath(editor.uriOf('house.md'))),
    ]);
    expect(readFileSync(path.join(page.folder, 'index.html'), 'utf8')).toBe(
      readFileSync(path.join(byHand, 'index.html'), 'utf8'),
    );
  } finally {
    await editor.stop();
  }
});

it('finishes what a command was stopped in when it writes, and not when it shows', async () => {
  const out = path.join(folderWith({ 'own.md': 'mine' }), 'out');
  mkdirSync(out);
  const folder = newFolderIn(writingFolders(out), '1-1-0');
  writeFileSync(path.join(folder, '0'), 'late');
  const after = digestOfBytes(new TextEncoder().encode('late'));
  beginJournal({ root: out, folder, all: [{ file: 'late.md', before: null, after }] });
  const editor = await startEditor({ 'codex.yaml': '', 'a.md': 'Words.\n' });
  try {
    await editor.open('a.md');
    await editor.ready();
    const request = { uri: editor.uriOf('a.md'), for: 'everyone', at: '1', folder: out };
    expect(await editor.request('retcon/edition', request)).toMatchObject({ pages: 1, isWritten: false });
    expect(existsSync(path.join(out, 'late.md'))).toBe(false);
    expect(await editor.request('retcon/edition', { ...request, write: true })).toMatchObject({ isWritten: true });
    expect(filesUnder(out).sort()).toEqual(['.retcon-edition.json', 'a.md', 'late.md']);
  } finally {
    await editor.stop();
  }
});
