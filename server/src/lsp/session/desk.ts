/** What every request about a document begins with: the document, its codex and its entry, as they are now. */
import type { CommitReader as Committing, Git, Platform } from '../../platform/platform';
import { withKeptOut, readCommits, undated } from '../../core/commits/snapshot';
import { type Canon, commitNamed, type Commits, limitOfError, limitWords } from '../../core/canon';
import type { Dating } from '../../core/host';
import type { LiveCodex } from './liveCodex';
import type { CanonPointChoice, Options } from '../protocol/protocol';
import {
  type CancellationToken,
  type ClientCapabilities,
  type Connection,
  ErrorCodes,
  LSPErrorCodes,
  ResponseError,
  type ServerCapabilities,
  type TextDocuments,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Entry } from '../../core/entry/entry';
import type { Viewpoint } from '../../core/reading/viewpoint';
import { type LineIndex, lineIndex } from '../../core/text/span';
import type { Codices } from './codices';
import { until } from './slices';
import { isInFolderPath, pathOfUri } from '../convert/uris';
import { NOT_SET_UP } from '../protocol/protocolFolder';
import { type Announced, resolvesActions, runsCommands, takesLiterals, tokenOptions } from '../convert/announced';

/** The commits of each codex, for questions that name one. Git is not run in a folder that the author has not said to trust. */
export interface Committed {
  /** Why git is not asked at all, in words; null where it is. */
  unaskedIn(codex: LiveCodex): string | null;
  /** Those of a codex; null where it is not a folder, or not a trusted one. */
  of(codex: LiveCodex): Committing | null;
  /** Reads the commits that canon points name, for a question. */
  readFor(codex: LiveCodex, ...points: readonly (string | undefined)[]): Promise<Commits>;
  /** The canon of now as it is to be compared with commits: files that git does not lay out are as they were committed. */
  comparableOf(codex: LiveCodex, commits: Commits): Promise<Canon>;
  /** Why a commit can't be read, in words; null where it can. */
  refusalOf(codex: LiveCodex, ref: string): Promise<string | null>;
  /** When the files of a codex were committed first, or why that is unknown. */
  datingOf(codex: LiveCodex): Promise<Dating>;
  /** The points that an author may want to name. */
  points(codex: LiveCodex): Promise<CanonPointChoice[]>;
  /** The committed text of a file; null where there is none, and where git can't be asked. @param commit its full hash */
  textOf(codex: LiveCodex, commit: string, file: string): Promise<string | null>;
}

const UNTRUSTED = 'git is asked only in folders that you trust: see “Workspaces: Manage Workspace Trust”.';
const NOT_HERE = 'git is not available in a browser. For that, open the folder in VS Code on your computer.';
const ALONE = 'this page is open by itself. To ask what was committed, open the folder that holds your notes.';

/**
 * @param git null where it can't be asked
 * @param storage the folder that the editor has for what is kept between starts; null: that of the user
 */
export function readCommitted(git: Git | null, isTrusted: () => boolean, storage: () => string | null): Committed {
  const opened = new WeakMap<LiveCodex, Committing>();
  /** Why git is not asked at all; null: it is. */
  const unasked = ({ isOne }: LiveCodex): string | null =>
    git === null ? NOT_HERE : isOne ? ALONE : isTrusted() ? null : UNTRUSTED;
  const of = (codex: LiveCodex): Committing | null => {
    if (git === null || unasked(codex) !== null) return null;
    let commits = opened.get(codex);
    if (!commits) opened.set(codex, (commits = git.commitsOf(codex.root, storage())));
    return commits;
  };
  return {
    unaskedIn: unasked,
    of,
    async readFor(codex, ...points) {
      const refs = points.flatMap((point) => (point === undefined ? [] : (commitNamed(point) ?? [])));
      const commits = of(codex);
      if (commits) return readCommits(commits, refs);
      const message = unasked(codex) ?? UNTRUSTED;
      return new Map(refs.map((ref) => [ref, { ok: false, message }]));
    },
    async comparableOf(codex, commits) {
      const { canon, currentText } = codex;
      const asked = [...commits.values()].some(({ ok }) => ok) ? of(codex) : null;
      return asked ? withKeptOut(canon, asked, currentText) : canon;
    },
    refusalOf: async (codex, ref) => unasked(codex) ?? of(codex)?.refusalOf(ref) ?? null,
    async datingOf(codex) {
      const trouble = { message: undated(unasked(codex) ?? UNTRUSTED), severity: 'info' } as const;
      return of(codex)?.dating() ?? { times: null, trouble };
    },
    async points(codex) {
      const tags = (await of(codex)?.tags()) ?? [];
      return tags.map(({ name, day }) => ({ label: name, value: `git:${name}`, detail: `tag · ${day}` }));
    },
    async textOf(codex, commit, file) {
      return (await of(codex)?.snapshot(commit))?.textOf(file) ?? null;
    },
  };
}

