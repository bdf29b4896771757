/** The views beside the editor: what the server says is in them, as trees that ask only while somebody looks at them. */
import * as vscode from 'vscode';
import {
  type ViewRow,
  type Status,
  type RowNamed,
  VIEW_HIDDEN,
  type ViewAnswer,
  type ViewName,
  type ViewNamed,
  VIEWS,
  VIEW_CHANGED,
  WAITING,
  type Waiting,
} from '../../server/src/lsp/protocol/protocol';
import { type BaseLanguageClient as LanguageClient, State } from 'vscode-languageclient';
import { command, open } from './openPlace';
import { writeEdits } from './changing/goThrough';
import { sendRequest } from './server/languageServer';

/** The icon of each sort of row, and its colour where it has one. */
const ICONS: Readonly<Record<string, readonly [icon: string, color?: string]>> = {
  current: ['circle-filled', 'charts.green'],
  ended: ['circle-outline'],
  superseded: ['history', 'disabledForeground'],
  retracted: ['circle-slash', 'disabledForeground'],
  not_yet: ['watch'],
  unwritten: ['edit'],
  codex: ['root-folder'],
  revision: ['bookmark'],
  unfinished: ['edit'],
  correction: ['discard', 'charts.purple'],
  change: ['arrow-right', 'charts.blue'],
  soft: ['split-horizontal'],
  retraction: ['circle-slash', 'charts.red'],
  restoration: ['redo', 'charts.green'],
  old: ['history', 'disabledForeground'],
  new: ['circle-filled', 'charts.green'],
  disputed: ['warning', 'list.warningForeground'],
  meant: ['check'],
  side: ['quote'],
  stale: ['eye', 'list.warningForeground'],
  circle: ['organization'],
  knower: ['person'],
  nobody: ['edit'],
  secret: ['key', 'charts.yellow'],
  passage: ['quote', 'charts.yellow'],
  group: ['list-tree'],
  fact: ['symbol-field'],
  into: ['arrow-left'],
  out: ['arrow-right'],
  belief: ['comment', 'disabledForeground'],
  staged: ['git-commit'],
  error: ['error', 'list.errorForeground'],
  warning: ['warning', 'list.warningForeground'],
};

function itemOf(row: ViewRow): vscode.TreeItem {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  const state = row.rows === undefined ? None : row.sort === 'codex' || row.sort === 'staged' ? Expanded : Collapsed;
  const item = new vscode.TreeItem(row.label, state);
  const [icon, color] = ICONS[row.sort] ?? ['note'];
  item.id = row.key;
  item.description = row.detail;
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.tooltip =
    row.tooltip === undefined ? `${row.label}\n${row.detail}`.trim() : new vscode.MarkdownString(row.tooltip);
  // A screen reader would say each "middle dot".
  item.accessibilityInformation = { label: [row.label, ...row.detail.split(' · ')].filter(Boolean).join(', ') };
  const can = (['opens', 'compares', 'successor', 'canSettle', 'retconnable', 'isValue'] as const).filter(
    (key) => row[key],
  );
  item.contextValue = [row.sort, ...can].join(' ');
  if (row.opens) item.command = { command: 'retcon.openRow', title: '', arguments: [row] };
  return item;
}

const { t } = vscode.l10n;

interface Views extends vscode.Disposable {
  /** They are always of now: where hovers are not, they say so. */
  readonly besideViewpoint: (isNow: boolean) => void;
  /** Those that hold nothing are collapsed. */
  readonly collapse: (status: Status) => void;
}

let lastNote: string | undefined;

/** The note that is open in front, or stood there before a page of ours that took its place: as long as it has a tab. */
function noteInQuestion(): string | undefined {
  const open = vscode.window.activeTextEditor?.document.uri.toString();
  const hasTab = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputText && input.uri.toString() === lastNote;
  if (open !== undefined) lastNote = open;
  else if (!vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(hasTab))) lastNote = undefined;
  return lastNote;
}

/** A number with its noun; nothing where there is none. */
const counted = (count: number, one: string, several: string): readonly string[] =>
  count === 0 ? [] : [count === 1 ? one : several];

export function showViews(client: LanguageClient): Views {
  const trees = VIEWS.flatMap((name) =>
    // VS Code collapses a view only when it is made: so what may be empty is made twice, and one of the two is shown.
    (name === 'versions' ? [name] : [name, `${name}.none`]).map((id) => showView(client, name, id)),
  );
  const viewsOf = (name: ViewName): View[] => trees.filter((view) => view.name === name);
  const showWaiting = ({ disputes, stale }: Waiting): void => {
    setHas('decide', disputes + stale > 0);
    const words = [
      ...counted(disputes, t('1 contradiction to decide'), t('{0} contradictions to decide', disputes)),
      ...counted(stale, t('1 to revisit'), t('{0} to revisit', stale)),
    ];
    // Of the two, the one for something: the icon adds up what both say.
    viewsOf('decide')[0]?.wait(disputes + stale, words.join(', '));
  };
  const disposable = vscode.Disposable.from(
    ...trees,
    offerRows(client),
    client.onNotification(VIEW_CHANGED, ({ view }: ViewNamed) => viewsOf(view).forEach(({ refresh }) => refresh())),
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Stopped) showWaiting({ disputes: 0, stale: 0 });
      if (newState === State.Running || newState === State.Stopped) for (const view of trees) view.refresh();
    }),
    client.onNotification(WAITING, showWaiting),
    vscode.window.onDidChangeActiveTextEditor(() => viewsOf('versions').forEach(({ refresh }) => refresh())),
  );
  return {
    besideViewpoint: (isNow) => trees.forEach(({ describe }) => describe(isNow ? '' : t('of now'))),
    collapse({ retcons, hasSecrets }) {
      if (retcons !== null) setHas('retcons', retcons > 0);
      setHas('secrets', hasSecrets);
    },
    dispose: () => disposable.dispose(),
  };
}

