/** Where frontmatter is cut, by us and by others, and a property of texts with fences in them. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { cutFrontmatter } from '../../server/src/core/entry/frontmatter';
import { anyText } from '../support/anyText';
import { cutByGrayMatter } from '../support/grayMatter';

/** The cut parts: the YAML and the body, or null. */
export function cut(text: string): { yaml: string; body: string } | null {
  const found = cutFrontmatter(text);
  return found && { yaml: text.slice(found.yaml.start, found.yaml.end), body: text.slice(found.body) };
}

/** gray-matter keeps the line end before the YAML, drops the one after it, and keeps blanks after the closing dashes. */
export function cutByOthers(text: string): { yaml: string; body: string } | null {
  const found = cutByGrayMatter(text);
  if (found === null) return null;
  return {
    yaml: `${found.yaml}\n`.replace(/^\r?\n/, ''),
    body: found.body.replace(/^[ \t]+(?:\r?\n|$)/, ''),
  };
}

const line = fc.constantFrom(
  'id: x',
  '  - y',
  '',
  '# note',
  'text',
  '- ---',
  ' ---',
  '--',
  '---',
  '---\t ',
  'a: "---"',
);

const fenced = fc
  .tuple(fc.constantFrom('\n', '\r\n'), fc.array(line, { maxLength: 12 }))
  .map(([end, lines]) => ['---', 'key: value', ...lines].join(end));

/** Our fence cuts where gray-matter cuts. */
export const cutAlike = fc.property(fenced, (written) => {
  const found = cutFrontmatter(written);
  if (found?.closed) expect(cut(written)).toEqual(cutByOthers(written));
  else expect(/\n---[ \t]*(?:\r?\n|$)/.test(written)).toBe(false);
});

const scrap = fc.constantFrom(
  '---',
  '---js',
  '--- ',
  '...',
  '\uFEFF',
  '\n',
  '\r',
  '\r\n',
  'id: x',
  ' ',
  '#',
  '\t',
  'Prose.',
);

const scraps = fc.array(fc.oneof(scrap, anyText({ maxLength: 3 })), { maxLength: 30 }).map((all) => all.join(''));

/** The parts of any text follow each other, and nothing between them is lost except the closing dashes. */
export const cutsAny = fc.property(fc.oneof(anyText(), scraps), (text) => {
  const found = cutFrontmatter(text);
  if (!found) return;
  const { fence, yaml, body, closed } = found;
  const places = [0, fence.start, fence.end, yaml.start, yaml.end, body, text.length];
  expect(places).toEqual([...places].sort((a, b) => a - b));
  const between = text.slice(0, fence.start) + text.slice(fence.end, yaml.start) + text.slice(yaml.end, body);
  expect(between).toMatch(closed ? /^\uFEFF?[\s]*(?:---|\.\.\.)[ \t]*\r?\n?$/ : /^\uFEFF?\s*$/);
});
