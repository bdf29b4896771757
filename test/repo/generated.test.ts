/** Pages that are made from the code are as the code is now; `npm run docs` makes them again. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { generatedPages } from '../../scripts/reference';

const read = (file: string): string => readFileSync(path.join(__dirname, '../../docs', file), 'utf8');

it.each([...generatedPages(read)])('docs/%s is up to date', (file, text) => {
  expect(read(file)).toBe(text);
});
