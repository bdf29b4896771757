/** Messages at the wrong time, messages that are none, and clients that refuse what the server asks of them. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { version } from '../../package.json';
import { vyr } from '../support/caret';
import { type PlainClient, startPlainClient } from './plainClient';

let client: PlainClient;
afterEach(async () => {
  await client.stop();
});

const INITIALIZE = { processId: null, rootUri: null, capabilities: {} };
const hover = () => ({ textDocument: { uri: client.uriOf('maric.md') }, position: { line: 0, character: 0 } });
const refused = (code: number) => ({ error: { code, message: expect.any(String) } });

it('nothing is answered before it is initialized, and it is initialized once', async () => {
  client = startPlainClient(vyr);
  client.notify('textDocument/didOpen', { nonsense: true });
  expect(await client.request('textDocument/hover', hover())).toMatchObject(refused(-32002));
  expect(await client.request('shutdown')).toMatchObject(refused(-32002));
  const { result } = await client.request('initialize', INITIALIZE);
  expect(result.serverInfo).toEqual({ name: 'Retcon', version });
  expect(await client.request('initialize', INITIALIZE)).toMatchObject(refused(-32600));
});

it('nothing is answered once it is shut down, and it ends well', async () => {
  client = startPlainClient(vyr);
  await client.request('initialize', INITIALIZE);
  client.notify('initialized', {});
  expect(await client.request('shutdown')).toMatchObject({ result: null });
  expect(await client.request('textDocument/hover', hover())).toMatchObject(refused(-32600));
  expect(await client.request('shutdown')).toMatchObject(refused(-32600));
  client.notify('exit');
  expect(await client.ended).toBe(0);
});

it('an exit without a shutdown ends it too, and not well', async () => {
  client = startPlainClient(vyr);
  client.notify('exit');
  expect(await client.ended).toBe(1);
});

it('what is not JSON, or not a message, is refused, and the next message is answered', async () => {
  client = startPlainClient(vyr);
  client.write('{"jsonrpc": "2.0", "id": 1, "method": ');
  expect(await client.next('the refusal', ({ id }) => id === null)).toMatchObject(refused(-32700));
  for (const [i, body] of ['17', 'null', '[]', '{"jsonrpc": "2.0"}'].entries()) {
    client.write(body);
    await client.next(`the refusal of ${body}`, () => client.sent.filter(({ id }) => id === null).length === i + 2);
    expect(client.sent.at(-1)).toMatchObject(refused(-32600));
  }
  expect(await client.request('initialize', INITIALIZE)).toHaveProperty('result');
  expect(await client.request('retcon/unheardOf')).toMatchObject(refused(-32601));
});

it('a client that refuses all that it is asked is served on', async () => {
  client = startPlainClient({ ...vyr, 'note.md': '---\nsupersedes: {id: nobody}\n---\n' });
  const refreshes = { refreshSupport: true };
  const capabilities = {
    workspace: {
      didChangeWatchedFiles: { dynamicRegistration: true },
      codeLens: refreshes,
      inlayHint: refreshes,
      diagnostics: refreshes,
    },
    window: { workDoneProgress: true },
    textDocument: { diagnostic: {} },
  };
  const workspaceFolders = [{ uri: client.uriOf(''), name: 'vyr' }];
  await client.request('initialize', { ...INITIALIZE, capabilities, workspaceFolders });
  client.notify('initialized', {});
  client.open('note.md');
  await client.next('a refresh', ({ method }) => method === 'workspace/diagnostic/refresh');
  await client.next('a registration', ({ method }) => method === 'client/registerCapability');
  const textDocument = { uri: client.uriOf('note.md') };
  const codes = async (): Promise<string[]> => {
    const { result } = await client.request('textDocument/diagnostic', { textDocument });
    return result.items.map(({ code }: { readonly code: string }) => code);
  };
  expect(await codes()).toContain('supersedes/unknown-id');
  await client.next('what is done then', ({ params }) => /watched here/.test(params?.message));
  const before = client.sent.length;
  fs.writeFileSync(path.join(client.root, 'nobody.md'), '');
  await client.next(
    'another refresh',
    (one) => client.sent.indexOf(one) >= before && one.method?.endsWith('refresh') === true,
  );
  expect(await codes()).not.toContain('supersedes/unknown-id');
});
