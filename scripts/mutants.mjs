/**
 * Changes the heart of the code in some thousand ways, one at a time, and lists those that no test notices.
 * `npm run mutants` takes both rooms, `npm run mutants -- canon/truth` a folder of one, `-- canon/truth/truth.ts` a file.
 */
import { run } from './steps.mjs';

const places = process.argv.slice(2);
for (const place of places.length > 0 ? places : ['chronology', 'canon']) {
  const [room = place] = place.split('/');
  // The configurations read it: which tests are asked, and where the report goes.
  process.env.MUTANTS_OF = room;
  const mutated = `server/src/core/${place}${place.endsWith('.ts') ? '' : '/**/*.ts'}`;
  const status = await run('npx', 'stryker', 'run', 'test/mutants/stryker.config.mjs', '--mutate', mutated);
  if (status !== 0) process.exitCode = status;
}