export interface Looked {
  readonly codex: LiveCodex;
  readonly entry: Entry;
  readonly text: string;
  readonly lines: LineIndex;
}

/** A part of what the server does: registers its answers, and says what they make the server able to. */
export type Area = (desk: Desk) => ServerCapabilities;

export interface Desk {
  readonly connection: Connection;
  readonly platform: Platform;
  /** What the editor can do; nothing before it has said so. */
  editor: ClientCapabilities;
  /** What it says beyond LSP. */
  options: Options;
  readonly documents: TextDocuments<TextDocument>;
  readonly codices: Codices;
  /** The point from which a codex is read; diagnostics are always of now. */
  readonly viewOf: (codex: LiveCodex) => Viewpoint;
  readonly committed: Committed;
  /** The files of a codex in which a code was found when they were judged last; relative to its root, with `/`. */
  readonly filesWith: (codex: LiveCodex, code: string) => readonly string[];
  /** Takes in what has been typed. */
  readonly settle: () => void;
  /** Asks to be called whenever nothing has changed for a while: to have the editor ask again for what it keeps showing. */
  readonly whenResting: (run: () => void) => void;
  /** Does all that is done when nothing has changed for a while. */
  readonly rest: () => void;
  readonly log: (message: string) => void;
  /** The codex of the document that was looked at last, for questions that name none. */
  lastCodex: LiveCodex | null;
}

/** The codex that a question is about: that of an open document, else that of the one in use, else the first that is awake. */
export function codexInQuestion({ codices, documents, lastCodex }: Desk, uri?: string): LiveCodex | null {
  if (uri !== undefined && documents.get(uri)) return codices.of(uri);
  const all = codices.all();
  const last = all.find((codex) => codex === lastCodex && !codex.isDormant);
  return last ?? all.find(({ isDormant }) => !isDormant) ?? all[0] ?? null;
}

/** The codex of a document, open or not; a closed codex is opened only for a document that somebody looks at. */
export function codexOf({ codices, documents }: Desk, uri: string): LiveCodex | null {
  const file = pathOfUri(uri);
  const isOurs = file !== null && codices.all().some(({ root, isOne }) => !isOne && isInFolderPath(root, file));
  return documents.get(uri) || isOurs ? codices.of(uri) : null;
}

/** The codex of a file that a question names, open or not; else as `requireCodex`. */
export const codexAbout = (desk: Desk, uri: string | undefined): LiveCodex =>
  awake((uri === undefined ? null : codexOf(desk, uri)) ?? requireCodex(desk));

/** As `codexInQuestion`, for a question that can't be answered without one. */
export function requireCodex(desk: Desk, uri?: string): LiveCodex {
  const codex = codexInQuestion(desk, uri);
  if (!codex) throw new ResponseError(NOT_SET_UP, 'open the folder that holds your notes first.');
  return awake(codex);
}

/** A codex that can be asked: not the notes of a folder that is not set up. */
export function awake(codex: LiveCodex): LiveCodex {
  if (!codex.isDormant) return codex;
  if (!codex.isReady)
    throw new ResponseError(ErrorCodes.InvalidRequest, 'the codex is still being read. Try again in a moment.');
  throw new ResponseError(
    NOT_SET_UP,
    'this folder is not set up as a world yet. Set it up first: that writes its codex.yaml.',
  );
}

/** The codex of a root, else that of a file, else the one in use. */
export const codexFor = (desk: Desk, root: string | undefined, uri?: string): LiveCodex =>
  desk.codices.all().find((codex) => codex.root === root) ??
  (uri === undefined ? null : codexOf(desk, uri)) ??
  requireCodex(desk);

/** Of a codex that is only half read, a picture would be no answer. */
export const whenRead = (desk: Desk, codex: LiveCodex): Promise<void> =>
  until(() => !codex.isReading || !desk.codices.all().includes(codex));

/** What an answer is about; null where there is nothing to be said. Takes note that it was asked about. */
export function lookAt(desk: Desk, uri: string): Looked | null {
  desk.lastCodex = desk.codices.of(uri) ?? desk.lastCodex;
  return shownAt(desk, uri);
}

/** As `lookAt`, for what the editor shows unasked. */
export function shownAt(desk: Desk, uri: string): Looked | null {
  desk.settle();
  const document = desk.documents.get(uri);
  const page = document && pageAt(desk, uri);
  if (!page) return null;
  const text = document.getText();
  return { ...page, text, lines: lineIndex(text) };
}

