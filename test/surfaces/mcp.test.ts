/** `retcon mcp` as an assistant has it: messages, a line each, to the built process and back. */
import { afterEach, describe, expect, it } from 'vitest';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { estimateTokenCount } from 'tokenx';
import { fenced } from '../../server/src/core/tools/words/richText';
import { questionsForOne } from '../../server/src/core/tools/asked/questionList';
import { PROTOCOL, startAssistant } from './assistantProcess';
import { EXAMPLE, folderWith, type Json, removeFolders, retcon, retconJson } from './process';

const DRAFT = path.join(EXAMPLE, '../drafts/tam-takes-the-hall.md');
const ended: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ended.splice(0)) await end();
  removeFolders();
});

/** One that is ended after the test. */
async function assistant(...started: Parameters<typeof startAssistant>) {
  const one = await startAssistant(...started);
  ended.push(one.end);
  return one;
}

describe('the server for assistants', () => {
  it('says who it is and how to take its answers, and ends with its input', async () => {
    const { hello, end } = await assistant(EXAMPLE);
    expect(hello).toMatchObject({ protocolVersion: PROTOCOL, serverInfo: { name: 'retcon' } });
    expect(hello.instructions).toContain('pick none');
    expect(await end()).toEqual({ status: 0, complaints: '' });
  });

  it.each([
    ['was_true_at', { entity: 'House Vyr', at: '300 TA' }, ['was-true-at', 'House Vyr', '--at', '300 TA']],
    ['lore', { query: 'oath', limit: 1, all: true }, ['lore', 'oath', '--limit', '1', '--all']],
    ['log', {}, ['log']],
    [
      'what_if',
      { pages: [{ path: 'tam.md', text: readFileSync(DRAFT, 'utf8') }] },
      ['what-if', DRAFT, '--as', 'tam.md'],
    ],
    [
      'timeline',
      { entity: ['maric', 'aldric'], from: '400 TA', as_of: 'session-47' },
      ['timeline', 'maric', 'aldric', '--from', '400 TA', '--as-of', 'session-47'],
    ],
  ])('answers %s %j as the command line does', async (name, given, args) => {
    const { call } = await assistant(EXAMPLE);
    const { content, structuredContent, isError } = await call(name, given);
    const { json } = retconJson([...args, '--root', EXAMPLE]);
    expect(isError).toBeUndefined();
    expect(structuredContent).toEqual(json);
    expect(content).toEqual([{ type: 'text', text: fenced(json.answer) }]);
  });

  it('gives a brief, between fences too, and no more of it as data than its budget', async () => {
    const { call } = await assistant(EXAMPLE);
    const { content, structuredContent } = await call('brief', { topic: 'House Vyr', tokens: 800 });
    expect(structuredContent).toMatchObject({ topic: 'House Vyr', budget: 800, for: 'everyone' });
    expect(content).toEqual([{ type: 'text', text: fenced(structuredContent.text) }]);
    expect(estimateTokenCount(JSON.stringify(structuredContent))).toBeLessThan(800);
  });

  it('says what it can not answer, and what is meant perhaps', async () => {
    const { call } = await assistant(EXAMPLE);
    const { json } = retconJson(['was-true-at', 'House Vir', '--root', EXAMPLE]);
    expect(await call('was_true_at', { entity: 'House Vir' })).toEqual({
      isError: true,
      content: [{ type: 'text', text: fenced(json.error.message) }],
      structuredContent: json,
    });
    const lacking = await call('was_true_at', { at: '300 TA' });
    expect(lacking).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('"entity"') }] });
    const wrong = await call('was_true_at', { entity: 'House Vyr', until: '300 TA' });
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('"until"') }] });
  });

  it('says why it ends when a message is longer than it reads', async () => {
    const { write, complaints, end } = await assistant(EXAMPLE);
    write('x'.repeat(11_000_000));
    await expect.poll(complaints).toContain('retcon mcp: ReadBuffer exceeded maximum size of 10485760 bytes');
    expect(await end()).toMatchObject({ status: 0 });
  });

  it('says how to narrow a timeline that is too long to be read', async () => {
    const facts = Array.from(
      { length: 500 },
      (_, i) => `  - {entity: x, attribute: lord, value: v${i}, from: ${i + 1} TA}`,
    );
    const root = folderWith({ 'codex.yaml': '', 'a.md': `---\nfacts:\n${facts.join('\n')}\n---\n` });
    const { call } = await assistant(root);
    const { structuredContent } = await call('timeline', {});
    expect(structuredContent).toMatchObject({ left_out: { spans: 500 }, narrow: expect.stringContaining('--from') });
    expect(structuredContent).not.toHaveProperty('lanes');
    expect((await call('timeline', { entity: ['x'], from: '490 TA' })).structuredContent.lanes[0].spans).toHaveLength(
      11,
    );
  });

  it('answers from what is on the disk now, and says what it could not read', async () => {
    const root = folderWith({ 'codex.yaml': '', 'vyr.md': '---\nfacts: {vyr: {seat: vyrhold}}\n---\n' });
    const { call } = await assistant(root);
    const seat = async () => (await call('was_true_at', { entity: 'vyr' })).structuredContent.facts[0].values[0].value;
    expect(await seat()).toBe('vyrhold');
    writeFileSync(path.join(root, 'vyr.md'), '---\nfacts: {vyr: {seat: oldmere}}\n---\n');
    expect(await seat()).toBe('oldmere');
    writeFileSync(path.join(root, 'map.md'), Buffer.from('\ufeffA map.', 'utf16le'));
    const { content } = await call('was_true_at', { entity: 'vyr' });
    expect(content.slice(1)).toEqual([
      { type: 'text', text: expect.stringMatching(/map\.md can't be read.*Save it as UTF-8/) },
    ]);
  });

  it('is held to what somebody knows, who sees no further', async () => {
    const root = folderWith({
      'codex.yaml': 'present: 420 TA\nrevisions: [s1]\ncircles: {players: [sara]}\n',
      'vyr.md': '---\ntitle: House Vyr\n---\n',
      'founding.md': '---\ndate: 200 TA\nfacts: {vyr: {founder: maric}}\n---\n',
      'secret-heir.md': '---\nknown_by: {players: 430 TA}\nfacts: {vyr: {heir: oda}}\n---\n',
    });
    writeFileSync(path.join(root, 'hidden-map.md'), Buffer.from('\ufeffA map.', 'utf16le'));
    const { ask, call, hello } = await assistant(root, '--for', 'sara');
    expect(hello.instructions).toContain('as sara holds it');
    const { tools } = await ask('tools/list', {});
    expect(tools.map(({ name }: Json) => name)).toEqual(questionsForOne.map(({ name }) => name));
    expect(JSON.stringify(tools.map(({ inputSchema }: Json) => inputSchema))).not.toContain('"for"');
    const told = JSON.stringify([
      await call('was_true_at', { entity: 'vyr', at: '440 TA', known_at: '440 TA' }),
      await call('was_true_at', { entity: 'vyr', for: 'author' }),
      await call('lookup', { name: 'secret-hei' }),
      await call('lookup', { name: 'vyr', as_of: 'git:HEAD' }),
      await call('lore', { query: 'map' }),
    ]);
    expect(told).toContain('maric');
    for (const word of ['oda', 'secret-heir', 'hidden-map']) expect(told).not.toContain(word);
  });

  it('is not started for somebody who is unknown', () => {
    const root = folderWith({ 'codex.yaml': 'circles: {players: [sara]}\n' });
    const { status, stderr } = retcon(['mcp', '--for', 'zara', '--root', root]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'retcon: Nobody in this codex is called "zara". Did you mean sara?\n',
    });
  });
});

