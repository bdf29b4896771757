/**
 * Builds the command line where it is installed from git. npm fetches what building needs, but not with `-g`, as pre-commit
 * installs: so it is fetched here.
 */
import { must } from './steps.mjs';

const canBuild = await import('esbuild').then(
  () => true,
  () => false,
);
if (!canBuild) await must('npm', 'ci', '--no-global', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund');
// What is packed is minified; what somebody works on is not.
const isPacked = ['pack', 'publish'].includes(process.env.npm_command);
await must('node', 'scripts/build.mjs', ...(isPacked ? ['--production'] : []));
