/** Debian's Chromium, for what has to be seen in a browser. */
import { type Browser, chromium } from 'playwright-core';

export const startBrowser = (): Promise<Browser> =>
  // A container has no sandbox to give, and no screen.
  chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
