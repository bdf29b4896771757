/** Links out of a codex are followed only if the user's own setting allows it; a folder cannot set it. */
import { expect, it, vi } from 'vitest';

const started: { readonly run: { readonly options: { readonly env: NodeJS.ProcessEnv } } }[] = [];
let setting: { globalValue?: boolean; workspaceValue?: boolean; workspaceFolderValue?: boolean } | undefined;

vi.mock('vscode', () => ({ workspace: { getConfiguration: () => ({ inspect: () => setting }) } }));
vi.mock('vscode-languageclient/node', () => ({
  TransportKind: { stdio: 0 },
  LanguageClient: function (_id: string, _name: string, server: (typeof started)[number]) {
    started.push(server);
  },
}));

it.each([
  ['the user allows it', { globalValue: true }, '1'],
  ['the user says no', { globalValue: false }, '0'],
  ['the user says no, and a folder yes', { globalValue: false, workspaceValue: true, workspaceFolderValue: true }, '0'],
  ['only a folder allows it', { workspaceValue: true, workspaceFolderValue: true }, undefined],
  ['nobody says anything', undefined, undefined],
])('where %s', async (_, given, expected) => {
  vi.stubEnv('RETCON_FOLLOW_LINKS', undefined);
  setting = given;
  const { serverProcess } = await import('../../client/src/server/serverProcess');
  serverProcess({ asAbsolutePath: (file: string) => file } as never, {});
  expect(started.pop()?.run.options.env.RETCON_FOLLOW_LINKS).toBe(expected);
  vi.unstubAllEnvs();
});
