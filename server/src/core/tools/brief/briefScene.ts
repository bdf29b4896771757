/** Whom a brief is for, and of when: as it is asked for, else as the scene says through whose eyes and when it is told. */
import { type Canon, entityOfFact, idOf, type Known, knownAt } from '../../canon';
import { EVERYONE } from '../../codex/knowledgeKeys';
import type { Entry } from '../../entry/entry';
import type { AskSurroundings, Given } from '../asked/answering';
import { linksIn } from './briefFocus';
import type { SceneGiven } from './briefTypes';
import { HELD, seenFor } from '../asked/forKnower';
import { findEntryByName, type QuestionFailure, readCanonPointParam, type Result, strip } from '../asked/question';
import type { ListedQuestion } from '../asked/questionList';

/** What a brief is given beside its parameters. No surface takes it from somebody who asks. */
const SCENE_GIVEN = 'scene as read';
const FOR_WHOM = 'for whom';

/** The words of the question, with those that its scene stands for. */
export function briefGiven(listed: ListedQuestion, canon: Canon, given: Given, around: AskSurroundings): Result<Given> {
  if (given.explain !== undefined && given[HELD] !== undefined) return { ok: false, failure: NOT_EXPLAINED };
  const { scene: name, ...others } = given;
  const scene = name === undefined ? null : sceneNamed(listed, canon, name, others, around);
  if (scene && !scene.ok) return scene;
  const written = scene?.value;
  const pov = others.for === undefined && written ? written.pov : [];
  if (pov.length > 1) return { ok: false, failure: severalEyes(written?.given.id ?? '', pov) };
  const { for: knower = pov[0] ?? EVERYONE, at = written?.at } = others;
  return {
    ok: true,
    value: {
      ...others,
      for: knower,
      at,
      [FOR_WHOM]: strip(knower),
      ...(written && { [SCENE_GIVEN]: JSON.stringify(written.given) }),
    },
  };
}

/** What `briefGiven` has put there. */
export const whomFor = (given: Given): string | undefined => given[FOR_WHOM];
export const sceneGiven = ({ [SCENE_GIVEN]: written }: Given): SceneGiven | undefined =>
  written === undefined ? undefined : (JSON.parse(written) as SceneGiven);

interface Scene {
  readonly given: SceneGiven;
  readonly pov: readonly string[];
  readonly at: string | undefined;
}

/** The author names any page; whoever is held to a view names pages of that view. */
function sceneNamed(
  listed: ListedQuestion,
  canon: Canon,
  name: string,
  given: Given,
  around: AskSurroundings,
): Result<Scene> {
  const seen =
    given[HELD] === undefined ? { ok: true as const, value: { canon, around } } : seenFor(listed, canon, given, around);
  if (!seen.ok) return seen;
  const { value } = seen;
  const point = readCanonPointParam(value.canon, given.as_of, around.commits);
  if (!point.ok) return point;
  const known = knownAt(value.canon, point.value);
  const entry = findEntryByName(known, name);
  if (!entry.ok) return entry;
  const textOf = point.value.kind === 'git' ? point.value.textOf : value.around.textOf;
  return { ok: true, value: sceneOf(name, known, entry.value, linksIn(known.canon, textOf)(entry.value)) };
}

function sceneOf(name: string, known: Known, entry: Entry, links: readonly string[]): Scene {
  const pov = (entry.knowledge?.pov ?? []).map(({ text }) => text);
  const stated = entry.facts.map((fact) => entityOfFact(known, entry, fact));
  return {
    given: {
      name: strip(name),
      id: idOf(known, entry),
      path: entry.path,
      title: entry.title,
      names: [...new Set([...pov, ...links, ...stated])],
    },
    pov,
    at: entry.date?.date?.text,
  };
}

const NOT_EXPLAINED: QuestionFailure = {
  code: 'bad-query',
  message: 'Why a passage is in a brief or out of it is told to the author alone: leave "explain" out.',
  given: 'explain',
};

const severalEyes = (scene: string, pov: readonly string[]): QuestionFailure => ({
  code: 'ambiguous',
  message: `"${scene}" is told through the eyes of ${pov.join(' and ')}: say for whom the brief is.`,
  given: scene,
  candidates: pov,
});
