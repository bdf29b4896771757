/** Reads the JSON export of Kanka: a zip with a file for each entity, by module, and a gallery. */
import { type Json, listAt, objectAt, readJson, textAt, wholeAt, idAt } from '../codex/survey/calendarium';
import {
  ALIAS,
  BIRTH,
  type Campaign,
  DATE,
  DEATH,
  FOUNDED,
  isSeenByAll,
  type KankaEntity,
  remindersOf,
  sourceId,
} from './kankaCampaign';
import { isYes, kankaCalendar, kankaPresent, openKankaDates } from './kankaDates';
import { kankaFacts } from './kankaFacts';
import { elementSections, postSections } from './kankaProse';
import {
  type ExportFiles,
  type ImportedItem,
  type ImportedWorld,
  type ImportTools,
  type LostCounts,
  openLost,
  openMarks,
  withoutMarks,
} from './world';
import { isPicture } from './oneFile';
import { capitalised } from '../text/words';

/** Files that say something of the campaign as a whole. */
const ABOUT = /^(?:info\.json|campaign\.json|settings\/)/;

export const isKanka = ({ files }: ExportFiles): boolean =>
  files.has('campaign.json') &&
  [...files.keys()].some((path) => /^(?:info\.json|settings\/|[a-z_]+\/[^/]+_\d+\.json$)/.test(path));

