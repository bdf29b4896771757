/** Bundles client, server and command line into dist/, with the notices of what is bundled. `--production` minifies, `--watch` builds again on each change. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { context } from 'esbuild';
import { noticesOf } from './notices.mjs';
import { putInPlace } from './place.mjs';
import { root } from './steps.mjs';

const requireOf = createRequire(import.meta.url);
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

/** The server for assistants checks what a tool is given with a checker that makes code while it runs. It has another one. */
const withoutAjv = {
  name: 'mcp-without-ajv',
  setup(bundle) {
    bundle.onLoad(
      { filter: /[\\/]@modelcontextprotocol[\\/]server[\\/]dist[\\/]shimsNode\.mjs$/ },
      ({ path: file }) => ({
        contents: `export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from './validators/cfWorker.mjs';
        export { default as process } from 'node:process';`,
        resolveDir: path.dirname(file),
      }),
    );
  },
};

/**
 * Of what is CommonJS each file that imports it gets a copy of all names: where these are hundreds, and the files many, one will do.
 * @param names by the name of what is imported
 */
const copiedOnce = (names) => ({
  name: 'copied-once',
  setup(bundle) {
    const filter = new RegExp(`^(?:${Object.keys(names).join('|')})$`);
    bundle.onResolve({ filter }, ({ path: name, kind, namespace }) =>
      namespace === 'once' || kind !== 'import-statement' ? undefined : { path: name, namespace: 'once' },
    );
    bundle.onLoad({ filter: /.*/, namespace: 'once' }, ({ path: name }) => ({
      contents: `const all = require('${name}'); export const { ${names[name].join(', ')} } = all;`,
      resolveDir: root,
    }));
  },
});

/** Where libraries have one thing for node and another for browsers, one file can run in both. */
const alsoForBrowsers = {
  name: 'also-for-browsers',
  setup(bundle) {
    const resolved = async (name, from) => (await bundle.resolve(name, { ...from, kind: 'require-call' })).path;
    const transports = /^vscode-(?:language(?:client|server|server-protocol)|jsonrpc)\/browser$/;
    bundle.onResolve({ filter: transports }, async ({ path: name, ...from }) => ({
      path: (await resolved(name.replace('/browser', ''), from)).replace(/common(.)api\.js$/, 'browser$1main.js'),
    }));
    // What is for node does the same, and asks node for the process.
    bundle.onResolve({ filter: /^yaml$/ }, async ({ path: name, kind, ...from }) =>
      kind === 'require-call'
        ? undefined
        : { path: (await resolved(name, from)).replace(/dist(.)index\.js$/, 'browser$1index.js') },
    );
  },
};

/** What takes some milliseconds each to set up, and most starts do without, is set up when something of it is asked for. */
const late = {
  name: 'late',
  setup(bundle) {
    const filter = /^(?:(?:node:)?(?:child_process|crypto|worker_threads)|marked)$/;
    bundle.onResolve({ filter }, ({ path: name, namespace }) => {
      if (namespace !== 'late') return { path: name.replace('node:', ''), namespace: 'late' };
      return isBuiltin(name) ? { path: name, external: true } : undefined;
    });
    bundle.onLoad({ filter: /.*/, namespace: 'late' }, ({ path: name }) => ({
      contents: `for (const key of ${JSON.stringify(Object.keys(requireOf(name)))})
        Object.defineProperty(exports, key, { enumerable: true, get: () => require('${name}')[key] });`,
      resolveDir: root,
    }));
  },
};

/** The SDK of the server for assistants is a sixth of the program, and few ever import a world. Both have files of their own, loaded when they are needed. */
const withPartsApart = {
  name: 'parts-apart',
  setup(bundle) {
    bundle.onResolve({ filter: /\/(?:sdk|importTools)$/ }, ({ path: name }) => ({
      path: `./${path.posix.basename(name)}.js`,
      external: true,
    }));
  },
};

/** What reads HTML can also be asked with selectors, which nobody does: they are half of it. */
const withoutSelectors = {
  name: 'html-without-selectors',
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]css-select[\\/]/ }, () => ({ contents: '' }));
  },
};

