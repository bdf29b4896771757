/**
 * An attacker who can only ask questions as one knower: words planted wherever an author may hide something appear in no
 * answer.
 */
import { describe, expect, it } from 'vitest';
import { type Canon, tableKeys } from '../../server/src/core/canon';
import { passagesOf } from '../../server/src/core/entry/passages';
import { answerSteps, type Given, questionNamed } from '../../server/src/core/tools';
import { exportedFor, HELD } from '../../server/src/core/tools/asked/forKnower';
import type { FoundPassage, WantedPassages } from '../../server/src/core/tools/asked/answering';
import { questionsForOne, type QuestionName } from '../../server/src/core/tools/asked/questionList';
import { lorebookOf } from '../../server/src/core/tools/brief/lorebook';
import { exportSteps } from '../../server/src/core/tools/exports/exportRows';
import { graphOf } from '../../server/src/core/tools/exports/graphRows';
import { markdown } from '../../server/src/core/tools/words/richText';
import { atOnce } from '../../server/src/core/text/groups';
import { codexOf, type Files } from '../support/codex';

/** Each place has a word of its own, all of which begin with `hid`. */
const FILES: Files = {
  'codex.yaml': `present: 450 TA
circles: {players: [sara, tom], hidcircle: [hidmember]}
attributes: {seat: state, hidattribute: state, father: state, ruler: state}
kin: {parents: [father]}
revisions:
  - s1
  - {id: s2, title: The second evening}
  - {id: hidrevision, title: hidevening, open: true}
tiers: [high, hidtier]
secrets: [hidcallout]
banned_terms: [hidterm]
membership: {of_circle: [member], of_member: [hidmembership]}
audience: {"hidfolder/**": nobody}
registry:
  world: {version: 1.0.0, paths: ["*.md"]}
  hidsource: {version: 3.2.1, paths: ["hidfolder/**"]}
`,
  'errata.yaml': '- {entity: keep, attribute: motto, was: hidwas, is: endure, reason: hidslip}\n',
  'hidfolder/hidfile.md': `---
id: hidid
title: Hidtitle of the Keep
aliases: [hidalias]
type: hidtype
tags: [hidtag]
date: 333 TA
until: 334 TA
tier: hidtier
canon: hidrevision
sources: [hidorigin]
facts:
  - {entity: keep, attribute: hidattribute, value: hidvalue}
  - {entity: keep, attribute: seat, value: hidseat, from: 400 TA}
  - {entity: lysa, attribute: father, value: hidfather}
  - {entity: keep, attribute: ruler, value: hidruler}
supersedes: {id: the-oath, reason: hidreason}
---
# Hidheading of the keep
The keep, the hidprose, the oath of lysa.
`,
  'hidfather.md': '---\nknown_by: [hidmember]\ntype: person\nfacts: {hidfather: {child: lysa}}\n---\nThe keep.\n',
  'keep.md': `---
title: The Keep
date: 200 TA
canon: s1
sources: [hidid, hidsource@3.2.1]
disputes: hidid
facts:
  - {entity: keep, attribute: seat, value: oak, from: 200 TA}
  - {entity: keep, attribute: ruler, value: "[[lysa]]", from: 210 TA}
  - {entity: keep, attribute: ruler, value: hidlate, known_from: 500 TA}
  - {entity: keep, attribute: motto, value: hidbelief, believed_by: [hidmember]}
---
# The Keep %%hidtitlecomment%%
The keep was built of oak. %%hidcomment%% <!-- hidhtml -->

![hidalt](hidfolder/hidpicture.png) ![[hidfolder/hidpicture2.png|hidid]] [[hidid|the house]] [[hidalias]]

> [!hidcallout] hidcallouttitle
> hidcalloutprose[^s]

> [!secret|hidmember]
> hidsecretprose of the keep

[^s]: hidfootnote

| keep | [!secret] hidcell |
|---|---|
| a | b |

\`\`\`
%%hidcode%%
[[hidid]]
\`\`\`

[//]: # (hidmarkdown)

## The hall %%hidheadingcomment%%
Of the keep.
`,
  'lysa.md': '---\ntype: person\ndate: 200 TA\nuntil: 600 TA # hidyaml\nhidkey: hidownvalue\n---\nLysa of the keep.\n',
  'the-oath.md': '---\ndate: 300 TA\ncanon: s2\nfacts: {keep: {oath: kept}}\n---\nThe oath of the keep.\n',
  'secret-scene.md': '---\npov: hidmember\ndate: 300 TA\n---\nA scene in the keep.\n',
};

const everything = ({ canon, textOf, query }: WantedPassages): FoundPassage[] =>
  [...tableKeys(canon.entries)].flatMap((path) =>
    passagesOf(textOf(path) ?? '').map((_, nth) => ({
      path,
      nth,
      hits: query.map(() => [1, 1, 1] as const),
      lengths: [1, 1, 1] as const,
    })),
  );

const textOf = (path: string): string | null => FILES[path] ?? null;

