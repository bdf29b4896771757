/**
 * Questions for a knower compared with the same questions without one, in process, where one entry in fifty has an
 * audience; and the cost of such keys for a check.
 */
import type { Canon } from '../../server/src/core/canon';
import { passagesOf } from '../../server/src/core/entry/passages';
import { createHost } from '../../server/src/core/host';
import { checkCodex } from '../../server/src/core/rules/check';
import { answerSteps, type Given, questionNamed } from '../../server/src/core/tools';
import type { FoundPassage, ReadText } from '../../server/src/core/tools/asked/answering';
import type { QuestionName } from '../../server/src/core/tools/asked/questionList';
import { CODEX_YAML, entryText, idOf, pathOf } from './codex';
import { median, timed } from './measure';

/** One in this many entries has an audience. */
const SECRETS = 50;
const TIMES = 3;

const KEYS = [
  'known_by: [players]',
  'known_by: {entry-5: 300 TA, players: session-20}',
  'known_by: [guild]\nknown_from: 500 TA',
  'believed_by: [commons]',
  'pov: [entry-10]',
];

const CIRCLES = 'circles: {players: [sara, tom], commons: [tom, entry-10], table: [players, guild]}\n';

/** The generated codex, some of it secret, and a guild with members over time. */
function textAt(i: number, size: number, hasSecrets: boolean): string {
  const text = entryText(i, size);
  return hasSecrets && i % SECRETS === 7
    ? text.replace('---\n', `---\n${KEYS[Math.floor(i / SECRETS) % KEYS.length]}\n`)
    : text;
}

function codexOf(size: number, hasSecrets: boolean) {
  const host = createHost(() => null);
  host.apply(new Map([['codex.yaml', CODEX_YAML + (hasSecrets ? CIRCLES : '')]]));
  const began = performance.now();
  for (let begin = 0; begin < size; begin += 1000) {
    const part = Array.from({ length: Math.min(1000, size - begin) }, (_, i): [string, string] => [
      pathOf(begin + i),
      textAt(begin + i, size, hasSecrets),
    ]);
    host.grow(new Map(part));
  }
  return { host, took: performance.now() - began };
}

/** A word that is in every passage, which costs a search the most. */
const EVERYWHERE = 'the';

interface Searched {
  readonly found: readonly FoundPassage[];
  readonly textOf: ReadText;
}

/** What an index finds for that word. */
function searchedIn(size: number): Searched {
  const texts = new Map(Array.from({ length: size }, (_, i) => [pathOf(i), textAt(i, size, true)]));
  const found = [...texts].flatMap(([path, text]) =>
    passagesOf(text).map((_, nth): FoundPassage => ({ path, nth, hits: [[1, 1, 4]], lengths: [12, 4, 80] })),
  );
  return { found, textOf: (path) => texts.get(path) ?? null };
}

/** Answered as it is printed: with its sentences and its JSON. */
function ask(canon: Canon, name: QuestionName, given: Given, searched: Searched): number {
  const question = questionNamed(name);
  if (!question) throw new Error(name);
  // Memoized results of another question do not help the first question of a process.
  const fresh = { ...canon, knowns: new Map() };
  return timed(() => {
    const steps = answerSteps(question, fresh, given, { commits: new Map(), textOf: searched.textOf });
    let step = steps.next();
    while (step.done !== true) step = steps.next(searched.found);
    if (!step.value.ok) throw new Error(step.value.failure.message);
    JSON.stringify([step.value.json, step.value.prose.length]);
  });
}

/** For each question, the time for the whole truth, and for a knower. */
export function knowerFigures(size: number) {
  const plain = codexOf(size, false);
  const checkPlain = timed(() => checkCodex(plain.host));
  const { host, took } = codexOf(size, true);
  const { canon } = host;
  const figures: Record<string, number> = {
    knowersIndex: took,
    knowersIndexPlain: plain.took,
    knowersCheck: timed(() => checkCodex(host)),
    knowersCheckPlain: checkPlain,
  };
  const older = Math.floor(size / 2) - (Math.floor(size / 2) % 16) + 2;
  const questions: [string, QuestionName, Given][] = [
    ['Log', 'log', {}],
    ['Chain', 'chain', { name: idOf(older) }],
    ['Lookup', 'lookup', { name: idOf(Math.floor(size / 3)) }],
    ['Lore', 'lore', { query: EVERYWHERE }],
    ['WasTrueAt', 'was_true_at', { entity: 'house-0' }],
  ];
  const searched = searchedIn(size);
  for (const [name, question, given] of questions) {
    const times = (more: Given): number =>
      median(Array.from({ length: TIMES }, () => ask(canon, question, { ...given, ...more }, searched)));
    figures[`knowers${name}Whole`] = times({});
    figures[`knowers${name}`] = times({ for: 'tom', known_at: '890 TA' });
  }
  return figures;
}
