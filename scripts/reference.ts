/** The pages of the documentation that are made from the code: file under docs/ → its text. */
import { KNOWN_KEYS } from '../server/src/core/codex/keys';
import { MENDS } from '../server/src/core/edits/fixes';
import { SQL_TABLES, SQL_VIEWS } from '../server/src/index/sqliteSchema';
import { EXAMPLES, type Example } from './sqlExamples';
import { SEVERITIES } from '../server/src/core/rules';
import { namesForAssistants } from '../server/src/core/tools/asked/forKnower';
import { type Parameter, type Question, QUESTIONS } from '../server/src/core/tools/asked/questionList';
import { contributes } from '../package.json';
import words from '../package.nls.json';
import { questionSetsPage } from './questionSetsPage';

export { bundleOf } from './messages';
export { withTools } from './languageModelTools';
export { SCHEMAS, schemaText } from '../server/src/cli/schemaCommand';

/** @param pageOf the text of a page under docs/ */
export function generatedPages(pageOf: (file: string) => string): ReadonlyMap<string, string> {
  return new Map([
    ['rules/README.md', rulesPage(pageOf)],
    ['reference/frontmatter.md', frontmatterPage()],
    ['reference/question-sets.md', questionSetsPage(row)],
    ['reference/questions.md', questionsPage()],
    ['reference/sqlite.md', sqlitePage()],
  ]);
}

/** Cells are parted by bars, which a cell itself can't hold. */
const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function rulesPage(pageOf: (file: string) => string): string {
  const rows = [...SEVERITIES.keys()].map((code) => {
    const [severity = '', when = ''] = (pageOf(`rules/${code}.md`).split('\n')[2] ?? '').split(' · ');
    return row(`[${code}](${code}.md)`, severity.replaceAll('**', ''), when, quickFix(code));
  });
  return `# The rules

What Retcon underlines, and why. Each code has a page with a wrong entry, a right one, and how to mend it. Where there is a quick fix,
the page shows what it leaves behind; what can be mended for the whole codex at once offers that too. Where there is none, only you
can know what is right.

${[row('code', 'severity', 'when', 'quick fix'), row('---', '---', '---', '---'), ...rows].join('\n')}

Any of them can be made more or less severe, or turned off, in \`codex.yaml\`:

\`\`\`yaml
rules:
  link/unknown: off
  supersedes/missing-reason: warning
\`\`\`

<!-- Made by \`npm run docs\` from the rules, their mends and the first lines of their pages. -->
`;
}

/** Whether a code has a mend, and one for all of its problems at once. */
function quickFix(code: string): string {
  const mending = MENDS.get(code);
  return mending === undefined ? 'none' : mending.all ? 'yes, and all at once' : 'yes';
}

function frontmatterPage(): string {
  const rows = KNOWN_KEYS.map(({ key, doc, shape }) => row(`\`${key}\``, doc, shape));
  return `# Frontmatter

Every key that means something to Retcon at the top of a page, all of them optional. Case does not matter, and \`-\`, \`_\` and a space
are alike: \`Superseded-By\` is \`superseded_by\`. Where a list stands, one item may stand for a list of one, and where one value
stands, a list of one may stand for it. Keys that are merged with \`<<: *anchor\` count as if they were written out. All other keys are yours: they are kept as they are.
An entry is named by its id, title, alias or file name, as a \`[[link]]\` or as a \`[link](../to/a/page.md)\`. A \`[[link]]\` or a \`[link](../to/a/page.md)\` in the value of any key, also \`type: "[[Woven Relic]]"\`,
is followed and renamed like one in the prose; but where it leads nowhere, nothing is reported.

${[row('key', 'what it says', 'what its value looks like'), row('---', '---', '---'), ...rows].join('\n')}

In a vault that already has keys of its own, \`fields\` in [codex.yaml](codex-yaml.md) says which of them mean these.
[The rules](../rules/README.md) show what a mistake in one of them looks like, and other tools can read all of this as
[a JSON Schema](command-line.md#schema).

<!-- Made by \`npm run docs\` from the keys in the code. -->
`;
}

