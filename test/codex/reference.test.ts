/** The reference page of codex.yaml: every key has its section, and every example reads without a problem. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CALENDAR_KEYS } from '../../server/src/core/codex/calendars';
import { CODEX_KEYS } from '../../server/src/core/codex/codexKeys';
import { readCodex } from '../../server/src/core/codex/readCodex';

const page = readFileSync('docs/reference/codex-yaml.md', 'utf8');

it.each(CODEX_KEYS)('has a section about %s', (key) => {
  expect(page).toContain(`\n## ${key}\n`);
});

it.each(CALENDAR_KEYS)('explains %s of a calendar', (key) => {
  expect(page).toContain(`\n| \`${key}\` | `);
});

it.each([...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, example]) => [example ?? '']))('reads %j', (example) => {
  expect(readCodex(example).problems).toEqual([]);
});
