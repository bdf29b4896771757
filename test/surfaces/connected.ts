/** An assistant that has a codex: the protocol's own client, and our server in this process. */
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { assistantOf } from '../../server/src/cli/assistantOf';
import { rulePages } from '../../server/src/cli/checkFormats';
import { HELD } from '../../server/src/core/tools/asked/forKnower';
import { serverFor } from '../../server/src/mcp/mcpServer';
import { CLI } from './process';

const ended: (() => Promise<unknown>)[] = [];
const made = new Map<string, Promise<Client>>();

/** @param knower whose view all of the codex is held to @param hasSchemas whether the client holds each answer against a schema */
export function connected(root: string, knower: string | null = null, hasSchemas = true): Promise<Client> {
  const key = JSON.stringify([root, knower, hasSchemas]);
  const client = made.get(key) ?? connect(root, knower, hasSchemas);
  made.set(key, client);
  return client;
}

async function connect(root: string, knower: string | null, hasSchemas: boolean): Promise<Client> {
  const output = { out: () => undefined, err: () => undefined, hasColour: false };
  const held = knower === null ? {} : { for: knower, [HELD]: '' };
  const rulePage = rulePages({ cli: CLI });
  const server = serverFor(assistantOf({ version: '1', root, rulePage, knower, held, hasSchemas }, output));
  const client = new Client({ name: 'test', version: '1' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here as never)]);
  ended.push(() => client.close());
  return client;
}

export async function disconnectAll(): Promise<void> {
  for (const end of ended.splice(0)) await end();
}
