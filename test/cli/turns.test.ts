/** Simultaneous requests are answered one after the other. */
import { expect, it } from 'vitest';
import { takeTurns } from '../../server/src/cli/ask';

it('begins the next when the previous one is answered, or has failed', async () => {
  const inTurn = takeTurns();
  const seen: string[] = [];
  const answer = (name: string) => async (): Promise<string> => {
    seen.push(`begin ${name}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
    seen.push(`end ${name}`);
    if (name === 'two') throw new Error(name);
    return name;
  };
  const asked = ['one', 'two', 'three'].map((name) => inTurn(answer(name)).catch(String));
  expect(await Promise.all(asked)).toEqual(['one', 'Error: two', 'three']);
  expect(seen).toEqual(['begin one', 'end one', 'begin two', 'end two', 'begin three', 'end three']);
});

it('is notified of others that arrive between two of them', async () => {
  const inTurn = takeTurns();
  let heard = 0;
  setImmediate(() => heard++);
  const asked = [1, 2].map(() => inTurn(() => Promise.resolve(heard)));
  expect((await Promise.all(asked))[1]).toBe(1);
});
