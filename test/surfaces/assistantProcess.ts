/** An assistant: starts `retcon mcp` in a process of its own, and speaks its protocol to it, a message a line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CLI, type Json } from './process';

export const PROTOCOL = '2025-11-25';

export type AssistantProcess = Awaited<ReturnType<typeof startAssistant>>;

/** One that has said hello. @param root the folder of a codex @param held whose eyes it has, as options of the command */
export async function startAssistant(root: string, ...held: readonly string[]) {
  const server = spawn(process.execPath, [CLI, 'mcp', '--root', root, ...held], { stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting = new Map<number, (answer: Json) => void>();
  let complaints = '';
  server.stderr.on('data', (data: Buffer) => (complaints += String(data)));
  server.stdin.on('error', (error: NodeJS.ErrnoException) => {
    // One that has ended reads no more, and has said why.
    if (error.code !== 'EPIPE') throw error;
  });
  createInterface({ input: server.stdout }).on('line', (line) => {
    const message: Json = JSON.parse(line);
    waiting.get(message.id)?.(message.error ?? message.result);
  });
  const write = (line: string): boolean => server.stdin.write(`${line}\n`);
  const say = (message: object): boolean => write(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const ask = (method: string, params: object): Promise<Json> =>
    new Promise((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      say({ id, method, params });
    });
  const client = { protocolVersion: PROTOCOL, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const hello = await ask('initialize', client);
  say({ method: 'notifications/initialized' });
  return {
    pid: server.pid ?? 0,
    hello,
    /** Sends a line as it is. */
    write,
    ask,
    call: (name: string, given: object) => ask('tools/call', { name, arguments: given }),
    complaints: () => complaints,
    async end() {
      if (server.exitCode !== null) return { status: server.exitCode, complaints };
      const exit = once(server, 'exit');
      server.stdin.end();
      const [status] = (await exit) as [number | null];
      return { status, complaints };
    },
  };
}
