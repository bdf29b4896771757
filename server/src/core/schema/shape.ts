/** Shapes of data as values: each has a TypeScript type for the code that makes the data, and a JSON Schema for its readers. */

export type JsonSchema = { readonly [keyword: string]: unknown };

export interface Shape<T> {
  readonly schema: JsonSchema;
  /** Never present: it carries the type alone. */
  readonly type?: () => T;
}

/** The type of data with a shape. */
export type TypeOf<S> = S extends Shape<infer T> ? T : never;

type Members = Readonly<Record<string, Shape<unknown>>>;
type Flat<T> = { readonly [Key in keyof T]: T[Key] };
type OfMembers<M extends Members> = { readonly [Key in keyof M]: TypeOf<M[Key]> };

/** An object whose keys have shapes of their own. */
export interface ObjectShape<T> extends Shape<T> {
  readonly members: Members;
  readonly required: readonly string[];
}

const made = <T>(schema: JsonSchema): Shape<T> => ({ schema });

export const string = made<string>({ type: 'string' });
export const integer = made<number>({ type: 'integer' });
export const number = made<number>({ type: 'number' });
export const boolean = made<boolean>({ type: 'boolean' });
const nothing = made<null>({ type: 'null' });
export const anything = made<unknown>({});

export const oneOf = <const Word extends string>(...words: readonly Word[]): Shape<Word> =>
  made({ type: 'string', enum: words });

/** A flag that is present only if it is true. */
export const always = made<true>({ const: true });

export const arrayOf = <T>(item: Shape<T>): Shape<readonly T[]> => made({ type: 'array', items: item.schema });

/** A tuple of numbers. */
export const twoOf = <T>(item: Shape<T>): Shape<readonly [T, T]> =>
  made({ type: 'array', items: item.schema, minItems: 2, maxItems: 2 });

/** Data may hold a text, a number or a flag, which is read as a text. */
export const word = made<string>({ type: ['string', 'number', 'boolean'] });

/** A share of a whole: 0.05, or 5 %. */
export const share = made<number>({ type: 'number', minimum: 0, maximum: 1 });

/** One or several: data may hold a single item for a list of one. */
export const oneOrMore = <T>(item: Shape<T>): Shape<readonly T[]> =>
  made({ anyOf: [{ type: 'array', items: item.schema }, item.schema] });

/** An object that only has its own keys. @param title its name in messages @param example how one is written */
export const closed = <T>(shape: ObjectShape<T>, title: string, example: string): ObjectShape<T> => ({
  ...shape,
  schema: { ...shape.schema, title, examples: [example], additionalProperties: false },
});

/** The same, where further keys are the author's own. */
export const named = <T>(shape: ObjectShape<T>, title: string, example: string): ObjectShape<T> => ({
  ...shape,
  schema: { ...shape.schema, title, examples: [example] },
});

/** An object with keys of the author's own. */
export const mapOf = <T>(value: Shape<T>): Shape<Readonly<Record<string, T>>> =>
  made({ type: 'object', additionalProperties: value.schema });

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  const { type, enum: words, ...rest } = shape.schema;
  if (typeof type === 'string' && words === undefined) return made({ type: [type, 'null'], ...rest });
  return made({ anyOf: [shape.schema, nothing.schema] });
}

export const either = <S extends readonly Shape<unknown>[]>(...shapes: S): Shape<TypeOf<S[number]>> =>
  made({ anyOf: shapes.map(({ schema }) => schema) });

export const described = <S extends Shape<unknown>>(shape: S, description: string): S => ({
  ...shape,
  schema: { ...shape.schema, description },
});

export function object<R extends Members>(required: R): ObjectShape<OfMembers<R>>;
/** @param optional keys that may be missing */
export function object<R extends Members, O extends Members>(
  required: R,
  optional: O,
): ObjectShape<Flat<OfMembers<R> & Partial<OfMembers<O>>>>;
export function object(required: Members, optional: Members = {}): ObjectShape<unknown> {
  const members: Members = { ...required, ...optional };
  const keys = Object.keys(required);
  return { schema: objectSchema(members, keys), members, required: keys };
}

/** Two objects in one. */
export const extended = <A, B>(a: ObjectShape<A>, b: ObjectShape<B>): ObjectShape<Flat<A & B>> => {
  const members = { ...a.members, ...b.members };
  const required = [...new Set([...a.required, ...b.required])];
  return { schema: objectSchema(members, required), members, required };
};

const objectSchema = (members: Members, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(members).map(([key, { schema }]) => [key, schema])),
  ...(required.length > 0 && { required }),
});
