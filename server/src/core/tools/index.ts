/** How each question is answered, in steps between which others have their turn. The questions themselves stand in `questionList.ts`. */
import { type Canon, commitNamed, type Commits } from '../canon';
import { ERRATA_FILE } from '../codex/errata';
import { askChain } from './chain';
import { diffSteps } from './diff';
import { askFork } from './fork';
import { logSteps } from './log';
import { askLookup } from './lookup';
import { lorePassages } from './lore';
import type { FoundPassage, ReadText, WantedPassages } from './loreTypes';
import type { AskResult } from './question';
import { type ListedQuestion, type Question, type QuestionName, QUESTIONS } from './questionList';
import { timelineSteps } from './timeline';
import { askWasTrueAt } from './wasTrueAt';

/** The words of a question, by parameter; one that may be given several times holds a line for each. */
export type Given = Readonly<Record<string, string | undefined>>;

/** What a surface has at hand beside the canon. */
export interface AskSurroundings {
  /** Those that the question names as canon points, read before: see `commitsIn`. */
  readonly commits: Commits;
  /** The text of a file of the codex now. */
  readonly textOf: ReadText;
}

/** Yields the prose that has to be searched, and is then given what was found there; anything else that it yields is only a pause. */
export type AnswerSteps = Generator<WantedPassages | null | void, AskResult, Iterable<FoundPassage>>;

type Answering = (canon: Canon, given: Given, around: AskSurroundings) => AnswerSteps;

const ANSWERS: Readonly<Record<QuestionName, Answering>> = {
  *was_true_at(canon, { entity = '', at, as_of, attribute }, { commits }) {
    yield;
    return askWasTrueAt(canon, { entity, at, asOf: as_of, attribute }, commits);
  },
  *lookup(canon, { name = '', as_of }, { commits }) {
    yield;
    return askLookup(canon, { name, asOf: as_of }, commits);
  },
  lore: (canon, { query = '', at, as_of, limit, all }, { commits, textOf }) =>
    lorePassages(canon, textOf, { query, at, asOf: as_of, limit, all: all !== undefined }, commits),
  *chain(canon, { name = '' }) {
    yield;
    return askChain(canon, { name });
  },
  *fork(canon, { name }) {
    yield;
    return askFork(canon, { name });
  },
  *log(canon, { since }, { commits, textOf }) {
    return yield* logSteps(canon, { since, errata: textOf(ERRATA_FILE) ?? undefined }, commits);
  },
  *diff(canon, { from = '', to }, { commits, textOf }) {
    return yield* diffSteps(canon, { from, to, errata: textOf(ERRATA_FILE) ?? undefined }, commits);
  },
  *timeline(canon, { entity, from, until, as_of }, { commits }) {
    return yield* timelineSteps(canon, { entities: wordsOf(entity), from, until, asOf: as_of }, commits);
  },
};

/** What was given for a parameter that may be given several times. */
const wordsOf = (given: string | undefined): string[] => given?.split('\n').filter((word) => word.trim() !== '') ?? [];

/** Answers a question of the list; `given` holds its parameters by name. */
export const answerSteps = (question: ListedQuestion, ...asked: Parameters<Answering>): AnswerSteps =>
  ANSWERS[question.name](...asked);

/** The question of a name; undefined where there is none. */
export const questionNamed = (name: string): ListedQuestion | undefined =>
  QUESTIONS.find((question) => question.name === name);

/** The canon points that a question names, as they are written. */
export const canonPointsIn = ({ parameters }: Question, given: Given): string[] =>
  parameters.flatMap(({ name, kind }) => (kind === 'canon point' ? (given[name] ?? []) : []));

/** The commits that a question names as canon points. */
export const commitsIn = (question: Question, given: Given): string[] =>
  canonPointsIn(question, given).flatMap((point) => commitNamed(point) ?? []);

/** Asks a question of a codex as it is now; `notify` is called with what should be known beside the answer. */
export type Ask = (question: ListedQuestion, given: Given, notify: (words: string) => void) => Promise<AskResult>;
