/** After any edit, the ripples are those of a codex that is read from scratch. */
import { expect, it } from 'vitest';
import { entryAt, knownAt, LATEST } from '../../server/src/core/canon';
import { allRippleSteps } from '../../server/src/core/ripples';
import type { CanonHost } from '../../server/src/core/host';
import { atOnce } from '../../server/src/core/text/groups';
import { pageOf } from '../../server/src/core/entry/versions';
import { codexOf, type Files } from '../support/codex';
import { readLabelled } from './labelled';

function ripplesOf({ canon }: CanonHost, files: Files) {
  const groups = atOnce(allRippleSteps(knownAt(canon, LATEST), (path) => files[path] ?? null));
  return groups.map(({ retcon, pair, was, is, ripples }) => ({
    retcon: [retcon.by.path, retcon.old.path, retcon.effective],
    pair,
    values: [was, is].map((all) => all.map(({ clipped }) => clipped.fact.value.text)),
    ripples: ripples.map(({ entry, kind, state, passage, says, date }) => [
      entry.path,
      kind,
      state,
      passage?.lines,
      passage?.span,
      passage?.text,
      says?.clipped.fact.value.text,
      date?.text,
    ]),
    areOfNow: [retcon.old, ...ripples.flatMap(({ entry, says }) => [entry, says?.clipped.entry ?? entry])].every(
      (entry) => entryAt(canon, entry.path) === pageOf(entry),
    ),
  }));
}

const ADDED = [
  'The Lindqvist Affair was the work of Otto Brandt.',
  'Nobody at the Lamplight ever saw pip, and the tomas of the ring slept.',
  'Forty emeralds, uncut, lie in the Blue Valise: forty uncut emeralds.',
  'See [[verdict]], [[keys]] and [[otto-brandt|him]] at [[lindqvist]].',
];
const VALUES = ['otto-brandt', 'vera-holm', 'paste', 'the Blue Valise', 'nikos', 'Hope', 'anna-gromova', 'forty'];
/** What is written for a page; null deletes it. */
type Edit = (text: string, turn: number) => string | null;
const edits: readonly Edit[] = [
  (text, turn) => `${text}\n${ADDED[turn % ADDED.length]}\n`,
  (text) => text.replace(/(\n\n)[^\n]+\n\n/, '$1'),
  (text) => text.replace(/^---\n/, '---\nreviewed: [verdict-reopened, keys-2]\n'),
  (text) => text.replace(/^reviewed:.*\n/m, ''),
  (text) => text.replace(/^title: /m, 'title: New '),
  (text) => text.replace(/^---\n/, '---\nmood: grim\n'),
  (text, turn) => text.replace(/(?<=^facts: \{[\w-]+: \{\w+: )[\w -]+/m, VALUES[turn % VALUES.length] as string),
  (text) => text.replace(/(?<=^facts: \{)[\w-]+/m, 'lindqvist'),
  (text, turn) => text.replace(/^canon: .*/m, `canon: d${1 + (turn % 4)}`),
  (text, turn) => text.replace(/^title: /m, `date: ${1890 + turn}\ntitle: `),
  (text) => text.replace(/^date: .*\n/m, ''),
  (text, turn) => text.replace(/(?<=effective: )[\w-]+/, String(1900 + turn)),
  (text) => text.replace(/^supersedes: .*\n/m, ''),
  (text, turn) =>
    text.replace(/^canon:/m, `supersedes: [{id: ${turn % 2 ? 'verdict' : 'plan'}, effective: 1925}]\ncanon:`),
  (text) => text.replace(/^aliases: .*\n/m, ''),
  (text) => text.replace(/^title: /m, 'aliases: [Brandt, Pip, the lamps]\ntitle: '),
  (text) => text.replace(/^canon:/m, 'sources: [verdict, keys, plan]\ncanon:'),
  (text) => text.replace(/^canon:/m, 'entity: otto-brandt\ncanon:'),
  (text) => text.replace(/^id: .*\n/m, ''),
  () => null,
];

const TURNS = Number(process.env['FUZZ_RUNS'] ?? 24);

it('finds after each edit what it finds from scratch', () => {
  const start = readLabelled('meridian.labelled.txt').files;
  const files: Record<string, string> = { ...start };
  const host = codexOf(files);
  const pages = Object.keys(files).filter((path) => path.endsWith('.md'));
  ripplesOf(host, files);
  for (let turn = 0; turn < TURNS; turn++) {
    const edit = edits[(turn * 7 + (turn >> 3)) % edits.length] as Edit;
    // The first page from a place on that the edit changes.
    const from = (turn * 37) % pages.length;
    const page = [...pages.slice(from), ...pages].find(
      (path) => edit(files[path] ?? '', turn) !== files[path],
    ) as string;
    const text = files[page] === undefined ? (start[page] as string) : edit(files[page], turn);
    if (text === null) delete files[page];
    else files[page] = text;
    host.apply(new Map([[page, text]]));
    const found = ripplesOf(host, files);
    expect(found, `turn ${turn}, ${page}`).toEqual(ripplesOf(codexOf(files), files));
  }
});

it.each([
  ['prose', (text: string) => `${text}\nThe Lindqvist Affair was the work of Otto Brandt.\n`],
  ['what is reviewed', (text: string) => text.replace(/^---\n/, '---\nreviewed: [verdict-reopened]\n')],
  ['a date', (text: string) => text.replace(/^---\n/, '---\ndate: 1899\n')],
  ['a fact', (text: string) => text.replace(/^---\n/, '---\nfacts: {lindqvist: {killer: pip}}\n')],
])('reads no other page after a change of %s', (_, edit) => {
  const files: Record<string, string> = { ...readLabelled('meridian.labelled.txt').files };
  const host = codexOf(files);
  const page = 'papers/memoir-of-a-guard.md';
  ripplesOf(host, files);
  files[page] = edit(files[page] as string);
  host.apply(new Map([[page, files[page]]]));
  const read: string[] = [];
  atOnce(allRippleSteps(knownAt(host.canon, LATEST), (path) => (read.push(path), files[path] ?? null)));
  expect(read).toEqual([page]);
});
