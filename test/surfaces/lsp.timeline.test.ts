/** The picture of time as the language server answers it: its data, what a thing in it says, and what of it leaves the editor. */
import { afterEach, describe, expect, it } from 'vitest';
import { type PackedTimeline, unpackTimeline } from '../../server/src/core/picture/shapes/packTimeline';
import type {
  PictureText,
  PointedThing,
  TimelineAnswer,
  TimelineCard,
  TimelineParams,
} from '../../server/src/lsp/protocol/protocolPictures';
import type { Files } from '../support/codex';
import { type Editor, startEditor } from './editor';

let editor: Editor;
const start = async (files: Files = FILES): Promise<void> => {
  editor = await startEditor(files);
  await editor.open('old.md');
  await editor.ready();
};
afterEach(() => editor.stop());

const FILES: Files = {
  'codex.yaml': 'present: 30 TA\neras: [{id: TA, epoch: 0}]\nrevisions: [r1, r2]\nattributes: {founder: constant}\n',
  'vyr.md': '---\ntitle: House Vyr\ncanon: r1\n---\n',
  'other.md': '---\ntitle: Other\ncanon: r1\nfacts: {other: {colour: red}}\n---\n',
  'old.md': '---\ntitle: Founding\ndate: 10 TA\ncanon: r1\nfacts: {vyr: {founder: maric}}\n---\n',
  'new.md':
    '---\ntitle: Refounding\ndate: 20 TA\ncanon: r2\nsupersedes: {id: old, reason: It was not him.}\nfacts: {vyr: {founder: aldric}}\n---\n',
};

const asked = (params: TimelineParams = {}): Promise<TimelineAnswer | null> =>
  editor.request('retcon/timeline', params);
const shownIn = async (params?: TimelineParams) => {
  const answer = await asked(params);
  return { about: answer?.about, ...unpackTimeline(JSON.parse(answer?.packed ?? '') as PackedTimeline) };
};
const wordsOf = (card: TimelineCard): string[] =>
  card.map(({ parts }) => parts.map((part) => (typeof part === 'string' ? part : part.text)).join(''));
const cardOf = (of: PointedThing, asOf?: string): Promise<TimelineCard> =>
  editor.request('retcon/timelineCard', { codex: editor.root, of, ...(asOf !== undefined && { asOf }) });
const pageOf = (of: PointedThing): Promise<string | null> =>
  editor.request('retcon/timelinePage', { codex: editor.root, of });

describe('the picture', () => {
  it('is of the whole codex, of what is named, or of what a page is about', async () => {
    await start();
    const lanes = async (params?: TimelineParams) => {
      const { about, lanes: all } = await shownIn(params);
      return [about, ...all.map(({ title, attribute }) => `${title} ${attribute}`)];
    };
    expect(await lanes()).toEqual([null, 'Other colour', 'House Vyr founder']);
    expect(await lanes({ entities: ['vyr'] })).toEqual(['House Vyr', 'House Vyr founder']);
    expect(await lanes({ uri: editor.uriOf('new.md') })).toEqual(['Refounding', 'House Vyr founder']);
  });

  it('is announced as changed when typing rests, once', async () => {
    await start();
    const told: string[] = [];
    editor.connection.onNotification('retcon/timelineChanged', (root: string) => void told.push(root));
    await asked();
    await editor.replace('old.md', '10 TA', '11 TA');
    await editor.until('the change', () => told.length > 0);
    await editor.replace('old.md', '11 TA', '12 TA');
    await editor.quiet();
    expect(told).toEqual([editor.root]);
    const { events } = await shownIn();
    expect(events.map(({ date }) => date)).toContain('12 TA');
  });
});

describe('a thing in it', () => {
  it('says what a hover says of it, from where the handles stand', async () => {
    await start();
    const founder = { entry: 'new', entity: 'vyr', attribute: 'founder' };
    expect(wordsOf(await cardOf(founder))).toEqual([
      'founder of House Vyr',
      'maric from 10 TA until 20 TA — Founding, r1',
      'aldric from 20 TA — Refounding, r2',
    ]);
    expect(wordsOf(await cardOf(founder, 'r1'))).toEqual(['founder of House Vyr', 'maric from 10 TA — Founding, r1']);
    const [head] = await cardOf({ entry: 'new' });
    expect(head?.parts[0]).toEqual({ text: 'Refounding', uri: editor.uriOf('new.md'), isStrong: true });
    expect(await cardOf({ entry: 'nobody' })).toEqual([]);
  });

  it('has a page, and a page is a thing in it', async () => {
    await start();
    expect(await pageOf({ entry: 'new' })).toBe(editor.uriOf('new.md'));
    expect(await pageOf({ entry: null, entity: 'vyr', attribute: 'founder' })).toBe(editor.uriOf('vyr.md'));
    expect(await pageOf({ entry: 'nobody' })).toBeNull();
    const entry = (file: string) =>
      editor.request('retcon/timelineEntry', { codex: editor.root, uri: editor.uriOf(file) });
    expect(await entry('new.md')).toBe('new');
    expect(await entry('codex.yaml')).toBeNull();
  });
});

it('leaves the editor with nothing that was decided later, not even its name', async () => {
  await start();
  const params = { uri: editor.uriOf('new.md'), codex: editor.root };
  const view = { domain: [0, 20_000], width: 800, height: 300, canon: 99, selected: 0 };
  const pictures = async (more: object): Promise<PictureText[]> => [
    await editor.request('retcon/timelineFile', { ...params, ...more, script: 'run()', style: 'p{}' }),
    await editor.request('retcon/timelineSvg', { ...params, ...more, view, theme: 'light' }),
  ];
  for (const { title, text } of await pictures({})) {
    expect(title).toBe('Timeline of Refounding');
    expect(text).toContain('aldric');
  }
  for (const { title, text } of await pictures({ asOf: 'r1' })) {
    expect(title).toBe('Timeline');
    expect(text).toContain('maric');
    expect(text.match(/aldric|Refounding|not him|\br2\b/g)).toBeNull();
  }
});
