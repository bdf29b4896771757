/** Who has not learned of a change that a page makes of itself is answered as if it had never been made (model §5, §11). */
import { describe, expect, it } from 'vitest';
import { filesOfPages } from '../../server/src/core/edition/edition';
import { answerSteps, type Given, questionNamed } from '../../server/src/core/tools';
import { exportedFor } from '../../server/src/core/tools/asked/forKnower';
import { exportSteps } from '../../server/src/core/tools/exports/exportRows';
import { markdown } from '../../server/src/core/tools/words/richText';
import { editionOf } from '../edition/editing';
import { codexOf, type Files } from '../support/codex';
import { ended } from '../support/lore';

const CODEX =
  'present: 430 TA\nrevisions: [s1, s2, s3]\nattributes: {eyes: constant, rank: state, member: set}\ncircles: {players: [sara, tom]}\n';

const codex = (page: string): Files => ({
  'codex.yaml': CODEX,
  'wren.md': `---\ntitle: Wren\ntype: person\ncanon: s1\n${page}---\nWren of the ford, at [[Ford]].\n`,
  'ford.md': '---\ntitle: Ford\ntype: place\ndate: 300 TA\nfacts: {wren: {friend: lysa}}\nsources: [wren]\n---\n',
  'lysa.md': '---\ntitle: Lysa\ntype: person\ndate: 390 TA\n---\n',
});

const QUESTIONS: readonly (readonly [string, Given])[] = [
  ['was_true_at', { entity: 'wren' }],
  ['was_true_at', { entity: 'wren', at: '400 TA', as_of: 's1' }],
  ['was_true_at', { entity: 'wren', at: '395 TA .. 425 TA' }],
  ['lookup', { name: 'wren' }],
  ['chain', { name: 'ford' }],
  ['timeline', {}],
  ['succession', { entity: 'wren.rank' }],
  ['log', {}],
  ['diff', { from: 's1' }],
];

/** All that the players are given. */
function givenOf(page: string): unknown {
  const files = codex(page);
  const { canon } = codexOf(files);
  const answers = QUESTIONS.map(([name, given]) => {
    const question = questionNamed(name);
    if (!question) throw new Error(name);
    const around = { commits: new Map(), textOf: (file: string) => files[file] ?? null };
    const answered = ended(
      answerSteps(question, canon, { ...given, for: 'players' }, around) as Generator<void>,
    ) as never;
    const { ok, json, failure, prose } = answered as { ok: boolean; json: unknown; failure: unknown; prose: never };
    return [name, given, ok ? json : failure, ok ? markdown(prose, ({ path }) => path) : null];
  });
  const seen = exportedFor(canon, 'players', undefined);
  const rows = seen.ok ? ended(exportSteps(seen.value.canon)) : seen.failure;
  return { answers, rows, shared: [...filesOfPages(editionOf(files, { for: 'players' })?.pages ?? [])] };
}

describe('a change that somebody has not learned of', () => {
  it.each([
    ['a value', 'eyes: zq-blue', 'eyes: brown', '{eyes: brown, canon: s2, known_by: nobody, reason: zq-why}'],
    [
      'a value from a date on',
      'rank: zq',
      'rank: squire',
      '{rank: squire, canon: s2, effective: 412 TA, known_by: [lysa]}',
    ],
    ['an addition', 'eyes: zq', '', '{eyes: , canon: s2, known_by: [lysa], sources: [zq-note]}'],
    ['a retraction', 'title: Wren', 'eyes: brown', '{eyes: brown, canon: s2, known_by: nobody}'],
    ['a member of a set', 'member: [ada, zq]', 'member: [ada, bo]', '{member: [ada, bo], canon: s2, known_by: nobody}'],
    ['what comes later', 'rank: zq', 'rank: squire', '{rank: squire, canon: s2, effective: 440 TA}'],
    ['a misspelt audience', 'rank: zq', 'rank: squire', '{rank: squire, canon: s2, knwon_by: [players]}'],
  ])('is none, of %s', (_, now, before, item) => {
    const lines = (said: string): string => (said === '' || said.startsWith('title') ? '' : `${said}\n`);
    const hidden = givenOf(`date: 390 TA\n${lines(now)}formerly:\n  - ${item}\n`);
    expect(JSON.stringify(hidden)).not.toContain('zq');
    expect(hidden).toEqual(givenOf(`date: 390 TA\n${lines(before)}`));
  });
});
