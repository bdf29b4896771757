/** What an author can have an assistant do, in words that hold it to the canon. Each has a version, so that a record can say which was used. */
import { ProtocolError, ProtocolErrorCode, type McpServer } from './sdk';
import type { ParameterKind } from '../core/tools/asked/questionList';
import type { Assistant } from '../core/tools/assistant';

interface PromptArgument {
  readonly name: string;
  readonly kind: ParameterKind;
  readonly description: string;
  readonly required?: true;
}

interface AssistantPrompt {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** Tools without which it can't be followed: it is not offered where one of them is not. */
  readonly needs?: readonly string[];
  /** @param has whether there is a tool of that name @param given the arguments, as a line that is said of them */
  readonly words: (
    has: (tool: string) => boolean,
    given: Readonly<Record<string, string | undefined>>,
  ) => readonly (string | false)[];
}

const AT: PromptArgument = { name: 'at', kind: 'world date', description: 'world time, like 412 TA' };
const AS_OF: PromptArgument = {
  name: 'as_of',
  kind: 'canon point',
  description: 'canon time: a revision, a date, or latest',
};
const FOR: PromptArgument = { name: 'for', kind: 'knower', description: 'the knower: a character, a circle, everyone' };

const from = ({ at, as_of, for: knower }: Readonly<Record<string, string | undefined>>): string =>
  [
    at === undefined ? '' : `at: ${at}`,
    as_of === undefined ? '' : `as_of: ${as_of}`,
    knower === undefined ? '' : `for: ${knower}`,
  ]
    .filter((part) => part !== '')
    .join(', ');

const withArguments = (given: Readonly<Record<string, string | undefined>>): string | false =>
  from(given) !== '' && `Give every call of a tool ${from(given)}.`;

const PROMPTS: readonly AssistantPrompt[] = [
  {
    name: 'answer',
    version: '1',
    title: 'Answer from the Canon',
    description: 'answers a question from what the canon says, both sides of a retcon and all sides of a dispute',
    arguments: [
      { name: 'question', kind: 'words', description: 'what is to be answered', required: true },
      AT,
      AS_OF,
      FOR,
    ],
    words: (_has, given) => [
      `Answer this from the canon and from nothing else: ${given.question ?? ''}`,
      withArguments(given),
      'Look up what it is about (lookup, was_true_at), and search the prose (lore) for what no fact says.',
      'Lead with what holds at the time in question. Where a retcon is met, give the other side of it in one sentence, with its dates, the reason and the sources.',
      'Where values are disputed, tell every side and who says it, and pick none. What is undecided, call undecided.',
      'Cite the entry that each thing is from. What no tool answers is not known: say so, and invent nothing.',
    ],
  },
  {
    name: 'declare-a-retcon',
    version: '1',
    title: 'Declare a Retcon',
    description: 'changes established facts by a new page that says so; nothing is deleted',
    needs: ['propose_retcon', 'what_if'],
    arguments: [
      { name: 'entry', kind: 'entry', description: 'the page that no longer holds', required: true },
      { name: 'change', kind: 'words', description: 'what is true instead, and why', required: true },
      { name: 'effective', kind: 'world date', description: 'since when in the world; always, if it never was true' },
    ],
    words: (_has, { entry = '', change = '', effective }) => [
      `Declare a retcon of ${entry}: ${change}`,
      effective !== undefined && `In the world it holds from: ${effective}.`,
      'Look at the page (lookup), at its chain and at what rests on it (chain). The old page stays as it is.',
      'Write a new page: frontmatter with `date`, `canon` (the revision still open), `supersedes` with `id`, `as_of` (the date of the old page), `effective` and `reason`, and the facts that hold instead; then prose.',
      'Have propose_retcon write it, and read what it would change.',
      'Ask what_if with the page as you have drafted it, and mend what is wrong with it.',
      'Show the author the whole page and every answer that it changes, and let them save it. You write no file yourself unless they ask you to.',
    ],
  },
  {
    name: 'extract-facts',
    version: '1',
    title: 'Extract Facts',
    description: 'takes facts out of the prose of a page, for the author to take one by one; nothing is written',
    needs: ['verify'],
    arguments: [
      { name: 'page', kind: 'entry', description: 'the page whose prose is read', required: true },
      { name: 'attributes', kind: 'words', description: 'which attributes to look for; if left out, all' },
    ],
    words: (has, { page = '', attributes }) => [
      `Extract from the prose of ${page}, as facts, what it says about the world.`,
      attributes !== undefined && `Look only for: ${attributes}.`,
      `Read the page: retcon://entry/${page}. Look up what it is about, and what the codex calls its attributes (lookup, was_true_at).`,
      'Make one claim of each thing that the prose states: {entity, attribute, value, at}, with the line of the page that it rests on, word for word. Take only what stands there. What is hinted at, said by somebody in the story, or true only in a dream, list apart: it is not a claim.',
      'Give all claims to verify at once. Leave out what holds already.',
      'What is contradicted or superseded is not new: show the author both sides, and change neither.',
      'Propose each of the others as a line for the top of that page: a property where it is of its own entity, else an item of `facts` with entity, attribute, value and from. Beside each stands the line that it rests on.',
      has('what_if') &&
        'Ask what_if with the page as it would be with all of them, and say which of them change an answer.',
      'The author takes them one by one. Write nothing yourself.',
    ],
  },
  {
    name: 'write-a-scene',
    version: '1',
    title: 'Write a Scene',
    description: 'writes from what its point of view may know at that time, and checks the result against the canon',
    arguments: [
      { name: 'topic', kind: 'words', description: 'what happens in it', required: true },
      { name: 'scene', kind: 'entry', description: 'its page, where there is one' },
      FOR,
      AT,
      AS_OF,
    ],
    words: (has, { topic = '', scene, ...given }) => [
      `Write this scene: ${topic}`,
      scene !== undefined && `Its page is ${scene}.`,
      withArguments(given),
      has('brief')
        ? 'Begin with brief: it holds what this point of view may know then, each line with its source.'
        : 'Ask was_true_at and lookup about everybody and everything in it, and lore for what has been written about them.',
      'Use what you were given and nothing that contradicts it. What it leaves open you may colour, never decide: no names, dates, deaths or kin of your own.',
      'Where a retcon has changed something, write what this point of view holds, not what only the author knows.',
      has('verify') &&
        'Then list what the scene states as claims ({entity, attribute, value, at, for, cites}), give them to verify, and mend what contradicts.',
    ],
  },
];

