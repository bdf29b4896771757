/** Writes another name where a name stands, in the quotes, brackets or link that it stands in there. */
import { frontmatterTree, cutFrontmatter } from '../../entry/frontmatter';
import type { Naming } from '../../entry/naming';
import { linkTarget } from '../../entry/entryShapes';
import { once } from '../../text/steps';
import type { Span } from '../../text/span';
import type { YamlEdit } from '../../yaml/editYaml';
import { type NodePlace, placeOfSpan, placesIn } from '../../yaml/nodeAtSpan';
import { readYaml } from '../../yaml/readYaml';
import type { YamlNode, YamlScalar } from '../../yaml/tree';
import { scalarText } from '../../yaml/writeYaml';
import { encodedLike } from './linkPaths';
import { isBareLink } from '../../yaml/yamlLayout';

/** A name where it stands, as `namingsIn` has it. */
export type NameAt = Pick<Naming, 'text' | 'span' | 'linked' | 'link' | 'only'>;

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
  if (at.link && linkTarget(place.node.text) === null)
    return inWords(text, place, place.node, at.span, at.linked ? name : encodedLike(text, at.span, name));
  return inScalar(text, place, place.node, at, name);
}

/** Whether a name can stand between `[[` and `]]` and be the same name again. */
export const fitsLink = (name: string): boolean => !/[[\]|#^\r\n]|\{\{|<%|\$\{|:\/\//.test(name);

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
