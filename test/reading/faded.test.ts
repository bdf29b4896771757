/** Faded text «so» and struck text ‹so›, drawn into the pages. */
import { describe, expect, it } from 'vitest';
import { allEntries, readCanonPoint } from '../../server/src/core/canon';
import { readDate } from '../../server/src/core/chronology';
import { fadingOf } from '../../server/src/core/reading/faded';
import { viewFrom } from '../../server/src/core/reading/viewpoint';
import type { Span } from '../../server/src/core/text/span';
import { codexOf, type Files } from '../support/codex';

const CODEX = {
  'codex.yaml': 'present: 430 TA\nrevisions: [one, two]\nattributes: {founder: constant, member: set}\n',
};

/** All texts with their faded and struck parts. */
function faded(files: Files, { at, asOf = 'latest' }: { readonly at?: string; readonly asOf?: string } = {}): Files {
  const { canon } = codexOf({ ...CODEX, ...files });
  const point = readCanonPoint(canon, asOf);
  const date = at === undefined ? null : readDate(canon.codex.chronology, at);
  if (!point.ok) throw new Error(point.message);
  const view = viewFrom(canon, date?.ok ? date.date : null, point.point);
  const drawn = allEntries(canon).map((entry) => {
    const text = files[entry.path] ?? '';
    const { faded: pale, struck } = fadingOf(view, entry, text);
    return [entry.path, draw(text, [...marks(pale, '«', '»'), ...marks(struck, '‹', '›')])];
  });
  return Object.fromEntries(drawn) as Files;
}

const marks = (spans: readonly Span[], open: string, close: string) =>
  spans.flatMap(({ start, end }) => [
    { at: start, mark: open, order: 1 - end / 1e6 },
    { at: end, mark: close, order: -1 },
  ]);

const draw = (text: string, all: ReturnType<typeof marks>): string =>
  [...all]
    .sort((a, b) => a.at - b.at || a.order - b.order)
    .reduceRight((done, { at, mark }) => done.slice(0, at) + mark + done.slice(at), text);

/** Draws the codex again without its marks, and expects the same. */
function expectDrawn(drawn: Files, when?: Parameters<typeof faded>[1]): void {
  const plain = Object.fromEntries(Object.entries(drawn).map(([file, text]) => [file, text.replace(/[«»‹›]/g, '')]));
  expect(faded(plain, when)).toEqual(drawn);
}

const founding = '---\ndate: 200 TA\ncanon: one\nfacts: {house: {founder: maric}}\n---\n';
const refounding = '---\ndate: 412 TA\ncanon: two\nsupersedes: founding\nfacts: {house: {founder: aldric}}\n---\n';

describe('fading', () => {
  it('of a change affects the prose, and strikes what names the old version', () => {
    expectDrawn({
      'founding.md': `${founding}«Maric raised the first hall.\n\nAnd so on.»\n`,
      'refounding.md': `${refounding}Not as in ‹[[founding|the old tale]]›.\n`,
      'note.md': '---\nsources: [‹founding›, refounding]\nreviewed: [nobody]\n---\nSee ‹[that](founding.md)›.\n',
    });
  });

  it('of a correction also affects the facts', () => {
    expectDrawn({
      'a.md': '---\ndate: 300 TA\nfacts:\n  bridge: {«felled_by: flood», builder: Oda}\n---\nIt rained.',
      'b.md':
        '---\ndate: 300 TA\nsupersedes: {id: a, only: [bridge.felled_by]}\nfacts: {bridge: {felled_by: fire}}\n---\nIt burned.',
    });
  });

  it('of one value among several affects that one', () => {
    expectDrawn({
      'a.md':
        '---\nfacts:\n  - «{entity: x, attribute: seat, value: y, from: 300 TA, until: 310 TA}»\n  - «attribute: seat\n    value: z»\n    # once\n  - {entity: x, attribute: member, value: [one, two]}\n---\n',
      'b.md': '---\nretracts: {id: a, only: [x.seat, a.seat], effective: always}\n---\n',
    });
  });

  it('of a retraction affects everything but what still names the entry', () => {
    expectDrawn({
      'a.md': '---\nfacts: {x: {«curse: sleepless»}}\n---\n«# The curse»\n',
      'b.md': '---\nretracts: a\n---\nNo ‹[[a|curse]]›.\n',
    });
  });

  it('spares what is restored, and what both versions keep', () => {
    expectDrawn({
      'a.md': '---\nfacts: {x: {curse: sleepless}}\n---\nWords.\n',
      'b.md': '---\ncanon: one\nretracts: a\n---\n',
      'c.md': '---\ncanon: two\nrestores: a\n---\n',
      'd.md': '---\nsupersedes: {id: a, soft: true}\nfacts: {x: {curse: lame}}\n---\nSee [[a]].\n',
    });
  });

  it('does not strike an entity for an old version of its page', () => {
    expectDrawn({
      'house.md': '---\ndate: 200 TA\n---\n«An old house.»\n',
      'house-2.md': '---\nentity: house\ndate: 412 TA\nsupersedes: house\n---\nA new house, not ‹[[house]]›.\n',
      'note.md': '---\nfacts:\n  house: {seat: vyrhold}\n  lysa: {sworn_to: house}\n---\n',
    });
  });

  it('strikes an entity whose pages are all gone', () => {
    expectDrawn({
      'curse.md': '---\n---\n«Nobody sleeps.»\n',
      'ruling.md': '---\nretracts: curse\n---\n',
      'note.md': '---\nfacts: {‹curse›: {cause: oil}, house: {bane: ‹curse›}}\n---\n',
    });
  });

  it('fades a stale source until it is reviewed', () => {
    const old = { 'a.md': '---\n---\n«Words.»', 'b.md': '---\nsupersedes: a\n---\n' };
    expectDrawn({ ...old, 'note.md': '---\nsources: «‹a»›\n---\nWords.' });
    expectDrawn({ ...old, 'note.md': '---\nsources: ‹a›\nreviewed: b\n---\nWords.' });
  });

  it('strikes a second retcon of what another has taken, and not the first', () => {
    expectDrawn({
      'a.md': '---\n---\n',
      'b.md': '---\nsupersedes: a\n---\n',
      'note.md': '---\ndisputes: ‹a›\n---\n',
    });
  });

  it('depends on the viewpoint', () => {
    const note = '---\nsources: founding\n---\nSee [[founding]].\n';
    const body = 'Maric raised it.\n';
    expectDrawn({ 'founding.md': founding + body, 'refounding.md': refounding, 'note.md': note }, { at: '300 TA' });
    expectDrawn(
      { 'founding.md': founding + body, 'refounding.md': `«${refounding.trimEnd()}»\n`, 'note.md': note },
      { asOf: 'one' },
    );
  });
});
