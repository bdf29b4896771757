/** What Kanka states of an entity as facts: attributes, traits, relations, families, races, organisations, places. */
import { type Json, listAt, textAt, valueAt, wholeAt, idAt } from '../codex/survey/calendarium';
import { ALIAS, type Campaign, isSeenByAll, type KankaEntity, sourceId } from './kankaCampaign';
import { isYes } from './kankaDates';
import { proseAt } from './kankaProse';
import type { ImportedFact } from './world';

/** Keys that are about Kanka, or are read elsewhere. */
const KNOWN = new Set(
  `id entity_id campaign_id name slug created_at updated_at deleted_at created_by updated_by is_private is_template entry image image_path
  image_uuid header_image header_uuid focus_x focus_y marketplace_uuid tooltip parent_id type_id _lft _rgt date entity is_attributes_private
  posts entityTags relationships abilities reminders events entityAttributes assets mentions inventories entityLocations pivotLocations
  characterTraits characterFamilies characterRaces organisationMemberships members pivotMembers itemCreators elements eras layers groups
  markers calendarWeather location_id instigator_id author_id calendar_id is_personality_visible is_personality_pinned
  is_appearance_pinned icon colour is_auto_applied is_hidden`.split(/\s+/),
);

/** Modules whose own fields are about how they are shown. */
const ALL_KNOWN: ReadonlySet<string> = new Set(['calendars', 'maps', 'timelines']);

const LONGEST_FACT = 300;
/** What an attribute of Kanka is; the second is one of several lines, the fourth only a heading. */
const [CHECKBOX, HEADING] = [3, 4];

/** @returns the facts of one entity after the other: of two that mirror each other the first is taken */
export function kankaFacts(campaign: Campaign): (one: KankaEntity) => readonly ImportedFact[] {
  const seen = new Map<string, string>();
  const members = membersOf(campaign);
  return (one) => [
    ...fieldFacts(campaign, one),
    ...traitFacts(campaign, one),
    ...placeFacts(campaign, one),
    ...kinFacts(campaign, one),
    ...(members.get(one.id) ?? []),
    ...attributeFacts(campaign, one),
    ...relationFacts(campaign, one, seen),
    ...belongings(campaign, one),
  ];
}

const refTo = (attribute: string, other: KankaEntity, isHidden: boolean): ImportedFact => ({
  attribute,
  value: other.name,
  to: sourceId(other.id),
  ...(isHidden && { isHidden }),
});

