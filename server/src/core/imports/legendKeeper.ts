/** Reads the JSON export of LegendKeeper (`.json`, or packed as `.lk`): resources with documents and properties. */
import { type CalendarFound, readCalendarium } from '../codex/survey/calendarium';
import { isTrueAt, type Json, listAt, objectAt, textAt, valueAt } from '../codex/survey/calendarium';
import { rawCalendars } from '../codex/survey/calendarsFound';
import { onlyJson } from './oneFile';
import { type DocumentContext, htmlOfDocument, imageHtml } from './proseMirror';
import {
  type ExportFiles,
  type ImportedFact,
  type ImportedItem,
  type ImportedSection,
  type ImportedWorld,
  hasMarks,
  openLost,
  openMarks,
} from './world';

export const isLegendKeeper = (given: ExportFiles): boolean => {
  const json = onlyJson(given);
  return listAt(json, 'resources').some((one) => Array.isArray(valueAt(one, 'documents')));
};

const sourceId = (id: string): string => `legendkeeper/${id}`;

/** What a document is, if it is not prose, and why it is lost. */
const LOST_DOCUMENTS: ReadonlyMap<string, readonly [string, string]> = new Map<string, readonly [string, string]>([
  ['board', ['boards', 'a codex has none']],
  ['map', ['maps', 'a codex has none']],
  ['time', ['documents of events', 'a codex has none']],
]);

export function readLegendKeeper(given: ExportFiles): ImportedWorld {
  const json = onlyJson(given);
  const [lost, marks] = [openLost(), openMarks()];
  const resources = listAt(json, 'resources');
  const byId = new Map(resources.map((one) => [textAt(one, 'id') ?? '', one]));
  const context = (one: Json): DocumentContext => ({
    from: textAt(one, 'name') ?? 'Untitled',
    marks,
    lost,
    idOf: sourceId,
  });
  const items = resources.map((one) => itemOf(one, waysUp(one, byId), context(one), byId));
  const calendars = calendarsOf(json);
  lost.lose('calendars', '', 'their months are not in the export', listAt(json, 'calendars').length - calendars.length);
  return { items, pictures: [], calendars, present: null, lost: lost.all(), marks, sets: [] };
}

function calendarsOf(json: Json): readonly CalendarFound[] {
  const files = listAt(json, 'calendars').map((one) => ({ source: 'LegendKeeper', text: JSON.stringify(one) }));
  return readCalendarium(rawCalendars(files, [], []).calendars, { words: [], hasBare: false }).calendars;
}

/** What a resource lies in, from the top; each once, should they be in a circle. */
function waysUp(one: Json, byId: ReadonlyMap<string, Json>): readonly Json[] {
  const way: Json[] = [];
  for (let at = byId.get(textAt(one, 'parentId') ?? ''); at !== undefined && at !== one && !way.includes(at); )
    at = (way.unshift(at), byId.get(textAt(at, 'parentId') ?? ''));
  return way;
}

