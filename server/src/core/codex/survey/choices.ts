/** What a survey found, as things that their author can take or leave before anything is written. */
import type { Survey } from '../survey';
import type { EraPlaced } from './erasFound';
import type { AttributeKind } from '../codex';
import { someOf, type Taken, withoutLink } from './keyUses';
import { counted, listWords } from '../../text/words';
import { presetRemark } from './presetFound';
import { canBeMonths, extent } from './writeCalendars';

/** One thing that was found. What is sure is taken unless its author says otherwise. */
export interface SurveyFinding {
  readonly id: string;
  readonly part: FindingPart;
  readonly label: string;
  /** How often it was found, with an example, or the reason for it. */
  readonly remark: string;
  readonly isSure: boolean;
  /** No note has it yet. */
  readonly isToCome?: true;
}

export const PARTS = ['dates', 'names', 'types', 'calendars', 'sessions', 'attributes', 'secrets', 'files'] as const;
export type FindingPart = (typeof PARTS)[number];

export const sureOf = (findings: readonly SurveyFinding[]): Taken =>
  new Set(findings.filter(({ isSure }) => isSure).map(({ id }) => id));

/** In the order in which codex.yaml has them. */
export function findingsOf(survey: Survey): readonly SurveyFinding[] {
  return [
    ...dates(survey),
    ...names(survey),
    ...types(survey),
    ...calendars(survey),
    ...sessions(survey),
    ...rest(survey),
  ];
}

export const attributeId = (name: string): string => `attribute:${name}`;

export const fieldId = (field: string, spelling: string): string => `field:${field}:${spelling}`;

const isOfDates = (field: string): boolean => field === 'date' || field === 'through';

/** The other keys that stand for some fields, each with a remark on all of them. */
const spellingsOf = (fields: Survey['fields'], isAsked: (field: string) => boolean) =>
  fields
    .filter(({ field }) => isAsked(field))
    .flatMap(({ field, spellings, remark, toCome }) =>
      spellings
        .filter((spelling) => spelling !== field)
        .map((spelling) => ({ field, spelling, remark, isToCome: spelling === toCome })),
    );

/** @param isSure whether it is taken unless its author says otherwise */
const findingsIn =
  (part: FindingPart) =>
  (id: string, label: string, remark: string, isSure = true): SurveyFinding => ({ id, part, label, remark, isSure });

function dates({ fields, ends, doubtful, isDateOurs }: Survey): readonly SurveyFinding[] {
  const found = findingsIn('dates');
  const began = (field: string): string => (field === 'date' ? 'when it began' : 'when it ended');
  return [
    ...spellingsOf(fields, isOfDates).map(({ field, spelling, remark, isToCome }) => ({
      ...found(fieldId(field, spelling), spelling, `${began(field)}; ${isToCome ? 'no note has it yet' : remark}`),
      ...(isToCome && { isToCome }),
    })),
    ...(ends?.spellings ?? []).map((spelling) => {
      const remark = `when it ended, if what such a note says ends then; ${ends?.remark ?? ''}`;
      return found(fieldId('through', spelling), spelling, remark, false);
    }),
    ...doubtful.map(({ field, spelling, why }) =>
      found(fieldId(field, spelling), spelling, `${began(field)}; ${why}`, false),
    ),
    ...(isDateOurs ? [found('created:date', 'date says when a note became canon', 'instead of `created`', false)] : []),
  ];
}

function names({ fields, preset, unfit, headings, inline }: Survey): readonly SurveyFinding[] {
  const found = findingsIn('names');
  const atTop = 'Lines like name:: value at the top of a note are properties';
  return [
    ...(preset ? [found('preset', `${preset.name} headers`, presetRemark(preset))] : []),
    ...(inline ? [found('inline', atTop, counted(inline.notes, 'note'), false)] : []),
    ...spellingsOf(fields, (field) => !isOfDates(field)).map(({ field, spelling, remark }) =>
      found(fieldId(field, spelling), `${spelling} stands for ${field}`, remark),
    ),
    ...unfit.map(({ key, why }) => found(`unfit:${key}`, `${key} is something else here`, why)),
    ...(headings
      ? [
          found(
            'titles',
            'Notes are named after their headings',
            `${counted(headings.notes, 'note')}: ${headings.heading}, not ${headings.stem}`,
          ),
        ]
      : []),
  ];
}

/** The pattern of a folder as a person calls it: `People/**` → `People`. */
const placeWords = (place: string): string => place.replace(/\/\*\*$/, '');

function types({ types: { rules, mortal } }: Survey): readonly SurveyFinding[] {
  const found = findingsIn('types');
  return [
    ...rules.map(({ place, type, notes, isSure }) =>
      found(`type:${place}`, `${placeWords(place)}: ${type}`, counted(notes, 'note'), isSure),
    ),
    ...(mortal.length > 0
      ? [found('mortal', `Lives end: ${listWords(mortal, 'and')}`, 'besides person, character and npc')]
      : []),
  ];
}

