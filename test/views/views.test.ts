/** The views next to the editor, drawn as the rows that an author sees. */
import { describe, expect, it } from 'vitest';
import { entryAt } from '../../server/src/core/canon';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import type { ViewRowData } from '../../server/src/core/views/row';
import { disputeRows, acknowledge, markReviewed, staleRows } from '../../server/src/core/views/disputesView';
import { noteRows } from '../../server/src/core/views/noteView';
import { retconRows, revisionRows, versionRows } from '../../server/src/core/views/retconsView';
import { changedBy, codexOf, type Files } from '../support/codex';
import { done } from '../support/steps';
import { vyr } from '../support/caret';

const tellingOf = (files: Files) => ({
  ...nowOf(codexOf(files).canon),
  href: ({ path }: { path: string }) => path,
});

/** A line for each row: `> sort: label · detail [before | after]`, `>` before the open one; its children follow below. */
const drawn = (rows: readonly ViewRowData[], indent = ''): string[] =>
  rows.flatMap(({ sort, label, detail, isHere, compares, canSettle, rows: under }) => {
    const compared = compares ? ` [${compares.before.path} | ${compares.after.path}]` : '';
    const line = `${indent}${isHere ? '> ' : ''}${sort}: ${label} · ${detail}${compared}${canSettle ? ' (can be settled)' : ''}`;
    return [line, ...(under === undefined || under === 'later' ? [] : drawn(under, `${indent}  `))];
  });

/** What a row opens: the file, and the selected text in it. */
const opened = (files: Files, { opens }: ViewRowData): string =>
  opens ? `${opens.entry.path} ${files[opens.entry.path]?.slice(opens.span.start, opens.span.end)}` : 'nothing';

describe('the versions of an entry', () => {
  const versions = (files: Files, path: string): readonly ViewRowData[] => {
    const context = tellingOf(files);
    const entry = entryAt(context.known.canon, path);
    return entry ? done(versionRows(context, entry)) : [];
  };
  const chain: Files = {
    'codex.yaml': 'revisions: [one, two, three]\n',
    'a.md': '---\ntitle: A\ndate: 100\ncanon: one\n---\n',
    'b.md': '---\ntitle: B\ndate: 200\ncanon: two\nsupersedes: {id: a, reason: It was *b*.}\n---\n',
    'c.md': '---\ntitle: C\ndate: 300\ncanon: three\nsupersedes: b\n---\n',
  };

  it('are listed latest first, each compared with the open one, and that with the one before', () => {
    expect(drawn(versions(chain, 'b.md'))).toEqual([
      'current: C · 300 CE · three · current [b.md | c.md]',
      '> superseded: B · 200 CE · two · superseded [a.md | b.md]',
      'superseded: A · 100 CE · one · superseded [a.md | b.md]',
    ]);
    expect(drawn(versions(chain, 'a.md'))).toEqual([
      'current: C · 300 CE · three · current [a.md | c.md]',
      'superseded: B · 200 CE · two · superseded [a.md | b.md]',
      '> superseded: A · 100 CE · one · superseded',
    ]);
  });

  it('of a page that remembers stand before what it says now', () => {
    const files = {
      'codex.yaml': 'revisions: [one, two]\nattributes: {eyes: constant, rank: state}\n',
      'wren.md': '---\ntitle: Wren\ncanon: one\nrank: captain\neyes: blue\nformerly: {eyes: brown, canon: two}\n---\n',
    };
    const context = tellingOf(files);
    const entry = entryAt(context.known.canon, 'wren.md');
    const facts = entry && done(noteRows(context, entry)).find(({ label }) => label === 'Facts');
    expect(facts && drawn([facts])).toEqual([
      'group: Facts · 2 facts',
      '  fact: rank: captain · ',
      '  fact: eyes: blue · ',
    ]);
  });

  it('give their reasons', () => {
    const [, b] = versions(chain, 'c.md');
    expect(b?.tooltip).toBe(
      '**[B](b.md)** supersedes **[A](a.md)** — from 200 CE · a change: the world moved on · two\n\n> It was \\*b\\*.\n\n' +
        '**[C](c.md)** supersedes **[B](b.md)** — from 300 CE · a change: the world moved on · three',
    );
  });

  it('are followed by the changes of the page itself, each with its value', () => {
    const codex = 'revisions: [s1, s2]\nattributes: {eyes: constant, rank: state}\n';
    const wren = `---\ncanon: s1\ndate: 390 TA\neyes: blue\nformerly:\n  - {eyes: brown, canon: s1, reason: a drawing}\n  - {rank: captain, canon: s2}\n  - {date: 380 TA, canon: s2}\n---\n`;
    const files: Files = { 'codex.yaml': codex, 'wren.md': wren };
    const rows = versions(files, 'wren.md');
    expect(rows.map(({ label, detail }) => `${label} · ${detail}`)).toEqual([
      'wren · 390 TA · s1 · current',
      'date: 380 TA → 390 TA · s2',
      'rank: captain → nothing · s2',
      'eyes: brown → blue · s1 · a drawing',
    ]);
    const opened = rows.map(({ opens }) => wren.slice(opens?.span.start, opens?.span.end));
    expect(opened.slice(1)).toEqual(['390 TA', '{rank: captain, canon: s2}', 'blue']);
    expect(rows[3]).toMatchObject({ isValue: true });
  });
  it('are not listed where there is only one', () => expect(versions(vyr, 'maric.md')).toEqual([]));

  it('show what retracts and restores them, from either end', () => {
    const files: Files = {
      'codex.yaml': 'revisions: [one, two, three]\n',
      'curse.md': '---\ntitle: The Curse\ncanon: one\n---\n',
      'talk.md': '---\ntitle: A Talk\ncanon: two\nretracts: curse\n---\n',
      'night.md': '---\ntitle: A Night\ndate: 300\ncanon: three\nrestores: curse\n---\n',
    };
    const labels = ['A Night', 'A Talk', 'The Curse'];
    expect(versions(files, 'curse.md').map(({ label }) => label)).toEqual(labels);
    expect(versions(files, 'talk.md').map(({ label }) => label)).toEqual(labels.slice(1));
  });
});

