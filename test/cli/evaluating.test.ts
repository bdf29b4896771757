/** `retcon eval` on folders: the sets that it finds, what it refuses to read, and its exit status. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runEval } from '../../server/src/cli/evalCommand';
import { allWritten } from '../../server/src/workspace/cache';

let root = '';
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-')));
  vi.stubEnv('XDG_CACHE_HOME', path.join(root, '.caches'));
  put('codex.yaml', '');
  put('maric.md', '---\nfacts: {house-vyr: {founder: maric}}\n---\n');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await allWritten();
  fs.rmSync(root, { recursive: true, force: true });
});
function put(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

async function evaluated(...files: string[]) {
  let [out, err] = ['', ''];
  const output = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    hasColour: false,
  };
  const status = await runEval(root, files, 'json', output);
  return { status, json: JSON.parse(out), err };
}

const asked = (value: string): string =>
  `questions: [{ask: was_true_at, entity: house-vyr, expect: {founder: ${value}}}]\n`;

it('runs every set under evals, and ends with 1 where a score is not within its threshold', async () => {
  put('evals/a.yaml', asked('maric'));
  put('evals/deep/b.yml', `${asked('maric')}claims: claims.json\n`);
  put('evals/deep/claims.json', '[{"entity": "house-vyr", "attribute": "founder", "value": "maric"}]');
  expect(await evaluated()).toMatchObject({
    status: 0,
    json: { passed: true, summary: { sets: 2, cases: 3, failed: 0 } },
  });
  put('evals/c.yaml', asked('lysa'));
  const { status, json } = await evaluated();
  expect([status, json.passed, json.sets.map(({ file }: { file: string }) => file)]).toEqual([
    1,
    false,
    ['evals/a.yaml', 'evals/c.yaml', 'evals/deep/b.yml'],
  ]);
  expect((await evaluated(path.join(root, 'evals/deep/claims.json'))).json.sets).toMatchObject([{ passed: true }]);
});

it('refuses what it cannot read, with the file and the line', async () => {
  expect(await evaluated()).toMatchObject({ status: 1, json: { error: { code: 'not-found' } } });
  put('evals/a.yaml', '\nquestion: []\n');
  expect(await evaluated()).toMatchObject({
    status: 2,
    json: {
      error: {
        code: 'bad-set',
        message: 'evals/a.yaml, line 2: "question" means nothing here. Did you mean questions?',
      },
    },
  });
  put('evals/a.yaml', 'claims: [../../elsewhere.json]\n');
  expect((await evaluated()).json.error.message).toContain('it is outside the codex.');
  put('evals/a.yaml', 'claims: [bad.json]\n');
  put('evals/bad.json', '[\n{"entity": "a"}]');
  expect((await evaluated()).json.error.message).toBe(
    'bad.json, line 2: a claim needs attribute and value, like {"entity": "house-vyr", "attribute": "founder", "value": "maric", "at": "300 TA"}.',
  );
});
