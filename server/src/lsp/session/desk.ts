/** What every request about a document begins with: the document, its codex and its entry, as they are now. */
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
import { limitOfError } from '../../core/canon';
import type { Entry } from '../../core/entry/entry';
import type { Viewpoint } from '../../core/reading/viewpoint';
import { limitWords } from '../../core/rules/codex/limit';
import { type LineIndex, lineIndex } from '../../core/text/lines';
import type { Platform } from '../../platform/platform';
import type { Codices } from './codices';
import type { Committed } from './commitAccess';
import type { LiveCodex } from './liveCodex';
import { until } from './slices';
import { isInFolderPath, pathOfUri } from '../convert/uris';
import type { Options } from '../protocol/protocol';
import { NOT_SET_UP } from '../protocol/protocolSetUp';

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
  const codex = desk.codices.of(uri);
  const entry = codex?.entryAt(pathOfUri(uri) ?? uri);
  if (!document || !codex || !entry) return null;
  const text = document.getText();
  return { codex, entry, text, lines: lineIndex(text) };
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

/** As `guarded`, for what takes turns with others. */
export const guardedLong =
  <P, R>(desk: Desk, what: string, answer: (params: P, token: CancellationToken) => Promise<R | null>) =>
  (params: P, token: CancellationToken): Promise<R | null> =>
    answer(params, token).catch((error: unknown) => failed(desk, what, error));

function failed(desk: Desk, what: string, error: unknown): null {
  desk.log(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return null;
}
