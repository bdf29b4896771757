/** Renaming from a caret: whole files afterwards, and the refusals. */
import { expect, it } from 'vitest';
import { type Refused, renameableAt, renameEdits } from '../../server/src/core/edits/rename/rename';
import type { Change } from '../../server/src/core/text/problem';
import { changedBy, type Files } from '../support/codex';
import { caretIn } from '../support/caret';

/** The result of renaming at the caret, or why it is refused. */
function rename(files: Files, to: string, takesFiles = true): Change | string {
  const { known, entry, text, offset } = caretIn(files);
  const texts: Files = { ...files, [entry.path]: text };
  const can = renameableAt(known, entry, text, offset);
  const done: ReturnType<typeof renameEdits> | Refused = can.ok
    ? renameEdits(known, can, to, {
        textOf: (path) => texts[path] ?? '',
        exists: (path) => path in texts || path === 'notes.md',
        takesFiles,
      })
    : can;
  return done.ok ? done.change : done.message;
}

/** The files that change, as they are afterwards; a renamed file is listed under its new name only. */
function after(files: Files, to: string, takesFiles?: boolean): Files | string {
  const { entry, text } = caretIn(files);
  const change = rename(files, to, takesFiles);
  return typeof change === 'string' ? change : changedBy({ ...files, [entry.path]: text }, change);
}

/** The name under the caret, between brackets, and the text offered for editing. */
function offered(files: Files): string {
  const { known, entry, text, offset } = caretIn(files);
  const can = renameableAt(known, entry, text, offset);
  return can.ok ? `${text.slice(can.span.start, can.span.end)} → ${can.name}` : can.message;
}

const maric = '---\nid: maric\ntitle: Lord Maric\n---\n';

it('renames a written id in every place that mentions it, and its file', () => {
  const files = {
    'people/maric.md': '---\nid: mar$0ic # the elder\ntitle: Lord Maric\n---\nI am [[maric]].\n',
    'old.md': '---\nfacts:\n  maric: {sword: Dawn, brother: maric, friend: "[[maric]]"}\n---\n',
    'new.md': `---
entity: 'maric'
facts: [{entity: maric, attribute: rival, value: Maric}]
supersedes:
  - id: old
    sources: [maric, "A letter, 3 TA"]
    only: [maric.sword, "maric.brother"]
retracts: maric
disputes: [ maric,lord maric ]
reviewed: [[maric]]
sources: "[[maric#Youth|his youth]]"
---
[[maric#Youth|maric]], [maric](people/maric.md#youth), [[Lord Maric]], \`[[maric]]\` and maric.
`,
  };
  expect(after(files, 'marek')).toEqual({
    'people/marek.md': '---\nid: marek # the elder\ntitle: Lord Maric\naliases: [maric]\n---\nI am [[marek]].\n',
    'old.md': '---\nfacts:\n  marek: {sword: Dawn, brother: marek, friend: "[[marek]]"}\n---\n',
    'new.md': `---
entity: 'marek'
facts: [{entity: marek, attribute: rival, value: Maric}]
supersedes:
  - id: old
    sources: [marek, "A letter, 3 TA"]
    only: [marek.sword, "marek.brother"]
retracts: marek
disputes: [ marek,lord maric ]
reviewed: [[marek]]
sources: "[[marek#Youth|his youth]]"
---
[[marek#Youth|maric]], [maric](people/marek.md#youth), [[Lord Maric]], \`[[maric]]\` and maric.
`,
  });
});

it.each([
  ['id: mar$0ic\n', 'maric → maric'],
  ['title: Lord $0Maric\n', 'Lord Maric → Lord Maric'],
  ['aliases: [old $0one]\n', 'old one → old one'],
  ['sources: MARIC$0\n', 'MARIC → maric'],
  ['sources: "[[people/maric$0|him]]"\n', 'people/maric → maric'],
  ['supersedes: {id: x, only: [mar$0ic.sword]}\n', 'maric → maric'],
  ['facts: {lysa$0: {sword: Dusk}}\n', 'lysa → lysa'],
])('offers the name under the caret: %s', (line, expected) => {
  const id = line.startsWith('id:') ? '' : 'id: maric\n';
  const title = line.startsWith('title:') ? '' : 'title: Lord Maric\n';
  expect(offered({ 'people/maric.md': `---\n${id}${title}${line}---\n` })).toBe(expected);
});

