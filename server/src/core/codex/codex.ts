/** The rules of one codex, as its codex.yaml declares them, and whether two versions of it differ in what answers depend on. */
import { type Chronology, type WorldDate, declarationsOf } from '../chronology';
import type { Severity } from '../text/problem';
import type { Span } from '../text/span';
import { type CanonPosition, comparePositions } from './canonTime';
import type { Kin } from './codexKeys';
import type { PresetName } from './presets';

export type AttributeKind = 'constant' | 'state' | 'set';

/** A revision, or a session of a campaign, with the canon position that its date and its place in the list give it. */
export interface Revision {
  readonly id: string;
  /** Of a session of a campaign, that of its campaign is part of it. */
  readonly title?: string;
  /** The campaign that it is a session of. */
  readonly campaign?: string;
  /** The ISO date written for it. */
  readonly date?: string;
  /** Still being written: not established (model §10). */
  readonly open: boolean;
  readonly position: CanonPosition;
}

/** Where codex.yaml gives notes a type: in a folder or at a path, or under a tag. */
export interface TypeRule {
  readonly type: string;
  /** A pattern of paths, or a tag as `tagKey` gives it; one of the two is null. */
  readonly glob: string | null;
  readonly tag: string | null;
}

/** Where codex.yaml gives whole folders an audience. */
export interface AudienceRule {
  /** A pattern of paths. */
  readonly glob: string;
  readonly knowers: readonly string[];
}

/** The attributes by which knowers are members of circles (model §11). */
interface Membership {
  /** Those that a circle has, with its members for values. */
  readonly ofCircle: readonly string[];
  /** Those that a member has, with its circles for values. */
  readonly ofMember: readonly string[];
}

/** Who texts are chosen for: readers of one's own world, or of a fan work. */
export type Mode = 'neutral' | 'fan';

/** Where texts of the codex come from, as `registry` lists it (model §12). */
export interface Source {
  readonly id: string;
  readonly version: string;
  /** The patterns of its files' paths. */
  readonly globs: readonly string[];
  /** From 0 to 1: what it weighs where something is chosen. */
  readonly trust: number;
  /** The mode in which it is given to a reader; null: that can't be read, and it is in neither. */
  readonly for: Mode | null;
  readonly compliance: { readonly isNonCommercial: boolean; readonly distribution: string | null };
}

/** Everything that codex.yaml can say, with the defaults where it says nothing. */
export interface Codex {
  readonly chronology: Chronology;
  /**
   * Known key → the spellings that mean it, in order of preference, each as `keyOf` gives it. Only renamed keys; an empty list
   * where the key means something else here.
   */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** Those spellings as codex.yaml writes them: `fc_date` → `fc-date`, which other tools may require. */
  readonly spellings: ReadonlyMap<string, string>;
  /** The system whose headers the notes have. */
  readonly preset: PresetName | null;
  /** Whether lines like `born:: 1605` at the top of a note are properties. */
  readonly inline: boolean;
  /** The title of a note that has none; null: its file's name, unless that is a slug (model §2). */
  readonly titles: 'file' | 'heading' | null;
  /** In the order in which they are listed: the last that fits counts. */
  readonly types: readonly TypeRule[];
  /** On one line, with the sessions of all campaigns. */
  readonly revisions: readonly Revision[];
  /** Campaign → what it is called. */
  readonly campaigns: ReadonlyMap<string, string>;
  /** Attribute, as declared → its kind. */
  readonly attributes: ReadonlyMap<string, AttributeKind>;
  /** The attributes by what `keyOf` makes of their names. */
  readonly attributeKeys: ReadonlyMap<string, string>;
  /** The attributes that tell who is whose parent, spouse or child. */
  readonly kin: Kin;
  /** Highest first. */
  readonly tiers: readonly string[];
  /** Types whose entries live and die, lower case. */
  readonly mortal: ReadonlySet<string>;
  /** Types whose entries describe what happened at their date, lower case. */
  readonly toldAt: ReadonlySet<string>;
  /** Circles by name, each with the names of its members; the players of each campaign too. */
  readonly circles: ReadonlyMap<string, readonly string[]>;
  readonly membership: Membership;
  /** In the order in which they are listed: the last that fits counts. */
  readonly audience: readonly AudienceRule[];
  /** Whether codex.yaml can't be read for certain: then nobody sees anything, whatever a page says itself. */
  readonly hidesAll: boolean;
  /** The types of callouts that are secrets, lower case. */
  readonly secrets: ReadonlySet<string>;
  /** The keys of the author's own that an edition for readers keeps, as `keyOf` gives them. */
  readonly sharedKeys: ReadonlySet<string>;
  /** null: every source counts. `isInMode` decides for a file. */
  readonly mode: Mode | null;
  /** In the order in which they are listed: the last that fits counts. `sourceAt` finds that of a file. */
  readonly registry: readonly Source[];
  /** As they are written: words, where `*` stands for any letters. */
  readonly bannedTerms: readonly string[];
  readonly rules: ReadonlyMap<string, Severity | 'off'>;
  readonly present: WorldDate | null;
  /** A canon point, `git:REF`. */
  readonly established: string | null;
  /** Where it says that entries without a `canon` enter the canon with their first commit; null: it does not. */
  readonly datedByGit: Span | null;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Whether there is a codex.yaml at all. */
  readonly declared: boolean;
}

