/** Answers editors that colour words by what they mean; what they keep showing is asked for again when it has changed. */
import {
  type Range,
  type SemanticTokens,
  type SemanticTokensDelta,
  type SemanticTokensDeltaParams,
  type SemanticTokensParams,
  type SemanticTokensRangeParams,
  SemanticTokensRefreshRequest,
} from 'vscode-languageserver';
import { tokensOf } from '../../core/reading/semanticTokens';
import { tokenNumbers } from '../convert/tokenLegend';
import { type Area, type Desk, guarded, orLog, shownAt } from '../session/desk';

export const answerTokens: Area = (desk) => {
  const { semanticTokens } = desk.connection.languages;
  /** What was given last of each document. */
  const given = new Map<string, Required<SemanticTokens>>();
  let ids = 0;
  const giveAll = (uri: string): Required<SemanticTokens> => {
    const all = { resultId: String(++ids), data: tokenData(desk, uri) };
    given.set(uri, all);
    return all;
  };
  const orNone =
    <P, R>(answer: (params: P) => R) =>
    (params: P): R | SemanticTokens =>
      guarded(desk, 'tokens', answer)(params) ?? { data: [] };
  semanticTokens.on(orNone(({ textDocument: { uri } }: SemanticTokensParams) => giveAll(uri)));
  semanticTokens.onDelta(
    orNone(({ textDocument: { uri }, previousResultId }: SemanticTokensDeltaParams) => {
      const before = given.get(uri);
      const now = giveAll(uri);
      return before?.resultId === previousResultId ? deltaOf(before.data, now) : now;
    }),
  );
  semanticTokens.onRange(
    orNone(({ textDocument: { uri }, range }: SemanticTokensRangeParams) => ({ data: tokenData(desk, uri, range) })),
  );
  desk.documents.onDidClose(({ document }) => given.delete(document.uri));
  /** What the editor was last told to ask for again. */
  let refreshed = '';
  desk.whenResting(() => {
    if (desk.editor.workspace?.semanticTokens?.refreshSupport !== true) return;
    const stale = [...given].flatMap(([uri, { data }]) => {
      const now = JSON.stringify(tokenData(desk, uri));
      return now === JSON.stringify(data) ? [] : `${uri} ${now}`;
    });
    const text = stale.join('\n');
    if (stale.length === 0 || text === refreshed) return;
    // Until the editor asks again, it need not be notified twice.
    refreshed = text;
    orLog(desk.connection.sendRequest(SemanticTokensRefreshRequest.type), 'refreshing tokens', desk.log);
  });
  return {};
};

/** Five numbers for each token, as LSP has them: its place is told from that of the one before. */
function tokenData(desk: Desk, uri: string, range?: Range): number[] {
  const looked = shownAt(desk, uri);
  // Before everything is read, names do not mean yet what they will.
  if (!looked?.codex.isReady) return [];
  const { codex, entry, text, lines } = looked;
  const numbersOf = tokenNumbers(desk);
  let [lastLine, lastCharacter] = [0, 0];
  return tokensOf(desk.viewOf(codex), entry, text).flatMap((token) => {
    const { start, end } = token.span;
    const { line, character } = lines.placeAt(start);
    const numbers = numbersOf(token);
    if (!numbers || (range && (line < range.start.line || range.end.line < line))) return [];
    const data = [line - lastLine, line === lastLine ? character - lastCharacter : character, end - start, ...numbers];
    [lastLine, lastCharacter] = [line, character];
    return data;
  });
}

/** One edit, from the first number that is another one to the last. */
function deltaOf(before: readonly number[], { resultId, data }: Required<SemanticTokens>): SemanticTokensDelta {
  const most = Math.min(before.length, data.length);
  let start = 0;
  while (start < most && before[start] === data[start]) start++;
  if (start === before.length && start === data.length) return { resultId, edits: [] };
  let same = 0;
  while (same < most - start && before.at(-1 - same) === data.at(-1 - same)) same++;
  const edit = { start, deleteCount: before.length - start - same, data: data.slice(start, data.length - same) };
  return { resultId, edits: [edit] };
}
