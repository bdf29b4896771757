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

const NOTHING: ViewAnswer = { isAsked: false, rows: [] };

function answerTo(desk: Desk, { uri }: ViewAsked): ViewAnswer {
  const looked = uri === undefined ? null : lookAt(desk, uri);
  if (!looked?.codex.isReady) return NOTHING;
  const { codex, entry } = looked;
  const href = (one: Entry): string => uriIn(codex, one.path);
  return { isAsked: true, rows: versionRows({ ...nowOf(codex.canon), href }, entry).map((row) => toRow(codex, row)) };
}

function toRow(codex: LiveCodex, { opens, compares, ...row }: Row): ViewRow {
  return {
    ...row,
    ...(opens && { opens: { uri: uriIn(codex, opens.entry.path), ...opens.span } }),
    ...(compares && {
      compares: {
        before: uriIn(codex, compares.before.path),
        after: uriIn(codex, compares.after.path),
        title: `${compares.before.title} → ${compares.after.title}`,
      },
    }),
  };
}
