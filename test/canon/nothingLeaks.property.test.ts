/**
 * Nothing that a knower has not learned is in any answer for them: small random worlds, with slips and secrets in their
 * prose.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Canon, readCanonPoint, seenBy, tableKeys } from '../../server/src/core/canon';
import { readDate } from '../../server/src/core/chronology';
import { passagesOf } from '../../server/src/core/entry/passages';
import { answerSteps, type Given, questionNamed } from '../../server/src/core/tools';
import { exportSteps } from '../../server/src/core/tools/exports/exportRows';
import { exportedFor, sightOf } from '../../server/src/core/tools/asked/forKnower';
import type { FoundPassage, ReadText, WantedPassages } from '../../server/src/core/tools/asked/answering';
import type { AskResult } from '../../server/src/core/tools/asked/question';
import type { QuestionName } from '../../server/src/core/tools/asked/questionList';
import { markdown } from '../../server/src/core/tools/words/richText';
import { atOnce } from '../../server/src/core/text/groups';
import { codexOf } from '../support/codex';
import type { Point } from './whoKnows/reading';
import { dateOf, moment } from './whoKnows/moments';
import { askable, ENTITIES, KNOWERS, WORLDS } from './whoKnows/secretWorlds';
import { marks, spoiltFiles, hiddenWordsOf } from './whoKnows/spoiltWorlds';
import '../support/seed';

const RUNS = Number(process.env.FUZZ_RUNS ?? 12);
const PATIENCE = 60_000 + RUNS * 200;

/** A search that finds every passage of every page, whatever the query. */
const everything = ({ canon, textOf, query }: WantedPassages): FoundPassage[] =>
  [...tableKeys(canon.entries)].flatMap((path) =>
    passagesOf(textOf(path) ?? '').map((_, nth) => ({
      path,
      nth,
      hits: query.map(() => [1, 1, 1] as const),
      lengths: [1, 1, 1] as const,
    })),
  );

function ask(canon: Canon, textOf: ReadText, name: QuestionName, given: Given): AskResult {
  const question = questionNamed(name);
  if (!question) throw new Error(name);
  const steps = answerSteps(question, canon, given, { commits: new Map(), textOf });
  let step = steps.next();
  while (step.done !== true) step = steps.next(step.value ? everything(step.value) : []);
  return step.value;
}

const ANY_WORLD = fc.oneof(...Object.values(WORLDS));

const view = fc.record({
  who: fc.constantFrom(...KNOWERS),
  by: moment,
  point: fc.constantFrom<Point>('s1', 'latest'),
});

/** Questions that may be asked as of a point; some are always about now. */
function questionsAt(point: Point, pages: readonly string[]): [QuestionName, Given][] {
  const as_of = point;
  const names = ['tite of page-1', 'because', 'keep', ...pages];
  const ofNow: [QuestionName, Given][] = [
    ['log', {}],
    ['log', { since: 's1' }],
    ...names.map((name): [QuestionName, Given] => ['chain', { name }]),
  ];
  return [
    ...ENTITIES.map((entity): [QuestionName, Given] => ['was_true_at', { entity, as_of }]),
    ...ENTITIES.map((entity): [QuestionName, Given] => ['family', { entity, as_of }]),
    ...ENTITIES.map((entity): [QuestionName, Given] => ['timeline', { entity, as_of }]),
    ['timeline', { as_of }],
    ['timeline', { entity: 'page-0', as_of }],
    ['succession', { entity: 'keep.ruler', as_of }],
    ['succession', { entity: 'keep', attribute: 'rulr', as_of }],
    ...names.map((name): [QuestionName, Given] => ['lookup', { name, as_of }]),
    ...['oath', 'hush', '"title of"'].map((query): [QuestionName, Given] => ['lore', { query, as_of, all: 'true' }]),
    ...(point === 'latest' ? ofNow : []),
    ...(point === 's1' ? [['diff', { from: 's1', to: 's1' }] as [QuestionName, Given]] : []),
  ];
}

/**
 * The words in a text: `value-1` is not in `value-10`. @param asked words of the question, which the answer may repeat
 */
const saidIn = (text: string, words: readonly string[], asked = ''): string[] =>
  ['"by":""', '"superseded":""', '\\u0000', ...words].filter(
    (word) =>
      text.includes(word) &&
      !asked.includes(word) &&
      (!word.includes('-') || new RegExp(`${word}(?![\\d-])`).test(text)),
  );

it(
  'is in no answer, whatever the question',
  () => {
    fc.assert(
      fc.property(ANY_WORLD, marks, view, (one, all, { who, by: until, point }) => {
        const by = askable(one, until);
        const files = spoiltFiles(one, all);
        const { canon } = codexOf(files);
        const textOf = (path: string): string | null => files[path] ?? null;
        const words = hiddenWordsOf(one, all, point, who, by);
        const of = `for ${who} by ${dateOf(by)} as of ${point}\n${JSON.stringify(files, null, 1).replaceAll('\\n', '\n')}`;
        const pages = one.pages.map(({ id }) => id);
        for (const [name, given] of questionsAt(point, pages)) {
          const answer = ask(canon, textOf, name, { ...given, for: who, known_at: dateOf(by) });
          const said = answer.ok
            ? JSON.stringify([answer.json, answer.inShort, markdown(answer.prose, ({ path }) => path)])
            : JSON.stringify(answer.failure);
          expect(saidIn(said, words, JSON.stringify(given)), `${name} ${JSON.stringify(given)} ${of}`).toEqual([]);
        }
        if (point !== 'latest') return;
        const seen = exportedFor(canon, who, dateOf(by));
        if (!seen.ok) throw new Error(seen.failure.message);
        expect(saidIn(JSON.stringify(atOnce(exportSteps(seen.value.canon))), words), `export ${of}`).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  },
  PATIENCE,
);

it(
  'is skipped in the same way, whether pages are read one by one or all at once',
  () => {
    fc.assert(
      fc.property(ANY_WORLD, marks, view, (one, all, { who, by: until, point }) => {
        const { canon } = codexOf(spoiltFiles(one, all));
        const by = dateOf(askable(one, until));
        const [asOf, last] = [readCanonPoint(canon, point), readDate(canon.codex.chronology, by)];
        if (!asOf.ok || !last.ok) throw new Error(`${point} ${by}`);
        const [each, together] = [1, 2].map(() => seenBy(sightOf(canon, asOf.point, who, last.date)).eyes);
        atOnce(together?.glanceAtAll() ?? expect.unreachable());
        for (const path of [...tableKeys(canon.entries), 'nowhere.md'])
          expect(together?.glanceAt(path), path).toEqual(each?.glanceAt(path));
      }),
      { numRuns: RUNS },
    );
  },
  PATIENCE,
);
