/** How many questions a dialog announces: those that come after what has been answered so far. */
import { expect, it, vi } from 'vitest';
import { askInSteps, type Frame } from '../../client/src/changing/dialogSteps';

vi.mock('vscode', () => ({ l10n: {}, QuickPickItemKind: {} }));

it.each([
  ['from', ['1/2', '2/3', '3/3']],
  ['always', ['1/2', '2/2']],
])('announces a question that depends on an answer once that is given: %s', async (manner, numbers) => {
  const seen: string[] = [];
  const answer =
    (state: string) =>
    (given: string, { step, totalSteps }: Frame) => {
      seen.push(`${step}/${totalSteps}`);
      return Promise.resolve({ given: given + state });
    };
  const steps = [
    { ask: answer(manner) },
    { ask: answer(' 412 TA'), isAsked: (given: string) => given === 'from' },
    { ask: answer(' so') },
  ];
  await askInSteps('Retcon', '', steps);
  expect(seen).toEqual(numbers);
});
