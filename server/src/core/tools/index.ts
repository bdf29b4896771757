/** How each question is answered, in steps between which others have their turn. The questions themselves stand in `questionList.ts`. */
import { commitNamed, type Limit, limitIn, limitWords } from '../canon';
import { AUTHOR } from '../codex/knowledgeKeys';
import type { Answered, Answering, AnswerSteps, Given } from './asked/answering';
import { briefSteps } from './brief/brief';
import { briefGiven } from './brief/briefFocus';
import { askChain } from './facts/chain';
import { diffSteps } from './facts/diff';
import { familySteps } from './pictures/family';
import { askFork, logSteps } from './facts/log';
import { seenFor, isAuthor, readUntil } from './asked/forKnower';
import { knowsSteps } from './facts/knows';
import { askLookup } from './facts/lookup';
import { lorePassages } from './lore/lore';
import type { WorldDate } from '../chronology';
import { quoted } from '../text/words';
import type { AskResult, QuestionFailure, Result } from './asked/question';
import { textLine } from './words/richText';
import { type ListedQuestion, type Question, type QuestionName, QUESTIONS } from './asked/questionList';
import { proposeRetconSteps } from './claims/proposeRetcon';
import { successionSteps } from './pictures/succession';
import { timelineSteps } from './pictures/timeline';
import { claimedPoints, verifySteps } from './claims/verify';
import { similarAnswer } from './ripples/similar';
import { ripplesAnswer } from './ripples/ripples';
import { askWasTrueAt } from './facts/wasTrueAt';
import { whatIfSteps } from './claims/whatIf';

/** An answer that is not worked out in steps: others have their turn before it. */
const inOneStep = <R>(answer: (...asked: Parameters<Answering>) => R): Answering<R> =>
  function* (...asked) {
    yield;
    return answer(...asked);
  };

const ANSWERS: { readonly [Name in QuestionName]: Answering<Answered<Name>> } = {
  was_true_at: inOneStep(askWasTrueAt),
  lookup: inOneStep(askLookup),
  lore: lorePassages,
  brief: briefSteps,
  chain: inOneStep(askChain),
  knows: knowsSteps,
  fork: inOneStep(askFork),
  log: logSteps,
  ripples: ripplesAnswer,
  similar: similarAnswer,
  diff: diffSteps,
  verify: verifySteps,
  what_if: whatIfSteps,
  propose_retcon: proposeRetconSteps,
  family: familySteps,
  succession: successionSteps,
  timeline: timelineSteps,
};

export type { AnswerSteps, AskSurroundings, Given } from './asked/answering';

/** Answers a question of the list; `given` holds its parameters by name. A question that exceeds a limit is refused. */
export function* answerSteps(question: ListedQuestion, ...[canon, given, around]: Parameters<Answering>): AnswerSteps {
  try {
    return yield* answerWithin(question, canon, given, around);
  } catch (error) {
    return { ok: false, failure: limitFailure(limitIn(error), given.for) };
  }
}

/** A question for a knower is refused without a name, since what is too large may be hidden from them. @param knower the one that it was asked for */
export function limitFailure(limit: Limit, knower?: string): QuestionFailure {
  const isView = knower !== undefined && !isAuthor(knower);
  return {
    code: 'limit',
    message: isView ? 'This needs something that is larger than Retcon is made for.' : limitWords(limit),
    given: isView ? knower : limit.of,
  };
}

/** The parts of an answer that are made when they are read. @param knower the one that the question was asked for */
export function withinLimits<T>(make: () => T, knower?: string): Result<T> {
  try {
    return { ok: true, value: make() };
  } catch (error) {
    return { ok: false, failure: limitFailure(limitIn(error), knower) };
  }
}

function* answerWithin(question: ListedQuestion, ...[canon, words, around]: Parameters<Answering>): AnswerSteps {
  // The scene of a brief may say for which knower and date it is.
  const read =
    question.name === 'brief' ? briefGiven(question, canon, words, around) : { ok: true as const, value: words };
  if (!read.ok) return read;
  const given = read.value;
  const { for: knower, ...others } = given;
  const { known_at, ...plain } = others;
  if (knower === undefined && known_at !== undefined) return { ok: false, failure: forNobody(known_at) };
  if (knower === undefined) return yield* ANSWERS[question.name](canon, plain, around);
  if (isAuthor(knower)) {
    const until = readUntil(canon, { at: given.at, known_at });
    if (!until.ok) return until;
    return forWhom(yield* ANSWERS[question.name](canon, plain, around), AUTHOR, until.value);
  }
  const asked = seenFor(question, canon, given, around);
  if (!asked.ok) return asked;
  const { value } = asked;
  return forWhom(yield* ANSWERS[question.name](value.canon, plain, value.around), value.knower, value.until);
}

/** `known_at` needs a knower. */
const forNobody = (given: string): QuestionFailure => ({
  code: 'bad-query',
  message: `Name the knower too: what is known at "${quoted(given)}" depends on who asks (\`for\`, --for NAME).`,
  given,
});

/** An answer with the name of its knower; its parts are made when they are read. */
function forWhom(answered: AskResult, knower: string, until: WorldDate | null): AskResult {
  if (!answered.ok) return answered;
  const { prose, text } = answered;
  const [heading, ...lines] = prose;
  const when = until ? ` at ${until.text}` : '';
  const said = textLine(knower === AUTHOR ? 'The whole truth.' : `As seen by ${knower}${when}.`);
  return {
    ok: true,
    get json() {
      return { ...answered.json, for: knower, known_at: until?.text ?? null };
    },
    ...('inShort' in answered && {
      get inShort() {
        const { inShort } = answered;
        return inShort && { ...inShort, for: knower, known_at: until?.text ?? null };
      },
    }),
    // What is published is for the knower anyway.
    ...('note' in answered && {
      get note() {
        return answered.note;
      },
    }),
    prose: heading ? [heading, said, ...lines] : [said],
    ...(text !== undefined && { text }),
  };
}

/** The question with a name; undefined if there is none. */
export const questionNamed = (name: string): ListedQuestion | undefined =>
  QUESTIONS.find((question) => question.name === name);

/** The canon points that a question names, as they are written. */
export const canonPointsIn = ({ parameters }: Question, given: Given): string[] =>
  parameters.flatMap(({ name, kind }) => {
    const written = given[name];
    if (written === undefined) return [];
    return kind === 'canon point' ? [written] : kind === 'claims' ? claimedPoints(written) : [];
  });

/** The commits that a question names as canon points. */
export const commitsIn = (question: Question, given: Given): string[] =>
  canonPointsIn(question, given).flatMap((point) => commitNamed(point) ?? []);
