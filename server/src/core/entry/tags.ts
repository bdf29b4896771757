/** The tags of a note: those under `tags` or `tag` in its frontmatter, and those in its prose. */
import { keyOf, tagKey } from '../codex/codex';
import type { YamlMapping, YamlNode } from '../yaml/tree';
import { isAbsent } from './entryShapes';

/** As `tagKey` gives them. @param inProse as they are written there */
export function tagsOf(frontmatter: YamlMapping | null, inProse: readonly string[]): ReadonlySet<string> {
  const listed = (frontmatter?.pairs ?? []).filter(({ key }) => /^tags?$/.test(keyOf(key.text)));
  const tags = [...listed.flatMap(({ value }) => tagsIn(value)), ...inProse].map(tagKey);
  return new Set(tags.filter((tag) => tag !== ''));
}

/** A list has one tag in each item; a text has them between commas or blanks. */
function tagsIn(node: YamlNode | null): readonly string[] {
  if (isAbsent(node)) return [];
  if (node.kind === 'sequence') return node.items.flatMap((item) => (item?.kind === 'scalar' ? item.text : []));
  return node.kind === 'scalar' ? node.text.split(node.text.includes(',') ? ',' : /\s+/) : [];
}
