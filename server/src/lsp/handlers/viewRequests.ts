/** Answers the views beside the editor, and notifies the client of those that changed since its last answer. */
import { renderBehind } from '../../core/commits/comparable';
import { allEntries, limitIn } from '../../core/canon';
import type { Entry } from '../../core/entry/entry';
import { nowOf } from '../../core/reading/viewpoint';
import { dateRows } from '../../core/views/datesView';
import { disputeRows, staleRows, acknowledge, markReviewed } from '../../core/views/disputesView';
import { isRippleKey, openRipples, reviewRipple, rippleRows } from '../../core/views/ripplesView';
import { noteRows } from '../../core/views/noteView';
import { retconRows, revisionRows, stagedRow } from '../../core/views/retconsView';
import { limitRow, type ViewRowData, type Rows } from '../../core/views/row';
import { secretRows } from '../../core/views/secretsView';
import type { RenderContext } from '../../core/reading/entryWords';
import type { Change } from '../../core/text/problem';
import type { Span } from '../../core/text/span';
import { codexOf, type Desk, type Area } from '../session/desk';
import { stagedIn } from '../session/followGit';
import type { LiveCodex } from '../session/liveCodex';
import { baseName, parentPath, pathOfUri, uriIn, lineIndexes, rangeOf } from '../convert/uris';
import {
  type ViewAnswer,
  type ViewParams,
  type ViewRow,
  type FileEdits,
  type RowNamed,
  type SpanOf,
  VIEW_CHANGED,
  VIEW_HIDDEN,
  type ViewNamed,
  WAITING,
  type Waiting,
} from '../protocol/protocol';
import { ripplesKept, ripplesOf, ripplesOfSteps } from '../session/ripples';
import { inSlices } from '../session/slices';
import { committedUri } from './renderContext';
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { DiagnosticReport, Reports } from '../diagnostics/reports';
import type { Sweep } from '../diagnostics/sweep';

/** What is in a view: the rows of one codex, or, where several are open, those that have rows, with their rows under them. */
export const renderContextNow = (codex: LiveCodex): RenderContext => ({
  ...nowOf(codex.canon),
  href: (entry) => uriIn(codex, entry.path),
});

/** The codices with something to show, in the order of their folders; single files where there is nothing else. */
export function codicesInViews({ codices }: Desk): LiveCodex[] {
  const all = codices.all().filter(({ isReady, isDormant }) => isReady && !isDormant);
  const folders = all.filter(({ isOne }) => !isOne);
  return (folders.length > 0 ? folders : all).sort((a, b) => (a.root < b.root ? -1 : 1));
}

/** The entry of a file, open or not. */
function entryOf(desk: Desk, uri: string): { readonly codex: LiveCodex; readonly entry: Entry } | null {
  const codex = codexOf(desk, uri);
  const entry = codex?.isReady === true ? codex.entryAt(pathOfUri(uri) ?? uri) : undefined;
  return codex && entry ? { codex, entry } : null;
}

const ROWS: Readonly<
  Record<
    Exclude<ViewParams['view'], 'versions'>,
    (context: RenderContext, under: string | undefined, codex: LiveCodex) => Rows
  >
> = {
  retcons: (context, under) => (under === undefined ? revisionRows(context) : retconRows(context, under)),
  decide: (context, _, codex) => decideRows(context, codex),
  secrets: (context, under) => secretRows(context, under),
};

/** What contradicts itself, then what is to be looked at again. */
function* decideRows(context: RenderContext, codex: LiveCodex): Rows {
  return [...(yield* disputeRows(context)), ...(yield* dateRows(context)), ...(yield* toRevisit(context, codex))];
}

/** What rests on something that is gone, what sums up something that has changed, and passages that say what a retcon changed. */
function* toRevisit(context: RenderContext, codex: LiveCodex): Rows {
  const stale = yield* staleRows(context);
  return [...stale, ...rippleRows(context, yield* ripplesOfSteps(codex))];
}

