/**
 * Describes the YAML that authors write: keys with their meaning and their values. Readers, schemas, completion and documentation
 * use it.
 */
import type { JsonSchema } from './shape';

/** A word that is a possible value, and its meaning. */
export interface ShapeWord {
  readonly word: string;
  readonly note: string;
}

export type YamlShape =
  | { readonly kind: 'text' | 'number' | 'flag' | 'nothing' }
  | { readonly kind: 'word'; readonly words: readonly ShapeWord[] }
  /** A single item counts as a list of one. */
  | { readonly kind: 'list'; readonly of: YamlShape }
  /** @property isOpen whether others may have keys of their own there */
  | { readonly kind: 'keys'; readonly keys: YamlKeys; readonly isOpen?: true }
  /** A mapping whose keys are the author's, or of one sort. */
  | { readonly kind: 'map'; readonly of: YamlShape; readonly keysAre?: KeySort }
  | { readonly kind: 'either'; readonly of: readonly YamlShape[] }
  /** A shape that many keys share: schemas state it once. */
  | { readonly kind: 'named'; readonly name: string; readonly of: YamlShape };

/** The sort of a mapping's keys, where they are defined elsewhere: keys of entries, attributes, codes of rules. */
export type KeySort = 'entry keys' | 'attributes' | 'rules';

export interface YamlKey {
  readonly doc: string;
  readonly takes: YamlShape;
}

type YamlKeys = Readonly<Record<string, YamlKey>>;

export const aText = { kind: 'text' } as const;
export const aNumber = { kind: 'number' } as const;
export const aFlag = { kind: 'flag' } as const;
export const wordsOf = (words: Readonly<Record<string, string>>): YamlShape => ({
  kind: 'word',
  words: Object.entries(words).map(([word, note]) => ({ word, note })),
});
export const aList = (of: YamlShape): YamlShape => ({ kind: 'list', of });
export const aMap = (of: YamlShape, keysAre?: KeySort): YamlShape => ({ kind: 'map', of, ...(keysAre && { keysAre }) });
export const oneShapeOf = (...of: readonly YamlShape[]): YamlShape => ({ kind: 'either', of });
export const namedShape = (name: string, of: YamlShape): YamlShape => ({ kind: 'named', name, of });
export const withKeys = (keys: YamlKeys): YamlShape => ({ kind: 'keys', keys });
/** The same where others may have keys of their own. */
export const withKeysAndOthers = (keys: YamlKeys): YamlShape => ({ kind: 'keys', keys, isOpen: true });

/** The names of keys, in their order. */
export const namesIn = <Key extends string>(keys: Readonly<Record<Key, YamlKey>>): readonly Key[] =>
  Object.keys(keys) as Key[];

/** The words of a choice, in their order. */
export const choiceWords = <Word extends string>(words: Readonly<Record<Word, string>>): readonly Word[] =>
  Object.keys(words) as Word[];

/** The names that a mapping of a sort may have; undefined: any. */
type KeysOfSort = (sort: KeySort) => readonly string[] | undefined;

export function yamlSchema(shape: YamlShape, keysOfSort: KeysOfSort): JsonSchema {
  const named = new Map<string, JsonSchema>();
  const schema = schemaOf(shape, keysOfSort, named);
  return named.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(named) };
}

function schemaOf(shape: YamlShape, keysOfSort: KeysOfSort, named: Map<string, JsonSchema>): JsonSchema {
  const inner = (one: YamlShape): JsonSchema => schemaOf(one, keysOfSort, named);
  switch (shape.kind) {
    case 'text':
      // YAML takes some words for numbers, and we take all of them for text.
      return { type: ['string', 'number', 'boolean'] };
    case 'number':
      return { type: ['integer', 'number', 'string'], pattern: '^[+-]?[0-9.]+$' };
    case 'flag':
      return {
        anyOf: [{ type: 'boolean' }, { type: 'string', pattern: '^([Tt]rue|[Ff]alse|[Yy]es|[Nn]o|[Oo]n|[Oo]ff)$' }],
      };
    case 'nothing':
      return { type: 'null' };
    case 'word': {
      const words = shape.words.map(({ word }) => word);
      // `off` is a word to us, and false to some readers of YAML.
      return words.includes('off') ? { enum: [...words, false] } : { enum: words };
    }
    case 'list': {
      const item = inner(shape.of);
      return { anyOf: [item, { type: 'array', items: { anyOf: [item, { type: 'null' }] } }] };
    }
    case 'map': {
      const names = shape.keysAre && keysOfSort(shape.keysAre);
      const value = { anyOf: [inner(shape.of), { type: 'null' }] };
      return {
        type: 'object',
        additionalProperties: value,
        ...(names && { propertyNames: { pattern: anySpelling(names) } }),
      };
    }
    case 'keys':
      return {
        type: 'object',
        ...keysSchema(
          Object.entries(shape.keys).map(([name, { doc, takes }]) => [
            name,
            { description: doc, anyOf: [inner(takes), { type: 'null' }] },
          ]),
          shape.isOpen === true,
        ),
      };
    case 'either':
      return { anyOf: shape.of.map(inner) };
    case 'named':
      if (!named.has(shape.name)) named.set(shape.name, inner(shape.of));
      return { $ref: `#/$defs/${shape.name}` };
  }
}

/** Each key as it is documented; other spellings of it are allowed unchecked. */
const keysSchema = (keys: readonly (readonly [string, JsonSchema])[], isOpen: boolean): JsonSchema => ({
  properties: Object.fromEntries(keys),
  ...(isOpen
    ? { additionalProperties: true }
    : { patternProperties: { [anySpelling(keys.map(([name]) => name))]: {} }, additionalProperties: false }),
});

/** `as_of`, but also `As-Of` and `AS OF`. */
const anySpelling = (names: readonly string[]): string => `^(?:${names.map(spellings).join('|')})$`;

const spellings = (name: string): string =>
  [...name]
    .map((letter) => (letter === '_' ? '[-_ ]+' : /[a-z]/.test(letter) ? `[${letter}${letter.toUpperCase()}]` : letter))
    .join('');