/** Plain fields: `title`, `age`, `price`. */
function fieldFacts({ lost }: Campaign, { model, entity, module, from }: KankaEntity): readonly ImportedFact[] {
  const facts: ImportedFact[] = [];
  for (const raw of [model, entity]) {
    if (typeof raw !== 'object' || raw === null) continue;
    for (const [key, value] of Object.entries(raw)) {
      if (KNOWN.has(key) || value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
      if (ALL_KNOWN.has(module) && raw === model) continue;
      const isOfTheModule = key.endsWith('_id') || key.startsWith('is_') || key.startsWith('has_');
      if (key === 'status_id' && raw === entity) lost.lose('statuses', from, 'the export has only a number for them');
      else if (isOfTheModule) {
        if (value === 1 || value === true) facts.push({ attribute: key.replace(/^(?:is|has)_/, ''), value: 'yes' });
        else if (key.endsWith('_id') && key !== `${module.replace(/s$/, '')}_id`)
          lost.lose(`fields "${key}"`, from, 'they mean something to Kanka only');
      } else if (typeof value === 'object') lost.lose(`fields "${key}"`, from, 'they mean something to Kanka only');
      else facts.push({ attribute: key === 'type' ? 'kind' : key, value: String(value).trim() });
    }
  }
  return facts.filter(({ value }) => value !== '');
}

/** A character's appearance and personality; the latter can be hidden as a whole. */
function traitFacts(_: Campaign, { model }: KankaEntity): readonly ImportedFact[] {
  const isOpen = valueAt(model, 'is_personality_visible');
  const arePersonalHidden = isOpen === false || isOpen === 0;
  return listAt(model, 'characterTraits').flatMap((trait) => {
    const value = plain(proseAt(trait, 'entry'));
    if (value === '') return [];
    const isHidden = isYes(trait, 'is_private') || (arePersonalHidden && wholeAt(trait, 'section_id') === 2);
    return [{ attribute: textAt(trait, 'name') ?? 'trait', value, ...(isHidden && { isHidden }) }];
  });
}

function placeFacts({ inModule, byId, lost }: Campaign, one: KankaEntity): readonly ImportedFact[] {
  const { model, entity, module, from } = one;
  const ids = [
    ...(module === 'locations' ? [] : [idAt(model, 'location_id')]),
    ...[...listAt(model, 'pivotLocations'), ...listAt(entity, 'entityLocations')].map((row) =>
      idAt(row, 'location_id'),
    ),
  ];
  const places = [...new Set(ids.filter((id) => id !== ''))].flatMap((id) => {
    const place = inModule('locations', id);
    if (!place) lost.lose('places of pages', from, 'the place is not in the export');
    return place ? [refTo('location', place, false)] : [];
  });
  // What holds it: by the entity, or in older exports by its own module.
  const own = idAt(model, `${module.replace(/ies$/, 'y').replace(/s$/, '')}_id`);
  const parent = byId.get(idAt(entity, 'parent_id')) ?? inModule(module, own);
  const others = (['instigator_id', 'author_id'] as const).flatMap((key) => {
    const other = byId.get(idAt(model, key));
    return other ? [refTo(key.replace('_id', ''), other, false)] : [];
  });
  return [...places, ...(parent && parent !== one ? [refTo('part of', parent, false)] : []), ...others];
}

function kinFacts({ inModule }: Campaign, { model }: KankaEntity): readonly ImportedFact[] {
  const rows = (list: string, module: string, key: string, attribute: string): readonly ImportedFact[] =>
    listAt(model, list).flatMap((row) => {
      const other = inModule(module, idAt(row, key));
      return other ? [refTo(attribute, other, isYes(row, 'is_private'))] : [];
    });
  return [
    ...rows('characterFamilies', 'families', 'family_id', 'family'),
    ...rows('characterRaces', 'races', 'race_id', 'race'),
  ];
}

/** Who belongs to an organisation, from either end, and as what: by the id of who it is stated of. */
function membersOf({ entities, inModule }: Campaign): ReadonlyMap<string, readonly ImportedFact[]> {
  const found = new Map<string, ImportedFact[]>();
  const pairs = new Set<string>();
  const add = (one: KankaEntity, fact: ImportedFact): void =>
    void found.set(one.id, [...(found.get(one.id) ?? []), fact]);
  const join = (group: KankaEntity | undefined, who: KankaEntity | undefined, row: Json): void => {
    if (!group || !who) return;
    const role = textAt(row, 'role');
    const key = `${group.id} ${who.id} ${role ?? ''}`;
    if (pairs.has(key)) return;
    pairs.add(key);
    const isHidden = isYes(row, 'is_private');
    if (!pairs.has(`${group.id} ${who.id}`)) add(group, refTo('member', who, isHidden || who.isHidden));
    pairs.add(`${group.id} ${who.id}`);
    if (role !== null)
      add(who, {
        attribute: `role in ${group.name}`,
        value: role,
        ...((isHidden || group.isHidden) && { isHidden: true }),
      });
  };
  for (const one of entities) {
    for (const row of listAt(one.model, 'organisationMemberships'))
      join(inModule('organisations', idAt(row, 'organisation_id')), one, row);
    for (const row of listAt(one.model, 'members')) join(one, inModule('characters', idAt(row, 'character_id')), row);
  }
  return found;
}

function attributeFacts(campaign: Campaign, { entity, from }: KankaEntity): readonly ImportedFact[] {
  const { lost, byId } = campaign;
  const areHidden = isYes(entity, 'is_attributes_private');
  return listAt(entity, 'entityAttributes').flatMap((row): ImportedFact[] => {
    const [type, name] = [wholeAt(row, 'type_id'), plain(proseAt(row, 'name'))];
    if (type === HEADING) {
      lost.lose('headings among attributes', from, 'facts have none');
      return [];
    }
    const raw = valueAt(row, 'value');
    const written = typeof raw === 'number' ? String(raw) : proseAt(row, 'value');
    const value = type === CHECKBOX ? (written === '1' || raw === true ? 'yes' : 'no') : plain(written);
    if (value === '' || name === '') {
      lost.lose('attributes', from, 'they have no value');
      return [];
    }
    const isHidden = areHidden || isYes(row, 'is_private') || isYes(row, 'is_hidden');
    const [, id] = /^\[[a-z_-]+:(\d+)(?:\|[^\]]*)?\]$/i.exec(value) ?? [];
    const other = id === undefined ? undefined : byId.get(id);
    return [
      other
        ? refTo(name, other, isHidden)
        : { attribute: name, value: mentionNames(campaign, value), ...(isHidden && { isHidden }) },
    ];
  });
}