/** The page of a URI, open or not, as it is now; null where it is none of a codex. */
export function pageAt({ codices }: Pick<Desk, 'codices'>, uri: string): Pick<Looked, 'codex' | 'entry'> | null {
  const codex = codices.of(uri);
  const entry = codex?.entryAt(pathOfUri(uri) ?? uri);
  return codex && entry ? { codex, entry } : null;
}

/** What is asked of the editor may be refused by it: that is logged, and nothing else comes of it. */
export function orLog(answer: Promise<unknown>, what: string, log: (message: string) => void): void {
  answer.catch((error: unknown) => log(`${what}: ${error instanceof Error ? error.message : String(error)}`));
}

/** What needs something past its limit is refused in the words of `codex/limit`; other errors stay as they are. */
export function limitRefusal(error: unknown): unknown {
  const limit = limitOfError(error);
  return limit ? new ResponseError(LSPErrorCodes.RequestFailed, limitWords(limit)) : error;
}

/** An answer that fails is logged, and is none. */
export const guarded =
  <P, R>(desk: Desk, what: string, answer: (params: P) => R | null) =>
  (params: P): R | null => {
    try {
      return answer(params);
    } catch (error) {
      return failed(desk, what, error);
    }
  };

/** As `guarded`, about a document. */
export const guardedAt = <P extends { readonly textDocument: { readonly uri: string } }, R>(
  desk: Desk,
  what: string,
  answer: (looked: Looked, params: P) => R | null,
): ((params: P) => R | null) =>
  guarded(desk, what, (params: P) => {
    const looked = lookAt(desk, params.textDocument.uri);
    return looked && answer(looked, params);
  });

/** As `guarded`, for what takes turns with others. */
export const guardedLong =
  <P, R>(desk: Desk, what: string, answer: (params: P, token: CancellationToken) => Promise<R | null>) =>
  (params: P, token: CancellationToken): Promise<R | null> =>
    answer(params, token).catch((error: unknown) => failed(desk, what, error));

function failed(desk: Desk, what: string, error: unknown): null {
  desk.log(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return null;
}

/** What LSP has had since its beginnings is offered to everybody; what came later, to those who say that they know it. */
const LATER = {
  foldingRangeProvider: 'foldingRange',
  selectionRangeProvider: 'selectionRange',
  callHierarchyProvider: 'callHierarchy',
  typeHierarchyProvider: 'typeHierarchy',
  inlayHintProvider: 'inlayHint',
} as const satisfies Partial<Record<keyof ServerCapabilities, keyof NonNullable<ClientCapabilities['textDocument']>>>;

/** What leads from version to version, and to what rests on an entry. */
const CHAINS = ['callHierarchyProvider', 'typeHierarchyProvider'];

/** @param able all that it can do */
export function offered(announced: Announced, able: ServerCapabilities): ServerCapabilities {
  const { textDocument = {}, workspace = {} } = announced.editor;
  const { codeActionProvider, executeCommandProvider, workspaceSymbolProvider, ...rest } = able;
  const unknown = new Set(Object.entries(LATER).flatMap(([name, feature]) => (textDocument[feature] ? [] : name)));
  if (announced.options.hasOwnChains === true) for (const name of CHAINS) unknown.add(name);
  const known = Object.fromEntries(Object.entries(rest).filter(([provider]) => !unknown.has(provider)));
  const operations = Object.entries(rest.workspace?.fileOperations ?? {}).filter(
    ([operation]) => workspace.fileOperations?.[operation as 'didCreate'] === true,
  );
  const semanticTokensProvider = tokenOptions(announced);
  const kinds = typeof codeActionProvider === 'object' ? codeActionProvider.codeActionKinds : undefined;
  return {
    ...known,
    ...(semanticTokensProvider && { semanticTokensProvider }),
    ...(codeActionProvider !== undefined && {
      codeActionProvider: !takesLiterals(announced) || {
        ...(kinds && { codeActionKinds: kinds }),
        ...(resolvesActions(announced) && { resolveProvider: true }),
      },
    }),
    renameProvider: textDocument.rename?.prepareSupport === true ? (rest.renameProvider ?? true) : true,
    workspaceSymbolProvider: (workspace.symbol?.resolveSupport && workspaceSymbolProvider) ?? true,
    // Our own client has its own commands, and would take these for commands of the palette.
    ...(executeCommandProvider && !runsCommands(announced) && { executeCommandProvider }),
    workspace: {
      ...(workspace.workspaceFolders === true &&
        rest.workspace?.workspaceFolders && { workspaceFolders: rest.workspace.workspaceFolders }),
      ...(operations.length > 0 && { fileOperations: Object.fromEntries(operations) }),
    },
  };
}
