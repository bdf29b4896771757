/** Makes retcon.vsix. What only a release knows, such as where the repository is, may be missing: it is named, and the package made all the same. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { missingIn } from './release.mjs';
import { root, run } from './steps.mjs';

const missing = missingIn(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
if (missing.length > 0)
  console.log(`package.json has no ${missing.join(', no ')}: a release fills that in, and this package goes without.`);
// Without a repository there is no address that the links of the README could be completed to.
const without = missing.length > 0 ? ['--allow-missing-repository', '--no-rewrite-relative-links'] : [];
process.exitCode = await run('npx', 'vsce', 'package', '--no-dependencies', ...without, '--out', 'retcon.vsix');
