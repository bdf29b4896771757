/** The parameters of questions: what each may hold, and those that several questions have. */

/**
 * What a parameter holds, and so how a surface asks for it. A `flag` is given or not; a `count` is a whole number from 1 on; `pages`
 * are a list of drafted pages, each with its path and its whole text, which is written down as JSON; `claims` are a list too, as JSON or YAML.
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
  /** In the spelling of JSON: `as_of`. */
  readonly name: string;
  readonly kind: ParameterKind;
  readonly description: string;
  readonly isRequired?: true;
  /** On the command line it is a word without a name. */
  readonly isPositional?: true;
  /** Another name that assistants may give it by. */
  readonly alsoCalled?: string;
  /** Assistants alone have it: they read no more at once. `usual` is what it is where they leave it out. */
  readonly isForAssistants?: { readonly usual?: string };
  /** Whoever is held to one knower does not have it. */
  readonly isForAuthors?: true;
  /** It may be given several times; on the command line it is the last of the words without a name. */
  readonly isRepeated?: true;
}

export const AS_OF = {
  name: 'as_of',
  kind: 'canon point',
  description:
    'canon time: what the author had decided by then: a revision, a date such as 2026-05-12, before:ENTRY, git:COMMIT, or latest',
} as const;

export const NAME = {
  name: 'name',
  kind: 'entry',
  description: 'its id, title, alias or file name',
  isRequired: true,
  isPositional: true,
} as const;

export const FOR = {
  name: 'for',
  kind: 'knower',
  description: 'as somebody holds it: a character, a circle, everyone, or author for the whole truth',
} as const;

export const KNOWN_AT = {
  name: 'known_at',
  kind: 'world date',
  description: 'world time: what they had learned by this date; if left out, by the time that the question is about',
} as const;

export const LIMIT = {
  name: 'limit',
  kind: 'count',
  description: 'how many at most',
} as const;

export const CURSOR = {
  name: 'cursor',
  kind: 'words',
  description: 'next_cursor of the answer before: what comes after it',
  isForAssistants: {},
} as const;
