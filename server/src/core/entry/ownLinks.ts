/** Finds the links in the values of the frontmatter that are no names to Retcon otherwise: in keys of other tools, in `type`, amid words. */
import { type Span, spanContains } from '../text/span';
import { readYaml } from '../yaml/readYaml';
import type { YamlMapping, YamlNode, YamlScalar } from '../yaml/tree';
import type { Entry } from './entry';
import { inlineScan, type Link, NO_NAME, scanInline } from './inline';
import { eachNaming } from './naming';
import { type FileReading, readRef } from './entryShapes';

/** A sign of a link: most pages have none in their frontmatter, and are not looked through. */
const LINK = /\[\[|\]\(/;

/** The links in all values that the entry does not name something by already, in lists and groups too; in the order of the keys. */
export function ownLinks(reading: FileReading, frontmatter: YamlMapping, entry: Entry): Link[] {
  const { start, end } = frontmatter.span;
  if (!LINK.test(reading.text.slice(start, end))) return [];
  // Its other names are not mentions of it.
  const seen = new Set(entry.aliases.map((alias) => alias.span.start));
  const limits: Span[] = [];
  eachNaming(entry, (_role, _text, linked, span, more) => {
    if (more?.only) limits.push(span);
    else if (linked) seen.add(span.start);
  });
  return linksIn(reading, frontmatter).filter(({ targetSpan }) => {
    if (limits.some((limit) => spanContains(limit, targetSpan))) return false;
    // Through an anchor one value may stand under several keys.
    return !seen.has(targetSpan.start) && seen.add(targetSpan.start);
  });
}

function linksIn(reading: FileReading, node: YamlNode | null): Link[] {
  if (node === null) return [];
  if (node.kind === 'mapping') return node.pairs.flatMap(({ value }) => linksIn(reading, value));
  if (node.kind === 'scalar' && !LINK.test(node.text)) return [];
  const link = linkAt(reading, node);
  if (link) return [link];
  return node.kind === 'sequence'
    ? node.items.flatMap((item) => linksIn(reading, item))
    : linksAmidWords(reading.text, node);
}

/** A value that is one `[[link]]` and nothing else, bare or in quotes. */
function linkAt(reading: FileReading, node: Exclude<YamlNode, YamlMapping>): Link | null {
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

/** Links among other words, and markdown links, as prose has them. */
function linksAmidWords(text: string, { content, style }: YamlScalar): Link[] {
  const source = text.slice(content.start, content.end);
  const scan = inlineScan(source);
  for (let at = 0; at < source.length; ) {
    const feed = source.indexOf('\n', at);
    const end = feed === -1 ? source.length : feed;
    at = Math.max(scanInline(scan, at, end), end + 1);
  }
  const moved = ({ start, end }: Span): Span => ({ start: start + content.start, end: end + content.start });
  return scan.links.map((link) => ({
    ...link,
    target: unquoted(link.target, style),
    span: moved(link.span),
    targetSpan: moved(link.targetSpan),
    inFrontmatter: true,
  }));
}

/** What a part of a quoted text says. */
function unquoted(part: string, style: YamlScalar['style']): string {
  const mark = style === 'double' ? '"' : "'";
  if ((style !== 'double' && style !== 'single') || !(style === 'double' ? /\\/ : /'/).test(part)) return part;
  const whole = mark + part + mark;
  const { root } = readYaml(whole, { start: 0, end: whole.length });
  return root?.kind === 'scalar' ? root.text : part;
}
