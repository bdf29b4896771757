/**
 * Small vaults as people keep them: what `retcon init` writes and prints for each, and what `check` prints then, word by
 * word.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type InitCall, runInit } from '../../server/src/cli/initCommand';
import { checkText, checkSummary } from '../../server/src/cli/print';
import { rangesOf } from '../../server/src/core/tools/words/answerJson';
import { pathsOf } from '../../server/src/core/canon';
import { CODEX_FILE } from '../../server/src/core/host';
import { checkCodex } from '../../server/src/core/rules/check';
import { readText } from '../../server/src/workspace/folder';
import { openWhole } from '../support/folder';
import { askWasTrueAt } from '../support/ask';

const VAULTS = path.join(import.meta.dirname, 'vaults');
const names = fs.readdirSync(VAULTS, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? one.name : []));

/** These are in git, and these have been written on Windows. */
const [IN_GIT, ON_WINDOWS] = [new Set(['one-campaign']), new Set(['hugo-site'])];

/** A copy outside of any repository. */
function copyOf(name: string): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-vault-'));
  onTestFinished(() => fs.rmSync(root, { recursive: true }));
  fs.cpSync(path.join(VAULTS, name), root, { recursive: true });
  if (IN_GIT.has(name)) fs.mkdirSync(path.join(root, '.git'));
  if (ON_WINDOWS.has(name))
    for (const file of fs
      .readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((one) => one.endsWith('.md'))) {
      const text = fs.readFileSync(path.join(root, file), 'utf8');
      fs.writeFileSync(path.join(root, file), text.replace(/\n/g, '\r\n'));
    }
  return root;
}

async function setUp(root: string, call: InitCall = {}): Promise<string> {
  let said = '';
  const output = {
    out: (text: string) => void (said += text),
    err: (text: string) => void (said += text),
    hasColour: false,
  };
  await runInit(root, call, 'text', output);
  return said;
}

function checked(root: string) {
  const host = openWhole(root);
  const found = checkCodex(host);
  const entries = pathsOf(host.canon).length;
  const summary = checkSummary(entries, entries, found);
  return {
    summary,
    text: checkText(
      found,
      summary,
      rangesOf((file) => readText(root, file)),
      false,
    ),
  };
}

/** The content of a file next to the vault; with `UPDATE=1`, writes the new content there. */
function expected(file: string, now: string): string {
  const beside = path.join(VAULTS, file);
  if (process.env['UPDATE'] !== undefined) fs.writeFileSync(beside, now);
  return fs.readFileSync(beside, 'utf8');
}

describe.each(names)('%s', (name) => {
  it('is set up as it was reviewed, and reads without a problem then', async () => {
    const root = copyOf(name);
    const said = await setUp(root);
    const written = fs.readFileSync(path.join(root, CODEX_FILE), 'utf8');
    const { summary, text } = checked(root);
    expect(written).toBe(expected(`${name}.codex.yaml`, written));
    const all = `$ retcon init\n${said}\n$ retcon check\n${text}`;
    expect(all).toBe(expected(`${name}.said.txt`, all));
    expect(summary.errors).toBe(0);
    expect(summary.warnings).toBeLessThanOrEqual(summary.entries / 100);
  });

  it('answers the first proposed question, where the suggested facts count', async () => {
    const root = copyOf(name);
    const said = await setUp(root, { facts: true });
    expect(checked(root).summary.errors).toBe(0);
    const asked = /was-true-at "([^"]+)"(?: --at "([^"]+)")? --attribute "?([^"\n]+)/.exec(said);
    expect(asked !== null).toBe(openWhole(root).canon.codex.attributes.size > 0);
    if (!asked) return;
    const [, entity = '', at, attribute] = asked;
    const answered = askWasTrueAt(openWhole(root).canon, { entity, at, attribute });
    expect(answered).toMatchObject({
      ok: true,
      json: { facts: [{ values: expect.arrayContaining([expect.anything()]) }] },
    });
  });
});
