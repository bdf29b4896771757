/** Refuses messages that come at the wrong time, or that are none, in the way JSON-RPC and LSP lay down. */
import {
  ErrorCodes,
  Message,
  type MessageReader,
  type MessageStrategy,
  type MessageWriter,
  type RequestMessage,
} from 'vscode-languageserver';

export interface Door {
  readonly strategy: MessageStrategy;
  /** Whether the editor has sent `shutdown`: it may then end the process, and nothing is lost. */
  readonly isShut: () => boolean;
}

/** What is refused, and with which words. */
type Refused = readonly [code: number, message: string];

const EARLY: Refused = [ErrorCodes.ServerNotInitialized, 'the server is not initialized yet.'];
const TWICE: Refused = [ErrorCodes.InvalidRequest, 'the server is initialized already.'];
const LATE: Refused = [ErrorCodes.InvalidRequest, 'the server is shut down.'];
const NO_MESSAGE: Refused = [ErrorCodes.InvalidRequest, 'this is not a message of JSON-RPC.'];
const NO_JSON: Refused = [ErrorCodes.ParseError, 'this is not JSON.'];

/** @param log receives why a refusal can't be sent */
export function keepDoor(reader: MessageReader, writer: MessageWriter, log: (message: string) => void): Door {
  let state: 'new' | 'open' | 'shut' = 'new';
  const refuse = async (id: RequestMessage['id'], [code, message]: Refused): Promise<void> => {
    const answer = { jsonrpc: '2.0', id, error: { code, message } };
    await writer.write(answer).catch((error: unknown) => log(`a refusal could not be sent: ${String(error)}`));
  };
  // In any other case the stream is broken, which then ends.
  reader.onError((error) => {
    if (error instanceof SyntaxError) void refuse(null, NO_JSON);
  });
  const refusalOf = (method: string): Refused | null => {
    if (state === 'shut') return LATE;
    if (method === 'initialize') return state === 'new' ? null : TWICE;
    return state === 'new' ? EARLY : null;
  };
  return {
    isShut: () => state === 'shut',
    strategy: {
      async handleMessage(message, next) {
        if (Message.isRequest(message)) {
          const refusal = refusalOf(message.method);
          if (refusal) return refuse(message.id, refusal);
          if (message.method === 'initialize') state = 'open';
          if (message.method === 'shutdown') state = 'shut';
        } else if (Message.isNotification(message)) {
          // Nobody could answer it. `exit` is obeyed at any time.
          if (state !== 'open' && message.method !== 'exit') return;
        } else if (!Message.isResponse(message)) return refuse(null, NO_MESSAGE);
        return next(message);
      },
    },
  };
}
