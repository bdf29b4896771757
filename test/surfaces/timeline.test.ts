/** `retcon timeline`: as it is printed and refused, and as a file that holds nothing later than the canon point. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type PackedTimeline, unpackTimeline } from '../../server/src/core/picture/shapes/packTimeline';
import { EXAMPLE, folderWith, type Json, removeFolders, retcon, retconJson } from './process';

afterAll(removeFolders);

const write = (file: string, folder: string, ...more: string[]): string => {
  const kind = file.endsWith('.svg') ? '--svg' : '--html';
  const { status, stderr } = retcon(['timeline', kind, file, ...more], { cwd: folder });
  expect([status, stderr]).toEqual([0, '']);
  return readFileSync(path.join(folder, file), 'utf8');
};
const dataIn = (html: string) => {
  const { title, packed } = JSON.parse(
    /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(html)?.[1] ?? '',
  ) as { readonly title: string; readonly packed: PackedTimeline };
  return { title, timeline: unpackTimeline(packed) };
};

describe('a picture as a file', () => {
  it('is a page with all its data, its script and its style', () => {
    const folder = folderWith({});
    const html = write('vyr.html', folder, 'house-vyr', '--root', EXAMPLE);
    const { json } = retconJson(['timeline', 'house-vyr', '--root', EXAMPLE]);
    const { title, timeline } = dataIn(html);
    expect(title).toBe('Timeline of House Vyr');
    expect({ ...timeline }).toEqual(Object.fromEntries(Object.entries(json).filter(([key]) => key !== 'answer')));
    expect(html.match(/\b(?:src|href)="/g), 'it loads nothing').toBeNull();
    expect(html).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^']+'/,
    );
  });

  it('is a drawing of all lanes', () => {
    const folder = folderWith({});
    const svg = write('vyr.svg', folder, 'house-vyr', '--root', EXAMPLE);
    expect(svg).toMatch(/<svg [^]*<\/svg>\s*$/);
    for (const words of ['founder', 'Maric Ashhand', 'Corwin the Sleepless', '300 TA']) expect(svg).toContain(words);
  });

  it('says what was written, and replaces what it has written itself', () => {
    const folder = folderWith({ 'notes.md': '# Notes\n' });
    const call = ['timeline', 'house-vyr', '--root', EXAMPLE, '--svg'];
    expect(retcon([...call, 'a.svg'], { cwd: folder })).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^a\.svg written: \d+ lanes, \d+ events, \d+ retcons\.\n$/),
    });
    expect(retconJson([...call, 'a.svg'], { cwd: folder })).toMatchObject({ status: 0, json: { file: 'a.svg' } });
    const { status, json } = retconJson([...call, 'notes.md'], { cwd: folder });
    expect([status, json.error.code]).toEqual([2, 'exists']);
    expect(readFileSync(path.join(folder, 'notes.md'), 'utf8')).toBe('# Notes\n');
    for (const [file, why] of [
      ['.', 'it is a folder'],
      ['no/a.svg', 'its folder does not exist'],
      ['/dev/null', 'it is not a file'],
      ['-', 'Name one, such as timeline.svg'],
    ] as const)
      expect(retcon([...call, file], { cwd: folder })).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(why),
      });
    for (const other of [
      ['timeline', 'house-vyr', '--html'],
      ['family', 'aldric', '--svg'],
      ['family', 'aldric', '--html'],
      ['succession', 'house-vyr.ruler', '--svg'],
    ])
      expect(retcon([...other, '-', '--root', EXAMPLE], { cwd: folder })).toMatchObject({ status: 2, stdout: '' });
    expect(existsSync(path.join(folder, '-'))).toBe(false);
    expect(retcon([...call, 'a.svg', '--html', 'a.html'], { cwd: folder })).toMatchObject({ status: 2 });
  });
});

/** Whatever an author can write of something, in words that nothing else has. */
const secret = (canon: string, word: string): string => `---
id: ${word}-id
title: ${word} title
aliases: [${word} alias]
type: ${word}-type
date: 20 TA
canon: ${canon}
sources: [${word} source, https://${word}.example]
supersedes: {id: old, reason: ${word} reason, sources: [${word} letter]}
facts:
  - {entity: vyr, attribute: seat, value: ${word} value, from: 20 TA}
  - {entity: ${word}-entity, attribute: ${word}-attribute, value: "${word} other", from: 20 TA}
---
# ${word} heading

${word} prose

\`\`\`timeline
date: 21 TA
title: ${word} block
content: ${word} content
\`\`\`
`;
const WORLD = {
  'codex.yaml':
    'present: 30 TA\neras: [{id: TA, epoch: 0}]\nrevisions: [{id: r1, title: The First Night}, {id: r2, title: laterwise night}]\n',
  'vyr.md': '---\ntitle: House Vyr\ncanon: r1\n---\n',
  'old.md': '---\ntitle: Founding\ndate: 10 TA\ncanon: r1\nfacts: {vyr: {seat: ford}}\n---\n',
  'sooner.md': secret('r1', 'soonerwise').replace(/supersedes:.*\n/, ''),
  'laterwise-file.md': secret('r2', 'laterwise'),
};

