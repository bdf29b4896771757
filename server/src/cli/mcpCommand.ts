/** `retcon mcp`: the server for assistants; it can be held to what somebody knows. */
import { visible } from '../core/text/visibleText';
import { HELD, isAuthor, readUntil, refusal } from '../core/tools/forKnower';
import { openFolder } from '../workspace/folder';
import { askQuestion, CANNOT_ANSWER } from './ask';
import type { Started } from './commandList';
import { type Common, rootOf } from './commandOptions';
import { type Output, printRefusal } from './print';

export interface McpCall extends Common {
  readonly for?: string;
  readonly knownAt?: string;
}

/** Serves until standard input ends. What is wrong with the call is said to the author, before anybody can ask. */
export async function runMcp(call: McpCall, output: Output, serve: Started['mcp']): Promise<number> {
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
  await serve(
    (question, given, notify) =>
      askQuestion(root, question, { ...given, ...held }, { ...output, err: (words) => notify(visible(words)) }),
    isHeld ? knower : null,
  );
  return 0;
}
