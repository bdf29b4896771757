/** The tests of a room, and the code that they test, each bundled and compiled once and evaluated as often as is needed. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';

/** Has property tests try the same each time. */
const SEED = 'test/mutants/fewRuns.ts';

/** Some modules as one function of what they require, compiled once: it is called for modules that nobody has used. */
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
  // All that look for a file beside themselves lie as deep.
  const folder = path.resolve('test', room);
  return (require) => {
    const module = { exports: {} };
    evaluate(require, module, folder);
    return module.exports;
  };
}

/** Leaves out what the tests import of the code, and notes what that is. */
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
 * The tests, and the code that they test. Code that stays has been seen to be used much and runs several times faster: it is made anew only where
 * that is asked for. A file of tests is made anew each time it is read.
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
