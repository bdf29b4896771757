/** What a survey found, as things that their author can take or leave before anything is written. */
import type { Survey } from '../survey';
import type { EraPlaced } from './erasFound';
import type { AttributeKind } from '../codex';
import { conjoined, count, someOf, type Taken, withoutLink } from './keyUses';
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

function dates({ fields, ends, doubtful, isDateOurs }: Survey): readonly SurveyFinding[] {
  return [
    ...spellingsOf(fields, isOfDates).map(
      ({ field, spelling, remark, isToCome }): SurveyFinding => ({
        id: fieldId(field, spelling),
        part: 'dates',
        label: spelling,
        remark: `${field === 'date' ? 'when it began' : 'when it ended'}; ${isToCome ? 'no note has it yet' : remark}`,
        isSure: true,
        ...(isToCome && { isToCome }),
      }),
    ),
    ...(ends?.spellings ?? []).map(
      (spelling): SurveyFinding => ({
        id: fieldId('through', spelling),
        part: 'dates',
        label: spelling,
        remark: `when it ended, if what such a note says ends there; ${ends?.remark ?? ''}`,
        isSure: false,
      }),
    ),
    ...doubtful.map(
      ({ field, spelling, why }): SurveyFinding => ({
        id: fieldId(field, spelling),
        part: 'dates',
        label: spelling,
        remark: `${field === 'date' ? 'when it began' : 'when it ended'}; ${why}`,
        isSure: false,
      }),
    ),
    ...(isDateOurs
      ? [
          {
            id: 'created:date',
            part: 'dates' as const,
            label: 'date says since when a note is canon',
            remark: 'instead of `created`',
            isSure: false,
          },
        ]
      : []),
  ];
}

function names({ fields, preset, unfit, headings, inline }: Survey): readonly SurveyFinding[] {
  return [
    ...(preset
      ? [
          {
            id: 'preset',
            part: 'names' as const,
            label: `${preset.name} headers`,
            remark: presetRemark(preset),
            isSure: true,
          },
        ]
      : []),
    ...(inline
      ? [
          {
            id: 'inline',
            part: 'names' as const,
            label: 'Lines like name:: value at the top of a note are properties',
            remark: count(inline.notes, 'note'),
            isSure: false,
          },
        ]
      : []),
    ...spellingsOf(fields, (field) => !isOfDates(field)).map(
      ({ field, spelling, remark }): SurveyFinding => ({
        id: fieldId(field, spelling),
        part: 'names',
        label: `${spelling} stands for ${field}`,
        remark,
        isSure: true,
      }),
    ),
    ...unfit.map(
      ({ key, why }): SurveyFinding => ({
        id: `unfit:${key}`,
        part: 'names',
        label: `${key} is something else here`,
        remark: why,
        isSure: true,
      }),
    ),
    ...(headings
      ? [
          {
            id: 'titles',
            part: 'names' as const,
            label: 'Notes are called like their headings',
            remark: `${count(headings.notes, 'note')}: ${headings.heading}, not ${headings.stem}`,
            isSure: true,
          },
        ]
      : []),
  ];
}

/** The pattern of a folder as a person calls it: `People/**` → `People`. */
const placeWords = (place: string): string => place.replace(/\/\*\*$/, '');

const types = ({ types: { rules, mortal } }: Survey): readonly SurveyFinding[] => [
  ...rules.map(
    ({ place, type, notes, isSure }): SurveyFinding => ({
      id: `type:${place}`,
      part: 'types',
      label: `${placeWords(place)}: ${type}`,
      remark: count(notes, 'note'),
      isSure,
    }),
  ),
  ...(mortal.length > 0
    ? [
        {
          id: 'mortal',
          part: 'types' as const,
          label: `Lives end: ${conjoined(mortal)}`,
          remark: 'besides person, character and npc',
          isSure: true,
        },
      ]
    : []),
];

const calendars = (survey: Survey): readonly SurveyFinding[] => [
  ...pluginFindings(survey),
  ...eraFindings(survey),
  ...monthFindings(survey),
  ...missingFindings(survey),
];

function pluginFindings({ plugin, presentDoubt }: Survey): readonly SurveyFinding[] {
  if (!plugin) return [];
  const calendar: SurveyFinding = {
    id: 'plugin',
    part: 'calendars',
    label: someOf(plugin.calendars.map(({ name }) => name)),
    remark: `as ${plugin.source} has ${plugin.calendars.length === 1 ? 'it' : 'them'}`,
    isSure: true,
  };
  const present: SurveyFinding = {
    id: 'present',
    part: 'calendars',
    label: `Now is ${plugin.present}`,
    remark: presentDoubt
      ? `the plug-in's current date, but ${presentDoubt.path} is dated ${presentDoubt.text}`
      : "the plug-in's current date",
    isSure: presentDoubt === null,
  };
  return [...(plugin.calendars.length > 0 ? [calendar] : []), ...(plugin.present ? [present] : [])];
}

