/** How many known passages a brief finds (`recall@8`), beside plain BM25: ours is worse on no codex. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWhole } from '../support/folder';
import { briefJson, briefsOf } from '../support/brief';
import { bm25, type Ranked } from '../tools/recall/bm25';
import { RECALL, type RecallQuestion } from '../tools/recall/knownPassages';

const PROJECT = path.resolve(__dirname, '../..');
const CORPORA = path.resolve(PROJECT, '../shared/corpora');
const absent = fs.existsSync(CORPORA) ? '' : ' (skipped: ../shared/corpora is not here)';

const MOST = 8;

async function recallIn(folder: string, questions: readonly RecallQuestion[]) {
  const textOf = (file: string): string | null => fs.readFileSync(path.join(folder, file), 'utf8');
  const { canon } = openWhole(folder);
  const ask = await briefsOf(canon, (file) => (fs.existsSync(path.join(folder, file)) ? textOf(file) : null));
  const plain = bm25(canon, textOf);
  const ours = (topic: string): Ranked[] => {
    const answer = ask({ topic, for: 'author', tokens: '100000', snippets: String(MOST) });
    const { snippets } = answer.ok ? briefJson(answer) : { snippets: [] };
    return snippets.map(({ file, heading, text }: Ranked) => ({ file, heading, text }));
  };
  const isFound = ({ file, holds }: RecallQuestion, found: readonly Ranked[]): boolean =>
    found.some(
      (one) => one.file.endsWith(file) && (holds === undefined || one.heading === holds || one.text.includes(holds)),
    );
  const missed = questions.filter((one) => !isFound(one, ours(one.topic)));
  const missedPlain = questions.filter((one) => !isFound(one, plain(one.topic, MOST)));
  return { missed: missed.map(({ topic }) => topic), plain: missedPlain.map(({ topic }) => topic) };
}

describe('recall@8', () => {
  it('of the example', async () => {
    const { missed, plain } = await recallIn(path.join(PROJECT, 'examples/house-vyr'), RECALL['house-vyr'] ?? []);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(plain.length);
  });

  it.skipIf(absent !== '').each(['kep-vault', 'thellade-lore'])(`of %s${absent}`, async (name) => {
    const { missed, plain } = await recallIn(path.join(CORPORA, name), RECALL[name] ?? []);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(plain.length);
  });
});
