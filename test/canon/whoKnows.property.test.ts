/**
 * What somebody knows, compared with a second implementation of model §11: every fact, every knower, every year of small
 * random worlds.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Canon } from '../../server/src/core/canon';
import { answerSteps, type Given, questionNamed } from '../../server/src/core/tools';
import type { AskResult } from '../../server/src/core/tools/asked/question';
import type { QuestionName } from '../../server/src/core/tools/asked/questionList';
import { codexOf } from '../support/codex';
import { checkCodex } from '../../server/src/core/rules/check';
import { held, type Point, tooEarly } from './whoKnows/reading';
import { dateOf, moment } from './whoKnows/moments';
import { askable, ATTRIBUTES, ENTITIES, fileOf, filesOf, KNOWERS, REVISIONS, WORLDS } from './whoKnows/secretWorlds';
import '../support/seed';

const RUNS = Number(process.env.FUZZ_RUNS ?? 20);
const PATIENCE = 60_000 + RUNS * 200;

function ask(canon: Canon, name: QuestionName, given: Given): AskResult {
  const question = questionNamed(name);
  if (!question) throw new Error(name);
  const steps = answerSteps(question, canon, given, { commits: new Map(), textOf: () => null });
  let step = steps.next();
  while (step.done !== true) step = steps.next([]);
  return step.value;
}

// oxlint-disable-next-line typescript/no-explicit-any -- the JSON of answers is looked into freely
type Json = any;

const jsonOf = (canon: Canon, name: QuestionName, given: Given): Json => {
  const answer = ask(canon, name, given);
  return answer.ok ? answer.json : answer.failure;
};

const drawn = (files: Readonly<Record<string, string>>): string =>
  Object.entries(files)
    .map(([path, text]) => `//- ${path}\n${text}`)
    .join('\n');

const asked = fc.record({
  who: fc.constantFrom(...KNOWERS, null),
  entity: fc.constantFrom(...ENTITIES),
  attribute: fc.constantFrom(...ATTRIBUTES),
  at: moment,
  by: fc.option(moment, { nil: null }),
  point: fc.constantFrom<Point>(...REVISIONS, 'latest', 'latest', 'latest'),
});

describe.each(Object.entries(WORLDS))('who knows what, on %s', (_, world) => {
  it(
    'is answered as the model says',
    () => {
      fc.assert(
        fc.property(world, fc.array(asked, { minLength: 20, maxLength: 20 }), (one, questions) => {
          const files = filesOf(one);
          const { canon } = codexOf(files);
          for (const { who, entity, attribute, at: about, by: until, point } of questions) {
            const at = askable(one, about);
            const by = until && askable(one, until);
            const given: Given = {
              entity,
              at: dateOf(at),
              as_of: point,
              attribute,
              ...(who === null ? {} : { for: who, ...(by === null ? {} : { known_at: dateOf(by) }) }),
            };
            const json = jsonOf(canon, 'was_true_at', given);
            const [answer] = json.facts ?? [];
            const got = {
              values: (answer?.values ?? []).map(({ value }: Json) => value).sort(),
              isDisputed: answer?.is_disputed ?? false,
              pages: (answer?.values ?? [])
                .map(({ entry }: Json) => entry)
                .sort((a: Json, b: Json) => (String(a) < String(b) ? -1 : 1)),
            };
            const expected = held(one, point, who, by ?? at, entity, attribute, at);
            expect(got, `${JSON.stringify(given)}\n${drawn(files)}`).toEqual(expected);
          }
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE,
  );

  it(
    'departs from the truth where the model says',
    () => {
      fc.assert(
        fc.property(world, fc.array(asked, { minLength: 5, maxLength: 5 }), (one, questions) => {
          const files = filesOf(one);
          const { canon } = codexOf(files);
          for (const { who, entity, at: about, point } of questions) {
            if (who === null) continue;
            const at = askable(one, about);
            const given: Given = { knower: who, entity, at: dateOf(at), as_of: point };
            const json = jsonOf(canon, 'knows', given);
            const [mistaken, unaware]: string[][] = [json.mistaken, json.unaware].map((all: Json) =>
              all.map(({ attribute }: Json) => attribute),
            );
            const parted = [...ATTRIBUTES, 'organization'].map((attribute) => {
              const valuesFor = (eyes: string | null): string =>
                [...new Set(held(one, point, eyes, at, entity, attribute, at).values)].join();
              return { attribute, theirs: valuesFor(who), so: valuesFor(null) };
            });
            const isMistaken = parted.filter(({ theirs, so }) => theirs !== '' && theirs !== so);
            const isUnaware = parted.filter(({ theirs, so }) => theirs === '' && so !== '');
            const namesOf = (all: typeof parted): string[] => all.map(({ attribute }) => attribute).sort();
            expect([mistaken, unaware], `${JSON.stringify(given)}\n${drawn(files)}`).toEqual([
              namesOf(isMistaken),
              namesOf(isUnaware),
            ]);
          }
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE,
  );

  it(
    'is not revealed by a scene too early',
    () => {
      fc.assert(
        fc.property(
          world.filter(({ pages }) => pages.some(({ date }) => date !== null)),
          fc.nat(),
          fc.uniqueArray(fc.constantFrom(...KNOWERS), { minLength: 1, maxLength: 2 }),
          (one, which, pov) => {
            const dated = one.pages.filter(({ date }) => date !== null);
            const page = dated[which % dated.length];
            if (!page) throw new Error('no page has a date');
            const files = filesOf(one, { page: page.id, pov, links: one.pages.map(({ id }) => id) });
            const text = files[fileOf(page)] ?? '';
            const found = checkCodex(codexOf(files)).flatMap(({ file, problem: { code, span, message } }) =>
              code === 'knowledge/too-early' && file === fileOf(page)
                ? `${message.split(' ')[0]}: ${text.slice(span.start, span.end)}`
                : [],
            );
            const expected = pov.flatMap((who) => tooEarly(one, who, page, one.pages).map((what) => `${who}: ${what}`));
            expect(found.toSorted(), drawn(files)).toEqual(expected.toSorted());
          },
        ),
        { numRuns: RUNS * 3 },
      );
    },
    PATIENCE,
  );
});