const calendars = (survey: Survey): readonly SurveyFinding[] => [
  ...pluginFindings(survey),
  ...eraFindings(survey),
  ...monthFindings(survey),
  ...missingFindings(survey),
];

const inCalendars = findingsIn('calendars');

function pluginFindings({ plugin, presentDoubt }: Survey): readonly SurveyFinding[] {
  if (!plugin) return [];
  const { calendars: all, source, present } = plugin;
  const now = presentDoubt
    ? `the plug-in's current date, but ${presentDoubt.path} is dated ${presentDoubt.text}`
    : "the plug-in's current date";
  const names = someOf(all.map(({ name }) => name));
  return [
    ...(all.length > 0 ? [inCalendars('plugin', names, `as ${source} has ${all.length === 1 ? 'it' : 'them'}`)] : []),
    ...(present ? [inCalendars('present', `Now is ${present}`, now, presentDoubt === null)] : []),
  ];
}

function eraFindings({ eras }: Survey): readonly SurveyFinding[] {
  if (!eras) return [];
  const named = ({ declaration: { id, direction } }: EraPlaced): string =>
    direction === 'backward' ? `${id}, counting back` : id;
  const label = eras.groups.map((group) => someOf(group.eras.map(named))).join('; ');
  const remark = eras.groups.flatMap((group) => group.eras.map(({ found }) => extent(found))).join('; ');
  return [inCalendars('eras', label, remark, eras.isSure)];
}

function monthFindings({ months, doMonthsFit }: Survey): readonly SurveyFinding[] {
  if (!months || !canBeMonths(months)) return [];
  const { months: all, path } = months;
  const label = `${counted(all.length, 'month')}, from ${all[0]?.name} to ${all.at(-1)?.name}`;
  return [inCalendars('months', label, `as ${path} has them`, doMonthsFit)];
}

function missingFindings({ plugin, eras, months, missing: [first] }: Survey): readonly SurveyFinding[] {
  if (!first || plugin || eras?.isSure) return [];
  const { name, key, notes } = first;
  const remark = `${key} names it in ${counted(notes, 'note')}, and it is not in this folder`;
  return [inCalendars('missing', `${name}, ${months ? 'without its data' : 'years only'}`, remark)];
}

function sessions({ sessions: { revisions, campaigns, unplaced }, isInGit }: Survey): readonly SurveyFinding[] {
  const found = findingsIn('sessions');
  const [first, last] = [revisions[0], revisions.at(-1)];
  const placed = campaigns.reduce((sum, { sessions: own }) => sum + own.length, 0);
  const [tables, idle] = [counted(campaigns.length, 'campaign'), 'which do nothing until notes name them'];
  const how = 'in a property of their own, called `canon`';
  const without = `${counted(unplaced.length, 'session')} could not be placed: ${someOf(unplaced, 3)}`;
  const span = `${counted(revisions.length, 'session')}, from ${first?.id} to ${last?.id}`;
  return [
    ...(campaigns.length > 0
      ? [
          found(
            'campaigns',
            `${counted(placed, 'session')} of ${tables}, ${idle}`,
            unplaced.length > 0 ? without : how,
            placed > 0,
          ),
        ]
      : []),
    ...(first ? [found('revisions', `${span}, ${idle}`, how)] : []),
    ...(isInGit
      ? [found('git', 'Notes enter the canon with their first commit', 'where they name no session', false)]
      : []),
  ];
}

const KIND_WORDS: Readonly<Record<AttributeKind, string>> = {
  constant: 'never changes',
  state: 'one at a time',
  set: 'several at a time',
};

function rest({ attributes, kin, hiding, excludes }: Survey): readonly SurveyFinding[] {
  const [fact, secret] = [findingsIn('attributes'), findingsIn('secrets')];
  const family = kin.map(({ role, names: all }) => `${listWords(all, 'and')} for ${role}`).join('; ');
  return [
    ...attributes.map(({ name, kind, uses, examples, isSure }) => {
      const remark = `${KIND_WORDS[kind]}; ${counted(uses, 'note')}: ${examples.map(withoutLink).join(', ')}`;
      return fact(attributeId(name), name, remark, isSure);
    }),
    ...(kin.length > 0
      ? [
          fact(
            'kin',
            `Family: ${family}`,
            'for the picture of a family',
            kin.every(({ isSure }) => isSure),
          ),
        ]
      : []),
    ...hiding.callouts.map(({ name, notes, isSure }) =>
      secret(`secret:${name}`, `Callouts [!${name}]: nobody but you`, counted(notes, 'note'), isSure),
    ),
    ...hiding.folders.map(({ name, notes, isSure }) =>
      secret(`audience:${name}`, `${placeWords(name)}: nobody but you`, counted(notes, 'note'), isSure),
    ),
    ...excludes.map(({ glob, notes }) =>
      findingsIn('files')(`exclude:${glob}`, placeWords(glob), counted(notes, 'template')),
    ),
  ];
}
