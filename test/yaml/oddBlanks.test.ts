/** Blanks that are none to YAML are named where they keep something from being read, and nowhere else. */
import { expect, it } from 'vitest';
import { readYaml } from '../../server/src/core/yaml/readYaml';

const problems = (yaml: string) => readYaml(yaml, { start: 0, end: yaml.length }).problems;

it.each([
  ['behind the colon of the only key', 'date:\u00A0412 TA', 'a no-break space (U+00A0)', 5],
  ['behind the colon of a key among others', 'title: x\ndate:\u3000412 TA', 'an ideographic space (U+3000)', 14],
  ['in the indentation', 'facts:\n\u00A0\u00A0keep: x', 'a no-break space (U+00A0)', 7],
  ['before a key', '\u200Bdate: 412 TA', 'a zero-width space (U+200B)', 0],
  ['behind a dash', 'sources:\n  -\u202Fold', 'a narrow no-break space (U+202F)', 12],
  ['in braces', 'facts: {keep: {lord:\u2003ann, seat: x}}', 'an odd blank (U+2003)', 20],
])('are named %s', (_, yaml, name, at) => {
  const [first, ...others] = problems(yaml);
  expect(first?.message).toContain(`There is ${name} here`);
  expect([first?.span.start, others]).toEqual([at, []]);
});

it.each([
  'title: "a:\u00A0b"',
  'note: |\n  a:\u00A0b\n  -\u00A0c\n',
  'note: first\n  second:\u00A0third\n',
  'title: the\u00A0hill\u00A0\n',
  'quote: he said:\u00A0no',
])('are letters like others in %j', (yaml) => {
  expect(problems(yaml)).toEqual([]);
});
