/** A codex in which everything that a knower may not know has a word of its own: by every way in which an author may have meant to hide it. */

/** A word that stands nowhere else, and what it was planted in. */
export interface Planted {
  readonly files: Readonly<Record<string, string>>;
  readonly hidden: ReadonlyMap<string, string>;
  readonly open: ReadonlyMap<string, string>;
}

/** Frontmatter that makes a page nobody's, or that of others, as of 430 TA; in doubt it does. */
const PAGES: readonly string[] = [
  'known_by: nobody',
  '"known_by": nobody',
  'Known-By: nobody',
  'known by: nobody',
  'knownBy: nobody',
  'ｋｎｏｗｎ＿ｂｙ: nobody',
  'known\u200b_by: nobody',
  'known\u00ad_by: nobody',
  'known\u00a0by: nobody',
  'knоwn_by: nobody # an o of another alphabet',
  '? known_by\n: nobody',
  '"known\\u005fby": nobody',
  'x: &a nobody\nknown_by: *a',
  '<<: {known_by: nobody}',
  'base: &base {known_by: nobody}\n<<: [*base]',
  'known_by: everyone\nknown_by: nobody',
  'known_by: everyone\nknown-by: nobody',
  'knwon_form: 440 TA',
  'known_by: !secret nobody',
  'known_by: ｎｏｂｏｄｙ',
  'known_by: "no\u200bbody"',
  'known_by: [zorro]',
  'known_by: ~',
  'known_by: []',
  'known_by: [[nobody]]',
  'known_from: 440 TA',
  'known_from: {year: 440, era: TA}',
  'known_from: soon',
  'known_by: >-\n  nobody',
  'known_by:\n\t- nobody',
  'known_by:nobody',
  'known_by = nobody',
  'known_by: [table-two]',
  'known_by: {players: 431 TA}',
  'known_by: nobody\nbelieved_by: [table-two]',
  'retracts: {id: front, known_by: nobody}',
];

/** What becomes of a page with `known_by: nobody`. */
const BENT: readonly ((text: string) => string)[] = [
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('\n', '\r'),
  (text) => `\uFEFF${text}`,
  (text) => `\uFEFF\uFEFF${text}`,
  (text) => `\n${text}`,
  (text) => ` ${text}`,
  (text) => `<!-- x -->\n${text}`,
  (text) => `---\nx: y\n---\n${text}`,
  (text) => text.replace('---\n', '--- \n'),
  (text) => text.replace('---\n', '----\n'),
  (text) => text.replace('\n---\n', '\n'),
  (text) => text.replace('\n---\n', '\n...\n'),
  (text) => text.replace('title', 'x: \u0000\ntitle'),
  (text) => text.replaceAll('---\n', '+++\n'),
  (text) => text.replace('known_by', 'x: y\u0085known_by'),
];

const fact = (words: string): string => `facts:\n  - {entity: keep, attribute: heir, ${words}}`;

/** Frontmatter of an open page, in which a word is hidden. */
const KEYS: readonly ((word: string) => string)[] = [
  (word) => fact(`value: ${word}, known_by: nobody`),
  (word) => fact(`value: [${word}], known_by: nobody`),
  (word) => fact(`value: ${word}, knwon_form: 440 TA`),
  (word) => fact(`value: ${word}, ｋｎｏｗｎ＿ｂｙ: nobody`),
  (word) => fact(`value: ${word}, "known\u200b_by": nobody`),
  (word) => fact(`value: ${word}, <<: {known_by: nobody}`),
  (word) => `gm: &gm {known_by: nobody}\n${fact(`value: ${word}, <<: *gm`)}`,
  (word) => fact(`value: ${word}, believed_by: [table-two]`),
  (word) => fact(`value: ${word}, known_by: {sara: 431 TA}`),
  (word) => fact(`value: ${word}, from: 440 TA`),
  (word) => fact(`value: "a miller %% ${word} %%"`),
  (word) => fact(`value: "a miller <!-- ${word} -->"`),
  (word) => `facts:\n  - {entity: keep, attribute: ${word}, value: x, known_by: nobody}`,
  (word) => `facts:\n  - {entity: ${word}, attribute: heir, value: x, known_by: nobody}`,
  (word) => `facts:\n  keep: {heir: ${word}, known_by: nobody}`,
  (word) => `facts:\n  keep: {heir: ${word}, <<: {known_by: nobody}}`,
  (word) => `facts:\n  keep: {heir: {value: ${word}, known_by: nobody}}`,
  (word) => `attributes: {heir: ${word}, known_by: nobody}`,
  (word) => `heir: [{value: ${word}, known_by: nobody}]`,
  (word) => `retracts: [{id: front, effective: 420 TA, reason: "so %% ${word} %%"}]`,
  (word) => `retracts: [{id: front, effective: 440 TA, reason: ${word}}]`,
  (word) => `sources: ["told by a crow %% ${word} %%", "told by <!-- ${word} -->"]`,
  (word) => `title: "The Mill %% ${word} %%"`,
  (word) => `aliases: ["Miller %% ${word} %%"]`,
  (word) => `type: "mill %% ${word} %%"`,
  (word) => `mood: ${word} # ${word}`,
];

