/** Tells the editor which passages no longer count, and when it should ask again: LSP has no message for that. */
import { fadingOf } from '../../core/reading/faded';
import type { Span } from '../../core/text/span';
import { answerRequests } from './ownRequests';
import { type Area, type Desk, shownAt } from '../session/desk';
import { rangeOf } from '../convert/uris';
import { FADING_CHANGED, type FadingAnswer } from '../protocol/protocol';

export const answerFading: Area = (desk) => {
  const { connection } = desk;
  const given = new Map<string, string>();
  answerRequests(desk)('retcon/fading', ({ uri }) => {
    const answer = fadingIn(desk, uri);
    given.set(uri, JSON.stringify(answer));
    return answer;
  });
  desk.documents.onDidClose(({ document }) => given.delete(document.uri));
  desk.whenResting(() => {
    const changed = [...given].flatMap(([uri, sent]) => (JSON.stringify(fadingIn(desk, uri)) === sent ? [] : uri));
    for (const uri of changed) given.delete(uri);
    if (changed.length > 0) void connection.sendNotification(FADING_CHANGED, changed);
  });
  return {};
};

function fadingIn(desk: Desk, uri: string): FadingAnswer {
  const looked = shownAt(desk, uri);
  if (!looked?.codex.isReady) return { faded: [], struck: [] };
  const { codex, entry, text, lines } = looked;
  const { faded, struck } = fadingOf(desk.viewOf(codex), entry, text);
  const rangesOf = (spans: readonly Span[]) => spans.map((span) => rangeOf(lines, span));
  return { faded: rangesOf(faded), struck: rangesOf(struck) };
}
