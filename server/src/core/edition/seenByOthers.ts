/** What the other pages of an edition can see of a page, as a number: as long as it stays the same for all, so does whatever they ask. */
import { type Canon, entryAt } from '../canon';
import { digestOfText } from '../packed/bytes';

/** What an entry holds of its prose alone: no question looks at it. A title or a type that prose gives, and a doubt, stand elsewhere. */
const PROSE: ReadonlySet<string> = new Set(['links', 'referenceLinks', 'secrets', 'mayVeil', 'hasEvents']);

/** A value as a text. The order of properties does not count: it is another in what was packed. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const one of value) text += `${canonical(one)},`;
    return `[${text}]`;
  }
  const properties = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(properties).sort())
    if (!PROSE.has(key) && properties[key] !== undefined) text += `${key}:${canonical(properties[key])},`;
  return `{${text}}`;
}

/** Null where no page is at a path. */
export function seenByOthers(whole: Canon, path: string): number | null {
  const entry = entryAt(whole, path);
  return entry ? digestOfText(canonical(entry)) : null;
}
