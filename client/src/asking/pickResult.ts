/** How a pick ends: by a row that means something, or by an author who thinks better of it. */
import type * as vscode from 'vscode';

/** @param meant what taking a row means; undefined: nothing that ends the pick */
export const chosenIn = <Row extends vscode.QuickPickItem, T>(
  pick: vscode.QuickPick<Row>,
  meant: (row: Row) => T | undefined,
): Promise<T | undefined> =>
  new Promise((resolve) => {
    pick.onDidAccept(() => {
      const [row] = pick.selectedItems;
      const chosen = row && meant(row);
      if (chosen === undefined) return;
      resolve(chosen);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
