/** Writes another name where a name stands, in the quotes, brackets or link that it stands in there. */
import { folderOf } from '../../text/pageFile';
import { type Canon, tableEntries } from '../../canon';
import { compareTexts } from '../../text/sorted';
import type { Entry } from '../../entry/entry';
import { decoded } from '../../entry/inline';
import type { Span } from '../../text/span';
import { frontmatterTree, cutFrontmatter } from '../../entry/frontmatter';
import type { Naming } from '../../entry/naming';
import { isPageLink, linkTarget } from '../../entry/entryShapes';
import { once } from '../../text/groups';
import type { YamlEdit } from '../../yaml/editYaml';
import { type NodePlace, placeOfSpan, placesIn, type YamlNode, type YamlScalar } from '../../yaml/tree';
import { readYaml } from '../../yaml/readYaml';
import { scalarText, isBareLink } from '../../yaml/writeYaml';

/** A file or a folder that is to have another path. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** The moves by where they begin: of several that begin at one place, the first. */
const begun = new WeakMap<readonly Move[], ReadonlyMap<string, number>>();

function beginningsOf(moves: readonly Move[]): ReadonlyMap<string, number> {
  let places = begun.get(moves);
  if (!places) begun.set(moves, (places = new Map(moves.map(({ from }, i) => [from, i] as const).reverse())));
  return places;
}

/** Where a path leads after some files and folders were moved: of moves that all concern it, the first counts. */
export function movedBy(moves: readonly Move[], path: string): string {
  const places = beginningsOf(moves);
  let first = places.get(path) ?? moves.length;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    first = Math.min(first, places.get(path.slice(0, end)) ?? first);
  const move = moves[first];
  return move ? move.to + path.slice(move.from.length) : path;
}

/** The entries that are moved, in the order of their paths. */
export function movedEntries(canon: Canon, moves: readonly Move[]): Entry[] {
  if (moves.length === 0) return [];
  const moved = [...tableEntries(canon.entries)].filter(([path]) => movedBy(moves, path) !== path);
  return moved.map(([, entry]) => entry).sort((a, b) => compareTexts(a.path, b.path));
}

/** The way from one file to another, in the form of a link: `../people/maric.md`. */
export function relativePath(from: string, to: string): string {
  const start = folderOf(from).split('/').filter(Boolean);
  const end = to.split('/');
  let same = 0;
  while (same < start.length && same < end.length - 1 && start[same] === end[same]) same++;
  return [...start.slice(same).map(() => '..'), ...end.slice(same)].join('/');
}

/** A path as it goes into a link, in place of the one that stands there: parts that both have stay as they are written. */
function encodedLike(text: string, span: Span, path: string): string {
  const old = text.slice(span.start, span.end).split('/');
  const isBracketed = text.charAt(span.start - 1) === '<';
  return path
    .split('/')
    .map((part) => old.find((written) => decoded(written) === part) ?? encodedPart(part, isBracketed))
    .join('/');
}

/** What would end a link early, or be taken for something else in it. */
const encodedPart = (part: string, isBracketed: boolean): string =>
  part.replace(isBracketed ? /[<>\\%#]/g : /[\s<>()\\%#]/g, (mark) =>
    mark === '(' || mark === ')' ? `%${mark.charCodeAt(0).toString(16)}` : encodeURIComponent(mark),
  );

/** A name where it stands, as `namingsIn` has it. */
type NameAt = Pick<Naming, 'text' | 'span' | 'linked' | 'link' | 'only'>;

/**
 * The edit that gives a place another name; null where that name can't be written there: no `[[link]]` can hold a `#`.
 *
 * @param name of a markdown link the path, not encoded
 */
export const respell = (text: string, at: NameAt, name: string): YamlEdit | null => respeller(text)(at, name);

/** The same for many places of one text, whose frontmatter is read once. */
export function respeller(text: string): (at: NameAt, name: string) => YamlEdit | null {
  const body = cutFrontmatter(text)?.body ?? 0;
  const placeAt = once(() => placesIn(frontmatterTree(text)));
  return (at, name) => {
    if (at.linked && !fitsLink(name)) return null;
    if (at.link && !at.link.inFrontmatter) {
      const { kind, targetSpan: span } = at.link;
      return { span, text: kind === 'wiki' ? name : encodedLike(text, span, name) };
    }
    return body <= at.span.start ? inBar(text, at, name) : respellAt(placeAt(), text, at, name);
  };
}

/** Behind the bar of a callout names stand between commas, as they are. */
const inBar = (text: string, { text: was, span }: NameAt, name: string): YamlEdit | null =>
  text.slice(span.start, span.end).normalize('NFC') === was && !/[,|\]\r\n]/.test(name) ? { span, text: name } : null;

