/** Answers the views beside the editor, and tells the client which of them have changed since it was answered. */
import { nowOf } from '../core/features/viewpoint';
import type { Row } from '../core/features/views/row';
import { versionRows } from '../core/features/views/versions';
import type { Entry } from '../core/entry/entry';
import { type Area, type Desk, lookAt } from './desk';
import { lineIndexes } from './diagnostics';
import type { LiveCodex } from './liveCodex';
import { pathOf, rangeOf, relativeTo, uriIn } from './places';
import {
  type SpanOf,
  VIEW_HIDDEN,
  type ViewAnswer,
  type ViewAsked,
  type ViewName,
  type ViewRow,
  VIEWS_CHANGED,
} from './protocol';

export const answerViews: Area = (desk) => {
  const { connection } = desk;
  /** What was answered, by question, for as long as it is looked at. */
  const given = new Map<string, { readonly asked: ViewAsked; readonly told: string }>();
  const forget = (view: ViewName): void => {
    for (const [key, { asked }] of given) if (asked.view === view) given.delete(key);
  };
  connection.onRequest('retcon/view', (asked: ViewAsked): ViewAnswer => {
    desk.settle();
    const answer = answerTo(desk, asked);
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
  desk.whenResting(() => {
    const changed = new Set<ViewName>();
    for (const { asked, told } of given.values())
      if (!changed.has(asked.view) && JSON.stringify(answerTo(desk, asked)) !== told) changed.add(asked.view);
    if (changed.size === 0) return;
    changed.forEach(forget);
    void connection.sendNotification(VIEWS_CHANGED, [...changed]);
  });
  return {};
};

const NOTHING: ViewAnswer = { about: null, rows: [], waiting: 0 };

const ROWS: Readonly<Record<Exclude<ViewName, 'versions'>, (telling: Telling, under?: string) => readonly Row[]>> = {
  retcons: (telling, under) => (under === undefined ? revisionRows(telling) : retconRows(telling, under)),
  disputes: disputeRows,
  stale: staleRows,
};

function answerTo(desk: Desk, { view, uri, under }: ViewAsked): ViewAnswer {
  const codex = codexMeant(desk, uri);
  if (!codex?.isReady || codex.isDormant) return NOTHING;
  const telling = { ...nowOf(codex.canon), href: (one: Entry): string => uriIn(codex, one.path) };
  const entry = uri === undefined ? undefined : codex.entryAt(pathOf(uri) ?? uri);
  if (view === 'versions' && !entry) return NOTHING;
  const rows = view === 'versions' ? entry && versionRows(telling, entry) : ROWS[view](telling, under);
  if (!rows) return NOTHING;
  const waiting = rows.filter(({ sort }) => sort === 'disputed' || sort === 'stale').length;
  return { about: entry && view === 'versions' ? entry.title : codex.root, rows: rows.map((row) => toRow(codex, row)), waiting };
}

function toRow(codex: LiveCodex, { opens, compares, successor, settles, retconnable, rows, ...row }: Row): ViewRow {
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
    ...(settles?.[0] && { settles: settles[0].key }),
    ...(retconnable && { retconnable: uriOf(retconnable) }),
    ...(rows && { rows: rows === 'later' ? rows : rows.map((one) => toRow(codex, one)) }),
  };
}
