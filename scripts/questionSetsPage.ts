/** The reference page of question sets, made from the shape by which they are read. */
import { QUESTION_SET } from '../server/src/core/evals/questionSet';

interface Described {
  readonly description?: string;
  readonly items?: { readonly properties?: Readonly<Record<string, Described>> };
  readonly properties?: Readonly<Record<string, Described>>;
}

/** @param row a line of a table */
export function questionSetsPage(row: (...cells: readonly string[]) => string): string {
  const { properties = {} } = QUESTION_SET.schema as Described;
  const table = (of: Readonly<Record<string, Described>> = {}): string =>
    [
      row('key', 'what it is'),
      row('---', '---'),
      ...Object.entries(of).map(([key, { description = '' }]) => row(`\`${key}\``, description)),
    ].join('\n');
  const only = (of: Readonly<Record<string, Described>> = {}, ...keys: readonly string[]) =>
    Object.fromEntries(keys.flatMap((key) => (of[key] ? [[key, of[key]]] : [])));
  return `# Question sets

What your codex must answer, written down so that it can be asked again: [\`retcon eval\`](command-line.md#eval) asks all question sets under \`evals/\`, and says whether
their scores are within their thresholds.

\`\`\`yaml
thresholds: {canon_violation_rate: 0.05, brief_tokens_p95: 2500, persona_consistency: 0.75}
questions:
  - {ask: was_true_at, entity: house-vyr, at: 300 TA, expect: {founder: maric}}
  - {ask: was_true_at, entity: house-vyr, at: 420 TA, for: lysa, never: [the axe]}
briefs:
  - {topic: House Vyr, at: 420 TA, tokens: 1200, mentions: [Aldric]}
claims: [a-recap.json]
actions:
  - {persona: lysa, justification: She cut the ropes to stop the Grey Host.}
\`\`\`

Every part may be left out. The file is YAML, or JSON.

## thresholds

${table(properties['thresholds']?.properties)}

- The **canon violation rate** is how many of all questions, briefs and claims are not as expected. A claim is not where it [goes against the canon](command-line.md#verify).
- The **p95 of brief tokens** is the number that 95 of 100 briefs do not exceed. Claims that tell the \`tokens\` of what they were written from are counted with them.
- **Persona consistency** is the mean, over all actions, of the cosine between two TF-IDF vectors: that of an action's justification, and that of the title and the prose of its
  persona's page. Words that few pages have weigh more. It measures only whether the two use the same words.

What a set does not measure fails nothing.

## questions

One of the [questions](questions.md), with its parameters by the names that assistants use (\`as_of\`), and what is expected of the answer.

${table(only(properties['questions']?.items?.properties, 'ask', 'expect', 'mentions', 'never'))}

- Of \`was_true_at\`, \`expect\` names attributes, each with its value or with a list of all its values. A value is a text, or an entry by any of its names. \`null\` means that there is no value.
- Of other questions it is a part of the answer's JSON: of an object the keys that you name, of a list all its items, each in part.
- Where no answer is expected, name the error: \`expect: {error: {code: not-found}}\`.
- \`mentions\` and \`never\` look at the words of the answer and at every text of its JSON, so that a secret is found wherever it would come out.

## briefs

The same of [briefs](command-line.md#brief), without \`ask\` and \`expect\`.

${table(properties['briefs']?.items?.properties)}

## claims

Files of [claims](command-line.md#verify), from the folder of the set. They lie in the codex.

## actions

${table(properties['actions']?.items?.properties)}

## Schema

\`retcon schema question-set\` prints the JSON Schema of these files, for editors that complete and check by one; it is made from the code that reads them. So do
\`retcon schema claims\` and \`retcon schema eval\`.

<!-- Made by \`npm run docs\` from the shape in the code. -->
`;
}
