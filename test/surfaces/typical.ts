/** What the editor of the surfaces tests announces unless a test has it announce something else: what most editors take. */
import { type ClientCapabilities, SymbolTag } from 'vscode-languageserver/node';

const symbols = {
  symbolKind: { valueSet: Array.from({ length: 26 }, (_, i) => (i + 1) as 1) },
  tagSupport: { valueSet: [SymbolTag.Deprecated] },
};

export const TYPICAL: ClientCapabilities = {
  workspace: {
    workspaceFolders: true,
    codeLens: { refreshSupport: true },
    symbol: symbols,
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
  textDocument: {
    hover: { contentFormat: ['markdown', 'plaintext'] },
    documentSymbol: symbols,
    documentLink: { tooltipSupport: true },
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, versionSupport: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: [] } },
      isPreferredSupport: true,
      dataSupport: true,
    },
  },
};

/** One in which what is said by another takes the place of what this one says of the same thing. */
export function withMore<T extends object>(one: T, other: T): T {
  const before = new Map<string, unknown>(Object.entries(one));
  const parts = Object.entries(other).map(([key, value]: [string, unknown]) => {
    const old = before.get(key);
    return [key, isObject(old) && isObject(value) ? withMore(old, value) : value];
  });
  return { ...one, ...Object.fromEntries(parts) };
}

const isObject = (part: unknown): part is object => typeof part === 'object' && part !== null && !Array.isArray(part);
