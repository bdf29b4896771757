/** Nothing that is planted where a knower does not see it is in anything that they are given: every tool, and every command, asked as them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { connected, disconnectAll } from './connected';
import { plantedCodex } from './plantedCodex';
import { folderWith, removeFolders, retcon } from './process';

afterAll(async () => {
  await disconnectAll();
  removeFolders();
});

const { files, hidden, open } = plantedCodex();
const root = folderWith(files);
const names = Object.keys(files).flatMap((file) => (file.endsWith('.md') ? path.basename(file, '.md') : []));
const secret = names.find((name) => hidden.has(name)) ?? '';

/** Looks for planted words. */
function watch() {
  const leaks = new Map<string, string>();
  const seen = new Set<string>();
  return {
    leaks,
    seen,
    /** @param given what was asked with is said again */
    look(where: string, text: string, given = ''): void {
      for (const [word] of text.toLowerCase().matchAll(/zq\d{3}x|987 ta/g)) {
        seen.add(word);
        const what = hidden.get(word);
        if (what !== undefined && !given.includes(word)) leaks.set(word, `${what} in ${where} ${given}`);
      }
    },
  };
}

it('says nothing of them over the protocol', async () => {
  const { look, leaks, seen } = watch();
  const client = await connected(root, 'sara');
  const ask = async (where: string, given: object, asking: Promise<unknown>) => {
    const answer = JSON.stringify(await asking.catch((error: Error) => error.message));
    look(where, answer, JSON.stringify(given));
    return answer;
  };
  const call = (name: string, given: Record<string, unknown>) =>
    ask(`the tool ${name}`, given, client.callTool({ name, arguments: given }));
  const read = (name: string) =>
    ask('a page', { name }, client.readResource({ uri: `retcon://entry/${encodeURIComponent(name)}` }));

  const { tools } = await client.listTools();
  await ask('the list of tools', {}, client.listTools());
  await ask('the list of pages', {}, client.listResources());
  for (const [i, name] of names.entries()) if (!hidden.has(name) || i % 9 === 0) await read(name);
  for (const name of names.filter((one) => /^key|^link|^war/.test(one))) {
    await call('lookup', { name });
    await call('chain', { name });
  }
  for (const [ref, argument] of [
    [{ type: 'ref/resource', uri: 'retcon://entry/{id}' }, 'id'],
    [{ type: 'ref/resource', uri: 'retcon://for/{knower}/entry/{id}' }, 'knower'],
    [{ type: 'ref/prompt', name: 'answer' }, 'as_of'],
    [{ type: 'ref/prompt', name: 'write-a-scene' }, 'topic'],
    [{ type: 'ref/prompt', name: 'write-a-scene' }, 'for'],
  ] as const)
    for (const value of ['', 'zq', 'zo'])
      await ask(`completion of ${argument}`, {}, client.complete({ ref, argument: { name: argument, value } }));
  for (const { name } of tools) await call(name, {});
  for (const as_of of ['s1', 'latest', 'before:keep'])
    for (const [name, given] of [
      ['was_true_at', { entity: 'keep' }],
      ['timeline', {}],
      ['succession', { entity: 'keep.heir' }],
      ['family', { entity: 'keep' }],
    ] as const)
      await call(name, { ...given, as_of });
  for (const given of [{ known_at: '500 TA' }, { at: '500 TA' }, { attribute: 'hier' }])
    await call('was_true_at', { entity: 'keep', ...given });
  await call('diff', { from: 's1', to: 's2' });
  await call('succession', { entity: 'keep', attribute: 'hier' });
  for (const query of ['oath', 'zq', 'sara']) await call('lore', { query, all: true, limit: 500 });
  for (const given of [{ topic: 'oath' }, { topic: 'keep' }, { scene: 'link' }])
    await call('brief', { ...given, tokens: 50_000 });
  expect([...leaks.values()]).toEqual([]);
  expect([...open].flatMap(([word, what]) => (seen.has(word) ? [] : what))).toEqual([]);

  // What is there and hidden is refused as what is not there is.
  const nothing = secret.replace(/\d/g, '9');
  const alike = async (asking: (name: string) => Promise<string>) =>
    expect((await asking(secret)).replaceAll(secret, nothing)).toBe(await asking(nothing));
  await alike(read);
  for (const name of ['lookup', 'chain'] as const) await alike((one) => call(name, { name: one }));
  await alike((one) => call('was_true_at', { entity: one }));
  await alike((one) => call('was_true_at', { entity: 'keep', as_of: `before:${one}` }));
  await alike((one) => call('was_true_at', { entity: 'keep', at: `1 ${one}` }));
  await alike((one) => call('log', { since: one }));
  await alike((one) => call('log', { cursor: one }));
  await alike((one) => call('timeline', { entity: [one] }));
  await alike((one) => call('lore', { query: one }));
  await alike((one) => call('brief', { topic: one }));
  await alike((one) => call('brief', { scene: one }));
});

it('says nothing of them on the command line, and in what it writes', () => {
  const { look, leaks, seen } = watch();
  const out = folderWith({
    'set.yaml': 'questions: [{ask: was_true_at, entity: keep, for: sara, expect: {heir: x}}]\n',
  });
  const run = (...args: string[]): void => {
    const { stdout, stderr } = retcon([...args, '--root', root]);
    look(args.slice(0, 2).join(' '), stdout + stderr, args.join(' '));
  };
  const asSara = (...args: string[]): void => run(...args, '--for', 'sara');
  asSara('timeline', '--html', path.join(out, 'timeline.html'));
  asSara('timeline', '--svg', path.join(out, 'timeline.svg'));
  asSara('succession', 'keep.heir', '--html', path.join(out, 'succession.html'));
  asSara('family', 'keep', '--html', path.join(out, 'family.html'));
  for (const format of ['sillytavern', 'novelai', 'character-book'])
    asSara('brief', '--all', '--tokens', '99999', '--format', format);
  asSara('brief', 'oath', '--tokens', '99999', '--format', 'json');
  asSara('lookup', secret);
  asSara('log', '--format', 'markdown');
  asSara('diff', 's1', 's2', '--format', 'markdown');
  for (const name of ['x.sqlite', 'x.jsonl', 'x.graphml']) asSara('export', path.join(out, name));
  // What the author sees about an edition is what was left out of it.
  for (const [folder, ...more] of [['pages'], ['page', '--html']] as const)
    retcon(['share', path.join(out, folder), '--for', 'sara', '--at', '430 TA', '--yes', '--root', root, ...more]);
  run('eval', path.join(out, 'set.yaml'));
  const lookInto = (folder: string): void => {
    for (const name of readdirSync(folder)) {
      const file = path.join(folder, name);
      look('the name of a file', name);
      if (statSync(file).isDirectory()) lookInto(file);
      else look(path.relative(out, file), readFileSync(file, 'latin1'));
    }
  };
  lookInto(out);
  expect([...leaks.values()]).toEqual([]);
  expect([...open].flatMap(([word, what]) => (seen.has(word) ? [] : what))).toEqual([]);
});
