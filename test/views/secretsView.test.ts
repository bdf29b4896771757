/** The view of secrets: by circle and knower what they know, what everybody else holds instead, and what some believe. */
import { expect, it } from 'vitest';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import type { ViewRowData } from '../../server/src/core/views/row';
import { secretRows } from '../../server/src/core/views/secretsView';
import { codexOf, type Files } from '../support/codex';
import { done } from '../support/steps';

const contextOf = (files: Files) => ({ ...nowOf(codexOf(files).canon), href: () => null });

const drawn = (rows: readonly ViewRowData[], indent = ''): string[] =>
  rows.flatMap(({ sort, label, detail, rows: under }) => [
    `${indent}${sort}: ${label} · ${detail}`,
    ...(under === undefined || under === 'later' ? [] : drawn(under, `${indent}  `)),
  ]);

const WORLD: Files = {
  'codex.yaml':
    'present: 450 TA\nrevisions: [s1, s2]\nattributes: {founder: constant, death: constant}\ncircles: {players: [sara]}\naudience: {"GM/**": nobody}\n',
  'vyr.md': '---\nid: vyr\ntitle: House Vyr\n---\n',
  'lysa.md': '---\nid: lysa\ntitle: Lysa\n---\n',
  'founding.md': '---\ntitle: The Founding\ndate: 200 TA\nfacts: {vyr: {founder: maric}}\n---\n',
  'truth.md':
    '---\ntitle: The Truth\ndate: 412 TA\nknown_by: {lysa: 430 TA, players: s2}\nsupersedes: [{id: founding, effective: always}]\nfacts: {vyr: {founder: aldric}}\n---\nSo.\n\n> [!secret|lysa]\n> More.\n\n> [!secret]\n> All.\n',
  'queen.md': '---\nid: queen\ntitle: The Queen\nfacts: {queen: {death: in her bed}}\n---\n',
  'ballad.md': '---\ntitle: The Ballad\nbelieved_by: [commons]\nfacts: {queen: {death: drowned}}\n---\n',
  'GM/plan.md': '---\ntitle: The Plan\ntype: note\n---\n',
};

it('lists by circle and by knower what they know, since when, and what the others hold', () => {
  expect(drawn(done(secretRows(contextOf(WORLD))))).toEqual([
    'circle: players · 1 secret',
    '  secret: founder of House Vyr: aldric · from s2 · others hold maric · The Truth',
    'knower: commons · 1 belief',
    '  belief: death of The Queen: drowned · and it is in her bed · The Ballad',
    'knower: Lysa · 2 secrets',
    '  secret: founder of House Vyr: aldric · from 430 TA · others hold maric · The Truth',
    '  passage: The Truth · a passage',
    'nobody: Only you · 2 secrets',
    '  secret: The Plan · note',
    '  passage: The Truth · a passage',
  ]);
});

it('shows knowers with members as circles, and no alternative values for a set', () => {
  const files = {
    'codex.yaml': 'attributes: {member: set}\n',
    'court.md': '---\nid: court\ntitle: The Lantern Court\nfacts: {court: {member: vessa}}\n---\n',
    'tobb.md': '---\nknown_by: [court]\nfacts: {court: {member: tobb}}\n---\n',
    'den.md': '---\nknown_by: [den]\n---\n',
  };
  expect(drawn(done(secretRows(contextOf(files))))).toEqual([
    'circle: The Lantern Court · 1 secret',
    '  secret: member of The Lantern Court: tobb · tobb',
    'knower: den · 1 secret',
    '  secret: den · ',
  ]);
});

it('opens the place where it is written', () => {
  const rows = done(secretRows(contextOf(WORLD))).flatMap((row) => (Array.isArray(row.rows) ? row.rows : []));
  expect(
    rows.map(({ opens }: ViewRowData) => opens && WORLD[opens.entry.path]?.slice(opens.span.start, opens.span.end)),
  ).toEqual(['aldric', 'drowned', 'aldric', '', 'The Plan', '']);
});

it('is empty where everybody may know everything', () => {
  const { 'vyr.md': vyr = '', 'founding.md': founding = '' } = WORLD;
  expect(done(secretRows(contextOf({ 'vyr.md': vyr, 'founding.md': founding })))).toEqual([]);
});

it('loads long lists only when somebody opens them', () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, i): [string, string] => [`GM/${i}.md`, `---\ntitle: Plan ${i}\n---\n`]),
  );
  const context = contextOf({ ...WORLD, ...many });
  const last = done(secretRows(context)).at(-1);
  expect(last).toMatchObject({ label: 'Only you', detail: '62 secrets', rows: 'later' });
  expect(done(secretRows(context, last?.key))).toHaveLength(62);
});