/** Null where it was given up. */
async function viewOf(
  desk: Desk,
  { view, uri, under }: ViewParams,
  isWanted: () => boolean,
): Promise<ViewAnswer | null> {
  if (view === 'versions') {
    const looked = uri === undefined ? null : entryOf(desk, uri);
    if (!looked) return { about: null, rows: [] };
    const { codex, entry } = looked;
    const rows = await rowsOf(codex, noteRows(renderContextNow(codex), entry), isWanted);
    return rows && { about: entry.title, rows };
  }
  const all = codicesInViews(desk);
  const place = under === undefined ? null : parseRowKey(under);
  const params = place ? all.filter(({ root }) => root === place.root) : all;
  const found: { readonly codex: LiveCodex; readonly rows: readonly ViewRow[] }[] = [];
  for (const codex of params) {
    const rows = await rowsOf(codex, ROWS[view](renderContextNow(codex), place?.key, codex), isWanted);
    if (rows === null) return null;
    const staged = view === 'retcons' && !place ? rowOfStaged(desk, codex) : [];
    if (staged.length + rows.length > 0) found.push({ codex, rows: [...staged, ...rows] });
  }
  const isOne = all.length === 1 || place !== null;
  const rows = isOne ? found.flatMap((one) => one.rows) : found.map(({ codex, rows }) => codexRow(codex, all, rows));
  if (view !== 'decide' || rows.length > 0) return { about: null, rows };
  let facts = 0;
  for (const { canon } of params) for (const entry of allEntries(canon)) facts += entry.facts.length;
  return { about: null, facts, rows };
}

async function rowsOf(codex: LiveCodex, found: Rows, isWanted: () => boolean): Promise<readonly ViewRow[] | null> {
  const rows = await inSlices(found, isWanted).catch((error: unknown) => [limitRow(limitIn(error))]);
  return rows && rows.map((row) => toRow(codex, row));
}

/** What is about to be committed; a file that is gone opens as it was established. */
function rowOfStaged(desk: Desk, codex: LiveCodex): ViewRow[] {
  const staged = stagedIn(codex);
  if (!staged) return [];
  const now = codex.currentText;
  const row = stagedRow(renderContextNow(codex), staged.found, ({ file, problem }) =>
    movedSpan(problem.span, staged.textOf(file) ?? '', now(file) ?? ''),
  );
  if (!row) return [];
  const shown = toRow(codex, row);
  const rows = row.rows === 'later' ? [] : (row.rows ?? []);
  return [
    {
      ...shown,
      ...(codex.baseline?.behind && { detail: `${shown.detail} · ${renderBehind(codex.baseline.behind)}` }),
      rows: rows.map((one): ViewRow => {
        const { opens, ...rest } = toRow(codex, one);
        const file = one.opens?.entry.path ?? '';
        if (now(file) !== null) return { ...rest, ...(opens && { opens }) };
        if (desk.options.opensCommitted !== true) return rest;
        return { ...rest, opens: { uri: committedUri(codex, staged, file), start: 0, end: 0 } };
      }),
    },
  ];
}

/** Where a place in a text is in a later one, in which something before or behind it may have been edited. */
function movedSpan({ start, end }: Span, was: string, is: string): Span {
  let head = 0;
  while (head < was.length && head < is.length && was[head] === is[head]) head++;
  if (end <= head) return { start, end };
  const by = is.length - was.length;
  return { start: Math.max(start + by, Math.min(start, head)), end: Math.max(end + by, Math.min(end, head)) };
}

/** With the folder it lies in where another one is called the same. */
function codexRow({ root }: LiveCodex, all: readonly LiveCodex[], rows: readonly ViewRow[]): ViewRow {
  const label = baseName(root);
  const hasNamesake = all.some((other) => other.root !== root && baseName(other.root) === label);
  return { key: JSON.stringify([root]), sort: 'codex', label, detail: hasNamesake ? parentPath(root) : '', rows };
}

/** The codex that a row is of, and its key there. */
export function parseRowKey(key: string): { readonly root: string; readonly key: string } {
  const [root, own] = JSON.parse(key) as [string, string];
  return { root, key: own };
}

