/**
 * Pages that a knower may not see change nothing for them, whatever they are called: small random codices, answered with hidden pages whose
 * names are those of open ones, and without.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Canon, tableKeys } from '../../server/src/core/canon';
import { filesOfPages } from '../../server/src/core/edition/edition';
import { readReadership } from '../../server/src/core/edition/readership';
import { passagesOf } from '../../server/src/core/entry/passages';
import { answerSteps, type Given, questionNamed } from '../../server/src/core/tools';
import type { FoundPassage, WantedPassages } from '../../server/src/core/tools/asked/answering';
import { exportedFor } from '../../server/src/core/tools/asked/forKnower';
import type { QuestionName } from '../../server/src/core/tools/asked/questionList';
import { exportSteps } from '../../server/src/core/tools/exports/exportRows';
import { markdown } from '../../server/src/core/tools/words/richText';
import { atOnce } from '../../server/src/core/text/groups';
import { editionOf, htmlOf } from '../edition/editing';
import { codexOf, type Files } from '../support/codex';
import '../support/seed';

const RUNS = Number(process.env.FUZZ_RUNS ?? 25);
const PATIENCE = 60_000 + RUNS * 500;

const CODEX = `present: 430 TA
revisions: [s1, s2]
circles: {players: [sara, tom], court: [lysa]}
audience: {"gm/**": nobody}
attributes: {founder: constant, ruler: state, ally: set, mother: constant}
calendars: {c: {eras: [{id: TA, epoch: 0}]}}
`;

/** Open pages that call each other by ids, titles, aliases, headings, file names and paths. */
const OPEN: Files = {
  'codex.yaml': CODEX,
  'people/lysa.md': `---
id: lysa
title: Lysa of the Bridge
aliases: [The Fox]
type: person
date: 281 TA
mother: ysolde
ally: ["[[The Mill]]", bran]
---
She met [[Bran]] at [[The Mill|a mill]], and [[people/Ned Stone]]. See [Session One](../notes/session-one.md).
`,
  'people/Bran.md':
    '---\ntype: person\ndate: 290 TA\naliases: [Brandon]\n---\nA friend of [[The Fox]] and [[Lysa of the Bridge]].\n',
  'people/Ned Stone.md':
    '---\ntype: person\ndate: 250 TA\nknown_by: players\n---\n[[Session One]] names him; so does [[mill]].\n',
  'places/mill.md':
    '---\ntitle: The Mill\ndate: 200 TA\nfacts: {keep: {lord: ned, ruler: "[[Ned Stone]]"}, mill: {ruler: lysa}}\n---\n> [!secret|players]\n> Under [[The Mill]] lies gold.\n',
  'notes/session-one.md': '# Session One\n\nAt [[The Mill]] with [[Brandon]].\n',
  'events/founding.md':
    '---\nid: founding\ndate: 210 TA\ncanon: s1\nfacts: {keep: {founder: maric}}\nsources: [session-one]\n---\nIt began.\n',
  'events/refounding.md':
    '---\nid: refounding\ndate: 300 TA\ncanon: s2\nsupersedes: {id: founding, reason: It was another}\nfacts: {keep: {founder: lysa}}\n---\nIt began [[founding|anew]].\n',
  'events/oath.md':
    '---\nid: oath\ndate: 310 TA\nknown_by: {players: s1}\nfacts:\n  - {entity: Lysa of the Bridge, attribute: ruler, value: bran, from: 310 TA, known_by: [court]}\n---\nSworn.\n',
  'events/new-oath.md':
    '---\ndate: 320 TA\ncanon: s2\nsupersedes: {id: oath, effective: 315 TA}\nfacts:\n  - {entity: The Fox, attribute: ruler, value: ned}\n  - {entity: lysa, attribute: ally, value: ned, known_by: lysa}\n---\nSworn again.\n',
};

/** What hidden pages are called: all that open ones are, circles, their members, and entities without a page. */
const NAMES = [
  ...[
    'lysa',
    'Lysa of the Bridge',
    'The Fox',
    'Bran',
    'Brandon',
    'Ned Stone',
    'mill',
    'The Mill',
    'Session One',
    'session-one',
  ],
  ...[
    'keep',
    'ned',
    'maric',
    'players',
    'Players',
    'court',
    'sara',
    'ysolde',
    'founding',
    'refounding',
    'oath',
    'ruler',
    'Zqx',
  ],
];
const name = fc.constantFrom(...NAMES);

const hiddenPage = fc.record({
  file: name,
  folder: fc.constantFrom('gm', 'gm/npcs'),
  id: fc.option(fc.constantFrom('zqa', 'zqb', 'zqc'), { freq: 2 }),
  title: fc.option(name),
  aliases: fc.uniqueArray(name, { maxLength: 2 }),
  heading: fc.option(name),
  type: fc.option(fc.constantFrom('person', 'place')),
  date: fc.option(fc.constantFrom('100 TA', '420 TA')),
  facts: fc.array(fc.record({ entity: name, attribute: fc.constantFrom('ruler', 'ally', 'lord'), value: name }), {
    maxLength: 2,
  }),
  link: name,
});
type Hidden = typeof hiddenPage extends fc.Arbitrary<infer T> ? T : never;

