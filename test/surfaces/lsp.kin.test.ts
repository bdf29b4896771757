/** Families and successions as the language server answers them: what menus offer, and what of the pictures leaves the editor. */
import { afterEach, expect, it } from 'vitest';
import type { KinOffer, PictureText } from '../../server/src/lsp/protocol/protocolPictures';
import type { Files } from '../support/codex';
import { type Editor, startEditor } from './editor';

const FILES: Files = {
  'codex.yaml':
    'present: 140 TA\neras: [{id: TA, epoch: 0}]\nrevisions: [r1, r2]\nattributes: {mother: constant, lord: state}\nkin: {parent: mother}\n',
  'ysa.md': '---\ntitle: Ysa\ntype: person\ndate: 80 TA\ncanon: r1\n---\n',
  'ada.md': '---\ntitle: Ada\ntype: person\ndate: 100 TA\nmother: ysa\ncanon: r1\n---\n',
  'later.md': '---\ntitle: Latecomer\ntype: person\ndate: 120 TA\nmother: ada\ncanon: r2\n---\n',
  'keep.md':
    '---\ntitle: The Keep\ncanon: r1\nfacts: [{entity: keep, attribute: lord, value: ysa, from: 110 TA}]\n---\n',
  'twist.md': '---\ncanon: r2\nfacts: [{entity: keep, attribute: lord, value: later, from: 130 TA}]\n---\n',
};

let editor: Editor;
afterEach(() => editor.stop());
const start = async (): Promise<void> => {
  editor = await startEditor(FILES);
  await editor.open('ada.md');
  await editor.ready();
};

it('offers what can be drawn of entities, and of what a page is about', async () => {
  await start();
  const offers = async (of: object): Promise<unknown> =>
    (await editor.request<readonly KinOffer[]>('retcon/kinOffers', of)).map((one) => Object.values(one));
  expect(await offers({ entities: ['ysa', 'keep'] })).toEqual([
    ['ysa', 'Ysa', true, []],
    ['keep', 'The Keep', false, ['lord']],
  ]);
  expect(await offers({ uri: editor.uriOf('keep.md') })).toEqual([['keep', 'The Keep', false, ['lord']]]);
  expect(await editor.request('retcon/offices', { entity: 'keep' })).toEqual(['lord']);
  const listed = async (drawnAs: string): Promise<unknown> =>
    (await editor.request<readonly { readonly id: string }[]>('retcon/entities', { drawnAs }))
      .map(({ id }) => id)
      .sort();
  expect(await listed('family')).toEqual(['ada', 'later', 'ysa']);
  expect(await listed('succession')).toEqual(['keep']);
});

it.each([
  ['family', 'ada', 'Family of Ada'],
  ['succession', 'keep', 'lord of The Keep'],
])('lets nothing of later leave in a picture of a %s', async (kind, entity, title) => {
  await start();
  const page = { script: 'go()', style: 'p {}' };
  for (const as of [null, page]) {
    const asked = { kind, entity, at: null, theme: 'light', page: as };
    const saved = (more = {}): Promise<PictureText> => editor.request('retcon/kinPicture', { ...asked, ...more });
    const [now, then] = [await saved(), await saved({ asOf: 'r1' })];
    expect([now.title, then.title]).toEqual([title, title]);
    expect(now.text).toContain('Latecomer');
    expect(then.text).toContain('Ysa');
    expect(then.text).not.toContain('Latecomer');
  }
});

it('is drawn while the server counts, and forgets what it looked at for that', async () => {
  // So many that drawing takes many slices.
  const people = Array.from({ length: 2000 }, (_, i): [string, string] => [
    `p${i}.md`,
    `---\ntitle: P${i}\ntype: person\nmother: ${i === 0 ? 'ada' : `p${Math.floor((i - 1) / 2)}`}\n---\n`,
  ]);
  editor = await startEditor({ ...FILES, ...Object.fromEntries(people) });
  await editor.ready();
  await editor.write('later.md', '---\ntitle: Latecomer\nsupersedes: ada\n---\n');
  const asked = { kind: 'family', entity: 'ada' };
  const drawn = await Promise.all(Array.from({ length: 12 }, () => editor.request('retcon/kin', asked)));
  for (const one of drawn) expect(one).toHaveProperty('data');
});
