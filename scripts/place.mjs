/** Puts files into a folder in place of those that are there, each in one step: who reads meanwhile finds the old one or the new one. */
import { renameSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Files that are the same already are not touched, and what else is in the folder goes.
 * @param files their bytes by name
 * @param programs the names of those that can be called
 */
export async function putInPlace(folder, files, programs) {
  await mkdir(folder, { recursive: true });
  const parts = [];
  for (const [name, bytes] of files) {
    const file = path.join(folder, name);
    if (await isThere(file, bytes)) continue;
    const part = `${file}.${process.pid}.part`;
    await writeFile(part, bytes);
    if (programs.includes(name)) await chmod(part, 0o755);
    parts.push([part, file]);
  }
  // One right after the other: there is next to no time in which some are new and others are not.
  for (const [part, file] of parts) renameSync(part, file);
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (!files.has(name) && !(await isBeingWritten(file))) await rm(file, { recursive: true, force: true });
  }
}

/** By another build: what one has left that was stopped is older than this. */
const isBeingWritten = async (file) =>
  file.endsWith('.part') &&
  (await stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs < 600_000,
    () => true,
  ));

const isThere = (file, bytes) =>
  readFile(file).then(
    (there) => there.equals(bytes),
    () => false,
  );