function eraFindings({ eras }: Survey): readonly SurveyFinding[] {
  if (!eras) return [];
  const named = ({ declaration: { id, direction } }: EraPlaced): string =>
    direction === 'backward' ? `${id}, counting back` : id;
  return [
    {
      id: 'eras',
      part: 'calendars',
      label: eras.groups.map((group) => someOf(group.eras.map(named))).join('; '),
      remark: eras.groups.flatMap((group) => group.eras.map(({ found }) => extent(found))).join('; '),
      isSure: eras.isSure,
    },
  ];
}

function monthFindings({ months, doMonthsFit }: Survey): readonly SurveyFinding[] {
  if (!months || !canBeMonths(months)) return [];
  const { months: all, path } = months;
  return [
    {
      id: 'months',
      part: 'calendars',
      label: `${count(all.length, 'month')}, from ${all[0]?.name} to ${all.at(-1)?.name}`,
      remark: `as ${path} has them`,
      isSure: doMonthsFit,
    },
  ];
}

function missingFindings({ plugin, eras, months, missing: [first] }: Survey): readonly SurveyFinding[] {
  if (!first || plugin || eras?.isSure) return [];
  return [
    {
      id: 'missing',
      part: 'calendars',
      label: `${first.name}, ${months ? 'without its data' : 'years only'}`,
      remark: `${first.key} names it in ${count(first.notes, 'note')}, and it is not in this folder`,
      isSure: true,
    },
  ];
}

function sessions({ sessions: { revisions, campaigns, unplaced }, isInGit }: Survey): readonly SurveyFinding[] {
  const [first, last] = [revisions[0], revisions.at(-1)];
  const placed = campaigns.reduce((sum, { sessions: own }) => sum + own.length, 0);
  return [
    ...(campaigns.length > 0
      ? [
          {
            id: 'campaigns',
            part: 'sessions' as const,
            label: `${count(placed, 'session')} of ${count(campaigns.length, 'campaign')}, which do nothing until notes name them`,
            remark:
              unplaced.length > 0
                ? `${count(unplaced.length, 'session')} could not be placed: ${someOf(unplaced, 3)}`
                : 'in a property of their own, called `canon`',
            isSure: placed > 0,
          },
        ]
      : []),
    ...(first && last
      ? [
          {
            id: 'revisions',
            part: 'sessions' as const,
            label: `${count(revisions.length, 'session')}, from ${first.id} to ${last.id}, which do nothing until notes name them`,
            remark: 'in a property of their own, called `canon`',
            isSure: true,
          },
        ]
      : []),
    ...(isInGit
      ? [
          {
            id: 'git',
            part: 'sessions' as const,
            label: 'Notes enter the canon with their first commit',
            remark: 'where they name no session',
            isSure: false,
          },
        ]
      : []),
  ];
}

const KIND_WORDS: Readonly<Record<AttributeKind, string>> = {
  constant: 'never changes',
  state: 'one at a time',
  set: 'several at a time',
};

const rest = ({ attributes, kin, hiding, excludes }: Survey): readonly SurveyFinding[] => [
  ...attributes.map(
    ({ name, kind, uses, examples, isSure }): SurveyFinding => ({
      id: attributeId(name),
      part: 'attributes',
      label: name,
      remark: `${KIND_WORDS[kind]}; ${count(uses, 'note')}: ${examples.map(withoutLink).join(', ')}`,
      isSure,
    }),
  ),
  ...(kin.length > 0
    ? [
        {
          id: 'kin',
          part: 'attributes' as const,
          label: `Family: ${kin.map(({ role, names }) => `${conjoined(names)} for ${role}`).join('; ')}`,
          remark: 'for the picture of a family',
          isSure: kin.every(({ isSure }) => isSure),
        },
      ]
    : []),
  ...hiding.callouts.map(
    ({ name, notes, isSure }): SurveyFinding => ({
      id: `secret:${name}`,
      part: 'secrets',
      label: `Callouts [!${name}]: nobody but you`,
      remark: count(notes, 'note'),
      isSure,
    }),
  ),
  ...hiding.folders.map(
    ({ name, notes, isSure }): SurveyFinding => ({
      id: `audience:${name}`,
      part: 'secrets',
      label: `${placeWords(name)}: nobody but you`,
      remark: count(notes, 'note'),
      isSure,
    }),
  ),
  ...excludes.map(
    ({ glob, notes }): SurveyFinding => ({
      id: `exclude:${glob}`,
      part: 'files',
      label: placeWords(glob),
      remark: count(notes, 'template'),
      isSure: true,
    }),
  ),
];