function questionsPage(): string {
  const parts = QUESTIONS.map((question: Question) => {
    const rows = question.parameters.map((parameter) =>
      row(written(parameter), namesFor(parameter), parameter.kind, parameter.description),
    );
    return [
      `## ${dashed(question.name)}`,
      '',
      `${question.description[0]?.toUpperCase()}${question.description.slice(1)}.`,
      '',
      `- In VS Code: ${titlesOf(question).join(', ')}`,
      `- In a terminal: [\`retcon ${dashed(question.name)}\`](command-line.md#${dashed(question.name)})`,
      `- For an assistant: the tool \`${question.name}\``,
      '',
      row('in a terminal', 'for an assistant', 'what it is', 'what it says'),
      row('---', '---', '---', '---'),
      ...rows,
    ].join('\n');
  });
  return `# Questions

What can be asked of a codex. Each question has the same answer wherever it is asked: in the palette of VS Code, in a terminal, and by an
assistant ([MCP](../guide/asking.md#for-an-assistant)).

${parts.join('\n\n')}

<!-- Made by \`npm run docs\` from the list of questions in the code. -->
`;
}

const dashed = (name: string): string => name.replaceAll('_', '-');

/** As an assistant may give it. */
const namesFor = (parameter: Parameter): string =>
  namesForAssistants(parameter)
    .map((name) => `\`${name}\``)
    .join(' or ');

/** As it is given on the command line. */
function written({ name, kind, isPositional, isRequired, isForAssistants }: Parameter): string {
  if (isForAssistants) return '';
  const word = kind === 'pages' ? 'file…' : kind === 'claims' ? 'file' : dashed(name);
  if (isPositional) return isRequired ? `\`${word.toUpperCase()}\`` : `\`[${word.toUpperCase()}]\``;
  return kind === 'flag' ? `\`--${word}\`` : `\`--${word} …\``;
}

/** The commands that ask it in VS Code, as the palette calls them. */
function titlesOf({ palette, shownBy }: Question): string[] {
  const ids = [...palette.map(({ command }) => command), ...(shownBy === undefined ? [] : [shownBy])];
  const titles: Readonly<Record<string, string>> = words;
  return ids
    .filter(
      (id) =>
        !contributes.menus.commandPalette.some((item) => item.command === `retcon.${id}` && item.when === 'false'),
    )
    .map((id) => `*${titles[`command.${id}`]}*`);
}

function sqlitePage(): string {
  const tables = SQL_TABLES.map(({ name, doc, columns }) =>
    [
      `### ${name}`,
      '',
      doc,
      '',
      row('column', 'type', 'what it holds'),
      row('---', '---', '---'),
      ...columns.map((column) => row(`\`${column.name}\``, column.type, column.doc)),
    ].join('\n'),
  );
  const views = SQL_VIEWS.map(({ name, doc, sql }) => `### ${name}\n\n${doc}\n\n\`\`\`sql\n${sql}\n\`\`\``);
  const examples = EXAMPLES.map(({ asks, sql, rows }) => `${asks}\n\n\`\`\`sql\n${sql};\n\`\`\`\n\n${answered(rows)}`);
  return `# The exported database

\`retcon export FILE.sqlite\` writes your codex as an ordinary SQLite database, for your own scripts, a spreadsheet, or a site. It is a copy:
nothing that is changed in it comes back, and an export that is there is replaced as a whole.

Everything has two times. \`from_day\` and \`until_day\` say when it held in the world: days counted on a line of time, where only days of
one line can be compared. \`known_from\` and \`known_until\` say when you held it to be so: points of canon time, by their numbers in
\`canon_point\`. Both stretches end before their second number. The views put the two together, and answer as \`retcon was-true-at\` does.

## Three questions

Asked of \`examples/house-vyr\`:

${examples.join('\n\n')}

## Views

${views.join('\n\n')}

## Tables

${tables.join('\n\n')}

\`PRAGMA application_id\` is 0x5254434e ("RTCN"); \`PRAGMA user_version\` is another number whenever one of these means something else.

<!-- Made by \`npm run docs\` from the schema in the code. -->
`;
}

/** The rows that a query gives, as a table without heads. */
function answered(rows: Example['rows']): string {
  const cells = rows.map((one) => row(...one.map(String)));
  const [first] = rows;
  return [row(...(first ?? []).map(() => ' ')), row(...(first ?? []).map(() => '---')), ...cells].join('\n');
}
