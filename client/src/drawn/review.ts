/** "Review Changes…": a page with each retcon's two texts side by side, kept in step with the codex. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { CanonPointChoice } from '../../../server/src/lsp/protocol/protocol';
import {
  REVIEW_CHANGED,
  type ReviewAnswer,
  type UndeclaredAnswer,
} from '../../../server/src/lsp/protocol/protocolPictures';
import { pickCanonPoint } from '../asking/askPicks';
import { command, compare } from '../openPlace';
import type { FromPage, PageState, ReviewState, ReviewWords, ToPage } from './pageMessages';
import { sendRequest, whenStarted } from '../server/languageServer';
import { drawPage, reopened } from './savePicture';

const { t } = vscode.l10n;

/** How many retcons are shown at a time. */
const AT_A_TIME = 20;
const TYPE = 'retcon.review';

interface Shown {
  readonly panel: vscode.WebviewPanel;
  state: ReviewState;
  /** Counts what has been asked for, so that what comes too late is passed over. */
  asked: number;
  /** Whether the page has yet to show this canon point: it is read from its top. */
  isFresh: boolean;
}

export function offerReviews(client: LanguageClient, context: vscode.ExtensionContext): vscode.Disposable {
  let shown: Shown | undefined;

  const show = (panel: vscode.WebviewPanel, state: ReviewState, isFresh: boolean): void => {
    const own: Shown = { panel, state, asked: 0, isFresh };
    shown = own;
    panel.onDidDispose(() => {
      if (shown === own) shown = undefined;
    });
    panel.webview.onDidReceiveMessage((message: FromPage) =>
      message.asks === 'all' ? load(client, own) : loadMore(client, own, message.skip),
    );
    drawPage(context, panel, 'review', ['retcon.open', 'retcon.compareText']);
  };
  const open = async (state: ReviewState): Promise<void> => {
    if (shown) {
      Object.assign(shown, { state, isFresh: true });
      shown.panel.reveal();
      await load(client, shown);
      return;
    }
    const column = vscode.ViewColumn.Active;
    show(vscode.window.createWebviewPanel(TYPE, t('Changes'), column, { enableFindWidget: true }), state, true);
  };

  return vscode.Disposable.from(
    command('review', async (since?: string) => {
      const point = since === undefined ? await pickSince(client) : { since };
      if (point !== undefined) await open({ ...point, taken: AT_A_TIME });
    }),
    command('compare', async (before: string, after: string, title: string) => {
      const answer = await sendRequest(client, 'retcon/reviewPair', { before, after });
      // What no retcon joins are two texts: so are a file and what was committed of it.
      if (!answer || answer.total === 0) await compare(before, after, title);
      else await open({ since: '', taken: AT_A_TIME, codex: answer.codex, pair: { before, after, title } });
    }),
    command('compareText', compare),
    client.onNotification(REVIEW_CHANGED, async (codex: string) => {
      if (shown?.panel.visible === true && shown.state.codex === codex) await load(client, shown);
    }),
    whenStarted(client, () => {
      if (shown?.panel.visible === true) void load(client, shown);
    }),
    reopened(TYPE, (panel, state: PageState) => show(panel, state, false)),
    new vscode.Disposable(() => shown?.panel.dispose()),
  );
}

/** A session is picked with what was decided in it: the newest comes first, and shows what is new. */
async function pickSince(client: LanguageClient): Promise<Pick<ReviewState, 'since' | 'from'> | undefined> {
  let offered: readonly CanonPointChoice[] = [];
  const since = await pickCanonPoint(client, t('Review Changes…'), t('Since which session?'), {
    isPast: true,
    beginning: t('The beginning'),
    arranged: (points) => (offered = withTheirOwn(points)),
  });
  const from = offered.find(({ value }) => value === since)?.label;
  return since === undefined ? undefined : { since, ...(from !== undefined && { from }) };
}

const isCommit = ({ value }: CanonPointChoice): boolean => value.startsWith('git:');

