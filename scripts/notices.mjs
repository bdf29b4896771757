/** The notices of the packages that are bundled: whose they are, and their licences word for word. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './steps.mjs';

/** Files that licences ask to be passed on. */
const NOTICE = /^(?:licen[cs]e|notice|copying|thirdpartynotices)(?:\.(?:txt|md))?$/i;

/** @param metafiles what esbuild reports about its bundles */
export async function noticesOf(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((one) => Object.entries(one.inputs)),
  );
  const folders = new Set(
    inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? (packageOf(file) ?? []) : [])),
  );
  const notices = await Promise.all([...folders].sort((a, b) => (a < b ? -1 : 1)).map(noticeOf));
  return ['Retcon holds parts of these packages.', ...notices].join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** The folder of the package that a file belongs to. */
const packageOf = (file) => /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll(path.sep, '/'))?.[1];

async function noticeOf(folder) {
  const whole = path.join(root, folder);
  const { name, version, license } = JSON.parse(await readFile(path.join(whole, 'package.json'), 'utf8'));
  const files = (await readdir(whole)).filter((file) => NOTICE.test(file)).sort();
  if (files.length === 0) throw new Error(`${name} comes without its licence: its notice has to be written by hand.`);
  const texts = await Promise.all(files.map((file) => readFile(path.join(whole, file), 'utf8')));
  return [`${name} ${version} (${license})`, ...texts.map((text) => text.replace(/\r\n?/g, '\n').trim())].join('\n\n');
}
