/** Who may ask over HTTP: whoever has the token, under a name that this machine has, and from no page of a browser that comes from elsewhere. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { hostHeaderValidationResponse, originValidationResponse } from '@modelcontextprotocol/server';

/** Null: the request may pass. @param names the host names that may be called */
export function refusalOf(request: Request, token: string, names: readonly string[]): Response | null {
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

export const newToken = (): string => randomBytes(32).toString('base64url');
