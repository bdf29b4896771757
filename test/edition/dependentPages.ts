/** Pages that depend on what others say, so that whatever the making of a page asks is asked by one of them; and what the others may come to say. */

const page = (keys: string, prose = ''): string => `---\n${keys}\n---\n${prose}\n`;

const GUILD = (members: string): string => page(`title: "Guild"\nfacts: [${members}]`);

export const DEPENDENT_PAGES: Readonly<Record<string, string>> = {
  'asks/links.md': page('title: "Links"', 'See [[watermill|it]], or [[the ford|there]].'),
  'asks/rests.md': page('title: "Rests"\nsources: [watermill, plans, a letter]'),
  'asks/names.md': page('title: "Names"\nfacts: {e: {b: brook}}'),
  'brook.md': page('date: 445 TA'),
  'asks/told.md': page('title: "Told"', '> [!secret|guild]\n> Of the ford.'),
  'asks/held.md': page('title: "Held"\nfacts: [{entity: e, attribute: g, value: z, known_by: [guild]}]'),
  'asks/heir.md': page(
    'title: "Heir"\nfacts: [{entity: e, attribute: a, value: y}]\nsupersedes: {id: watermill, effective: 435 TA}',
  ),
  'asks/corrected.md': page(
    'title: "Corrected"\nsupersedes: {id: watermill, effective: 420 TA, only: [e.a], sources: [watermill]}',
  ),
  'asks/shows.md': page('title: "Shows"', '![[ford.png]] and ![[shown.png]]'),
  'north/smithy.md': page('title: "Smithy"\nsuperseded_by: {id: heir, effective: 415 TA}'),
  'asks/after.md': page('title: "After"\nretracts: [{id: Smithy, effective: 425 TA}]'),
  'watermill.md': page('title: "Mill"'),
  'guild.md': GUILD(''),
};

/** Beside the codex.yaml of planted worlds: a folder of pictures that a circle alone may see, and sources. */
export const DEPENDENT_CODEX = (codex: string): string =>
  `${codex.replace('audience: {', 'audience: {"art/**": [guild], ')}registry: {plans: {version: 1.0.0, paths: ["gm/**"]}, open: {version: 1.0.0, paths: ["*.md"]}}\n`;

export const DEPENDENT_PICTURE = 'art/ford.png';

/** What these depend on, as it may be written; undefined: it is gone. */
export const OTHER_PAGES: readonly (readonly [path: string, text: string | undefined])[] = [
  ['guild.md', GUILD('')],
  ...['players', 'ines', 'table-two'].flatMap((who): [string, string][] => [
    ['guild.md', GUILD(`{entity: guild, attribute: member, value: ${who}}`)],
    ['guild.md', GUILD(`{entity: guild, attribute: member, value: ${who}, from: 435 TA}`)],
  ]),
  ...[
    '',
    'id: wheel',
    'known_by: nobody',
    'known_by: [guild]',
    'date: 445 TA',
    'aliases: [the ford]',
    'known_by: nobody\naliases: [the ford]',
    'draft: true',
    'canon: s2',
    'publish: false',
    'facts: [{entity: e, attribute: a, value: x}]',
    'facts: [{entity: e, attribute: a, value: x, known_by: nobody}]',
    'date: 445 TA\nfacts: [{entity: e, attribute: a, value: x, from: 410 TA}]',
    'superseded_by: {id: corrected, effective: 428 TA}',
  ].map((keys): [string, string] => ['watermill.md', page(`title: "Mill"${keys && `\n${keys}`}`)]),
  ['watermill.md', undefined],
  ...['date: 445 TA', 'date: 445 TA\nknown_by: nobody', 'known_by: nobody'].map((keys): [string, string] => [
    'brook.md',
    page(keys),
  ]),
  ['south/smithy.md', page('title: "Smithy of the South"')],
  ['south/smithy.md', page('title: "Smithy of the South"\nknown_by: nobody')],
  ['south/smithy.md', undefined],
  ['gm/plan.md', page('known_by: everyone')],
  ['gm/plan.md', page('known_by: nobody')],
];
