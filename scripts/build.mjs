/** Bundles client, server and command line into dist/, with the notices of what is bundled. `--production` minifies, `--watch` builds again on each change. */
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, context } from 'esbuild';
import { noticesOf } from './notices.mjs';
import { root } from './steps.mjs';

const production = process.argv.includes('--production');
const watching = process.argv.includes('--watch');
const dist = path.join(root, 'dist');

/** gray-matter can execute `---js` frontmatter. Its engines are left out of the bundle; only ours can be used. */
const withoutEngines = {
  name: 'gray-matter-without-engines',
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]gray-matter[\\/]lib[\\/]engines\.js$/ }, () => ({
      contents: `const refuse = () => { throw new Error('this frontmatter language is not read'); };
        for (const name of ['yaml', 'json', 'javascript']) exports[name] = { parse: refuse, stringify: refuse };`,
    }));
  },
};

/** Nothing in a codex is ever executed: a bundle that could do so is no bundle of ours. */
const withoutEval = {
  name: 'no-eval',
  setup(bundle) {
    bundle.onEnd(async ({ errors }) => {
      const file = bundle.initialOptions.outfile;
      if (errors.length > 0) return {};
      const found = /\beval\(|\bnew Function\(/.exec(await readFile(file, 'utf8'));
      return found === null ? {} : { errors: [{ text: `${path.basename(file)} holds ${found[0]}…)` }] };
    });
  },
};

const bundle = (entry, name, more = {}) => ({
  entryPoints: [path.join(root, entry)],
  outfile: path.join(dist, `${name}.js`),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // The ES modules of a package before its UMD build, whose require calls cannot be bundled.
  mainFields: ['module', 'main'],
  external: ['vscode'],
  minify: production,
  sourcemap: !production,
  logLevel: watching ? 'info' : 'warning',
  plugins: [withoutEngines, withoutEval],
  ...more,
});

const bundles = [
  bundle('client/src/extension.ts', 'client'),
  bundle('server/src/bin/server.ts', 'server'),
  bundle('server/src/bin/cli.ts', 'cli', { banner: { js: '#!/usr/bin/env node' } }),
];

await rm(dist, { recursive: true, force: true });
if (watching) {
  for (const options of bundles) await (await context(options)).watch();
} else {
  const built = await Promise.all(bundles.map((options) => build({ ...options, absWorkingDir: root, metafile: true })));
  await writeFile(path.join(dist, 'THIRD-PARTY-NOTICES.txt'), await noticesOf(built.map(({ metafile }) => metafile)));
  await chmod(path.join(dist, 'cli.js'), 0o755);
}
