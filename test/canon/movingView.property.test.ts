/** A view that moves, compared with one made for the point: for all questions, wherever it has been before. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allEntries, positionOf } from '../../server/src/core/canon/model/canon';
import { knownAt, LATEST, without } from '../../server/src/core/canon/model/canonPoint';
import { keptBeside, knowing } from '../../server/src/core/canon/model/known';
import { movingView } from '../../server/src/core/canon/incremental/movingView';
import { wasTrueAt } from '../../server/src/core/canon/truth/truth';
import { BEGINNING, comparePositions, END } from '../../server/src/core/codex/canonTime';
import { codexOf } from '../support/codex';
import { questionsOf, type Subjects, printed } from './everyQuestion';
import { canonOf, wideWorld, WIDE } from './world';

/** Where the view goes, and what it lacks there. */
const move = fc.record({
  to: fc.nat(20),
  without: fc.array(fc.nat(8), { maxLength: 2 }),
  /** Which questions are asked there: some of what was worked out is asked for only later, further on. */
  asks: fc.infiniteStream(fc.nat()),
});

const SUBJECTS: Subjects = {
  entities: ['x', 'y', 'a', 'X'],
  attributes: ['founder', 'ruler', 'member', 'seat'],
  names: ['a', 'Alpha', 'x', 'X', 'f0'],
  dates: ['21 TA', '29 TA .. 31 TA', '15 XX'],
};

describe('a view that moves', () => {
  it('answers every question like a view made for its point', () => {
    fc.assert(
      fc.property(wideWorld, fc.array(move, { minLength: 2, maxLength: 6 }), (files, moves) => {
        const canon = canonOf(files, WIDE);
        const entries = allEntries(canon);
        const elsewhere = canonOf(new Map([...files].slice(1)), WIDE);
        const questions = questionsOf(canon, SUBJECTS, knownAt(elsewhere, LATEST));
        const places = [BEGINNING, ...entries.map((entry) => positionOf(canon, entry)), END];
        const now = knownAt(canon, LATEST);
        const moving = movingView(now);
        for (const { to, without, asks } of moves) {
          const position = places[to % places.length] ?? END;
          const gone = new Set(without.flatMap((i) => entries[i] ?? []));
          moving.to(position, gone);
          const fresh = knowing(
            canon,
            (entry) => comparePositions(positionOf(canon, entry), position) <= 0 && !gone.has(entry),
          );
          for (let i = 0; i < 40; i++) {
            const question = questions[(asks.next().value as number) % questions.length];
            if (question)
              expect(`${question.name}: ${printed(question.ask(moving.known))}`).toBe(
                `${question.name}: ${printed(question.ask(fresh))}`,
              );
          }
        }
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 8) },
    );
  });

  it('forgets what a retcon has left of a fact when the retcon goes', () => {
    const { canon } = codexOf({
      'codex.yaml': 'revisions: [one, two]\n',
      'old.md': '---\ndate: 200 CE\ncanon: one\nfacts: {vyr: {seat: keep}}\n---\n',
      'new.md': '---\ndate: 300 CE\ncanon: two\nsupersedes: old\nfacts: {vyr: {seat: tower}}\n---\n',
    });
    const [now, old] = allEntries(canon);
    const moving = movingView(knownAt(canon, LATEST));
    const seats = () => wasTrueAt(moving.known, 'vyr', { at: null }).facts.flatMap(({ values }) => values);
    const words = () => seats().map(({ clipped, segment }) => [clipped.fact.value.text, segment.until?.text ?? null]);
    const [first, last] = [old, now].map((entry) => entry && positionOf(canon, entry));
    moving.to(last ?? END, new Set());
    expect(words()).toEqual([['tower', null]]);
    moving.to(first ?? BEGINNING, new Set());
    expect(words()).toEqual([['keep', null]]);
  });

  it('keeps no memo outside, and lets no other view move within', () => {
    const { canon } = codexOf({ 'a.md': '' });
    const [entry = expect.fail()] = allEntries(canon);
    const { known } = movingView(knownAt(canon, LATEST));
    const notes = keptBeside((): string[] => []);
    // Never called: what counts is that the compiler refuses all of these, or else these directives are errors.
    const refused = () => [
      // @ts-expect-error what is kept beside a view would not be forgotten when it moves on
      notes(known),
      // @ts-expect-error nothing would tell the inner view that the outer one has moved
      movingView(known),
      // @ts-expect-error nor one that lacks some of its entries
      without(known, entry),
    ];
    expect(refused).toBeTypeOf('function');
    notes(knownAt(canon, LATEST)).push('kept');
    expect(notes(knownAt(canon, LATEST))).toEqual(['kept']);
    expect(notes(knowing(canon, () => true))).toEqual([]);
  });
});
