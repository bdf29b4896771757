/** What Obsidian shows within a line beside CommonMark, for marked: ==marks==, links within a page, a few tags without attributes, and names of blocks. */
import type { RendererThis, TokenizerAndRendererExtension, Tokens } from 'marked';

export const asText = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Words in which signs may be written as HTML writes them, `&amp;`. */
export const withoutTags = (text: string): string =>
  text.replace(/[<>"']|&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{0,30});)/gi, asText);

interface Place {
  readonly anchor: string;
  readonly headingId: (words: string) => string;
}

/** Words between two marks, which may have marks of their own in them. */
function between(
  name: string,
  { begins, whole, tag }: { begins: string; whole: RegExp; tag: (found: RegExpExecArray) => string },
): TokenizerAndRendererExtension {
  return {
    name,
    level: 'inline',
    start: (src) => src.indexOf(begins),
    tokenizer(src) {
      const found = whole.exec(src);
      if (!found?.groups) return undefined;
      const tokens = this.lexer.inlineTokens(found.groups.words ?? '');
      return { type: name, raw: found[0], tag: tag(found), tokens };
    },
    renderer: inTag,
  };
}

function inTag(this: RendererThis, { tag, tokens = [] }: Tokens.Generic): string {
  return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
}

const HIGHLIGHT = between('highlight', {
  begins: '==',
  whole: /^==(?<words>[^\s=](?:[^=\n]*[^\s=])?)==/,
  tag: () => 'mark',
});

/** Nothing is in such a tag but its name, and it is closed behind its words. */
const TAG = between('plainTag', {
  begins: '<',
  whole: /^<(?<name>sub|sup|kbd|mark|small|u)>(?<words>[^<>\n]*)<\/\k<name>>/i,
  tag: ({ groups }) => (groups?.name ?? '').toLowerCase(),
});

/** The name of a block, `^name`, stands at its end, and is not shown. @param html of the block */
export const withBlockName = (html: string, { anchor }: Place): string =>
  html.replace(
    /[ \t]*\^([A-Za-z0-9-]+)\s*$/,
    (_, name: string) => `<span id="${asText(`${anchor}/^${name}`)}"></span>`,
  );

/** A link to a heading of the same page: `[[#Heading]]`. */
const ownLink = ({ anchor, headingId }: Place): TokenizerAndRendererExtension => ({
  name: 'ownLink',
  level: 'inline',
  tokenizer(src) {
    const [raw, written = '', words] = /^!?\[\[[ \t]*#([^[\]|\n]+)(?:\\?\|([^[\]\n]*))?\]\]/.exec(src) ?? [];
    if (raw === undefined) return undefined;
    const target = (written.split('#').at(-1) ?? written).trim();
    const place = `${anchor}/${target.startsWith('^') ? target : headingId(target)}`;
    return { type: 'ownLink', raw, place, text: words ?? target.replace(/^\^/, '') };
  },
  renderer: ({ place, text }) => `<a href="#${asText(String(place))}">${asText(String(text))}</a>`,
});

export const inlineMarks = (place: Place): TokenizerAndRendererExtension[] => [HIGHLIGHT, TAG, ownLink(place)];
