/** Links whose targets are written elsewhere in the prose: `[words][name]`, and `[name]: page.md`, the definition of the name. */
import type { Span } from '../text/span';
import type { Body } from './body';
import { decoded, type Link, NO_NAME, SCHEME } from './inline';

/** Behind the `:` of a definition: its target, on that line or on the next. */
const TARGET = /[ \t]*(?:\r?\n[ \t>]*)?(?:<([^<>\n]*)>|([^\s<]\S*))/y;

/** As CommonMark has it; it also keeps brackets within brackets within brackets from being read over and over. */
const LONGEST_NAME = 999;

/**
 * Each use of a definition, and a definition that nothing uses, in the order of the text. A definition says where it leads as a
 * markdown link does; the place of the link, and of its target, are the words that use it.
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

/** Null where a bracket with a `:` behind it is no definition. One that leads to no file nearby has an empty target. */
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

/** Whether only blanks and quote marks stand before an offset on its line. */
function beginsLine(text: string, at: number): boolean {
  let before = at;
  while (before > 0 && /[ \t>]/.test(text.charAt(before - 1))) before--;
  return before === 0 || text[before - 1] === '\n';
}

/** A name is the same in any case, and however many blanks it is written with. */
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
