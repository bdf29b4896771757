/** Asks a question for a knower: of the canon as that knower holds it, and of nothing else (model §11). */
import {
  allOf,
  type Canon,
  type CanonPoint,
  commitNamed,
  describerOf,
  emptyCanon,
  entryAt,
  idOf,
  isKnower,
  type Knower,
  type Known,
  knowerNamed,
  knownAt,
  LATEST,
  nearEntries,
  resolve,
  seenBy,
  type Sight,
  writtenKnowers,
} from '../../canon';
import type { WorldDate } from '../../chronology';
import { ERRATA_FILE } from '../../codex/errata';
import { AUTHOR, EVERYONE, NO_ONE } from '../../codex/knowledgeKeys';
import { nameKey } from '../../entry/slug';
import { nearest } from '../../text/nearNames';
import { listCandidates, quoted } from '../../text/words';
import type { AskSurroundings, Given } from './answering';
import { type QuestionFailure, readCanonPointParam, readWorldDateParam, type Result, strip } from './question';
import type { ListedQuestion, Parameter } from './questionList';

/** The canon that the question is asked of instead. */
interface SeenFor {
  readonly canon: Canon;
  readonly around: AskSurroundings;
  /** As the answer names the knower. */
  readonly knower: string;
  /** The last date up to which the knower has learned; null: the end of time. */
  readonly until: WorldDate | null;
}

/** Whether a name is that of the author, who knows all. */
export const isAuthor = (name: string): boolean => nameKey(strip(name)) === AUTHOR;

/** @param given the words of the question, with `for` and perhaps `known_at` among them */
export function seenFor(
  question: ListedQuestion,
  canon: Canon,
  given: Given,
  around: AskSurroundings,
): Result<SeenFor> {
  const until = readUntil(canon, given);
  if (!until.ok) return until;
  const name = strip(given.for ?? '');
  const failure = refusal(canon, name);
  if (failure) return { ok: false, failure: given[HELD] === undefined ? failure : inShort(failure) };
  const look = (point: CanonPoint, points?: ReadonlyMap<string, CanonPoint>): Canon =>
    seenBy(sightOf(canon, point, name, until.value), points);
  const textOf: AskSurroundings['textOf'] = (path) => (path === ERRATA_FILE ? null : around.textOf(path));
  const answer = (seen: Canon, more: Partial<AskSurroundings> = {}): Result<SeenFor> => ({
    ok: true,
    value: {
      canon: seen,
      around: { ...around, textOf, ...more },
      knower: name,
      until: until.value,
    },
  });
  const points = pointsOf(question, canon, given, around, look(LATEST));
  if (!points.ok) return points;
  const [asOf] = points.value;
  if (asOf && question.parameters.some((one) => one.name === 'as_of'))
    return answer(look(asOf), asOf.kind === 'git' ? { textOf: asOf.textOf } : {});
  // Knowledge at each of several points is judged there: each has a canon of its own.
  const seen = points.value.map((point): [string, CanonPoint] => {
    const own = point.kind === 'git' ? point : { commit: '', leftOut: new Map<string, string>() };
    return [point.text, { ...own, kind: 'git', text: point.text, canon: look(point), textOf }];
  });
  return answer(look(LATEST, new Map(seen)));
}

/** A secret of the present may not have been one at a commit. */
const noCommit = (given: string): QuestionFailure => ({
  code: 'bad-as-of',
  message: `"${given}" can't be asked for here: name a revision or a date.`,
  given,
});

/** A caller who is held to one view learns of nobody else. */
const inShort = ({ code, given }: QuestionFailure): QuestionFailure => ({
  code,
  message: `Nobody in this codex is called "${quoted(given)}".`,
  given,
});

/** The view of a knower on a canon. */
export const sightOf = (canon: Canon, point: CanonPoint, name: string, until: WorldDate | null): Sight => ({
  canon,
  point,
  knowerIn: (known) => knowerIn(canon, known, name),
  until,
});

/** Until when the knower has learned: `known_at`, else the time in question; never later than what the caller is held to. */
export function readUntil(canon: Canon, given: Given): Result<WorldDate | null> {
  // The message lists the accepted forms without examples from the codex, which may be secret.
  const empty = emptyCanon(canon.codex);
  const asked = readWorldDateParam(empty, given.known_at ?? given.at);
  if (!asked.ok || given[HELD] === undefined) return asked;
  const limit = readWorldDateParam(empty, given[HELD] === '' ? undefined : given[HELD]);
  if (!limit.ok || limit.value === null) return limit.ok ? asked : limit;
  const isEarlier = asked.value?.end.line === limit.value.end.line && asked.value.end.day <= limit.value.end.day;
  return isEarlier ? asked : limit;
}

/**
 * The key under which a surface adds the limit of a caller who is held to one knower: they see no further than this world date
 * (empty: the present).
 */
export const HELD = 'held until';

