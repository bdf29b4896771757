/** `retcon mcp`: the server for assistants; it can be held to what somebody knows. */
import path from 'node:path';
import { HELD, isAuthor, readUntil, refusal } from '../core/tools/forKnower';
import { openFolder } from '../workspace/folder';
import { CANNOT_ANSWER } from './ask';
import { assistantOf } from './assistantOf';
import type { Started } from './commandList';
import { type Common, rootOf } from './commandOptions';
import { type Output, printRefusal } from './print';

export interface McpCall extends Common {
  readonly for?: string;
  readonly knownAt?: string;
}

/** Serves until standard input ends. What is wrong with the call is said to the author, before anybody can ask. */
export async function runMcp(call: McpCall, output: Output, { mcp: serve, version, called }: Started): Promise<number> {
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
  const home = path.resolve(path.dirname(called.cli), '..');
  await serve(assistantOf({ version, root, home, knower: isHeld ? knower : null, held }, output));
  return 0;
}
