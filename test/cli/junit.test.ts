/** What `check --format junit` prints, held against the format as Jenkins, GitLab and Azure Pipelines read it. */
import { expect, it } from 'vitest';
import { checkJunit } from '../../server/src/cli/checkFormats';
import { checkCodex } from '../../server/src/core/rules/check';
import { rangesOf } from '../../server/src/core/tools/words/answerJson';
import type { JsonSchema } from '../../server/src/core/schema/shape';
import { codexOf } from '../support/codex';
import { faults } from '../support/schemas';

interface Element {
  readonly attributes: Record<string, string>;
  readonly children: Record<string, Element[]>;
}

/** Reads elements and attributes, and nothing else: whatever is not one of them is a fault. */
function elementOf(xml: string): Element {
  const root: Element = { attributes: {}, children: {} };
  const open = [root];
  const rest = xml
    .replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
    .replace(
      /\s*<(?:\/(\w+)|(\w+)((?: \w+="[^"<]*")*)(\/)?)>\s*/g,
      (_, _closed, name = '', given = '', isEmpty = '') => {
        if (name === '') {
          open.shift();
          return '';
        }
        const attributes = Object.fromEntries(
          [...given.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
        );
        const element: Element = { attributes, children: {} };
        ((open[0] as Element).children[name] ??= []).push(element);
        if (isEmpty === '') open.unshift(element);
        return '';
      },
    );
  expect([rest, open]).toEqual(['', [root]]);
  return root;
}

const element = (
  names: readonly string[],
  children: JsonSchema = {},
  required: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  required: ['attributes', 'children'],
  properties: {
    attributes: {
      type: 'object',
      required: names,
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    },
    children: { type: 'object', properties: children, required },
  },
});
const some = (items: JsonSchema, maxItems = 1000): JsonSchema => ({ type: 'array', items, minItems: 1, maxItems });
const testcase = element(['classname', 'name'], {
  failure: some(element(['message']), 1),
  skipped: some(element(['message']), 1),
});
const suite = element(['name', 'tests', 'failures', 'skipped'], { testcase: some(testcase) }, ['testcase']);
const JUNIT = element([], { testsuites: some(element(['name'], { testsuite: some(suite) }, ['testsuite']), 1) }, [
  'testsuites',
]);

function reportOf(files: Readonly<Record<string, string>>): string {
  return checkJunit(checkCodex(codexOf(files)), {
    version: '1.0.0',
    pathOf: (path) => path,
    rangeOf: rangesOf((file) => files[file] ?? null),
    textOf: (file) => files[file] ?? null,
    pageOf: () => null,
  });
}

it('has an error fail, and skips what stops nobody, under the file of each', () => {
  const report = reportOf({
    'a "b" & <c>.md': '---\ndate: 300 TA .. 200 TA\n---\n',
    'b.md': '---\nsupersedes: {id: nobody}\n---\n',
  });
  const read = elementOf(report);
  expect(faults(JUNIT, read)).toEqual([]);
  const suites = read.children.testsuites?.[0]?.children.testsuite ?? [];
  expect(suites.map(({ attributes }) => attributes)).toEqual([
    { name: 'a &quot;b&quot; &amp; &lt;c&gt;.md', tests: '1', failures: '0', skipped: '1' },
    { name: 'b.md', tests: '1', failures: '1', skipped: '0' },
  ]);
  expect(report).toContain(
    '<testcase classname="date/inverted" name="a &quot;b&quot; &amp; &lt;c&gt;.md:2:7 date/inverted">',
  );
});

it('has one test that passes where nothing is wrong: some take an empty report for a lost one', () => {
  const report = reportOf({ 'a.md': '---\ndate: 300 TA\n---\n' });
  expect(faults(JUNIT, elementOf(report))).toEqual([]);
  expect(report).toContain('tests="1" failures="0"');
});
