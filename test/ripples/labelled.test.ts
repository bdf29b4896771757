/** What is found open in codices that were labelled by hand, each before the code was tried on it. */
import { describe, expect, it } from 'vitest';
import { knownAt, LATEST, retconsSince } from '../../server/src/core/canon';
import { rippleSteps } from '../../server/src/core/ripples';
import { atOnce } from '../../server/src/core/text/groups';
import { codexOf } from '../support/codex';
import { type Labelled, readLabelled } from './labelled';

/** The passages found, each by the line of its label or else by its first. */
function found({ files, open, not }: Labelled): Set<string> {
  const known = knownAt(codexOf(files).canon, LATEST);
  const groups = atOnce(rippleSteps(known, atOnce(retconsSince(known, null)), (path) => files[path] ?? null));
  const lines = new Set<string>();
  for (const { ripples } of groups)
    for (const { entry, passage, state } of ripples) {
      if (state !== 'open' || !passage) continue;
      const own = Array.from({ length: passage.lines[1] - passage.lines[0] + 1 }, (_, i) => passage.lines[0] + i);
      const labelled = own.find((line) => open.has(`${entry.path}:${line}`) || not.has(`${entry.path}:${line}`));
      lines.add(`${entry.path}:${labelled ?? own[0]}`);
    }
  return lines;
}

describe.each(['house-vyr', 'meridian'])('%s', (name) => {
  it('finds 95 of 100 passages that are open, and 85 of 100 that it finds are', () => {
    const labelled = readLabelled(`${name}.labelled.txt`);
    const { files, open, not } = labelled;
    const all = found(labelled);
    const missed = [...open].filter((line) => !all.has(line));
    const wrong = [...all].filter((line) => !open.has(line));
    const at = (place: string): string => {
      const [file = '', line = '0'] = place.split(':');
      return `${place}: ${files[file]?.split('\n')[Number(line)] ?? ''}`;
    };
    expect([open.size >= 80, not.size >= 80], 'labels').toEqual([true, true]);
    expect(1 - missed.length / open.size, `missed:\n${missed.map(at).join('\n')}`).toBeGreaterThanOrEqual(0.95);
    expect(1 - wrong.length / all.size, `wrong:\n${wrong.map(at).join('\n')}`).toBeGreaterThanOrEqual(0.85);
  });
});
