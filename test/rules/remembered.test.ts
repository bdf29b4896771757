/** What rules say of a page that remembers (model §5): what it said before counts as said, and what it took back is no longer said. */
import { expect, it } from 'vitest';
import { checkCodex } from '../../server/src/core/rules/check';
import { codexOf } from '../support/codex';
import { toldSince } from './gate';

const page = (keys: string): string => `---\n${keys}---\n`;

it('does not miss in a new version what the old page itself had taken back', () => {
  const dropped = (item: string): string[] =>
    checkCodex(
      codexOf({
        'codex.yaml': 'revisions: [one, two, three]\n',
        'vyr.md': page(`canon: one\nformerly: {vyr.ruler: maric, canon: two${item}}\n`),
        'vyr-again.md': page('canon: three\nsupersedes: vyr\n'),
      }),
    ).flatMap(({ problem: { code, message } }) => (code === 'supersedes/drops-fact' ? [message] : []));
  expect(dropped('')).toEqual([]);
  // Until then it is still said, and the new version takes that too.
  expect(dropped(', effective: 412 TA')).toEqual([expect.stringContaining('vyr says that vyr.ruler is maric')]);
});

it('reports values of a page that contradict each other, also where the first version had none', () => {
  const found = (formerly: string): string[] =>
    checkCodex(
      codexOf({
        'codex.yaml': 'attributes: {ruler: state}\n',
        'vyr.md': page(`facts: {vyr: {ruler: [maric, lysa]}}\n${formerly}`),
      }),
    ).flatMap(({ problem: { code } }) => (code === 'fact/disputed' ? [code] : []));
  expect(found('')).toHaveLength(2);
  expect(found('formerly: {date: 12 TA}\n')).toHaveLength(2);
});

it('finds a name that is lost, where only what the page says since uses it', () => {
  const told = (title: string) => ({
    'vyr.md': page(
      `id: vyr\n${title}entity: The House\nfacts: [{entity: The House, attribute: ruler, value: lysa}]\nformerly: {date: 12 TA}\n`,
    ),
  });
  expect(toldSince({ 'codex.yaml': 'attributes: {ruler: state}\n', ...told('title: The House\n') }, told(''))).toEqual([
    expect.stringContaining('The House meant vyr as of v1, and no page answers to it now'),
  ]);
});
