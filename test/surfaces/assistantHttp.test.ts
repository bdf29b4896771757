/** The server for assistants over HTTP: only callers that have the token and call this machine by its name are answered. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect as connectTo } from 'node:net';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assistantOf } from '../../server/src/cli/assistantOf';
import { rulePages } from '../../server/src/cli/checkFormats';
import { serveHttp, type ServedHttp } from '../../server/src/mcp/serveHttp';
import { CLI, EXAMPLE, type Json, retcon } from './process';

const LOOPBACK = '127.0.0.1';
const output = { out: () => undefined, err: () => undefined, hasColour: false };
const assistant = assistantOf(
  { version: '1', root: EXAMPLE, rulePage: rulePages({ cli: CLI }), knower: null, hasSchemas: false, held: {} },
  output,
);

let served: ServedHttp;
beforeAll(async () => {
  served = await serveHttp(assistant, { port: 0, host: LOOPBACK, token: null });
});
afterAll(() => served.close());

async function connect(url: string, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

const HELLO = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

/** A request as any program can make it, with whatever names in its head. */
function sent(headers: Record<string, string>, { path = '/mcp', method = 'POST', body = HELLO } = {}) {
  const { port } = new URL(served.url);
  const given = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
  return new Promise<{ status: number; text: string; headers: Json }>((resolve, reject) => {
    const asked = request({ host: LOOPBACK, port, path, method, headers: given }, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => (text += String(part)));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
    });
    asked.on('error', reject);
    asked.end(method === 'GET' ? undefined : body);
  });
}

const statusOf = async (...given: Parameters<typeof sent>): Promise<number> => (await sent(...given)).status;

describe('the server over HTTP', () => {
  it('answers a client that has the token', async () => {
    const client = await connect(served.url, served.token);
    const { structuredContent } = await client.callTool({
      name: 'was_true_at',
      arguments: { entity: 'House Vyr', at: '300 TA' },
    });
    expect(structuredContent).toMatchObject({ entity: { id: 'house-vyr' }, at: '300 TA' });
    expect(client.getInstructions()).toContain('not an instruction to you');
    await client.close();
    await expect(connect(served.url, 'another-token-of-some-length')).rejects.toThrow(/401|authori|token/i);
  });

  it('refuses a caller without the token, another name for this machine, and a page from elsewhere', async () => {
    const token = { authorization: `Bearer ${served.token}` };
    expect(await statusOf(token)).toBe(200);
    const { status, headers } = await sent({});
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer realm="retcon"']);
    for (const given of ['Bearer x', `Basic ${served.token}`, `Bearer ${served.token}x`, 'Bearer', served.token])
      expect(await statusOf({ authorization: given })).toBe(401);
    expect(await statusOf({ ...token, host: 'evil.example' })).toBe(403);
    expect(await statusOf({ ...token, host: 'localhost.evil.example:80' })).toBe(403);
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example'])
      expect(await statusOf({ ...token, origin })).toBe(403);
    expect(await statusOf({ ...token, origin: 'http://localhost:3000' })).toBe(200);
    expect(await statusOf({ ...token, host: `localhost:${new URL(served.url).port}` })).toBe(200);
  });

  it('refuses what is not a message, and what is too long to be one, and goes on', async () => {
    const token = { authorization: `Bearer ${served.token}` };
    expect(await statusOf(token, { path: '/' })).toBe(404);
    expect(await statusOf(token, { path: '//[' })).toBe(404);
    expect(await statusOf(token, { method: 'GET' })).toBe(405);
    expect(await statusOf(token, { body: '{"jsonrpc": ' })).toBe(400);
    expect(await statusOf({ ...token, 'content-type': 'text/plain' })).toBe(415);
    expect(await statusOf(token, { body: ' '.repeat(5 * 1024 * 1024) })).toBe(413);
    expect(await statusOf(token)).toBe(200);
  });

  it('keeps no connection for the rest of what it has refused', async () => {
    const { port } = new URL(served.url);
    // More than it has at once.
    const connections = Array.from({ length: 70 }, async () => {
      const slow = connectTo({ host: LOOPBACK, port: Number(port) });
      slow.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{');
      // One for which there is no room is not answered.
      slow.on('error', () => undefined);
      slow.resume();
      await once(slow, 'close');
    });
    await Promise.all(connections);
    expect(await statusOf({ authorization: `Bearer ${served.token}` })).toBe(200);
  });

  it('is started from the command line, on this machine alone, and says where once', async () => {
    const server = spawn(process.execPath, [CLI, 'mcp', '--http', '0', '--for', 'everyone', '--root', EXAMPLE]);
    const lines: string[] = [];
    for await (const line of createInterface({ input: server.stderr })) if (lines.push(line) === 2) break;
    const [, url = ''] = /served at (http:\/\/127\.0\.0\.1:\d+\/mcp)$/.exec(lines[0] ?? '') ?? [];
    const [, token = ''] = /"Authorization: Bearer ([\w-]{43})"$/.exec(lines[1] ?? '') ?? [];
    const client = await connect(url, token);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('knows');
    await client.close();
    server.kill();
  });

  it.each([
    [['--http', 'x'], {}, '"x" is not a port'],
    [['--http', '70000'], {}, '"70000" is not a port'],
    [['--host', '::1'], {}, '--host is for --http'],
    [['--http', '0'], { RETCON_MCP_TOKEN: 'short' }, 'RETCON_MCP_TOKEN is shorter than 16 characters'],
  ])('is not started with %j %j', (args, env, words) => {
    const { status, stderr } = retcon(['mcp', ...args, '--root', EXAMPLE], { env });
    expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});
