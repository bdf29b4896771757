/** Finds fields, kinds and requests in the messages of a server that the client never announced. */
import type { ClientCapabilities } from 'vscode-languageserver/node';
import type { Sent } from './plainClient';
import type { Json } from './process';

/** The capabilities; what was not announced is undefined. */
type Announced = Json;

/** Where something is in an answer. */
interface Place {
  readonly method: string;
  readonly path: string;
}

/** What allows a field, by its name: a client that has not announced it must not be sent it. */
const FIELDS: Readonly<Record<string, (caps: Announced, value: Json, place: Place) => boolean>> = {
  labelDetails: (caps) => caps.textDocument?.completion?.completionItem?.labelDetailsSupport,
  insertTextFormat: (caps, value) =>
    value === 1 || caps.textDocument?.completion?.completionItem?.snippetSupport === true,
  insertTextMode: (caps, value) =>
    caps.textDocument?.completion?.completionItem?.insertTextModeSupport?.valueSet.includes(value),
  commitCharacters: (caps) => caps.textDocument?.completion?.completionItem?.commitCharactersSupport,
  itemDefaults: (caps) => caps.textDocument?.completion?.completionList?.itemDefaults !== undefined,
  insert: (caps) => caps.textDocument?.completion?.completionItem?.insertReplaceSupport,
  documentation: (caps, value) => isMarkup(caps.textDocument?.completion?.completionItem?.documentationFormat, value),
  contents: (caps, value) => isMarkup(caps.textDocument?.hover?.contentFormat, value),
  tooltip: (caps, value, { method }) =>
    method.startsWith('textDocument/documentLink')
      ? caps.textDocument?.documentLink?.tooltipSupport
      : isMarkup(caps.textDocument?.hover?.contentFormat, value),
  isPreferred: (caps) => caps.textDocument?.codeAction?.isPreferredSupport,
  disabled: (caps) => caps.textDocument?.codeAction?.disabledSupport,
  documentChanges: (caps) => {
    const { documentChanges, resourceOperations } = caps.workspace?.workspaceEdit ?? {};
    return documentChanges === true || resourceOperations !== undefined;
  },
  changeAnnotations: (caps) => caps.workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
  annotationId: (caps) => caps.workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
  targetUri: (caps) => caps.textDocument?.definition?.linkSupport,
  codeDescription: (caps) => problems(caps).codeDescriptionSupport,
  relatedInformation: (caps) => problems(caps).relatedInformation,
  version: (caps, _, { method, path }) =>
    !(method === 'textDocument/publishDiagnostics' && path === '') ||
    caps.textDocument?.publishDiagnostics?.versionSupport,
  selectionRange: (caps, _, { method }) =>
    method !== 'textDocument/documentSymbol' ||
    caps.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
  tags: (caps, value, { method }) => value.every((tag: number) => tagsOf(caps, method)?.valueSet.includes(tag)),
  kind: (caps, value, place) => typeof value !== 'number' || isKind(caps, value, place),
  data: (caps, _, { method, path }) =>
    method === 'textDocument/codeAction'
      ? caps.textDocument?.codeAction?.dataSupport
      : method !== 'textDocument/publishDiagnostics' || path === '',
  startCharacter: (caps) => caps.textDocument?.foldingRange?.lineFoldingOnly !== true,
};

const problems = (caps: Announced): Json => ({
  ...caps.textDocument?.publishDiagnostics,
  ...caps.textDocument?.diagnostic,
});

const isMarkup = (formats: readonly string[] | undefined, value: Json): boolean =>
  typeof value === 'string' || formats?.includes(value.kind) === true;

function tagsOf(caps: Announced, method: string): Json {
  if (method.startsWith('workspace/symbol')) return caps.workspace?.symbol?.tagSupport;
  if (method.includes('ompletion')) return caps.textDocument?.completion?.completionItem?.tagSupport;
  if (/diagnostic/i.test(method)) return caps.textDocument?.publishDiagnostics?.tagSupport;
  return caps.textDocument?.documentSymbol?.tagSupport;
}

function isKind(caps: Announced, value: number, { method }: Place): boolean {
  const { textDocument, workspace } = caps;
  if (method.includes('ompletion')) return has(textDocument?.completion?.completionItemKind, value, 18);
  if (method === 'workspace/symbol') return has(workspace?.symbol?.symbolKind, value, 18);
  if (/documentSymbol|ierarchy/.test(method)) return has(textDocument?.documentSymbol?.symbolKind, value, 18);
  return true;
}

const has = (kinds: Json, value: number, last: number): boolean => kinds?.valueSet?.includes(value) ?? value <= last;