it.each([
  ['date: 41$02 TA\n', 'There is no name here'],
  ['supersedes: {id: x, only: [maric.sw$0ord]}\n', 'There is no name here'],
  ['sources: twin$0\n', '"twin" may mean First (one/twin.md) or twin (two/twin.md)'],
])('offers nothing at %s', (line, why) => {
  const twins = { 'one/twin.md': '---\ntitle: First\n---\n', 'two/twin.md': '' };
  expect(offered({ ...twins, 'maric.md': `---\n${line}---\n` })).toContain(why);
});

it('renames the file where the id is made of its name, in the style of the old one', () => {
  const files = {
    'houses/House Vyr.md': 'Of [old](House%20Vyr.md).',
    'a.md': '---\nfacts: {house-$0vyr: {seat: vyrhold}}\n---\n[[House Vyr]] [[house vyr|x]] [b](<houses/House Vyr.md>)',
  };
  expect(after(files, 'house-of-vyrn')).toEqual({
    'houses/House Of Vyrn.md': '---\naliases: [house-vyr]\n---\nOf [old](House%20Of%20Vyrn.md).',
    'a.md':
      '---\nfacts: {house-of-vyrn: {seat: vyrhold}}\n---\n[[House Of Vyrn]] [[House Of Vyrn|x]] [b](<houses/House Of Vyrn.md>)',
  });
});

it('writes an id where the editor cannot rename files', () => {
  const files = {
    'maric.md': '\uFEFF# Maric\r\n',
    'a.md': '---\r\nfacts: {mar$0ic: {sword: Dawn}}\r\n---\r\n[[Maric]] [m](maric.md)\r\n',
  };
  expect(after(files, 'marek', false)).toEqual({
    'maric.md': '\uFEFF---\r\nid: marek\r\n---\r\n# Maric\r\n',
    'a.md': '---\r\nfacts: {marek: {sword: Dawn}}\r\n---\r\n[[Maric]] [m](maric.md)\r\n',
  });
});

it('renames every name that is spelled like the one under the caret', () => {
  const files = {
    'House Vyr.md': '---\nid: vyr\ntitle: House Vyr\naliases: [The Vyr, House Vyr]\n---\n# House Vyr\n',
    'a.md': '---\nsources: [vyr, House Vyr, The Vyr]\n---\n[[House V$0yr]] [[house vyr]] [[vyr]]\n',
  };
  expect(after(files, 'House Vyrn')).toEqual({
    'House Vyrn.md': '---\nid: vyr\ntitle: House Vyrn\naliases: [The Vyr, House Vyrn]\n---\n# House Vyr\n',
    'a.md': '---\nsources: [vyr, House Vyrn, The Vyr]\n---\n[[House Vyrn]] [[House Vyrn]] [[vyr]]\n',
  });
});

it('renames a title that is a heading, and an alias', () => {
  const files = {
    'maric.md': '---\naliases: The Elder\n---\n# Lord Maric 🐉 #\n',
    'a.md': '---\ndisputes: lord maric 🐉\n---\n🐉 [[Lord M$0aric 🐉]] [[The Elder]] [[maric]]\n',
  };
  expect(after(files, 'Lord Marek')).toEqual({
    'maric.md': '---\naliases: The Elder\n---\n# Lord Marek #\n',
    'a.md': '---\ndisputes: Lord Marek\n---\n🐉 [[Lord Marek]] [[The Elder]] [[maric]]\n',
  });
  expect(after({ ...files, 'a.md': '[[the elder$0]] [[The Elder]]' }, 'He: old, "grey"')).toEqual({
    'maric.md': `---\naliases: 'He: old, "grey"'\n---\n# Lord Maric 🐉 #\n`,
    'a.md': '[[He: old, "grey"]] [[He: old, "grey"]]',
  });
});

