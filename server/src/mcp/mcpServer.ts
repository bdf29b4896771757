/** The server for assistants (Model Context Protocol): each question of the canon is a tool of theirs, and none changes a file. */
import { type CallToolResult, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Ask } from '../core/tools';
import { ANSWER_SHAPES, answerSchema } from '../core/tools/answerShapes';
import { plainText } from '../core/tools/richText';
import {
  type ParameterKind,
  type ListedQuestion,
  type Parameter,
  QUESTIONS,
  questionsForOne,
} from '../core/tools/questionList';

/** What an assistant reads before all tools: an answer that it smooths over would be a retcon of its own. */
const INSTRUCTIONS = `The canon of a fictional world, kept as pages of markdown. It has two kinds of time: world time (\`at\`), when something is so
in the world, and canon time (\`as_of\`), since when the author has decided it. A retcon never deletes a fact: tell both states, what
held before and what holds now, with the date and the reason. Where values are disputed (\`is_disputed\`), tell all of them and who
says each, and pick none. What no tool tells is not known: do not fill it in. Pages are edited as files, by whoever edits them: these
tools only read. Ask before you write of the past of anything, since it may have been retconned.`;

/** Serves until standard input ends. @param knower whose view all answers are held to; null: they are the whole truth */
export function serveTools(version: string, ask: Ask, knower: string | null): void {
  const instructions = knower === null ? INSTRUCTIONS : `${INSTRUCTIONS}\n${heldTo(knower)}`;
  serveStdio(() => {
    const server = new McpServer({ name: 'retcon', title: 'Retcon', version }, { instructions });
    for (const question of knower === null ? QUESTIONS : questionsForOne)
      server.registerTool(
        question.name,
        {
          title: ANSWER_SHAPES[question.name].title,
          description: question.description,
          inputSchema: fromJsonSchema<Arguments>({
            type: 'object',
            properties: Object.fromEntries(question.parameters.map((one) => [one.name, schemaOf(one)])),
            required: question.parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
            additionalProperties: false,
          }),
          outputSchema: fromJsonSchema(answerSchema(ANSWER_SHAPES[question.name])),
          annotations: { readOnlyHint: true, openWorldHint: false },
        },
        (given) => answered(question, given, ask),
      );
    return server;
  });
}

const heldTo = (knower: string): string =>
  `All of it is as ${knower} holds it: what ${knower} has not learned is in no answer, and can't be asked for.`;

type Arguments = Readonly<Record<string, string | number | boolean | readonly (string | object)[]>>;

const schemaOf = ({ description, kind, isRepeated }: Parameter) => ({
  ...(isRepeated ? { type: 'array' as const, items: typeOf(kind) } : typeOf(kind)),
  description,
});

const typeOf = (kind: ParameterKind) =>
  kind === 'flag'
    ? { type: 'boolean' as const }
    : kind === 'count'
      ? { type: 'integer' as const, minimum: 1 }
      : kind === 'pages'
        ? { type: 'array' as const, items: PAGE, minItems: 1 }
        : { type: 'string' as const };

const PAGE = {
  type: 'object' as const,
  properties: { path: { type: 'string' as const }, text: { type: 'string' as const } },
  required: ['path', 'text'],
  additionalProperties: false,
};

async function answered(question: ListedQuestion, asked: Arguments, ask: Ask): Promise<CallToolResult> {
  const given = Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => (value === false ? [] : [[name, wordsOf(value)]])),
  );
  const told: string[] = [];
  const answer = await ask(question, given, (words) => told.push(words));
  const text = (words: string) => ({ type: 'text' as const, text: words });
  const beside = told.map((words) => text(words.trim()));
  if (!answer.ok) {
    const { failure } = answer;
    return { isError: true, content: [text(failure.message), ...beside], structuredContent: { error: failure } };
  }
  const words = plainText(answer.prose);
  const structuredContent = { ...(answer.inShort ?? answer.json), answer: words };
  return { content: [text(words), ...beside], structuredContent };
}

/** One that may be given several times is a line for each; pages are JSON, as they came. */
function wordsOf(value: Arguments[string]): string {
  if (typeof value !== 'object') return String(value);
  const words = value.filter((one) => typeof one === 'string');
  return words.length < value.length ? JSON.stringify(value) : words.join('\n');
}
