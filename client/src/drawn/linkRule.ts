/** The rule by which markdown-it reads `[[links]]`. */

interface Token {
  content: string;
  attrSet(name: string, value: string): void;
}

interface InlineState {
  readonly src: string;
  readonly posMax: number;
  pos: number;
  push(type: string, tag: string, nesting: 1 | 0 | -1): Token;
}

/** What is used of a markdown-it, which is the one of VS Code. */
export interface LinkRules {
  readonly inline: {
    readonly ruler: {
      before(other: string, name: string, rule: (state: InlineState, silent: boolean) => boolean): void;
    };
  };
}

/** Where a name leads: a path from the folder of the workspace, which begins with a slash; undefined: no note has it. */
export type PathOf = (name: string) => string | undefined;

/** `[[name#heading|words]]`; a picture, `![[…]]`, is left to others. */
const LINK = /^\[\[([^[\]|#\n]+)(#[^[\]|\n]*)?(?:\|([^[\]\n]+))?\]\]/;

export function withLinks<M extends LinkRules>(markdown: M, pathOf: PathOf): M {
  markdown.inline.ruler.before('link', 'retcon-link', (state, silent) => {
    if (state.src[state.pos - 1] === '!') return false;
    const [whole, name = '', heading = '', words] = LINK.exec(state.src.slice(state.pos, state.posMax)) ?? [];
    if (whole === undefined) return false;
    if (!silent) {
      const path = pathOf(name.trim());
      const shown = words ?? `${name}${heading.replace('#', ' › ')}`;
      if (path !== undefined) {
        const open = state.push('link_open', 'a', 1);
        open.attrSet('href', encodeURI(path) + heading.toLowerCase().replace(/\s+/g, '-'));
      }
      state.push('text', '', 0).content = shown.trim();
      if (path !== undefined) state.push('link_close', 'a', -1);
    }
    state.pos += whole.length;
    return true;
  });
  return markdown;
}
