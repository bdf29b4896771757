/** A value changed everywhere: the new entry, in full, what it reaches, and what it leaves alone. */
import { describe, expect, it } from 'vitest';
import { knownAt, LATEST } from '../../server/src/core/canon';
import { readDate } from '../../server/src/core/chronology';
import { rewriteReach, type WantedValue, readValueQuery } from '../../server/src/core/edits/refactor/restated';
import { rewrite, canonProblem, rewriteQuestions } from '../../server/src/core/edits/refactor/rewrite';
import { codexOf, drawn, type Files, problemsIn } from '../support/codex';

interface Given {
  readonly from?: string;
  readonly attribute?: string;
  readonly reason?: string;
  readonly isTaken?: (path: string) => boolean;
  readonly as?: 'page' | 'value';
}

/** The default answers to the questions: what is written, what becomes of each fact, and the new findings of `check`. */
function rewritten(drawing: string, old: string, value: string, given: Given = {}) {
  const { files } = drawn(drawing);
  const known = knownAt(codexOf(files).canon, LATEST);
  const date = given.from === undefined ? null : readDate(known.canon.codex.chronology, given.from);
  const wanted: WantedValue = {
    old: readValueQuery(known, old),
    value: readValueQuery(known, value),
    from: date?.ok === true ? date.date : null,
    isMeant: ({ attribute }) => given.attribute === undefined || attribute === given.attribute,
  };
  const context = rewriteQuestions(known, wanted, rewriteReach(known, wanted), '2026-06-01');
  if ('refusal' in context) throw new Error(context.refusal);
  const { isTaken = () => false, reason = 'So.', as = 'page' } = given;
  const answers = { title: context.title, canon: context.decided?.proposed ?? null, reason, as };
  const made = rewrite(known, wanted, answers, { isTaken }, (path) => files[path] ?? null);
  const after: Files = { ...files, ...Object.fromEntries(made.creates.map(({ file, text }) => [file, text])) };
  const said = (one: Files): string[] =>
    problemsIn(one, null).map(({ file, problem }) => `${file} ${problem.code}: ${problem.message}`);
  const before = new Set(said(files));
  return {
    creates: made.creates.map(({ file, text }) => `//- ${file}\n${text}`).join(''),
    facts: made.rewritten.map(
      ({ file, entity, attribute, value: from, to, ref }) =>
        `${file} ${entity}.${attribute}: ${from} → ${to}${ref === null ? '' : ` (${ref})`}`,
    ),
    leftAlone: made.leftAlone.map(({ file, value: from, because }) => `${file} ${from}: ${because}`),
    problems: said(after).filter((one) => !before.has(one)),
  };
}

const page = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const MOVED = `//- codex.yaml
revisions: [r1, {id: r2, open: true}]
attributes: {member: set, founder: constant}
//- house.md
---
title: House Vyr
date: 200 TA
canon: r1
facts:
  - {entity: house, attribute: seat, value: vyrhold}
  - {entity: house, attribute: member, value: [vyrhold, lysa]}
  - {entity: house, attribute: ruler, value: maric, from: 210 TA, through: 231 TA}
---
//- market.md
---
attributes: {seat: "[[Vyrhold]]", motto: Vyrhold}
---
//- vyrhold.md
---
title: Vyrhold
aliases: [The Hold]
---
//- newhold.md
---
title: Newhold
---
`;