describe('all retcons', () => {
  const files: Files = {
    'codex.yaml': 'revisions: [one, {id: two, title: The Second}, {id: three, open: true}]\n',
    'a.md': '---\ntitle: A\ndate: 100\ncanon: one\n---\n',
    'b.md': '---\ntitle: B\ndate: 200\ncanon: two\nsupersedes: {id: a, reason: It was b.}\n---\n',
    'c.md':
      '---\ntitle: C\ndate: 200\ncanon: two\nsupersedes: [{id: b, effective: always}, {id: d, soft: true}]\n---\n',
    'd.md': '---\ntitle: D\ncanon: one\nsuperseded_by: e\n---\n',
    'e.md': '---\ntitle: E\ncanon: three\nrestores: a\n---\n',
    'f.md': '---\ntitle: F\ncreated: 2024-05-01\nretracts: g\n---\n',
    'g.md': '---\ntitle: G\n---\n',
    'h.md': '---\ntitle: H\nsupersedes: g\n---\n',
  };
  const context = tellingOf(files);
  const revisions = done(revisionRows(context));

  it('are grouped by when they were decided, the latest first', () =>
    expect(drawn(revisions)).toEqual([
      'unfinished: three · still being written · 2 retcons',
      'revision: two · The Second · 3 retcons',
      'revision: 2024-05-01 · 1 retcon',
      'revision: From the beginning · 1 retcon',
    ]));

  it('have their reason and both ends', () => {
    const two = done(retconRows(context, revisions[1]?.key ?? ''));
    expect(drawn(two)).toEqual([
      'soft: D · superseded by C [d.md | c.md]',
      '  old: D · superseded, both stand',
      '  new: C · supersedes it, both stand · 200 CE',
      'correction: B · superseded by C [b.md | c.md]',
      '  old: B · superseded · 200 CE',
      '  new: C · supersedes it · 200 CE',
      'change: A · It was b. [a.md | b.md]',
      '  old: A · superseded · 100 CE',
      '  new: B · supersedes it · 200 CE',
    ]);
    expect(two.flatMap(({ rows }) => (rows === 'later' ? [] : (rows ?? []))).map((row) => opened(files, row))).toEqual([
      'd.md D',
      'c.md d',
      'b.md B',
      'c.md b',
      'a.md A',
      'b.md a',
    ]);
  });

  it('open at the old end where only that declares them', () => {
    const first = done(retconRows(context, revisions[0]?.key ?? '')).find(({ label }) => label === 'D');
    const ends = first?.rows === 'later' ? [] : (first?.rows ?? []);
    expect(ends.map((row) => opened(files, row))).toEqual(['d.md e', 'e.md E']);
  });

  it('have unique keys, however deep they are', () => {
    const keys = (rows: readonly ViewRowData[]): string[] =>
      rows.flatMap(({ key, rows: under }) => [key, ...(under === undefined || under === 'later' ? [] : keys(under))]);
    const every = [...keys(revisions), ...revisions.flatMap(({ key }) => keys(done(retconRows(context, key))))];
    expect(new Set(every).size).toBe(every.length);
  });
});

