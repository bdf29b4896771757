/** In any codex, declared retcons are never reported as silent, and established facts never vanish without a report. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allEntries, knownAt, LATEST, idOf, type Known } from '../../server/src/core/canon';
import type { CheckedProblem } from '../../server/src/core/rules/check';
import { checkAgainst, checkEntryAgainst } from '../../server/src/core/rules/compareWithBaseline';
import { canonOf, CODEX, entrySpec, textOf, world } from '../canon/world';

const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? 15) };

function against(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): CheckedProblem[] {
  const [baseline, now] = [before, after].map((files) => knownAt(canonOf(files), LATEST));
  if (!baseline || !now) return [];
  const codexTexts = { baseline: CODEX, now: CODEX };
  return checkAgainst({ baseline, point: 'v1', now, codexTexts }, true);
}

const idsIn = (known: Known): string[] => allEntries(known.canon).map((entry) => idOf(known, entry));

const silentIn = (found: readonly CheckedProblem[]): string[] =>
  found
    .filter(({ problem }) => problem.code === 'retcon/silent')
    .map(({ file, problem }) => `${file}: ${problem.message}`);

const GONE: ReadonlySet<string> = new Set(['retcon/silent', 'retcon/deleted-entry']);

describe('against the baseline', () => {
  it('nothing is wrong with unchanged content, wherever it is and in whatever order it is written', () => {
    fc.assert(
      fc.property(world, (files) => {
        expect(against(files, files)).toEqual([]);
        const moved = new Map([...files].map(([file, text]) => [file, `${text}\nMore prose.\n`]));
        expect(against(files, moved)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('new pages are never silent, whatever they retcon', () => {
    fc.assert(
      fc.property(world, fc.array(entrySpec, { maxLength: 4 }), (files, added) => {
        const later = added.map(
          (spec, i) => [`z${i}.md`, textOf({ ...spec, id: `new-${i}`, title: undefined, canon: 'r4' })] as const,
        );
        expect(silentIn(against(files, new Map([...files, ...later])))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('an id that is renamed, with the old one among the aliases, changes nothing that names it', () => {
    const RENAMED = 'renamed-id';
    fc.assert(
      fc.property(world, fc.nat(8), (files, i) => {
        const file = [...files.keys()][i % files.size] ?? '';
        const id = /^id: (.*)$/m.exec(files.get(file) ?? '')?.[1] ?? '';
        // Of two pages that share an id nobody can say which is meant; and a page that had the name as an alias loses it.
        fc.pre([...files.values()].filter((text) => text.includes(`\nid: ${id}\n`)).length === 1);
        const after = new Map(
          [...files].map(([path, text], at) => [
            path,
            (path === file ? text.replace(/^id: .*$/m, `id: ${RENAMED}\naliases: [${id}]`) : text).replace(
              /^---$/m,
              `---\nodd: ${at}`,
            ),
          ]),
        );
        expect(against(files, after).map(({ problem }) => problem.message)).toEqual([]);
        expect(against(after, files).filter(({ file: one }) => one !== file)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('a name keeps its meaning when its page is written', () => {
    const before = new Map([['k.md', '---\nfacts: {far: {ruler: corwin, heir: "[[Ysa]]"}}\n---\n']]);
    const pages = [
      ['corwin.md', ''],
      ['ysa.md', ''],
    ] as const;
    const touched = ['k.md', '---\nodd: key\nfacts: {far: {ruler: corwin, heir: "[[Ysa]]"}}\n---\n'] as const;
    expect(against(before, new Map([...before, ...pages, touched]))).toEqual([]);
    // It led somewhere, and no longer does.
    expect(
      against(new Map([...before, ...pages]), before).map(({ file, problem }) => `${file}: ${problem.message}`),
    ).toEqual([
      expect.stringMatching(
        /^corwin.md: corwin has been deleted since v1, and one established fact names it: ruler of far\./,
      ),
      expect.stringMatching(/^ysa.md: ysa has been deleted since v1, and one established fact names it: heir of far\./),
    ]);
    // One of two pages has changed.
    const other = ['far/corwin.md', '---\nid: corwin-ii\n---\n'] as const;
    const renamed = ['k.md', '---\nfacts: {far: {ruler: corwin-ii, heir: "[[Ysa]]"}}\n---\n'] as const;
    expect(silentIn(against(new Map([...before, ...pages]), new Map([...before, ...pages, other, renamed])))).toEqual([
      expect.stringMatching(/ruler of far was corwin as of v1, and this has been changed to corwin-ii/),
    ]);
  });

  it('a value that is changed in place is reported, unless a new retcon displaces it', () => {
    const page = (value: string): string => `---\nid: k\ndate: 10 TA\nfacts: {far: {ruler: ${value}}}\n---\n`;
    const retcon = (effective: string): string =>
      `---\nid: l\ndate: 12 TA\nsupersedes: {id: k, effective: ${effective}, reason: so}\nfacts: {far: {ruler: w}}\n---\n`;
    fc.assert(
      fc.property(world, (files) => {
        const before = new Map([...files, ['k.md', page('v')]]);
        const after = new Map([...files, ['k.md', page('w')]]);
        expect(silentIn(against(before, after))).toEqual([
          expect.stringMatching(/^k\.md: ruler of far was v as of v1, and this has been changed to w/),
        ]);
        expect(silentIn(against(before, new Map([...after, ['l.md', retcon('always')]])))).toEqual([]);
        // A retcon that takes effect later does not affect the years before it.
        expect(silentIn(against(before, new Map([...after, ['l.md', retcon('12 TA')]])))).toEqual([
          expect.stringMatching(
            /changed to w without a retcon\. Put it back: l already says what is true from 12 TA on/,
          ),
        ]);
      }),
      RUNS,
    );
  });

  it('judging entry by entry finds the same as judging all at once, except for what was deleted', () => {
    fc.assert(
      fc.property(world, world, (before, after) => {
        const [baseline, now] = [before, after].map((files) => knownAt(canonOf(files), LATEST));
        if (!baseline || !now) return;
        // Of two pages that share an id nobody can say which is meant.
        fc.pre([baseline, now].every((known) => idsIn(known).length === new Set(idsIn(known)).size));
        const compared = { baseline, point: 'v1', now, codexTexts: { baseline: CODEX, now: CODEX } };
        const each = allEntries(now.canon).flatMap((entry) =>
          checkEntryAgainst(compared, true, entry).map((problem) => ({ file: entry.path, problem })),
        );
        const isThere = ({ problem }: CheckedProblem): boolean => problem.span.end > 0;
        // Judging entry by entry leaves out what is found only by looking at all entries together.
        const told = (found: readonly CheckedProblem[]) =>
          found.map(({ file, problem }) => JSON.stringify([file, problem])).sort();
        expect(told(each)).toEqual(told(checkAgainst(compared, true).filter(isThere)));
      }),
      RUNS,
    );
  });

  it('a file deleted with its facts is reported', () => {
    fc.assert(
      fc.property(world, fc.nat(8), (files, i) => {
        const gone = [...files.keys()][i % files.size] ?? '';
        const left = new Map([...files].filter(([file]) => file !== gone));
        const ids = [...left.values()].map((text) => /^id: (.*)$/m.exec(text)?.[1]);
        const text = files.get(gone) ?? '';
        // A twin of the same id replaces it.
        fc.pre(/^facts:/m.test(text) && !ids.includes(/^id: (.*)$/m.exec(text)?.[1]));
        const found = against(files, left).filter(({ file, problem }) => file === gone && GONE.has(problem.code));
        expect(found.map(({ problem }) => problem.message)).toEqual([
          expect.stringMatching(/ with it (?:goes )?what was established: (?:\d+ facts, first )?that /i),
        ]);
      }),
      RUNS,
    );
  });
});

describe('a different notation', () => {
  const codex = 'revisions: [r1]\ntiers: [book, rumour]\n';
  /** @param then the frontmatter of each file in the baseline */
  const silentSince = (then: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] => {
    const [baseline, now] = [then, after].map((pages) => {
      const files = Object.entries(pages).map(([file, keys]) => [`${file}.md`, `---\n${keys}\n---\n`] as const);
      return knownAt(canonOf(new Map(files), codex), LATEST);
    });
    if (!baseline || !now) return [];
    return silentIn(checkAgainst({ baseline, point: 'v1', now, codexTexts: { baseline: codex, now: codex } }, true));
  };
  const check = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] =>
    silentSince(before, { ...before, ...after });
  const HOUSE = { house: 'id: vyr', old: 'date: 200 TA\nfacts: {vyr: {founder: maric, seat: hold}}' };
  const retcon = (keys: string, only = 'vyr.founder'): string =>
    `date: 412 TA\nsupersedes: {id: old, reason: so, ${keys}only: ["${only}"]}\nfacts: {vyr: {founder: aldric}}`;

  it('a retcon of the same facts from the same day is not weaker, whatever they are called', () => {
    const told = { ...HOUSE, new: retcon('effective: 412 TA, ') };
    expect(check(told, { new: retcon('effective: TA 412, ') })).toEqual([]);
    expect(check(told, { new: retcon('') })).toEqual([]);
    expect(check(told, { new: retcon('', 'vyr.Founder') })).toEqual([]);
    const renamed = { house: 'id: house-of-vyr\naliases: [vyr]' };
    expect(check(told, { ...renamed, new: retcon('', 'house-of-vyr.founder') })).toEqual([]);
    expect(check(told, { ...renamed, new: retcon('', 'house-of-vyr.seat') })).toEqual([
      expect.stringContaining('is limited to fewer facts'),
    ]);
    expect(check(told, { new: retcon('effective: 400 TA, ') })).toEqual([
      expect.stringContaining('takes effect at 400 TA, no longer at 412 TA'),
    ]);
  });

  it('a retcon that takes more than before is reported, where those facts were established', () => {
    const told = { ...HOUSE, new: retcon('') };
    const whole = retcon('').replace(/, only.*]/, '');
    expect(check(told, { new: whole })).toEqual([expect.stringContaining('takes seat of vyr as well')]);
    expect(check(told, { new: retcon('', 'vyr.founder", "vyr.motto') })).toEqual([]);
    expect(check({ ...HOUSE, new: retcon('soft: true, ') }, { new: retcon('') })).toEqual([
      expect.stringContaining('takes founder of vyr as well'),
    ]);
    // What somebody else has already taken cannot be taken again.
    const rest = { rest: 'supersedes: {id: old, reason: so, only: ["vyr.seat"]}\nfacts: {vyr: {seat: oldmere}}' };
    expect(check({ ...told, ...rest }, { new: whole })).toEqual([]);
  });

  it('a page that others name and that was deleted or renamed is reported, with what to do', () => {
    const told = { hall: 'date: 200 TA\nfacts: {vyr: {founder: maric}}', maric: 'type: person' };
    const lost =
      'hall.md: founder of vyr was maric as of v1, and no page answers to maric any more. Put maric.md back, or write `aliases: [maric]` in the page that it has become.';
    const { maric, hall } = told;
    const gone = (pages: Readonly<Record<string, string>>): string[] => silentSince(told, pages);
    // It is reported at the page itself, and not at every page that names it.
    expect(gone({ hall })).toEqual([]);
    const renamed = hall.replace('maric', 'mariko');
    expect(gone({ hall: renamed, mariko: maric })).toEqual([lost]);
    expect(gone({ hall: renamed, mariko: `${maric}\naliases: [maric]` })).toEqual([]);
    // Where the page exists, the fact has changed.
    expect(gone({ ...told, hall: renamed, mariko: maric })).toEqual([expect.stringContaining('changed to mariko')]);
  });

  it('a tier is reported where it changes an answer', () => {
    const page = (date: string, ruler: string, tier: string): string =>
      `date: ${date}\n${tier}facts: {vyr: {ruler: ${ruler}}}`;
    const told = { a: page('200 TA', 'maric', 'tier: book\n'), b: page('310 TA', 'lysa', 'tier: rumour\n') };
    expect(check(told, { a: page('200 TA', 'maric', '') })).toEqual([
      'a.md: a had the tier book as of v1, and now has no tier: that changes ruler of vyr from 310 TA. Put it back.',
    ]);
    expect(check(told, { a: page('200 TA', 'maric', 'tier: Book\n') })).toEqual([]);
    // Nothing is ended by it.
    expect(check({ a: told.a }, { a: page('200 TA', 'maric', '') })).toEqual([]);
    // Anything else that was changed is reported separately.
    expect(check(told, { a: page('200 TA', 'orm', '') })).toEqual([expect.stringMatching(/ruler of vyr was maric/)]);
  });
});

describe('what is not established yet', () => {
  const codex = 'revisions: [r1, {id: r2, open: true}]\n';
  const check = (before: string, after: string): string[] => {
    const [baseline, now] = [before, after].map((text) =>
      knownAt(canonOf(new Map([['a.md', `---\n${text}\n---\n`]]), codex), LATEST),
    );
    if (!baseline || !now) return [];
    return silentIn(checkAgainst({ baseline, point: 'v1', now, codexTexts: { baseline: codex, now: codex } }, true));
  };

  it.each(['draft: true\n', 'canon: r2\n'])('may change: %j', (mark) => {
    expect(check(`${mark}facts: {x: {a: b}}`, `${mark}facts: {x: {a: c}}`)).toEqual([]);
    expect(check('canon: r1\nfacts: {x: {a: b}}', 'canon: r1\nfacts: {x: {a: c}}')).toHaveLength(1);
  });
});
