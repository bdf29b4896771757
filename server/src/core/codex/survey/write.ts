/** Writes what a survey found as a codex.yaml: what was found, and commented suggestions for what its author must decide. */
import type { CalendarDeclaration, EraDeclaration } from '../../chronology/types';
import type { Survey } from '../survey';
import type { CalendarFound } from './calendarium';
import type { EraFound } from './dates';
import { aligned, comment, inline, plainly } from './text';

/** The text of a codex.yaml that reads without a problem. */
export function writeCodexYaml(survey: Survey): string {
  const found = [fields(survey), calendars(survey), present(survey), revisions(survey), attributes(survey)];
  const parts = found.filter((lines) => lines.length > 0);
  const all = [head(survey, parts.length > 0), ...(parts.length > 0 ? parts : [EXAMPLES]), REST];
  return `${all.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const head = ({ notes }: Survey, hasFound: boolean): readonly string[] => [
  '# The rules of this world. Everything here is optional, and your notes stay as they are.',
  ...comment(
    hasFound
      ? `Written by \`retcon init\` after a look at ${count(notes, 'note')}. Lines behind a # only explain, or suggest.`
      : `\`retcon init\` looked at ${count(notes, 'note')} and found nothing that must be said. Remove the # of what you want to use.`,
  ),
];

const EXAMPLES: readonly string[] = [
  '# Where you are in canon time: the sessions, chapters or drafts in which things were decided, oldest first.',
  '# revisions:',
  '#   - session-1',
  '#   - {id: session-2, date: 2026-05-12, title: The Refounding}',
  '',
  '# Where you are in the world: what "now" means when nobody says when.',
  '# present: 412 TA',
  '',
  '# What may change in the course of time, and what may not.',
  '# attributes:',
  '#   founder: constant     # one value for all time',
  '#   ruler: state          # one at a time',
  '#   member: set           # any number at a time',
];

const REST: readonly string[] = ['# What else can stand here: tiers, mortal, established, rules, include, exclude.'];

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

function fields({ fields, ends, ours }: Survey): readonly string[] {
  const rows = fields.map(({ field, spellings, remark }) => ({ line: `  ${field}: ${list(spellings)}`, remark }));
  const hasRows = rows.length > 0;
  const through = fields.find(({ field }) => field === 'through')?.spellings ?? ['through'];
  const title = '# What your notes call the keys that Retcon knows. Of several in one note, the first counts.';
  return [
    ...(hasRows || ends ? [title] : []),
    ...(hasRows ? ['fields:', ...aligned(rows)] : []),
    ...(ours && hasRows
      ? comment(`date is not among them: it holds days of our own time (${ours.remark}).`, '  ')
      : []),
    ...(ends && !hasRows ? ['# fields:'] : []),
    ...(ends
      ? [
          `${hasRows ? '  # ' : '#   '}through: ${list([...through, ...ends.spellings])}`,
          ...comment(
            `(${conjoined(ends.spellings)}: ${ends.remark}. Only if what such a note says ends there, and not the event alone.)`,
            hasRows ? '  ' : '',
          ),
        ]
      : []),
  ];
}

function calendars(survey: Survey): readonly string[] {
  const { calendarium, onlyEra, dates } = survey;
  if (calendarium && calendarium.calendars.length > 0) {
    const title =
      calendarium.calendars.length === 1
        ? 'Your calendar, as Calendarium has it.'
        : 'Your calendars, as Calendarium has them.';
    return [`# ${title}`, 'calendars:', ...calendarium.calendars.flatMap(calendar)];
  }
  if (onlyEra) return yearsOnly(onlyEra, dates.eras.slice(1), dates.months);
  return dates.eras.length > 0 ? proposal(survey) : [];
}

const yearsOnly = (era: EraFound, slips: readonly EraFound[], months: readonly string[]): readonly string[] => [
  `# Your dates are in years of ${inline(era.name)}; one without an era is taken for the same.`,
  ...slips.flatMap(({ name, first }) => comment(`${first} may be a slip: ${name} is used once only.`)),
  'calendars:',
  '  reckoning:',
  '    # To tell days apart, give the months in their order, with their lengths for each …, and remove the # signs:',
  ...monthsToFill(months).map((line) => `    # ${line}`),
  '    eras:',
  `      - {id: ${plainly(era.name)}, epoch: 0}   # ${inline(extent(era))}`,
];

const monthsToFill = (months: readonly string[]): readonly string[] =>
  months.length === 0
    ? ['months: [{name: …, days: …}, {name: …, days: …}]']
    : ['months:', ...months.map((name) => `  - {name: ${plainly(name)}, days: …}`)];

