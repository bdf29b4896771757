/** Fixing all problems of a kind at once, and what holds for every fix: bytes, overlaps, undo. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allEntries, knownAt, LATEST } from '../../server/src/core/canon';
import {
  mendContextFor,
  fixesOf,
  countSure,
  mendAll,
  SLIPS,
  titleOfAll,
} from '../../server/src/core/edits/fixes/fixesAt';
import { MENDS } from '../../server/src/core/edits/fixes';
import { readEntry } from '../../server/src/core/entry/readEntry';
import { checkCodex } from '../../server/src/core/rules/check';
import { type Change, applied, draftOf, type Edit } from '../../server/src/core/text/problem';
import { changedBy, codexOf, type Files } from '../support/codex';
import { world } from '../canon/world';
import { absent, vaultFiles } from '../yaml/corpora';

const page = (yaml: string): string => `---\n${yaml}---\n`;

function all(files: Files, codes: ReadonlySet<string>): Files {
  const { canon } = codexOf(files);
  const paths = allEntries(canon).map(({ path }) => path);
  return {
    ...files,
    ...changedBy(
      files,
      mendAll(knownAt(canon, LATEST), (path) => files[path] ?? null, paths, codes),
    ),
  };
}

const sureOf = (files: Files, code: string): number | null => {
  const { canon } = codexOf(files);
  return countSure(
    knownAt(canon, LATEST),
    (path) => files[path] ?? null,
    allEntries(canon).map(({ path }) => path),
    code,
  );
};

it('carries every dropped fact forward, in all files, each once', () => {
  const files = {
    'old.md': page('date: 200 TA\nfacts:\n  vyr: {founder: maric, seat: vyrhold, words: Ash}\n  oldmere: {lord: x}\n'),
    'new.md': page('date: 412 TA\nsupersedes: {id: old, reason: x}\n'),
    'other.md': page('date: 1 TA\nattributes: {colour: grey}\n'),
    'later.md': page('entity: other\ndate: 2 TA\nsupersedes: {id: other, reason: x}\nattributes:\n'),
  };
  expect(titleOfAll('supersedes/drops-fact', sureOf(files, 'supersedes/drops-fact'))).toBe(
    'Carry all 5 dropped facts forward',
  );
  expect(all(files, new Set(['supersedes/drops-fact']))).toEqual({
    ...files,
    'new.md': page(
      'date: 412 TA\nfacts:\n  vyr: {founder: maric, seat: vyrhold, words: Ash}\n  oldmere: {lord: x}\nsupersedes: {id: old, reason: x}\n',
    ),
    'later.md': page('entity: other\ndate: 2 TA\nsupersedes: {id: other, reason: x}\nattributes:\n  colour: grey\n'),
  });
});

it('is offered for one, for some and for very many', () => {
  const title = (count: number | null) => titleOfAll('supersedes/drops-fact', count);
  expect([1, 2, null].map(title)).toEqual([
    null,
    'Carry all 2 dropped facts forward',
    'Carry all dropped facts forward',
  ]);
  expect(titleOfAll('supersedes/fork', 7)).toBeNull();
});

it('corrects slips and nothing else when a file is saved', () => {
  const files = {
    'codex.yaml': 'tiers: [core, tale]\n',
    'old.md': page('date: 1 TA\nfacts: {vyr: {seat: a, lord: b}}\n'),
    'new.md': page(
      'title: [New]\ntier: tales\nalaises: x\nsupersedes:\n  - id: odl\n    raeson: y\n    only: [vyr.saet]\nsources: z\nsources: z\n',
    ),
  };
  expect(all(files, SLIPS)['new.md']).toBe(
    page(
      'title: [New]\ntier: tale\naliases: x\nsupersedes:\n  - id: old\n    reason: y\n    only: [vyr.seat]\nsources: z\n',
    ),
  );
});

describe('an automatic correction', () => {
  /** null where there is none. */
  const corrected = (yaml: string, more: Files = {}): string | null => {
    const after = all({ 'house-vyr.md': page(''), 'new.md': page(yaml), ...more }, SLIPS)['new.md'];
    return after === undefined || after === page(yaml) ? null : after;
  };

  it('does not take comments along', () => {
    expect(corrected('type: a\ntype: a # as told\n')).toBeNull();
    expect(corrected('type: a # as told\ntype: a\n')).toBe(page('type: a # as told\n'));
    const pages = { 'a.md': page('type: a\ntype: a # as told\n'), 'b.md': page('type: a\ntype: a\n') };
    expect(sureOf(pages, 'frontmatter/duplicate-key')).toBe(1);
  });

  it('does not change a name that may still be written', () => {
    expect(corrected('supersedes: house-vyrr\n')).toBe(page('supersedes: house-vyr\n'));
    for (const id of ['house-vyr-2', 'house', 'horse-war'])
      expect(corrected(`supersedes: {id: ${id}, reason: x}\n`)).toBeNull();
    const sessions = { 'session-47.md': page('') };
    expect(corrected('supersedes: session-48\n', sessions)).toBeNull();
    expect(corrected('supersedes: sesion-47\n', sessions)).toBe(page('supersedes: session-47\n'));
  });

  it('does not make a second key of an existing one', () => {
    expect(corrected('dtae: 1 TA\ndate: 2 TA\n')).toBeNull();
  });
});

