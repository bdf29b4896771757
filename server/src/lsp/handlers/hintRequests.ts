/** Inlay hints as LSP has them: what is behind a hint, its card and its place, is looked for when somebody points at it. */
import {
  type InlayHint,
  InlayHintRefreshRequest,
  type Range,
  type CodeLens,
  type SemanticTokens,
  type SemanticTokensDelta,
  type SemanticTokensDeltaParams,
  type SemanticTokensParams,
  type SemanticTokensRangeParams,
  SemanticTokensRefreshRequest,
  type Hover,
  type Location,
  type LocationLink,
  type Position,
  type ServerCapabilities,
} from 'vscode-languageserver';
import { changesOf, entryAt, retconsBy } from '../../core/canon';
import { cardOf } from '../../core/reading/entryCard';
import { hintsIn, type Lens, lensesOf, revisitLens } from '../../core/reading/inline';
import { nameSpan } from '../../core/rules/rule';
import { type Area, type Desk, guarded, guardedAt, type Looked, orLog, shownAt } from '../session/desk';
import { locationIn, rangeOf, pathOfUri } from '../convert/uris';
import { contentOf } from '../convert/markup';
import { entryOfView, renderContextOf, answerRequests, hrefAt } from './renderContext';
import { fadingOf, tokensOf } from '../../core/reading/faded';
import type { Span } from '../../core/text/span';
import { FADING_CHANGED, type FadingAnswer } from '../protocol/protocol';
import { isBroken } from '../../core/entry/entry';
import type { LiveCodex } from '../session/liveCodex';
import { runsCommands, tokenNumbers } from '../convert/announced';
import { showing } from './commands';
import type { Entry } from '../../core/entry/entry';
import { openRipples } from '../../core/views/ripplesView';
import { areRipplesFresh, ripplesKept, ripplesOf } from '../session/ripples';
import { definitionAt } from '../../core/reading/atViewpoint';
import { isEstablished } from '../../core/edits/refactor/retconValue';
import { presentEntry } from '../../core/entry/versions';
import { entryAtViewpoint } from '../../core/reading/atViewpoint';
import { hoverAt } from '../../core/reading/hover';
import { targetAt } from './retconValueRequests';
import { landingIn } from '../../core/reading/symbols';

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
  const location = today && locationIn(codex, today, nameSpan(today));
  return { ...hint, label: hint.label.map((part) => ({ ...part, tooltip, ...(location && { location }) })) };
}

/** Sends the editor the passages that no longer count, and asks it to refresh: LSP has no message for that. */
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
  if (!looked?.codex.isReady) return { faded: [], struck: [], unknownTo: null };
  const { codex, entry, text, lines } = looked;
  const view = desk.viewOf(codex);
  const { faded, struck } = fadingOf(view, entry, text);
  const unknownTo = view.eyes && !entryAtViewpoint(view, entry) ? view.eyes.title : null;
  const rangesOf = (spans: readonly Span[]) => spans.map((span) => rangeOf(lines, span));
  return { faded: rangesOf(faded), struck: rangesOf(struck), unknownTo };
}

/** Lenses as LSP has them, on the first line; the last good ones stay while the YAML under the caret is broken. */
export interface Lenses {
  /** The lenses of a document; null where it has none to show yet. @param file absolute, or the URI of a document that is not a file */
  of(codex: LiveCodex, uri: string, file: string): CodeLens[] | null;
  /** Whether a document would show other lenses now than it was last given. */
  isStale(codex: LiveCodex, uri: string, file: string): boolean;
  forget(uri: string): void;
}

const TOP = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function makeLenses(desk: Desk): Lenses {
  const good = new Map<string, CodeLens[]>();
  const given = new Map<string, string>();
  const now = (codex: LiveCodex, uri: string, file: string): CodeLens[] | null => {
    const entry = codex.entryAt(file);
    const last = good.get(uri);
    if (!codex.isReady) return last ?? null;
    if (!entry) return [];
    if (last && isBroken(entry)) return last;
    const view = desk.viewOf(codex);
    // What is left to do is the author's, and of now.
    const left = view.asOf || view.eyes ? 0 : leftToRevisit(desk, codex, entry);
    const own = [...lensesOf(view, entry), ...(left > 0 ? [revisitLens(entry, left)] : [])];
    const lenses = own.map((lens) => toCodeLens(desk, codex, uri, lens));
    good.set(uri, lenses);
    return lenses;
  };
  return {
    of(codex, uri, file) {
      const lenses = now(codex, uri, file);
      given.set(uri, JSON.stringify(lenses));
      return lenses;
    },
    isStale: (codex, uri, file) => given.has(uri) && given.get(uri) !== JSON.stringify(now(codex, uri, file)),
    forget(uri) {
      good.delete(uri);
      given.delete(uri);
    },
  };
}

/**
 * How many passages still say what a page has retconned, as it was counted last. Counting takes longer than a lens may: it is
 * begun here, and the lens follows.
 */
