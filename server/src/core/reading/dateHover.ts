/** A world date in a hover: how it is read, its era, its distance from the viewpoint; for a single day its weekday and number too. */
import { knownEras, describe, elapsed, type WorldDate } from '../chronology';
import type { Viewpoint } from './viewpoint';
import { inlineMarkdown } from './entryWords';

export function renderDate(view: Viewpoint, date: WorldDate): string {
  const { chronology } = view.known.canon.codex;
  const anchor = Number.isFinite(date.start.day) ? date.start : date.end;
  const { era, calendar, weekday, absoluteDay } = describe(chronology, anchor);
  const found = knownEras(chronology).find((one) => one.id === era && one.calendar === calendar);
  const eraName = found?.names[0] ?? found?.id;
  const head = [
    `**${inlineMarkdown(date.text)}**`,
    ...(date.approximate ? ['approximate'] : []),
    ...(eraName ? [inlineMarkdown(eraName)] : []),
    ...(calendar !== undefined && chronology.calendars.length > 1
      ? [inlineMarkdown(calendar.replace(/[_-]+/g, ' '))]
      : []),
  ];
  const isDay = date.end.day - date.start.day === 1;
  const details = [
    isDay && weekday !== undefined ? inlineMarkdown(weekday) : '',
    isDay && absoluteDay !== undefined ? `day ${grouped(absoluteDay)}` : '',
    distance(view, date),
  ];
  return [head.join(' · '), details.filter((part) => part !== '').join(' · ')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** `590,123`, in a number or in words that hold one. */
const grouped = (count: number | string): string =>
  String(count)
    .replace(/\B(?=(\d{3})+\b)/g, ',')
    .replace(/^-/, '−');

/** `18 years before the present, 430 TA`. */
function distance({ known, present, at }: Viewpoint, date: WorldDate): string {
  if (!present) return '';
  const now = `${at ? 'the viewpoint' : 'the present'}, ${inlineMarkdown(present.text)}`;
  if (present.start.line !== date.start.line) return `can't be compared with ${now}`;
  if (date.start.day < present.end.day && present.start.day < date.end.day) return `${at ? 'at' : 'in'} ${now}`;
  const isPast = date.start.day < present.start.day;
  const { chronology } = known.canon.codex;
  const far = elapsed(chronology, Number.isFinite(date.start.day) ? date.start : date.end, present.start);
  return far === undefined ? '' : `${grouped(far)} ${isPast ? 'before' : 'after'} ${now}`;
}