it('makes one list of edits of many, none of which splits what editors count as one character', () => {
  const edit = fc.tuple(fc.nat(), fc.nat(4), fc.array(fc.constantFrom('x', '🐉', '🜂', '\r\n'), { maxLength: 3 }));
  const parts = fc.array(fc.constantFrom('a', 'b', 'x', '🐉', '🜂', '\r\n'), { maxLength: 12 });
  const whole = (text: string, at: number): number =>
    /^(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|\r\n)$/.test(text.slice(Math.max(0, at - 1), at + 1)) ? at - 1 : at;
  fc.assert(
    fc.property(parts, fc.array(fc.array(edit, { maxLength: 3 }), { maxLength: 4 }), (all, steps) => {
      const text = all.join('');
      let draft = draftOf(text);
      for (const step of steps) {
        const now = draft.text;
        const edits = step.map(([at, length, put]): Edit => {
          const start = whole(now, at % (now.length + 1));
          const end = whole(now, Math.min(start + length, now.length));
          return { span: { start, end: Math.max(start, end) }, text: put.join('') };
        });
        const apart = edits
          .toSorted((a, b) => a.span.start - b.span.start)
          .filter(({ span }, i, sorted) => sorted.slice(0, i).every((before) => before.span.end < span.start));
        draft = draft.with(apart);
        expect(draft.text).toBe(apart.reduceRight(applied, now));
      }
      const done = draft.edits();
      expect(done.reduceRight(applied, text)).toBe(draft.text);
      for (const { span } of done) for (const at of [span.start, span.end]) expect(whole(text, at)).toBe(at);
      done.slice(1).forEach((next, i) => expect(done[i]?.span.end).toBeLessThan(next.span.start + 1));
    }),
  );
});

/** The edits of each file do not overlap, and undoing them restores the bytes. */
function canBeUndone(files: Files, { edits }: Change): void {
  const after = changedBy(files, { edits });
  for (const file of new Set(edits.map((one) => one.file))) {
    const own: readonly Edit[] = edits
      .filter((one) => one.file === file)
      .toSorted((a, b) => a.span.start - b.span.start);
    const before = files[file] ?? '';
    let moved = 0;
    const back = own.map(({ span, text }, i): Edit => {
      if (i > 0) expect(own[i - 1]?.span.end).toBeLessThanOrEqual(span.start);
      const start = span.start + moved;
      moved += text.length - (span.end - span.start);
      return { span: { start, end: start + text.length }, text: before.slice(span.start, span.end) };
    });
    expect(back.reduceRight(applied, after[file] ?? '')).toBe(before);
  }
}

/** Checks the fixes of some problems; returns how many there are. */
function everyFixHolds(files: Files, most: number): number {
  const host = codexOf(files);
  const known = knownAt(host.canon, LATEST);
  const slips = (path: string, text: string): number =>
    readEntry(path, text, host.canon.codex).problems.filter(({ code }) => code.startsWith('frontmatter/')).length;
  const fixes = checkCodex(host)
    .slice(0, most)
    .flatMap(({ file, problem }) =>
      fixesOf(
        mendContextFor(known, file, (path) => files[path] ?? null),
        problem,
      ),
    );
  for (const { fix } of fixes) {
    canBeUndone(files, fix);
    for (const [path, text] of Object.entries(changedBy(files, fix)))
      expect(slips(path, text), fix.title).toBeLessThanOrEqual(slips(path, files[path] ?? ''));
  }
  return fixes.length;
}

describe('every fix', () => {
  it('can be undone, and breaks no page, in random worlds', () => {
    let fixes = 0;
    fc.assert(
      fc.property(world, fc.boolean(), (texts, crlf) => {
        const files = Object.fromEntries(
          [...texts].map(([path, text]) => [path, crlf ? text.replaceAll('\n', '\r\n') : text]),
        );
        fixes += everyFixHolds(files, 6);
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 8) },
    );
    expect(fixes).toBeGreaterThan(20);
  });

  it('leaves no problem of its kind when applied to all', () => {
    const codes = [...MENDS].flatMap(([code, { all: title }]) => (title ? code : []));
    fc.assert(
      fc.property(world, fc.constantFrom(...codes), (texts, code) => {
        const files = Object.fromEntries(texts);
        const mended = all(files, new Set([code]));
        const count = (some: Files): number =>
          checkCodex(codexOf(some)).filter(({ problem }) => problem.code === code).length;
        expect(count(mended)).toBeLessThanOrEqual(count(files));
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 8) },
    );
  });

  const vault = vaultFiles(['pep-vault']);
  it.skipIf(vault.length === 0)(`can be undone in a real vault${absent('pep-vault')}`, () => {
    const files = Object.fromEntries(
      vault.map(({ path, text }) => [path.slice(path.indexOf('pep-vault/') + 10), text]),
    );
    expect(everyFixHolds(files, 30)).toBeGreaterThan(10);
  });
});
