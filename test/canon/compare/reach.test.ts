/**
 * Which files a change may concern: for an entry those that are near it, for the present those that name what it affects.
 */
import { describe, expect, it } from 'vitest';
import { neighboursOf, presentReach } from '../../../server/src/core/canon/compare/affectedFiles';
import { entryAt } from '../../../server/src/core/canon/model/canon';
import { knownAt, LATEST } from '../../../server/src/core/canon/model/canonPoint';
import { readDate } from '../../../server/src/core/chronology';
import { atOnce } from '../../../server/src/core/text/groups';
import { codex, type Files } from '../model/answers';

describe('near an entry', () => {
  const near = (files: Files): string[] => {
    const canon = codex(files);
    const entry = entryAt(canon, 'a.md');
    return entry ? [...neighboursOf(canon, entry)].map((path) => path.replace('.md', '')) : [];
  };

  it('are those of its chain, then those with its name, those that state or describe it, rest on it, and mention it', () => {
    const files = {
      m: 'disputes: a',
      r: 'sources: a',
      d: 'entity: a',
      f: 'facts: {a: {lord: maric}}',
      n: 'aliases: [a]',
      s: 'supersedes: a',
      else: 'facts: {x: {lord: maric}}',
      a: '',
    };
    expect(near(files)).toEqual(['s', 'a', 'n', 'f', 'd', 'r', 'm']);
  });

  it.each(['sources: b', 'supersedes: b', 'entity: b', 'facts: {b: {lord: maric}}', 'facts: {x: {lord: b}}'])(
    'is what it names: %s',
    (text) => expect(near({ a: text, b: '', c: '' })).toContain('b'),
  );
});

describe('the present moves', () => {
  const files: Files = {
    old: 'date: 1 TA\naliases: [Elder]\nfacts: {x: {lord: v}}',
    new: 'date: 10 TA\nsupersedes: {id: old, reason: so}\nretracts: {id: old, effective: 20 TA, reason: so}\nfacts: {x: {lord: w}}',
    back: 'restores: {id: old, effective: 30 TA, reason: so}',
    untouched: '',
    rests: 'sources: old',
    links: 'disputes: Elder',
    onNew: 'sources: [new, untouched]',
    describes: 'entity: old',
  };
  it.each<[string | null, string | null, string[]]>([
    ['5 TA', '12 TA', ['rests', 'links']],
    ['12 TA', '5 TA', ['rests', 'links']],
    ['10 TA', '12 TA', []],
    ['2 TA', '5 TA', []],
    // By another one, and of another kind.
    ['12 TA', '22 TA', ['rests', 'links']],
    // Restored, so that what had superseded it is superseded.
    ['22 TA', '32 TA', ['rests', 'links', 'onNew']],
    ['22 TA', null, ['rests', 'links', 'onNew']],
    ['40 TA', null, []],
  ])('from %s to %s, which concerns those that name what it affects', (was, is, paths) => {
    const known = knownAt(codex(files), LATEST);
    const [before, after] = [was, is].map((text) => {
      const reading = text === null ? null : readDate(known.canon.codex.chronology, text);
      return reading?.ok ? reading.date : null;
    });
    const reached = atOnce(presentReach(known, before ?? null, after ?? null));
    expect([...reached].sort()).toEqual(paths.map((path) => `${path}.md`).sort());
  });
});
