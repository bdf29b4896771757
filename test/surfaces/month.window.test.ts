/** The month in the window: what the editor marks, lists as about to be committed and says above a page is what the hook finds. */
import { expect, it } from 'vitest';
import type { ViewAnswer } from '../../server/src/lsp/protocol/protocol';
import { startEditor } from './editor';
import { swap, WORLD, withKeys } from './month';
import { type Json, retconJson } from './process';
import { CAN_PULL, keepAsking } from './pulling';
import { type Changes, gitIn } from './repository';

/** Story, and other changes that are not retcons: nothing is reported anywhere, and no page succeeds another. */
const STORY: readonly (readonly [string, Changes])[] = [
  ['somebody dies at the present', withKeys('people/lysa.md', 'until: 430 TA\n')],
  [
    'somebody rises from the dead',
    swap('people/maric.md', 'date: 150 TA\nuntil: 240 TA', 'date: [150 TA, 431 TA]\nuntil: [240 TA]'),
  ],
  ['a reign ends at the present', swap('reign.md', 'from: 400 TA}', 'from: 400 TA, until: 430 TA}')],
  [
    'a reign begins after it',
    {
      'new.md':
        '---\ncanon: session-48\nfacts:\n  - {entity: house-vyr, attribute: ruler, value: aldric, from: 431 TA}\n---\n',
    },
  ],
  ['an unknown date becomes known', swap('people/ysolde.md', 'date: unknown', 'date: 431 TA')],
  ['prose is written', swap('founding.md', 'The towers were founded.', 'Seven towers rose.')],
  ['an id is renamed, and the old one kept', swap('oath.md', 'id: oath', 'id: the-oath\naliases: [oath]')],
  ['the present goes on', swap('codex.yaml', 'present: 430 TA', 'present: 431 TA')],
  [
    'a session is closed',
    swap('codex.yaml', '{id: session-48, open: true}]', 'session-48, {id: session-49, open: true}]'),
  ],
];

const RETCONS: readonly (readonly [string, Changes])[] = [
  ['a value is another', swap('founding.md', 'founder: maric', 'founder: aldric')],
  ['somebody died before', withKeys('people/lysa.md', 'until: 420 TA\n')],
  ['somebody dies earlier', swap('people/maric.md', '240 TA', '230 TA')],
  ['a reign ended earlier', swap('reign.md', 'until: 400 TA', 'until: 395 TA')],
  ['an event is dated otherwise', swap('battle.md', '301 TA', '302 TA')],
  ['a page is deleted', { 'lonely.md': null }],
  ['a page that others rest on is deleted', { 'founding.md': null }],
  ['a retcon is taken back', swap('refort.md', /supersedes:\n.*\n/, '')],
  ['a page becomes a draft', withKeys('oath.md', 'draft: true\n')],
  ['a name goes', swap('houses/house-vyr.md', 'aliases: [The Towers]\n', '')],
  ['a second page takes a name', withKeys('people/aldric.md', 'aliases: [The Towers]\n')],
  [
    'a new page changes the past',
    {
      'new.md':
        '---\ncanon: session-48\nfacts:\n  - {entity: house-vyr, attribute: ruler, value: aldric, from: 410 TA}\n---\n',
    },
  ],
  ['a new page was known all along', { 'new.md': '---\ncanon: session-45\nfacts: {the-fort: {owner: orm}}\n---\n' }],
  ['an era begins elsewhere', swap('codex.yaml', 'epoch: 1200', 'epoch: 1190')],
  ['an attribute is of another kind', swap('codex.yaml', 'captain: state', 'captain: set')],
  ['a rule is switched off', { 'codex.yaml': `${WORLD['codex.yaml']}rules: {retcon/insertion: off}\n` }],
];

it('all agree', async () => {
  const editor = await startEditor(WORLD, { capabilities: CAN_PULL });
  const { root, request, until, write, remove, lensTitles, ready, stop } = editor;
  const git = gitIn(root);
  for (const words of ['init --quiet', 'add --all', 'commit --quiet --message=Write', 'tag v1'])
    git(...words.split(' '));
  const { shown, stop: stopAsking } = keepAsking(editor);
  await ready();
  // The repository is looked for when codex.yaml is read.
  await write('codex.yaml', `${WORLD['codex.yaml']}\n`);
  await write('codex.yaml', WORLD['codex.yaml']);
  const listed = async (): Promise<string[]> => {
    const [top] = (await request<ViewAnswer>('retcon/view', { view: 'retcons' })).rows;
    return top?.label === 'About to be committed' && top.rows !== 'later'
      ? (top.rows ?? []).map(({ label }) => label)
      : [];
  };
  const put = async (changes: Changes): Promise<void> => {
    for (const [file, text] of Object.entries(changes)) await (text === null ? remove(file) : write(file, text));
    git('add', '--all');
  };
  const told = WORLD as Readonly<Record<string, string>>;
  const pages = Object.keys(told).filter((file) => file.endsWith('.md'));
  const lenses = async (): Promise<string> => JSON.stringify(await Promise.all(pages.map((file) => lensTitles(file))));
  const before = await lenses();
  for (const [what, changes] of [...STORY, ...RETCONS]) {
    await put(changes);
    const found: Json[] = retconJson(['check', '--staged'], { cwd: root }).json.diagnostics;
    const files = [...new Set([...Object.keys(told), ...Object.keys(changes)])];
    const marked = (): string[] =>
      files.flatMap((file) =>
        shown(file).flatMap(({ code, message }) =>
          String(code).startsWith('retcon/')
            ? `${file} ${code}: ${typeof message === 'string' ? message : message.value}`
            : [],
        ),
      );
    const asFound: string[] = found.flatMap(({ file, code, message }) =>
      code.startsWith('retcon/') ? `${file} ${code}: ${message}` : [],
    );
    const worth: string[] = found.flatMap(({ severity, message }) => (/error|warning/.test(severity) ? message : []));
    const agree = async (): Promise<boolean> =>
      JSON.stringify([marked().sort(), (await listed()).sort()]) === JSON.stringify([asFound.sort(), worth.sort()]);
    await until(`${what}: the window to say what the hook says`, agree).catch(async () => {
      expect({ what, marked: marked(), listed: await listed() }).toEqual({ what, marked: asFound, listed: worth });
    });
    if (STORY.some(([one]) => one === what)) expect([what, asFound, await lenses()]).toEqual([what, [], before]);
    else expect([what, asFound.length > 0]).toEqual([what, true]);
    const back = Object.keys(changes).map((file): [string, string | null] => [file, told[file] ?? null]);
    await put(Object.fromEntries(back));
  }
  await stopAsking();
  await stop();
});
