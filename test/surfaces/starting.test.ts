/** `npm start -- --print`, as in the README: what it shows is what the commands say that it names. */
import { afterAll, expect, it } from 'vitest';
import { copyOfProject, running, terminal } from './copy';
import { removeFolders, retconProcess, wordsOf } from './process';

afterAll(removeFolders);

it('shows what contradicts itself, and a question before and after a change of mind', async () => {
  const { status, stdout } = await running(copyOfProject(), terminal(), 'npm', 'start', '--', '--print');
  expect(status).toBe(0);
  const [, ...shown] = stdout.split(/\n.+:\n\n\$ npx retcon /);
  const calls = shown.map((text) => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n') + 1)] as const);
  expect(calls.map(([call]) => wordsOf(call)[0])).toEqual(['check', 'was-true-at', 'was-true-at']);
  for (const [call, answer] of calls) expect(answer).toBe(retconProcess(wordsOf(call)).stdout);
  const [, now = '', before = ''] = calls.map(([, answer]) => answer);
  expect(now).toContain('founder: Aldric, from 412 TA');
  expect(before).toContain('founder: Maric Ashhand, from 200 TA');
  for (const answer of [now, before]) expect(answer).toContain('Aldric was the true founder, not Maric.');
});
