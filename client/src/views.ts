/** The views beside the editor: what the server says is in them, as trees. */
import * as vscode from 'vscode';
import { type LanguageClient, State } from 'vscode-languageclient/node';
import { VIEW_HIDDEN, type ViewName, type ViewRow, VIEWS_CHANGED } from '../../server/src/lsp/protocol';
import { command, compare, open } from './places';
import { ask } from './server';
import { itemOf } from './viewItems';

export function showViews(client: LanguageClient): vscode.Disposable {
  const views = new Map([['versions', showView(client, 'versions')] as const]);
  return vscode.Disposable.from(
    ...views.values(),
    client.onNotification(VIEWS_CHANGED, (names: readonly ViewName[]) => {
      for (const name of names) views.get(name)?.refresh();
    }),
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running || newState === State.Stopped) for (const view of views.values()) view.refresh();
    }),
    vscode.window.onDidChangeActiveTextEditor(() => views.get('versions')?.refresh()),
    command('openRow', async ({ opens }: ViewRow) => {
      if (opens) await open(opens.uri, await ask(client, 'retcon/rangeOf', opens));
    }),
    command('compareRow', async ({ compares }: ViewRow) => {
      if (compares) await compare(compares.before, compares.after, compares.title);
    }),
  );
}

interface View extends vscode.Disposable {
  /** Has the rows asked for again, once somebody looks at them. */
  readonly refresh: () => void;
}

function showView(client: LanguageClient, name: ViewName): View {
  const changed = new vscode.EventEmitter<undefined>();
  const rows = async (): Promise<readonly ViewRow[]> => {
    if (client.state !== State.Running) return [];
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    const answer = await ask(client, 'retcon/view', { view: name, ...(uri !== undefined && { uri }) });
    const here = answer?.rows.find(({ isHere }) => isHere === true);
    // The rows that are answered are in the tree only after this turn.
    if (here && tree.visible) setTimeout(() => void tree.reveal(here, { select: true, focus: false }));
    return answer?.rows ?? [];
  };
  const tree: vscode.TreeView<ViewRow> = vscode.window.createTreeView<ViewRow>(`retcon.${name}`, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (row) => (row === undefined ? [...(await rows())] : []),
      getParent: () => undefined,
      getTreeItem: itemOf,
    },
  });
  const seen = tree.onDidChangeVisibility(({ visible }) => {
    if (visible) changed.fire(undefined);
    else if (client.state === State.Running) void client.sendNotification(VIEW_HIDDEN, name);
  });
  return {
    refresh: () => changed.fire(undefined),
    dispose: () => vscode.Disposable.from(tree, seen, changed).dispose(),
  };
}
