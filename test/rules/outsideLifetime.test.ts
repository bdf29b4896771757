/** A property that begins only because its page does is right on the page of a town, and a slip on that of a feast. */
import { expect, it } from 'vitest';
import { checkCodex } from '../../server/src/core/rules/check';
import { codexOf } from '../support/codex';

const isReported = (page: string): boolean =>
  checkCodex(
    codexOf({
      'codex.yaml': 'attributes: {host: state}\n',
      'lysa.md': '---\ntype: person\ndate: 412 TA\n---\n',
      'page.md': `---\ndate: 400 TA\n${page}---\n`,
    }),
  ).some(({ problem }) => problem.code === 'fact/outside-lifetime');

it.each([
  [false, 'of a town that is older than its host', 'type: town\nhost: lysa\n'],
  [true, 'of a feast before the birth of its host', 'type: event\nhost: lysa\n'],
  [true, 'without a type', 'host: lysa\n'],
  [
    true,
    'of a town with a fact that has a date of its own',
    'type: town\nfacts: [{attribute: host, value: lysa, from: 401 TA}]\n',
  ],
  [true, 'of a town with a fact about something else', 'type: town\nfacts: {inn: {host: lysa}}\n'],
])('is reported (%s) on a page %s', (expected, _, page) => {
  expect(isReported(page)).toBe(expected);
});
