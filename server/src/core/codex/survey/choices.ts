/** What a survey found, as things that their author can take or leave before anything is written. */
import type { Survey } from '../survey';
import { conjoined, count, someOf } from './keyUses';
import { canBeMonths, extent } from './writeCalendars';

/** One thing that was found. What is sure is taken unless its author says otherwise. */
export interface Finding {
  readonly id: string;
  readonly part: Part;
  readonly label: string;
  /** How often it is there, with an example, or why it is so. */
  readonly remark: string;
  readonly isSure: boolean;
}

export const PARTS = ['dates', 'names', 'types', 'calendars', 'sessions', 'attributes', 'files'] as const;
export type Part = (typeof PARTS)[number];

/** The ids of what is taken. */
export type Taken = ReadonlySet<string>;

export const sureOf = (findings: readonly Finding[]): Taken =>
  new Set(findings.filter(({ isSure }) => isSure).map(({ id }) => id));

/** In the order in which codex.yaml has them. */
export function findingsOf(survey: Survey): readonly Finding[] {
  return [
    ...dates(survey),
    ...names(survey),
    ...types(survey),
    ...calendars(survey),
    ...sessions(survey),
    ...rest(survey),
  ];
}

export const fieldId = (field: string, spelling: string): string => `field:${field}:${spelling}`;

function dates({ fields, ends, doubtful, isDateOurs }: Survey): readonly Finding[] {
  const spellings = fields
    .filter(({ field }) => field === 'date' || field === 'through')
    .flatMap(({ field, spellings: all, remark }) =>
      all
        .filter((spelling) => spelling !== field)
        .map(
          (spelling): Finding => ({
            id: fieldId(field, spelling),
            part: 'dates',
            label: spelling,
            remark: `${field === 'date' ? 'when it began' : 'when it ended'}; ${remark}`,
            isSure: true,
          }),
        ),
    );
  return [
    ...spellings,
    ...(ends?.spellings ?? []).map(
      (spelling): Finding => ({
        id: fieldId('through', spelling),
        part: 'dates',
        label: spelling,
        remark: `when it ended, if what such a note says ends there; ${ends?.remark ?? ''}`,
        isSure: false,
      }),
    ),
    ...doubtful.map(
      ({ field, spelling, why }): Finding => ({
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

function names({ fields, unfit, headings }: Survey): readonly Finding[] {
  const spellings = fields
    .filter(({ field }) => field !== 'date' && field !== 'through')
    .flatMap(({ field, spellings: all, remark }) =>
      all
        .filter((spelling) => spelling !== field)
        .map(
          (spelling): Finding => ({
            id: fieldId(field, spelling),
            part: 'names',
            label: `${spelling} stands for ${field}`,
            remark,
            isSure: true,
          }),
        ),
    );
  return [
    ...spellings,
    ...unfit.map(
      ({ key, why }): Finding => ({
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

const types = ({ types: { rules, mortal } }: Survey): readonly Finding[] => [
  ...rules.map(
    ({ place, type, notes, isSure }): Finding => ({
      id: `type:${place}`,
      part: 'types',
      label: `${place}: ${type}`,
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

function calendars(survey: Survey): readonly Finding[] {
  const { plugin, eras, months, missing } = survey;
  const [first] = missing;
  return [
    ...(plugin && plugin.calendars.length > 0
      ? [
          {
            id: 'plugin',
            part: 'calendars' as const,
            label: someOf(plugin.calendars.map(({ name }) => name)),
            remark: `as ${plugin.source} has ${plugin.calendars.length === 1 ? 'it' : 'them'}`,
            isSure: true,
          },
        ]
      : []),
    ...(plugin?.present
      ? [
          {
            id: 'present',
            part: 'calendars' as const,
            label: `present: ${plugin.present}`,
            remark: "the plug-in's current date",
            isSure: true,
          },
        ]
      : []),
    ...(eras
      ? [
          {
            id: 'eras',
            part: 'calendars' as const,
            label: eras.groups
              .map(({ eras: all }) =>
                someOf(
                  all.map(({ declaration: { id, direction } }) =>
                    direction === 'backward' ? `${id}, counting back` : id,
                  ),
                ),
              )
              .join('; '),
            remark: eras.groups.flatMap(({ eras: all }) => all.map(({ found }) => extent(found))).join('; '),
            isSure: eras.isSure,
          },
        ]
      : []),
    ...(months && canBeMonths(months)
      ? [
          {
            id: 'months',
            part: 'calendars' as const,
            label: `${count(months.months.length, 'month')}, from ${months.months[0]?.name} to ${months.months.at(-1)?.name}`,
            remark: `as ${months.path} has them`,
            isSure: survey.doMonthsFit,
          },
        ]
      : []),
    ...(first && !plugin && !eras?.isSure
      ? [
          {
            id: 'missing',
            part: 'calendars' as const,
            label: `${first.name}, ${months ? 'without its data' : 'years only'}`,
            remark: `${first.key} names it in ${count(first.notes, 'note')}, and it is not in this folder`,
            isSure: true,
          },
        ]
      : []),
  ];
}

function sessions({ sessions: { revisions }, isInGit }: Survey): readonly Finding[] {
  const [first, last] = [revisions[0], revisions.at(-1)];
  return [
    ...(first && last
      ? [
          {
            id: 'revisions',
            part: 'sessions' as const,
            label: `${count(revisions.length, 'session')}, from ${first.id} to ${last.id}, which do nothing until notes name them`,
            remark: '`canon: <session>` at the top of a note',
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

const rest = ({ attributes, excludes }: Survey): readonly Finding[] => [
  ...attributes.map(
    ({ name, kind, uses, examples, isSure }): Finding => ({
      id: `attribute:${name}`,
      part: 'attributes',
      label: `${name}: ${kind}`,
      remark: `${count(uses, 'note')}: ${examples.join(', ')}`,
      isSure,
    }),
  ),
  ...excludes.map(
    ({ glob, notes }): Finding => ({
      id: `exclude:${glob}`,
      part: 'files',
      label: glob,
      remark: count(notes, 'template'),
      isSure: true,
    }),
  ),
];
