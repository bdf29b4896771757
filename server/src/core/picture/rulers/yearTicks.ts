/** Ticks and bands of whole years: in each era the round numbers of its own count. */
import { absoluteYear, type Era, type EraStretch, firstYear, printPoint, yearOfEra } from '../../chronology';
import type { Ruler } from './rulers';
import type { Band, Tick, Ticks, YearsInSight } from '../shapes/tickShape';

/** More stretches of eras than this in sight can't be told apart. */
const MOST_BANDS = 400;

/** A year with its era, in groups of three digits from ten thousand on: `13,800,000,000 BCE`. */
export const groupedYear = (era: Era, year: number): string => {
  const digits = Math.abs(year) < 10_000 ? `${year}` : String(year).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${digits} ${era.id}`.trimEnd();
};

const inSight = ({ eras }: Ruler, { first, last }: YearsInSight): readonly EraStretch[] =>
  eras.filter(({ from, until }) => first < until && from <= last).slice(0, MOST_BANDS);

/** Ticks at the multiples of `step` and where an era begins; days of the multiples of `minor` between them. */
export function yearTicks(
  ruler: Ruler,
  sight: YearsInSight,
  step: number,
  minor: number,
): Pick<Ticks, 'ticks' | 'minor'> {
  const { calendar } = ruler;
  const ticks: Tick[] = [];
  const between: number[] = [];
  const add = (era: Era, absolute: number, isFirst = false): void => {
    const label = groupedYear(era, yearOfEra(era, absolute));
    const day = calendar.startOfYear(absolute);
    ticks.push({ day, label, date: label, ...(isFirst && { isFirst }) });
  };
  for (const { era, from, until } of inSight(ruler, sight)) {
    if (sight.first <= from) add(era, from, true);
    const [low, high] = [Math.max(from, sight.first), Math.min(until - 1, sight.last)];
    const [a, b] = [yearOfEra(era, low), yearOfEra(era, high)];
    const [least, most] = [Math.ceil(Math.min(a, b) / minor), Math.floor(Math.max(a, b) / minor)];
    const isBackward = b < a;
    for (let i = 0; i <= most - least; i++) {
      const round = (isBackward ? most - i : least + i) * minor;
      const isMissing = round === 0 && firstYear(era) === 1;
      if (isMissing && minor === 1) continue;
      // Years that are counted down to an era have its first one in the place of 0.
      const year = isMissing ? 1 : round;
      const absolute = absoluteYear(era, year);
      if (absolute === from) continue;
      if (round % step === 0) add(era, absolute);
      else between.push(calendar.startOfYear(absolute));
    }
  }
  return { ticks, minor: between };
}

/** `Third Age` rather than `TA`, but `CE` rather than `AD`. */
const longer = (name: string, id: string): string => (name.length > id.length ? name : id);

/** The eras in sight, by their first name or their id. */
export const eraBands = (ruler: Ruler, sight: YearsInSight): Band[] =>
  inSight(ruler, sight).map(({ era, from, until }) => ({
    from: Number.isFinite(from) ? ruler.calendar.startOfYear(from) : -Infinity,
    until: Number.isFinite(until) ? ruler.calendar.startOfYear(until) : Infinity,
    labels: [longer(era.names[0] ?? '', era.id), era.id].filter((label) => label !== ''),
  }));

/** The years in sight. */
export function yearBands(ruler: Ruler, sight: YearsInSight): Band[] {
  const { calendar } = ruler;
  const bands: Band[] = [];
  for (const { era, from, until } of inSight(ruler, sight)) {
    const last = Math.min(until - 1, sight.last);
    for (let absolute = Math.max(from, sight.first); absolute <= last; absolute++) {
      const year = yearOfEra(era, absolute);
      const point = { calendar, era, year, absolute, month: undefined, day: undefined };
      bands.push({
        from: calendar.startOfYear(absolute),
        until: calendar.startOfYear(absolute + 1),
        labels: [printPoint(point, 'named'), `${year}`],
      });
    }
  }
  return bands;
}
