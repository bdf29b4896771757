/** HTML of a document of ProseMirror, as Atlassian's editor and LegendKeeper write it. */
import { isTrueAt, type Json, listAt, objectAt, textAt, valueAt, wholeAt } from '../codex/survey/calendarium';
import { asHtml, type LostCounts, type Marks, secretHtml } from './world';

export interface DocumentContext {
  readonly from: string;
  readonly marks: Marks;
  readonly lost: LostCounts;
  /** The source id of what a mention names. */
  readonly idOf: (id: string) => string;
}

const TAGS: ReadonlyMap<string, string> = new Map([
  ['paragraph', 'p'],
  ['bulletList', 'ul'],
  ['orderedList', 'ol'],
  ['listItem', 'li'],
  ['taskList', 'ul'],
  ['taskItem', 'li'],
  ['blockquote', 'blockquote'],
  ['table', 'table'],
  ['tableRow', 'tr'],
  ['tableCell', 'td'],
  ['tableHeader', 'th'],
]);

const MARK_TAGS: ReadonlyMap<string, string> = new Map([
  ['strong', 'b'],
  ['em', 'i'],
  ['strike', 's'],
  ['code', 'code'],
]);

/** Nodes that only hold others. */
const PLAIN = new Set(['doc', 'layoutSection', 'layoutColumn', 'mediaSingle', 'mediaGroup']);

/** @param node of a document, or a document */
export function htmlOfDocument(node: Json, context: DocumentContext): string {
  const type = textAt(node, 'type') ?? '';
  const attributes = objectAt(node, 'attrs');
  const inner = (): string =>
    listAt(node, 'content')
      .map((child) => htmlOfDocument(child, context))
      .join('');
  if (type === 'text') return markedHtml(node);
  const tag = TAGS.get(type);
  if (tag !== undefined) return type === 'taskItem' ? taskHtml(attributes, inner()) : `<${tag}>${inner()}</${tag}>`;
  if (PLAIN.has(type)) return inner();
  switch (type) {
    case 'heading': {
      const level = Math.min(6, Math.max(1, wholeAt(attributes, 'level') ?? 2));
      return `<h${level}>${inner()}</h${level}>`;
    }
    case 'hardBreak':
      return '<br>';
    case 'rule':
      return '<hr>';
    case 'codeBlock':
      return `<pre><code>${inner()}</code></pre>`;
    case 'mention':
      return context.marks.put({
        kind: 'link',
        to: context.idOf(textAt(attributes, 'id') ?? ''),
        words: (textAt(attributes, 'alias') ?? textAt(attributes, 'text') ?? '').replace(/^@/, ''),
      });
    case 'media':
    case 'image':
      return imageHtml(attributes);
    case 'panel':
      return callout(context, textAt(attributes, 'panelType') ?? 'info', '', inner());
    case 'expand':
      return callout(context, 'note', textAt(attributes, 'title') ?? '', inner());
    default:
      return otherHtml(node, type, inner, context);
  }
}

function otherHtml(node: Json, type: string, inner: () => string, { from, lost, marks }: DocumentContext): string {
  const attributes = objectAt(node, 'attrs');
  const key = textAt(attributes, 'extensionKey') ?? type;
  if (key === 'block-secret') {
    const title = textAt(objectAt(attributes, 'parameters'), 'extensionTitle') ?? '';
    return secretHtml(marks, title === 'Secret' ? '' : title, inner());
  }
  if (key !== '') lost.lose(`blocks "${key}"`, from, 'markdown has none; their words stay');
  return inner();
}

const callout = ({ marks }: DocumentContext, sort: string, title: string, inner: string): string =>
  `<blockquote><p>${marks.put({ kind: 'callout', sort, title })}</p>${inner}</blockquote>`;

const taskHtml = (attributes: Json, inner: string): string =>
  `<li>${textAt(attributes, 'state') === 'DONE' || isTrueAt(attributes, 'checked') ? '☑' : '☐'} ${inner}</li>`;

/** A picture on the web stays there, and is named. */
export function imageHtml(attributes: Json): string {
  const url = textAt(attributes, 'url') ?? textAt(attributes, 'src');
  return url === null || !/^https?:/i.test(url)
    ? ''
    : `<p><img src="${attributeText(url)}" alt="${attributeText(textAt(attributes, 'alt') ?? '')}"></p>`;
}

const attributeText = (words: string): string => asHtml(words).replaceAll('"', '&quot;');

function markedHtml(node: Json): string {
  const value = valueAt(node, 'text');
  return listAt(node, 'marks').reduce<string>(
    (inner, mark) => {
      const type = textAt(mark, 'type') ?? '';
      const attributes = objectAt(mark, 'attrs');
      const tag = MARK_TAGS.get(type) ?? (type === 'subsup' ? textAt(attributes, 'type') : null);
      if (tag) return `<${tag}>${inner}</${tag}>`;
      const href = type === 'link' ? textAt(attributes, 'href') : null;
      return href === null ? inner : `<a href="${attributeText(href)}">${inner}</a>`;
    },
    asHtml(typeof value === 'string' ? value : ''),
  );
}
