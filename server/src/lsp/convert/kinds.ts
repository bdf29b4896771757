/** Kinds and tags for the icons that editors draw: none that an editor has not announced. */
import { CompletionItemKind, SymbolKind, SymbolTag } from 'vscode-languageserver';
import type { Outlined } from '../../core/reading/symbols';
import type { Announced } from '../convert/announced';

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
export interface Marks {
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