function textOf({ id, title, aliases, heading, type, date, facts, link }: Hidden): string {
  const lines = [
    ...(id === null ? [] : [`id: ${id}`]),
    ...(title === null ? [] : [`title: ${title}`]),
    ...(aliases.length === 0 ? [] : [`aliases: [${aliases.join(', ')}]`]),
    ...(type === null ? [] : [`type: ${type}`]),
    ...(date === null ? [] : [`date: ${date}`]),
    ...(facts.length === 0
      ? []
      : [
          'facts:',
          ...facts.map((one) => `  - {entity: ${one.entity}, attribute: ${one.attribute}, value: "[[${one.value}]]"}`),
        ]),
  ];
  return `---\n${lines.join('\n')}\n---\n${heading === null ? '' : `# ${heading}\n\n`}Zqprose of [[${link}]].\n`;
}

const everything = ({ canon, textOf: read, query }: WantedPassages): FoundPassage[] =>
  [...tableKeys(canon.entries)].flatMap((path) =>
    passagesOf(read(path) ?? '').map((_, nth) => ({
      path,
      nth,
      hits: query.map(() => [1, 1, 1] as const),
      lengths: [1, 1, 1] as const,
    })),
  );

function ask(canon: Canon, files: Files, question: QuestionName, given: Given): string {
  const listed = questionNamed(question) ?? expect.unreachable(question);
  const steps = answerSteps(listed, canon, given, { commits: new Map(), textOf: (path) => files[path] ?? null });
  let step = steps.next();
  while (step.done !== true) step = steps.next(step.value ? everything(step.value) : []);
  const { value } = step;
  return value.ok
    ? JSON.stringify([value.json, value.inShort, markdown(value.prose, ({ path }) => path)])
    : JSON.stringify(value.failure);
}

const ENTITIES = [
  'lysa',
  'Lysa of the Bridge',
  'The Fox',
  'Bran',
  'keep',
  'ned',
  'mill',
  'people/Ned Stone',
  'Zqx',
  'zqa',
  'sara',
];

const QUESTIONS: readonly (readonly [QuestionName, Given])[] = [
  ...ENTITIES.flatMap((entity): [QuestionName, Given][] => [
    ['was_true_at', { entity }],
    ['was_true_at', { entity, at: '305 TA', as_of: 's1' }],
    ['lookup', { name: entity }],
    ['family', { entity }],
    ['chain', { name: entity }],
    ['timeline', { entity }],
  ]),
  ['chain', { name: 'refounding' }],
  ['timeline', {}],
  ['succession', { entity: 'keep.founder' }],
  ['log', {}],
  ['log', { since: 's1' }],
  ['diff', { from: 's1' }],
  ...['mill', 'gold', 'Zqprose', 'fox'].map((query): [QuestionName, Given] => ['lore', { query, all: 'true' }]),
  ['brief', { topic: 'lysa' }],
  ['brief', { topic: 'The Mill' }],
];

const KNOWERS = ['players', 'Players', 'everyone', 'court', 'sara', 'lysa'];

/** A page of the knower says when they live, even if they may not read it. */
const isOfKnower = ({ file, title, aliases, type }: Hidden, who: string): boolean =>
  type === 'person' && [file, title, ...aliases].some((one) => one?.toLowerCase() === who);

/** A page with the id of a circle, and by another name the member of a circle, makes one knower of the two. */
function joinsKnowers({ file, title, aliases }: Hidden): boolean {
  const names = new Set([file, title, ...aliases].map((one) => one?.toLowerCase()));
  return ['players', 'court'].some((one) => names.has(one)) && ['sara', 'lysa'].some((one) => names.has(one));
}

/** Whether the answers for a knower are refused, with the reason: their own name, or a retcon, may mean a hidden page too. */
const isRefused = (canon: Canon, who: string): boolean => !readReadership(canon, { for: who }).ok;

it(
  'is what hidden pages are called, on every surface',
  async () => {
    let [answers, refused] = [0, 0];
    const without = codexOf(OPEN).canon;
    await fc.assert(
      fc.asyncProperty(
        fc.array(hiddenPage, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...KNOWERS),
        async (hidden, who) => {
          const files = {
            ...OPEN,
            ...Object.fromEntries(hidden.map((one) => [`${one.folder}/${one.file}.md`, textOf(one)])),
          };
          const { canon } = codexOf(files);
          const of = `for ${who}\n${JSON.stringify(hidden, null, 1)}`;
          fc.pre(!hidden.some((one) => isOfKnower(one, who) || joinsKnowers(one)));
          if (isRefused(canon, who)) {
            refused++;
            return;
          }
          for (const [question, given] of QUESTIONS) {
            const asked = { ...given, for: who };
            expect(ask(canon, files, question, asked), `${question} ${JSON.stringify(given)} ${of}`).toBe(
              ask(without, OPEN, question, asked),
            );
            answers++;
          }
          const rows = [canon, without].map((one) => {
            const seen = exportedFor(one, who, undefined);
            return seen.ok
              ? JSON.stringify([atOnce(exportSteps(seen.value.canon)), seen.value.said])
              : seen.failure.message;
          });
          expect(rows[0], `export ${of}`).toBe(rows[1]);
          const [edition, other] = [files, OPEN].map((one) => editionOf(one, { for: who }));
          expect(edition?.leaks, `share ${of}`).toEqual([]);
          expect([...filesOfPages(edition?.pages ?? [])], `share ${of}`).toEqual([...filesOfPages(other?.pages ?? [])]);
          expect(await htmlOf(files, { for: who }), `share --html ${of}`).toBe(await htmlOf(OPEN, { for: who }));
          answers += 3;
        },
      ),
      { numRuns: RUNS },
    );
    if (process.env.FUZZ_RUNS !== undefined) console.log(`${answers} answers compared, ${refused} codices refused`);
    expect(answers).toBeGreaterThan(RUNS);
  },
  PATIENCE,
);
