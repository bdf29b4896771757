/** What node has and browsers lack, to let others have their turn: `setTimeout` would have everybody wait for milliseconds. */

export function provideImmediate(): void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener('message', () => waiting.shift()?.());
  port1.start();
  const setImmediate = (run: () => void): void => {
    waiting.push(run);
    port2.postMessage(null);
  };
  Object.assign(globalThis, { setImmediate });
}
