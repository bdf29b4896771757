/** The calendars of a codex.yaml: those of a plug-in, the eras of the notes, and what their author has to fill in. */
import type { CalendarDeclaration, EraDeclaration } from '../../chronology';
import type { Survey } from '../survey';
import { type CalendarFound, calendarId } from './calendarium';
import { type Taken } from './keyUses';
import { counted, listWords } from '../../text/words';
import type { EraFound } from './dateKeys';
import type { EraGroup, ErasFound } from './erasFound';
import type { MonthsFound } from './months';
import type { MissingCalendar } from './calendarsFound';
import { aligned, comment, ifTaken, inline, list, plainly } from './text';

export function calendars(survey: Survey, taken: Taken): readonly string[] {
  const { plugin, eras, missing, months } = survey;
  const gone = missing.flatMap(({ name, key, notes }) =>
    comment(renderMissingCalendar({ name, key, notes }, plugin !== null, months !== null)),
  );
  if (plugin && plugin.calendars.length > 0) {
    const title = plugin.calendars.length === 1 ? 'Your calendar' : 'Your calendars';
    const lines = [
      ...comment(`${title}, as ${plugin.source} has ${plugin.calendars.length === 1 ? 'it' : 'them'}.`),
      'calendars:',
      ...plugin.calendars.flatMap(calendarLines),
    ];
    return [...gone, ...ifTaken(taken.has('plugin'), lines)];
  }
  if (eras && taken.has('eras')) return [...gone, ...declared(survey, eras, taken)];
  if (missing[0] && taken.has('missing')) {
    const id = plainly(calendarId(missing[0].name));
    return taken.has('months') && survey.months
      ? [...gone, 'calendars:', `  ${id}:`, ...monthsIn(survey, taken)]
      : [...gone, 'calendars:', `  ${id}: {}   # until then: years, and months by their numbers`];
  }
  if (eras) return [...gone, ...proposal(survey, eras)];
  return [...gone, ...(survey.months ? monthsAlone(survey, taken) : withoutEra(survey))];
}

function renderMissingCalendar({ name, key, notes }: MissingCalendar, hasOthers: boolean, hasMonths: boolean): string {
  const where = hasOthers ? 'the plug-in has none of that name' : 'its data is not in this folder';
  const copy =
    'copy .obsidian/plugins/calendarium/data.json (or that of fantasy-calendar) from where you keep the vault, delete this file and set up again';
  const orWrite = '; or write its months here, all of them, in their order: `months: [{name: …, days: …}]`';
  return `${key} names the calendar ${inline(name)} in ${counted(notes, 'note')}, and ${where}. What to do: ${copy}${hasMonths ? '' : orWrite}.`;
}

/** Whether they can be declared: each with its length. */
export const canBeMonths = ({ months }: MonthsFound): boolean => months.every(({ days }) => days !== null && days > 0);

export const extent = ({ uses, first, last }: EraFound): string =>
  uses === 1 || first === last
    ? `${counted(uses, 'date')}: ${first}`
    : `${counted(uses, 'date')}, from ${first} to ${last}`;

/** The eras, live. */
function declared(survey: Survey, { groups, slips }: ErasFound, taken: Taken): readonly string[] {
  const [first, ...others] = groups;
  if (!first) return [];
  return [
    ...comment(introduced(first, groups)),
    ...slips.flatMap(({ name, first: text }) => comment(`${text} may be a slip: ${name} is used only once.`)),
    'calendars:',
    `  ${plainly(first.id)}:`,
    ...monthsIn(survey, taken),
    ...group(first),
    ...others.flatMap((other) => [
      `  ${plainly(other.id)}:`,
      ...comment(
        `Nothing in your notes says how ${other.defaultEra} relates to ${first.defaultEra}: its years can't be compared with any others.`,
        '    ',
      ),
      ...group(other),
    ]),
  ];
}

function introduced({ eras, defaultEra }: EraGroup, groups: readonly EraGroup[]): string {
  const all = groups.flatMap(({ eras: some }) => some);
  const backward = eras.filter(({ declaration: { direction } }) => direction === 'backward');
  if (all.length === 1)
    return backward.length === 0
      ? `Your dates are in years of ${inline(defaultEra)}; a date without an era is read the same way.`
      : `Your dates are in years of ${inline(defaultEra)}, which count down.`;
  const back = backward.map(
    ({ declaration: { id }, why }) => `${inline(id)} counts back${why === null ? '' : ` (${inline(why)})`}`,
  );
  return `Your dates are in ${listWords(
    all.map(({ declaration: { id } }) => inline(id)),
    'and',
  )}${back.length > 0 ? `; ${listWords(back, 'and')}` : ''}. A date without an era is in ${inline(defaultEra)}.`;
}

const group = ({ eras, defaultEra }: EraGroup): readonly string[] => [
  ...(eras.length > 1 ? [`    default_era: ${plainly(defaultEra)}`] : []),
  '    eras:',
  ...aligned(
    eras.map(({ declaration, found, why }) => ({
      line: `      - ${era(declaration)}`,
      remark: `${extent(found)}${why !== null && declaration.direction === 'forward' ? `; ${why}` : ''}`,
    })),
  ),
];

/** The months of a calendar, as far as they are known: live, to be filled in, or only asked for. */
function monthsIn(survey: Survey, taken: Taken): readonly string[] {
  const { words, lines } = monthsToWrite(survey);
  const isLive = survey.months !== null && canBeMonths(survey.months) && taken.has('months');
  return [...comment(words, '    '), ...(isLive ? lines : commentedIn(lines))];
}