describe('a workspace of several settings', () => {
  it('has each tool take which of them is asked, and answers all of them under their names', async () => {
    const root = folderWith({
      'settings.yaml': 'settings: {vyr: vyr, sea: sea}\n',
      'vyr/codex.yaml': '',
      'vyr/maric.md': '---\nid: maric\nattributes: {mood: merry}\n---\n',
      'sea/codex.yaml': '',
    });
    const { call, ask } = await assistant(path.join(root, 'sea'));
    const taken = (await ask('tools/list', {})).tools.map(
      (one: Json) => one.inputSchema.properties.setting?.description,
    );
    expect(new Set(taken)).toEqual(
      new Set(['which world: sea, vyr or all; if left out, sea. What holds in one world says nothing about another']),
    );
    const [one, all, none, own] = await Promise.all([
      call('was_true_at', { entity: 'maric', setting: 'Vyr' }),
      call('was_true_at', { entity: 'maric', setting: 'all' }),
      call('was_true_at', { entity: 'maric', setting: 'vyrr' }),
      call('was_true_at', { entity: 'maric' }),
    ]);
    expect(one.structuredContent.facts[0].attribute).toBe('mood');
    expect(all.structuredContent.settings).toMatchObject({
      sea: { error: { code: 'not-found' } },
      vyr: { facts: [{ attribute: 'mood' }] },
    });
    expect(none).toMatchObject({ isError: true, structuredContent: { error: { accepted: ['sea', 'vyr', 'all'] } } });
    expect(own.isError).toBe(true);
  });

  it('keeps who is held to one view to its own codex', async () => {
    const root = folderWith({
      'settings.yaml': 'settings: {vyr: vyr, sea: sea}\n',
      'vyr/codex.yaml': '',
      'sea/codex.yaml': '',
    });
    const { ask } = await assistant(path.join(root, 'sea'), '--for', 'everyone');
    expect((await ask('tools/list', {})).tools.some((one: Json) => 'setting' in one.inputSchema.properties)).toBe(
      false,
    );
  });
});
