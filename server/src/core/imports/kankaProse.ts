/** The prose of an entity of Kanka as sections: its entry, its posts, and the lists that some modules have. */
import { type Json, listAt, numberAt, textAt, valueAt, wholeAt, idAt } from '../codex/survey/calendarium';
import {
  type Campaign,
  DEATH,
  FILE,
  isSeenByAll,
  type KankaEntity,
  LINK,
  remindersOf,
  sourceId,
} from './kankaCampaign';
import { isYes } from './kankaDates';
import { asHtml, type ImportedSection, secretHtml } from './world';

/** Kanka's text of a field, with lines. */
export const proseAt = (raw: Json, key: string): string => {
  const value = valueAt(raw, key);
  return typeof value === 'string' ? value.trim() : '';
};

const section = (heading: string | null, html: string, isHidden: boolean): ImportedSection[] =>
  html === '' ? [] : [{ heading, html, isHidden }];

/** `[character:12|the old man]`: links to an entity. Pictures of the gallery are shown, others named. */
function withMentions({ byId, marks, pictures, shown, lost }: Campaign, from: string, html: string): string {
  const linked = html
    .replace(/<a\b[^>]*\bdata-mention="\[(\w+:[^\]"]*)\]"[^>]*>[^]*?<\/a>/gi, '[$1]')
    .replace(/\[([a-z_-]+):(\d+)(?:\|([^\]]*))?\]/gi, (whole, _, id: string, rest = '') => {
      const entity = byId.get(id);
      // After a bar stands another name, or `page:…`, `anchor:…` and the like.
      const words = String(rest)
        .split('|')
        .find((part) => part !== '' && !/^[a-z_]+:/i.test(part));
      if (entity)
        return marks.put({ kind: 'link', to: sourceId(id), words: (words ?? entity.name).replace(/<[^>]*>/g, '') });
      lost.lose('mentions', from, 'what they name is not in the export');
      return words ?? whole;
    });
  return linked.replace(/<img\b[^>]*\bdata-gallery-id="([\w-]+)"[^>]*>/gi, (whole, id: string) => {
    const picture = pictures.get(id);
    return picture ? marks.put({ kind: 'picture', path: placeOf(shown, picture.path) }) : whole;
  });
}

/** Where a picture is copied to. */
function placeOf(shown: Map<string, string>, from: string): string {
  const known = shown.get(from);
  if (known !== undefined) return known;
  const path = `pictures/${from.slice(from.lastIndexOf('/') + 1).replace(/[^\w.-]+/g, '-')}`;
  shown.set(from, path);
  return path;
}

/** The entry and the posts, with pictures, links and reminders. */
export function postSections(campaign: Campaign, one: KankaEntity): readonly ImportedSection[] {
  const { entity, model, from } = one;
  const { lost } = campaign;
  const posts = [...listAt(entity, 'posts')].sort(
    (a, b) => (numberAt(a, 'position') ?? 0) - (numberAt(b, 'position') ?? 0),
  );
  const tagged = posts.reduce<number>((sum, post) => sum + listAt(post, 'postTags').length, 0);
  lost.lose('tags of posts', from, 'a section has none', tagged);
  return [
    ...['image_uuid', 'header_uuid', 'image_path', 'header_image'].flatMap((key) => pictureSection(campaign, one, key)),
    ...section(null, withMentions(campaign, from, proseAt(entity, 'entry') || proseAt(model, 'entry')), false),
    ...posts.flatMap((post) =>
      section(textAt(post, 'name') ?? '', withMentions(campaign, from, proseAt(post, 'entry')), !isSeenByAll(post)),
    ),
    ...linkSections(campaign, one),
    ...reminderSections(campaign, one),
  ];
}

function pictureSection(
  { pictures, files, shown, marks, lost }: Campaign,
  { entity, from }: KankaEntity,
  key: string,
): ImportedSection[] {
  const named = textAt(entity, key);
  if (named === null) return [];
  const picture = pictures.get(named) ?? (files.has(named) ? { path: named, isHidden: false } : null);
  if (!picture) {
    lost.lose('pictures', from, 'the export names them, and does not have them');
    return [];
  }
  return section(null, marks.put({ kind: 'picture', path: placeOf(shown, picture.path) }), picture.isHidden);
}

