/** Puts the eras that the notes write into the calendars of a plug-in, where its own count of years is evidently theirs. */
import { fold, type CalendarDeclaration, type EraDeclaration } from '../../chronology';
import { type CalendarFound, type CalendariumFound, currentOf, readCalendarium } from './calendarium';
import type { DatesFound } from './dateKeys';
import type { EraGroup, ErasFound } from './erasFound';
import { objectAt, wholeAt } from './json';
import type { RawCalendars } from './plugins';

/**
 * @param read the calendars without a look at the notes' own words for years
 * @param eras what those words are
 */
export function joinEras(
  { calendars: raw }: RawCalendars,
  read: CalendariumFound,
  eras: ErasFound | null,
  dates: DatesFound,
): CalendariumFound {
  const names = { words: dates.eras.map(({ name }) => name), hasBare: dates.bare > 0 };
  const [main] = eras?.groups ?? [];
  const [first, ...others] = read.calendars;
  if (!first || !main) return read;
  const now = wholeAt(objectAt(raw[0], 'current'), 'year');
  // By names alone, the plug-in's eras may be those of the notes: `PR` for a Post Rising.
  const byName = readCalendarium(raw, names);
  const known = new Set(
    byName.calendars.flatMap(({ declaration }) =>
      declaration.eras.flatMap(({ id, names: more }) => [id, ...more].map(fold)),
    ),
  );
  if (isKnown(main, known)) return withRest(byName, eras?.groups.filter((group) => !isKnown(group, known)) ?? []);
  const hasOwnCount = first.declaration.eras.some(({ epoch, direction }) => direction === 'forward' && epoch !== 0);
  const latest = Math.max(
    ...main.eras.filter(({ declaration }) => declaration.direction === 'forward').map(({ found }) => found.greatest),
  );
  const isCount = !hasOwnCount && now !== null && Math.abs(now - latest) <= Math.max(20, 0.1 * Math.abs(now));
  if (!isCount) return withRest(read, eras?.groups ?? []);
  const declared = main.eras.map(({ declaration }) => declaration);
  const own = first.declaration.eras.filter(({ id }) => !declared.some((one) => fold(one.id) === fold(id)));
  const remark = `Its own count of years is taken for that of ${main.defaultEra}, which your dates name: its present year is ${now}, and they reach to ${latest}.`;
  const declaration = { ...first.declaration, eras: [...declared, ...own], defaultEra: main.defaultEra };
  const calendars: CalendarFound[] = [{ ...first, declaration, remarks: [...first.remarks, remark] }, ...others];
  return withRest({ calendars, present: currentOf(raw[0] ?? null, declaration) }, eras?.groups.slice(1) ?? []);
}

const isKnown = ({ eras }: EraGroup, known: ReadonlySet<string>): boolean =>
  eras.every(({ declaration }) => known.has(fold(declaration.id)));

/** Eras of which nothing is known but their years, each in a calendar of its own. */
const withRest = (found: CalendariumFound, groups: readonly EraGroup[]): CalendariumFound => ({
  ...found,
  calendars: [...found.calendars, ...groups.map(yearsOf)],
});

const yearsOf = ({ eras, defaultEra }: EraGroup): CalendarFound => ({
  declaration: calendarOf(
    `years-of-${defaultEra.toLowerCase()}`,
    eras.map(({ declaration }) => declaration),
    defaultEra,
  ),
  name: `the years of ${defaultEra}, which none of the eras above is called`,
  remarks: ['They are compared with no other years, until you make them an era of the calendar that they belong to.'],
});

/** A calendar that knows nothing but the years of some eras. */
export const calendarOf = (id: string, eras: readonly EraDeclaration[], defaultEra: string): CalendarDeclaration => ({
  id,
  months: [],
  leap: [],
  weekdays: [],
  eras,
  ...(eras.length > 1 && { defaultEra }),
  offsetDays: 0,
});
