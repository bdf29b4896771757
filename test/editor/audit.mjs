/** Checks the accessibility of our pages with axe-core. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Throws an error that lists what axe finds in a page or a frame. */
export async function audit(frame, what) {
  await frame.evaluate(axe);
  const { violations } = await frame.evaluate(() => globalThis.axe.run(document));
  const told = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
  if (told.length > 0) throw new Error(`axe finds in ${what}:\n${told.join('\n')}`);
}

/** Audits the panel that shows a picture in the window. */
export async function auditPanel(page, what) {
  for (const frame of page.frames()) if ((await frame.locator('.timeline').count()) > 0) return audit(frame, what);
  throw new Error('there is no picture');
}
