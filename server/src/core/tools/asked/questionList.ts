/** The questions that can be asked of a canon: each once, as data, for every surface to offer. `index.ts` answers them. */

/**
 * The kind of a parameter, which decides how a surface prompts for it. A `flag` is given or not; a `count` is a whole number from 1
 * on; `pages` are a list of drafted pages, each with its path and whole text, written as JSON; `claims` are a list in JSON or YAML.
 */
export type ParameterKind =
  | 'entity'
  | 'entry'
  | 'knower'
  | 'attribute'
  | 'world date'
  | 'canon point'
  | 'words'
  | 'count'
  | 'flag'
  | 'pages'
  | 'claims';

export interface Parameter {
  /** As in JSON: `as_of`. */
  readonly name: string;
  readonly kind: ParameterKind;
  readonly description: string;
  readonly isRequired?: true;
  /** On the command line, a word without a name. */
  readonly isPositional?: true;
  /** The name under which assistants are offered it, since one thing has one name in all of their tools; `name` is accepted too. */
  readonly offeredAs?: string;
  /** Another name that assistants may use for it. */
  readonly alsoCalled?: string;
  /** Only assistants have it: they read a limited amount at once. `usual` is their default. */
  readonly isForAssistants?: { readonly usual?: string };
  /** A caller who is held to one knower does not have it. */
  readonly isForAuthors?: true;
  /** It may be given several times; on the command line it is the last of the words without a name. */
  readonly isRepeated?: true;
}

const AS_OF = {
  name: 'as_of',
  kind: 'canon point',
  description: 'canon time: as decided by then: a revision, a date (2026-05-12), before:ENTRY, git:COMMIT or latest',
} as const;

const NAME = {
  name: 'name',
  kind: 'entry',
  description: 'its id, title, alias or file name',
  isRequired: true,
  isPositional: true,
  offeredAs: 'entity',
} as const;

const FOR = {
  name: 'for',
  kind: 'knower',
  description: 'as somebody holds it: a character, a circle, everyone, or author for the whole truth',
} as const;

const KNOWN_AT = {
  name: 'known_at',
  kind: 'world date',
  description: 'world time: what they had learned by then; if left out, by the time in question',
} as const;

const LIMIT = {
  name: 'limit',
  kind: 'count',
  description: 'how many at most',
} as const;

const CURSOR = {
  name: 'cursor',
  kind: 'words',
  description: 'next_cursor of the previous answer',
  isForAssistants: {},
} as const;

/** For assistants, whose answers have an end. */
const PARTS = [{ ...LIMIT, isForAssistants: { usual: '50' } }, CURSOR] as const;

/** The parameters of a brief, which takes more than other questions do. */
const BRIEF_QUESTION = {
  name: 'brief',
  description: 'what may be written from: what holds of a topic or a scene, its retcons, and passages, in a budget',
  parameters: [
    {
      name: 'topic',
      kind: 'words',
      description: 'what it should be about: a name, or words; if left out, the scene',
      isPositional: true,
    },
    {
      name: 'for',
      kind: 'knower',
      description:
        'as somebody holds it: a character, a circle, or author for the whole truth; if left out, what everyone may know',
    },
    KNOWN_AT,
    { name: 'at', kind: 'world date', description: 'world time; if left out, the present', alsoCalled: 'at_time' },
    AS_OF,
    {
      name: 'scene',
      kind: 'entry',
      description:
        'the page that is being written: takes in everybody and everything that it names; if for and at are left out, its pov and date',
    },
    {
      name: 'tokens',
      kind: 'count',
      description: 'how many tokens at most, as they are estimated; if left out, 2500',
    },
    {
      name: 'snippets',
      kind: 'count',
      description: 'how many passages at most; if left out, 8',
      offeredAs: 'limit',
    },
    {
      name: 'explain',
      kind: 'flag',
      description: 'to the author: why each passage that was looked at is in or out',
      isForAuthors: true,
    },
  ],
  palette: [],
  shownBy: 'copyBrief',
} as const;

