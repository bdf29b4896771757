/** Looks into JSON that somebody else wrote: what is not there, or is something else, is null. */
import { MOST_COUNTED } from '../codexShapes';
import { withoutMark } from '../../text/lines';

/** Not `any`: each look into it says what it expects. */
export type Json = unknown;

/** The value, or null for text that is no JSON. */
export function readJson(text: string): Json {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    return null; // the same as an empty file: there is nothing in it to read
  }
}

export function valueAt(json: Json, key: string): Json {
  if (typeof json !== 'object' || json === null || Array.isArray(json) || !Object.hasOwn(json, key)) return null;
  return Reflect.get(json, key);
}

export function objectAt(json: Json, key: string): Json {
  const value = valueAt(json, key);
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null;
}

export function listAt(json: Json, key: string): readonly Json[] {
  const value = valueAt(json, key);
  return Array.isArray(value) ? value : [];
}

/** A number no greater than a calendar can hold, also one written as text. */
export function numberAt(json: Json, key: string): number | null {
  const value = valueAt(json, key);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) <= MOST_COUNTED ? number : null;
}

/** The same, to the nearest whole number. */
export function wholeAt(json: Json, key: string): number | null {
  const number = numberAt(json, key);
  return number === null ? null : Math.round(number) + 0; // −0 is 0
}

/** A text with something in it, on one line. */
export function textAt(json: Json, key: string): string | null {
  const value = valueAt(json, key);
  const text = typeof value === 'string' ? value.normalize('NFC').replace(/\s+/g, ' ').trim() : '';
  return text === '' ? null : text;
}

export const isTrueAt = (json: Json, key: string): boolean => valueAt(json, key) === true;
