/** Every attack on Retcon, for a minute; `npm run torture` runs them for longer. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ASSISTANTS } from './assistants';
import { CANONS } from './canons';
import { HOSTILE_GIT } from './hostileGit';
import { KILLERS } from './killers';
import { LANGUAGE_SERVER } from './languageServer';
import { LINKS } from './links';
import { type Asked, torture } from './rounds';
import { TEXTS } from './texts';

/** The settings from `scripts/torture.mjs`; without them, a minute of the same inputs each time. */
const asked: Asked = { minutes: 1, seed: 47, ...JSON.parse(process.env.RETCON_TORTURE ?? '{}') };
const TRIALS = [...TEXTS, ...LINKS, ...LANGUAGE_SERVER, ...ASSISTANTS, ...HOSTILE_GIT, ...KILLERS, ...CANONS];
/** Whatever is in progress when the time is over is finished. */
const REST = 600_000;

it(
  'nothing breaks it',
  async () => {
    const figures = await torture(TRIALS, asked, (words) => void process.stderr.write(`${words}\n`));
    const results = path.resolve('test-results');
    mkdirSync(results, { recursive: true });
    writeFileSync(path.join(results, 'torture.json'), `${JSON.stringify({ ...asked, ...figures }, null, 2)}\n`);
    expect(figures.failures.map(({ words, again }) => `${words}\n${again}`)).toEqual([]);
  },
  asked.minutes * 60_000 + REST,
);
