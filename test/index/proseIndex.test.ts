/** Passages of prose: which are found, in which order, and their standing on both axes. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { plainText } from '../../server/src/core/tools/words/richText';
import { readQuery } from '../../server/src/core/text/query';
import { fill, openLore, type Sql } from '../../server/src/index/proseIndex';
import { codexOf, type Files } from '../support/codex';
import { askLore, ended, type LoreQuestion, sqlLoaded } from '../support/lore';

let sql: Sql;
beforeAll(async () => void (sql = await sqlLoaded()));

interface ChunkJson {
  readonly entry: string;
  readonly retcon_boundary: boolean;
  readonly retcon_superseded: boolean;
  readonly superseded_by: string | null;
}

async function ask(files: Files, query: string, more: Partial<LoreQuestion> = {}) {
  const answered = await askLore(files, { query, ...more });
  if (!answered.ok) throw new Error(answered.failure.message);
  const chunks = answered.json.chunks as readonly ChunkJson[];
  return { chunks, entries: chunks.map(({ entry }) => entry), told: plainText(answered.prose) };
}

const VYR: Files = {
  'codex.yaml': 'revisions: [s1, s2, s3, s4]\n',
  'old.md': '---\ntitle: The Oath\ndate: 200 TA\ncanon: s1\n---\nMaric swore the oath in the first hall.\n',
  'new.md':
    '---\ntitle: The Truth\ndate: 412 TA\ncanon: s3\nsupersedes: [{id: old, reason: Aldric did.}]\n---\nIt was Aldric who swore the oath.\n',
  'curse.md': '---\ncanon: s1\n---\nA curse lay on the oath.\n',
  'recap.md': '---\ncanon: s4\nretracts: [curse]\n---\nThere was no curse.\n',
};

const flags = ({ entry, retcon_boundary, retcon_superseded, superseded_by }: ChunkJson) =>
  [entry, retcon_boundary, retcon_superseded, superseded_by] as const;

describe('the two axes', () => {
  it('leave out what is superseded or retracted, and say how much that is', async () => {
    const { chunks, told } = await ask(VYR, 'oath');
    expect(chunks.map(flags)).toEqual([['new', true, false, null]]);
    expect(told).toMatch(
      /^1 passage for “oath”\n[^]*\n2 passages are left out: their entries were superseded or retracted\. --all shows them\.$/,
    );
  });

  it('say so where no passage contains all the words', async () => {
    const some = 'No passage holds all of these words; these hold some.';
    expect((await ask(VYR, 'truth aldric')).told).not.toContain(some);
    expect((await ask(VYR, 'aldric dragon')).told).toMatch(new RegExp(`^1 passage for “aldric dragon”\n${some}\n`));
  });

  it('say that a page is superseded in part, and the rest is current', async () => {
    const part = '---\ntitle: Part\nsupersedes: [{id: page, only: [x.seat]}]\nfacts: {x: {seat: b}}\n---\nPart oath.\n';
    const { told } = await ask({ 'page.md': '---\nfacts: {x: {seat: a}}\n---\nPage oath.\n', 'part.md': part }, 'oath');
    expect(told).toContain('— superseded in part by Part\n');
    expect(told).toContain('— supersedes part of page');
  });

  it('show all of it on demand, with what replaced it', async () => {
    const { chunks, told } = await ask(VYR, 'oath', { all: true });
    expect(chunks.map(flags).sort(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      ['curse', true, true, 'recap'],
      ['new', true, false, null],
      ['old', true, true, 'new'],
    ]);
    expect(told).toContain('— superseded by The Truth from 412 TA, in s3');
  });

  it('ignore what was decided later, though flags look ahead', async () => {
    const { chunks, told } = await ask(VYR, 'oath', { asOf: 's2' });
    expect(chunks.map(flags).sort(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      ['curse', true, true, 'recap'],
      ['old', true, true, 'new'],
    ]);
    expect(told).toContain('— later superseded by The Truth');
    expect((await ask(VYR, 'Aldric', { asOf: 's2' })).entries).toEqual([]);
    expect((await ask(VYR, 'Aldric curse', { asOf: 's2' })).entries).toEqual(['curse']);
  });

  it('restore at an earlier world time what held there', async () => {
    const { chunks, told } = await ask(VYR, 'hall', { at: '300 TA' });
    expect(chunks.map(flags)).toEqual([['old', true, false, 'new']]);
    expect(told).toContain('superseded by The Truth from 412 TA');
  });

  it('answer the same as of an earlier point, whatever is added later', async () => {
    const more = { ...VYR, 'more.md': '---\ncanon: s4\n---\nThe oath, the oath, the oath of Maric.\n' };
    const [before, after] = [
      await ask(VYR, 'oath maric', { asOf: 's2' }),
      await ask(more, 'oath maric', { asOf: 's2' }),
    ];
    expect(after).toEqual(before);
  });
});

describe('the results', () => {
  const files: Files = {
    'codex.yaml': 'tiers: [book, rumour]\n',
    'a.md': '---\ntitle: Éowyn\n---\n# Éowyn\nShe rode.\n\n## Later\nShe lived.\n',
    'b.md': '---\ntier: rumour\n---\nÉOWYN rode to war.\n',
    'c.md': '---\ntier: book\n---\nEowyn rode to war.\n',
    'd.md': '王朝の歴史を語る。\n',
  };

  it.each([
    ['eowyn', ['a', 'c', 'b']],
    ['éowyn rode', ['c', 'a', 'b']],
    ['war rid', ['c', 'b']],
    ['"to war"', ['c', 'b']],
    ['"war to"', []],
    ['wa', ['c', 'b']],
    ['"wa"', []],
    ['歴史', ['d']],
    ['史', ['d']],
    ['"歴史を"', ['d']],
  ])('contain %s in %j', async (query, expected) => {
    expect((await ask(files, query)).entries).toEqual(expected);
  });

  it('are limited to the requested number', async () => {
    const { entries, told } = await ask(files, 'rode', { limit: '1' });
    expect(entries).toHaveLength(1);
    expect(told).toContain('There are more');
  });

  it('count lines from 0, and quote them as they are written', async () => {
    const answered = await askLore(files, { query: 'lived' });
    expect(answered).toMatchObject({
      ok: true,
      json: { chunks: [{ file: 'a.md', lines: [7, 7], heading: 'Later', text: 'She lived.' }] },
    });
  });

  it.each([
    [{ query: '?!' }, 'bad-query'],
    [{ query: 'x', limit: '0' }, 'bad-limit'],
    [{ query: 'x', asOf: 'nowhere' }, 'bad-as-of'],
    [{ query: 'x', at: '300 XX?!' }, 'bad-date'],
  ])('refuses %j: %s', async (question, code) => {
    expect(await askLore(VYR, question)).toMatchObject({ ok: false, failure: { code } });
  });
});

describe('the index', () => {
  const sameIn = (files: Files, index: ReturnType<typeof openLore>) => {
    const { canon } = codexOf(files);
    ended(
      fill(
        index,
        canon,
        (path) => files[path] ?? null,
        (path) => files[path] ?? '',
      ),
    );
    return ['oath', 'maric', 'who swore', 'zz'].map((query) =>
      ended(index.find(readQuery(query), 'any'))
        .map((one) => JSON.stringify(one))
        .sort(),
    );
  };

  it('is the same when built step by step, from scratch, and from its bytes', () => {
    const words = fc.constantFrom('oath', 'Maric', 'swore', 'who', '\n\n# zz\n\n');
    const step = fc.dictionary(
      fc.constantFrom('a.md', 'b.md', 'c.md'),
      fc.array(words, { minLength: 1, maxLength: 6 }).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (steps) => {
        let index = openLore(sql, null);
        for (const files of steps) {
          sameIn(files, index);
          const kept = index.bytes();
          index.close();
          index = openLore(sql, kept);
        }
        const fresh = openLore(sql, null);
        const last = steps.at(-1) ?? {};
        expect(sameIn(last, index)).toEqual(sameIn(last, fresh));
        index.close();
        fresh.close();
      }),
      { numRuns: 15 },
    );
  });

  it('does not throw at any query', () => {
    const index = openLore(sql, null);
    sameIn(VYR, index);
    const typed = fc.string({ unit: fc.constantFrom(...'aé"“*^-+():~NEAR OR AND\0\u0301王한🐉\n\'%_;') });
    fc.assert(
      fc.property(typed, (text) => {
        for (const needed of ['every', 'any'] as const) ended(index.find(readQuery(text), needed));
      }),
      { numRuns: 200 },
    );
    index.close();
  });

  it('accepts any file among the notes', () => {
    const files = {
      'line.md': `the ${'the oath [[ ]( '.repeat(40_000)}`,
      'data.md': `${'QUJD'.repeat(100_000)} oath`,
      'odd.md': `\u0000\uD800 oath ${'\u0301'.repeat(5000)} \uFEFFöath`,
      'empty.md': '',
    };
    const index = openLore(sql, null);
    expect(sameIn(files, index)[0]).toHaveLength(3);
    index.close();
  });

  it('shows part of a page without paragraphs', async () => {
    const { told } = await ask({ 'line.md': 'the oath [[ ]( '.repeat(20_000) }, 'the oath');
    expect(told.length).toBeLessThan(500);
  });

  it.each([
    ['no database', new TextEncoder().encode('no database at all')],
    ['nothing', new Uint8Array()],
  ])('takes nothing from what is %s', (_, kept) => {
    const index = openLore(sql, kept);
    expect([...index.paths()]).toEqual([]);
    expect(sameIn(VYR, index)[0]).not.toEqual([]);
    index.close();
  });
});