function linkSections({ lost }: Campaign, { entity, from }: KankaEntity): readonly ImportedSection[] {
  const [open, hidden]: [string[], string[]] = [[], []];
  for (const asset of listAt(entity, 'assets')) {
    const type = wholeAt(asset, 'type_id');
    const url = textAt(valueAt(asset, 'metadata'), 'url');
    if (type === FILE) lost.lose('attached files', from, 'a page has only pictures');
    if (type !== LINK || url === null) continue;
    const name = textAt(asset, 'name') ?? url;
    (isSeenByAll(asset) ? open : hidden).push(
      `<li><a href="${asHtml(url).replaceAll('"', '%22')}">${asHtml(name)}</a></li>`,
    );
  }
  return [...listSection('Links', open, false), ...listSection('Links', hidden, true)];
}

/** What the calendars say of an entity, beside its own beginning and end. */
function reminderSections({ dates, lost }: Campaign, one: KankaEntity): readonly ImportedSection[] {
  const [open, hidden]: [string[], string[]] = [[], []];
  for (const row of remindersOf(one.entity)) {
    const isShown = one.isHidden || isSeenByAll(row);
    const type = wholeAt(row, 'type_id') ?? 0;
    const when = dates.of(idAt(row, 'calendar_id'), row);
    if (when === null) {
      lost.lose('reminders', one.from, 'their calendar is not in the export, or does not have the day');
      continue;
    }
    // Those are the date of the page.
    if (isShown && type >= 2 && type <= 5) continue;
    const again = isYes(row, 'is_recurring') ? ', and again after that' : '';
    const what = textAt(row, 'comment') ?? (type === DEATH ? 'death' : type >= 2 ? 'beginning' : one.name);
    const text = when.date === when.last ? when.date : `${when.date} to ${when.last}`;
    (isShown ? open : hidden).push(`<li>${asHtml(`${text}${again}: ${what}`)}</li>`);
  }
  return [...listSection('Reminders', open, false), ...listSection('Reminders', hidden, true)];
}

const listSection = (heading: string, rows: readonly string[], isHidden: boolean): readonly ImportedSection[] =>
  section(heading, rows.length === 0 ? '' : `<ul>${rows.join('')}</ul>`, isHidden);

/** The eras of timelines and the elements of quests. */
export function elementSections(campaign: Campaign, one: KankaEntity): readonly ImportedSection[] {
  const { model, module, from } = one;
  const { lost } = campaign;
  if (module === 'maps')
    for (const [key, what] of [
      ['markers', 'markers on maps'],
      ['layers', 'layers of maps'],
      ['groups', 'groups of markers'],
    ] as const)
      lost.lose(what, from, 'a codex has no maps', listAt(model, key).length);
  const elements = listAt(model, 'elements');
  if (module === 'quests')
    return section('Elements', elements.map((element) => elementHtml(campaign, from, element)).join(''), false);
  if (module !== 'timelines') return [];
  return listAt(model, 'eras').flatMap((era) => {
    const years = [wholeAt(era, 'start_year'), wholeAt(era, 'end_year')].map((year) => year ?? '…').join(' to ');
    const own = elements.filter((element) => valueAt(element, 'era_id') === valueAt(era, 'id'));
    const inner = own.map((element) => elementHtml(campaign, from, element)).join('');
    const heading = `${textAt(era, 'name') ?? 'Era'}${years === '… to …' ? '' : ` (${years})`}`;
    return section(heading, `${withMentions(campaign, from, proseAt(era, 'entry'))}${inner}`, false);
  });
}

function elementHtml(campaign: Campaign, from: string, element: Json): string {
  const { byId, marks } = campaign;
  const entity = byId.get(idAt(element, 'entity_id'));
  const name = textAt(element, 'name');
  const link = entity
    ? marks.put({ kind: 'link', to: sourceId(entity.id), words: name ?? entity.name })
    : asHtml(name ?? '');
  const date = textAt(element, 'date') ?? textAt(element, 'role');
  const head = `<p><b>${link || 'Element'}</b>${date === null ? '' : ` (${asHtml(date)})`}</p>`;
  const html = `${head}${withMentions(campaign, from, proseAt(element, 'entry'))}`;
  return isSeenByAll(element) ? html : secretHtml(marks, '', html);
}
