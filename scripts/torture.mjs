/**
 * Does to Retcon all that can be thought of, from seeds: `npm run torture -- --minutes 120`. `--only yaml,lsp/edits` does a part of it, `--seed`
 * and `--path` do once more what has failed. Figures in test-results/torture.json.
 */
import { parseArgs } from 'node:util';
import { must, run } from './steps.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 0x7fffffff) },
    only: { type: 'string' },
    path: { type: 'string' },
  },
});
const { only, path } = values;
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('--minutes takes a number above 0, and --seed a whole number.');
  process.exit(2);
}
await must('npm', 'run', '--silent', 'build');
console.log(`${minutes} minutes, from the seed ${seed}`);
process.env.RETCON_TORTURE = JSON.stringify({ minutes, seed, only: only?.split(','), path });
process.exitCode = await run(
  'npx',
  'vitest',
  'run',
  '--project',
  'nightly',
  'test/torture',
  '--disableConsoleIntercept',
);
