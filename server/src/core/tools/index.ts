/** How each question is answered, in steps between which others have their turn. The questions themselves stand in `questionList.ts`. */
import { commitNamed, type Limit, limitIn, limitWords } from '../canon';
import { ERRATA_FILE } from '../codex/errata';
import { AUTHOR } from '../codex/knowledgeKeys';
import type { Answered, Answering, AnswerSteps, Given } from './asked/answering';
import { briefSteps } from './brief/brief';
import { briefGiven, sceneGiven, whomFor } from './brief/briefFocus';
import { askChain } from './facts/chain';
import { diffSteps } from './facts/diff';
import { familySteps } from './pictures/family';
import { askFork, logSteps } from './facts/log';
import { HELD, seenFor, isAuthor, readUntil } from './asked/forKnower';
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

const ANSWERS: { readonly [Name in QuestionName]: Answering<Answered<Name>> } = {
  *was_true_at(canon, { entity = '', at, as_of, ...given }, { commits }) {
    yield;
    return askWasTrueAt(canon, { entity, at, asOf: as_of, ...given }, commits);
  },
  *lookup(canon, { name = '', as_of }, { commits }) {
    yield;
    return askLookup(canon, { name, asOf: as_of }, commits);
  },
  lore: (canon, { query = '', at, as_of, limit, all }, { commits, textOf }) =>
    lorePassages(canon, textOf, { query, at, asOf: as_of, limit, all: all !== undefined }, commits),
  brief(canon, given, { commits, textOf }) {
    const { topic, at, as_of, tokens, snippets, explain } = given;
    const asked = { topic, at, asOf: as_of, tokens, snippets, explain: explain !== undefined };
    const whose = { forWhom: whomFor(given), isHeld: given[HELD] !== undefined };
    return briefSteps(canon, textOf, { ...asked, ...whose, scene: sceneGiven(given) }, commits);
  },
  *chain(canon, { name = '', why }) {
    yield;
    return askChain(canon, { name, why: why !== undefined });
  },
  *knows(canon, { knower = '', as_of, ...given }, { commits }) {
    return yield* knowsSteps(canon, { knower, asOf: as_of, ...given }, commits);
  },
  *fork(canon, { name }) {
    yield;
    return askFork(canon, { name });
  },
  *log(canon, { since, limit, cursor }, { commits, textOf }) {
    return yield* logSteps(canon, { since, limit, cursor, errata: textOf(ERRATA_FILE) ?? undefined }, commits);
  },
  *ripples(canon, { entry, since, all, fact }, { commits, textOf }) {
    return yield* ripplesAnswer(canon, { entry, since, all: all !== undefined, fact }, textOf, commits);
  },
  *similar(canon, { name }, { textOf }) {
    return yield* similarAnswer(canon, { name }, textOf);
  },
  *diff(canon, { from = '', to, limit, cursor }, { commits, textOf }) {
    return yield* diffSteps(canon, { from, to, limit, cursor, errata: textOf(ERRATA_FILE) ?? undefined }, commits);
  },
  verify: (canon, { claims = '' }, { commits }) => verifySteps(canon, { claims }, commits),
  *what_if(canon, { pages = '' }, { textOf }) {
    return yield* whatIfSteps(canon, { pages }, textOf);
  },
  *propose_retcon(canon, { entry = '', soft, ...given }, { textOf, today }) {
    return yield* proposeRetconSteps(canon, { ...given, entry, soft: soft !== undefined, today }, textOf);
  },
  *family(canon, { entity = '', at, as_of, generations }, { commits }) {
    return yield* familySteps(canon, { entity, at, asOf: as_of, generations }, commits);
  },
  *succession(canon, { entity = '', as_of, ...given }, { commits }) {
    return yield* successionSteps(canon, { entity, asOf: as_of, ...given }, commits);
  },
  *timeline(canon, { entity, from, until, as_of }, { commits, textOf }) {
    return yield* timelineSteps(canon, { entities: wordsOf(entity), from, until, asOf: as_of }, commits, textOf);
  },
};

/** The words that were given for a repeatable parameter. */
const wordsOf = (given: string | undefined): string[] => given?.split('\n').filter((word) => word.trim() !== '') ?? [];
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