/** The parameters of a check of claims. */
const VERIFY_QUESTION = {
  name: 'verify',
  description:
    'claims that somebody made about the world, checked against the canon: a verdict for each, and the truth',
  parameters: [
    {
      name: 'claims',
      kind: 'claims',
      description:
        'the claims: of each its entity, attribute and value, when it holds, for which knower, and what it cites',
      isRequired: true,
      isPositional: true,
    },
  ],
  palette: [],
  shownBy: 'verifyClaims',
} as const;

/** A command of the editor's palette (without `retcon.`), and the parameters that it prompts for, in this order. */
export interface PaletteCommand {
  readonly command: string;
  readonly asks: readonly PromptedParameter[];
}

export interface Question {
  /** As in JSON: `was_true_at`. */
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** The commands of the palette that prompt for its parameters one after the other. */
  readonly palette: readonly PaletteCommand[];
  /** The command of the editor (without `retcon.`) that asks it in another way. */
  readonly shownBy?: string;
  /** The title of its answer, if the first line of the answer does not suit. */
  readonly title?: string;
  /** Another name under which assistants may call it. */
  readonly alsoCalled?: string;
  /** Its answer can be published: it is printed as markdown too. */
  readonly isPublished?: true;
  /** It can be drawn: the command line writes it as a picture too. */
  readonly isDrawn?: true;
}

/** Checks that palette commands prompt only for parameters that the client knows. */
type Unlisted = Omit<Question, 'palette'> & {
  readonly palette: readonly { readonly command: string; readonly asks: readonly string[] }[];
};

