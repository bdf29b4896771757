/**
 * The codex on disk: written, read without processing, and read as a codex; and an edit that affects a thousand entries.
 */
import fs from 'node:fs';
import path from 'node:path';
import { allEntries, type Canon, entryAt, knownAt, LATEST, neighboursOf } from '../../server/src/core/canon';
import { checkEntry } from '../../server/src/core/rules/check';
import { openWhole } from '../support/folder';
import { CODEX_YAML, entryText, pathOf } from './codex';
import { forgetCodices } from './kept';
import { median, RUNS, timed } from './measure';

export function writeCodex(root: string, size: number): number {
  fs.mkdirSync(root, { recursive: true });
  fs.writeFileSync(path.join(root, 'codex.yaml'), CODEX_YAML);
  let bytes = 0;
  for (let i = 0; i < size; i++) {
    const file = path.join(root, pathOf(i));
    if (i < 40) fs.mkdirSync(path.dirname(file), { recursive: true });
    const text = entryText(i, size);
    fs.writeFileSync(file, text);
    bytes += text.length;
  }
  return bytes;
}

/** One percent of the entries get another text. @param turn another number for another text */
export function changeSome(root: string, size: number, turn: number): void {
  for (let i = 0; i < size; i += 100)
    fs.writeFileSync(path.join(root, pathOf(i)), `${entryText(i, size)}\nAnd then, ${turn}.\n`);
}

/** The limit: one loop over files with known names. Once, in a process of its own. */
export function rawRead(root: string, size: number): number {
  const files = Array.from({ length: size }, (_, i) => path.join(root, pathOf(i)));
  let read = 0;
  const took = timed(() => {
    for (const file of files) read += fs.readFileSync(file, 'utf8').length;
  });
  if (read === 0) throw new Error('nothing was read');
  return took;
}

/** Listing, reading and making the canon, without the startup cache. Once, in a process of its own. */
export function coldIndex(root: string): number {
  forgetCodices();
  return timed(() => openWhole(root));
}

const DEPENDANTS = 1000;

const hubText = (version: number, effective: number): string =>
  version === 0
    ? '---\nid: oath\ntitle: The Oath\ndate: 100 TA\n---\n'
    : `---\nid: oath-anew\ntitle: The Oath, Anew\ndate: 100 TA\nsupersedes:\n  - id: oath\n    effective: ${effective} TA\n    reason: It was another oath.\n---\n`;

const dependantText = (i: number): string =>
  `---\nid: keeper-${i}\ntitle: Keeper ${i}\ndate: ${200 + (i % 600)} TA\nsources: [oath]\n---\nKept [[oath]].\n`;

/**
 * A retcon that a thousand entries rest on gets another effective date: the time until all of them are judged again, and,
 * for comparison, until everything is read and judged from scratch.
 */
export function thousandDependants(root: string) {
  // A server has judged everything before anybody edits.
  const scratch: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    forgetCodices();
    scratch.push(
      timed(() => {
        const { canon } = openWhole(root);
        const known = knownAt(canon, LATEST);
        for (const entry of allEntries(canon)) checkEntry(known, entry);
      }),
    );
  }
  const host = openWhole(root);
  const texts = new Map([
    ['hub/Oath.md', hubText(0, 0)],
    ['hub/Oath Anew.md', hubText(1, 150)],
    ...Array.from({ length: DEPENDANTS }, (_, i) => [`hub/Keeper ${i}.md`, dependantText(i)] as const),
  ]);
  host.apply(texts);
  const told = problemsOf(host.canon, [...texts.keys()]);
  const times: number[] = [];
  for (let edit = 0; edit < 4 * RUNS; edit++) {
    const file = 'hub/Oath Anew.md';
    const text = hubText(1, 300 + edit);
    let now: ReadonlyMap<string, string> = new Map();
    times.push(
      timed(() => {
        const canon = host.apply(new Map([[file, text]]));
        const entry = entryAt(canon, file);
        if (!entry) throw new Error(`${file} was not read`);
        now = problemsOf(canon, untilAll(texts, [file, ...neighboursOf(canon, entry)]));
      }),
    );
    for (const [one, problems] of now) told.set(one, problems);
  }
  // Everything that the edit affects must be judged after it.
  for (const [file, problems] of problemsOf(host.canon, [...texts.keys()]))
    if (told.get(file) !== problems) throw new Error(`${file} was not judged again`);
  return { dependants: median(times), dependantsScratch: median(scratch) };
}

/** Files in the order in which the server judges them, up to the last that the edit affects. */
function* untilAll(felt: ReadonlyMap<string, string>, files: readonly string[]): Generator<string> {
  const waiting = new Set(felt.keys());
  for (const file of files) {
    yield file;
    waiting.delete(file);
    if (waiting.size === 0) return;
  }
  throw new Error(`${waiting.size} files that feel the edit are not judged with it`);
}

function problemsOf(canon: Canon, files: Iterable<string>): Map<string, string> {
  const known = knownAt(canon, LATEST);
  const found = new Map<string, string>();
  for (const file of files) {
    const entry = entryAt(canon, file);
    if (entry)
      found.set(
        file,
        checkEntry(known, entry)
          .map(({ code, message }) => `${code} ${message}`)
          .join('\n'),
      );
  }
  return found;
}
