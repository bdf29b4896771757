/** Answers the views beside the editor, and tells the client which of them have changed since it was answered. */
/** Answers the views beside the editor, and tells the client which of them have changed since it was answered. */
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import type { Entry } from '../core/entry/entry';
import { nowOf } from '../core/features/viewpoint';
import { disputeRows } from '../core/features/views/disputes';
import { retconRows, revisionRows } from '../core/features/views/retcons';
import type { Row, Rows } from '../core/features/views/row';
import { acknowledge, markReviewed } from '../core/features/views/settle';
import { staleRows } from '../core/features/views/stale';
import { versionRows } from '../core/features/views/versions';
import { type Area, codexMeant, type Desk } from './desk';
import { lineIndexes } from './diagnostics';
import type { LiveCodex } from './liveCodex';
import { pathOf, rangeOf, relativeTo, uriIn } from './places';
import { inSlices } from './slices';
import {
  type FileEdits,
  type RowNamed,
  type SpanOf,
  VIEW_HIDDEN,
  type ViewAnswer,
  type ViewAsked,
  type ViewNamed,
  type ViewRow,
  VIEW_CHANGED,
} from './protocol';

export const answerViews: Area = (desk) => {
  const { connection } = desk;
  /** What was answered, by question, for as long as it is looked at. */
  const given = new Map<string, { readonly asked: ViewAsked; readonly told: string }>();
  const forget = ({ view }: ViewNamed): void => {
    for (const [key, { asked }] of given) if (asked.view === view) given.delete(key);
  };
  connection.onRequest('retcon/view', async (asked: ViewAsked, token): Promise<ViewAnswer> => {
    desk.settle();
    const answer = await answerTo(desk, asked, () => !token.isCancellationRequested);
    if (answer === null) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'nobody waits for it any more');
    given.set(JSON.stringify(asked), { asked, told: JSON.stringify(answer) });
    return answer;
  });
  connection.onNotification(VIEW_HIDDEN, forget);
  connection.onRequest('retcon/rangeOf', ({ uri, start, end }: SpanOf) => {
    desk.settle();
    const codex = desk.codices.of(uri);
    const file = pathOf(uri);
    const path = codex && file !== null && !codex.isOne ? relativeTo(codex.root, file) : uri;
    return codex && rangeOf(lineIndexes(codex)(path), { start, end });
  });
  connection.onRequest('retcon/settle', ({ view, uri, key }: RowNamed): FileEdits | null => {
    desk.settle();
    const codex = codexMeant(desk, uri);
    const settle = view === 'disputes' ? acknowledge : markReviewed;
    const change = codex && settle(nowOf(codex.canon), key, codex.currentText);
    if (!change) return null;
    const linesOf = lineIndexes(codex);
    return change.edits.map(({ file, span, text }) => ({
      uri: uriIn(codex, file),
      range: rangeOf(linesOf(file), span),
      text,
    }));
  });
  let rests = 0;
  const tellChanges = async (): Promise<void> => {
    const mine = ++rests;
    for (const [key, { asked, told }] of [...given]) {
      const answer = await answerTo(desk, asked, () => mine === rests);
      if (answer === null) return;
      if (JSON.stringify(answer) === told || given.get(key)?.told !== told) continue;
      forget(asked);
      void connection.sendNotification(VIEW_CHANGED, { view: asked.view });
    }
  };
  desk.whenResting(() => void tellChanges().catch((error: unknown) => desk.log(`views: ${String(error)}`)));
  return {};
};

interface Looked {
  /** The entry that the view is about, of a view that is about one. */
  readonly entry?: Entry;
  readonly rows: Rows;
}

/** Null where there is nothing to tell of. */
function look(codex: LiveCodex, { view, uri, under }: ViewAsked): Looked | null {
  const telling = { ...nowOf(codex.canon), href: (one: Entry): string => uriIn(codex, one.path) };
  switch (view) {
    case 'versions': {
      const entry = uri === undefined ? undefined : codex.entryAt(pathOf(uri) ?? uri);
      return entry ? { entry, rows: versionRows(telling, entry) } : null;
    }
    case 'retcons':
      return { rows: under === undefined ? revisionRows(telling) : retconRows(telling, under) };
    case 'disputes':
      return { rows: disputeRows(telling) };
    case 'stale':
      return { rows: staleRows(telling) };
  }
}

/** Null where it was given up. */
async function answerTo(desk: Desk, asked: ViewAsked, isWanted: () => boolean): Promise<ViewAnswer | null> {
  const codex = codexMeant(desk, asked.uri);
  const looked = codex?.isReady && !codex.isDormant ? look(codex, asked) : null;
  if (!codex || !looked) return { about: null, rows: [], waiting: 0 };
  const rows = await inSlices(looked.rows, isWanted);
  return (
    rows && {
      about: looked.entry?.title ?? codex.root,
      rows: rows.map((row) => toRow(codex, row)),
      waiting: rows.filter(({ sort }) => sort === 'disputed' || sort === 'stale').length,
    }
  );
}

function toRow(codex: LiveCodex, { opens, compares, successor, retconnable, rows, ...row }: Row): ViewRow {
  const uriOf = (entry: Entry): string => uriIn(codex, entry.path);
  return {
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