export function readKanka({ files }: ExportFiles, _tools: ImportTools): ImportedWorld {
  const lost = openLost();
  const marks = openMarks();
  const entities: KankaEntity[] = [];
  const pictures = new Map<string, { path: string; isHidden: boolean }>();
  for (const [path, bytes] of files) {
    const [, module = '', name = ''] = /^([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    if (ABOUT.test(path) || isPicture(path)) continue;
    if (module === '') {
      lost.lose('other files', path, 'they are neither an entity nor a picture');
      continue;
    }
    const raw = readJson(withoutMarks(new TextDecoder().decode(bytes)));
    if (module === 'gallery') {
      const file = `gallery/${name}.${textAt(raw, 'ext') ?? ''}`;
      if (files.has(file)) pictures.set(name, { path: file, isHidden: !isSeenByAll(raw) });
      continue;
    }
    const entity = entityIn(raw, path, module);
    if (entity) entities.push(entity);
    else lost.lose('files', path, 'nothing in them is an entity');
  }
  lostOfCampaign(files, lost);
  const inModules = new Map(entities.map((one) => [`${one.module}/${idAt(one.model, 'id')}`, one]));
  const taken = new Set<string>();
  const calendars = new Map(
    entities.flatMap((one) => {
      const calendar = one.module === 'calendars' ? kankaCalendar(one.model, one.from, taken, lost) : null;
      return calendar ? [[idAt(one.model, 'id'), calendar] as const] : [];
    }),
  );
  const dates = openKankaDates(calendars);
  const campaign: Campaign = {
    entities,
    byId: new Map(entities.map((one) => [one.id, one])),
    inModule: (module, id) => inModules.get(`${module}/${id}`),
    pictures,
    files,
    dates,
    marks,
    lost,
    shown: new Map(),
  };
  const facts = kankaFacts(campaign);
  const items = entities.map((one) => itemOf(campaign, one, facts(one)));
  const first = entities.find(({ module, model }) => module === 'calendars' && calendars.has(idAt(model, 'id')));
  const unshown = [...files.keys()].filter((path) => isPicture(path) && !campaign.shown.has(path));
  lost.lose('pictures', unshown[0] ?? '', 'no page shows them', unshown.length);
  return {
    items,
    pictures: [...campaign.shown].map(([from, path]) => ({ from, path })),
    calendars: [...calendars.values()],
    present: first ? kankaPresent(first.model, idAt(first.model, 'id'), dates) : null,
    lost: lost.all(),
    marks,
    sets: ['member'],
  };
}

function entityIn(raw: Json, from: string, module: string): KankaEntity | null {
  const entity = objectAt(raw, 'entity');
  const id = wholeAt(entity, 'id');
  if (id === null) return null;
  return {
    from,
    module,
    model: raw,
    entity,
    id: String(id),
    name: textAt(raw, 'name') ?? textAt(entity, 'name') ?? 'Untitled',
    isHidden: isYes(raw, 'is_private') || isYes(entity, 'is_private'),
  };
}

function lostOfCampaign(files: ExportFiles['files'], { lose }: LostCounts): void {
  if (files.has('campaign.json')) lose('settings of the campaign', 'campaign.json', 'they are about Kanka');
  for (const path of files.keys())
    if (path.startsWith('settings/')) lose('settings of modules', path, 'they are about Kanka');
}

/** `attribute_templates` is `Attribute templates`; a module that a campaign has made is `name_12`. */
const folderOf = (module: string): string => capitalised(module.replace(/_\d+$/, '').replaceAll('_', ' '));

const TYPES: ReadonlyMap<string, string> = new Map([
  ['abilities', 'ability'],
  ['families', 'family'],
  ['quests', 'quest'],
  ['races', 'race'],
]);

const typeOf = (module: string): string =>
  TYPES.get(module) ?? module.replace(/_\d+$/, '').replaceAll('_', ' ').replace(/s$/, '');

function itemOf(campaign: Campaign, one: KankaEntity, facts: ImportedItem['facts']): ImportedItem {
  const { entity, id, name, from, module, isHidden } = one;
  const times = timesOf(campaign, one);
  const tooltip = textAt(entity, 'tooltip');
  return {
    id: sourceId(id),
    from,
    title: name,
    folder: folderOf(module),
    type: typeOf(module),
    isHidden,
    aliases: listAt(entity, 'assets').flatMap((asset) =>
      wholeAt(asset, 'type_id') === ALIAS && isSeenByAll(asset) ? (textAt(asset, 'name') ?? []) : [],
    ),
    tags: tagsOf(campaign, one),
    ...times,
    keys: tooltip === null ? [] : [['summary', tooltip.replace(/<[^>]*>/g, ' ').trim()]],
    facts,
    sections: [...postSections(campaign, one), ...elementSections(campaign, one)],
  };
}

/** A tag that not everybody may see would give itself away on a page that is shown. */
function tagsOf({ inModule, lost }: Campaign, { entity, from }: KankaEntity): readonly string[] {
  return listAt(entity, 'entityTags').flatMap((row) => {
    const tag = inModule('tags', idAt(row, 'tag_id'));
    if (!tag || tag.isHidden) {
      lost.lose('tags of pages', from, tag ? 'the tag is private' : 'the tag is not in the export');
      return [];
    }
    return tag.name.replace(/[\s,#]+/g, '-');
  });
}

function timesOf(campaign: Campaign, one: KankaEntity): Pick<ImportedItem, 'date' | 'through'> {
  const { dates, lost } = campaign;
  const at = (...types: readonly number[]) => {
    const row = remindersOf(one.entity).find(
      (reminder) => types.includes(wholeAt(reminder, 'type_id') ?? 0) && (one.isHidden || isSeenByAll(reminder)),
    );
    return row === undefined ? null : dates.of(idAt(row, 'calendar_id'), row);
  };
  const begin = at(BIRTH, FOUNDED, DATE);
  const end = at(DEATH);
  const typed = textAt(one.model, 'date');
  const isDate = typed !== null && one.module !== 'calendars';
  const read = isDate && begin === null ? dates.typed(typed) : null;
  if (isDate && begin === null && read === null)
    lost.lose('dates that were typed', one.from, `they cannot be read, as "${typed}"`);
  const date = begin === null ? read : begin.date === begin.last ? begin.date : `${begin.date} .. ${begin.last}`;
  return { date, through: end?.last ?? null };
}