/** What can be done with a row. */
const offerRows = (client: LanguageClient): vscode.Disposable =>
  vscode.Disposable.from(
    command('openRow', async ({ opens }: ViewRow) => {
      if (opens) await open(opens.uri, await sendRequest(client, 'retcon/rangeOf', opens));
    }),
    command('compareRow', async ({ compares }: ViewRow) => {
      if (compares)
        await vscode.commands.executeCommand('retcon.compare', compares.before, compares.after, compares.title);
    }),
    command('openSuccessor', async ({ successor }: ViewRow) => {
      if (successor !== undefined) await open(successor);
    }),
    command('retconValueRow', async ({ opens }: ViewRow) => {
      const range = opens && (await sendRequest(client, 'retcon/rangeOf', opens));
      if (opens && range) await vscode.commands.executeCommand('retcon.retconValue', opens.uri, range.start);
    }),
    command('declareRow', ({ retconnable }: ViewRow) => vscode.commands.executeCommand('retcon.declare', retconnable)),
    command('acknowledge', ({ key }: ViewRow) => settle(client, { key })),
    command('markReviewed', ({ key }: ViewRow) => settle(client, { key })),
  );

async function settle(client: LanguageClient, row: RowNamed): Promise<void> {
  const edits = await sendRequest(client, 'retcon/settle', row);
  if (edits !== undefined) await writeEdits(edits);
}

interface View extends vscode.Disposable {
  readonly name: ViewName;
  /** Has the rows asked for again, once somebody looks at them. */
  readonly refresh: () => void;
  /** Shows on its icon how much waits for the author. */
  readonly wait: (count: number, tooltip: string) => void;
  /** Says something beside its name. */
  readonly describe: (words: string) => void;
}

const NOTHING: ViewAnswer = { about: null, rows: [] };

/** For the conditions in package.json. */
const setHas = (view: ViewName, has: boolean): void =>
  void vscode.commands.executeCommand('setContext', `retcon.has.${view}`, has);

/** @param id of the tree in package.json */
function showView(client: LanguageClient, view: ViewName, id: string): View {
  const changed = new vscode.EventEmitter<undefined>();
  const answer = async (under?: string): Promise<ViewAnswer> => {
    if (client.state !== State.Running) return NOTHING;
    const uri = view === 'versions' ? noteInQuestion() : undefined;
    const asked = { view, ...(under !== undefined && { under }), ...(uri !== undefined && { uri }) };
    try {
      return await client.sendRequest<ViewAnswer>('retcon/view', asked);
    } catch (error) {
      // The author has not asked for it just now, so a message would come out of nowhere.
      client.error(String(error));
      return NOTHING;
    }
  };
  const top = async (): Promise<ViewRow[]> => {
    const { about, facts, rows } = await answer();
    // Where there is no fact, the welcome of the view offers to choose some.
    if (view === 'decide')
      tree.message = counted(
        facts ?? 0,
        t('1 fact, and no contradiction.'),
        t('No contradictions among {0} facts.', facts ?? 0),
      ).join('');
    if (view === 'versions') void vscode.commands.executeCommand('setContext', 'retcon.isEntry', about !== null);
    const here = rows.find(({ isHere }) => isHere === true);
    if (here && tree.visible) setTimeout(() => select(here));
    return [...rows];
  };
  /** To be called when the rows are in the tree, a turn after they were answered; by then others may have taken their place. */
  const select = (row: ViewRow): void => {
    tree.reveal(row, { select: true, focus: false }).then(undefined, (error: unknown) => client.debug(String(error)));
  };
  const tree: vscode.TreeView<ViewRow> = vscode.window.createTreeView(`retcon.${id}`, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (row) => {
        if (row === undefined) return top();
        return [...(row.rows === 'later' ? (await answer(row.key)).rows : (row.rows ?? []))];
      },
      // Rows are revealed at the top only.
      getParent: () => undefined,
      getTreeItem: itemOf,
    },
  });
  const seen = tree.onDidChangeVisibility(({ visible }) => {
    if (visible) changed.fire(undefined);
    else if (client.state === State.Running) void client.sendNotification(VIEW_HIDDEN, { view });
  });
  return {
    name: view,
    refresh: () => changed.fire(undefined),
    wait(value, tooltip) {
      tree.badge = value === 0 ? undefined : { value, tooltip };
    },
    describe(words) {
      tree.description = words;
    },
    dispose: () => vscode.Disposable.from(tree, seen, changed).dispose(),
  };
}
