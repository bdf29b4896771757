/** How a row of a view looks: its icon, its colour, its tooltip, and what a screen reader says. */
import * as vscode from 'vscode';
import type { ViewRow } from '../../server/src/lsp/protocol/protocol';

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
  belief: ['comment', 'disabledForeground'],
  staged: ['git-commit'],
  error: ['error', 'list.errorForeground'],
  warning: ['warning', 'list.warningForeground'],
};

export function itemOf(row: ViewRow): vscode.TreeItem {
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
  const can = (['opens', 'compares', 'successor', 'canSettle', 'retconnable'] as const).filter((key) => row[key]);
  item.contextValue = can.join(' ');
  if (row.opens) item.command = { command: 'retcon.openRow', title: '', arguments: [row] };
  return item;
}
