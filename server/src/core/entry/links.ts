/**
 * The links that are not plain links in prose: in values of the frontmatter, by reference, and those that only other tools may
 * follow.
 */
import { type Span, spanContains } from '../text/span';
import { readYaml } from '../yaml/readYaml';
import type { YamlMapping, YamlNode, YamlScalar } from '../yaml/tree';
import type { Entry } from './entry';
import { inlineScan, type Link, NO_NAME, scanInline, decoded, SCHEME } from './inline';
import { eachNaming } from './naming';
import { type FileReading, isPageLink, readRef } from './entryShapes';
import type { Body } from './body';

/** A sign of a link: most pages have none in their frontmatter, and are skipped. */
const LINK = /\[\[|\]\(/;

/** The links in all values that are not read as names already, in lists and groups too; in the order of the keys. */
export function ownLinks(reading: FileReading, frontmatter: YamlMapping, entry: Entry): Link[] {
  const { start, end } = frontmatter.span;
  if (!LINK.test(reading.text.slice(start, end))) return [];
  // An entry's other names are not mentions of it.
  const seen = new Set(entry.aliases.map((alias) => alias.span.start));
  const limits: Span[] = [];
  eachNaming(entry, (_role, _text, linked, span, more) => {
    if (more?.only) limits.push(span);
    else if (linked) seen.add(span.start);
  });
  const kept = new Set<number>();
  return linksIn(reading, frontmatter).filter(({ kind, targetSpan }) => {
    if (limits.some((limit) => spanContains(limit, targetSpan))) return false;
    // A markdown link that is a name already has to be kept right all the same when files move.
    if (kind === 'wiki' && seen.has(targetSpan.start)) return false;
    // Through an anchor, one value may appear under several keys.
    return !kept.has(targetSpan.start) && kept.add(targetSpan.start);
  });
}

function linksIn(reading: FileReading, node: YamlNode | null): Link[] {
  if (node === null) return [];
  if (node.kind === 'mapping')
    return node.pairs.flatMap(({ key, value }) => [
      ...(isPageLink(key.text) ? linksIn(reading, key) : []),
      ...linksIn(reading, value),
    ]);
  if (node.kind === 'scalar' && !LINK.test(node.text)) return [];
  const link = linkAt(reading, node);
  if (link) return [link];
  return node.kind === 'sequence'
    ? node.items.flatMap((item) => linksIn(reading, item))
    : linksAmidWords(reading.text, node);
}

/** A value that is exactly one `[[link]]`, bare or in quotes. */
function linkAt(reading: FileReading, node: Exclude<YamlNode, YamlMapping>): Link | null {
  const ref = readRef(reading, node);
  if (!ref?.linked || ref.text === '' || NO_NAME.test(ref.text)) return null;
  const written = reading.text.slice(node.span.start, node.span.end);
  const open = written.indexOf('[[');
  const close = written.lastIndexOf(']]');
  // No author writes escaped brackets, and they could not be shown as a link.
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

/** Links among other words, and markdown links, as in prose. */
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

/** The value of a part of a quoted text. */
function unquoted(part: string, style: YamlScalar['style']): string {
  const mark = style === 'double' ? '"' : "'";
  if ((style !== 'double' && style !== 'single') || !(style === 'double' ? /\\/ : /'/).test(part)) return part;
  const whole = mark + part + mark;
  const { root } = readYaml(whole, { start: 0, end: whole.length });
  return root?.kind === 'scalar' ? root.text : part;
}

/** The part of a definition after the `:`: its target, on that line or on the next. */
const TARGET = /[ \t]*(?:\r?\n[ \t>]*)?(?:<([^<>\n]*)>|([^\s<]\S*))/y;

/** The limit of CommonMark; it also keeps nested brackets from being read over and over. */
const LONGEST_NAME = 999;

/**
 * Each use of a definition, and each unused definition, in the order of the text. A definition has a target like a markdown link;
 * the place of the link, and of its target, are the words that use it.
 */
export function referenceLinks(text: string, { brackets }: Pick<Body, 'brackets'>): Link[] {
  const definitions = new Map<string, Link>();
  const others: Span[] = [];
  for (const bracket of brackets) {
    if (text[bracket.end] === '(') continue;
    const definition = text[bracket.end] === ':' ? definitionAt(text, bracket) : null;
    if (definition === null) others.push(bracket);
    else if (!definitions.has(nameIn(text, bracket))) definitions.set(nameIn(text, bracket), definition);
  }
  if (definitions.size === 0) return [];
  const used = new Set<Link>();
  const uses = usesAmong(text, others).flatMap(({ name, span }) => {
    const definition = definitions.get(name);
    if (!definition) return [];
    used.add(definition);
    const embed = text[span.start - 1] === '!' && text[span.start - 2] !== '\\';
    const place = embed ? { start: span.start - 1, end: span.end } : span;
    return { ...definition, embed, span: place, targetSpan: place };
  });
  const unused = [...definitions.values()].filter((definition) => !used.has(definition));
  return [...uses, ...unused].sort((a, b) => a.span.start - b.span.start).filter(({ target }) => target !== '');
}

/** Null if a bracket with a `:` after it is not a definition. One that leads to no file of the codex has an empty target. */
function definitionAt(text: string, { start, end }: Span): Link | null {
  if (text[start + 1] === '^' || !beginsLine(text, start)) return null;
  TARGET.lastIndex = end + 1;
  const found = TARGET.exec(text);
  if (!found) return null;
  const [path = '', heading] = (found[1] ?? found[2] ?? '').split(/#(.*)/s);
  const isPage = !SCHEME.test(path) && !NO_NAME.test(path);
  const span = { start, end: TARGET.lastIndex };
  const link: Link = { kind: 'markdown', embed: false, target: isPage ? decoded(path) : '', span, targetSpan: span };
  return heading === undefined ? link : { ...link, heading: decoded(heading) };
}

/** Whether only blanks and quote marks precede an offset on its line. */
function beginsLine(text: string, at: number): boolean {
  let before = at;
  while (before > 0 && /[ \t>]/.test(text.charAt(before - 1))) before--;
  return before === 0 || text[before - 1] === '\n';
}

/** Names ignore case and the number of blanks. */
const nameIn = (text: string, { start, end }: Span): string =>
  end - start - 2 > LONGEST_NAME
    ? ''
    : text
        .slice(start + 1, end - 1)
        .trim()
        .replace(/\s+/g, ' ')
        .toLowerCase();

/** `[words][name]`, `[name][]` and `[name]`, each once. */
function usesAmong(text: string, brackets: readonly Span[]): { readonly name: string; readonly span: Span }[] {
  const byStart = new Map(brackets.map((bracket) => [bracket.start, bracket]));
  const names = new Set<Span>();
  return brackets.flatMap((bracket) => {
    if (names.has(bracket)) return [];
    const behind = byStart.get(bracket.end);
    if (behind) names.add(behind);
    const named = behind && nameIn(text, behind) !== '' ? behind : bracket;
    return { name: nameIn(text, named), span: { start: bracket.start, end: (behind ?? bracket).end } };
  });
}

/**
 * Whether a text may hold links beside those that were read: in code, by a definition, in HTML, where other tools may see some.
 * @param links how many were read
 */
export function mayLinkOtherwise(text: string, from: number, links: number): boolean {
  let marks = 0;
  for (const mark of ['[[', ']('])
    for (let at = text.indexOf(mark, from); at !== -1; at = text.indexOf(mark, at + mark.length)) marks++;
  if (marks > links) return true;
  return (
    (text.includes(']:', from) && /^[ \t>]*\[[^^\]\n][^\]\n]*\]:/m.test(text.slice(from))) ||
    (text.includes('<', from) &&
      /\s(?:href|src|poster|data|cite)[ \t]*=|<[^<>\n]*\.(?:md|markdown)[#>]/i.test(text.slice(from)))
  );
}
