/** `retcon share --site`: pages in which no site generator finds a key or a sign of its own, and whose links lead where it puts them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { folderWith, removeFolders, retcon } from './process';

afterAll(removeFolders);

const WORLD = {
  'world/codex.yaml': 'calendars:\n  r: {eras: [{id: TA, epoch: 0}]}\nrevisions: [s1]\n',
  'world/01 People/Élise.md': `---
type: person
date: 412 TA
through: 450 TA
aliases: [The Maid]
layout: other
facts: {bran: {wife: "[[Élise]]"}}
---
She met [[Bran|the old man]] and [[nobody]].
- one
  - nested

![[Gate One.png|The gate|200]]

> [!warning] Mind the gate
> See [[Bran#His Deeds]], {{< ref "x" >}}

\`\`\`
{{< code >}}
- no list
\`\`\`
==Marked== words. ^block
`,
  'world/Bran.md':
    '---\ndate: 390 TA\nattributes: {eyes: grey}\nformerly: [{eyes: green, canon: s1}]\n---\nFather of [[The Maid]].\n\n## His Deeds\n\nMany.\n',
  'world/secret.md': '---\nknown_by: nobody\n---\nHidden.\n',
  'world/pics/Gate One.png': 'gate',
};

it('writes pages for Hugo, MkDocs and Jekyll', () => {
  const root = folderWith(WORLD);
  const out = path.join(root, 'out');
  const call = ['share', out, '--site', '--for', 'everyone', '--at', '500 TA', '--root', path.join(root, 'world')];
  expect(retcon([...call, '--yes'])).toMatchObject({ status: 0 });
  const files = readdirSync(out, { recursive: true }).map((file) => String(file).split(path.sep).join('/'));
  expect(files.filter((file) => /\.\w+$/.test(file)).sort()).toEqual([
    '.retcon-edition.json',
    '01-people/élise.md',
    'README.md',
    '_index.html',
    'bran.md',
    'gate-one.png',
  ]);
  const textOf = (file: string): string => readFileSync(path.join(out, file), 'utf8');
  expect(textOf('01-people/élise.md')).toBe(`---
title: Élise
world_type: person
world_date: 412 TA
world_through: 450 TA
weight: 2
draft: false
permalink: "/01-people/élise/"
render_with_liquid: false
---

*person · 412 TA through 450 TA*

- **wife of Bran**: [Élise](../../01-people/%C3%A9lise/)

She met [the old man](../../bran/) and nobody.

- one
    - nested

![The gate](../../gate-one.png)

> **Mind the gate**
>
> See [Bran › His Deeds](../../bran/#his-deeds), {&#123;< ref "x" >}}

\`\`\`
{\u200B{< code >}}
- no list
\`\`\`
**Marked** words.
`);
  // What the page says now, and not what it remembers.
  expect(textOf('bran.md')).toContain('\n- **eyes**: grey\n');
  expect(textOf('README.md')).toContain('permalink: /\n_build: {render: never, list: never}');
  expect(textOf('README.md')).toContain('- [Bran](bran/)');
  expect(textOf('_index.html')).toContain('<p><a href="01-people/%C3%A9lise/">Élise</a></p>');
  expect(retcon([...call, '--check'])).toMatchObject({ status: 0 });
});
