/** The server for assistants over HTTP (the protocol's Streamable HTTP): each request is answered by a server of its own. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  hostHeaderValidationResponse,
  originValidationResponse,
  createMcpHandler,
  localhostAllowedHostnames,
} from './sdk';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { Readable } from 'node:stream';
import type { Assistant } from '../core/tools/assistant';
import { serverFor } from './mcpServer';

/** Null: the request may pass. @param names the host names that may be called */
function refusalOf(request: Request, token: string, names: readonly string[]): Response | null {
  // A page of another site may have had its name lead to this machine: it is known by the names that it says.
  const foreign =
    hostHeaderValidationResponse(request, [...names]) ?? originValidationResponse(request, [...names]) ?? null;
  if (foreign) return foreign;
  const given = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (given !== undefined && isSame(given, token)) return null;
  return Response.json(
    {
      jsonrpc: '2.0',
      error: { code: -32001, message: 'Give the token that was printed when the server was started.' },
      id: null,
    },
    { status: 401, headers: { 'www-authenticate': 'Bearer realm="retcon"' } },
  );
}

/** How long it takes says nothing of how much of it was right. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const newToken = (): string => randomBytes(32).toString('base64url');

interface HttpCall {
  /** 0: one that is free. */
  readonly port: number;
  /** The address to listen on. */
  readonly host: string;
  /** null: one is made. */
  readonly token: string | null;
}

export interface ServedHttp {
  readonly url: string;
  readonly token: string;
  /** Ends with the last connection. */
  readonly close: () => Promise<void>;
}

/** The one place where it answers. */
const PATH = '/mcp';

/** A draft or a list of claims is long; a longer message does not come from an assistant. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Resolves when it listens; rejects where it can't. */
export function serveHttp(assistant: Assistant, { port, host, token: given }: HttpCall): Promise<ServedHttp> {
  const handler = createMcpHandler(() => serverFor(assistant), { maxRequestBodySize: MOST_BYTES });
  const token = given ?? newToken();
  const names = namesOf(host);
  const answer = async (request: Request): Promise<Response> => {
    const refused = refusalOf(request, token, names);
    if (refused) return refused;
    if (new URL(request.url).pathname !== PATH) return new Response(`Ask at ${PATH}.`, { status: 404 });
    return handler.fetch(request);
  };
  const server = createServer((incoming, outgoing) => {
    answered(incoming, outgoing, answer).catch(() => {
      // The client has gone, or its request could not be read: nobody is left to answer.
      outgoing.destroy();
    });
  });
  server.maxConnections = 64;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      resolve({
        url: `http://${bracketed(host)}:${(server.address() as AddressInfo).port}${PATH}`,
        token,
        async close() {
          await handler.close();
          server.closeAllConnections();
          await new Promise((done) => server.close(done));
        },
      });
    });
  });
}

async function answered(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const response = await answer(requestOf(incoming, gone.signal));
  // A body that nobody has read yet would keep the connection for it, as long as it takes to come. It is said in the head.
  if (!incoming.complete) outgoing.shouldKeepAlive = false;
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for await (const part of response.body ?? []) outgoing.write(part);
  outgoing.end();
}

/** As the web has it. */
function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const given = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of Array.isArray(value) ? value : [value ?? '']) given.append(name, one);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  // Whatever else is asked for is nowhere.
  const path = url.split('?')[0] === PATH ? PATH : '/';
  return new Request(new URL(path, 'http://localhost'), {
    method,
    headers: given,
    signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' }),
  });
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** The names that this machine may be called by where it listens there. */
function namesOf(host: string): readonly string[] {
  const addresses = Object.values(os.networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  const others = host === '0.0.0.0' || host === '::' ? [os.hostname(), ...addresses] : [];
  return [...localhostAllowedHostnames(), ...[host, ...others].map(bracketed)];
}
