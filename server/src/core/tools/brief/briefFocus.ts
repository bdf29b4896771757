/** Finds what a brief is about: the entities that its topic and its scene name, and the words to search for. */
import {
  datesKnown,
  type Canon,
  describersOf,
  entityNamed,
  entityOf,
  entryNamed,
  isAnythingStated,
  type Known,
  resolve,
  entityOfFact,
  idOf,
  knownAt,
} from '../../canon';
import { readBody } from '../../entry/body';
import type { Entry } from '../../entry/entry';
import { foldText, runsIn, type Query, readQuery } from '../../text/query';
import type { SceneGiven } from './briefTypes';
import {
  findEntityByName,
  strip,
  findEntryByName,
  type QuestionFailure,
  readCanonPointParam,
  type Result,
} from '../asked/question';
import { EVERYONE } from '../../codex/knowledgeKeys';
import type { AskSurroundings, Given } from '../asked/answering';
import { HELD, seenFor } from '../asked/forKnower';
import type { ListedQuestion } from '../asked/questionList';
import { allFactsOf } from '../../entry/versions';

/** The entities and the words of a brief. */
interface Focus {
  /** The named entities, those of the topic first, each once. */
  readonly entities: readonly string[];
  readonly query: Query;
}

/** @param usual the entities to use if nothing else is named */
export function focusOf(
  known: Known,
  topic: string | null,
  scene: SceneGiven | null,
  usual: readonly string[] = [],
): Focus {
  const entities = new Set(topic === null ? usual : entitiesNamedIn(known, topic));
  for (const entity of scene ? namedByScene(known, scene) : []) entities.add(entity);
  const words = [...(topic === null ? [] : [topic]), ...(scene && topic === null ? [scene.title] : [])];
  const names = [...entities].slice(0, MOST_NAMES).flatMap((entity) => namesOf(known, entity));
  return { entities: [...entities], query: queryOf(words.join(' '), names) };
}

/** In a scene with many names, the names of the first entities are enough to search for. */
const MOST_NAMES = 8;

/** The most names of one of them: those of all must fit into one query of SQLite, which takes 4096 terms. */
const MOST_OF_ONE = 256;

function namesOf(known: Known, entity: string): string[] {
  const entry = describersOf(known, entity)[0];
  return entry ? [entry.title, ...entry.aliases.map(({ text }) => text)].slice(0, MOST_OF_ONE) : [entity];
}

function queryOf(words: string, names: readonly string[]): Query {
  // The blank at the end says that no word is still being typed.
  const all = readQuery(`${words.replaceAll(/["“”„«»]/g, ' ')} `);
  const telling = all.filter(({ words: own }) => own.some((word) => !COMMON.has(word)));
  const phrases = names.flatMap((name) => readQuery(`"${name.replaceAll(/["“”„«»]/g, ' ')}" `));
  const terms = [...(telling.length > 0 ? telling : all), ...phrases];
  const seen = new Set<string>();
  return terms.filter(({ words: own }) => {
    const key = own.join(' ');
    return seen.has(key) ? false : seen.add(key);
  });
}

/** The entities that a text names: the whole of it, else the longest names in it, from left to right. */
function entitiesNamedIn(known: Known, text: string): string[] {
  const whole = findEntityByName(known, text);
  if (whole.ok) return [whole.value.id];
  const linked = [...text.matchAll(/\[\[[^\]]*\]\]/g)].flatMap(([link]) => entitiesNamed(known, strip(link)));
  const words = [...runsIn(text)];
  const found = new Set(linked);
  for (let i = 0; i < words.length; ) {
    const length = longestName(known, text, words, i, found);
    i += Math.max(1, length);
  }
  return [...found];
}

const LONGEST = 8;

/** The number of words of the longest name that begins at a word; its entities are added to `found`. */
function longestName(
  known: Known,
  text: string,
  words: readonly { readonly text: string; readonly start: number }[],
  from: number,
  found: Set<string>,
): number {
  for (let length = Math.min(LONGEST, words.length - from); length > 0; length--) {
    const [first, last] = [words[from], words[from + length - 1]];
    if (!first || !last) continue;
    const name = text.slice(first.start, last.start + last.text.length);
    if (length === 1 && COMMON.has(foldText(name))) continue;
    const entities = entitiesNamed(known, name);
    if (entities.length === 0) continue;
    for (const entity of entities) found.add(entity);
    return length;
  }
  return 0;
}

/** Every entity with a name: where several entries have it, a writer may mean any of them. */
function entitiesNamed(known: Known, name: string): string[] {
  const found = resolve(known, name);
  if (found.kind === 'one') return [entityOf(known, found.entry)];
  return found.kind === 'many' ? found.entries.slice(0, MOST_NAMES).map((entry) => entityOf(known, entry)) : [];
}

/** A scene is not about itself; a name that nobody knows gives nothing to describe. */
function namedByScene(known: Known, { id, names, title }: SceneGiven): string[] {
  const named = names.flatMap((name) => {
    const entry = entryNamed(known, name);
    const entity = entry ? entityOf(known, entry) : entityNamed(known, name);
    return entry || isAnythingStated(known, entity) ? [entity] : [];
  });
  return [...named, ...entitiesNamedIn(known, title)].filter((entity) => entity !== id);
}

/** The links in the shown prose of a page. */
export const linksIn =
  ({ eyes }: Canon, textOf: (path: string) => string | null) =>
  (entry: Entry): readonly string[] =>
    eyes
      ? readBody(eyes.proseOf(entry.path, textOf(entry.path) ?? ''), 0).links.map(({ target }) => target)
      : entry.links.map(({ target }) => target);

/** Words that a topic can do without. They are English, like most of what is typed; in other languages nothing is lost. */
const COMMON: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be been before being but by can could did do does for from had has have he her hers him his how i if in
  into is it its may me might my no not nor of on or our s she should so some such than that the their them then there these they this those to too
  under until up upon us was we were what when where which while who whom whose why will with would you your`.split(
    /\s+/,
  ),
);

/** Keys that a brief has beside its parameters. A surface does not accept them from the caller. */
const SCENE_GIVEN = 'scene as read';
const FOR_WHOM = 'knower of the brief';

/** The words of the question, with those that its scene implies. */
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

/** The knower that `briefGiven` has set. */
export const whomFor = (given: Given): string | undefined => given[FOR_WHOM];
export const sceneGiven = ({ [SCENE_GIVEN]: written }: Given): SceneGiven | undefined =>
  written === undefined ? undefined : (JSON.parse(written) as SceneGiven);

interface Scene {
  readonly given: SceneGiven;
  readonly pov: readonly string[];
  readonly at: string | undefined;
}

/** The author names any page; a caller who is held to a view names pages of that view. */
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
  const stated = allFactsOf(entry).map((fact) => entityOfFact(known, entry, fact));
  return {
    given: {
      name: strip(name),
      id: idOf(known, entry),
      path: entry.path,
      title: entry.title,
      names: [...new Set([...pov, ...links, ...stated])],
    },
    pov,
    at: datesKnown(known, entry).date?.date?.text,
  };
}

const NOT_EXPLAINED: QuestionFailure = {
  code: 'bad-query',
  message: 'Only the author may see why a passage is in a brief or out of it: leave "explain" out.',
  given: 'explain',
};

const severalEyes = (scene: string, pov: readonly string[]): QuestionFailure => ({
  code: 'ambiguous',
  message: `"${scene}" is written through the eyes of ${pov.join(' and ')}: say who the brief is for.`,
  given: scene,
  candidates: pov,
});
