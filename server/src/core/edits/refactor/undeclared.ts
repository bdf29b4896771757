/** Keys of a page that name others, as `ruler: "[[Maric]]"` does, and are no facts as long as codex.yaml does not declare them. */
import { entryNamed, type Known } from '../../canon';
import { keyOf } from '../../codex/codex';
import { frontmatterTree } from '../../entry/frontmatter';
import type { Entry } from '../../entry/entry';
import { listItems, type FileReading, readRef } from '../../entry/entryShapes';

export interface UndeclaredKey {
  /** As its author writes it. */
  readonly key: string;
  /** What it names, brackets stripped. */
  readonly values: readonly string[];
}

/** What leads from note to note in other tools, and says nothing of the world. */
const WAYS: ReadonlySet<string> = new Set(
  'up down next prev previous parent parents child children related see_also same tags tag moc index source_note'.split(
    ' ',
  ),
);

/** Those of a page that states no facts, or of any page where no attribute is declared at all. */
export function undeclaredKeys(known: Known, entry: Entry, text: string): UndeclaredKey[] {
  const { codex } = known.canon;
  if (entry.facts.length > 0 && codex.attributes.size > 0) return [];
  const unknown = new Set(entry.unknownKeys.map((key) => key.text));
  const reading: FileReading = { path: entry.path, text, codex, problems: [] };
  return (frontmatterTree(text)?.pairs ?? []).flatMap(({ key, value }) => {
    if (!unknown.has(key.text) || WAYS.has(keyOf(key.text))) return [];
    const refs = listItems(reading, value).map((item) => readRef(reading, item));
    const named = refs.flatMap((ref) => (ref && (ref.linked || entryNamed(known, ref.text)) ? ref.text : []));
    return named.length > 0 && named.length === refs.length ? [{ key: key.text, values: named }] : [];
  });
}

/** How they are declared: of what has several values there may be any number. */
export const kindsOf = (keys: readonly UndeclaredKey[]): Readonly<Record<string, string>> =>
  Object.fromEntries(keys.map(({ key, values }) => [key, values.length > 1 ? 'set' : 'state']));
