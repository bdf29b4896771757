/**
 * Properties of any brief: it keeps its budget, each line has its source, it shows only what the knower knows, and it is
 * reproducible.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Given, questionNamed } from '../../server/src/core/tools';
import { tokenCount } from '../../server/src/core/tools/brief/briefTypes';
import { lorebookOf } from '../../server/src/core/tools/brief/lorebook';
import { codexOf } from '../support/codex';
import { type Point, hiddenWords } from '../canon/whoKnows/reading';
import { dateOf, momentOnOneLine } from '../canon/whoKnows/moments';
import { ENTITIES, filesOf, KNOWERS, world } from '../canon/whoKnows/secretWorlds';
import { briefsOfFiles } from '../support/brief';
import '../support/seed';

const RUNS = Number(process.env.FUZZ_RUNS ?? 6);

function lorebookIn(files: Readonly<Record<string, string>>, given: Given): string {
  const question = questionNamed('brief');
  if (!question) throw new Error('brief is no question');
  const around = { commits: new Map(), textOf: (path: string) => files[path] ?? null };
  const made = lorebookOf(question, codexOf(files).canon, given, around);
  if (made.ok) expect(made.value.tokens).toBeLessThanOrEqual(made.value.budget);
  return JSON.stringify(made);
}

const asked = fc.record(
  {
    for: fc.constantFrom(...KNOWERS),
    topic: fc.constantFrom(...ENTITIES, 'prose of page-1', 'Title of page-0', 'rival agreed'),
    scene: fc.constantFrom('page-0', 'page-1', 'page-2'),
    at: momentOnOneLine,
    point: fc.constantFrom<Point>('s1', 'latest', 'latest'),
    tokens: fc.integer({ min: 20, max: 900 }),
    snippets: fc.integer({ min: 1, max: 8 }),
  },
  { requiredKeys: ['for', 'at', 'point', 'tokens'] },
);

it('shows only what the knower knows, and is reproducible', async () => {
  await fc.assert(
    fc.asyncProperty(world, fc.array(asked, { minLength: 8, maxLength: 8 }), async (one, questions) => {
      const files = filesOf(one);
      const ask = await briefsOfFiles(files);
      const again = await briefsOfFiles(Object.fromEntries(Object.entries(files).reverse()));
      for (const { for: who, topic, scene, at, point, tokens, snippets } of questions) {
        const given: Given = {
          for: who,
          at: dateOf(at),
          as_of: point,
          tokens: String(tokens),
          ...(topic !== undefined && { topic }),
          ...(scene !== undefined && { scene }),
          ...(snippets !== undefined && { snippets: String(snippets) }),
        };
        const answer = ask(given);
        const said = JSON.stringify(answer);
        expect(JSON.stringify(again(given))).toBe(said);
        const own = new Set<string | undefined>([topic, scene]);
        for (const word of hiddenWords(one, point, who, at))
          if (!own.has(word)) expect(said, `${JSON.stringify(given)} says "${word}"`).not.toContain(word);
        const book = lorebookIn(files, { for: who, at: dateOf(at), as_of: point, tokens: String(tokens) });
        for (const word of hiddenWords(one, point, who, at))
          expect(book, `a lorebook says "${word}"`).not.toContain(word);
        if (!answer.ok) continue;
        const { text = '', json } = answer;
        expect(tokenCount(text)).toBeLessThanOrEqual(tokens);
        expect(json).toMatchObject({ text, tokens: tokenCount(text), budget: tokens });
        for (const line of text.split('\n')) expect(line).toMatch(/ \[[^@\]\s]+@[^@\]\s]+\]$/);
      }
    }),
    { numRuns: RUNS },
  );
}, 120_000);
