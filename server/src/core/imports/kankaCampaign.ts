/** A campaign of Kanka as its export has it: entities, and how they are found by the numbers that name them. */
import { type Json, listAt, numberAt } from '../codex/survey/calendarium';
import type { KankaDates } from './kankaDates';
import type { ExportFiles, LostCounts, Marks } from './world';

/** An entity as its file has it. */
export interface KankaEntity {
  /** Where the export has it. */
  readonly from: string;
  /** `characters`. */
  readonly module: string;
  /** What its module adds; of a module that a campaign has made itself, nothing. */
  readonly model: Json;
  readonly entity: Json;
  /** Kanka's id of it, for mentions and relations. */
  readonly id: string;
  readonly name: string;
  readonly isHidden: boolean;
}

/** A campaign as it is read. */
export interface Campaign {
  readonly entities: readonly KankaEntity[];
  /** The source id of an entity, by its id. */
  readonly byId: ReadonlyMap<string, KankaEntity>;
  /** The same, by its module and the id that it has in that. */
  readonly inModule: (module: string, id: string) => KankaEntity | undefined;
  /** The path of a picture in the gallery, by its id, and whether everybody may see it. */
  readonly pictures: ReadonlyMap<string, { readonly path: string; readonly isHidden: boolean }>;
  readonly files: ExportFiles['files'];
  readonly dates: KankaDates;
  readonly marks: Marks;
  readonly lost: LostCounts;
  /** Pictures that pages show, by their path in the export. */
  readonly shown: Map<string, string>;
}

export const sourceId = (id: string): string => `kanka/${id}`;

/** Only what everybody may see is provably public. */
export const isSeenByAll = (raw: Json): boolean => (numberAt(raw, 'visibility_id') ?? 1) === 1;

/** What an asset is. */
export const [FILE, LINK, ALIAS] = [1, 2, 3] as const;

/** What a reminder says of an entity. */
export const [BIRTH, DEATH, DATE, FOUNDED] = [2, 3, 4, 5] as const;

/** Its reminders; older exports call them events. */
export const remindersOf = (entity: Json): readonly Json[] => [
  ...listAt(entity, 'reminders'),
  ...listAt(entity, 'events'),
];
