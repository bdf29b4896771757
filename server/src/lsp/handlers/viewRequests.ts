/** Answers the views beside the editor, and tells the client which of them have changed since it was answered. */
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { acknowledge, markReviewed } from '../../core/views/settleRow';
import type { Area } from '../session/desk';
import { lineIndexes } from '../convert/codexLines';
import { stagedIn } from '../session/followGit';
import { pathOfUri, rangeOf, uriIn } from '../convert/uris';
import {
  type FileEdits,
  type RowNamed,
  type SpanOf,
  VIEW_CHANGED,
  VIEW_HIDDEN,
  type ViewAnswer,
  type ViewParams,
  type ViewNamed,
} from '../protocol/protocol';
import { codicesInViews, parseRowKey, renderContextNow, viewOf } from './viewRows';

interface Given {
  readonly asked: ViewParams;
  readonly sent: string;
  /** All codices and what is staged in them, before the view was answered. */
  readonly states: readonly (object | null)[];
}

export const answerViews: Area = (desk) => {
  const { connection } = desk;
  /** What was answered, by question, for as long as the view is visible. */
  const given = new Map<string, Given>();
  const forget = ({ view }: ViewNamed): void => {
    for (const [key, { asked: params }] of given) if (params.view === view) given.delete(key);
  };
  const statesNow = (): (object | null)[] => codicesInViews(desk).flatMap((codex) => [codex.state, stagedIn(codex)]);
  const answer = async (params: ViewParams, isWanted: () => boolean): Promise<ViewAnswer | null> => {
    const states = statesNow();
    // A view asked for from its top is drawn again, and its rows are asked for again.
    if (params.under === undefined) forget(params);
    const answered = await viewOf(desk, params, isWanted);
    if (answered) given.set(JSON.stringify(params), { asked: params, sent: JSON.stringify(answered), states });
    return answered;
  };
  connection.onRequest('retcon/view', async (params: ViewParams, token): Promise<ViewAnswer> => {
    desk.settle();
    const answered = await answer(params, () => !token.isCancellationRequested);
    if (answered === null) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    return answered;
  });
  connection.onNotification(VIEW_HIDDEN, forget);

  let rests = 0;
  const tellChanges = async (): Promise<void> => {
    const mine = ++rests;
    for (const [key, { asked: params, sent, states }] of [...given]) {
      const now = statesNow();
      if (now.length === states.length && now.every((state, i) => state === states[i])) continue;
      // What is looked at may be asked for again, or be hidden, while this goes on.
      const answered = await viewOf(desk, params, () => mine === rests && given.get(key)?.sent === sent);
      if (mine !== rests) return;
      if (answered === null) continue;
      if (JSON.stringify(answered) === sent) {
        given.set(key, { asked: params, sent, states: now });
        continue;
      }
      forget(params);
      void connection.sendNotification(VIEW_CHANGED, { view: params.view });
    }
  };
  // While the author types, no view is recomputed; its changes are looked for when typing rests.
  desk.documents.onDidChangeContent(() => rests++);
  desk.whenResting(() => void tellChanges().catch((error: unknown) => desk.log(`views: ${String(error)}`)));

  connection.onRequest('retcon/rangeOf', ({ uri, start, end }: SpanOf) => {
    desk.settle();
    const codex = desk.codices.of(uri);
    return codex && rangeOf(lineIndexes(codex)(codex.pathOf(pathOfUri(uri) ?? uri)), { start, end });
  });
  connection.onRequest('retcon/settle', ({ view, key }: RowNamed): FileEdits | null => {
    desk.settle();
    const place = parseRowKey(key);
    const codex = codicesInViews(desk).find(({ root }) => root === place.root);
    if (!codex) return null;
    const settle = view === 'disputes' ? acknowledge : markReviewed;
    const change = settle(renderContextNow(codex), place.key, codex.currentText);
    const linesOf = lineIndexes(codex);
    return (
      change &&
      change.edits.map(({ file, span, text }) => ({
        uri: uriIn(codex, file),
        range: rangeOf(linesOf(file), span),
        text,
      }))
    );
  });
  return {};
};
