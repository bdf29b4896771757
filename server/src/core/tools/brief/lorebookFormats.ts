/**
 * A lorebook as other tools read it: SillyTavern's World Info, NovelAI's lorebook (version 6), and the `character_book` of character cards
 * V2 and V3. What these tools would take for commands of theirs is defused.
 */
import type { Lorebook, LorebookEntry } from './lorebook';

export const LOREBOOK_FORMATS = ['sillytavern', 'novelai', 'character-book'] as const;
export type LorebookFormat = (typeof LOREBOOK_FORMATS)[number];

/** @param name what the book is called */
export const lorebookIn = (format: LorebookFormat, book: Lorebook, name: string): object => FORMATS[format](book, name);

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
  'character-book': (book, name) => ({
    name,
    description: `As ${book.for} may know it${book.at === null ? '' : `, at ${book.at}`}, as of ${book.as_of}.`,
    token_budget: book.tokens,
    recursive_scanning: false,
    extensions: { retcon: { left_out: book.left_out } },
    entries: book.entries.map((entry, i) => cardEntry(entry, i, book.entries.length)),
  }),
};

/** `{{…}}` is a macro to these tools, and runs. */
const defused = (text: string): string => text.replace(/\{(?=\{)/g, '{ ');

/** A key between slashes is taken for a regular expression. */
const plainKeys = (keys: readonly string[]): string[] =>
  keys.map((key) => defused(key).replace(/^\/+/, '')).filter((key) => key !== '');

/** The higher the order, the nearer to the end of the prompt, and the more it counts: so the first entry has the highest. */
const worldInfoEntry = ({ title, keys, content, source }: LorebookEntry, i: number, count: number) => ({
  uid: i,
  key: plainKeys(keys),
  keysecondary: [],
  comment: `${title} [${source}]`,
  content: defused(content),
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
    // A fraction: all that there is room for.
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
  keys: withoutAnd(plainKeys(keys)),
  searchRange: 1000,
  enabled: true,
  forceActivation: false,
  keyRelative: false,
  nonStoryActivatable: false,
  category: '',
  loreBiasGroups: [],
});

/** To NovelAI `&` asks for both of what it stands between; a name with it is called for by its halves. */
const withoutAnd = (keys: readonly string[]): string[] => keys.map((key) => key.replaceAll('&', 'and'));

const cardEntry = ({ entry, title, keys, content, source }: LorebookEntry, i: number, count: number) => ({
  keys: plainKeys(keys),
  content: defused(content),
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
  // What is lowest is discarded first.
  priority: count - i,
  id: i,
  comment: `${title} [${source}]`,
  position: 'before_char',
});
