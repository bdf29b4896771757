/** `retcon mcp`: the server for assistants; it can be held to what somebody knows. */
import type { Assistant } from '../core/tools/assistant';
import { HELD, isAuthor, readUntil, refusal } from '../core/tools/asked/forKnower';
import { openFolder } from '../workspace/folder';
import { CANNOT_ANSWER } from './ask';
import { assistantOf } from './assistantOf';
import type { Started } from './commandList';
import { type Common, rootOf } from './commandOptions';
import { type Output, printRefusal } from './print';
import { rulePages } from './rulePages';

export interface McpCall extends Common {
  readonly for?: string;
  readonly knownAt?: string;
  /** The port; true: the usual one. */
  readonly http?: string | true;
  readonly host?: string;
}

/** Where assistants look for it that are told of no other port. */
export const USUAL_PORT = 7382;

/** A token that somebody guesses is none. */
const SHORTEST_TOKEN = 16;

const LOOPBACK = '127.0.0.1';

/** Serves until standard input ends. What is wrong with the call is said to the author, before anybody can ask. */
export async function runMcp(call: McpCall, output: Output, { mcp, version, called }: Started): Promise<number> {
  const root = rootOf(call);
  const { for: knower, knownAt = '' } = call;
  const isHeld = knower !== undefined && !isAuthor(knower);
  if (isHeld) {
    const { canon } = openFolder(root, () => undefined);
    const until = readUntil(canon, knownAt === '' ? {} : { known_at: knownAt });
    const failure = refusal(canon, knower) ?? (until.ok ? null : until.failure);
    if (failure) {
      printRefusal(output, call.format, failure);
      return CANNOT_ANSWER[failure.code];
    }
  }
  const held = isHeld ? { for: knower, [HELD]: knownAt } : {};
  const assistant = assistantOf(
    { version, root, rulePage: rulePages(called), knower: isHeld ? knower : null, held },
    output,
  );
  if (call.http !== undefined) return serveOverHttp(call, assistant, output, mcp);
  if (call.host !== undefined) {
    const message = '--host is for --http: add that, or leave it out.';
    printRefusal(output, call.format, { code: 'usage', message, given: call.host });
    return 2;
  }
  await mcp.stdio(assistant);
  return 0;
}

async function serveOverHttp(
  { http, host = LOOPBACK, format }: McpCall,
  assistant: Assistant,
  output: Output,
  { http: serve }: Started['mcp'],
): Promise<number> {
  const refused = (message: string, given: string): number => {
    printRefusal(output, format, { code: 'usage', message, given });
    return 2;
  };
  const written = http === true ? String(USUAL_PORT) : (http ?? '');
  const port = /^\d{1,5}$/.test(written) ? Number(written) : Number.NaN;
  if (!(port <= 65_535))
    return refused(`"${written}" is no port: write a number up to 65535, or 0 for one that is free.`, written);
  const given = process.env.RETCON_MCP_TOKEN ?? '';
  if (given !== '' && given.length < SHORTEST_TOKEN)
    return refused(
      `RETCON_MCP_TOKEN is shorter than ${SHORTEST_TOKEN} characters: make it longer, or leave it out to have one made.`,
      '',
    );
  try {
    const { url, token } = await serve(assistant, { port, host, token: given === '' ? null : given });
    output.err(`retcon: assistants are served at ${url}\n`);
    if (given === '') output.err(`retcon: they ask with the header "Authorization: Bearer ${token}"\n`);
    if (!isLoopback(host))
      output.err(
        'retcon: whoever reaches this machine can try it, and nothing is encrypted: put a proxy with TLS before it.\n',
      );
    return 0;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'something else listens there already: name another port' : message;
    return refused(`${host} port ${port} can't be listened on: ${why}.`, String(port));
  }
}

const isLoopback = (host: string): boolean => /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);
