/** Writes the pages of the documentation that are made from the code. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './steps.mjs';

const docs = path.join(root, 'docs');
const bundle = path.join(root, 'node_modules/.cache/retcon-docs.cjs');

await build({
  entryPoints: [path.join(root, 'scripts/reference.ts')],
  outfile: bundle,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  mainFields: ['module', 'main'],
});
const { generatedPages } = await import(pathToFileURL(bundle).href);
for (const [file, text] of generatedPages((page) => readFileSync(path.join(docs, page), 'utf8'))) {
  const target = path.join(docs, file);
  if (text === (await readFile(target, 'utf8').catch(() => null))) continue;
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
  console.log(`wrote docs/${file}`);
}
await rm(bundle);