const extent = ({ uses, first, last }: EraFound): string =>
  uses === 1 || first === last
    ? `${count(uses, 'date')}: ${first}`
    : `${count(uses, 'date')}, from ${first} to ${last}`;

/** How eras follow one another only their author knows: all of it stays a comment. */
function proposal({ dates: { eras, months, bare, builtIn } }: Survey): readonly string[] {
  const names = eras.map(({ name }) => inline(name));
  const withOthers = builtIn > 0 ? [...names, 'years of our own'] : names;
  return [
    ...comment(
      `Your dates are in ${conjoined(withOthers)}: each in order by itself, but not to be compared with the others.`,
    ),
    '# To compare them, say where each begins. Fill in each …, and remove the # signs:',
    '# calendars:',
    '#   reckoning:',
    `#     default_era: ${plainly(eras[0]?.name ?? '')}   # of years without an era${bare > 0 ? `: ${count(bare, 'date')}` : ''}`,
    ...monthsToFill(months).map((line) => `#     ${line}`),
    '#     eras:   # epoch: the year before the first, in one count for all; direction: backward where years count down',
    ...aligned(eras.map((era) => ({ line: `#       - {id: ${plainly(era.name)}, epoch: …}`, remark: extent(era) }))),
  ];
}

const conjoined = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

function calendar({ declaration, name, remarks }: CalendarFound): readonly string[] {
  const { id, months, leap, weekdays, eras, defaultEra, offsetDays } = declaration satisfies CalendarDeclaration;
  const body = [
    ...(defaultEra === undefined ? [] : [`    default_era: ${plainly(defaultEra)}`]),
    ...section(
      'months',
      months.map((month) => `{name: ${plainly(month.name)}, days: ${month.days}}`),
    ),
    ...section(
      'leap',
      leap.map(({ month, ...rule }) => `{month: ${plainly(month)}, ${pairs(rule)}}`),
    ),
    ...(weekdays.length === 0 ? [] : [`    weekdays: ${list(weekdays)}`]),
    ...section('eras', eras.map(era)),
    ...(offsetDays === 0 ? [] : [`    offset_days: ${offsetDays}`]),
  ];
  return [`  ${plainly(id)}:   # ${inline(name)}`, ...remarks.flatMap((remark) => comment(remark, '    ')), ...body];
}

const section = (key: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [`    ${key}:`, ...items.map((item) => `      - ${item}`)];

const era = ({ id, names, epoch, direction, last }: EraDeclaration): string => {
  const rest = { epoch, ...(direction === 'backward' && { direction }), ...(last !== undefined && { last }) };
  return `{id: ${plainly(id)}, ${names.length === 0 ? '' : `names: ${list(names)}, `}${pairs(rest)}}`;
};

const pairs = (group: object): string =>
  Object.entries(group)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ');

const list = (texts: readonly string[]): string =>
  texts.length === 1 ? plainly(texts[0] ?? '') : `[${texts.map(plainly).join(', ')}]`;

function present({ calendarium, onlyEra }: Survey): readonly string[] {
  if (calendarium?.present)
    return [
      "# The world's present, Calendarium's current date: what holds when nobody says when.",
      `present: ${plainly(calendarium.present)}`,
    ];
  if (!onlyEra) return [];
  return [
    "# The world's present: what holds when nobody says when. The latest date in your notes is:",
    `# present: ${plainly(inline(onlyEra.last))}`,
  ];
}

function revisions({ revisions }: Survey): readonly string[] {
  if (revisions.length === 0) return [];
  const lines = revisions.map(({ id, title, date }) => {
    const rest = `${date === null ? '' : `, date: ${date}`}${title === null ? '' : `, title: ${plainly(title)}`}`;
    return rest === '' ? `  - ${plainly(id)}` : `  - {id: ${plainly(id)}${rest}}`;
  });
  return [
    '# Your sessions, oldest first. A note that says `canon: <session>` is canon from that one on;',
    '# mark the one you are still preparing with `open: true`.',
    'revisions:',
    ...lines,
  ];
}

function attributes({ attributes }: Survey): readonly string[] {
  if (attributes.length === 0) return [];
  return [
    '# Keys that may be facts about what a note describes. Remove the # of those that are.',
    '# constant: one value for all time; state: one at a time; set: any number at a time.',
    '# attributes:',
    ...aligned(
      attributes.map(({ name, kind, group, uses, examples }) => {
        const where = `${count(uses, 'note')}${group ? ` (${group})` : ''}`;
        return { line: `#   ${plainly(name)}: ${kind}`, remark: `${where}: ${examples.join(', ')}` };
      }),
    ),
  ];
}