/** The canon points that a question names; names in them are those of the view. */
function pointsOf(
  { parameters }: ListedQuestion,
  canon: Canon,
  given: Given,
  { commits }: AskSurroundings,
  seen: Canon,
): Result<readonly CanonPoint[]> {
  const points: CanonPoint[] = [];
  for (const { name, kind } of parameters) {
    const text = kind === 'canon point' ? given[name] : undefined;
    if (text === undefined) continue;
    if (given[HELD] !== undefined && commitNamed(text) !== null) return { ok: false, failure: noCommit(text) };
    const point = readCanonPointParam(seen, text, commits);
    if (!point.ok) return point;
    const { value } = point;
    const entry = value.kind === 'before' ? entryAt(canon, value.entry.path) : undefined;
    points.push(value.kind === 'before' && entry ? { ...value, entry } : value);
  }
  return { ok: true, value: points };
}

/** A knower who is not known at a point yet belongs to no circle there. */
const knowerIn = (canon: Canon, known: Known, name: string): Knower =>
  knowerNamed(known, name) ??
  knowerAlone(knowerNamed(allOf(canon), name) ?? { name, key: nameKey(name), life: [], circles: new Map() });

const knowerAlone = (knower: Knower): Knower => ({ ...knower, circles: new Map() });

/** The canon as a knower holds it, for an editor's view. @param at what they have learned by this date; null: by the present */
export function eyesOf(canon: Canon, point: CanonPoint, given: string, at: WorldDate | null) {
  const failure = refusal(canon, strip(given));
  if (failure) return { ok: false, failure } as const;
  const { present } = knownAt(canon, point).canon.codex;
  const { name } = knowerIn(canon, allOf(canon), strip(given));
  const seen = seenBy(sightOf(canon, point, strip(given), at ?? present));
  const title = describerOf(allOf(canon), name, present)?.title ?? name;
  return { ok: true, value: { name, title, canon: seen } } as const;
}

/**
 * The canon that an export for a knower is made of, and its label.
 * @param by what they have learned by this date; undefined: by the present
 */
export function exportedFor(canon: Canon, given: string, by: string | undefined) {
  const until = readUntil(canon, { ...(by !== undefined && { known_at: by }) });
  if (!until.ok) return until;
  const known_at = until.value?.text ?? null;
  if (isAuthor(given)) return { ok: true, value: { canon, said: { for: AUTHOR, known_at } } } as const;
  const eyes = eyesOf(canon, LATEST, given, until.value);
  return eyes.ok
    ? ({ ok: true, value: { canon: eyes.value.canon, said: { for: strip(given), known_at } } } as const)
    : eyes;
}

/** The failure for a knower that is not known. */
export function refusal(canon: Canon, name: string): QuestionFailure | null {
  const now = allOf(canon);
  if (nameKey(name) === EVERYONE || isKnower(now, name)) return null;
  const found = resolve(now, name);
  if (found.kind === 'many') {
    const candidates = found.entries.map((entry) => idOf(now, entry));
    const message = `"${name}" could be ${listCandidates(candidates)}: say which.`;
    return { code: 'ambiguous', message, given: name, candidates };
  }
  if (nameKey(name) === NO_ONE) {
    const message = `"${name}" holds nothing: ask for a character, a circle, everyone or author.`;
    return { code: 'not-found', message, given: name, candidates: [EVERYONE, AUTHOR] };
  }
  const near = nearest(name, writtenKnowers(now));
  const entries = nearEntries(now, name).map((entry) => idOf(now, entry));
  // A page may spell the name of one of these differently from its id.
  const isOther = near !== null && !entries.some((id) => nameKey(id) === nameKey(near));
  const candidates = isOther ? [near, ...entries] : entries;
  const hint = candidates.length > 0 ? ` Did you mean ${candidates.join(' or ')}?` : '';
  const message = `Nobody in this codex is called "${quoted(name)}".${hint}`;
  return {
    code: 'not-found',
    message,
    given: name,
    candidates: candidates.length > 0 ? candidates : writtenKnowers(now),
  };
}

/** The names under which an assistant may give a parameter; the first is the one that it is offered. */
export const namesForAssistants = ({ name, offeredAs, alsoCalled }: Parameter): readonly string[] => [
  ...new Set([offeredAs ?? name, name, ...(alsoCalled === undefined ? [] : [alsoCalled])]),
];

/** The arguments of an assistant, under the names of the question's parameters, or what is wrong with them. */
export function byName<Value>(parameters: readonly Parameter[], asked: Readonly<Record<string, Value>>) {
  const offered = parameters.map((one) => namesForAssistants(one)[0] ?? one.name);
  const failed = (message: string, given: string) =>
    ({ ok: false, failure: { code: 'usage', message, given, accepted: offered } }) as const;
  const given: Record<string, Value> = {};
  const usedFor = new Map<string, string>();
  for (const [called, value] of Object.entries(asked)) {
    if (value === undefined) continue;
    const parameter = parameters.find((one) => namesForAssistants(one).includes(called));
    if (!parameter)
      return failed(`"${quoted(called)}" is not a parameter here. Accepted: ${offered.join(', ')}.`, called);
    const other = usedFor.get(parameter.name);
    if (other !== undefined && given[parameter.name] !== value)
      return failed(`${other} and ${called} are two names of one thing: give one of them.`, called);
    usedFor.set(parameter.name, called);
    given[parameter.name] = value;
  }
  const missing = parameters.find(({ name, isRequired }) => isRequired && given[name] === undefined);
  if (!missing) return { ok: true, given } as const;
  const called = namesForAssistants(missing)[0] ?? missing.name;
  return failed(`"${called}" is missing: give ${missing.description}.`, called);
}
