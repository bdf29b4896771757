/** What is said where a brief has nothing to tell: what was left out, and which names may have been meant. */
import {
  entityNamed,
  entryNamed,
  idOf,
  isAnythingStated,
  isShown,
  type Known,
  nearEntries,
  resolve,
  statingEntries,
} from '../../canon';
import type { Entry } from '../../entry/entry';
import { machineTalkIn } from '../../entry/unwantedWords';
import { wordsFolded } from '../../text/fold';
import { nearest } from '../../text/nearNames';
import { listFirst, listWords } from '../../text/wordLists';
import type { BriefRequest, LeftOutEntry } from './briefTypes';
import type { ReadText } from '../asked/loreTypes';
import { type AskResult, findEntityByName, strip } from '../asked/question';

type Failed = Extract<AskResult, { ok: false }>;

interface Unsaid {
  /** The mode in which what is told of it is not given. */
  readonly mode: string | null;
  /** What speaks to a machine. */
  readonly spoken: readonly LeftOutEntry[];
  /** The text of a page, as far as it is shown. */
  readonly proseOf: (entry: Entry) => string;
  /** The whole text of a file; null for those who may not see it. */
  readonly textOf: ReadText | null;
}

export function nothingOf(
  known: Known,
  { topic, scene }: BriefRequest,
  { mode, spoken, proseOf, textOf }: Unsaid,
): Failed {
  const given = topic ?? scene?.name ?? '';
  const failed = (message: string, candidates: readonly string[] = []): Failed => ({
    ok: false,
    failure: { code: 'not-found', message, given, ...(candidates.length > 0 && { candidates }) },
  });
  // Of a page that is not shown nothing is said, not even that it was left out.
  const places = new Set(
    spoken
      .filter(({ entry }) => isShown(known, entry))
      .map(({ entry }) => placeIn(entry.path, proseOf(entry), textOf?.(entry.path) ?? '')),
  );
  const of = given === '' ? 'here' : `of "${given}"`;
  if (places.size > 0) {
    const where = listFirst(MOST_PLACES, [...places], 'and');
    return failed(`Nothing is left to tell ${of}. Left out, because it speaks to a machine: ${where}.`);
  }
  if (mode !== null)
    return failed(
      `What is told of "${given}" comes from sources that the mode "${mode}" of codex.yaml gives to no reader.`,
    );
  if (given === '') return failed('Nothing is told here yet.');
  const page = entryNamed(known, strip(given));
  if (page && isShown(known, page))
    return failed(`The page of "${given}" states no fact, and has no passage that could be given. Do not fill it in.`);
  if (isAnythingStated(known, entityNamed(known, strip(given))))
    return failed(
      `What is told of "${given}" does not hold at the time that is asked about. Do not fill it in: ask for another date.`,
    );
  const named = resolve(known, strip(given)).kind === 'many' ? findEntityByName(known, given) : null;
  if (named?.ok === false) return named;
  const candidates = namesNear(known, strip(given));
  const meant = candidates.length > 0 ? `Did you mean ${listWords(candidates, 'or')}?` : 'Ask for something else.';
  return failed(
    `Nothing is told of "${given}": no page, no fact and no passage. Do not fill it in. ${meant}`,
    candidates,
  );
}

const MOST_PLACES = 3;

/** `trap.md:6`; without the line where what is shown is not all that stands in the file from some line on. */
function placeIn(path: string, shown: string, text: string): string {
  const [first] = machineTalkIn(shown);
  if (!first || !text.endsWith(shown)) return path;
  const before = text.slice(0, text.length - shown.length + first.start);
  return `${path}:${before.split('\n').length}`;
}

const MOST_NAMES = 3;

/** Entries with a near name, and entities of which only facts tell: those that hold all of the words, else the nearest slip. */
function namesNear(known: Known, name: string): string[] {
  const entries = nearEntries(known, name).map((entry) => idOf(known, entry));
  const written = statingEntries(known.canon)
    .filter(known.has)
    .flatMap(({ facts }) => facts.flatMap(({ entity }) => (entity ? [strip(entity.text)] : [])));
  const entities = [...new Set(written)].filter((text) => isAnythingStated(known, entityNamed(known, text)));
  const wanted = wordsFolded(name).filter((word) => !ARTICLES.has(word));
  const holding = entities.filter((text) => {
    const words = wordsFolded(text);
    return wanted.length > 0 && wanted.every((word) => words.includes(word));
  });
  const slip = holding.length > 0 ? null : nearest(name, entities);
  return [...new Set([...holding, ...entries, ...(slip === null ? [] : [slip])])].slice(0, MOST_NAMES);
}

const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an']);