/** Prose of an open page, in which a word is hidden. */
const PROSE: readonly ((word: string) => string)[] = [
  (word) => `> [!secret]\n> ${word}`,
  (word) => `>[!secret]\n>${word}`,
  (word) => `>\t[!  secret ]\n>\t${word}`,
  (word) => `>\u00a0[!secret]\n> ${word}`,
  (word) => `> [!note] x\n> > [!secret]\n> > ${word}`,
  (word) => `- > [!secret]\n  > ${word}`,
  (word) => `1. > [!secret]\n   > ${word}`,
  (word) => `> - [!secret] ${word}\n>   ${word}`,
  (word) => `> [!SECRET]+ ${word}\n> ${word}`,
  (word) => `> [!ｓｅｃｒｅｔ]\n> ${word}`,
  (word) => `> ［!secret］\n> ${word}`,
  (word) => `> [!sec\u200bret]\n> ${word}`,
  (word) => `> [\u200b!secret]\n> ${word}`,
  (word) => `>\u200b [!secret]\n> ${word}`,
  (word) => `> [!${'geheimnís'.normalize('NFD')}]\n> ${word}`,
  (word) => `<div>\n\n> [!secret]\n> ${word}\n\n</div>`,
  (word) => `<blockquote>[!secret] ${word}</blockquote>`,
  (word) => `> **[!secret]**\n> ${word}`,
  (word) => `| a |\n|---|\n| > [!secret] ${word} |`,
  (word) => `> [!secret|table-two]\n> ${word}`,
  (word) => `> [!secret|zorro]\n> ${word}`,
  (word) => `> [!secret|]\n> ${word}`,
  (word) => `> [!secret:sara]\n> ${word}`,
  (word) => `> [secret]\n> ${word}`,
  (word) => `\`\`\`\n> [!secret]\n> ${word}\n\`\`\``,
  (word) => `\`\`\`\nx\n\n> [!secret]\n> ${word}`,
  (word) => `> [!secret]\n> \`\`\`\n> ${word}`,
  (word) => `    > [!secret]\n    > ${word}`,
  (word) => `> [!secret]\n> x\nlazy ${word}`,
  (word) => `> [!secret]\r\n> ${word}\r\n`,
  (word) => `> [!secret]\r> ${word}\r`,
  (word) => `a %% ${word} %% b`,
  (word) => `%%\n\n#${word} [[x]] heir:: ${word} ^${word}\n\n%%`,
  (word) => `%% ![[${word}.png]] %%`,
  (word) => `a <!--${word}--> b <!-- ${word} --!> c`,
  (word) => `[//]: # (${word})\n[comment]: <> (${word})`,
  (word) => `x %%[^a]%%\n\n[^a]: ${word}`,
  (word) => `x <!-- [^a] -->\n\n[^a]: ${word}`,
  (word) => `> [!secret]\n> y[^b]\n\n[^b]: ${word}`,
  (word) => `%% <span class="ob-timelines" data-date="410" data-title="${word}"></span> %%`,
  (word) => `%%\n\`\`\`timeline-labeled\ndate: 410 TA\ntitle: ${word}\ncontent:\n${word}\n\`\`\`\n%%`,
];