it('renames a file that is called like its page, and the heading with the same text', () => {
  const files = {
    'Lost Syndicate.md': '---\ntype: faction\n---\n# Lost Syndi$0cate\n\n# History\n',
    'a.md': '---\nsources: Lost Syndicate\n---\n[[Lost Syndicate]]\n',
  };
  expect(after(files, 'Found Syndicate')).toEqual({
    'Found Syndicate.md': '---\naliases: [lost-syndicate]\ntype: faction\n---\n# Found Syndicate\n\n# History\n',
    'a.md': '---\nsources: Found Syndicate\n---\n[[Found Syndicate]]\n',
  });
});

it('keeps a title that facts name as an alias, and the id of a page that only has a date', () => {
  const page = { 'Old Gate.md': '---\ndate: 402 TA\n---\n# Old G$0ate\n' };
  expect(after({ ...page, 'a.md': '---\nfacts: {a: {seat: "[[Old Gate]]"}}\n---\n' }, 'New Gate')).toEqual({
    'New Gate.md': '---\naliases: [old-gate, Old Gate]\ndate: 402 TA\n---\n# New Gate\n',
    'a.md': '---\nfacts: {a: {seat: "[[New Gate]]"}}\n---\n',
  });
  expect(after({ ...page, 'a.md': '[[Old Gate]]\n' }, 'New Gate')).toEqual({
    'New Gate.md': '---\naliases: [old-gate]\ndate: 402 TA\n---\n# New Gate\n',
    'a.md': '[[New Gate]]\n',
  });
});

it('leaves a heading with another text alone', () => {
  const files = {
    'Lost Syndicate.md': '# Geopolitical\n',
    'a.md': '[[Lost Synd$0icate]] [[Geopolitical]]\n',
  };
  expect(after(files, 'Found Syndicate')).toEqual({
    'Found Syndicate.md': '# Geopolitical\n',
    'a.md': '[[Found Syndicate]] [[Geopolitical]]\n',
  });
  const there = { ...files, 'Lost Syndicate.md': '# Geo$0political\n', 'a.md': '' };
  expect(rename(there, 'History')).toMatch(/^There is no name here/);
});

it('writes a title where the file can’t have the name', () => {
  const files = { 'Lost Syndicate.md': '# Lost Syndicate\n', 'a.md': '[[Lost Synd$0icate]]\n' };
  const context = 'Lost: the Syndicate?';
  expect(after(files, context)).toEqual({
    'Lost the Syndicate.md': `---\ntitle: "${context}"\n---\n# ${context}\n`,
    'a.md': '[[Lost the Syndicate]]\n',
  });
  expect(after(files, 'The Syndicate', false)).toEqual({
    'Lost Syndicate.md': '---\ntitle: The Syndicate\n---\n# The Syndicate\n',
    'a.md': '[[The Syndicate]]\n',
  });
  const rank = { ...files, 'codex.yaml': 'fields: {title: []}' };
  expect(rename(rank, context)).toBe(
    `No file can be called "${context}", and this page takes its name from its file: choose another name.`,
  );
  expect(rename(rank, 'The Syndicate', false)).toBe(
    "Lost Syndicate.md takes its name from its file, which can't be renamed from here: rename the file.",
  );
});

it.each([
  ['"maric"', '"a: \\"b\\""'],
  ["'maric'", '\'a: "b"\''],
  ['maric', '\'a: "b"\''],
  ['[maric, x]', '[\'a: "b"\', x]'],
  ['\n  - maric # him\n  - x', '\n  - \'a: "b"\' # him\n  - x'],
  ['[[maric]]', '"[[a: \\"b\\"]]"'],
  ['"[[maric|him]]"', '"[[a: \\"b\\"|him]]"'],
])('quotes what YAML would read as something else: %s', (written, expected) => {
  const text = `---\nsources: ${written}\n---\n`;
  const files = { 'lord.md': '---\nid: m$0aric\ndraft: true\n---\n', 'a.md': text };
  expect(after(files, 'a: "b"')).toMatchObject({ 'a.md': `---\nsources: ${expected}\n---\n` });
});