const LISTED = [
  {
    name: 'was_true_at',
    description: 'what held of a person, place, house or anything else at a time in the world',
    parameters: [
      { name: 'entity', kind: 'entity', description: 'its id, title or alias', isRequired: true, isPositional: true },
      {
        name: 'at',
        kind: 'world date',
        description: 'world time: a date such as "412 TA"; if left out, the present',
        alsoCalled: 'at_time',
      },
      AS_OF,
      { name: 'attribute', kind: 'attribute', description: 'one attribute only' },
      FOR,
      KNOWN_AT,
      ...PARTS,
    ],
    palette: [{ command: 'wasTrueAt', asks: ['entity', 'at', 'as_of'] }],
  },
  {
    name: 'lookup',
    description: 'an entry, the facts it states, and every version in its chain',
    parameters: [NAME, AS_OF, FOR, KNOWN_AT],
    palette: [
      { command: 'lookup', asks: ['name'] },
      { command: 'lookupAsOf', asks: ['name', 'as_of'] },
    ],
  },
  {
    name: 'lore',
    alsoCalled: 'lore_about',
    description: 'passages of prose that hold some words, and which of them a retcon has touched',
    parameters: [
      {
        name: 'query',
        kind: 'words',
        description: 'words, and phrases in quotes',
        alsoCalled: 'topic',
        isRequired: true,
        isPositional: true,
      },
      {
        name: 'at',
        kind: 'world date',
        description: 'world time: without what had been superseded by then; if left out, the present',
        alsoCalled: 'at_time',
      },
      AS_OF,
      { name: 'limit', kind: 'count', description: 'how many passages at most; if left out, 10' },
      { name: 'all', kind: 'flag', description: 'passages of superseded and retracted entries too' },
      FOR,
      KNOWN_AT,
    ],
    palette: [],
    shownBy: 'searchLore',
  },
  BRIEF_QUESTION,
  {
    name: 'chain',
    description: 'what an entry supersedes and is superseded by, what it rests on and what rests on it',
    parameters: [
      NAME,
      {
        name: 'why',
        kind: 'flag',
        description: 'only the story of its versions, a paragraph in the reasons of their author',
      },
      FOR,
      KNOWN_AT,
    ],
    palette: [{ command: 'chain', asks: ['name'] }],
  },
  {
    name: 'knows',
    description: 'where what somebody holds and the truth differ; it gives the truth, and is meant for authors',
    parameters: [
      {
        name: 'knower',
        kind: 'knower',
        description: 'a character, a circle, a member of one, or everyone',
        isRequired: true,
        isPositional: true,
        offeredAs: 'for',
      },
      { name: 'entity', kind: 'entity', description: 'one entity only', isPositional: true },
      {
        name: 'at',
        kind: 'world date',
        description: 'world time: what holds at this date, and what they had learned by it; if left out, the present',
        alsoCalled: 'at_time',
      },
      AS_OF,
      ...PARTS,
    ],
    palette: [{ command: 'knows', asks: ['knower', 'at'] }],
  },
  {
    name: 'fork',
    description: 'pages that supersede the same without saying which of them holds, beside what they supersede',
    parameters: [
      {
        name: 'name',
        kind: 'entry',
        description: 'the page that is superseded, or one that supersedes it; if left out, all of them',
        isPositional: true,
        offeredAs: 'entity',
      },
    ],
    palette: [{ command: 'forks', asks: [] }],
    shownBy: 'lookAtFork',
  },
  {
    name: 'log',
    title: 'Retcon Log',
    description: 'every retcon in canon order, with its reason',
    parameters: [
      { name: 'since', kind: 'canon point', description: 'a canon point: only what was decided after it' },
      FOR,
      KNOWN_AT,
      ...PARTS,
    ],
    palette: [
      { command: 'log', asks: [] },
      { command: 'logSince', asks: ['since'] },
    ],
    isPublished: true,
  },
  {
    name: 'ripples',
    title: 'Left to Revisit',
    description:
      'passages that still say what a retcon changed, and pages that rest on it: to be rewritten or reviewed',
    parameters: [
      {
        name: 'entry',
        kind: 'entry',
        description: 'only the retcons that this page makes or meets, or what it describes; if left out, all',
        isPositional: true,
        offeredAs: 'entity',
      },
      { name: 'since', kind: 'canon point', description: 'a canon point: only what was decided after it' },
      { name: 'all', kind: 'flag', description: 'also those that are settled, or were right at their time' },
      { name: 'fact', kind: 'words', description: 'instead: what the prose says of a fact: house-vyr.founder' },
      FOR,
      KNOWN_AT,
    ],
    palette: [
      { command: 'ripples', asks: [] },
      { command: 'proseSays', asks: ['fact'] },
    ],
  },
  {
    name: 'similar',
    title: 'Near-Duplicates',
    description: 'pages that say nearly the same, with what they share and how they differ',
    parameters: [
      {
        name: 'name',
        kind: 'entry',
        description: 'only pages that are like this one; if left out, all pairs',
        isPositional: true,
        offeredAs: 'entity',
      },
    ],
    palette: [{ command: 'similar', asks: [] }],
  },
  {
    name: 'diff',
    description: "how the canon's answers differ between two canon points, and whether a retcon says so",
    parameters: [
      { name: 'from', kind: 'canon point', description: 'a canon point', isRequired: true, isPositional: true },
      { name: 'to', kind: 'canon point', description: 'another; if left out, now', isPositional: true },
      FOR,
      KNOWN_AT,
      { ...LIMIT, isForAssistants: { usual: '100' } },
      CURSOR,
    ],
    palette: [],
    shownBy: 'compareAsOf',
    isPublished: true,
  },
  VERIFY_QUESTION,
  {
    name: 'what_if',
    description: 'what drafted pages would change if they were saved, and what is wrong with them; nothing is written',
    parameters: [
      {
        name: 'pages',
        kind: 'pages',
        description: 'the pages: the path of each, from the root of the codex, and its whole text',
        isRequired: true,
        isPositional: true,
      },
    ],
    palette: [],
    shownBy: 'whatIf',
  },
  {
    name: 'propose_retcon',
    description:
      'a retcon of an entry, as a new page or on the page itself, with what it would change; nothing is written',
    parameters: [
      { ...NAME, name: 'entry', description: 'the entry that is retconned: its id, title, alias or file name' },
      {
        name: 'facts',
        kind: 'words',
        description:
          'what holds instead, each as "house-vyr.founder: lysa", "founder: lysa" or "ally: [bo, di]"; as a value also "motto:", which takes it back, and "date: 392 TA", the page\'s own; the others stay as they were',
        isRepeated: true,
      },
      {
        name: 'date',
        kind: 'world date',
        description: 'world time from which it holds; if left out, it was never different',
      },
      { name: 'canon', kind: 'words', description: 'when it is decided: a revision, or a date such as 2026-05-12' },
      { name: 'reason', kind: 'words', description: 'why, for later readers' },
      { name: 'title', kind: 'words', description: 'the title of the new page' },
      { name: 'prose', kind: 'words', description: 'the prose of the new page below its title, as markdown' },
      { name: 'soft', kind: 'flag', description: 'both versions stay alive, on purpose' },
      {
        name: 'as',
        kind: 'words',
        description:
          'page: a new page supersedes it, for what happened; value: the facts change on the page, which remembers what it said, for persons and places; if left out, page',
      },
    ],
    palette: [],
    shownBy: 'declare',
  },
  {
    name: 'timeline',
    description: 'the timeline: values and events on world time, and since when each has been decided',
    parameters: [
      {
        name: 'entity',
        kind: 'entity',
        description: 'ids, titles or aliases; if left out, the whole codex',
        isPositional: true,
        isRepeated: true,
      },
      { name: 'from', kind: 'world date', description: 'world time: only what holds at this date or later' },
      { name: 'until', kind: 'world date', description: 'world time: only what holds before this date' },
      AS_OF,
      FOR,
      KNOWN_AT,
    ],
    palette: [],
    shownBy: 'timeline',
    isDrawn: true,
  },
  {
    name: 'family',
    description: 'parents, spouses and children around somebody, in generations, as codex.yaml names kin',
    parameters: [
      { name: 'entity', kind: 'entity', description: 'its id, title or alias', isRequired: true, isPositional: true },
      {
        name: 'at',
        kind: 'world date',
        description: 'world time: who lived then, and who was married; if left out, the present',
        alsoCalled: 'at_time',
      },
      AS_OF,
      { name: 'generations', kind: 'count', description: 'how many generations up and down; if left out, all' },
      FOR,
      KNOWN_AT,
    ],
    palette: [],
    shownBy: 'family',
    isDrawn: true,
  },
  {
    name: 'succession',
    description: 'who held an office, or what any state was, one after the other, with gaps, overlaps and ages',
    parameters: [
      {
        name: 'entity',
        kind: 'entity',
        description: 'its id, title or alias; with the attribute behind a dot: house-vyr.ruler',
        isRequired: true,
        isPositional: true,
      },
      { name: 'attribute', kind: 'attribute', description: 'the office, or another attribute' },
      {
        name: 'at',
        kind: 'world date',
        description: 'world time at which the picture begins; if left out, the present',
        alsoCalled: 'at_time',
      },
      AS_OF,
      FOR,
      KNOWN_AT,
      ...PARTS,
    ],
    palette: [],
    shownBy: 'succession',
    isDrawn: true,
  },
] as const satisfies readonly Unlisted[];

type Listed = (typeof LISTED)[number];

export type QuestionName = Listed['name'];

/** A parameter that some command of the palette prompts for. */
export type PromptedParameter = Listed['palette'][number]['asks'][number];

export type ListedQuestion = Question & { readonly name: QuestionName };

export const QUESTIONS: readonly ListedQuestion[] = LISTED;

/** The questions for a caller who is held to one knower: without the parameter that chooses a knower. */
export const questionsForOne: readonly ListedQuestion[] = QUESTIONS.filter(({ parameters }) =>
  parameters.some(({ name }) => name === FOR.name),
).map((question) => ({
  ...question,
  parameters: question.parameters.filter(({ name, isForAuthors }) => name !== FOR.name && !isForAuthors),
}));
