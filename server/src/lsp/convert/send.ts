/** Makes an answer of the core what is sent of it. */
import type { Entry } from '../../core/entry/entry';
import type { Sent } from '../protocol/sent';

/** @param href the URI of an entry; null where it can't be opened */
export function sent<T>(answer: T, href: (entry: Entry) => string | null): Sent<T> {
  const send = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(send);
    if (typeof value !== 'object' || value === null) return value;
    if (!('entry' in value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, send(one)]));
    const { entry, ...words } = value as { readonly entry: Entry };
    const uri = href(entry);
    return { ...words, ...(uri !== null && { uri }) };
  };
  return send(answer) as Sent<T>;
}
