/** Inlay hints as LSP has them: what is behind a hint, its card and its place, is looked for when somebody points at it. */
import { type InlayHint, InlayHintRefreshRequest, type Range } from 'vscode-languageserver';
import { entryAt } from '../../core/canon';
import { cardOf } from '../../core/reading/entryCard';
import { hintsIn } from '../../core/reading/inlay';
import { nameSpan } from '../../core/rules/relatedPlaces';
import { type Area, type Desk, guarded, orLog, shownAt } from '../session/desk';
import { lineIndexes } from '../convert/codexLines';
import { contentOf } from '../convert/markup';
import { rangeOf, uriIn } from '../convert/uris';
import { entryOfView, renderContextOf } from './renderContext';

export const answerHints: Area = (desk) => {
  const { connection } = desk;
  /** What was asked last of each document, and what was answered. */
  const given = new Map<string, { readonly range: Range; readonly sent: string }>();
  connection.languages.inlayHint.on(
    guarded(desk, 'inlay hints', ({ textDocument: { uri }, range }): InlayHint[] => {
      const hints = hintsWithin(desk, uri, range);
      given.set(uri, { range, sent: JSON.stringify(hints) });
      return resolvesLazily(desk) ? hints : hints.map((hint) => resolved(desk, hint));
    }),
  );
  connection.languages.inlayHint.resolve(
    (hint) => guarded(desk, 'inlay hint', (params: InlayHint) => resolved(desk, params))(hint) ?? hint,
  );
  desk.documents.onDidClose(({ document }) => given.delete(document.uri));
  desk.whenResting(() => {
    if (desk.editor.workspace?.inlayHint?.refreshSupport !== true) return;
    const isStale = [...given].some(([uri, { range, sent }]) => JSON.stringify(hintsWithin(desk, uri, range)) !== sent);
    // Until the editor asks again, it need not be notified twice.
    if (!isStale) return;
    given.clear();
    orLog(connection.sendRequest(InlayHintRefreshRequest.type), 'refreshing hints', desk.log);
  });
  return { inlayHintProvider: { resolveProvider: true } };
};

const resolvesLazily = ({ editor }: Desk): boolean => {
  const can = editor.textDocument?.inlayHint?.resolveSupport?.properties ?? [];
  return ['label.location', 'label.tooltip'].every((part) => can.includes(part));
};

function hintsWithin(desk: Desk, uri: string, range: Range): InlayHint[] {
  const looked = shownAt(desk, uri);
  // Before everything is read, names do not mean yet what they will.
  if (!looked?.codex.isReady) return [];
  const { codex, entry, text, lines } = looked;
  const within = { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) };
  return hintsIn(desk.viewOf(codex), entry, text, within).map(({ offset, label, entry: named, tooltip }) => ({
    position: lines.placeAt(offset),
    label: [{ value: label }],
    paddingLeft: true,
    ...(tooltip !== null && { tooltip }),
    ...(named && { data: { uri, file: named.path } satisfies Pointed }),
  }));
}

/** What is behind a hint: an entry as the viewpoint of a document knows it, by its path there. */
interface Pointed {
  readonly uri: string;
  readonly file: string;
}

/** With the card of what is named, and the place where it says who it is. */
function resolved(desk: Desk, hint: InlayHint): InlayHint {
  const { uri, file } = (hint.data ?? {}) as Partial<Pointed>;
  const codex = uri === undefined ? null : desk.codices.of(uri);
  if (!codex || file === undefined || typeof hint.label === 'string') return hint;
  const context = renderContextOf(desk, codex);
  const entry = entryAt(context.known.canon, file);
  if (!entry) return hint;
  // LSP has no word for what a hint may be written in: it is what hovers are written in.
  const tooltip = contentOf(desk.editor.textDocument?.hover?.contentFormat, cardOf(context, entry));
  const today = entryOfView(codex, context, entry);
  const location = today && {
    uri: uriIn(codex, today.path),
    range: rangeOf(lineIndexes(codex)(today.path), nameSpan(today)),
  };
  return { ...hint, label: hint.label.map((part) => ({ ...part, tooltip, ...(location && { location }) })) };
}
