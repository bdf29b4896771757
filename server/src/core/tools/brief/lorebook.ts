/**
 * Makes a lorebook of a codex: what a knower may know of each entity at a point, with the names that trigger it, within a budget.
 */
import { isCount, notACount, readCanonPointParam, readWorldDateParam, type Result } from '../asked/question';
import {
  allEntries,
  type Canon,
  describersOf,
  idOf,
  isShown,
  type Known,
  knowing,
  knownAt,
  touchingRetcons,
  wasTrueAt,
} from '../../canon';
import type { WorldDate } from '../../chronology';
import { complianceLacking, uncompliantSources } from '../../codex/sources';
import type { Entry } from '../../entry/entry';
import { machineTalkIn } from '../../entry/unwantedWords';
import { passagesOf } from '../../entry/passages';
import { readAloud } from '../../entry/readEntry';
import { listWords } from '../../text/words';
import { retconLines } from '../words/answerSentences';
import { attributeName, stretchText, valueName } from '../words/names';
import type { AskSurroundings, Given, ReadText } from '../asked/answering';
import { isGiven, originOf, withoutQueries } from './briefState';
import { briefGiven, whomFor } from './briefFocus';
import { tokenCount, type LeftOutEntry } from './briefTypes';
import { rankedEntities } from './briefRank';
import { isAuthor, seenFor } from '../asked/forKnower';
import type { ListedQuestion } from '../asked/questionList';
import { nameOf, plainText } from '../words/richText';

/** The text that is shown for an entity when one of its names appears. */
interface LorebookEntry {
  readonly entry: string;
  readonly title: string;
  readonly keys: readonly string[];
  readonly content: string;
  readonly tokens: number;
  /** `SOURCE@VERSION` of the page that describes it. */
  readonly source: string;
}

export interface Lorebook {
  readonly for: string;
  readonly at: string | null;
  readonly as_of: string;
  readonly mode: string | null;
  readonly tokens: number;
  readonly budget: number;
  /** The most important first. */
  readonly entries: readonly LorebookEntry[];
  readonly left_out: readonly { readonly entry: string; readonly why: LeftOutEntry['why'] }[];
}

/** The size of ten briefs: only triggered entries are ever read at once. */
const DEFAULT_TOKENS = '25000';

/** @param given the words of a brief, which is about everything */
export function lorebookOf(
  question: ListedQuestion,
  canon: Canon,
  given: Given,
  around: AskSurroundings,
): Result<Lorebook> {
  const { tokens = DEFAULT_TOKENS, ...words } = given;
  if (!isCount(tokens)) return notACount(tokens, 'tokens');
  const read = briefGiven(question, canon, words, around);
  if (!read.ok) return read;
  const knower = whomFor(read.value) ?? '';
  const seen = isAuthor(knower) ? { canon, around, knower } : null;
  const asked = seen ? { ok: true as const, value: seen } : seenFor(question, canon, read.value, around);
  if (!asked.ok) return asked;
  const point = readCanonPointParam(asked.value.canon, read.value.as_of, around.commits);
  if (!point.ok) return point;
  const known = knownAt(asked.value.canon, point.value);
  const date = readWorldDateParam(known.canon, read.value.at);
  if (!date.ok) return date;
  const { codex } = known.canon;
  const lacking = uncompliantSources(codex).map(
    (source) => `${source.id} lacks ${listWords(complianceLacking(source), 'and')}`,
  );
  if (lacking.length > 0) {
    const message = `codex.yaml: ${lacking.join('; ')}.`;
    return { ok: false, failure: { code: 'compliance', message, given: codex.mode ?? '' } };
  }
  const textOf = point.value.kind === 'git' ? point.value.textOf : asked.value.around.textOf;
  const made = compiled(known, date.value, textOf, Number(tokens));
  return {
    ok: true,
    value: {
      for: asked.value.knower,
      at: date.value?.text ?? null,
      as_of: point.value.text,
      mode: codex.mode,
      budget: Number(tokens),
      ...made,
    },
  };
}

type Compiled = Pick<Lorebook, 'tokens' | 'entries' | 'left_out'>;

