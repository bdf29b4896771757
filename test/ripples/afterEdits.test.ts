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
const edits: readonly ((text: string, turn: number) => string)[] = [
  (text, turn) => `${text}\n${ADDED[turn % ADDED.length]}\n`,
  (text) => text.replace(/(\n\n)[^\n]+\n\n/, '$1'),
  (text) => text.replace(/^---\n/, '---\nreviewed: [verdict-reopened, keys-2]\n'),
  (text) => text.replace(/^reviewed:.*\n/m, ''),
  (text) => text.replace(/^title: /m, 'title: New '),
  (text) => text.replace(/^---\n/, '---\nmood: grim\n'),
];

it('finds after each edit what it finds from scratch', () => {
  const files: Record<string, string> = { ...readLabelled('meridian.labelled.txt').files };
  const host = codexOf(files);
  const pages = Object.keys(files).filter((path) => path.endsWith('.md'));
  ripplesOf(host, files);
  for (let turn = 0; turn < 36; turn++) {
    const page = pages[(turn * 37) % pages.length] as string;
    const edit = edits[(turn * 7 + (turn >> 3)) % edits.length] as (text: string, turn: number) => string;
    files[page] = edit(files[page] as string, turn);
    host.apply(new Map([[page, files[page]]]));
    const found = ripplesOf(host, files);
    expect(found, `turn ${turn}, ${page}`).toEqual(ripplesOf(codexOf(files), files));
  }
});

it.each([
  ['prose', (text: string) => `${text}\nThe Lindqvist Affair was the work of Otto Brandt.\n`],
  ['what is reviewed', (text: string) => text.replace(/^---\n/, '---\nreviewed: [verdict-reopened]\n')],
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
