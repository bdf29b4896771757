/**
 * The tests of a folder, and the code that they test, each bundled and compiled once and evaluated as often as needed.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';

/** Makes property tests use the same samples each time. */
const SEED = 'test/mutants/fewRuns.ts';

/** Some modules as one function of what they require, compiled once: each call gives fresh modules. */
async function compile(room, paths, plugins) {
  const entries = paths.map((one) => `${JSON.stringify(one)}: () => require(${JSON.stringify(`./${one}`)})`);
  const { outputFiles } = await build({
    stdin: { contents: `module.exports = { ${entries.join(', ')} };`, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
    plugins,
  });
  const evaluate = compileFunction(outputFiles[0].text, ['require', 'module', '__dirname']);
  // All modules that look for a file next to themselves are at the same depth.
  const folder = path.resolve('test', room);
  return (require) => {
    const module = { exports: {} };
    evaluate(require, module, folder);
    return module.exports;
  };
}

/** Leaves out what the tests import from the code, and records it. */
const codeApart = (code) => ({
  name: 'code apart',
  setup: (bundling) =>
    bundling.onResolve({ filter: /^[.]/ }, async ({ path: wanted, resolveDir, kind, pluginData }) => {
      if (pluginData === 'asked') return undefined;
      const found = await bundling.resolve(wanted, { resolveDir, kind, pluginData: 'asked' });
      const name = path.relative(process.cwd(), found.path).replaceAll(path.sep, '/');
      if (name.startsWith('test/')) return found;
      code.add(name);
      return { path: name, external: true };
    }),
});

/**
 * The tests, and the code that they test. Code that stays loaded is optimized and runs several times faster, so it is
 * evaluated again only on request. A test file is evaluated again each time it is read.
 */
export async function compileAll(room, files, vitest) {
  const names = new Set();
  const makeTests = await compile(room, [SEED, ...files], [codeApart(names)]);
  const makeCode = await compile(room, [...names], []);
  const requireHere = createRequire(path.resolve('package.json'));
  let code;
  return {
    renew: () => {
      const modules = makeCode(requireHere);
      code = new Map([...names].map((name) => [name, modules[name]()]));
    },
    read: (file) => {
      const modules = makeTests((name) => (name === 'vitest' ? vitest : (code.get(name) ?? requireHere(name))));
      modules[SEED]();
      modules[file]();
    },
  };
}
