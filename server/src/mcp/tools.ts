/** The tools of an assistant: each is a question with a schema of what it takes and of what it answers, and none changes a file. */
import { type CallToolResult, fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import type { JsonSchema } from '../core/schema/shape';
import { withinLimits } from '../core/tools';
import { answerSchema } from '../core/tools/asked/answerShapes';
import { CLAIM } from '../core/tools/asked/claimShapes';
import type { Parameter, ParameterKind } from '../core/tools/asked/questionList';
import { byName } from '../core/tools/asked/givenByName';
import { plainText } from '../core/tools/words/richText';
import type { AssistantTool } from '../core/tools/assistant';
import { fenced } from '../core/tools/words/fenced';

type Arguments = Readonly<Record<string, unknown>>;

export function addTool(server: McpServer, tool: AssistantTool): void {
  server.registerTool(
    tool.name,
    {
      title: tool.shape.title,
      description: tool.description,
      inputSchema: fromJsonSchema<Arguments>(inputSchema(tool.parameters)),
      outputSchema: fromJsonSchema(answerSchema(tool.shape)),
      annotations: { title: tool.shape.title, readOnlyHint: true, openWorldHint: false },
    },
    (given) => answered(tool, given),
  );
}

/** What a tool takes: its parameters by all the names that they have. */
export function inputSchema(parameters: readonly Parameter[]): JsonSchema {
  const properties = parameters.flatMap((one): [string, JsonSchema][] => [
    [one.name, schemaOf(one)],
    ...(one.alsoCalled === undefined ? [] : [otherName(one.alsoCalled, one)]),
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}

const otherName = (name: string, parameter: Parameter): [string, JsonSchema] => [
  name,
  schemaOf(parameter, `the same as ${parameter.name}`),
];

function schemaOf({ kind, isRepeated, isForAssistants, ...parameter }: Parameter, description?: string): JsonSchema {
  const type = TYPES[kind] ?? { type: 'string' };
  const usual = isForAssistants?.usual;
  const words = `${description ?? parameter.description}${usual === undefined ? '' : `; if left out, ${usual}`}`;
  return { ...(isRepeated ? { type: 'array', items: type } : type), description: words };
}

const TYPES: { readonly [Kind in ParameterKind]?: JsonSchema } = {
  flag: { type: 'boolean' },
  count: { type: 'integer', minimum: 1 },
  pages: {
    type: 'array',
    items: {
      type: 'object',
      properties: { path: { type: 'string' }, text: { type: 'string' } },
      required: ['path', 'text'],
      additionalProperties: false,
    },
    minItems: 1,
  },
  claims: { type: 'array', items: CLAIM.schema, minItems: 1 },
};

async function answered({ parameters, answer: ask }: AssistantTool, asked: Arguments): Promise<CallToolResult> {
  const given: Record<string, string> = {};
  const named = byName(parameters, asked);
  if (!named.ok) return refused(named.message);
  for (const { name, isForAssistants } of parameters) {
    const words = named.given[name] ?? isForAssistants?.usual;
    if (words !== undefined && words !== false) given[name] = wordsOf(words);
  }
  const told: string[] = [];
  const answer = await ask(given, (words) => told.push(words));
  const text = (words: string) => ({ type: 'text' as const, text: fenced(words) });
  const beside = told.map((words) => text(words.trim()));
  const made = answer.ok ? withinLimits(() => answer.inShort ?? answer.json, given['for']) : answer;
  if (!answer.ok || !made.ok) {
    const { failure } = made as Extract<typeof made, { ok: false }>;
    return { isError: true, content: [text(failure.message), ...beside], structuredContent: { error: failure } };
  }
  const words = answer.text ?? plainText(answer.prose);
  const structuredContent = { ...made.value, answer: words };
  return { content: [text(words), ...beside], structuredContent };
}

const refused = (words: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text: words }] });

/** One that may be given several times is a line for each; what is no text is written down as JSON. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