/** How keys are compared: ignoring case, with `-`, `_` and space alike. `As-Of` → `as_of`. */
export function keyOf(key: string): string {
  return /^[a-z_]+$/.test(key)
    ? key
    : key
        .normalize('NFC')
        .trim()
        .toLowerCase()
        .replace(/[-_ ]+/g, '_');
}

/** How tags are compared: ignoring case, with or without `#`. `#NPC/Ally` → `npc/ally`. */
export const tagKey = (tag: string): string => tag.normalize('NFC').trim().replace(/^#/, '').toLowerCase();

/** The names under which a known key can be written here, preferred first; empty where the key means something else. */
export const spellingsOf = ({ fields, spellings }: Codex, key: string): readonly string[] =>
  fields.get(key)?.map((spelling) => spellings.get(spelling) ?? spelling) ?? [key];

/** Whether a known key can be written here: an empty list of `fields` says that it means something else. */
export const hasKey = ({ fields }: Codex, key: string): boolean => fields.get(key)?.length !== 0;

/** The name under which a known key is written here. */
export const spellingOf = (codex: Codex, key: string): string => spellingsOf(codex, key)[0] ?? key;

const asText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one instanceof Map || one instanceof Set ? [...one] : typeof one === 'number' ? String(one) : one,
  );

/** What answers depend on except the revisions, as a text: calendars, keys, attributes, tiers, and which files are entries. */
const answersBy = (codex: Codex): string => {
  const { chronology, fields, preset, inline, titles, attributes, tiers, include, exclude, datedByGit, declared } =
    codex;
  return asText([
    declarationsOf(chronology),
    fields,
    preset,
    inline,
    titles,
    attributes,
    tiers,
    include,
    exclude,
    datedByGit !== null,
    declared,
  ]);
};

/** The revisions that only the second codex has, where all others kept their places and nothing else differs; else null. */
export function addedRevisions(before: Codex, after: Codex): ReadonlySet<string> | null {
  if (before === after) return new Set();
  if (answersBy(before) !== answersBy(after)) return null;
  const added = new Map(after.revisions.map(({ id, position }) => [id, position]));
  for (const { id, position } of before.revisions) {
    const now = added.get(id);
    if (!now || comparePositions(position, now) !== 0) return null;
    added.delete(id);
  }
  return new Set(added.keys());
}

/** Everything by which entries are read and judged except the revisions and the present, as a text. */
const judgedBy = (codex: Codex): string =>
  asText({
    ...codex,
    chronology: declarationsOf(codex.chronology),
    revisions: null,
    present: null,
    established: null,
    datedByGit: codex.datedByGit !== null,
  });

/** Whether the present is the same day, on the same line of time. */
export const isSamePresent = ({ present: a }: Codex, { present: b }: Codex): boolean => asText(a) === asText(b);

/** A revision that is closed, or has another title, is where it was: nothing is read or judged otherwise for it. */
const placeOf = ({ id, date, position }: Revision): unknown => [id, date, position];

/** The revisions that the second has after all those of the first, where at most the present differs besides; else null. */
export function revisionsBehind(before: Codex, after: Codex): readonly Revision[] | null {
  if (before === after) return [];
  const [was, is] = [before.revisions, after.revisions];
  if (judgedBy(before) !== judgedBy(after) || asText(is.slice(0, was.length).map(placeOf)) !== asText(was.map(placeOf)))
    return null;
  // With the first of all, entries are judged that have no place among them.
  return was.length === 0 && is.length > 0 ? null : is.slice(was.length);
}

/** A message for somebody who writes `now` where a date of the world has to stand; null for other words. */
export function insteadOfPresent({ present }: Codex, text: string): string | null {
  if (!/^(now|today|present|latest)$/i.test(text.trim())) return null;
  const instead =
    present === null ? ', and codex.yaml names no present' : `: write ${present.text}, the present of this codex`;
  return `"${text}" is not a date of the world${instead}.`;
}
