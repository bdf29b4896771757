/**
 * Attacks Retcon with inputs made from a seed: `npm run torture -- --minutes 120`. `--only yaml,lsp/edits` runs some of the attacks; `--seed`
 * and `--path` repeat one that failed. Figures are in test-results/torture.json.
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
