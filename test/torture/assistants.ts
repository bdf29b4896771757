/** Trials of the MCP server: it answers any call, or explains in words what is wrong with it. */
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect } from 'vitest';
import { QUESTIONS } from '../../server/src/core/tools/asked/questionList';
import { vyr } from '../support/caret';
import { anyText } from '../support/anyText';
import { type AssistantProcess, startAssistant } from '../surfaces/assistantProcess';
import { folderWith, type Json } from '../surfaces/process';
import { slowTrial, type Trial } from './attack';
import { awaited, refuseSlips } from './watched';

const names = [...new Set(QUESTIONS.flatMap(({ parameters }) => parameters.map(({ name }) => name)))];

const words = fc.oneof(
  fc.constantFrom(
    ...['House Vyr', 'maric', 'founder', '412 TA', '300 TA .. 200 TA', 'session-45', 'before:refounding-of-house-vyr'],
    ...['git:HEAD', 'latest', 'everyone', 'author', '', ' ', '..', '*', '"oath" OR (', 'NEAR/2', '../../etc/passwd'],
    ...[
      '[{"path": "a.md", "text": "---\\nid: a\\n---\\n"}]',
      '- {claim: x}',
      '-1',
      '1e999',
      '__proto__',
      'constructor',
    ],
  ),
  anyText({ maxLength: 12 }),
);
const pages = fc.array(
  fc.record({
    path: fc.constantFrom('a.md', 'maric.md', '../a.md', '/a.md', 'codex.yaml', 'a', ''),
    text: fc.constantFrom(
      '---\nid: a\nsupersedes: maric\n---\n',
      '---\n',
      '---\nfacts: {vyr: {founder: x}}\n---\nProse.',
    ),
  }),
  { maxLength: 2 },
);
const value = fc.oneof(
  { weight: 4, arbitrary: words },
  { weight: 1, arbitrary: fc.array(words, { maxLength: 3 }) },
  { weight: 1, arbitrary: pages },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(true, 1, 0, -1, 1e9, 0.5, null, {}, [null]) },
);
const given = fc.dictionary(fc.constantFrom(...names, 'nobody'), value, { maxKeys: 4 });

const call = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(...QUESTIONS)
      .chain(({ name, parameters }) =>
        fc.record({
          name: fc.constant(name),
          arguments: fc
            .tuple(...parameters.map((one) => fc.tuple(fc.constant(one), words, fc.boolean())))
            .map((all) =>
              Object.fromEntries(
                all.flatMap(([one, text, isGiven]) => (isGiven || one.isRequired ? [[one.name, text]] : [])),
              ),
            ),
        }),
      )
      .map((params) => ({ method: 'tools/call', params: params as object })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ name: fc.constantFrom(...QUESTIONS.map(({ name }) => name), 'none', ''), arguments: given })
      .map((params) => ({ method: 'tools/call', params: params as object })),
  },
  {
    weight: 1,
    arbitrary: fc
      .oneof(
        words,
        fc.constantFrom(
          'retcon://entry/maric',
          'retcon://rule/date/inverted',
          'retcon://entry/%00',
          'file:///etc/passwd',
        ),
      )
      .map((uri) => ({ method: 'resources/read', params: { uri } as object })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constantFrom(
        'prompts/get',
        'completion/complete',
        'resources/list',
        'tools/list',
        'none/such',
        'ping',
      ),
      params: fc.record({ name: words, arguments: given }),
    }),
  },
);

let serving: Promise<AssistantProcess> | null = null;
let root = '';

/** JSON-RPC's code for unexpected failures. */
const INTERNAL = -32603;

/** The library that reads messages says this of parameters that the protocol does not define, with a list of them. */
const isMisshapen = ({ message }: Json): boolean => /^\[\s+\{/.test(message ?? '');

const asked = fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 8 }), async (calls) => {
  const server = await (serving ??= startAssistant((root = folderWith(vyr))));
  try {
    for (const { method, params } of calls) {
      const answer: Json = await awaited(`${method} ${JSON.stringify(params)}`, server.pid, server.ask(method, params));
      if (!isMisshapen(answer)) expect(answer.code).not.toBe(INTERNAL);
      const text: string = answer.message ?? (answer.content ?? []).map((part: Json) => part.text).join('\n');
      refuseSlips(text);
      if (method === 'tools/call') expect(text).not.toBe('');
    }
    expect(server.complaints()).toBe('');
  } catch (error) {
    serving = null;
    process.kill(server.pid, 'SIGKILL');
    throw error;
  }
});

async function stop(): Promise<void> {
  const server = await serving;
  serving = null;
  if (server) rmSync(root, { recursive: true });
  expect(await server?.end()).toEqual(server && { status: 0, complaints: '' });
}

export const ASSISTANTS: readonly Trial[] = [slowTrial('mcp/calls', asked, { runs: 15, close: stop })];