it('renames an entity without an entry', () => {
  const files = {
    'a.md': '---\nfacts: {lysa: {sword: Dusk}}\n---\n[[ly$0sa]] [l](lysa.md) [[Lysa]]',
    'b.md': '---\nfacts: {vyr: {ruler: lysa, heir: Lysa}}\nsources: ["[[lysa|her]]"]\n---\n',
  };
  expect(after(files, 'lyssa')).toEqual({
    'a.md': '---\nfacts: {lyssa: {sword: Dusk}}\n---\n[[lyssa]] [l](lysa.md) [[Lysa]]',
    'b.md': '---\nfacts: {vyr: {ruler: lyssa, heir: Lysa}}\nsources: ["[[lyssa|her]]"]\n---\n',
  });
});

it('leaves mentions by another name', () => {
  const files = {
    'lord.md': '---\nid: mar$0ic\ntitle: Maric\ndraft: true\n---\n',
    'a.md': '[[Maric]] [[MARIC]]',
  };
  expect(after(files, 'marek')).toEqual({
    'lord.md': '---\nid: marek\ntitle: Maric\ndraft: true\n---\n',
    'a.md': '[[Maric]] [[marek]]',
  });
});

it('renames back', () => {
  const files = { 'lord.md': '---\nid: mar$0ek\naliases: [maric]\nfacts: {vyr: {ruler: marek}}\n---\n' };
  expect(after(files, 'maric')).toEqual({
    'lord.md': '---\nid: maric\naliases: [marek]\nfacts: {vyr: {ruler: maric}}\n---\n',
  });
});

it('keeps the names of others whose folders distinguished them', () => {
  const files = {
    'one/twin.md': '---\ntitle: First$0\n---\n',
    'two/twin.md': '',
    'a.md': '---\nfacts: {vyr: {heir: two/twin, ruler: one/twin}}\n---\n[[one/twin]] [[two/twin]]',
  };
  const second = { ...files, 'one/twin.md': '---\ntitle: First\n---\n', 'b.md': '[[one/tw$0in]]' };
  expect(after(second, 'solo')).toEqual({
    'one/solo.md': '---\ntitle: First\n---\n',
    'a.md': '---\nfacts: {vyr: {heir: twin, ruler: solo}}\n---\n[[one/solo]] [[two/twin]]',
    'b.md': '[[one/solo]]',
  });
});

it.each([
  ['', 'at least one letter'],
  ['  ', 'at least one letter'],
  ['?!', 'neither a letter nor a digit'],
  ['a\nb', 'one line'],
  ['none', 'nothing'],
  ['a|b', "can't have |"],
  ['a/b', "can't have /"],
  ['aldric', '"aldric" is taken by Lord Aldric (lords/Aldric.md)'],
  ['Lord Aldric', '"Lord Aldric" is taken by Lord Aldric (lords/Aldric.md)'],
  ['twin', '"twin" is taken by First (one/twin.md)'],
  ['lysa', '"lysa" is taken: a.md mentions something by that name'],
  ['notes', 'There is a file notes.md already'],
  ['con', 'No file can be called "con"'],
])('refuses %j', (to, why) => {
  const files = {
    'maric.md': '---\nid: mar$0ic\n---\n',
    'lords/Aldric.md': '---\ntitle: Lord Aldric\n---\n',
    'one/twin.md': '---\ntitle: First\n---\n',
    'two/twin.md': '',
    'a.md': '---\nfacts: {lysa: {sword: Dusk}}\n---\n[[marek]]',
  };
  expect(rename(files, to)).toContain(why);
  expect(rename(files, 'maric')).toEqual({ edits: [] });
  expect(rename(files, 'marek')).not.toBeTypeOf('string');
});

it('refuses characters that no link can hold, and titles with markup', () => {
  expect(rename({ 'maric.md': '# Lord $0**Maric**', 'a.md': '' }, 'Marek')).toContain('markup');
  expect(after({ 'a.md': `[[nobody$0]]`, 'maric.md': maric }, 'x')).toEqual({ 'a.md': '[[x]]' });
});

const kin = `---
spouse: "[[Maric]]" # since 3 TA
liege: [[maric|him]]
rival: '[[Maric#Youth|the boy]]'
allies: [ "[[Maric]]",[[Maric]], Maric ]
house:
  - "[[Lysa]]"
  - '[[Maric]]'
note: sworn to [[Maric]]
---
`;

