/** A campaign as Kanka's exporter writes it, made by the source of that exporter: no export of a real campaign is public. */
import { strToU8, zipSync } from 'fflate';

type Files = Record<string, unknown>;

const base = (id: number, name: string, more = {}) => ({
  id,
  name,
  created_at: null,
  updated_at: null,
  is_private: 0,
  ...more,
});

const entity = (id: number, own: number, name: string, more = {}) => ({
  id,
  entity_id: own,
  parent_id: null,
  name,
  type: null,
  entry: null,
  is_private: 0,
  tooltip: null,
  is_template: 0,
  is_attributes_private: 0,
  image_uuid: null,
  ...more,
});

const MONTHS = [
  { name: 'Frostwane', length: 30, type: 'standard' },
  { name: 'Thaw', length: 31, type: 'standard' },
  { name: 'Harvestmoon', length: 30, type: 'standard' },
];

/** Everything that an exporter of 2026 writes, in small. */
export const CAMPAIGN: Files = {
  'info.json': { kanka_version: '3.8.0', export_version: '3.8.0', started: '2026-05-01 10:00:00' },
  'campaign.json': { id: 1, name: 'The Vale', entry: '<p>A vale.</p>' },
  'settings/modules.json': { characters: { enabled: 1 } },
  'calendars/reckoning_10.json': {
    ...base(1, 'Reckoning of the Vale'),
    months: JSON.stringify(MONTHS),
    weekdays: JSON.stringify(['Sunsday', 'Moonsday', 'Ashday']),
    moons: JSON.stringify([{ name: 'Pale', fullmoon: 29, offset: 0 }]),
    seasons: '[]',
    years: '{"412":"Year of the Fox"}',
    suffix: 'TA',
    date: '440-2-3',
    has_leap_year: 1,
    leap_year_amount: 1,
    leap_year_month: 2,
    leap_year_offset: 4,
    leap_year_start: 0,
    skip_year_zero: 0,
    start_offset: 0,
    reset: null,
    entity: entity(10, 1, 'Reckoning of the Vale', { entry: '<p>How the vale counts.</p>' }),
    calendarWeather: [{ weather: 'rain', day: 1, month: 1, year: 440 }],
  },
  'characters/maric_20.json': {
    ...base(5, 'Maric'),
    title: 'Lord of the Keep',
    age: '51',
    sex: 'male',
    is_personality_visible: 0,
    is_dead: 0,
    entity: entity(20, 5, 'Maric', {
      type: 'NPC',
      entry:
        '<h2>Youth</h2><p>Born in [location:30|the old keep], he loved <a href="#" class="mention" data-mention="[character:21]">Lysa</a> &amp; [character:999|nobody].</p><p><img src="https://kanka.example/x.png" data-gallery-id="11111111-2222-3333-4444-555555555555"></p>',
      image_uuid: '99999999-2222-3333-4444-555555555555',
      entityTags: [{ tag_id: 7 }, { tag_id: 8 }],
      entityLocations: [{ location_id: 3 }],
      posts: [
        { id: 1, name: 'Deeds', entry: '<ul><li>He built a <b>bridge</b>.</li></ul>', visibility_id: 1, position: 1 },
        { id: 2, name: 'The truth', entry: '<p>He is a traitor.</p><p>To all.</p>', visibility_id: 2, position: 2 },
      ],
      entityAttributes: [
        { id: 1, type_id: 4, name: 'Numbers', value: null, is_private: 0 },
        { id: 2, type_id: 6, name: 'Hit points', value: '31', is_private: 0 },
        { id: 3, type_id: 1, name: 'Debt', value: '900 crowns', is_private: 1 },
        { id: 4, type_id: 3, name: 'Sworn', value: '1', is_private: 0 },
        { id: 5, type_id: 1, name: 'Liege', value: '[character:21]', is_private: 0 },
        { id: 6, type_id: 1, name: 'Empty', value: '', is_private: 0 },
      ],
      relationships: [
        { id: 50, owner_id: 20, target_id: 21, relation: 'Spouse', visibility_id: 1, mirror_id: 51, attitude: 80 },
        { id: 52, owner_id: 20, target_id: 22, relation: 'Spy of', visibility_id: 1, mirror_id: null, attitude: null },
        { id: 53, owner_id: 20, target_id: 404, relation: 'Friend', visibility_id: 1, mirror_id: null, attitude: null },
      ],
      reminders: [
        {
          id: 1,
          calendar_id: 1,
          length: 1,
          comment: null,
          is_recurring: 0,
          day: 12,
          month: 3,
          year: 389,
          type_id: 2,
          visibility_id: 1,
        },
        {
          id: 2,
          calendar_id: 1,
          length: 3,
          comment: 'Feast of Maric',
          is_recurring: 1,
          day: 29,
          month: 1,
          year: 420,
          type_id: null,
          visibility_id: 1,
        },
      ],
      assets: [
        { id: 1, type_id: 3, name: 'The Bridge-builder', visibility_id: 1, metadata: null },
        { id: 2, type_id: 3, name: 'The Judas', visibility_id: 2, metadata: null },
        { id: 3, type_id: 2, name: 'Song', visibility_id: 1, metadata: { url: 'https://example.org/song' } },
      ],
      mentions: [{ entity_id: 20, target_id: 30 }],
    }),
    characterTraits: [
      { name: 'Hair', entry: 'grey', is_private: 0, section_id: 1, default_order: 1 },
      { name: 'Fear', entry: 'water', is_private: 0, section_id: 2, default_order: 2 },
    ],
    characterFamilies: [{ character_id: 5, family_id: 2 }],
    characterRaces: [],
    organisationMemberships: [{ id: 1, organisation_id: 4, role: 'Captain', is_private: 0 }],
  },
  'characters/lysa_21.json': {
    ...base(6, 'Lysa'),
    entity: entity(21, 6, 'Lysa', {
      relationships: [{ id: 51, owner_id: 21, target_id: 20, relation: 'Spouse', visibility_id: 1, mirror_id: 50 }],
    }),
    characterTraits: [],
    characterFamilies: [],
    characterRaces: [],
    organisationMemberships: [],
  },
  'characters/the-shadow_22.json': {
    ...base(8, 'The Shadow', { is_private: 1 }),
    entity: entity(22, 8, 'The Shadow', { is_private: 1, entry: '<p>Behind it all.</p>' }),
  },
  'families/house-vyr_40.json': { ...base(2, 'House Vyr'), entity: entity(40, 2, 'House Vyr'), pivotMembers: [] },
  'locations/the-keep_30.json': {
    ...base(3, 'The Keep', { title: null }),
    entity: entity(30, 3, 'The Keep', { parent_id: 31, entry: '<p>Old: 3 &lt; 4, 50%% and [brackets] *stars*.</p>' }),
  },
  'locations/vale_31.json': { ...base(9, 'Vale'), entity: entity(31, 9, 'Vale') },
  'organisations/vale_41.json': {
    ...base(4, 'Vale'),
    entity: entity(41, 4, 'Vale'),
    members: [{ id: 1, character_id: 5, organisation_id: 4, role: 'Captain', is_private: 0 }],
  },
  'events/the-fall_60.json': {
    ...base(2, 'The Fall', { date: 'long ago' }),
    entity: entity(60, 2, 'The Fall', {
      reminders: [
        {
          id: 9,
          calendar_id: 1,
          length: 3,
          is_recurring: 0,
          day: 29,
          month: 1,
          year: 412,
          type_id: 4,
          visibility_id: 1,
        },
      ],
    }),
  },
  'maps/the-map_70.json': {
    ...base(1, 'The Map'),
    grid: 10,
    entity: entity(70, 1, 'The Map'),
    layers: [],
    groups: [],
    markers: [{ id: 1 }, { id: 2 }],
  },
  'timelines/ages_80.json': {
    ...base(1, 'Ages', { calendar_id: 1 }),
    entity: entity(80, 1, 'Ages'),
    eras: [{ id: 1, name: 'First Age', start_year: 1, end_year: 200, entry: '<p>Long.</p>' }],
    elements: [
      { id: 1, era_id: 1, entity_id: 60, name: null, date: '29 Frostwane', entry: '<p>It fell.</p>', visibility_id: 1 },
      {
        id: 2,
        era_id: 1,
        entity_id: null,
        name: 'A plot',
        date: null,
        entry: '<p>By the Shadow.</p>',
        visibility_id: 2,
      },
    ],
  },
  'tags/nobles_90.json': { ...base(7, 'Nobles of the Vale'), entity: entity(90, 7, 'Nobles of the Vale') },
  'tags/traitors_91.json': {
    ...base(8, 'Traitors', { is_private: 1 }),
    entity: entity(91, 8, 'Traitors', { is_private: 1 }),
  },
  'gallery/11111111-2222-3333-4444-555555555555.json': {
    id: '11111111-2222-3333-4444-555555555555',
    ext: 'png',
    visibility_id: 1,
  },
  'gallery/11111111-2222-3333-4444-555555555555.png': 'PNG bytes',
};

/** The zip of files; what is not text is JSON. */
export const zipOf = (files: Files): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [
        path,
        strToU8(typeof content === 'string' ? content : JSON.stringify(content)),
      ]),
    ),
  );
