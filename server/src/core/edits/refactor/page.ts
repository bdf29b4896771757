/** The text of a file that is being written: changed step by step, each on what the ones before have made. */
import { type Codex, hasKey, keyOf } from '../../codex/codex';
import { frontmatterTree, knownKey, pairOfKey, setTopKey } from '../../entry/frontmatter';
import type { Entry } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import { applied, edited } from '../../text/composeEdits';
import { removeKey, type YamlEdit } from '../../yaml/editYaml';
import { lineEnd } from '../../yaml/yamlLayout';
import type { YamlValue } from '../../yaml/value';

/** A text after one change; null where that can't be done safely. */
export type PageStep = (text: string) => string | null;

/** A text after all of some steps; null where one of them can't be done. */
export const stepped = (text: string, steps: readonly PageStep[]): string | null =>
  steps.reduce<string | null>((now, step) => (now === null ? null : step(now)), text);

/** A step that is one edit. */
export const edit =
  (find: (text: string) => YamlEdit | null): PageStep =>
  (text) => {
    const found = find(text);
    return found && applied(text, found);
  };

/** Keys of a frontmatter that Retcon knows, and their values; null and undefined ones are left out, and keys that mean something else here. */
export type Keys = Readonly<Record<string, YamlValue | null | undefined>>;

export const setKeys = (codex: Codex, keys: Keys): PageStep[] =>
  Object.entries(keys).flatMap(([key, value]) =>
    value === null || value === undefined || !hasKey(codex, key)
      ? []
      : [edit((text) => setTopKey(text, codex, key, value))],
  );

/** Takes every requested key out of the frontmatter: by its meaning here, or by its spelling. */
export const withoutKeys =
  (codex: Codex, isGone: (key: string) => boolean): PageStep =>
  (text) => {
    const mapping = frontmatterTree(text);
    const gone = mapping?.pairs.filter(({ key }) => isGone(knownKey(codex, key.text) ?? keyOf(key.text))) ?? [];
    const [first] = gone;
    if (!mapping || !first) return text;
    // In braces what is taken out reaches to its neighbours: one goes after the other.
    if (mapping.flow) return stepped(text, [edit((now) => removeKey(now, mapping, first)), withoutKeys(codex, isGone)]);
    const edits = gone.flatMap((pair) => removeKey(text, mapping, pair) ?? []);
    return edits.length < gone.length ? null : edited(text, edits);
  };

/** Takes away the comment behind the value of a key. */
export const withoutNote =
  (codex: Codex, key: string): PageStep =>
  (text) => {
    const mapping = frontmatterTree(text);
    const value = mapping && pairOfKey(codex, mapping, key)?.value;
    if (!value || mapping.flow) return text;
    const end = lineEnd(text, value.span.end);
    const isNote = /^[ \t]+#/.test(text.slice(value.span.end, end));
    return isNote ? text.slice(0, value.span.end) + text.slice(end) : text;
  };

/** A new frontmatter, its fences included. @param eol how its lines end */
export const newFrontmatter = (codex: Codex, keys: Keys, eol: string): string | null =>
  stepped(`---${eol}---${eol}`, setKeys(codex, keys));

/** How a new file says its title. */
export interface Titled {
  /** For the key; null: something else says it. */
  readonly key: string | null;
  /** What stands below the frontmatter. */
  readonly body: string;
}

/** In the manner of an older page as long as that makes it the title of the new one. */
export function titled(codex: Codex, like: Entry, title: string, file: string, eol: string): Titled {
  const [bare, headed] = [eol, `${eol}# ${title}${eol}${eol}`];
  const isNamedBy = (body: string): boolean => readEntry(file, body, codex).title === title;
  const canSay = hasKey(codex, 'title');
  if (like.titleSpan && like.titleSpan.start < like.frontmatter.end) return { key: title, body: bare };
  const body = like.titleSpan || (!isNamedBy(bare) && (isNamedBy(headed) || !canSay)) ? headed : bare;
  return { key: isNamedBy(body) ? null : title, body };
}