/** Those of a server whose tools are held to one view have no `for`. */
export const argumentsOf = ({ arguments: all }: AssistantPrompt, knower: string | null): readonly PromptArgument[] =>
  knower === null ? all : all.filter(({ kind }) => kind !== 'knower');

/** Those that can be followed with the tools that are there. */
export const promptsWith = (tools: Assistant['tools']): readonly AssistantPrompt[] =>
  PROMPTS.filter(({ needs = [] }) => needs.every((need) => tools.some(({ name }) => name === need)));

export function addPrompts({ server }: McpServer, { knower, tools }: Assistant): void {
  const offered = promptsWith(tools);
  server.registerCapabilities({ prompts: {} });
  server.setRequestHandler('prompts/list', () => ({
    prompts: offered.map((prompt) => ({
      name: prompt.name,
      title: prompt.title,
      description: prompt.description,
      arguments: argumentsOf(prompt, knower).map(({ name, description, required }) => ({
        name,
        description,
        ...(required && { required }),
      })),
      _meta: { 'retcon/version': prompt.version },
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
    const prompt = offered.find((one) => one.name === name);
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt "${name}".`);
    const known = argumentsOf(prompt, knower);
    const missing = known.find((one) => one.required && (given[one.name] ?? '').trim() === '');
    if (missing)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `${name} wants ${missing.name}: ${missing.description}.`,
      );
    const taken = Object.fromEntries(
      known.map((one) => [one.name, given[one.name]?.trim() === '' ? undefined : given[one.name]]),
    );
    const words = prompt
      .words((tool) => tools.some((one) => one.name === tool), taken)
      .filter((line) => line !== false);
    const text = [`(Retcon prompt ${name}, version ${prompt.version}.)`, ...words].join('\n');
    return {
      description: prompt.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
      _meta: { 'retcon/version': prompt.version },
    };
  });
}
