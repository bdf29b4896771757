/** How old somebody is at a world time, in words: 31, about 46, not yet born. Only entries of a mortal type have an age. */
import { describersOf, describerOf, takenBy } from '../canon';
import { agrees, elapsed, type Moment, type WorldDate } from '../chronology';
import type { Codex } from '../codex/codex';
import type { Entry, EndWritten } from '../entry/entry';
import type { Viewpoint } from './viewpoint';

/** The largest difference between the youngest and the oldest that somebody may be, in years, at which an age is given. */
const MOST_BETWEEN = 20;

/** `31`, `about 31`, `3 months old`, `newborn`, `not yet born`, `who lived until 231 TA`; null where it is unknown. */
export function ageAt({ known }: Viewpoint, entity: string, at: WorldDate): string | null {
  const { codex } = known.canon;
  // Later versions of a page describe the same life: it began with the first of them that is not taken back.
  const lives = describersOf(known, entity).filter(
    (entry) => isLife(codex, entry, at) && takenBy(known, entry, at)?.everywhere !== true,
  );
  const births = lives.flatMap(({ date }) => date?.date ?? []);
  const [birth] = births.sort((a, b) => a.start.day - b.start.day);
  if (!birth) return null;
  const describer = describerOf(known, entity, at);
  const life = lives.find((one) => one === describer) ?? lives.at(-1);
  if (life && life.parts.length > 0) return ageInParts(codex, life, at);
  const end = life?.until;
  if (end && isOver(end, at)) return `who lived until ${end.date?.text}`;
  return ageFrom(codex, birth, at);
}

const isOver = ({ moment }: EndWritten, at: WorldDate): boolean =>
  moment.line === at.start.line && moment.day <= at.start.day;

/** In a life in parts only the lived years count: a century in stone adds nothing to an age. */
function ageInParts(codex: Codex, { parts }: Entry, at: WorldDate): string | null {
  const begun = parts.findLastIndex(({ from }) => from.date.start.day <= at.start.day);
  const part = parts[Math.max(begun, 0)];
  if (!part || part.from.date.start.line !== at.start.line) return null;
  if (begun > 0 && agrees(codex.chronology, part.from.date, at) !== false) return null;
  if (part.until && isOver(part.until, at)) return `who lived until ${part.until.text}`;
  if (begun <= 0) return ageFrom(codex, part.from.date, at);
  const lived = [
    ...parts
      .slice(0, begun)
      .map(({ from, until }) => until?.date && yearsBetween(codex, from.date.start, until.date.start)),
    yearsBetween(codex, part.from.date.start, at.start),
  ];
  const years = lived.reduce<number | null>(
    (sum, one) => (sum === null || one === undefined || one === null ? null : sum + one),
    0,
  );
  return years === null ? null : `about ${years}`;
}

/** In whole years; null where it is unknown. */
function yearsBetween({ chronology }: Codex, from: Moment, to: Moment): number | null {
  if (![from, to].every(({ day }) => Number.isFinite(day))) return null;
  return Number(/^(\d+) year/.exec(elapsed(chronology, from, to) ?? '')?.[1] ?? 0);
}

const isLife = ({ mortal }: Codex, { type, date }: Entry, at: WorldDate): boolean =>
  type !== null && mortal.has(type.text.toLowerCase()) && date?.date?.start.line === at.start.line;

function ageFrom(codex: Codex, birth: WorldDate, at: WorldDate): string | null {
  const { chronology } = codex;
  const isVague = birth.approximate || at.approximate || birth.isCoarse === true || at.isCoarse === true;
  const years = (from: Moment, to: Moment): number => yearsBetween(codex, from, to) ?? 0;
  const isWide = years(birth.start, birth.end) > 1 || years(at.start, at.end) > 1;
  if (agrees(chronology, birth, at) !== false) return isVague || isWide ? null : 'newborn';
  if (at.end.day <= birth.start.day) return 'not yet born';
  if (![birth.start, at.start, at.end].every(({ day }) => Number.isFinite(day))) return null;
  if (isWide) {
    const [youngest, oldest] = [years(birth.end, at.start), years(birth.start, at.end)];
    return oldest - youngest > MOST_BETWEEN ? null : `about ${Math.floor((youngest + oldest) / 2)}`;
  }
  const age = elapsed(chronology, birth.start, at.start);
  if (age === undefined) return 'newborn';
  const words = age.replace(/ years?$/, '');
  return words === age ? `${age} old` : isVague ? `about ${words}` : words;
}