function leftToRevisit(desk: Desk, codex: LiveCodex, entry: Entry): number {
  const { known } = codex;
  if (retconsBy(known, entry).length + changesOf(known, entry).length === 0) return 0;
  if (!areRipplesFresh(codex)) {
    const { entries } = codex.canon;
    orLog(
      ripplesOf(codex, () => codex.canon.entries === entries).then((found) => found && desk.rest()),
      'counting what is left to revisit',
      desk.log,
    );
  }
  return openRipples(known, ripplesKept(codex) ?? [], entry).length;
}

/**
 * For an editor that has none of our commands: the server shows the entry that the lens names, or else the page that the lens is
 * on.
 */
function toPlainLens(desk: Desk, codex: LiveCodex, uri: string, { words, does }: Lens): CodeLens {
  const shown = does?.kind === 'compare' ? does.before : does?.kind === 'fork' ? does.old : does?.entry;
  const today = shown && entryOfView(codex, desk.viewOf(codex), shown);
  if (!today) return { range: TOP, command: showing(words, { uri }) };
  return { range: TOP, command: showing(`${words} · show`, locationIn(codex, today, nameSpan(today))) };
}

function toCodeLens(desk: Desk, codex: LiveCodex, own: string, one: Lens): CodeLens {
  if (!runsCommands(desk)) return toPlainLens(desk, codex, own, one);
  const { title, does } = one;
  if (does?.kind === 'revisit')
    return { range: TOP, command: { title, command: 'retcon.goThroughRipples', arguments: [own] } };
  const view = desk.viewOf(codex);
  const uriTold = hrefAt(desk, codex, view);
  const lens = (command: string, ...given: readonly unknown[]): CodeLens => ({
    range: TOP,
    command: { title, command, ...(given.length > 0 && { arguments: [...given] }) },
  });
  if (does?.kind === 'compare') {
    const [before, after] = [uriTold(does.before), uriTold(does.after)];
    return before !== null && after !== null ? lens('retcon.compare', before, after, does.title) : lens('');
  }
  if (does?.kind === 'fork') {
    const [old, ...by] = [does.old, ...does.by].map(uriTold);
    return old != null && !by.includes(null) ? lens('retcon.lookAtFork', old, by, does.title) : lens('');
  }
  const uri = does && uriTold(does.entry);
  if (!does || uri === null) return lens('');
  const today = entryOfView(codex, view, does.entry);
  return lens('retcon.open', uri, ...(today ? [locationIn(codex, today, nameSpan(today)).range] : []));
}

/** Answers editors that colour words by what they mean; what they keep showing is asked for again when it has changed. */
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
  /** What the editor was last asked to refresh. */
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

/** Five numbers for each token, as LSP has them: its place is relative to the token before. */
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

/** Leads from the hover of an established value to its retcon, in an editor that runs commands from there. */
function valueLink(desk: Desk, { codex, entry, text, lines }: Looked, uri: string, position: Position): string {
  const target = targetAt(presentEntry(entry), text, lines.offsetAt(position));
  if (desk.options.hasDialogs !== true || !target || !isEstablished(codex.canon.codex, entry)) return '';
  return `\n\n[Retcon This Value…](command:retcon.retconValue?${encodeURIComponent(JSON.stringify([uri, position]))})`;
}

/** Answers to those who read: hover, definition, lenses. */
export const answerHovers = (desk: Desk, lenses: Lenses): ServerCapabilities => {
  const { connection } = desk;
  connection.onHover(
    guardedAt(desk, 'hover', (looked, { textDocument, position }): Hover | null => {
      const { codex, entry, text, lines } = looked;
      const hover = hoverAt(renderContextOf(desk, codex), entry, text, lines.offsetAt(position));
      if (!hover) return null;
      const value = codex.isReady
        ? hover.markdown + valueLink(desk, looked, textDocument.uri, position)
        : `${hover.markdown}\n\n*Still reading the codex …*`;
      return {
        contents: contentOf(desk.editor.textDocument?.hover?.contentFormat, value),
        range: rangeOf(lines, hover.span),
      };
    }),
  );
  connection.onDefinition(
    guardedAt(desk, 'definition', ({ codex, entry, text, lines }, { position }): LocationLink[] | Location[] | null => {
      const definition = definitionAt(codex.known, entry, text, lines.offsetAt(position));
      if (!definition) return null;
      const { setting } = definition;
      const home = setting === null ? codex : desk.codices.inSetting(codex, setting);
      if (!home) return null;
      const places = definition.entries.map((target) =>
        locationIn(home, target, landingIn(target, home.currentText(target.path) ?? '', definition.heading)),
      );
      if (desk.editor.textDocument?.definition?.linkSupport !== true) return places;
      const originSelectionRange = rangeOf(lines, definition.span);
      return places.map(({ uri, range }) => ({
        originSelectionRange,
        targetUri: uri,
        targetRange: range,
        targetSelectionRange: range,
      }));
    }),
  );
  connection.onCodeLens(
    guarded(desk, 'code lens', ({ textDocument: { uri } }) => {
      desk.settle();
      const codex = desk.codices.of(uri);
      return codex && lenses.of(codex, uri, pathOfUri(uri) ?? uri);
    }),
  );
  return { hoverProvider: true, definitionProvider: true, codeLensProvider: {} };
};