/** As `respell`, for a name in a tree. */
export const respellIn = (root: YamlNode | null, text: string, at: NameAt, name: string): YamlEdit | null =>
  respellAt((span) => placeOfSpan(root, span), text, at, name);

function respellAt(placeAt: (span: Span) => NodePlace | null, text: string, at: NameAt, name: string): YamlEdit | null {
  if (at.linked && !fitsLink(name)) return null;
  const place = placeAt(at.span);
  if (!place) return null;
  const bare = at.linked ? bareLink(text, place) : null;
  if (bare) return inBareLink(text, bare, at.span, name);
  if (place.node.kind !== 'scalar') return null;
  const isPath = isPageLink(place.node.text);
  // Where a path stands, a name would lead nowhere.
  if (isPath && !at.link) return null;
  if (at.link && (isPath || linkTarget(place.node.text) === null))
    return inWords(text, place, place.node, at.span, at.linked ? name : encodedLike(text, at.span, name));
  return inScalar(text, place, place.node, at, name);
}

/** Whether a name can stand between `[[` and `]]` and be the same name again. */
const fitsLink = (name: string): boolean => !/[[\]|#^\r\n]|\{\{|<%|\$\{|:\/\//.test(name);

function inScalar(text: string, { isFlow, isKey }: NodePlace, scalar: YamlScalar, at: NameAt, name: string): YamlEdit {
  const { style } = scalar;
  const whole = valueWith(scalar.text, at, name);
  const written: Span = at.only ? { start: at.span.start, end: at.span.start + at.text.length } : at.span;
  const isLiteral = text.slice(written.start, written.end).normalize('NFC') === at.text;
  if (isLiteral && style === 'plain' && scalarText(whole, { isFlow, isKey }) === whole)
    return { span: written, text: name };
  const quoted = scalarText(name, { like: style });
  const mark = text.charAt(scalar.span.start);
  if (isLiteral && (style === 'single' || style === 'double') && quoted.startsWith(mark))
    return { span: written, text: quoted.slice(1, -1) };
  return { span: scalar.span, text: scalarText(whole, { isFlow, isKey, like: style }) };
}

/** A link among other words: the words around it stay, and a text without quotes gets some where it needs them. */
function inWords(
  text: string,
  { isFlow, isKey }: NodePlace,
  scalar: YamlScalar,
  span: Span,
  put: string,
): YamlEdit | null {
  const { style, content } = scalar;
  if (style === 'block') return { span, text: put };
  if (style !== 'plain') {
    const quoted = scalarText(put, { like: style });
    return quoted.startsWith(text.charAt(scalar.span.start)) ? { span, text: quoted.slice(1, -1) } : null;
  }
  const unfolded = (raw: string): string => raw.replace(/[ \t]*\r?\n[ \t]*/g, ' ');
  if (unfolded(text.slice(content.start, content.end)) !== scalar.text) return null;
  const whole = unfolded(text.slice(content.start, span.start) + put + text.slice(span.end, content.end));
  const written = scalarText(whole, { isFlow, isKey });
  return written === whole ? { span, text: put } : { span: scalar.span, text: written };
}

/** The whole text of a scalar, with another name where the old one is in it. */
function valueWith(value: string, { linked, only }: NameAt, name: string): string {
  const parts = linked
    ? /^(\s*!?\[\[\s*).*?(\s*(?:\\?[|#^].*)?\]\]\s*)$/s.exec(value)
    : only
      ? /^(\s*(?:!?\[\[\s*)?).*?(\s*\.[^.]*)$/s.exec(value)
      : /^(\s*).*?(\s*)$/s.exec(value);
  return `${parts?.[1] ?? ''}${name}${parts?.[2] ?? ''}`;
}

/** The lists that an unquoted `[[link]]` is to YAML; null where the name stands in a text. */
function bareLink(text: string, place: NodePlace): NodePlace | null {
  for (let at: NodePlace | null = place; at?.node.kind !== 'mapping' && at; at = at.above)
    if (at.node.kind === 'sequence' && isBareLink(text, at.node)) return at;
  return null;
}

/** Without quotes as long as YAML still takes it for plain words in a list. */
function inBareLink(text: string, { node, isFlow }: NodePlace, span: Span, name: string): YamlEdit {
  const link = text.slice(node.span.start, span.start) + name + text.slice(span.end, node.span.end);
  const probe = `k: ${link}\n`;
  const { root, problems } = readYaml(probe, { start: 0, end: probe.length });
  const value = root?.kind === 'mapping' ? root.pairs[0]?.value : null;
  const inner = value?.kind === 'sequence' ? value.items[0] : null;
  const isPlain =
    problems.length === 0 &&
    inner?.kind === 'sequence' &&
    inner.items.length > 0 &&
    inner.items.every((item) => item.kind === 'scalar' && item.style === 'plain');
  return isPlain ? { span, text: name } : { span: node.span, text: scalarText(link, { isFlow, like: 'double' }) };
}
