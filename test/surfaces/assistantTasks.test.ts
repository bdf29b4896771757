/** Forty tasks of assistants: the list of tools leads to the right one, its parameters take the call, and the answer holds what is needed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { estimateTokenCount } from 'tokenx';
import { parse } from 'yaml';
import { read } from '../repo/sources';
import { type AssistantProcess, startAssistant } from './assistantProcess';
import { EXAMPLE, type Json } from './process';

interface Task {
  readonly question: string;
  readonly calls: readonly { readonly tool: string; readonly given: Record<string, unknown> }[];
  readonly mentions: readonly string[];
}

const { tasks } = parse(read('evals/assistants/tasks.yaml')) as { tasks: readonly Task[] };
let assistant: AssistantProcess;
let tools: readonly Listed[];

beforeAll(async () => {
  assistant = await startAssistant(EXAMPLE);
  ({ tools } = await assistant.ask('tools/list', {}));
});
afterAll(() => assistant.end());

describe('an assistant that reads the list of tools', () => {
  it('reads less than 6,000 tokens, and has a task for each tool', () => {
    // The estimate is 8.5 % low in the median.
    expect(estimateTokenCount(JSON.stringify(tools)) * 1.1).toBeLessThan(6000);
    expect(tasks).toHaveLength(40);
    const used = new Set(tasks.flatMap(({ calls }) => calls.map(({ tool }) => tool)));
    expect([...used].sort()).toEqual(tools.map(({ name }) => name).sort());
  });

  it.each(tasks)('finds the tool for: $question', ({ question, calls: [first] }) => {
    const ranked = rankedTools(question);
    expect(ranked.slice(0, 3), ranked.join(' ')).toContain(first?.tool);
  });

  it.each(tasks)('is answered: $question', async ({ calls, mentions }) => {
    const texts: string[] = [];
    for (const { tool, given } of calls) {
      const { content, isError }: Json = await assistant.call(tool, given);
      expect(isError, content[0].text).toBeUndefined();
      texts.push(content[0].text);
    }
    for (const one of mentions) expect(texts.join('\n')).toContain(one);
  });

  it('reads an example of each tool that is a call of it', async () => {
    for (const { name, description } of tools) {
      const given = JSON.parse(/Example: (\{.*\})$/.exec(description)?.[1] ?? 'null') as object;
      const { structuredContent }: Json = await assistant.call(name, given);
      expect(structuredContent.error?.code, `${name}: ${structuredContent.error?.message}`).not.toBe('usage');
    }
  });
});

interface Listed {
  readonly name: string;
  readonly description: string;
}

/** The tools by the words that their descriptions share with a question: a word that fewer of them have weighs more. */
function rankedTools(question: string): string[] {
  const described = tools.map(({ name, description }) => ({ name, words: wordsOf(`${name} ${description}`) }));
  const score = (of: ReadonlySet<string>): number =>
    [...wordsOf(question)]
      .filter((word) => of.has(word))
      .reduce((sum, word) => sum + Math.log(tools.length / described.filter((one) => one.words.has(word)).length), 0);
  return described.sort((a, b) => score(b.words) - score(a.words)).map(({ name }) => name);
}

/** The words of a text without their endings. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (
      text
        .toLowerCase()
        .replaceAll('_', ' ')
        .match(/[a-z]+/g) ?? []
    )
      .filter((word) => word.length > 2)
      .map((word) => word.replace(/(?:ies|ing|ed|es|s|e)$/, '')),
  );
