/**
 * What other tools read, as JSON Schemas written from their own documentation: SillyTavern's definition of a new World
 * Info entry (`world-info.js`) and its documentation of World Info; NovelAI's exported lorebooks of version 6; and the
 * specifications of character cards, V2 (malfoyslastname/character-card-spec-v2) and V3
 * (kwaroran/character-card-spec-v3).
 */
const text = { type: 'string' };
const flag = { type: 'boolean' };
const number = { type: 'number' };
const whole = { type: 'integer' };
const texts = { type: 'array', items: text };
const orNull = (type: string) => ({ type: [type, 'null'] });
const anything = { type: 'object' };

/** World Info: entries by their `uid`. All keys that the tool writes for a new entry, with their types. */
export const WORLD_INFO = {
  type: 'object',
  required: ['entries'],
  properties: {
    entries: {
      type: 'object',
      propertyNames: { pattern: '^\\d+$' },
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: [
          'uid',
          'key',
          'keysecondary',
          'comment',
          'content',
          'constant',
          'selective',
          'order',
          'position',
          'disable',
        ],
        properties: {
          uid: whole,
          key: { ...texts, minItems: 1 },
          keysecondary: texts,
          comment: text,
          content: { ...text, not: { pattern: '\\{\\{' } },
          constant: flag,
          vectorized: flag,
          selective: flag,
          selectiveLogic: { enum: [0, 1, 2, 3] },
          addMemo: flag,
          order: number,
          position: { enum: [0, 1, 2, 3, 4, 5, 6, 7] },
          disable: flag,
          ignoreBudget: flag,
          excludeRecursion: flag,
          preventRecursion: flag,
          delayUntilRecursion: number,
          probability: { type: 'number', minimum: 0, maximum: 100 },
          useProbability: flag,
          depth: number,
          group: text,
          groupOverride: flag,
          groupWeight: number,
          scanDepth: orNull('number'),
          caseSensitive: orNull('boolean'),
          matchWholeWords: orNull('boolean'),
          useGroupScoring: orNull('boolean'),
          automationId: text,
          role: orNull('number'),
          sticky: orNull('number'),
          cooldown: orNull('number'),
          delay: orNull('number'),
          displayIndex: whole,
        },
      },
    },
  },
};

export const NOVELAI = {
  type: 'object',
  required: ['lorebookVersion', 'entries', 'settings', 'categories'],
  properties: {
    lorebookVersion: { const: 6 },
    settings: { type: 'object', required: ['orderByKeyLocations'], properties: { orderByKeyLocations: flag } },
    categories: { type: 'array' },
    order: texts,
    entries: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: [
          'text',
          'contextConfig',
          'lastUpdatedAt',
          'displayName',
          'id',
          'keys',
          'searchRange',
          'enabled',
          'forceActivation',
        ],
        properties: {
          text,
          contextConfig: {
            type: 'object',
            additionalProperties: false,
            required: [
              'prefix',
              'suffix',
              'tokenBudget',
              'reservedTokens',
              'budgetPriority',
              'trimDirection',
              'insertionType',
              'insertionPosition',
            ],
            properties: {
              prefix: text,
              suffix: text,
              tokenBudget: number,
              reservedTokens: number,
              budgetPriority: number,
              trimDirection: { enum: ['trimBottom', 'trimTop', 'doNotTrim'] },
              insertionType: { enum: ['newline', 'sentence', 'token'] },
              maximumTrimType: { enum: ['newline', 'sentence', 'token'] },
              insertionPosition: whole,
              allowInsertionInside: flag,
            },
          },
          lastUpdatedAt: number,
          displayName: text,
          id: text,
          keys: { ...texts, minItems: 1, items: { ...text, not: { pattern: '&|^/' } } },
          searchRange: number,
          enabled: flag,
          forceActivation: flag,
          keyRelative: flag,
          nonStoryActivatable: flag,
          category: text,
          loreBiasGroups: { type: 'array' },
        },
      },
    },
  },
};

const book = (entry: object, required: readonly string[]) => ({
  type: 'object',
  required: ['extensions', 'entries'],
  properties: {
    name: text,
    description: text,
    scan_depth: number,
    token_budget: number,
    recursive_scanning: flag,
    extensions: anything,
    entries: {
      type: 'array',
      items: {
        type: 'object',
        required,
        properties: {
          keys: { ...texts, minItems: 1 },
          content: { ...text, not: { pattern: '\\{\\{|^@@' } },
          extensions: anything,
          enabled: flag,
          insertion_order: number,
          case_sensitive: flag,
          name: text,
          priority: number,
          comment: text,
          selective: flag,
          secondary_keys: texts,
          constant: flag,
          ...entry,
        },
      },
    },
  },
});

const REQUIRED = ['keys', 'content', 'extensions', 'enabled', 'insertion_order'];

/** A reader of V2 ignores what V3 requires in addition. */
export const CARD_V2 = book(
  { use_regex: true, id: number, position: { enum: ['before_char', 'after_char'] } },
  REQUIRED,
);
export const CARD_V3 = book({ id: { type: ['number', 'string'] }, use_regex: flag, position: text }, [
  ...REQUIRED,
  'use_regex',
]);

/** The file that the specification of cards V3 gives a lorebook of its own. */
export const LOREBOOK_V3 = {
  type: 'object',
  required: ['spec', 'data'],
  additionalProperties: false,
  properties: { spec: { const: 'lorebook_v3' }, data: CARD_V3 },
};
