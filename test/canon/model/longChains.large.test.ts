/** model §5: chains of many versions, each of them restored. */
import { describe, expect, it } from 'vitest';
import { answerLines } from './answers';

describe('long chains (model §5)', () => {
  it('are answered even if every version has been restored, however long they are', () => {
    const [length, revisions] = [40, Array.from({ length: 90 }, (_, i) => `r${i}`)];
    const files: Record<string, string> = { 'codex.yaml': `revisions: [${revisions.join(', ')}]` };
    for (let i = 0; i <= length; i++) {
      const supersedes = i === 0 ? '' : `supersedes: [{id: a${i - 1}, reason: yes, only: [x.seat]}]\n`;
      files[`a${i}`] = `canon: r${i}\n${supersedes}facts: {x: {seat: hall ${i}, ruler: king ${i}}}`;
      if (i < length) files[`b${i}`] = `canon: r${length + 1 + i}\nrestores: [{id: a${i}, reason: yes}]`;
    }
    expect(answerLines(files, 'x', { attribute: 'seat' })).toEqual([`hall ${length - 1} [, )`]);
    expect(answerLines(files, 'x', { attribute: 'ruler' })).toHaveLength(length + 1);
  });
});