function itemOf(
  one: Json,
  above: readonly Json[],
  context: DocumentContext,
  byId: ReadonlyMap<string, Json>,
): ImportedItem {
  const banner = objectAt(one, 'banner');
  const url = isTrueAt(banner, 'enabled') ? textAt(banner, 'url') : null;
  const parent = above.at(-1);
  const parentFact = parent
    ? [{ attribute: 'part of', value: textAt(parent, 'name') ?? '', to: sourceId(textAt(parent, 'id') ?? '') }]
    : [];
  const properties = listAt(one, 'properties').map((property) => propertyOf(property, context, byId));
  return {
    id: sourceId(textAt(one, 'id') ?? context.from),
    from: context.from,
    title: context.from,
    folder: above.map((each) => textAt(each, 'name') ?? 'Untitled').join('/'),
    type: null,
    // What lies in something hidden can be found by nobody there.
    isHidden: [one, ...above].some((each) => isTrueAt(each, 'isHidden')),
    aliases: textsAt(one, 'aliases'),
    tags: textsAt(one, 'tags').map((tag) => tag.replace(/[\s,#]+/g, '-')),
    keys: url === null ? [] : [['banner', url]],
    facts: [...parentFact, ...properties.flatMap(({ facts }) => facts)],
    sections: [...properties.flatMap(({ sections }) => sections), ...documentsOf(one, context)],
  };
}

const textsAt = (raw: Json, key: string): readonly string[] =>
  listAt(raw, key).filter((one): one is string => typeof one === 'string' && one.trim() !== '');

function documentsOf(one: Json, context: DocumentContext): readonly ImportedSection[] {
  return listAt(one, 'documents').flatMap((document): ImportedSection[] => {
    const type = textAt(document, 'type') ?? 'page';
    const [what, why] = LOST_DOCUMENTS.get(type) ?? [];
    if (what !== undefined && why !== undefined) context.lost.lose(what, context.from, why);
    else if (type !== 'page' && type !== 'blank')
      context.lost.lose(`documents "${type}"`, context.from, 'they are not prose');
    const events = type === 'time' ? listAt(objectAt(document, 'content'), 'events').length : 0;
    context.lost.lose('events', context.from, 'they are counted in minutes, from an unknown start', events);
    if (type !== 'page') return [];
    const name = textAt(document, 'name');
    const isFirst = isTrueAt(document, 'isFirst') || name === 'Main';
    return [
      {
        heading: isFirst && !isTrueAt(document, 'isHidden') ? null : (name ?? ''),
        html: htmlOfDocument(objectAt(document, 'content'), context),
        isHidden: isTrueAt(document, 'isHidden'),
      },
    ];
  });
}

interface PropertyRead {
  readonly facts: readonly ImportedFact[];
  readonly sections: readonly ImportedSection[];
}

const LONGEST_FACT = 200;

function propertyOf(property: Json, context: DocumentContext, byId: ReadonlyMap<string, Json>): PropertyRead {
  const [type, data] = [textAt(property, 'type') ?? '', objectAt(property, 'data')];
  const name = textAt(property, 'title') ?? type.toLowerCase();
  const isHidden = isTrueAt(property, 'isHidden');
  const fact = (value: string, to?: string): ImportedFact => ({
    attribute: name,
    value,
    ...(to !== undefined && { to }),
    ...(isHidden && { isHidden }),
  });
  if (type === 'RESOURCE_LINK') {
    const facts = listAt(data, 'items').flatMap((item) => {
      const id = textAt(item, 'resourceId') ?? '';
      const other = byId.get(id);
      if (!other) context.lost.lose('links of properties', context.from, 'what they name is not in the export');
      return other ? fact(textAt(other, 'name') ?? 'Untitled', sourceId(id)) : [];
    });
    return { facts, sections: [] };
  }
  const fragment = objectAt(data, 'fragment');
  if (fragment !== null) {
    const html = htmlOfDocument(fragment, context);
    const words = html
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const isFact = words.length <= LONGEST_FACT && !hasMarks(html) && !/&|<(?:li|img)/.test(html);
    if (words === '') return { facts: [], sections: [] };
    return isFact
      ? { facts: [fact(words)], sections: [] }
      : { facts: [], sections: [{ heading: name, html, isHidden }] };
  }
  const html = type === 'IMAGE' ? imageHtml(data) : '';
  if (html === '' && hasContent(data))
    context.lost.lose(`properties "${type}"`, context.from, 'they are neither words nor a link');
  return { facts: [], sections: html === '' ? [] : [{ heading: null, html, isHidden }] };
}

/** Whether anything of a property is filled in. */
const hasContent = (data: Json): boolean =>
  textAt(data, 'url') !== null ||
  Object.values(data ?? {}).some((value) => Array.isArray(value) && value.length > 0 && typeof value[0] !== 'number');
