/** An edition written over an older one equals an edition written to an empty folder. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runShare, type ShareCall } from '../../server/src/cli/shareCommand';
import { allWritten } from '../../server/src/workspace/cache';

const PAGES = 30;

let home = '';
let copies = 0;
const world = (file: string): string => path.join(home, 'world', file);
const out = (file = ''): string => path.join(home, 'out', file);
function put(file: string, text: string): void {
  fs.mkdirSync(path.dirname(world(file)), { recursive: true });
  fs.writeFileSync(world(file), text);
}
/** Appends to a page, where there is one. */
const add = (i: number, text: string): void => {
  if (fs.existsSync(world(`part/${i}.md`))) fs.appendFileSync(world(`part/${i}.md`), text);
};
const caches = (name: string): void => void vi.stubEnv('XDG_CACHE_HOME', path.join(home, name));

const CODEX = 'present: 430 TA\nrevisions: [s1, {id: s2, open: true}]\ncircles: {players: [sara]}\n';

beforeEach(() => {
  home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-')));
  caches('caches');
  put('codex.yaml', CODEX);
  for (let i = 0; i < PAGES; i++)
    put(
      `part/${i}.md`,
      `---\ntitle: Page ${i}\n${i % 9 === 4 ? 'known_by: nobody\n' : ''}---\nIt follows [[Page ${(i * 7 + 4) % PAGES}|another]].\n`,
    );
  put('part/map.png', 'a map');
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await allWritten();
  fs.rmSync(home, { recursive: true, force: true });
}, 60_000);

async function share(folder: string, more: Partial<ShareCall> = { yes: true }) {
  let [printed, refused] = ['', ''];
  const output = {
    out: (text: string) => void (printed += text),
    err: (text: string) => void (refused += text),
    hasColour: false,
  };
  const status = await runShare(path.join(home, 'world'), folder, { for: 'players', ...more }, 'text', output);
  await allWritten();
  return { status, printed, refused };
}

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => path.join(item.parentPath, item.name))
      .map((file) => [path.relative(folder, file), fs.readFileSync(file, 'utf8')]),
  );

/** The content of a folder that was empty, shared without a startup cache. */
async function sharedInEmpty() {
  caches(`none-${++copies}`);
  const folder = path.join(home, `empty-${copies}`);
  const { status } = await share(folder);
  caches('caches');
  return { status, files: fs.existsSync(folder) ? filesIn(folder) : {} };
}

it('writes only what changed, and says so', async () => {
  await share(out());
  put('part/5.md', '---\ntitle: Page 5\nmood: grim\n---\nOther words. ![[map.png]]\n');
  expect((await share(out())).printed).toContain('Newly visible (1)\n  part/map.png');
  expect(filesIn(out())).toEqual((await sharedInEmpty()).files);
  expect((await share(out())).printed).toContain('is up to date');
  expect((await share(out(), { check: true })).status).toBe(0);
});

it('finds what has been changed in the folder itself', async () => {
  await share(out());
  const before = filesIn(out());
  fs.rmSync(out('part/3.md'));
  expect((await share(out())).printed).toContain('Newly visible (1)\n  part/3.md');
  expect(filesIn(out())).toEqual(before);
  fs.writeFileSync(out('part/3.md'), 'changed');
  expect(await share(out())).toMatchObject({ status: 2, refused: expect.stringContaining('part/3.md in') });
  expect(filesIn(out())['part/3.md']).toBe('changed');
});

type Step = readonly [name: string, does: (i: number) => void];

const STEPS: readonly Step[] = [
  ['prose', (i) => add(i, 'More.\n')],
  ['a link', (i) => add(i, `[[Page ${i + 1}]]\n`)],
  ['a picture', (i) => add(i, '![[map.png]]\n')],
  ['a reveal', (i) => put(`part/${i}.md`, `---\ntitle: Page ${i}\n---\nRevealed.\n`)],
  ['a secret', (i) => put(`part/${i}.md`, `---\ntitle: Page ${i}\nknown_by: nobody\n---\nHidden.\n`)],
  ['a fact', (i) => put(`part/${i}.md`, `---\ntitle: Page ${i}\nfacts: {house: {ruler: page-${i}}}\n---\nRuled.\n`)],
  ['a name', (i) => put(`part/${i}.md`, `---\ntitle: Page ${i}\naliases: [Page ${i + 3}]\n---\nNamed.\n`)],
  ['a draft', (i) => put(`part/${i}.md`, '---\ncanon: s2\n---\nOf the open one.\n')],
  ['no page', (i) => fs.rmSync(world(`part/${i}.md`), { force: true })],
  [
    'a move',
    (i) => fs.existsSync(world(`part/${i}.md`)) && fs.renameSync(world(`part/${i}.md`), world(`part/moved-${i}.md`)),
  ],
  [
    'codex.yaml',
    (i) => put('codex.yaml', `${CODEX}audience: {"part/${i}.md": ${i % 2 === 0 ? 'nobody' : 'everyone'}}\n`),
  ],
  ['a session', () => put('codex.yaml', CODEX.replace('{id: s2, open: true}', 's2'))],
  ['another map', (i) => put('part/map.png', `map ${i}`)],
  ['a map elsewhere', (i) => (i % 2 === 0 ? put('map.png', `map ${i}`) : fs.rmSync(world('map.png'), { force: true }))],
  ['a lost file', (i) => fs.rmSync(out(`part/${i}.md`), { force: true })],
  ['a lost manifest', () => fs.rmSync(out('.retcon-edition.json'), { force: true })],
];

it('equals an edition in an empty folder, after each kind of edit', async () => {
  await share(out());
  for (const [i, [name, edit]] of STEPS.entries()) {
    edit(i);
    const { status, refused } = await share(out());
    const empty = await sharedInEmpty();
    expect([status, refused], name).toEqual([empty.status, '']);
    expect(filesIn(out()), name).toEqual(empty.files);
  }
}, 120_000);
