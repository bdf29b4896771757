/** Notes as input of a survey, and the codex.yaml written from them. */
import { expect } from 'vitest';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { survey } from '../../server/src/core/codex/survey';
import { writeCodexYaml } from '../../server/src/core/codex/survey/writeCodex';
import { readYaml } from '../../server/src/core/yaml/readYaml';

export const note = (path: string, frontmatter: string, prose = '') => ({
  path,
  frontmatter: readYaml(frontmatter, { start: 0, end: frontmatter.length }).root,
  head: frontmatter,
  prose,
});

export const filesOf = (calendarium: unknown) =>
  calendarium === null
    ? []
    : [{ source: 'Calendarium', text: typeof calendarium === 'string' ? calendarium : JSON.stringify(calendarium) }];

export const init = (some: readonly (string | ReturnType<typeof note>)[], calendarium: unknown = null) => {
  const notes = some.map((one, at) => (typeof one === 'string' ? note(`note-${at}.md`, one) : one));
  const text = writeCodexYaml(survey({ notes, calendars: filesOf(calendarium), isInGit: false }));
  const { codex, problems } = readCodex(text);
  expect({ problems, text }).toEqual({ problems: [], text });
  return { text, codex };
};
