/** Reads data by its shape: accepts what the published schema allows, and has a message for everything else. */
import { isSlip } from '../text/nearNames';
import { listFirst, listWords } from '../text/words';
import type { JsonSchema, Shape } from './shape';

/** The keys and indexes that lead to a value. */
type DataPath = readonly (string | number)[];

/** A part that does not fit, and where it is. */
interface Misfit {
  readonly path: DataPath;
  readonly message: string;
}

type FitResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly misfits: readonly Misfit[] };

/**
 * A value as its shape requires. Keys match ignoring case, and numbers may be written as text, since people write such data by
 * hand.
 * @param data the content of JSON or YAML
 */
export function fit<T>({ schema }: Shape<T>, data: unknown): FitResult<T> {
  const misfits: Misfit[] = [];
  const value = fitted(schema, data, [], misfits);
  return misfits.length === 0 ? { ok: true, value: value as T } : { ok: false, misfits };
}

function fitted(schema: JsonSchema, data: unknown, path: DataPath, misfits: Misfit[]): unknown {
  const fail = (message: string): void => void misfits.push({ path, message });
  const { anyOf, enum: words, type, items, properties, additionalProperties } = schema as Keywords;
  if (anyOf && isList(anyOf)) return fitted(anyOf[0], Array.isArray(data) ? data : [data], path, misfits);
  if (anyOf) return fittedToAny(anyOf, data, path, misfits);
  if (type === 'array') {
    if (!Array.isArray(data)) return fail(`${nameAt(schema, path)} takes a list, not ${shapeOf(data)}.`);
    return data.map((item: unknown, i) => fitted(items ?? {}, item, [...path, i], misfits));
  }
  if (type === 'object') {
    if (!isRecord(data)) return fail(`${nameAt(schema, path)} is made of keys and values, like ${exampleOf(schema)}.`);
    return properties
      ? fittedMembers(schema, data, path, misfits)
      : Object.fromEntries(
          Object.entries(data).map(([key, value]) => [
            key,
            isJsonSchema(additionalProperties) ? fitted(additionalProperties, value, [...path, key], misfits) : value,
          ]),
        );
  }
  if (type === undefined && words === undefined) return data;
  if (typeof data !== 'string' && typeof data !== 'number' && typeof data !== 'boolean')
    return fail(`${nameAt(schema, path)} takes one text, not ${shapeOf(data)}.`);
  const text = String(data).trim();
  if (words) {
    const word = words.find((one) => one.toLowerCase() === text.toLowerCase());
    return word ?? fail(`"${text}" is not a known ${path.at(-1) ?? 'word'}: write ${listWords(words)}.`);
  }
  if (type === 'boolean')
    return (
      /^(?:true|yes)$/i.test(text) || (/^(?:false|no)$/i.test(text) ? false : fail(`"${text}": write true or false.`))
    );
  if (type === 'number' || type === 'integer') return fittedNumber(schema, text, fail);
  return text === '' ? fail(`${nameAt(schema, path)} is empty: write something, or leave it out.`) : text;
}

interface Keywords {
  readonly type?: unknown;
  readonly title?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly string[];
}

const isJsonSchema = (one: unknown): one is JsonSchema => typeof one === 'object' && one !== null;
const isRecord = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** A list, or one item for a list of one. */
const isList = (anyOf: readonly JsonSchema[]): anyOf is readonly [JsonSchema, JsonSchema] =>
  anyOf.length === 2 && anyOf[0]?.['type'] === 'array' && anyOf[0]['items'] === anyOf[1];

/** The first alternative that fits; if none does, the failure of the first one of the same kind. */
function fittedToAny(anyOf: readonly JsonSchema[], data: unknown, path: DataPath, misfits: Misfit[]): unknown {
  const tried = anyOf.map((one) => {
    const own: Misfit[] = [];
    return { value: fitted(one, data, path, own), own, isSameKind: isRecord(data) === (one['type'] === 'object') };
  });
  const best = tried.find(({ own }) => own.length === 0) ?? tried.find(({ isSameKind }) => isSameKind) ?? tried[0];
  misfits.push(...(best?.own ?? []));
  return best?.value;
}

function fittedMembers(
  schema: JsonSchema,
  data: Readonly<Record<string, unknown>>,
  path: DataPath,
  misfits: Misfit[],
): unknown {
  const { properties = {}, required = [], additionalProperties } = schema as Keywords;
  const known = Object.keys(properties);
  const members = new Map<string, unknown>();
  for (const [key, one] of Object.entries(data)) {
    const name = known.find((each) => each === keyOf(key));
    const member = name === undefined ? undefined : properties[name];
    const near = name === undefined ? known.find((each) => isSlip(keyOf(key), each, SHORTEST)) : undefined;
    if (name !== undefined && member) {
      if (one !== null) members.set(name, fitted(member, one, [...path, key], misfits));
    } else if (near !== undefined)
      misfits.push({ path: [...path, key], message: `"${key}" means nothing here. Did you mean ${near}?` });
    else if (additionalProperties === false)
      misfits.push({ path: [...path, key], message: `"${key}" means nothing here: write ${listFirst(6, known)}.` });
    else members.set(key, one);
  }
  const missing = required.filter((key) => !members.has(key) && !misfits.some((one) => isAt(one.path, [...path, key])));
  if (missing.length > 0)
    misfits.push({
      path,
      message: `${nameAt(schema, path)} needs ${listWords(missing, 'and')}, like ${exampleOf(schema)}.`,
    });
  return Object.fromEntries(members);
}

/** Shorter words are near to too many. */
const SHORTEST = 4;

const isAt = (path: DataPath, other: DataPath): boolean =>
  path.length >= other.length && other.every((part, i) => String(path[i]).toLowerCase() === String(part).toLowerCase());

const keyOf = (key: string): string => key.trim().toLowerCase().replace(/[- ]/g, '_');

function fittedNumber(schema: Keywords, text: string, fail: (message: string) => void): unknown {
  const { type, minimum = -Infinity, maximum = Infinity } = schema;
  const share = /^(\d+(?:\.\d+)?)\s*%$/.exec(text);
  const number = share ? Number(share[1]) / 100 : text === '' ? Number.NaN : Number(text);
  if (minimum <= number && number <= maximum && (type === 'number' || Number.isInteger(number))) return number;
  const bounds = [
    ...(Number.isFinite(minimum) ? [`from ${minimum}`] : []),
    ...(Number.isFinite(maximum) ? [`to ${maximum}`] : []),
  ];
  return fail(
    `"${text}": write ${type === 'integer' ? 'a whole number' : 'a number'}${bounds.length > 0 ? ` ${bounds.join(' ')}` : ''}.`,
  );
}

const shapeOf = (data: unknown): string =>
  data === null ? 'nothing' : Array.isArray(data) ? 'a list' : typeof data === 'object' ? 'a group of keys' : 'a text';

const nameAt = ({ title }: Keywords, path: DataPath): string =>
  title ?? (typeof path.at(-1) === 'string' ? String(path.at(-1)) : 'this');

const exampleOf = ({ examples = [], properties = {} }: Keywords): string =>
  examples[0] ?? `{${Object.keys(properties).slice(0, 3).join(': …, ')}: …}`;
