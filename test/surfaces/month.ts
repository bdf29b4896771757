/** The world that two authors write in for a month, and edits of it, each on its own. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { retconJson, type Json } from './process';
import type { Changes, Repository } from './repository';

const CODEX = `calendars:
  reckoning:
    default_era: TA
    months: [{name: Frostwane, days: 30}, {name: Thaw, days: 31}, {name: Harvestmoon, days: 30}]
    leap: [{month: Thaw, every: 4}]
    eras: [{id: FA, epoch: 0, last: 1200}, {id: TA, epoch: 1200}]
present: 430 TA
revisions: [session-45, session-46, session-47, {id: session-48, open: true}]
attributes: {founder: constant, ruler: state, seat: state, captain: state, member: set}
tiers: [core, tale]
fields: {date: [date, when]}
mortal: [person]
`;

export const WORLD = {
  'codex.yaml': CODEX,
  'houses/house-vyr.md':
    '---\nid: house-vyr\ntype: house\naliases: [The Towers]\n---\n# House Vyr\n\nOf the [[founding]].\n',
  'houses/house-orm.md': '---\nid: house-orm\ntype: house\nfacts: {house-orm: {seat: ormhold}}\n---\n',
  'people/maric.md': '---\nid: maric\ntype: person\ndate: 150 TA\nuntil: 240 TA\n---\nMaric of [[house-vyr]].\n',
  'people/aldric.md': '---\nid: aldric\ntype: person\ndate: 160 TA\n---\n',
  'people/lysa.md': '---\nid: lysa\ntype: person\ndate: 380 TA\nfacts: {lysa: {eyes: grey, home: house-vyr}}\n---\n',
  'people/ysolde.md': '---\nid: ysolde\ntype: person\ndate: unknown\n---\n',
  'founding.md':
    '---\nid: founding\ndate: 12 Harvestmoon 200 TA\ncanon: session-45\nfacts:\n  house-vyr: {founder: maric, seat: vyrhold, motto: We endure}\n---\nThe towers were founded.\n',
  'reign.md':
    '---\nid: reign\ncanon: session-45\nfacts:\n  - {entity: house-vyr, attribute: ruler, value: orm, from: 380 TA, until: 400 TA}\n  - {entity: house-vyr, attribute: ruler, value: lysa, from: 400 TA}\n  - {entity: house-vyr, attribute: captain, value: tom, from: 380 TA}\n  - {entity: house-vyr, attribute: captain, value: ilse, from: 400 TA}\n---\n',
  'fort.md': '---\nid: fort\ndate: 210 TA\ncanon: session-45\nfacts: {the-fort: {seat: hill, colour: red}}\n---\n',
  'refort.md':
    '---\nid: refort\ndate: 300 TA\ncanon: session-46\nsupersedes:\n  - {id: fort, as_of: 210 TA, effective: 300 TA, reason: It was moved.}\nfacts: {the-fort: {seat: river, colour: red}}\n---\n',
  'curse.md': '---\nid: curse\ndate: 220 TA\ncanon: session-45\nfacts: {house-vyr: {cursed_by: witch}}\n---\n',
  'no-curse.md': '---\nid: no-curse\ncanon: session-46\nretracts: [{id: curse, reason: A tale.}]\n---\n',
  'chronicle.md': '---\nid: chronicle\nsources: [founding]\ntier: tale\ncanon: session-46\n---\n',
  'oath.md': '---\nid: oath\ndate: 309 TA\ncanon: session-46\nfacts: {bridge: {sworn_by: vyr}}\n---\nAn oath.\n',
  'battle.md': '---\nid: battle\ntype: event\ndate: 301 TA\ncanon: session-46\n---\nA battle.\n',
  'lonely.md': '---\nid: lonely\ncanon: session-46\nfacts: {lonely-tower: {height: "30"}}\n---\n',
  'tale.md': '---\nid: tale\nwhen: 250 TA\ncanon: session-46\nfacts: {bard: {song: lament}}\n---\n',
  'song.md': '---\nid: song\ncanon: session-46\nfacts: {The Towers: {colour: white}}\n---\n',
  'ideas.md': '---\nid: ideas\ndraft: true\nfacts: {house-vyr: {motto: We fall}}\n---\n',
  'session-48.md': '---\nid: session-48-notes\ncanon: session-48\nfacts: {bridge: {built_by: orm}}\n---\n',
  'prose.md': 'Only prose.\n',
} as const;

export type Page = keyof typeof WORLD;

/** What an edit does to the files, given what they say. */
export type Edit = Changes | ((repository: Repository) => void);

/** One text in a page in place of another. */
export const swap = (file: Page, from: string | RegExp, to: string): Changes => {
  const text = WORLD[file];
  const after = text.replace(from, to);
  if (after === text) throw new Error(`${file} does not say ${from}`);
  return { [file]: after };
};

/** A page with more keys. */
export const withKeys = (file: Page, keys: string): Changes => swap(file, '---\n', `---\n${keys}`);

export interface Found {
  readonly at: string;
  readonly severity: string;
  readonly message: string;
}

/** Stages an edit, checks it, and takes it back. What is found of the gate, as `file code: the text at its place`. */
export function foundAfter(repository: Repository, edit: Edit): Found[] {
  const { root, git, write } = repository;
  if (typeof edit === 'function') edit(repository);
  else write(edit);
  git('add', '--all');
  const { json } = retconJson(['check', '--staged'], { cwd: root });
  const found = json.diagnostics.map(({ file, code, severity, message, range }: Json) => ({
    at: `${file} ${code}: ${placeIn(file, textAt(path.join(root, file), range))}`.trimEnd(),
    severity,
    message,
  }));
  git('reset', '--quiet', '--hard');
  git('clean', '--quiet', '--force', '-d');
  return found;
}

const placeIn = (file: string, text: string): string =>
  file === 'codex.yaml' ? text.trim().replace(/:[^]*/, '') : text;

function textAt(file: string, { start, end }: Json): string {
  try {
    const line = readFileSync(file, 'utf8').split('\n')[start.line] ?? '';
    return start.line === end.line ? line.slice(start.character, end.character) : line.slice(start.character);
  } catch {
    // It has gone: a problem of it is reported at its beginning.
    return '';
  }
}

/** Writes bytes that are not text. */
export const bytes = (root: string, file: string, content: Buffer): void =>
  writeFileSync(path.join(root, file), content);
