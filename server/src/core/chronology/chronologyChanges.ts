/** How one chronology relates to an earlier one: which names of eras and of days mean the same in both. */
import type { Calendar } from './calendar';
import type { Chronology, Reckoning } from './chronology';
import { fold } from './foldedNames';
import type { EraDeclaration } from './declaration';

/** The names that mean nothing any more, and what each meant. */
export function formerEras(now: Chronology, then: Chronology): ReadonlyMap<string, Reckoning> {
  const found = new Map<string, Reckoning>();
  for (const was of then.calendars) {
    const calendar = now.calendars.find((is) => daysOf(is) === daysOf(was));
    if (!calendar) continue;
    for (const old of was.eras) {
      const era = calendar.eras.find((is) => yearsOf(is) === yearsOf(old));
      for (const name of era ? [old.id, ...old.names] : [])
        if (era && !now.eras.has(fold(name))) found.set(name, { calendar, era, isDeclared: true });
    }
  }
  return found;
}

/** The later chronology, which knows these names as well. */
export function withFormerEras(now: Chronology, then: Chronology): Chronology {
  const former = formerEras(now, then);
  if (former.size === 0) return now;
  const phrases = [...new Set([...now.phrases, ...then.phrases])].sort((a, b) => b.length - a.length);
  return {
    ...now,
    eras: new Map([...[...former].map(([name, era]) => [fold(name), era] as const), ...now.eras]),
    phrases,
  };
}

/** All that says which day a date of a calendar is, but for its eras. */
const daysOf = ({ line, months, leap, offsetDays, yearDays }: Calendar): string =>
  JSON.stringify([line, months, leap, offsetDays, yearDays]);

const yearsOf = ({ epoch, direction, yearZero }: EraDeclaration): string =>
  JSON.stringify([epoch, direction, yearZero]);
