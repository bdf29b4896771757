/** Every command in the documentation is run, and answers what stands there. `UPDATE=1` writes what it answers now. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT, retcon, wordsOf } from './process';

const PAGES = [
  'README.md',
  ...readdirSync(path.join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.split(path.sep).join('/')}`),
];

const BLOCK = /^```console\n([^]*?)^```$/gm;
const COMMAND = /^\$ npx retcon (.*)$/m;

/** A block with what its commands print now; commands of other programs are left as they are. */
function answered(block: string): string {
  return block
    .split(/^(?=\$ )/m)
    .map((part) => {
      const line = COMMAND.exec(part)?.[1];
      if (line === undefined) return part;
      const { status, stdout, stderr } = retcon(wordsOf(line));
      return `$ npx retcon ${line}\n${stdout}${stderr}${status === 0 ? '' : `(exit status ${status})\n`}`;
    })
    .join('');
}

interface Example {
  readonly page: string;
  readonly command: string;
  readonly block: string;
}

const pathOf = (page: string): string => path.join(PROJECT, page);

const EXAMPLES: readonly Example[] = PAGES.flatMap((page) =>
  [...readFileSync(pathOf(page), 'utf8').matchAll(BLOCK)].flatMap(([, block = '']) => {
    const command = COMMAND.exec(block)?.[1];
    return command === undefined ? [] : [{ page, command, block }];
  }),
);

function writeAnew({ page, block }: Example): void {
  const fenced = (text: string): string => `\`\`\`console\n${text}\`\`\``;
  const text = readFileSync(pathOf(page), 'utf8');
  writeFileSync(
    pathOf(page),
    text.replace(fenced(block), () => fenced(answered(block))),
  );
}

const compare = ({ block }: Example): void => expect(answered(block)).toBe(block);
const run = process.env.UPDATE ? writeAnew : compare;

it.each(EXAMPLES)('$page: retcon $command', (example) => run(example));