/** Nothing in a codex is ever executed: a bundle that could do so is refused. */
const withoutEval = {
  name: 'no-eval',
  setup(bundle) {
    bundle.onEnd(({ outputFiles = [] }) => ({
      errors: outputFiles.flatMap(({ path: file, text }) => {
        const found = file.endsWith('.js') && /\beval\(|\bnew Function\(/.exec(text)?.[0];
        return found ? [{ text: `${path.basename(file)} holds ${found}…)` }] : [];
      }),
    }));
  },
};

/** Stands where the name of the build will stand, which is made of what is built. As long as that is: source maps stay right. */
const UNNAMED = 'retcon-not-named';

const common = {
  define: { 'process.env.RETCON_BUILD': JSON.stringify(UNNAMED) },
  outdir: dist,
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  // The ES modules of a package before its UMD build, whose require calls cannot be bundled.
  mainFields: ['module', 'main'],
  minify: production,
  sourcemap: !production,
  metafile: true,
  write: false,
  logLevel: 'warning',
  plugins: [withoutEngines, withoutAjv, withoutSelectors, withoutEval],
};

/** What VS Code's API has at its top, which is there in VS Code alone: as its types have it. */
const api = await readFile(requireOf.resolve('@types/vscode/index.d.ts'), 'utf8');
const namesInApi = [...api.matchAll(/^\texport (?:namespace|(?:abstract )?class|enum|const) (\w+)/gm)].map(
  ([, name]) => name,
);

/** VS Code loads an extension as CommonJS. */
const client = {
  ...common,
  entryPoints: [path.join(root, 'client/src/extension.ts')],
  entryNames: 'client',
  format: 'cjs',
  external: ['vscode'],
  plugins: [
    ...common.plugins,
    alsoForBrowsers,
    copiedOnce({
      // The last came with VS Code 1.101: its caller checks that it exists.
      vscode: [...namesInApi, 'McpStdioServerDefinition'],
      'vscode-languageclient': ['State'],
      'vscode-languageclient/node': ['LanguageClient', 'TransportKind'],
    }),
  ],
};

/** Two processes and a thread are one program in one file: what V8 makes of it can be kept, and nothing is packed twice. */
const program = {
  ...common,
  entryPoints: [path.join(root, 'server/src/bin/program.ts')],
  plugins: [
    ...common.plugins,
    alsoForBrowsers,
    copiedOnce({ 'vscode-languageserver': Object.keys(requireOf('vscode-languageserver')) }),
    late,
    withPartsApart,
  ],
  format: 'cjs',
  banner: { js: `/* ${UNNAMED} */ (function (exports, require, module, __filename, __dirname) {` },
  footer: { js: '})' },
};

/** The ways into it. */
const processes = {
  ...common,
  entryPoints: [
    ...['server', 'cli', 'lore'].map((name) => path.join(root, 'server/src/bin', `${name}.ts`)),
    path.join(root, 'server/src/mcp/sdk.ts'),
    path.join(root, 'server/src/otherTools/importTools.ts'),
  ],
  entryNames: '[name]',
  format: 'cjs',
};

/** What runs in the pages of ours: each file of media/pages is one. */
const pages = {
  ...common,
  entryPoints: readdirSync(path.join(root, 'media/pages'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(root, 'media/pages', file)),
  entryNames: 'page-[name]',
  platform: 'browser',
  format: 'iife',
};

/**
 * Scripts with shorter names, by file; the rest of them stays as esbuild has it. Of comments only the name of the build is kept. All
 * is ASCII: one letter that is not would have V8 keep a whole script with two bytes for each.
 */
async function shortenedAll(outputs) {
  const { minify } = await import('terser');
  const comments = new RegExp(UNNAMED);
  const shorten = async ([file, { text }]) => {
    const { code } = await minify(text, { compress: false, format: { comments, ascii_only: true, ecma: 2020 } });
    const other = /.{0,20}[^\0-\x7f].{0,20}/.exec(code)?.[0];
    if (other) throw new Error(`${path.basename(file)} is not ASCII: ${other}`);
    return [file, code];
  };
  return new Map(await Promise.all(outputs.filter(([file]) => file.endsWith('.js')).map(shorten)));
}

/** All that lies in dist/, by its name. */
async function made(built) {
  const outputs = built.flatMap(({ outputFiles }) => outputFiles).map((file) => [path.basename(file.path), file]);
  const digest = createHash('sha256');
  for (const [, { contents }] of outputs) digest.update(contents);
  // esbuild gives each name a letter of its own; terser uses letters again where it can, of which a packed file is a tenth smaller.
  const shortened = production ? await shortenedAll(outputs) : new Map();
  // What parts one build from another: what one has kept on disk for the next start means nothing to another.
  const name = digest.digest('hex').slice(0, UNNAMED.length);
  const named = outputs.map(([file, { contents, text }]) => [
    file,
    file.endsWith('.js') ? Buffer.from((shortened.get(file) ?? text).replaceAll(UNNAMED, name)) : contents,
  ]);
  return new Map([
    ['sql-wasm.wasm', await readFile(path.join(root, 'node_modules/sql.js/dist/sql-wasm.wasm'))],
    ['THIRD-PARTY-NOTICES.txt', Buffer.from(await noticesOf(built.map(({ metafile }) => metafile)))],
    // What npm's package has of it, see server/src/bin/compiled.ts.
    ['program.js.gz', gzipSync(new Map(named).get('program.js'))],
    ...named,
  ]);
}

const contexts = [];

/** Builds all, and puts them in place where none has failed. */
async function build() {
  const built = await Promise.allSettled(contexts.map((one) => one.rebuild()));
  const failed = built.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  await putInPlace(dist, await made(built.map(({ value }) => value)), ['cli.js']);
}

let isBuilding = true;
/** How many of them were built since the last look. */
let ends = 0;

/** Has all be built as soon as one of them finds a change: they look at different times, and only all are a program. */
const watched = {
  name: 'watched',
  setup(bundle) {
    bundle.onEnd(() => {
      ends++;
      if (!isBuilding) void buildAgain();
    });
  },
};

async function buildAgain() {
  isBuilding = true;
  console.log('[watch] build started');
  // After the one that has found it.
  await wait(0);
  do {
    ends = 0;
    // esbuild has reported what failed; the earlier output stays.
    await build().catch(({ errors, message }) => errors ?? console.error(`✘ [ERROR] ${message}`));
    // More ends than builds: one has found another change meanwhile.
  } while (ends > contexts.length);
  console.log('[watch] build finished');
  isBuilding = false;
}

for (const options of [client, program, processes, pages])
  contexts.push(await context(watching ? { ...options, plugins: [...options.plugins, watched] } : options));
if (watching) {
  await buildAgain();
  await Promise.all(contexts.map((one) => one.watch()));
} else {
  try {
    await build();
  } finally {
    await Promise.all(contexts.map((one) => one.dispose()));
  }
}