it.each([
  ['Marek', 'Marek'],
  ["Ma'rek", "Ma''rek"],
])('renames in keys of the author, within their quotes: %s', (to, single) => {
  const files = { 'Maric.md': '[[Mar$0ic]]', 'a.md': kin };
  expect(after(files, to)).toMatchObject({
    'a.md': `---
spouse: "[[${to}]]" # since 3 TA
liege: [[${to}|him]]
rival: '[[${single}#Youth|the boy]]'
allies: [ "[[${to}]]",[[${to}]], Maric ]
house:
  - "[[Lysa]]"
  - '[[${single}]]'
note: sworn to [[${to}]]
---
`,
  });
});

const relic = `---
title: "[[Maric]]"
type: "[[maric#Youth|relic]]"
tier: [[Maric]]
reason: "\\"He\\" said [[Maric|him]], [[Lysa]] and [the man](<Maric.md>)"
plain: from [[Maric]] to
  [[Maric]]
map: {by: '[[Maric]]''s hand', of: ['see [x](Maric.md#Youth "him")', "[x](./Maric.md)"]}
facts:
  vyr: {heir: "[[Maric]]"}
  keep: {motto: "By [[Maric]] alone"}
not-one: Maric, \`[[Maric]]\`, [[Maricus]] and [ [Maric]]
said: |
  As [[Maric]] said,
  see [[Maric#Youth]].
folded: >-
  By [[Maric|him]]
  and [x](Maric.md).
---
`;

it.each([
  ['Marek', 'Marek', 'Marek', 'Marek'],
  ["O'Rek", "O''Rek", "O'Rek", "O'Rek"],
  ['Marek (I)', 'Marek (I)', 'Marek%20%28I%29', 'Marek (I)'],
])('renames links in any value of the frontmatter, and nothing around them: %s', (to, single, path, angled) => {
  expect(after({ 'Maric.md': '[[Mar$0ic]]', 'a.md': relic }, to)).toMatchObject({
    'a.md': `---
title: "[[${to}]]"
type: "[[${to}#Youth|relic]]"
tier: [[${to}]]
reason: "\\"He\\" said [[${to}|him]], [[Lysa]] and [the man](<${angled}.md>)"
plain: from [[${to}]] to
  [[${to}]]
map: {by: '[[${single}]]''s hand', of: ['see [x](${path.replaceAll("'", "''")}.md#Youth "him")', "[x](./${path}.md)"]}
facts:
  vyr: {heir: "[[${to}]]"}
  keep: {motto: "By [[${to}]] alone"}
not-one: Maric, \`[[Maric]]\`, [[Maricus]] and [ [Maric]]
said: |
  As [[${to}]] said,
  see [[${to}#Youth]].
folded: >-
  By [[${to}|him]]
  and [x](${path}.md).
---
`,
  });
});

it('puts quotes around words where a name in them needs some', () => {
  const a = `---\nnote: sworn to [[Maric]] # once\nothers: ["by [[Maric]]", 'by [[Maric]]']\nsaid: >\n  By [[Maric]]\n---\n`;
  expect(after({ 'm.md': '---\nid: m\ntitle: Mar$0ic\n---\n', 'a.md': a }, 'Marek: the "Elder"')).toMatchObject({
    'a.md':
      `---\nnote: 'sworn to [[Marek: the "Elder"]]' # once\n` +
      `others: ["by [[Marek: the \\"Elder\\"]]", 'by [[Marek: the "Elder"]]']\n` +
      `said: >\n  By [[Marek: the "Elder"]]\n---\n`,
  });
});

it('renames the target of a relative link in the frontmatter', () => {
  const files = { 'Woven Relic.md': '', 'a.md': '---\ntitle: Sash\ntype: "[[Woven Re$0lic]]"\n---\n' };
  expect(offered(files)).toBe('Woven Relic → Woven Relic');
  expect(offered({ ...files, 'a.md': '---\ntitle: "[[Woven$0 Relic]]"\n---\n' })).toBe('Woven Relic → Woven Relic');
  expect(after(files, 'Relic of Cloth')).toEqual({
    'Relic of Cloth.md': '',
    'a.md': '---\ntitle: Sash\ntype: "[[Relic of Cloth]]"\n---\n',
  });
});
