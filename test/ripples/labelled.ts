/** A codex whose passages were labelled by hand: `⟦open⟧` stands behind what still says what a retcon changed, `⟦not⟧` behind all else. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Files } from '../support/codex';

export interface Labelled {
  readonly files: Files;
  /** The lines of each label, as `file:line`, counted from 0. */
  readonly open: ReadonlySet<string>;
  readonly not: ReadonlySet<string>;
}

const LABEL = / ?⟦(open|not)⟧/g;

export function readLabelled(name: string): Labelled {
  const written = readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');
  const files: Record<string, string> = {};
  const [open, not] = [new Set<string>(), new Set<string>()];
  for (const part of written.split(/^=== /m).slice(1)) {
    const feed = part.indexOf('\n');
    const file = part.slice(0, feed);
    const text = part.slice(feed + 1);
    text.split('\n').forEach((line, number) => {
      for (const [, label] of line.matchAll(LABEL)) (label === 'open' ? open : not).add(`${file}:${number}`);
    });
    files[file] = text.replace(LABEL, '');
  }
  return { files, open, not };
}