function toRow(codex: LiveCodex, { key, opens, compares, successor, retconnable, rows, ...row }: ViewRowData): ViewRow {
  const uriOf = (entry: Pick<Entry, 'path'>): string => uriIn(codex, entry.path);
  return {
    key: JSON.stringify([codex.root, key]),
    ...row,
    ...(opens && { opens: { uri: uriOf(opens.entry), ...opens.span } }),
    ...(compares && {
      compares: {
        before: uriOf(compares.before),
        after: uriOf(compares.after),
        title: `${compares.before.title} → ${compares.after.title}`,
      },
    }),
    ...(successor && { successor: uriOf(successor) }),
    ...(retconnable && { retconnable: uriOf(retconnable) }),
    ...(rows && { rows: rows === 'later' ? rows : rows.map((one) => toRow(codex, one)) }),
  };
}

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
  /** What a view is made of: passages to be revisited change with any edit of prose. */
  const statesNow = ({ view }: ViewNamed): (object | null)[] =>
    codicesInViews(desk).flatMap((codex) => [
      codex.state,
      stagedIn(codex),
      view === 'decide' ? codex.canon.entries : null,
    ]);
  const answer = async (params: ViewParams, isWanted: () => boolean): Promise<ViewAnswer | null> => {
    const states = statesNow(params);
    // A view asked for from its top is drawn again, and its rows are asked for again.
    if (params.under === undefined) forget(params);
    const answered = await viewOf(desk, params, isWanted);
    if (answered) given.set(JSON.stringify(params), { asked: params, sent: JSON.stringify(answered), states });
    return answered;
  };
  connection.onRequest('retcon/view', async (params: ViewParams, token): Promise<ViewAnswer> => {
    desk.settle();
    const found = codicesInViews(desk).filter(ripplesKept).length;
    const answered = await answer(params, () => !token.isCancellationRequested);
    // What was found for the first time is counted on the icon too.
    if (codicesInViews(desk).filter(ripplesKept).length > found) desk.rest();
    if (answered === null) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    return answered;
  });
  connection.onNotification(VIEW_HIDDEN, forget);

  let rests = 0;
  const tellChanges = async (): Promise<void> => {
    const mine = ++rests;
    for (const [key, { asked: params, sent, states }] of [...given]) {
      const now = statesNow(params);
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
  connection.onRequest('retcon/settle', ({ key }: RowNamed): FileEdits | null => {
    desk.settle();
    const place = parseRowKey(key);
    const codex = codicesInViews(desk).find(({ root }) => root === place.root);
    if (!codex) return null;
    const [context, textOf] = [renderContextNow(codex), codex.currentText];
    const review = isRippleKey(place.key) ? reviewRipple : markReviewed;
    const change = acknowledge(context, place.key, textOf) ?? review(context, place.key, textOf);
    return change && fileEditsOf(codex, change);
  });
  return {};
};

/** @param change of files of a codex */
export function fileEditsOf(codex: LiveCodex, { edits }: Change): FileEdits {
  const linesOf = lineIndexes(codex);
  return edits.map(({ file, span, text }) => ({
    uri: uriIn(codex, file),
    range: rangeOf(linesOf(file), span),
    text,
  }));
}

/** Reports the number when all files have been judged, where it differs from the last one. */
export function notifyWaiting(desk: Desk, reports: Reports, sweep: Sweep): () => Promise<void> {
  let lastSent = '';
  let counts = 0;
  const count = async (): Promise<void> => {
    const mine = ++counts;
    const all = reports.all();
    const waiting = { disputes: 0, stale: 0 };
    for (const codex of codicesInViews(desk)) {
      const found = await countIn(codex, reports.filesOf(codex), all, () => mine === counts && sweep.isDone);
      if (!found) return;
      waiting.disputes += found.disputes;
      waiting.stale += found.stale;
      // Counting them means looking at much that may never be shown.
      codex.forget();
    }
    const text = JSON.stringify(waiting);
    if (text === lastSent) return;
    lastSent = text;
    if (desk.options.hearsStatus === true) void desk.connection.sendNotification(WAITING, waiting);
  };
  return count;
}

/** Null where it was given up. */
async function countIn(
  codex: LiveCodex,
  files: readonly string[],
  all: ReadonlyMap<string, DiagnosticReport>,
  isWanted: () => boolean,
): Promise<Waiting | null> {
  function* withProblem(...wanted: readonly string[]): Generator<Entry> {
    for (const file of files) {
      const codes = all.get(file)?.codes;
      const entry = wanted.some((code) => codes?.has(code) === true) ? codex.entryAt(file) : undefined;
      if (entry) yield entry;
    }
  }
  const context = renderContextNow(codex);
  const disputes = await inSlices(disputeRows(context, withProblem('fact/disputed')), isWanted);
  const dates =
    disputes &&
    (await inSlices(
      dateRows(context, withProblem('fact/outside-lifetime', 'fact/child-before-parent', 'date/inverted')),
      isWanted,
    ));
  const stale =
    dates && (await inSlices(staleRows(context, withProblem('source/superseded', 'summary/stale')), isWanted));
  // To find passages all prose is read: they count once somebody has looked, and from then on are kept up with each edit.
  const groups = stale && ripplesKept(codex) ? await ripplesOf(codex, isWanted) : [];
  if (!disputes || !dates || !stale || !groups) return null;
  const open = disputes.filter(({ sort }) => sort === 'disputed');
  const passages = openRipples(context.known, groups);
  return { disputes: open.length + dates.length, stale: stale.length + passages.length };
}
