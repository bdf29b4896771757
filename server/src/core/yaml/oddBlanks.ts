/**
 * Finds blanks that are none to YAML, such as a no-break space, where they keep a key, a value or an item from being read: an editor
 * shows them like any other, and most come along when text is pasted.
 */
import type { Span } from '../text/span';
import { placeOfSpan, type YamlNode, type YamlProblem } from './tree';

const NAMES: Readonly<Record<string, string>> = {
  '\u00A0': 'a no-break space',
  '\u202F': 'a narrow no-break space',
  '\u3000': 'an ideographic space',
  '\u200B': 'a zero-width space',
  '\u2060': 'a word joiner',
  '\uFEFF': 'a byte-order mark',
};

const ODD = '\\u00A0\\u1680\\u2000-\\u200B\\u202F\\u205F\\u2060\\u3000\\uFEFF';
const IS_ODD = new RegExp(`[${ODD}]`);

/** An odd blank in the indentation of a line, behind a dash or behind the colon of a key; in braces, behind that of any key. */
const PLACES = new RegExp(
  `^[ \\t]*(?:- +)*([${ODD}])(?=\\s*\\S)|^[ \\t]*(?:- +)*-([${ODD}])|^[ \\t]*(?:- +)*["']?[\\p{L}\\p{N}_$][^:\\n"'{}[\\]]{0,60}:([${ODD}])|[{,][ \\t]*["']?[\\p{L}\\p{N}_$][^:\\n"'{}[\\],]{0,60}:([${ODD}])`,
  'gmu',
);

/** `a no-break space (U+00A0)` */
export const blankName = (blank: string): string =>
  `${NAMES[blank] ?? 'an odd blank'} (U+${blank.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')})`;

/** The first odd blank of a text; undefined for none. */
export const oddBlankIn = (text: string): string | undefined => IS_ODD.exec(text)?.[0];

export const withPlainBlanks = (text: string): string => text.replace(new RegExp(`[${ODD}]`, 'g'), ' ');

/** @param root what was read of the text */
export function oddBlanks(text: string, span: Span, root: YamlNode | null): YamlProblem[] {
  const source = text.slice(span.start, span.end);
  if (!IS_ODD.test(source)) return [];
  return [...source.matchAll(PLACES)].flatMap((found): YamlProblem[] => {
    const blank = found.slice(1).find((one) => one !== undefined) ?? '';
    const line = span.start + found.index;
    const start = line + (found[1] === undefined ? found[0].lastIndexOf(blank) : found[0].length - 1);
    const node = placeOfSpan(root, { start, end: start + 1 })?.node;
    // Within a text of several lines, or in quotes, it is only a letter.
    const isText = node?.kind === 'scalar' && (node.style !== 'plain' || node.span.start < line);
    if (isText) return [];
    const message = `There is ${blankName(blank)} here, which YAML does not treat as a space: write a plain space instead.`;
    return [{ code: 'frontmatter/invalid-yaml', span: { start, end: start + 1 }, message }];
  });
}
