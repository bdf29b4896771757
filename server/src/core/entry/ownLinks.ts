/** Finds the `[[links]]` that are values of the author's own keys, as the properties of other tools have them. */
import type { YamlNode } from '../yaml/tree';
import { type Link, NO_NAME } from './inline';
import { type Reading, readRef } from './shapes';

/** A value that is one link, bare or in quotes, in lists and groups too; a link amid other words is text to everybody. */
export function ownLinks(reading: Reading, node: YamlNode | null): Link[] {
  if (node === null || (node.kind === 'scalar' && !node.text.includes('[['))) return [];
  if (node.kind === 'mapping') return node.pairs.flatMap(({ value }) => ownLinks(reading, value));
  const link = linkAt(reading, node);
  if (link) return [link];
  return node.kind === 'sequence' ? node.items.flatMap((item) => ownLinks(reading, item)) : [];
}

function linkAt(reading: Reading, node: Exclude<YamlNode, { kind: 'mapping' }>): Link | null {
  const ref = readRef(reading, node);
  if (!ref?.linked || ref.text === '' || NO_NAME.test(ref.text)) return null;
  const written = reading.text.slice(node.span.start, node.span.end);
  const open = written.indexOf('[[');
  const close = written.lastIndexOf(']]');
  // Brackets that are escaped are written by no author, and could not be shown as a link.
  if (open === -1 || close < open) return null;
  const embed = written[open - 1] === '!';
  const heading = /#([^|]*)/.exec(written.slice(open, close))?.[1]?.replace(/\\$/, '').trim();
  const { start } = node.span;
  return {
    kind: 'wiki',
    embed,
    target: ref.text,
    ...(heading !== undefined && { heading }),
    span: { start: start + (embed ? open - 1 : open), end: start + close + 2 },
    targetSpan: ref.span,
    inFrontmatter: true,
  };
}
