/** `retcon schema`: the JSON Schemas of what authors write and of what commands print, made from the code that reads and prints it. */
import { dashed } from './questionCommands';
import { SETTINGS_YAML } from '../core/codex/settings';
import { CODEX_YAML } from '../core/codex/codexKeys';
import { KNOWN_KEYS } from '../core/codex/keys';
import { EVALUATION } from '../core/evals/evalReports';
import { QUESTION_SET } from '../core/evals/questionSet';
import { SEVERITIES } from '../core/rules';
import type { JsonSchema } from '../core/schema/shape';
import { type KeySort, withKeys, type YamlShape, yamlSchema } from '../core/schema/yamlShape';
import { nearest } from '../core/text/nearNames';
import { jsonText } from '../core/text/words';
import { ANSWER_SHAPES, answerSchema } from '../core/tools/asked/answerShapes';
import { CLAIMS_FILE } from '../core/tools/asked/commonShapes';
import { QUESTIONS } from '../core/tools/asked/questionList';
import { CHECK_ANSWER } from './assistantOf';
import { type Format, type Output, printRefusal } from './print';

interface PublishedSchema {
  readonly about: string;
  readonly schema: () => JsonSchema;
}

/** The keys that are known where a mapping has keys of one sort; attributes are each codex's own. */
const keysOfSort = (sort: KeySort): readonly string[] | undefined => {
  if (sort === 'attributes') return undefined;
  return sort === 'rules' ? [...SEVERITIES.keys()] : KNOWN_KEYS.map(({ key }) => key);
};

const FRONTMATTER: YamlShape = {
  kind: 'keys',
  keys: Object.fromEntries(KNOWN_KEYS.map(({ key, ...known }) => [key, known])),
  isOpen: true,
};

const answers = QUESTIONS.map(({ name }): [string, PublishedSchema] => [
  dashed(name),
  { about: `what \`retcon ${dashed(name)} --format json\` prints`, schema: () => answerSchema(ANSWER_SHAPES[name]) },
]);

/** By their names. */
export const SCHEMAS: ReadonlyMap<string, PublishedSchema> = new Map<string, PublishedSchema>([
  ['codex', { about: 'codex.yaml', schema: () => yamlSchema(withKeys(CODEX_YAML), keysOfSort) }],
  [
    'settings',
    {
      about: 'settings.yaml, which names several codices',
      schema: () => yamlSchema(withKeys(SETTINGS_YAML), keysOfSort),
    },
  ],
  ['frontmatter', { about: 'the keys at the top of a page', schema: () => yamlSchema(FRONTMATTER, keysOfSort) }],
  ['question-set', { about: 'a question set, for `retcon eval`', schema: () => QUESTION_SET.schema }],
  ['claims', { about: 'a file of claims, for `retcon verify`', schema: () => CLAIMS_FILE.schema }],
  ['check', { about: 'what `retcon check --format json` prints', schema: () => CHECK_ANSWER.schema }],
  ['eval', { about: 'what `retcon eval --format json` prints', schema: () => EVALUATION.schema }],
  ...answers,
]);

export const schemaText = (name: string, { about, schema }: PublishedSchema): string =>
  `${JSON.stringify(
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `urn:retcon:schema:${name}`,
      title: `Retcon: ${name}`,
      description: about,
      ...schema(),
    },
    null,
    1,
  )}\n`;

export function runSchema(name: string | undefined, format: Format, output: Output): number {
  if (name === undefined) {
    const rows = [...SCHEMAS].map(([one, { about }]) => ({ name: one, about }));
    const width = Math.max(...rows.map((row) => row.name.length));
    const words = rows.map((row) => `${row.name.padEnd(width)}  ${row.about}\n`).join('');
    output.out(format === 'json' ? `${jsonText({ schemas: rows })}\n` : words);
    return 0;
  }
  const found = SCHEMAS.get(name) ?? SCHEMAS.get(dashed(name));
  if (found) {
    output.out(schemaText(dashed(name), found));
    return 0;
  }
  const near = nearest(name, SCHEMAS.keys());
  const hint = near === null ? '`retcon schema` lists them.' : `Did you mean ${near}?`;
  const message = `There is no schema called "${name}". ${hint}`;
  printRefusal(output, format, {
    code: 'not-found',
    message,
    given: name,
    candidates: near === null ? [...SCHEMAS.keys()] : [near],
  });
  return 1;
}
