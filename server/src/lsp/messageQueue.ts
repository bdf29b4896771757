/** Has messages wait, in their order, for what has to be known before any of them can be answered. */
import { Message, type MessageStrategy } from 'vscode-languageserver';

interface Order {
  readonly strategy: MessageStrategy;
  /** Makes all that comes wait, except answers: the editor may have been asked something. */
  hold(until: Promise<void>): void;
}

/** @param door what is done with each message when its turn has come */
export function keepOrder(door: MessageStrategy): Order {
  const waiting: (() => void)[] = [];
  let held = 0;
  return {
    strategy: {
      handleMessage(message, next) {
        if (held === 0 || Message.isResponse(message)) return door.handleMessage(message, next);
        waiting.push(() => void door.handleMessage(message, next));
      },
    },
    hold(until) {
      held++;
      void until.finally(() => {
        held--;
        // One of them may have the others wait again.
        const next = (): (() => void) | undefined => (held === 0 ? waiting.shift() : undefined);
        for (let take = next(); take; take = next()) take();
      });
    },
  };
}