function compiled(all: Known, at: WorldDate | null, textOf: ReadText, budget: number): Compiled {
  const known = knowing(all.canon, (entry) => all.has(entry) && isGiven(all.canon, entry));
  const left: LeftOutEntry[] = allEntries(all.canon)
    .filter((entry) => all.has(entry) && isShown(all, entry) && !isGiven(all.canon, entry))
    .map((entry) => ({ entry, why: 'mode' }));
  const ranked = rankedEntities(known, at, textOf);
  const entries: LorebookEntry[] = [];
  let tokens = 0;
  for (const { entity, entry } of ranked) {
    const content = contentOf(known, entity, entry, at, textOf);
    if (content === '') continue;
    const keys = keysOf(known, entity);
    if (machineTalkIn([...keys, content].join('\n')).length > 0) {
      left.push({ entry, why: 'instruction' });
      continue;
    }
    const own = tokenCount(content);
    if (tokens + own > budget) {
      left.push({ entry, why: 'budget' });
      continue;
    }
    tokens += own;
    const source = originOf(known.canon, entry).cited;
    entries.push({ entry: idOf(known, entry), title: entry.title, keys, content, tokens: own, source });
  }
  return { tokens, entries, left_out: left.map(({ entry, why }) => ({ entry: idOf(all, entry), why })) };
}

/** Shorter names would be triggered by nearly any text. */
const SHORTEST_KEY = 3;

