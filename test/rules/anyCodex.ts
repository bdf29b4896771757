/** Codices made of the lines that the rule pages show, and what must hold for every problem found in them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { SEVERITIES } from '../../server/src/core/rules';
import { checkCodex } from '../../server/src/core/rules/check';
import { codexOf, drawn, type Files } from '../support/codex';

const folder = path.join(__dirname, '../../docs/rules');

/** About as much as two lines of an editor's hover hold. */
const LONGEST = 260;

/** The lines of every file that the pages of the rules show. */
const lines = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => [...readFileSync(path.join(folder, file), 'utf8').matchAll(/^```codex\n([^]*?)^```$/gm)])
  .flatMap(([, text = '']) => Object.values(drawn(text).files))
  .flatMap((text) => text.split('\n'))
  .filter((line) => line !== '---');

const line = fc.constantFrom(...new Set(lines));
const frontmatter = fc.array(line, { maxLength: 12 }).map((some) => `---\n${some.join('\n')}\n---\n`);
const names = ['maric', 'founding-of-house-vyr', 'refounding-of-house-vyr', 'chronicle', 'ballad'].map(
  (id) => `${id}.md`,
);
const yaml = fc.array(line, { maxLength: 6 }).map((some) => some.join('\n'));
/** A codex of a few pages that are made of those lines. */
export const anyCodex = fc.tuple(yaml, fc.array(frontmatter, { minLength: names.length, maxLength: names.length })).map(
  ([config, texts]): Files => ({
    'codex.yaml': config,
    ...Object.fromEntries(names.map((name, i) => [name, texts[i] ?? ''])),
  }),
);

/** What is wrong with how problems are reported; empty if nothing is. */
export function faults(files: Files): string[] {
  return checkCodex(codexOf(files)).flatMap(({ file, problem }) => {
    const { code, message, related = [], fixes = [] } = problem;
    const places = [{ file, span: problem.span }, ...related, ...fixes.flatMap((fix) => fix.edits)];
    const isPlaced = places.every(
      ({ file: where, span }) => span.start >= 0 && span.start <= span.end && span.end <= (files[where]?.length ?? -1),
    );
    const isTold = message.length < LONGEST && !/undefined|null|NaN|Infinity|\[object|\n/.test(message);
    return isPlaced && isTold && SEVERITIES.has(code) ? [] : [`${file} ${code}: ${message}`];
  });
}

/** Every problem has a place in its file, and a message of at most two lines. */
export const toldInPlace = fc.property(anyCodex, (files) => {
  expect(faults(files)).toEqual([]);
});
