/** Every mention of what is under the caret, with its role. */
import { expect, it } from 'vitest';
import { subjectUnderCaret, referencesTo } from '../../server/src/core/reading/mentions';
import type { Files } from '../support/codex';
import { caretIn, vyr } from '../support/caret';

/** Each mention as `role: path "text"`, in the order of the answer. */
function found(files: Files): string[] | null {
  const { known, entry, offset, text } = caretIn(files);
  const textOf = (path: string): string => (path === entry.path ? text : (files[path] ?? ''));
  const pointed = subjectUnderCaret(known, entry, offset);
  return (
    pointed &&
    referencesTo(known, pointed.subject).map(
      ({ entry: { path }, naming: { role, span } }) => `${role}: ${path} "${textOf(path).slice(span.start, span.end)}"`,
    )
  );
}

const named: Files = {
  'people/Maric the Elder.md': '---\nid: maric\ntitle: Maric\naliases: [The Old Lord, "[[Grey Maric]]"]\n---\n',
  'old.md': '---\ndate: 200 TA\nfacts: {maric: {sword: Dawn, brother: maric}}\n---\n',
  'new.md': `---
id: new
entity: "Grey Maric"
facts:
  - {entity: The old lord, attribute: rival, value: "[[The Old Lord]]"}
  - {entity: house-vyr, attribute: note, value: the old lord}
supersedes: {id: old, sources: maric, only: [maric.sword, Maric.brother, house-vyr.founder]}
retracts: [maric]
disputes: [MARIC]
reviewed: "[[people/Maric the Elder|him]]"
sources: ["Maric", A letter]
---
![[Maric the Elder#Youth|his youth]], [him](people/Maric%20the%20Elder.md), \`[[maric]]\` and maric.
`,
};

const all = [
  'declaration: new.md "maric"',
  'fact: new.md "The old lord"',
  'fact: old.md "maric"',
  'value: new.md "The Old Lord"',
  'value: old.md "maric"',
  'source: new.md "Maric"',
  'source: new.md "maric"',
  'entity: new.md "Grey Maric"',
  'dispute: new.md "MARIC"',
  'reviewed: new.md "people/Maric the Elder"',
  'only: new.md "maric.sword"',
  'only: new.md "Maric.brother"',
  'link: new.md "Maric the Elder"',
  'link: new.md "people/Maric%20the%20Elder.md"',
];

it.each([
  ['people/Maric the Elder.md', 'id: mar$0ic'],
  ['people/Maric the Elder.md', 'title: $0Maric'],
  ['people/Maric the Elder.md', 'The Old Lord$0'],
  ['old.md', '{$0maric: '],
  ['old.md', 'brother: ma$0ric'],
  ['new.md', 'entity: "Gr$0ey'],
  ['new.md', '"[[The $0Old Lord'],
  ['new.md', 'sources: mar$0ic,'],
  ['new.md', 'Mari$0c.brother'],
  ['new.md', 'retracts: [$0maric'],
  ['new.md', 'his y$0outh'],
  ['new.md', '[h$0im](people'],
])('finds all from %s at %s', (path, at) => {
  const text = (named[path] ?? '').replace(at.replace('$0', ''), at);
  expect(found({ ...named, [path]: text })).toEqual(all);
});

it('finds an entity without an entry, by its exact name', () => {
  const files = {
    'a.md': '---\nfacts: {lysa$0: {sword: Dusk}}\n---\n[[lysa]] [[Lysa]]',
    'b.md': '---\nfacts: {vyr: {ruler: lysa, heir: Lysa}}\ndisputes: lysa\n---\n',
  };
  expect(found(files)).toEqual([
    'fact: a.md "lysa"',
    'value: b.md "lysa"',
    'dispute: b.md "lysa"',
    'link: a.md "lysa"',
  ]);
});

it('separates what an ambiguous name may mean from what it means', () => {
  const twins = { 'one/twin.md': '---\ntitle: First\n---\n', 'two/twin.md': '', 'b.md': '[[First]] [[twin]]' };
  expect(found({ ...twins, 'a.md': '[[twin$0]]' })).toEqual(['link: a.md "twin"', 'link: b.md "twin"']);
  expect(found({ ...twins, 'a.md': '[[Fi$0rst]] [[twin]]' })).toEqual(['link: a.md "First"', 'link: b.md "First"']);
});

it.each([
  '---\nattributes: {eyes: gr$0ey}\n---\n',
  '---\nattributes: {ey$0es: grey}\n---\n',
  '---\ndate: 41$02 TA\n---\n',
  'mar$0ic',
  '![a map](map$0.png) [a page](https://exa$0mple.org)',
])('finds nothing at %j', (note) => {
  expect(found({ ...vyr, 'note.md': note })).toBeNull();
});

it('finds links in keys of the author, bare and in quotes, in lists and groups', () => {
  const files = {
    'Maric Ashhand.md': '',
    'a.md': `---
spouse: "[[Maric$0 Ashhand]]"
Liege: [[maric ashhand|him]]
allies: ["[[Maric Ashhand#Youth|him]]", [[maric-ashhand]], Maric Ashhand, "[[Lysa]]"]
family:
  heirs:
    - '![[Maric Ashhand]]'
    - sworn to [[Maric Ashhand]]
    - "[[{{title}}]]"
---
[[Maric Ashhand]]
`,
  };
  expect(found(files)).toEqual([
    'link: a.md "Maric Ashhand"',
    'link: a.md "maric ashhand"',
    'link: a.md "Maric Ashhand"',
    'link: a.md "maric-ashhand"',
    'link: a.md "Maric Ashhand"',
    'link: a.md "Maric Ashhand"',
    'link: a.md "Maric Ashhand"',
  ]);
});
