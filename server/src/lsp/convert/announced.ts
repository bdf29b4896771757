/** What the editor has announced that it takes: nothing else is sent to it. */
import {
  type ClientCapabilities,
  type ResourceOperationKind,
  CompletionItemKind,
  SymbolKind,
  SymbolTag,
  type SemanticTokensLegend,
  type SemanticTokensOptions,
} from 'vscode-languageserver';
import type { Options } from '../protocol/protocol';
import type { Outlined } from '../../core/reading/symbols';
import type { SemanticToken } from '../../core/reading/faded';

export interface Announced {
  /** Nothing, before it has said so. */
  readonly editor: ClientCapabilities;
  /** What it says beyond LSP. */
  readonly options: Options;
}

/** Whether an edit may make files, rename them or delete them. An editor that announces this may say nothing of `documentChanges`. */
export const takesFiles = ({ editor }: Announced, ...operations: readonly ResourceOperationKind[]): boolean =>
  operations.every((one) => editor.workspace?.workspaceEdit?.resourceOperations?.includes(one) === true);

/** Whether it shows which edits belong together. */
export const showsGroups = ({ editor }: Announced): boolean =>
  editor.workspace?.workspaceEdit?.changeAnnotationSupport !== undefined;

/** Whether a code action may be more than a command. */
export const takesLiterals = ({ editor }: Announced): boolean =>
  editor.textDocument?.codeAction?.codeActionLiteralSupport !== undefined;

/** Whether what a code action does may be asked for later. */
export const resolvesActions = ({ editor }: Announced): boolean => {
  const { resolveSupport, dataSupport } = editor.textDocument?.codeAction ?? {};
  return dataSupport === true && resolveSupport?.properties.includes('edit') === true;
};

/** Whether it runs our commands itself: it is our own client. */
export const runsCommands = ({ options }: Announced): boolean => options.opensPlaces === true;

/** Whether a command that the server runs can change documents. */
export const takesEdits = ({ editor }: Announced): boolean => editor.workspace?.applyEdit === true;

/** Whether the server can have it open a file. */
export const showsDocuments = ({ editor }: Announced): boolean => editor.window?.showDocument?.support === true;

/** Where LSP began, and what stands for a kind that came later. */
const FIRST_SYMBOLS = SymbolKind.Array;
const FIRST_ITEMS = CompletionItemKind.Reference;
const EARLIER_SYMBOL = SymbolKind.File;
const EARLIER_ITEM = CompletionItemKind.Value;

const SYMBOL_KINDS: Readonly<Record<Outlined['kind'], SymbolKind>> = {
  entry: SymbolKind.File,
  event: SymbolKind.Event,
  retcon: SymbolKind.Interface,
  constant: SymbolKind.Constant,
  state: SymbolKind.Field,
  set: SymbolKind.Array,
  heading: SymbolKind.String,
};

/** What an editor has announced of symbols: in a document, or in the workspace. */
type Symbols =
  | { readonly symbolKind?: { readonly valueSet?: readonly SymbolKind[] }; readonly tagSupport?: Tags }
  | undefined;
interface Tags {
  readonly valueSet: readonly SymbolTag[];
}

/** The kind of a symbol, and whether it is struck through. */
interface Marks {
  readonly kind: SymbolKind;
  readonly tags?: SymbolTag[];
}

export function marksOf(symbols: Symbols, kind: Outlined['kind'], isReplaced: boolean): Marks {
  const wanted = SYMBOL_KINDS[kind];
  const isKnown = symbols?.symbolKind?.valueSet?.includes(wanted) ?? wanted <= FIRST_SYMBOLS;
  const isTagged = isReplaced && symbols?.tagSupport?.valueSet.includes(SymbolTag.Deprecated) === true;
  return { kind: isKnown ? wanted : EARLIER_SYMBOL, ...(isTagged && { tags: [SymbolTag.Deprecated] }) };
}

export const inDocuments = ({ editor }: Announced): Symbols => editor.textDocument?.documentSymbol;
export const inWorkspace = ({ editor }: Announced): Symbols => editor.workspace?.symbol;

export function itemKind({ editor }: Announced, wanted: CompletionItemKind): CompletionItemKind {
  const { valueSet } = editor.textDocument?.completion?.completionItemKind ?? {};
  return (valueSet?.includes(wanted) ?? wanted <= FIRST_ITEMS) ? wanted : EARLIER_ITEM;
}

/** Semantic tokens as LSP numbers them: of the kinds that the editor has announced, and no others. */
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
