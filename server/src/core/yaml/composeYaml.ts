/** Runs the `yaml` package over a piece of text, bounded: one document, not too deep, and nothing it throws gets out. */
import { Composer, type CST, type ParsedNode, Parser } from 'yaml';

/** What `yaml` found wrong; offsets into the piece. */
export interface YamlError {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export interface Composed {
  readonly contents: ParsedNode | null;
  readonly errors: readonly YamlError[];
}

/** Deeper than anybody nests by hand, and shallow enough for every recursive reader of the tree. */
const DEEPEST = 100;

/** One fault can make an error of every line below it. */
const MOST_ERRORS = 50;

/** The first document of a piece of YAML, every scalar as text. */
export function compose(source: string): Composed {
  try {
    const tokens = firstDocument(source);
    if (isTooDeep(tokens)) return tooDeep(source);
    const composer = new Composer({
      version: '1.2',
      schema: 'failsafe',
      resolveKnownTags: false,
      uniqueKeys: false,
      logLevel: 'silent',
    });
    for (const document of composer.compose(tokens, true, source.length)) {
      const errors = document.errors
        .slice(0, MOST_ERRORS)
        .map(({ code, message, pos }) => ({ code, message, start: pos[0], end: pos[1] }));
      return { contents: document.contents, errors };
    }
    return { contents: null, errors: [] };
  } catch {
    // `yaml` recurses on what it reads: the one thing that makes it throw is a text nested deeper than the stack.
    return tooDeep(source);
  }
}

const tooDeep = (source: string): Composed => ({
  contents: null,
  errors: [{ code: 'TOO_DEEP', message: '', start: 0, end: source.length }],
});

function firstDocument(source: string): CST.Token[] {
  const tokens: CST.Token[] = [];
  let documents = 0;
  for (const token of new Parser().parse(source)) {
    if (token.type === 'document' && ++documents > 1) break;
    tokens.push(token);
  }
  return tokens;
}

function isTooDeep(tokens: readonly CST.Token[]): boolean {
  let level: CST.Token[] = [...tokens];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    const next: CST.Token[] = [];
    for (const token of level) {
      if (token.type === 'document') {
        if (token.value) next.push(token.value);
      } else if ('items' in token) {
        for (const item of token.items) {
          if (item.key) next.push(item.key);
          if (item.value) next.push(item.value);
        }
      }
    }
    level = next;
  }
  return false;
}
