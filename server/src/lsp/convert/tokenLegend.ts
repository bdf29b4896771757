/** Semantic tokens as LSP numbers them: of the kinds that the editor has announced, and no others. */
import type { SemanticTokensLegend, SemanticTokensOptions } from 'vscode-languageserver';
import type { SemanticToken } from '../../core/reading/semanticTokens';
import { type Announced, runsCommands } from './announced';

const TYPES = { name: 'class', attribute: 'property', date: 'number' } as const satisfies Record<
  SemanticToken['sort'],
  string
>;
const OWN = 'declaration';
const GONE = 'deprecated';

function legendOf({ editor }: Announced): SemanticTokensLegend {
  const { tokenTypes = [], tokenModifiers = [] } = editor.textDocument?.semanticTokens ?? {};
  return {
    tokenTypes: Object.values(TYPES).filter((type) => tokenTypes.includes(type)),
    tokenModifiers: [OWN, GONE].filter((modifier) => tokenModifiers.includes(modifier)),
  };
}

/** What an editor may ask for; null: nothing. Our own client has a grammar, and shows what no longer counts by itself. */
export function tokenOptions(announced: Announced): SemanticTokensOptions | null {
  const { requests, formats } = announced.editor.textDocument?.semanticTokens ?? {};
  if (!requests || formats?.includes('relative') !== true || runsCommands(announced)) return null;
  const { full, range } = requests;
  const hasDelta = typeof full === 'object' && full.delta === true;
  return { legend: legendOf(announced), full: hasDelta ? { delta: true } : full !== false, range: Boolean(range) };
}

/** The numbers of a token; null where the editor has no such kind. */
export function tokenNumbers(
  announced: Announced,
): (token: SemanticToken) => readonly [type: number, modifiers: number] | null {
  const { tokenTypes, tokenModifiers } = legendOf(announced);
  const bit = (modifier: string): number => {
    const place = tokenModifiers.indexOf(modifier);
    return place < 0 ? 0 : 1 << place;
  };
  const [own, gone] = [bit(OWN), bit(GONE)];
  return ({ sort, isOwn, isGone }) => {
    const type = tokenTypes.indexOf(TYPES[sort]);
    return type < 0 ? null : [type, (isOwn ? own : 0) | (isGone ? gone : 0)];
  };
}