function ask(canon: Canon, name: QuestionName, given: Given, search = everything, read = textOf): string {
  const question = questionNamed(name);
  if (!question) throw new Error(name);
  const held = { ...given, for: 'players', [HELD]: '' };
  const steps = answerSteps(question, canon, held, { commits: new Map(), textOf: read });
  let step = steps.next();
  while (step.done !== true) step = steps.next(step.value ? search(step.value) : []);
  const answer = step.value;
  return answer.ok
    ? JSON.stringify([answer.json, answer.inShort, markdown(answer.prose, ({ path }) => path), answer.text])
    : JSON.stringify(answer.failure);
}

/** The planted words that an answer contains and the question did not. */
const said = (answer: string, given: object = {}): string[] =>
  [...new Set(answer.toLowerCase().match(/hid[a-z]+/g) ?? [])].filter(
    (word) => !JSON.stringify(given).toLowerCase().includes(word),
  );

const NAMES = ['keep', 'The Keep', 'lysa', 'the-oath', 'hidi', 'hidid', 'hidfathr', 'hidtitle of the kep', 'nothing'];
const POINTS = ['s1', 'latest', 'hidrevisio', 'before:hidi', 'before:keep', 'git:HEAD', '2026-01-01'];
const DATES = ['333 TA', '450 TA', '900 TA', '1 HIDE', 'soon'];

/** Every question, with each of its parameters given in every possible way. */
const QUESTIONS: [QuestionName, Given][] = questionsForOne.flatMap(({ name, parameters }): [QuestionName, Given][] => {
  const subject = parameters.find(({ isRequired }) => isRequired)?.name ?? 'entity';
  const ways = (parameter: string, values: readonly string[]): [QuestionName, Given][] =>
    parameters.some((one) => one.name === parameter)
      ? values.map((value) => [name, { from: 's1', [subject]: subject === 'from' ? 's1' : 'keep', [parameter]: value }])
      : [];
  return [
    [name, { ...(subject !== 'entity' && { [subject]: subject === 'from' ? 's1' : 'keep' }) }],
    ...ways(subject, subject === 'from' ? POINTS : NAMES),
    ...['as_of', 'since', 'to', 'from'].flatMap((one) => ways(one, POINTS)),
    ...['at', 'known_at', 'from', 'until'].flatMap((one) => ways(one, DATES)),
    ...ways('attribute', ['ruler', 'hidattribut', 'seat', 'father']),
    ...['all', 'why', 'explain'].flatMap((one) => ways(one, ['true'])),
    ...ways('scene', ['keep', 'hidi', 'secret-scene']),
    ...ways('topic', NAMES),
    ...ways('limit', ['1', 'hid']),
  ];
});

describe('a planted word', () => {
  const { canon } = codexOf(FILES);

  it.each(QUESTIONS)('is missing from the answer to %s %j', (name, given) => {
    expect(said(ask(canon, name, given), given)).toEqual([]);
  });

  it('is missing from their export', () => {
    const seen = exportedFor(canon, 'players', undefined);
    if (!seen.ok) throw new Error(seen.failure.message);
    const tables = atOnce(exportSteps(seen.value.canon));
    expect(said(JSON.stringify(tables))).toEqual([]);
    expect(said(JSON.stringify(graphOf(tables)))).toEqual([]);
  });

  it('is missing from their lorebook', () => {
    const question = questionNamed('brief');
    if (!question) throw new Error('no brief');
    const book = lorebookOf(question, canon, { for: 'players' }, { commits: new Map(), textOf });
    expect(book.ok).toBe(true);
    expect(said(JSON.stringify(book))).toEqual([]);
  });
});

it('is found if they may know it', () => {
  const { canon } = codexOf({ ...FILES, 'keep.md': '---\nknown_by: [players]\nfacts: {keep: {seat: hidopen}}\n---\n' });
  expect(said(ask(canon, 'was_true_at', { entity: 'keep' }))).toEqual(['hidopen']);
});

describe('a brief', () => {
  /** More pages than are ranked, and one that would rank among the best if it were read. */
  const filesWith = (hidden: string): Files => ({
    'codex.yaml': 'tiers: [high, low]\ncircles: {players: [tom]}\n',
    ...Object.fromEntries(
      Array.from({ length: 640 }, (_, i) => [`p${i + 100}.md`, '---\ntier: low\n---\nThe oath.\n']),
    ),
    'zzz.md': `---\ntier: high\n---\nThe oath.\n\n${hidden}\n`,
  });
  const counted = ({ canon, textOf: read }: WantedPassages): FoundPassage[] =>
    [...tableKeys(canon.entries)].flatMap((path) =>
      passagesOf(read(path) ?? '').flatMap(({ text }, nth) => {
        const hits = text.split('oath').length - 1;
        return hits > 0 ? [{ path, nth, hits: [[0, 0, hits]], lengths: [1, 0, text.split(/\s+/).length] }] : [];
      }),
    );
  const briefOf = (files: Files): string =>
    ask(codexOf(files).canon, 'brief', { topic: 'oath' }, counted, (path) => files[path] ?? null);

  it('is not ranked by hidden content', () => {
    expect(briefOf(filesWith('%%oath oath oath%%\n\n> [!secret]\n> oath oath oath'))).toEqual(briefOf(filesWith('')));
  });
});
