/**
 * Small random codices in which each hidden thing has words of its own, so that a test can search an edition for them.
 */
import fc from 'fast-check';
import type { Files } from '../support/codex';

export interface PlantedWorld {
  readonly files: Files;
  /** What must not be in what is shared. */
  readonly hidden: readonly string[];
  /** What must be. */
  readonly open: readonly string[];
}

const CODEX = `present: 430 TA
calendars: {c: {eras: [{id: TA, epoch: 0}]}}
revisions: [s1, s2, {id: s3, open: true}]
circles: {players: [sara, tom], table-two: [ines]}
audience: {"gm/**": nobody, "table/**": [players]}
secrets: [gm]
shared_keys: [banner]
`;

/** Words that everybody may read: some secrets consist of nothing else. */
const PUBLIC = ['river', 'mill', 'crown', 'heir', 'stone', 'lantern', 'oath', 'ember'];
const SIGNS = [...'山河秘王子火石夜'];

/** The words of the nth secret, in one of several ways of writing. */
function wordsOf(n: number, way: number): string {
  const digits = [n % 8, (n >> 3) % 8, (n >> 6) % 8];
  if (way === 0) return `hid${n}den`;
  if (way === 1) return `${7_000_000 + n * 13}`;
  if (way === 2) return `夜${digits.map((one) => SIGNS[one]).join('')}夜`;
  return `the ${['stone', ...digits.map((one) => PUBLIC[one]), 'ember', 'river'].join(' ')}`;
}

/** @param isHidden null: the page is not open, so it may be known or not */
type Plant = (isHidden: boolean | null) => string;

/** Who may know a page: the lines of its frontmatter, and whether the players may at 430 TA as of s2. */
const AUDIENCES: readonly (readonly [lines: string, isOpen: boolean, folder?: string])[] = [
  ['', true],
  ['', true],
  ['', true],
  ['known_by: [players]', true],
  ['known_by: {players: s2}', true],
  ['known_by: {lysa: 430 TA, tom: 400 TA, players: 429 TA}', true],
  ['', true, 'table/'],
  ['known_by: everyone', true, 'gm/'],
  ['known_by: nobody', false],
  ['known_by: [table-two]', false],
  ['known_by: [tom]', false],
  ['known_by: {players: s3}', false],
  ['known_by: {players: 431 TA}', false],
  ['known_by: [players]\nknown_from: 431 TA', false],
  ['known_by: {players: soon}', false],
  ['knwon_by: [players]', false],
  ['known_by:', false],
  ['known-by: {players: [a]}', false],
  ['known_by: players\nknown_by: nobody', false],
  ['date: 440 TA', false],
  ['draft: true', false],
  ['dg-publish: false', false],
  ['canon: s3', false],
  ['x: "broken', false],
  ['x: [', false],
  ['', false, 'gm/'],
];

/** Pieces of an open page. @param to the name of another page, and whether that is open */
const PIECES: readonly ((
  plant: Plant,
  to: { readonly name: string; readonly isOpen: boolean },
) => {
  readonly keys?: string;
  readonly facts?: string;
  readonly body?: string;
})[] = [
  (plant) => ({ body: `${plant(false)}.` }),
  (plant) => ({ body: `> [!secret]\n> ${plant(true)}\nlazy ${plant(true)}\n>\n> ${plant(true)}\n` }),
  (plant) => ({ body: `> [!gm|players] ${plant(false)}\n> ${plant(false)}\n` }),
  (plant) => ({ body: `> [!secrte|table-two]- ${plant(true)}\n> > [!note] ${plant(true)}\n` }),
  (plant) => ({ body: `- one\n  > [!secret]\n  > ${plant(true)}\n` }),
  (plant) => ({ body: `| a | b |\n|---|---|\n| > [!secret] ${plant(true)} | c |\n` }),
  (plant) => ({ body: `[^1]: > [!secret] ${plant(true)}\n` }),
  (plant) => ({ body: `\`\`\`\n> [!secret]\n> ${plant(true)}\n\`\`\`\n` }),
  (plant) => ({ body: `a %% ${plant(true)} %% b <!-- ${plant(true)} --> c` }),
  (plant) => ({ body: `%%\n# ${plant(true)}\n%%` }),
  (plant) => ({ body: `<!-<!-- x -->- ${plant(true)} -->` }),
  (_, { name }) => ({ body: `See [[${name}]], [[${name}|it]], ![[${name}]] and [it](${encodeURI(name)}.md).` }),
  (_, { name }) => ({ body: `\`[[${name}]]\` and [it][a].\n\n[a]: <${name}.md> "it"\n\n<a href="${name}.md">it</a>` }),
  (plant) => ({ keys: `mood: ${plant(true)} # ${plant(true)}` }),
  (_, { name }) => ({ keys: `banner: "[[${name}]]"` }),
  (_, { name }) => ({ keys: `banner: [${JSON.stringify(name)}, {of: ${JSON.stringify(name)}}]` }),
  (plant) => ({ facts: `{entity: e, attribute: a, value: ${plant(false)}}` }),
  (plant) => ({ facts: `{entity: e, attribute: ${plant(true)}, value: ${plant(true)}, known_by: nobody}` }),
  (plant) => ({ facts: `{entity: ${plant(true)}, attribute: b, value: x, from: 435 TA}` }),
  (plant) => ({ facts: `{entity: e, attribute: c, value: ${plant(true)}, knwon_by: [players]}` }),
  (plant) => ({ facts: `{entity: e, attribute: d, value: ${plant(true)}, believed_by: [table-two]}` }),
  (plant) => ({ facts: `{entity: e, attribute: f, value: ${plant(null)}, believed_by: [players]}` }),
  () => ({ facts: `{entity: e, attribute: g, value: y, from: 400 TA, until: 987 TA}` }),
  // What the page says now is a secret, and what it said before is held; or the change is none.
  (plant) => ({
    keys: `attributes: {h: ${plant(true)}}\nformerly: [{h: ${plant(null)}, canon: s2, known_by: nobody, reason: ${plant(true)}}]`,
  }),
  (plant) => ({
    keys: `attributes: {i: ${plant(true)}}\nformerly: [{i: , canon: s2, known_by: [table-two], reason: ${plant(true)}, sources: [${plant(true)}]}]`,
  }),
  (plant) => ({
    keys: `attributes: {j: ${plant(null)}}\nformerly: [{j: ${plant(null)}, canon: s1, reason: ${plant(null)}}]`,
  }),
  (plant) => ({
    keys: `attributes: {k: ${plant(true)}}\nformerly: [{k: ${plant(null)}, canon: s2, knwon_by: [players], reason: ${plant(true)}}]`,
  }),
  (plant) => ({
    keys: `attributes: {l: ${plant(true)}}\nformerly: [{l: ${plant(null)}, canon: s3, reason: ${plant(true)}}]`,
  }),
  (plant, { name }) => ({
    keys: `retracts: [{id: ${JSON.stringify(name)}, effective: 435 TA, reason: ${plant(true)}}]`,
  }),
  (plant, { name, isOpen }) => ({
    keys: `supersedes: [{id: ${JSON.stringify(name)}, effective: 200 TA, reason: ${isOpen ? 'x' : plant(true)}}]`,
  }),
  (_, { name, isOpen }) => (isOpen ? {} : { keys: `entity: ${JSON.stringify(name)}` }),
  (plant) => ({ keys: 'sources: [a private note]', body: `> [!secret]\n> ![[only-hidden.png]] ${plant(true)}\n` }),
  () => ({ body: '![[behind.png]] and ![x](gm/behind.png) and <img src="gm/behind.png">' }),
  () => ({
    body: '<video poster="gm/behind.png"><source src=gm/behind.png></video> {{< figure src="gm/behind.png" >}}',
  }),
  () => ({ body: '![[shown.png]]' }),
  (plant, { name }) => ({ body: `## ${plant(false)}\n\n![[${name}]]\n\n![[${name}#Part|it]] [[${name}#Part]]\n` }),
  (plant) => ({ body: `> [!note]- ${plant(false)}\n> ==${plant(false)}==[^a]\n\n[^a]: ${plant(false)} ^block\n` }),
  (plant) => ({ body: `\`\`\`\n%% ${plant(true)}\n` }),
];

