/** What an author sees of set-up: an offer that is made once and remembered, and a page whose steps fit what was found. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { Status } from '../../server/src/lsp/protocol/protocol';
import type { WorldAnswer } from '../../server/src/lsp/protocol/protocolFolder';

const item = { show: vi.fn<() => void>(), hide: vi.fn<() => void>(), dispose: vi.fn<() => void>() };
const executed = vi.fn<(command: string) => void>();
let chosen: string | undefined;
const asked = vi.fn<() => Promise<string | undefined>>(() => Promise.resolve(chosen));

vi.mock('vscode', () => ({
  l10n: {
    t: (text: string, ...given: readonly string[]) =>
      text.replace(/\{(\d)\}/g, (_, i: string) => String(given[Number(i)])),
  },
  env: { language: 'en' },
  StatusBarAlignment: { Right: 2 },
  window: { createStatusBarItem: () => item, showInformationMessage: asked },
  commands: { executeCommand: executed },
  languages: {},
  workspace: { workspaceFolders: [{ uri: 'file:///w' }] },
  Uri: { joinPath: (folder: string, name: string) => `${folder}/${name}` },
}));
const server = vi.hoisted(() => ({
  sendRequest: vi.fn<() => Promise<unknown>>(),
  whileReading: <T>(answer: T) => answer,
}));
vi.mock('../../client/src/server/languageServer', () => server);

beforeEach(() => vi.clearAllMocks());

/** An offer in a workspace that remembers what it is given. */
async function offer(kept: Map<string, unknown>) {
  const { offerSettingUp } = await import('../../client/src/worldOffer');
  const workspaceState = {
    get: (key: string) => kept.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  };
  return offerSettingUp({ workspaceState } as never);
}

const DORMANT: Status = { state: 'dormant', entries: 0, retcons: null, hasSecrets: false };
const LIKE_A_WORLD: Status = { ...DORMANT, looksLikeWorld: true };

it('offers a folder that looks like a world once, and keeps an item in the status bar', async () => {
  const kept = new Map<string, unknown>();
  chosen = undefined;
  const first = await offer(kept);
  first.follow(DORMANT);
  expect(asked).not.toHaveBeenCalled();
  first.follow(LIKE_A_WORLD);
  first.follow(LIKE_A_WORLD);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  (await offer(kept)).follow(LIKE_A_WORLD);
  expect(asked).toHaveBeenCalledOnce();
  expect(item.show).toHaveBeenCalledTimes(3);
  first.follow({ ...DORMANT, state: 'ready' });
  expect(item.hide).toHaveBeenCalledTimes(2);
});

it('remembers "Not Here" for the workspace, and sets up where that is chosen', async () => {
  const kept = new Map<string, unknown>();
  chosen = 'Not Here';
  (await offer(kept)).follow(LIKE_A_WORLD);
  await vi.waitFor(() => expect(item.hide).toHaveBeenCalled());
  (await offer(kept)).follow(LIKE_A_WORLD);
  expect([asked.mock.calls.length, item.show.mock.calls.length]).toEqual([1, 1]);
  chosen = 'Set Up…';
  (await offer(new Map())).follow(LIKE_A_WORLD);
  await vi.waitFor(() => expect(executed).toHaveBeenCalledWith('retcon.init'));
});

it('only shows a world that is set up already, to who answers an older offer', async () => {
  const { setUpWorld } = await import('../../client/src/setUp');
  server.sendRequest.mockResolvedValueOnce({ exists: true, file: 'codex.yaml' });
  const show = vi.fn<() => Promise<void>>(() => Promise.resolve());
  await setUpWorld({} as never, { show } as never);
  expect(show).toHaveBeenCalledOnce();
  expect(asked).toHaveBeenCalledExactlyOnceWith('This world is set up already: here is what was understood.');
  expect(server.sendRequest).toHaveBeenCalledOnce();
});

const WORLD: WorldAnswer = {
  codexFile: 'file:///w/codex.yaml',
  name: 'w',
  notes: 3,
  types: [['person', 2]],
  dated: 0,
  date: null,
  facts: 0,
  properties: [],
  propertyCount: 0,
  otherProperties: 0,
  contradictions: 0,
  firstContradiction: null,
  secrets: 0,
  unreadDates: [],
  unreadCount: 0,
  broken: [],
  brokenCount: 0,
  openLinks: 0,
};
const PLACE = {
  uri: 'file:///w/a.md',
  range: { start: { line: 1, character: 6 }, end: { line: 1, character: 9 } },
  title: 'A & B',
  text: '<i>',
};

/** The first three steps, by the commands that they run. */
async function stepsOf(more: Partial<WorldAnswer>): Promise<string[]> {
  const { pageOf } = await import('../../client/src/drawn/worldPage');
  return [...pageOf({ ...WORLD, ...more }).matchAll(/class="step" href="command:retcon\.([\w.]+)/g)].map(
    ([, name = '']) => name,
  );
}

it('proposes the three steps that are most useful', async () => {
  const properties = [{ name: 'seat', kind: 'state' as const, facts: 4, example: PLACE }];
  expect(await stepsOf({ contradictions: 2, firstContradiction: 'seat of A', dated: 5, facts: 4, properties })).toEqual(
    ['decide.focus', 'timeline', 'retconValue'],
  );
  expect(await stepsOf({ otherProperties: 3 })).toEqual(['chooseFacts', 'searchLore', 'share']);
  expect(await stepsOf({})).toEqual(['searchLore', 'share', 'guide']);
});

it('says in plain words what was not understood, and takes no text of a note for HTML', async () => {
  const { pageOf } = await import('../../client/src/drawn/worldPage');
  const page = pageOf({ ...WORLD, unreadDates: [PLACE], unreadCount: 9, openLinks: 2, name: '<b>' });
  expect(page).toContain('9 dates can’t be read:');
  expect(page).toContain('8 more');
  expect(page).toContain('2 links lead to notes that are not written yet.');
  expect(page).not.toMatch(/<[bi]>/);
  expect(pageOf(WORLD)).not.toContain('Not Understood');
});