/** Prose with a link to a page that is nobody's. */
const LINKS: readonly ((name: string) => string)[] = [
  (name) => `[[${name}]] [[${name}|it]] [[${name}#part]] [[${name}#^a|it]] [[gm/${name}]] [[${name}.md]]`,
  (name) => `![[${name}]] ![[${name}#part]] ![it](${name}.md)`,
  (name) => `[it](${name}.md) [it](<${name}.md> "x") [it](./${name}.md#part)`,
  (name) => `[it][a]\n\n[a]: ${name}.md`,
  (name) => `<a href="${name}.md">it</a> <img src='${name}.md'>`,
  (name) => `| a |\n|---|\n| [[${name}\\|it]] |`,
  (name) => `\`[[${name}]]\`\n\n\`\`\`\n[[${name}]]\n\`\`\``,
];

const CODEX = `present: 430 TA
calendars: {c: {eras: [{id: TA, epoch: 0}]}}
revisions: [s1, s2, {id: s3, open: true}]
circles: {players: [sara, tom], table-two: [MEMBER]}
attributes: {heir: state}
audience: {"gm/**": nobody}
secrets: [gm, geheimnís]
`;

export function plantedCodex(): Planted {
  let count = 0;
  const plantIn = (words: Map<string, string>) => (what: string) => {
    const word = `zq${String(++count).padStart(3, '0')}x`;
    words.set(word, what);
    return word;
  };
  const [hidden, open] = [new Map<string, string>(), new Map<string, string>()];
  const [hide, show] = [plantIn(hidden), plantIn(open)];
  const files: Record<string, string> = {};
  const addHidden = (keys: string, what: string, bend = (text: string) => text): void => {
    const planted = (part: string): string => hide(`${part} of ${JSON.stringify(what)}`);
    const facts = `facts:\n  - {entity: keep, attribute: ${planted('attribute')}, value: ${planted('value')}}`;
    const names = `title: ${planted('title')}\naliases: [${planted('alias')}]\ntags: [${planted('tag')}]`;
    const prose = `# ${planted('heading')}\n\nAn oath, ${planted('prose')}. ![[${planted('picture')}.png]]`;
    files[`${planted('name')}.md`] = bend(`---\n${keys}\n${names}\ndate: 400 TA\n${facts}\n---\n${prose}\n`);
  };
  for (const keys of PAGES) addHidden(keys, keys);
  for (const bend of BENT) addHidden('known_by: nobody', String(bend), bend);
  const addOpen = (name: string, keys: string, what: string, prose = ''): void => {
    files[`${name}.md`] = `---\n${keys}\n---\nAn oath, ${show(what)}.\n\n${prose}\n`;
  };
  for (const [i, write] of KEYS.entries()) addOpen(`key-${i}`, write(hide(String(write))), String(write));
  for (const [i, write] of PROSE.entries()) addOpen(`prose-${i}`, 'x: y', String(write), write(hide(String(write))));
  const name = `Zoë ${hide('a name that is linked to')}`;
  files[`gm/${name.normalize('NFD')}.md`] = `# ${hide('a folder of nobody')}\n`;
  for (const [i, write] of LINKS.entries())
    addOpen(`link-${i}`, `sources: ["[[${name}]]", "see [[${name}]] for it"]`, String(write), write(name));
  addOpen(
    'link',
    `facts: {keep: {friend: "[[${name}]]"}}\nreviewed: ["${name}"]\ndisputes: ["${name}"]`,
    'links in keys',
  );
  addOpen('war', 'date: 410 TA .. 987 TA\nfacts: {keep: {at-war: x}}', 'a range');
  hidden.set('987 ta', 'an end that has not come');
  files['keep.md'] = `---\ntitle: The Keep\n---\nA keep, ${show('a page')}.\n`;
  files['front.md'] = `---\nfacts: {keep: {gate: oak}}\n---\nA gate, ${show('a retracted page')}.\n`;
  files['ford.md'] =
    `# The Ford <!-- ${hide('a heading')} --> %% ${hide('a heading')} %%\n\nA ford, ${show('a heading')}.\n`;
  files[`gm/${hide('a canvas')}.canvas`] = `{"nodes":[{"text":"${hide('in a canvas')}"}]}`;
  files['board.canvas'] = `{"nodes":[{"text":"${hide('in a canvas of an open folder')}"}]}`;
  files[`gm/${hide('what is no text')}.md`] = '\u0000'.repeat(9);
  files['errata.yaml'] = `- {entity: keep, attribute: motto, was: ${hide('an erratum')}, is: x, reason: y}\n`;
  files['codex.yaml'] = CODEX.replace('MEMBER', hide('another circle'));
  return { files, hidden, open };
}