/** What was decided since the session before one was decided in it or later. @param points the newest first */
function withTheirOwn(points: readonly CanonPointChoice[]): CanonPointChoice[] {
  const sessions = points.filter((point) => !isCommit(point));
  return points.map((point) =>
    isCommit(point) ? point : { ...point, value: sessions[sessions.indexOf(point) + 1]?.value ?? '' },
  );
}

/** Shows as many retcons as were shown before, then the undeclared changes, for which the whole codex is compared. */
async function load(client: LanguageClient, shown: Shown): Promise<void> {
  const mine = ++shown.asked;
  const { since, from, codex, taken, pair } = shown.state;
  const { isFresh } = shown;
  // Screen readers hear it once: a change of the codex under an open page is not news.
  const tell = (message: Shows<ToPage>, status: string) => postToPage(shown, message, isFresh ? status : '');
  const named = { since, ...(codex !== undefined && { codex }) };
  await tell({ shows: 'reading', message: t('Reading…') }, t('Reading…'));
  const answer = pair
    ? await sendRequest(client, 'retcon/reviewPair', { before: pair.before, after: pair.after })
    : await sendRequest(client, 'retcon/review', { ...named, skip: 0, take: taken });
  if (mine !== shown.asked) return;
  if (!answer) {
    await postToPage(shown, { shows: 'failure', message: t('Retcon could not list the changes.') });
    return;
  }
  const title = pair
    ? pair.title
    : answer.since === null
      ? t('All Changes')
      : t('Changes Since {0}', from ?? answer.since);
  shown.panel.title = title;
  shown.state = { since, ...(from !== undefined && { from }), taken, codex: answer.codex, ...(pair && { pair }) };
  shown.isFresh = false;
  await tell({ shows: 'all', answer, title, sum: sumOf(answer), state: shown.state, isFresh }, sumOf(answer));
  if (pair) return;
  const undeclared = await sendRequest(client, 'retcon/undeclared', { since, codex: answer.codex });
  if (undeclared && mine === shown.asked)
    await postToPage(shown, { shows: 'undeclared', answer: undeclared, notes: notesOn(undeclared) });
}

async function loadMore(client: LanguageClient, shown: Shown, skip: number): Promise<void> {
  const mine = ++shown.asked;
  const answer = await sendRequest(client, 'retcon/review', { ...shown.state, skip, take: AT_A_TIME });
  if (!answer || mine !== shown.asked) return;
  shown.state = { ...shown.state, taken: skip + AT_A_TIME };
  await postToPage(shown, { shows: 'more', answer, skip, state: shown.state });
}

type Shows<T> = T extends unknown ? Omit<T, 'words' | 'status'> : never;

const postToPage = (shown: Shown, message: Shows<ToPage>, status = ''): Thenable<boolean> =>
  shown.panel.webview.postMessage({ ...message, words: wordsOfPage(), status });

const sumOf = ({ total }: ReviewAnswer): string =>
  total === 0 ? t('No changes yet.') : total === 1 ? t('1 change') : t('{0} changes', total);

function notesOn({ changes, total, added }: UndeclaredAnswer): string[] {
  return [
    ...(total === 0 ? [t('None: every change has its retcon.')] : []),
    ...(total > changes.length ? [t('{0} more are not shown here.', total - changes.length)] : []),
    ...(added > 0
      ? [added === 1 ? t('Besides these, 1 answer is new.') : t('Besides these, {0} answers are new.', added)]
      : []),
  ];
}

const wordsOfPage = (): ReviewWords => ({
  sides: {
    supersedes: { old: t('Before'), by: t('After') },
    soft: { old: t('Same as before'), by: t('Stands beside it') },
    retracts: { old: t('No longer'), by: t('Stated in') },
    restores: { old: t('True again'), by: t('Stated in') },
  },
  before: t('Before'),
  after: t('After'),
  answers: t('What is answered'),
  nothing: t('nothing'),
  left: t('Left to revisit'),
  sources: t('Sources:'),
  rewritten: t('The note was rewritten, so no words are marked.'),
  cut: t('The page goes on.'),
  compare: t('Compare in the Editor'),
  more: t('Show More'),
  hint: t('N goes to the next retcon, P to the one before.'),
  undeclared: t('Changed without a retcon'),
  again: t('Try Again'),
});
