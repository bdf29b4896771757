/** Every question that can be asked of a canon: name, parameters, and how it is answered. Each surface reads this list. */
import { type Canon, commitNamed, type Commits } from '../canon';
import { askChain } from './chain';
import { askDiff } from './diff';
import { askFork } from './fork';
import { askLog } from './log';
import { askLookup } from './lookup';
import { askLore } from './lore';
import type { Lore } from './loreTypes';
import type { Answered } from './question';
import { askWasTrueAt } from './wasTrueAt';

export interface Parameter {
  /** As JSON has it: `as_of`. */
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** On the command line it is a word without a name. */
  readonly isPositional?: true;
  /** It is given or not; what is given with it means nothing. */
  readonly isFlag?: true;
  /** A whole number from 1 on. */
  readonly isCount?: true;
}

/** The words of a question, by parameter. */
export type Given = Readonly<Record<string, string | undefined>>;

/** The commits that a question names as canon points. */
export const commitsIn = (given: Given): string[] =>
  [given.as_of, given.since, given.from, given.to].flatMap((point) =>
    point === undefined ? [] : (commitNamed(point) ?? []),
  );

interface Question {
  /** As JSON has it: `was_true_at`. */
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** Its answer is something to be published: it is printed as markdown too. */
  readonly isPublished?: true;
}

export interface Tool extends Question {
  /** @param commits those that the question names as canon points, read before: see `commitsIn` */
  run(canon: Canon, given: Given, commits?: Commits): Answered;
}

/** A question for whose answer the prose must be searched. */
export interface ProseTool extends Question {
  search(canon: Canon, given: Given, lore: Lore, commits?: Commits): Answered;
}

/** Asks a question of a codex as it is now; `tell` is told what should be known beside the answer. */
export type Ask = (tool: Tool | ProseTool, given: Given, tell: (words: string) => void) => Promise<Answered>;

const AS_OF: Parameter = {
  name: 'as_of',
  description:
    'canon time: what the author had decided by then: a revision, a date such as 2026-05-12, before:ENTRY, git:COMMIT, or latest',
  isRequired: false,
};

export const TOOLS: readonly (Tool | ProseTool)[] = [
  {
    name: 'was_true_at',
    description: 'what held of a person, place, house or anything else at a time in the world',
    parameters: [
      { name: 'entity', description: 'its id, title or alias', isRequired: true, isPositional: true },
      { name: 'at', description: 'world time: a date such as "412 TA"; the present where left out', isRequired: false },
      AS_OF,
      { name: 'attribute', description: 'one attribute only', isRequired: false },
    ],
    run: (canon, { entity = '', at, as_of, attribute }, commits) =>
      askWasTrueAt(canon, { entity, at, asOf: as_of, attribute }, commits),
  },
  {
    name: 'lookup',
    description: 'an entry, the facts it states, and every version in its chain',
    parameters: [
      { name: 'name', description: 'its id, title, alias or file name', isRequired: true, isPositional: true },
      AS_OF,
    ],
    run: (canon, { name = '', as_of }, commits) => askLookup(canon, { name, asOf: as_of }, commits),
  },
  {
    name: 'lore',
    description: 'passages of prose that hold some words, and which of them a retcon has touched',
    parameters: [
      { name: 'query', description: 'words, and phrases in quotes', isRequired: true, isPositional: true },
      {
        name: 'at',
        description: 'world time: what had been superseded by then is left out; the present where left out',
        isRequired: false,
      },
      AS_OF,
      { name: 'limit', description: 'how many passages at most; 10 where left out', isRequired: false, isCount: true },
      {
        name: 'all',
        description: 'passages of superseded and retracted entries too',
        isRequired: false,
        isFlag: true,
      },
    ],
    search: (canon, { query = '', at, as_of, limit, all }, lore, commits) =>
      askLore(canon, { query, at, asOf: as_of, limit, all: all !== undefined }, lore, commits),
  },
  {
    name: 'chain',
    description: 'what an entry supersedes and is superseded by, what it rests on and what rests on it',
    parameters: [
      { name: 'name', description: 'its id, title, alias or file name', isRequired: true, isPositional: true },
    ],
    run: (canon, { name = '' }) => askChain(canon, { name }),
  },
  {
    name: 'fork',
    description: 'pages that supersede the same without saying which of them holds, beside what they supersede',
    parameters: [
      {
        name: 'name',
        description: 'the page that is superseded, or one that supersedes it; all of them where left out',
        isRequired: false,
        isPositional: true,
      },
    ],
    run: (canon, { name }) => askFork(canon, { name }),
  },
  {
    name: 'log',
    description: 'every retcon in canon order, with its reason',
    parameters: [{ name: 'since', description: 'a canon point: only what was decided after it', isRequired: false }],
    isPublished: true,
    run: (canon, { since, errata }, commits) => askLog(canon, { since, errata }, commits),
  },
  {
    name: 'diff',
    description: "how the canon's answers differ between two canon points, and whether a retcon says so",
    parameters: [
      { name: 'from', description: 'a canon point', isRequired: true, isPositional: true },
      { name: 'to', description: 'another; now where left out', isRequired: false, isPositional: true },
    ],
    isPublished: true,
    run: (canon, { from = '', to }, commits) => askDiff(canon, { from, to }, commits),
  },
];
