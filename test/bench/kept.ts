/** What is kept between starts, which the bench has in a place of its own: taken away, and waited for. */
import fs from 'node:fs';
import path from 'node:path';

/** Where the bench has what is kept between starts; what node keeps of our code stays. */
const kept = (): string => path.join(process.env.XDG_CACHE_HOME ?? '', 'retcon');

const codices = (): string[] =>
  fs.existsSync(kept()) ? fs.readdirSync(kept()).filter((name) => name !== 'compiled') : [];

export function forgetCodices(): void {
  for (const name of codices()) fs.rmSync(path.join(kept(), name), { recursive: true });
}

/** Whether the entries are there that were read last. */
export const isKept = (): boolean => codices().some((name) => fs.existsSync(path.join(kept(), name, 'entries')));