const pageSpec = fc.record({
  audience: fc.nat(AUDIENCES.length - 1),
  way: fc.nat(3),
  end: fc.constantFrom('\n', '\r\n'),
  pieces: fc.array(fc.record({ kind: fc.nat(PIECES.length - 1), to: fc.nat(7), way: fc.nat(3) }), { maxLength: 4 }),
});

export const plantedWorld: fc.Arbitrary<PlantedWorld> = fc
  .array(pageSpec, { minLength: 2, maxLength: 7 })
  .map((specs) => {
    let planted = 0;
    const [hidden, open]: [string[], string[]] = [[], []];
    const plantIn =
      (isOpen: boolean, way: number): Plant =>
      (isHidden) => {
        const words = wordsOf(planted++, way);
        if (isHidden !== null || isOpen) (isHidden === true || !isOpen ? hidden : open).push(words);
        return words;
      };
    const pages = specs.map(({ audience, way }, i) => {
      const [lines, isOpen, folder = ''] = AUDIENCES[audience] ?? ['', true];
      const name = plantIn(isOpen, way)(false);
      return { lines, isOpen, name, path: `${folder}${isOpen || i % 2 === 0 ? `p${i}` : name}.md` };
    });
    const files: Record<string, string> = {
      'codex.yaml': CODEX,
      'public.md': PUBLIC.concat(SIGNS).join('\n\n'),
      'only-hidden.png': '',
      'gm/behind.png': '',
      'shown.png': '',
    };
    for (const [i, { lines, isOpen, name, path }] of pages.entries()) {
      const spec = specs[i];
      const made = (spec?.pieces ?? []).map(({ kind, to, way }) => {
        const other = pages[to % pages.length];
        // What is after a piece that is never closed is hidden with it.
        return PIECES[kind]?.(plantIn(isOpen, way), other ?? { name: 'x', isOpen: false }) ?? {};
      });
      const keys = made.flatMap((piece) => piece.keys ?? []);
      const facts = made.flatMap((piece) => piece.facts ?? []);
      // What a page states begins where its retcon takes effect: a page of the future would have open facts.
      const isMoved = (line: string): boolean => lines.startsWith('date:') && keyOf(line) === 'supersedes';
      const once = keys.filter(
        (line, n) => keys.findIndex((one) => keyOf(one) === keyOf(line)) === n && !isMoved(line),
      );
      const text = [
        '---',
        `title: ${JSON.stringify(name)}`,
        ...(lines === '' ? [] : [lines]),
        ...once,
        ...(facts.length > 0 ? ['facts:', ...facts.map((fact) => `  - ${fact}`)] : []),
        '---',
        ...made.flatMap((piece) => (piece.body === undefined ? [] : [piece.body, ''])),
      ].join('\n');
      files[path] = text.replaceAll('\n', spec?.end ?? '\n');
    }
    // Of two pieces with one key only the first is written.
    const isWritten = (words: string): boolean => Object.values(files).some((text) => text.includes(words));
    return { files, hidden, open: open.filter(isWritten) };
  });

const keyOf = (line: string): string => line.slice(0, line.indexOf(':'));
