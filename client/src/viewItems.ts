/** How a row of a view looks: its icon, its colour, its tooltip, and what a screen reader says. */
import * as vscode from 'vscode';
import type { ViewRow } from '../../server/src/lsp/protocol';

/** The icon of each sort of row, and its colour where it has one. */
const ICONS: Readonly<Record<string, readonly [icon: string, color?: string]>> = {
  current: ['circle-filled', 'charts.green'],
  ended: ['circle-outline'],
  superseded: ['history', 'disabledForeground'],
  retracted: ['circle-slash', 'disabledForeground'],
  not_yet: ['watch'],
  unwritten: ['edit'],
};

export function itemOf(row: ViewRow): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label);
  const [icon, color] = ICONS[row.sort] ?? ['note'];
  item.id = row.key;
  item.description = row.detail;
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  if (row.tooltip !== undefined) item.tooltip = new vscode.MarkdownString(row.tooltip);
  // A screen reader would say each "middle dot".
  item.accessibilityInformation = { label: `${row.label}, ${row.detail.replaceAll(' · ', ', ')}` };
  item.contextValue = [row.opens && 'opens', row.compares && 'compares'].filter(Boolean).join(' ');
  if (row.opens) item.command = { command: 'retcon.openRow', title: '', arguments: [row] };
  return item;
}
