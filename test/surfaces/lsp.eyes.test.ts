/** The editor from a character's viewpoint: every view that follows it shows only what they hold. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BriefCopied, KnowerChoice, ViewpointState } from '../../server/src/lsp/protocol/protocolViewpoint';
import type { AnswerPage, Entity, LoreFound } from '../../server/src/lsp/protocol/protocol';
import type { TimelineAnswer } from '../../server/src/lsp/protocol/protocolPictures';
import type { ReadingAnswer } from '../../server/src/lsp/protocol/protocolReading';
import { type Editor, startEditor } from './editor';

const FILES = {
  'codex.yaml':
    'present: 450 TA\nrevisions: [s1, s2]\nattributes: {founder: constant}\ncircles: {players: [sara, tom]}\nmortal: [person]\n',
  'vyr.md': '---\nid: vyr\ntitle: House Vyr\n---\n',
  'lysa.md': '---\nid: lysa\ntitle: Lysa of Vyr\ntype: person\ndate: 400 TA\n---\n',
  'founding.md':
    '---\nid: founding\ntitle: The Founding\ndate: 200 TA\ncanon: s1\nfacts: {vyr: {founder: maric}}\n---\nMaric raised the oath hall.\n\n> [!secret|lysa]\n> The oath was perjury.\n\nIt stands, and the oath with it.\n',
  'deed.md':
    '---\nid: deed\ntitle: The Hidden Deed\ndate: 412 TA\ncanon: s2\nknown_by: [lysa]\nknown_from: 430 TA\nsupersedes: [{id: founding, as_of: 200 TA, effective: always}]\nfacts: {vyr: {founder: aldric}}\n---\nAldric swore no oath.\n',
};

let editor: Editor;
beforeAll(async () => {
  editor = await startEditor(FILES);
  await editor.open('founding.md');
  await editor.ready();
});
afterAll(() => editor.stop());

const set = (chosen: object): Promise<ViewpointState> => editor.request('retcon/setViewpoint', chosen);
const ask = (question: string, given: object): Promise<AnswerPage> => editor.request('retcon/ask', { question, given });
const search = (text: string): Promise<LoreFound> => editor.request('retcon/lore', { text });

it('offers circles, those who are in on something, and characters; refuses nobodies, and the one before stays', async () => {
  const knowers = await editor.request<KnowerChoice[]>('retcon/knowers', {});
  expect(knowers.map(({ name, sort }) => [name, sort])).toEqual([
    ['everyone', 'everyone'],
    ['players', 'circle'],
    ['lysa', 'knower'],
    ['sara', 'knower'],
    ['tom', 'knower'],
  ]);
  expect(await set({ for: 'Lysa of Vyr', at: '440 TA' })).toEqual({
    at: '440 TA',
    asOf: null,
    for: 'lysa',
    forTitle: 'Lysa of Vyr',
    present: '450 TA',
  });
  expect(await editor.request('retcon/checkKnower', { text: 'lisa' })).toContain('Did you mean lysa?');
  await expect(set({ for: 'lisa' })).rejects.toThrow('Nobody in this codex is called "lisa".');
  expect(await editor.request('retcon/viewpoint', {})).toMatchObject({ for: 'lysa' });
  expect(await set({ for: 'author' })).toMatchObject({ for: null });
});

it('questions, search, picks and pictures are those of the view', async () => {
  const everything = async (): Promise<string> => {
    const entities = await editor.request<Entity[]>('retcon/entities', { asSeen: true });
    const entries = await editor.request<object[]>('retcon/entries', { asSeen: true });
    const picture = await editor.request<TimelineAnswer>('retcon/timeline', {});
    const answers = [
      await ask('was_true_at', { entity: 'vyr' }),
      await ask('lookup', { name: 'founding' }),
      await ask('log', {}),
    ];
    return JSON.stringify([entities, entries, picture, answers, await search('oath')]);
  };
  const secret = /aldric|deed|perjury/i;
  await set({ for: 'sara' });
  expect(await everything()).not.toMatch(secret);
  // What was cut out of a passage does not lead to another line.
  const [passage] = (await search('stands')).passages;
  expect(passage?.range.start.line).toBe(
    FILES['founding.md'].slice(0, FILES['founding.md'].indexOf('Maric raised')).split('\n').length - 1,
  );
  await expect(ask('lookup', { name: 'deed' })).rejects.toThrow(/nobody|no note/i);
  await set({ for: 'lysa', at: '429 TA' });
  expect(await everything()).not.toMatch(/aldric|deed/i);
  // The picture is asked for again as soon as its viewpoint is another one.
  const changed: string[] = [];
  editor.connection.onNotification('retcon/timelineChanged', (root: string) => void changed.push(root));
  await set({ for: 'lysa' });
  await editor.until('the picture to be asked for again', () => changed.length === 1);
  for (const told of [await everything(), (await ask('was_true_at', { entity: 'vyr' })).markdown])
    expect(told).toMatch(secret);
  await set({});
  expect(await everything()).toMatch(secret);
});

it('the page of a fact is nowhere for somebody who knows the fact and not the page', async () => {
  await editor.write(
    'rumour.md',
    '---\ntitle: The Sealed Letter\nknown_by: nobody\nfacts: [{entity: vyr, attribute: seat, value: Oldmere, known_by: [sara]}]\n---\n',
  );
  await set({ for: 'sara' });
  const answer = (await ask('was_true_at', { entity: 'vyr' })).markdown;
  expect(answer).toContain('Oldmere');
  expect(answer).not.toMatch(/sealed|rumour/i);
  const packed = (await editor.request<TimelineAnswer>('retcon/timeline', {})).packed;
  expect(packed).not.toMatch(/sealed|rumour/i);
});

it('lets an assistant give a parameter by its other name, and says what is missing', async () => {
  const asked = (given: object): Promise<string> =>
    editor.request('retcon/askAsTool', { question: 'was_true_at', given });
  expect(await asked({ entity: 'vyr', at_time: '300 TA' })).toBe(await asked({ entity: 'vyr', at: '300 TA' }));
  expect(await asked({})).toBe('"entity" is missing: give its id, title or alias.');
});

it('a brief, and the page that an assistant is given, are those of the viewpoint', async () => {
  await set({ for: 'players', at: '440 TA', asOf: 's1' });
  const brief = await editor.request<BriefCopied>('retcon/brief', { topic: 'vyr' });
  expect(brief.text.split('\n', 1)[0]).toBe('# Brief: vyr, at 440 TA, as of s1, as players may know it [codex@s2]');
  const pageOf = (file: string): Promise<string> =>
    editor.request('retcon/openPage', { uri: editor.uriOf(file), unsaved: [] });
  const [open, hidden] = [await pageOf('founding.md'), await pageOf('deed.md')];
  expect(open).toContain('for players.');
  expect(open).toContain('Maric raised the oath hall.');
  expect(open).not.toContain('perjury');
  expect(hidden).toContain('players does not know the open page.');
  expect(hidden).not.toMatch(/deed|Aldric/);
  await set({});
  expect(await pageOf('deed.md')).toContain('Aldric swore no oath.');
});

it('a note is read beside its text as the viewpoint knows it, and as its author does', async () => {
  const read = (file: string): Promise<ReadingAnswer | null> =>
    editor.request('retcon/readingPage', { uri: editor.uriOf(file) });
  await set({});
  const own = await read('founding.md');
  expect(own).toMatchObject({ title: 'The Founding', eyes: null });
  expect(own?.pages[0]).toBe(editor.uriOf('founding.md'));
  const deed = own?.pages.indexOf(editor.uriOf('deed.md'));
  expect(own?.html).toContain('The oath was perjury.');
  expect(own?.html).toContain(`<b>Replaced by</b> <a href="#p${deed}">The Hidden Deed</a>`);
  await set({ for: 'tom' });
  const seen = await read('founding.md');
  expect(seen).toMatchObject({ eyes: 'tom', isHidden: false });
  expect(seen?.html).toContain('It stands, and the oath with it.');
  expect(seen?.html).not.toMatch(/perjury|Deed|aldric/i);
  expect(await read('deed.md')).toEqual({ title: '', html: '', pages: [], pictures: [], eyes: 'tom', isHidden: true });
  const card = (file: string) => editor.request('retcon/readingCard', { uri: editor.uriOf(file) });
  expect(await card('founding.md')).toEqual({ title: 'The Founding', html: 'Maric raised the oath hall.' });
  expect(await card('deed.md')).toBeNull();
  expect(await editor.request('retcon/readingPage', { uri: editor.uriOf('codex.yaml') })).toBeNull();
  await set({});
});