describe('what leaves holds canon time up to its end only', () => {
  it.each(['a.html', 'a.svg'])('%s', (file) => {
    const folder = folderWith(WORLD);
    const now = write(file, folder);
    const then = write(file, folder, '--as-of', 'r1');
    expect(now).toContain('laterwise');
    expect(then).toContain('soonerwise');
    expect(then.match(/.{0,60}laterwise.{0,60}/g)).toBeNull();
    expect(then.match(/\br2\b/g)).toBeNull();
  });
});

it('holds no end of an element that an author has written', () => {
  const title = '</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)>';
  const folder = folderWith({ 'codex.yaml': '', 'a.md': `---\ntitle: "${title}"\ndate: 20 TA\n---\n` });
  const html = write('a.html', folder, title);
  expect(html).not.toContain('alert(1)</script>');
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  expect(html.match(/<img/g)).toBeNull();
  expect(dataIn(html).timeline.events[0]?.title).toBe(title);
  expect(write('a.svg', folder)).not.toContain('<img');
});

describe('retcon timeline', () => {
  it('prints all of both axes of the whole codex, or of some entities', () => {
    const { status, json } = retconJson(['timeline', '--root', EXAMPLE]);
    expect(status).toBe(0);
    expect(Object.keys(json)).toEqual(
      expect.arrayContaining(['from', 'until', 'as_of', 'for', 'lanes', 'events', 'retcons', 'unplaced', 'points']),
    );
    const founder = json.lanes.find((lane: Json) => lane.entity === 'house-vyr' && lane.attribute === 'founder');
    expect(
      founder.spans.map(({ value, from, until, canon_from, canon_until }: Json) => [
        value,
        from,
        until,
        canon_from,
        canon_until,
      ]),
    ).toEqual([
      ['maric', '200 TA', null, 'session-45', 'session-47'],
      ['maric', '200 TA', '412 TA', 'session-47', null],
      ['aldric', '412 TA', null, 'session-47', null],
    ]);
    expect(json.points[0]).toEqual({ at: null });
    const some = retconJson(['timeline', 'House Vyr', 'maric', '--root', EXAMPLE]).json;
    expect(some.lanes.find((lane: Json) => lane.attribute === 'founder')).toEqual(founder);
    expect(some.lanes.length).toBeLessThan(json.lanes.length);
    expect(some.retcons[0]).toMatchObject({ before: expect.any(Array), after: expect.any(Array) });
  });

  it('holds nothing that came later than the canon point', () => {
    const { stdout } = retcon(['timeline', '--as-of', 'session-46', '--format', 'json', '--root', EXAMPLE]);
    expect(stdout).not.toMatch(/session-4[78]|Refounding/);
  });

  it.each([
    [['--from', 'soon'], 2, 'bad-date', 'soon'],
    [['--from', '412 TA', '--until', '300 TA'], 2, 'bad-date', '300 TA'],
    [['--as-of', 'session-99'], 2, 'bad-as-of', 'session-99'],
    [['maric', 'nobody'], 1, 'not-found', 'nobody'],
  ])('refuses %j', (args, status, code, given) => {
    const answered = retconJson(['timeline', ...args, '--root', EXAMPLE]);
    expect(answered.status).toBe(status);
    expect(answered.json.error).toMatchObject({ code, given });
  });

  it('draws what notes keep in code blocks, and says that it is not canon', () => {
    const root = folderWith({
      'codex.yaml': '',
      'vyr.md': '# Vyr\n\n```timeline-labeled\ndate: 12 TA\ntitle: A flood\ncontent: Much water.\n```\n',
    });
    expect(retcon(['timeline', '--root', root]).stdout).toBe('Timeline\nEvents\n  12 TA  A flood  noted, not canon\n');
    expect(retconJson(['timeline', 'vyr', '--root', root]).json.events).toMatchObject([
      { title: 'A flood', from_block: true, text: 'Much water.', days: [12, 13] },
    ]);
  });
});