/** The requests that a server makes by itself, and what allows them. */
const REQUESTS: Readonly<Record<string, (caps: Announced) => boolean>> = {
  'client/registerCapability': (caps) => caps.workspace?.didChangeWatchedFiles?.dynamicRegistration,
  'window/workDoneProgress/create': (caps) => caps.window?.workDoneProgress,
  'window/showDocument': (caps) => caps.window?.showDocument?.support,
  'workspace/applyEdit': (caps) => caps.workspace?.applyEdit,
  'workspace/codeLens/refresh': (caps) => caps.workspace?.codeLens?.refreshSupport,
  'workspace/inlayHint/refresh': (caps) => caps.workspace?.inlayHint?.refreshSupport,
  'workspace/diagnostic/refresh': (caps) => caps.workspace?.diagnostics?.refreshSupport,
  'workspace/semanticTokens/refresh': (caps) => caps.workspace?.semanticTokens?.refreshSupport,
};
const NOTIFICATIONS = new Set([
  'textDocument/publishDiagnostics',
  'window/logMessage',
  'window/showMessage',
  '$/progress',
  'telemetry/event',
]);

/** The abilities that LSP has not had from its beginnings, and what allows the server to name them. */
const PROVIDERS: Readonly<Record<string, string>> = {
  foldingRangeProvider: 'foldingRange',
  selectionRangeProvider: 'selectionRange',
  callHierarchyProvider: 'callHierarchy',
  typeHierarchyProvider: 'typeHierarchy',
  inlayHintProvider: 'inlayHint',
  diagnosticProvider: 'diagnostic',
  semanticTokensProvider: 'semanticTokens',
};

/**
 * What was not announced in a message of the server, each with its place.
 * @param method the request that the message answers, else its own method
 * @param own whether the client announced support for our own notifications and commands
 */
export function unannounced(
  capabilities: ClientCapabilities,
  method: string,
  message: Sent,
  own: { readonly hears: boolean; readonly commands: readonly string[] },
): string[] {
  const found: string[] = [];
  const caps: Announced = capabilities;
  const walk = (value: Json, path: string, key: string): void => {
    if (value === null || typeof value !== 'object') return;
    if (Array.isArray(value)) return value.forEach((one, i) => walk(one, `${path}[${i}]`, key));
    if (typeof value.kind === 'string' && 'uri' in value && key === 'documentChanges')
      if (!caps.workspace?.workspaceEdit?.resourceOperations?.includes(value.kind))
        found.push(`${path}: ${value.kind}`);
    if (typeof value.command === 'string' && !own.commands.includes(value.command))
      found.push(`${path}: the command "${value.command}"`);
    for (const [name, part] of Object.entries(value)) {
      const allows = FIELDS[name];
      if (allows && part !== undefined && !allows(caps, part as Json, { method, path }))
        found.push(`${method} ${path}.${name} = ${JSON.stringify(part)}`);
      walk(part, `${path}.${name}`, name);
    }
  };
  if (message.method !== undefined && message.id !== undefined && REQUESTS[message.method]?.(caps) !== true)
    found.push(`the request ${message.method}`);
  if (message.method !== undefined && message.id === undefined && !NOTIFICATIONS.has(message.method))
    if (!(own.hears && message.method.startsWith('retcon/'))) found.push(`the notification ${message.method}`);
  if (method === 'initialize') found.push(...abilities(caps, message.result.capabilities));
  // What an action is made of is not what it says.
  else walk(message.result ?? message.params, '', '');
  if (method === 'textDocument/codeAction' && !caps.textDocument?.codeAction?.codeActionLiteralSupport)
    for (const one of message.result ?? [])
      if (typeof one.command !== 'string') found.push(`the literal ${JSON.stringify(one)}`);
  if (method === 'workspace/symbol' && !caps.workspace?.symbol?.resolveSupport)
    for (const one of message.result ?? []) if (!one.location.range) found.push(`no place of ${one.name}`);
  return found;
}

function abilities(caps: Announced, can: Json): string[] {
  const { textDocument = {}, workspace = {} } = caps;
  const found = Object.entries(PROVIDERS).flatMap(([provider, feature]) =>
    can[provider] !== undefined && textDocument[feature] === undefined ? provider : [],
  );
  if (typeof can.codeActionProvider === 'object' && !textDocument.codeAction?.codeActionLiteralSupport)
    found.push('codeActionProvider with kinds');
  if (can.codeActionProvider?.resolveProvider === true && !textDocument.codeAction?.resolveSupport)
    found.push('codeActionProvider that resolves');
  if (typeof can.renameProvider === 'object' && textDocument.rename?.prepareSupport !== true)
    found.push('renameProvider that prepares');
  for (const operation of Object.keys(can.workspace?.fileOperations ?? {}))
    if (workspace.fileOperations?.[operation] !== true) found.push(`the file operation ${operation}`);
  const { tokenTypes = [], tokenModifiers = [] } = can.semanticTokensProvider?.legend ?? {};
  for (const one of [...tokenTypes, ...tokenModifiers])
    if (![textDocument.semanticTokens?.tokenTypes, textDocument.semanticTokens?.tokenModifiers].flat().includes(one))
      found.push(`the token ${one}`);
  return found;
}
