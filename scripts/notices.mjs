/** The notices of the packages that are bundled: whose they are, and their licences word for word. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './steps.mjs';

/** Files that licences ask to be passed on. */
const NOTICE = /^(?:licen[cs]e(?:-[a-z]+)?|notice|copying|thirdpartynotices)(?:\.(?:txt|md))?$/i;

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

/** The MIT licence, for what is under it and comes without its text. */
const MIT = (author) => `MIT License

Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

async function noticeOf(folder) {
  const whole = path.join(root, folder);
  const { name, version, license, author } = JSON.parse(await readFile(path.join(whole, 'package.json'), 'utf8'));
  const files = (await readdir(whole)).filter((file) => NOTICE.test(file)).sort();
  if (files.length === 0 && license === 'MIT' && author?.name)
    return [`${name} ${version} (${license})`, MIT(author.name)].join('\n\n');
  if (files.length === 0) throw new Error(`${name} comes without its licence: its notice has to be written by hand.`);
  const texts = await Promise.all(files.map((file) => readFile(path.join(whole, file), 'utf8')));
  return [`${name} ${version} (${license})`, ...texts.map((text) => text.replace(/\r\n?/g, '\n').trim())].join('\n\n');
}
