/** The startup cache, which the bench has in a folder of its own: deleted, and waited for. */
import fs from 'node:fs';
import path from 'node:path';

/** The folder of the bench's startup cache; node's cache of our code stays. */
const kept = (): string => path.join(process.env.XDG_CACHE_HOME ?? '', 'retcon');

const codices = (): string[] =>
  fs.existsSync(kept()) ? fs.readdirSync(kept()).filter((name) => name !== 'compiled') : [];

export function forgetCodices(): void {
  for (const name of codices()) fs.rmSync(path.join(kept(), name), { recursive: true });
}

/** Whether the entries that were read last are in the cache. */
export const isKept = (): boolean => codices().some((name) => fs.existsSync(path.join(kept(), name, 'entries')));