/** What still has to be filled in, where all else is ready: it stays a comment of its own. */
const toFillIn = (lines: readonly string[]): readonly string[] =>
  lines.some((line) => line.includes('…')) ? commentedIn(lines) : lines;

/** Keys of a calendar as a comment inside it. */
const commentedIn = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replace(/^ {4}/, '    # '));

/** The key of the months, as a calendar has it, and what is said of it. */
function monthsToWrite({ months, dates: { months: named } }: Survey): {
  readonly words: string;
  readonly lines: readonly string[];
} {
  if (months === null) {
    const some =
      named.length === 0 ? '' : ` Your dates name ${listWords(named.map(inline), 'and')}; there may be more.`;
    return {
      words: `To tell days apart, a calendar needs all its months, in order, with their lengths.${some} Then:`,
      lines: ['    months: [{name: …, days: …}, {name: …, days: …}]'],
    };
  }
  const has = `The months, as ${inline(months.path)} has them`;
  return {
    words: canBeMonths(months)
      ? `${has}:`
      : `${has}; it does not say how long they are. Fill in each …, and remove the # signs:`,
    lines: section(
      'months',
      months.months.map(({ name, days }) => `{name: ${plainly(name)}, days: ${days ?? '…'}}`),
    ),
  };
}

/** Years alone are read as ours, which their author may not expect. */
const withoutEra = ({ dates: { years, aYear, builtIn } }: Survey): readonly string[] =>
  years === 0 || builtIn > 0
    ? []
    : [
        ...comment(
          `${counted(years, 'date')} ${years === 1 ? 'is' : 'are'} only a year, like ${inline(aYear)}: read, and ordered, as real-world years. To give the years of your world a name, fill in the … and remove the # signs:`,
        ),
        '# eras:',
        '#   - {id: …, epoch: 0}',
      ];

/** Months that the notes list, of a world whose years have no era. */
function monthsAlone(survey: Survey, taken: Taken): readonly string[] {
  const {
    months,
    dates: { builtIn },
  } = survey;
  if (!months || (builtIn > 0 && !taken.has('months'))) return [];
  const isWhole = canBeMonths(months);
  const lines = ['calendars:', '  reckoning:', ...monthsToWrite(survey).lines];
  const said = isWhole ? '' : '; it does not say how long they are. Fill in each …, and remove the # signs';
  return [
    ...comment(`The months, as ${months.path} has them${said}.`),
    ...ifTaken(isWhole && taken.has('months'), lines),
  ];
}

/** How eras follow one another only their author knows: all of it stays a comment. */
function proposal(survey: Survey, { groups }: ErasFound): readonly string[] {
  const {
    dates: { eras, bare, ourDays, builtIn },
  } = survey;
  const { words, lines } = monthsToWrite(survey);
  const names = eras.map(({ name }) => inline(name));
  const withOthers = builtIn > 0 ? [...names, 'real-world years'] : names;
  const [only] = groups.flatMap(({ eras: all }) => all);
  const isOne = eras.length === 1 && builtIn === 0 && only !== undefined;
  const why = isOne
    ? `Your dates are in ${inline(only.found.name)}: nothing in your notes says whether its years count up or down.`
    : `Your dates are in ${listWords(withOthers, 'and')}. Each is in order, but a date in one can't be compared with a date in another, since nothing in your notes says how they follow each other.`;
  return [
    ...comment(why),
    ...comment(
      isOne
        ? 'Correct the direction if need be, and remove the # signs:'
        : 'To compare them, say where each begins. Fill in each …, and remove the # signs:',
    ),
    '# calendars:',
    '#   reckoning:',
    // With a default era, the days on which sessions were played would be days of the world.
    ...(isOne || (bare === 0 && ourDays > 0)
      ? []
      : [
          `#     default_era: ${plainly(eras[0]?.name ?? '')}   # of years without an era${bare > 0 ? `: ${counted(bare, 'date')}` : ''}`,
        ]),
    // Rows that only explain stay comments where the other rows are not comments any more.
    ...[...comment(words, '    '), ...(isOne ? toFillIn(lines) : lines)].map((line) => `# ${line}`),
    `#     eras:${isOne ? '' : '   # epoch: the year before the first, in one count for all; direction: backward where years count down'}`,
    ...aligned(
      isOne
        ? [
            {
              line: `#       - {id: ${plainly(only.found.name)}, epoch: 1, direction: backward}`,
              remark: extent(only.found),
            },
          ]
        : eras.map((era) => ({ line: `#       - {id: ${plainly(era.name)}, epoch: …}`, remark: extent(era) })),
    ),
  ];
}

/** A calendar below the key `calendars`. */
export function calendarLines({ declaration, name, remarks }: CalendarFound): readonly string[] {
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

const era = ({ id, names, epoch, direction, yearZero, last }: EraDeclaration): string => {
  const rest = {
    epoch,
    ...(direction === 'backward' && { direction }),
    ...(yearZero && { year_zero: true }),
    ...(last !== undefined && { last }),
  };
  return `{id: ${plainly(id)}, ${names.length === 0 ? '' : `names: ${list(names)}, `}${pairs(rest)}}`;
};

const pairs = (group: object): string =>
  Object.entries(group)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ');
