/** Calendarium's eras as ours. It counts all years from one year 1, and may show those of an era by a count of their own. */
import { fold, type EraDeclaration } from '../../chronology';
import { isTrueAt, type Json, listAt, objectAt, textAt, wholeAt } from './json';

/** What the notes say of eras. */
export interface EraNames {
  /** The words behind their years, the most used first. */
  readonly words: readonly string[];
  /** Whether they also write dates without an era, which are in Calendarium's own count. */
  readonly hasBare: boolean;
}

interface RawEra {
  readonly name: string;
  /** Calendarium's year in which it begins; null for the era before all others. */
  readonly start: number | null;
  readonly end: number | null;
  readonly hasOwnCount: boolean;
}

/** The id of the era that represents Calendarium's own count of years, where none of its eras does. */
const PLAIN_COUNT = 'CY';

export function erasOf(
  calendar: Json,
  names: EraNames,
  taken: Set<string>,
  remarks: string[],
): { readonly eras: readonly EraDeclaration[]; readonly defaultEra: string | null } {
  const raw = listAt(objectAt(calendar, 'static'), 'eras').flatMap((era) => rawEra(era) ?? []);
  const inOrder = raw.sort((a, b) => (a.start ?? -Infinity) - (b.start ?? -Infinity));
  const isFree = (name: string): boolean => !taken.has(fold(name));
  const words = names.words.filter(isFree);
  const now = wholeAt(objectAt(calendar, 'current'), 'year') ?? Infinity;
  const eras: EraDeclaration[] = [];
  let current: EraDeclaration | undefined;
  for (const era of inOrder) {
    const named = nameOf(era.name, words, textAt(calendar, 'name') ?? 'calendar', isFree);
    if (!named) continue;
    for (const name of [named.id, ...named.names]) taken.add(fold(name));
    const declared: EraDeclaration = { ...named, ...countOf(era, inOrder), yearZero: false };
    eras.push(declared);
    if (era.start !== null && era.start <= now) current = declared;
  }
  const [word] = words;
  if (eras.length === 0 && word !== undefined) {
    taken.add(fold(word));
    eras.push({ id: word, names: [], epoch: 0, direction: 'forward', yearZero: false });
  }
  for (const other of words.filter(isFree))
    remarks.push(`Your dates also say ${other}: add it to the names of the era that it means.`);
  if (!current || current.epoch === 0 || !names.hasBare || !isFree(PLAIN_COUNT))
    return { eras, defaultEra: current?.id ?? eras.at(-1)?.id ?? null };
  remarks.push(`${PLAIN_COUNT} is the plug-in's own count of years, in which dates without an era are written.`);
  const plain: EraDeclaration = { id: PLAIN_COUNT, names: [], epoch: 0, direction: 'forward', yearZero: false };
  return {
    eras: isFree(PLAIN_COUNT) ? [...eras, plain] : eras,
    defaultEra: isFree(PLAIN_COUNT) ? PLAIN_COUNT : current.id,
  };
}

function rawEra(era: Json): RawEra | null {
  const name = textAt(era, 'name');
  const format = textAt(era, 'format') ?? '';
  if (name === null) return null;
  const begins = wholeAt(objectAt(era, 'date') ?? objectAt(era, 'start'), 'year') ?? 1;
  // Years before year 1 that are shown without their minus are counted back, as those of the era before all others.
  const isBefore = isTrueAt(era, 'isStartingEra') || (begins < 1 && format.includes('abs_year'));
  const start = isBefore ? null : begins;
  const end = wholeAt(objectAt(era, 'end'), 'year');
  return {
    name,
    start,
    end,
    hasOwnCount: start !== null && /\{\{(?:era|era_nth|nth_era)_year\}\}/.test(format),
  };
}

/** `Post Rising (PR)`, or the notes' own `PR` for a Post Rising; else the name itself. Null where the name belongs to another era. */
function nameOf(name: string, words: readonly string[], calendar: string, isFree: (name: string) => boolean) {
  const [, long, short] = /^(.+?)\s*\(([\p{L}.]{1,5})\)$/u.exec(name) ?? [];
  const initials = name.split(/[\s-]+/).filter((word) => !/^(?:of|the|and|a)$/i.test(word));
  const meant = new Set(
    [initials, name.split(/[\s-]+/)].map((parts) => fold(parts.map((part) => part[0] ?? '').join(''))),
  );
  const word = words.find((known) => meant.has(fold(known)));
  const options = [
    long && short ? { id: short, names: [long] } : null,
    word && fold(word) !== fold(name) ? { id: word, names: [name] } : null,
    { id: name, names: [] },
    { id: `${name} (${calendar})`, names: [] },
  ];
  return options.find((option) => option !== null && [option.id, ...option.names].every(isFree)) ?? null;
}

/** Calendarium has no year 0, our absolute count has: its year −1 is our 0. */
export const calendariumYear = (year: number): number => (year < 0 ? year + 1 : year);

function countOf({ start, end, hasOwnCount }: RawEra, all: readonly RawEra[]) {
  const next = all.find((era) => era.start !== null)?.start;
  if (start === null) {
    // The years before year 1 are counted back from it; those before a later beginning are plain years.
    return next === 1 ? ({ epoch: 1, direction: 'backward' } as const) : ({ epoch: 0, direction: 'forward' } as const);
  }
  const epoch = hasOwnCount ? calendariumYear(start) - 1 : 0;
  const last = end === null ? 0 : calendariumYear(end) - epoch;
  return { epoch, direction: 'forward', ...(last > 0 && { last }) } as const;
}