describe('a value changed everywhere', () => {
  it('as a correction: one entry states it instead, and everything else stays as before', () => {
    expect(rewritten(MOVED, 'The Hold', 'Newhold')).toEqual({
      creates: page(
        '//- newhold-in-place-of-vyrhold.md',
        '---',
        'title: Newhold in place of Vyrhold',
        'canon: r2',
        'facts:',
        '  - {entity: house, attribute: seat, value: newhold, from: 200 TA}',
        '  - {entity: house, attribute: member, value: newhold, from: 200 TA}',
        '  - {entity: house, attribute: member, value: lysa, from: 200 TA}',
        '  - {entity: market, attribute: seat, value: "[[Newhold]]"}',
        'supersedes:',
        '  - id: house',
        '    as_of: 200 TA',
        '    reason: So.',
        '    only: [house.seat, house.member]',
        '  - id: market',
        '    reason: So.',
        '    only: [market.seat]',
        '---',
        '',
      ),
      facts: [
        'house.md house.seat: vyrhold → newhold (newhold)',
        'house.md house.member: vyrhold → newhold (newhold)',
        'market.md market.seat: Vyrhold → [[Newhold]] (newhold)',
      ],
      leftAlone: [
        'market.md Vyrhold: plain words are not a reference: to change "Vyrhold" too, ask for it as it is written.',
      ],
      problems: [],
    });
  });

  it('as a change in the world: the same from a date on, and the past stays', () => {
    const { creates, leftAlone, problems } = rewritten(MOVED, '[[Vyrhold]]', '[[newhold]]', {
      from: '300 TA',
      attribute: 'seat',
    });
    expect(creates).toBe(
      page(
        '//- newhold-in-place-of-vyrhold.md',
        '---',
        'title: Newhold in place of Vyrhold',
        'date: 300 TA',
        'canon: r2',
        'facts:',
        '  - {entity: house, attribute: seat, value: "[[newhold]]"}',
        '  - {entity: market, attribute: seat, value: "[[newhold]]"}',
        'supersedes:',
        '  - id: house',
        '    as_of: 200 TA',
        '    reason: So.',
        '    only: [house.seat]',
        '  - id: market',
        '    reason: So.',
        '    only: [market.seat]',
        '---',
        '',
      ),
    );
    expect([leftAlone, problems]).toEqual([[], []]);
  });

  it('in the written form: plain words too, in quotes where YAML needs them', () => {
    const { facts, creates } = rewritten(MOVED, 'Vyrhold', 'Bree: the {old}');
    expect(facts).toEqual([
      'house.md house.seat: vyrhold → Bree: the {old}',
      'house.md house.member: vyrhold → Bree: the {old}',
      'market.md market.seat: Vyrhold → Bree: the {old}',
      'market.md market.motto: Vyrhold → Bree: the {old}',
    ]);
    expect(creates).toContain('{entity: market, attribute: motto, value: "Bree: the {old}"}\n');
  });

  it('keeps its end, in the words of its author', () => {
    const { creates } = rewritten(MOVED, 'maric', 'Aldric');
    expect(creates).toContain('{entity: house, attribute: ruler, value: Aldric, from: 210 TA, through: 231 TA}\n');
  });

  it('does not use a name that is taken', () => {
    const { creates } = rewritten(MOVED, 'lysa', 'Lysa the Elder', {
      isTaken: (path) => path === 'lysa-the-elder-in-place-of-lysa.md',
    });
    expect(creates).toContain('//- lysa-the-elder-in-place-of-lysa-2.md\n');
  });

  it('is stated once where several pages state the same', () => {
    const { creates } = rewritten(
      '//- a.md\n---\nfacts: {x: {seat: v}}\n---\n//- b.md\n---\nfacts: {x: {seat: v}}\n---\n',
      'v',
      'w',
    );
    expect(creates.match(/attribute: seat/g)).toHaveLength(1);
    expect(creates).toContain('  - id: a\n    reason: So.\n    only: [x.seat]\n  - id: b\n');
  });

  it("uses the author's name for its entity, once where several pages use different names", () => {
    const drawing = `//- house.md\n---\ntitle: House Vyr\n---\n//- a.md\n---\nfacts: {House Vyr: {seat: tarn}}\n---\n//- b.md\n---\nfacts: {house: {seat: tarn}}\n---\n`;
    expect(rewritten(drawing, 'tarn', 'crag').creates).toContain(
      'facts:\n  - {entity: house, attribute: seat, value: crag}\nsupersedes:',
    );
    expect(rewritten(drawing.replace(/\/\/- b[^]*/, ''), 'tarn', 'crag').creates).toContain('{entity: House Vyr,');
  });

  it('has the weight of what it supersedes: an entry for each tier', () => {
    const tiers =
      '//- codex.yaml\ntiers: [core, rumour]\n//- a.md\n---\ntier: core\nfacts: {x: {seat: v}}\n---\n//- b.md\n---\ntier: rumour\nfacts: {y: {seat: v}}\n---\n';
    const { creates, problems } = rewritten(tiers, 'v', 'w');
    expect(creates.match(/^(?:\/\/-|tier|# ).*$/gm)).toEqual([
      '//- w-in-place-of-v-core.md',
      'tier: core',
      '# w in place of v (core)',
      '//- w-in-place-of-v-rumour.md',
      'tier: rumour',
      '# w in place of v (rumour)',
    ]);
    expect(problems).toEqual([]);
  });

  it('keeps acknowledged contradictions', () => {
    const known =
      '//- a.md\n---\ndisputes: [b]\nfacts: {x: {seat: v}}\n---\n//- b.md\n---\nfacts: {x: {seat: u}}\n---\n';
    const { creates, problems } = rewritten(known, 'v', 'w');
    expect(creates).toContain('disputes: [b]\n');
    expect(problems).toEqual([]);
  });
});

describe('leaves alone', () => {
  const left = (drawing: string, given: Given = {}): readonly string[] => rewritten(drawing, 'v', 'w', given).leftAlone;
  const entry = (name: string, ...lines: readonly string[]): string => page(`//- ${name}.md`, '---', ...lines, '---');

  it('what another entry has superseded from a later date on', () => {
    const old = entry('a', 'date: 200 TA', 'facts: {x: {seat: v}}');
    const next = entry('b', 'title: The Move', 'date: 300 TA', 'supersedes: [a]', 'facts: {x: {seat: u}}');
    expect(left(old + next)).toEqual([
      'a.md v: The Move (b.md) has superseded it already: declare the next retcon of that page, or retract it first.',
    ]);
  });

  it('displaced values, which are history', () => {
    const old = entry('a', 'facts: {x: {seat: v}}');
    const next = entry('b', 'supersedes: [a]', 'facts: {x: {seat: v}}');
    const { facts, leftAlone } = rewritten(old + next, 'v', 'w');
    expect([facts, leftAlone]).toEqual([['b.md x.seat: v → w'], []]);
  });

  it('what has ended, and what is dated in another era', () => {
    const ended = entry('a', 'date: 200 TA', 'until: 250 TA', 'facts: {x: {seat: v}}');
    const apart = entry('b', 'date: 20 XX', 'facts: {y: {seat: v}}');
    expect(left(ended + apart, { from: '300 TA' })).toEqual([
      'a.md v: it no longer holds at 300 TA.',
      "b.md v: 20 XX can't be compared with 300 TA: give a date in the same era.",
    ]);
  });

  it('what two entries state in an acknowledged contradiction', () => {
    const a = entry('a', 'disputes: [b]', 'facts: {x: {seat: v}}');
    const b = entry('b', 'facts: {x: {seat: [v, u]}}');
    expect(left(a + b)).toEqual([
      'a.md v: others that say it dispute it on purpose: declare a retcon of each by itself.',
      'b.md v: others that say it dispute it on purpose: declare a retcon of each by itself.',
    ]);
  });

  it('what would replace more than itself', () => {
    const a = entry('a', 'facts: {x: {seat: v}}');
    const b = entry('b', 'facts: {x: {seat: u}}');
    expect(left(a + b, { from: '300 TA' })).toEqual([
      'a.md v: a new value would change other answers too: settle what contradicts it first.',
    ]);
    expect(left(a + b)).toEqual([]);
  });

  it('what `only` cannot express', () => {
    expect(left(entry('a', 'facts: {x: {no. of towers: v}}'))).toEqual([
      'a.md v: `only` can name no attribute with a dot in it: declare a retcon of the whole entry.',
    ]);
  });

  it('a name that several entries have', () => {
    const twice = entry('a/x', 'id: x', 'facts: {y: {seat: v}}') + entry('b/x', 'id: x');
    expect(left(twice)).toEqual(['a/x.md v: Several notes are called "x": give each an id of its own first.']);
  });
});

it('is not decided earlier than what it retcons', () => {
  const { files } = drawn(
    '//- codex.yaml\nrevisions: [r1, r2]\n//- a.md\n---\ncanon: r2\nfacts: {x: {seat: v}}\n---\n',
  );
  const known = knownAt(codexOf(files).canon, LATEST);
  const reach = rewriteReach(known, {
    old: readValueQuery(known, 'v'),
    value: readValueQuery(known, 'w'),
    from: null,
    isMeant: () => true,
  });
  expect([
    canonProblem(known, reach, 'r1'),
    canonProblem(known, reach, 'r9'),
    canonProblem(known, reach, 'r2'),
  ]).toEqual([
    'r1 is too early: a entered the canon with r2, and a change to it has to come after that.',
    '"r9" is neither a revision in codex.yaml nor a real-world date. Accepted: r1, r2, a date such as 2026-05-12.',
    null,
  ]);
});

it('says which entry was decided too late for another value now', () => {
  const drawing = `//- codex.yaml
revisions: [s1, {id: s2, open: true}]
//- a.md
---
canon: s1
facts: {k: {king: ro, x: y}}
---
//- b.md
---
canon: s1
supersedes: {id: a, only: [k.x]}
facts: {k: {x: ro}}
---
//- s.md
---
canon: s1
retracts: b
---
//- t.md
---
canon: s2
restores: b
---
`;
  expect(() => rewritten(drawing, 'ro', 'bo')).toThrow(
    't entered the canon with s2, and what you decide about b now has to come after that: list a later revision in codex.yaml first.',
  );
});
