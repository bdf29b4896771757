/** Writes what is made from the code: pages of the documentation, and the messages for translators. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
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
const { bundleOf, generatedPages, SCHEMAS, schemaText, withTools } = await import(pathToFileURL(bundle).href);
const pages = generatedPages((page) => readFileSync(path.join(docs, page), 'utf8'));
const sources = ['client/src', 'media'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8')),
);
const made = [
  ...[...pages].map(([page, text]) => [`docs/${page}`, text]),
  ['l10n/bundle.l10n.json', bundleOf(sources)],
  ['package.json', withTools(readFileSync(path.join(root, 'package.json'), 'utf8'))],
  ...[...SCHEMAS].map(([name, schema]) => [`schemas/${name}.json`, schemaText(name, schema)]),
];
for (const [file, text] of made) {
  const target = path.join(root, file);
  if (text === (await readFile(target, 'utf8').catch(() => null))) continue;
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
  console.log(`wrote ${file}`);
}
await rm(bundle);