const disputing: Files = {
  'codex.yaml': 'revisions: [one, two]\nattributes: {founder: constant, towers: constant, member: set}\n',
  'house.md': '---\ntitle: The House\n---\n',
  'maric.md': '---\ntitle: Maric\n---\n',
  'a.md': '---\ntitle: A\ncanon: one\nfacts:\n  house: {founder: maric, towers: seven, seat: hall, member: x}\n---\n',
  'b.md':
    '---\r\ntitle: B # a note\r\ndate: 300\r\ncanon: two\r\nfacts:\r\n  house: {founder: aldric, seat: hall}\r\n---\r\n',
  'c.md': '---\ntitle: C\ncanon: two\ndisputes: a\nfacts:\n  house: {towers: eight, member: y}\n---\n',
  'd.md': '---\ntitle: D\nfacts:\n  keep: {towers: [one, two]}\n---\n',
};

describe('disputes', () => {
  const context = tellingOf(disputing);
  const rows = done(disputeRows(context));

  it('are listed with their sides, unsettled ones first', () =>
    expect(drawn(rows)).toEqual([
      'disputed: founder of The House · Maric or aldric (can be settled)',
      '  side: Maric · A · one',
      '  side: aldric · B · from 300 CE · two',
      'disputed: towers of keep · one or two',
      '  side: one · D',
      '  side: two · D',
      'meant: towers of The House · seven or eight · intentional',
      '  side: seven · A · one',
      '  side: eight · C · two',
    ]));

  it('open where the value is stated', () => {
    const sides = rows[0]?.rows === 'later' ? [] : (rows[0]?.rows ?? []);
    expect(sides.map((row) => opened(disputing, row))).toEqual(['a.md maric', 'b.md aldric']);
  });

  it('are acknowledged by the later entry, and then count as intended', () => {
    const change = acknowledge(context, rows[0]?.key ?? '', (path) => disputing[path] ?? null);
    const changed = change ? changedBy(disputing, change) : {};
    expect(changed).toEqual({ 'b.md': disputing['b.md']?.replace('hall}\r\n', 'hall}\r\ndisputes: [a]\r\n') });
    const [first, ...more] = done(disputeRows(tellingOf({ ...disputing, ...changed })));
    expect([first?.label, ...more.map(({ sort }) => sort)]).toEqual(['towers of keep', 'meant', 'meant']);
  });

  it('that an entry has with itself cannot be acknowledged', () =>
    expect(acknowledge(context, rows[1]?.key ?? '', (path) => disputing[path] ?? null)).toBeNull());

  it('with very many sides give their number', () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`${i}.md`, `---\nfacts: {house: {towers: "${i}"}}\n---\n`]),
    );
    const [row] = done(disputeRows(tellingOf({ 'codex.yaml': 'attributes: {towers: constant}\n', ...many })));
    expect([row?.detail, row?.rows?.length]).toEqual(['0, 1, 10, 11 or 56 more', 50]);
  });
});

describe('a stale entry', () => {
  const files: Files = {
    ...vyr,
    'recap.md': '---\ntitle: Recap\nsources: [a book, "[[founding-of-house-vyr]]", founding-of-house-vyr]\n---\n',
    'curse.md': '---\ntitle: The Curse\nsources: [tale]\n---\n',
    'tale.md': '---\ntitle: A Tale\n---\n',
    'doubt.md': '---\ntitle: Doubt\nretracts: tale\n---\n',
    'seen.md': '---\ntitle: Seen\nsources: [tale]\nreviewed: [doubt]\n---\n',
  };
  const context = tellingOf(files);
  const rows = done(staleRows(context));

  it('shows on what it rests, and what became of that', () => {
    expect(drawn(rows)).toEqual([
      'stale: The Curse · rests on A Tale · retracted [tale.md | doubt.md] (can be settled)',
      'stale: Recap · rests on The Founding of House Vyr · superseded [founding-of-house-vyr.md | refounding-of-house-vyr.md] (can be settled)',
    ]);
    expect(rows.map((row) => opened(files, row))).toEqual(['curse.md tale', 'recap.md founding-of-house-vyr']);
  });

  it('leaves the list when it is marked as reviewed', () => {
    const changes = rows.map(({ key }) => markReviewed(context, key, (path) => files[path] ?? null));
    const changed = Object.assign({}, ...changes.map((change) => (change ? changedBy(files, change) : {})));
    expect(changed).toEqual({
      'curse.md': '---\ntitle: The Curse\nsources: [tale]\nreviewed: [doubt]\n---\n',
      'recap.md':
        '---\ntitle: Recap\nsources: [a book, "[[founding-of-house-vyr]]", founding-of-house-vyr]\nreviewed: [refounding-of-house-vyr]\n---\n',
    });
    expect(done(staleRows(tellingOf({ ...files, ...changed })))).toEqual([]);
  });
});
