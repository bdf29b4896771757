/** Markdown for editors that show it, and the same words for those that do not. */
import { type MarkupContent, MarkupKind } from 'vscode-languageserver';

/** @param formats those that the editor has announced; one that announces none takes a text, and no more */
export function contentOf(formats: readonly MarkupKind[] | undefined, markdown: string): MarkupContent | string {
  if (formats?.includes(MarkupKind.Markdown) === true) return { kind: MarkupKind.Markdown, value: markdown };
  const value = plainOf(markdown);
  return formats?.includes(MarkupKind.PlainText) === true ? { kind: MarkupKind.PlainText, value } : value;
}

/** The words alone: no links, no emphasis, no line across the page. */
const plainOf = (markdown: string): string =>
  markdown
    .replace(/\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, '$1')
    .replace(/^ {0,3}-{3,}\n+/gm, '')
    .replace(/^#{1,6} /gm, '')
    .replace(/(?<!\\)[*`]/g, '')
    .replace(/\\([^\w\s])/g, '$1');