/** Mentions within words become the names. */
const mentionNames = ({ byId }: Campaign, text: string): string =>
  text.replace(
    /\[[a-z_-]+:(\d+)(?:\|([^\]|]*))?[^\]]*\]/gi,
    (whole, id: string, words?: string) => words || byId.get(id)?.name || whole,
  );

/** Of a pair that Kanka keeps in step, with one word for both ways, the first is taken. */
function relationFacts(
  { byId, lost }: Campaign,
  { entity, from }: KankaEntity,
  seen: Map<string, string>,
): readonly ImportedFact[] {
  return listAt(entity, 'relationships').flatMap((row) => {
    const other = byId.get(idAt(row, 'target_id'));
    const relation = textAt(row, 'relation') ?? 'relation';
    if (!other) {
      lost.lose('relations', from, 'the other end is not in the export');
      return [];
    }
    if (wholeAt(row, 'attitude')) lost.lose('attitudes of relations', from, 'a fact has only a value');
    seen.set(idAt(row, 'id'), relation);
    if (seen.get(idAt(row, 'mirror_id')) === relation) return [];
    return [refTo(relation, other, !isSeenByAll(row))];
  });
}

/** Abilities, things that somebody has, makers of things, and names that not everybody knows. */
function belongings({ inModule, byId, lost }: Campaign, { entity, model, from }: KankaEntity): readonly ImportedFact[] {
  const abilities = listAt(entity, 'abilities').flatMap((row) => {
    const other = inModule('abilities', idAt(row, 'ability_id'));
    return other ? [refTo('ability', other, !isSeenByAll(row))] : [];
  });
  const items = listAt(entity, 'inventories').flatMap((row): ImportedFact[] => {
    const other = inModule('items', idAt(row, 'item_id'));
    const name = textAt(row, 'name');
    if ((wholeAt(row, 'amount') ?? 1) > 1) lost.lose('amounts of things', from, 'a fact has only a value');
    const isHidden = !isSeenByAll(row);
    return other
      ? [refTo('has', other, isHidden)]
      : name === null
        ? []
        : [{ attribute: 'has', value: name, ...(isHidden && { isHidden }) }];
  });
  const makers = listAt(model, 'itemCreators').flatMap((row) => {
    const other = byId.get(idAt(row, 'creator_id'));
    return other ? [refTo('maker', other, false)] : [];
  });
  const names = listAt(entity, 'assets').flatMap((asset): ImportedFact[] => {
    const name = textAt(asset, 'name');
    const isSecret = wholeAt(asset, 'type_id') === ALIAS && !isSeenByAll(asset);
    return isSecret && name !== null ? [{ attribute: 'alias', value: name, isHidden: true }] : [];
  });
  return [...abilities, ...items, ...makers, ...names];
}

/** A text of one or several lines, without tags. */
function plain(text: string): string {
  const words = text
    .replace(/<br\s*\/?>|<\/p>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#0?39;/g, "'")
    .replace(/&amp;/g, '&')
    .trim();
  return words.length > LONGEST_FACT ? words : words.replace(/\s+/g, ' ');
}
