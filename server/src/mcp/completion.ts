/** What can be written for an argument of a prompt or of the address of a resource: the names that the codex has. */
import type { McpServer } from '@modelcontextprotocol/server';
import type { ParameterKind } from '../core/tools/asked/questionList';
import type { Assistant } from '../core/tools/assistant';
import { argumentsOf, promptsWith } from './prompts';

/** The protocol allows no more at once. */
const MOST = 100;

/** The parts of addresses, by their names. */
const PARTS: Readonly<Record<string, ParameterKind>> = { id: 'entry', knower: 'knower' };

export function addCompletion({ server }: McpServer, { names, rules, knower, tools }: Assistant): void {
  server.registerCapabilities({ completions: {} });
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    if (ref.type === 'ref/resource' && /\/rule\//.test(ref.uri)) return completed(ofRules(argument));
    const prompt = ref.type === 'ref/prompt' ? promptsWith(tools).find(({ name }) => name === ref.name) : undefined;
    const kind = prompt
      ? argumentsOf(prompt, knower).find(({ name }) => name === argument.name)?.kind
      : ref.type === 'ref/resource'
        ? PARTS[argument.name]
        : undefined;
    return completed(kind === undefined ? [] : await names(kind, argument.value));
  });

  const ofRules = ({ name, value }: { readonly name: string; readonly value: string }): readonly string[] => {
    const parts = rules.map(({ code }) => code.split('/')[name === 'family' ? 0 : 1] ?? '');
    return [...new Set(parts)].filter((part) => part.startsWith(value));
  };
}

const completed = (values: readonly string[]) => ({
  completion: { values: values.slice(0, MOST), total: values.length, hasMore: values.length > MOST },
});