/** A file name that people would say, rather than a slug. */
const PLAIN_NAME = /^\p{L}[\p{L}\p{M}'’ ]*$/u;

/** The names of the pages that describe it. */
function keysOf(known: Known, entity: string): string[] {
  const names = describersOf(known, entity)
    .filter((entry) => isShown(known, entry))
    .flatMap(({ title, aliases, fileName }) => [
      title,
      ...aliases.map(({ text }) => text),
      ...(PLAIN_NAME.test(fileName) ? [fileName] : []),
    ])
    .map((name) => name.replace(/\s+/g, ' ').trim());
  const seen = new Set<string>();
  const own = names.filter((name) => {
    const key = name.toLowerCase();
    return seen.has(key) ? false : seen.add(key);
  });
  const long = own.filter((name) => [...name].length >= SHORTEST_KEY);
  return long.length > 0 ? long : own;
}

/**
 * The answers about an entity, a line for each attribute, its last retcon, and the beginning of its page; empty if there are
 * neither.
 */
function contentOf(known: Known, entity: string, entry: Entry, at: WorldDate | null, textOf: ReadText): string {
  const { eyes } = known.canon;
  const facts = wasTrueAt(known, entity, { at }).facts.map(({ attribute, isDisputed, values }) => {
    const said = values.map((held) =>
      [nameOf(valueName(held, known)), stretchText(held)].filter((part) => part !== '').join(', '),
    );
    return `${attributeName(attribute)}${isDisputed ? ' (disputed)' : ''}: ${said.join(isDisputed ? '; or ' : '; ')}`;
  });
  const newest = touchingRetcons(known, entity).at(-1);
  const [changed] = newest ? retconLines(known, newest) : [];
  const text = textOf(entry.path) ?? '';
  const [first] = passagesOf(eyes ? eyes.proseOf(entry.path, text) : text).flatMap((one) => withoutQueries(one) ?? []);
  const prose = first && !first.text.startsWith('#') ? readAloud(first.text).trim() : '';
  const history = changed ? [plainText([{ ...changed, kind: 'text' }])] : [];
  const lines = [...facts, ...history, ...(prose === '' ? [] : [prose])];
  return lines.length === 0 ? '' : [entry.title, ...lines].join('\n');
}

/**
 * A lorebook as other tools read it: SillyTavern's World Info, NovelAI's lorebook (version 6), the `character_book` of character cards
 * V2 and V3, and the file of its own that V3 has for it (`lorebook_v3`). What these tools would take for commands of theirs is defused.
 */
export const LOREBOOK_FORMATS = ['sillytavern', 'novelai', 'character-book', 'lorebook-v3'] as const;
export type LorebookFormat = (typeof LOREBOOK_FORMATS)[number];

/** @param name the name of the book */
export const lorebookIn = (format: LorebookFormat, { entries, ...book }: Lorebook, name: string): object =>
  FORMATS[format]({ ...book, entries: entries.map(withoutCommands) }, defused(name));

const withoutCommands = (entry: LorebookEntry): LorebookEntry => ({
  ...entry,
  title: defused(entry.title),
  keys: plainKeys(entry.keys),
  content: defused(entry.content),
  source: defused(entry.source),
});

const FORMATS: Readonly<Record<LorebookFormat, (book: Lorebook, name: string) => object>> = {
  sillytavern: ({ entries }) => ({
    entries: Object.fromEntries(entries.map((entry, i) => [String(i), worldInfoEntry(entry, i, entries.length)])),
  }),
  novelai: ({ entries }) => ({
    lorebookVersion: 6,
    entries: entries.map((entry, i) => novelaiEntry(entry, entries.length - i)),
    settings: { orderByKeyLocations: false },
    categories: [],
    order: entries.map(({ entry }) => entry),
  }),
  'character-book': characterBook,
  'lorebook-v3': (book, name) => ({ spec: 'lorebook_v3', data: characterBook(book, name) }),
};

function characterBook(book: Lorebook, name: string): object {
  return {
    name,
    description: `As ${book.for} may know it${book.at === null ? '' : `, at ${book.at}`}, as of ${book.as_of}.`,
    token_budget: book.tokens,
    recursive_scanning: false,
    extensions: { retcon: { left_out: book.left_out } },
    entries: book.entries.map((entry, i) => cardEntry(entry, i, book.entries.length)),
  };
}

/** To these tools `{{…}}` is a macro, which runs, and a line that begins with `@@` a decorator, which says when an entry counts. */
const defused = (text: string): string => text.replace(/\{(?=\{)/g, '{ ').replace(/@(?=@)/g, '@ ');

/** A key between slashes is taken for a regular expression. */
const plainKeys = (keys: readonly string[]): string[] =>
  keys.map((key) => defused(key).replace(/^\/+/, '')).filter((key) => key !== '');

/** The higher the order, the nearer to the end of the prompt, and the more it counts: so the first entry has the highest. */
const worldInfoEntry = ({ title, keys, content, source }: LorebookEntry, i: number, count: number) => ({
  uid: i,
  key: keys,
  keysecondary: [],
  comment: `${title} [${source}]`,
  content,
  constant: false,
  vectorized: false,
  selective: false,
  selectiveLogic: 0,
  addMemo: true,
  order: count - i,
  position: 0,
  disable: false,
  ignoreBudget: false,
  excludeRecursion: false,
  preventRecursion: true,
  delayUntilRecursion: 0,
  probability: 100,
  useProbability: true,
  depth: 4,
  group: '',
  groupOverride: false,
  groupWeight: 100,
  scanDepth: null,
  caseSensitive: null,
  matchWholeWords: true,
  useGroupScoring: null,
  automationId: '',
  role: null,
  sticky: null,
  cooldown: null,
  delay: null,
  displayIndex: i,
});

const novelaiEntry = ({ entry, title, keys, content }: LorebookEntry, priority: number) => ({
  text: content,
  contextConfig: {
    prefix: '',
    suffix: '\n',
    // A fraction: all of the available budget.
    tokenBudget: 1,
    reservedTokens: 0,
    budgetPriority: priority,
    trimDirection: 'trimBottom',
    insertionType: 'newline',
    maximumTrimType: 'sentence',
    insertionPosition: -1,
  },
  // The same codex makes the same file.
  lastUpdatedAt: 0,
  displayName: title,
  id: entry,
  keys: withoutAnd(keys),
  searchRange: 1000,
  enabled: true,
  forceActivation: false,
  keyRelative: false,
  nonStoryActivatable: false,
  category: '',
  loreBiasGroups: [],
});

/** To NovelAI, `&` requires both words around it; a name with it is triggered by its halves. */
const withoutAnd = (keys: readonly string[]): string[] => keys.map((key) => key.replaceAll('&', 'and'));

const cardEntry = ({ entry, title, keys, content, source }: LorebookEntry, i: number, count: number) => ({
  keys,
  content,
  extensions: { retcon: { entry, source } },
  enabled: true,
  // The lower, the higher up; what is lower down counts more.
  insertion_order: count - i,
  use_regex: false,
  case_sensitive: false,
  constant: false,
  selective: false,
  secondary_keys: [],
  name: title,
  // The lowest priority is discarded first.
  priority: count - i,
  id: i,
  comment: `${title} [${source}]`,
  position: 'before_char',
});
