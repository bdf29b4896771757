/** The rule `config/invalid`: mistakes in codex.yaml that show only beside the rules or the entries. */
import type { Problem, Severity } from '../text/problem';
import type { Span } from '../text/span';
import { nearest } from '../text/nearNames';
import { quoted, listFirst } from '../text/words';
import { CODEX_FILE, type Placed } from '../codex/codexShapes';
import type { PlacedMember } from '../codex/knowledgeKeys';
import { nameKey } from '../entry/slug';
import { findTangles, groupBy } from '../text/groups';
import { type Known, pathsOf, filed, type Trait, perKnown } from '../canon';
import { fromRoot, globTest } from '../codex/globs';
import { dateWords, eraMissed, monthMissed } from '../chronology';
import type { CalendarPlaces } from '../codex/calendars';

/** Most problems with this code are found while codex.yaml is read. */
export const CONFIG_INVALID = { code: 'config/invalid', severity: 'error' } as const;

/** Codes under `rules` that no rule has. */
export function unknownCodes(
  written: readonly { readonly text: string; readonly span: Span }[],
  codes: Iterable<string>,
): Problem[] {
  const known = new Set(codes);
  return written.flatMap(({ text, span }) => {
    if (known.has(text)) return [];
    const near = nearest(text, known);
    const { code } = CONFIG_INVALID;
    if (near === null)
      return [
        {
          code,
          span,
          message: `There is no rule ${quoted(text)}: write its code as the problem shows it, like link/unknown.`,
        },
      ];
    const edits = [{ file: CODEX_FILE, span, text: near }];
    return [
      {
        code,
        span,
        message: `There is no rule ${quoted(text)}. Did you mean ${near}?`,
        fixes: [{ title: `Change to ${near}`, edits }],
      },
    ];
  });
}

/** How many circles of a ring the message names. */
const MOST_NAMED = 8;

/** For each set of circles that contain each other, one ring, reported at the member that closes it. */
export function circlesHeld(members: readonly PlacedMember[]): Problem[] {
  const held = groupBy(members, (one) => nameKey(one.circle));
  const tangles = new Map<string, string>();
  const keysIn = (key: string): string[] => (held.get(key) ?? []).map(({ text }) => nameKey(text));
  for (const key of held.keys()) if (!tangles.has(key)) findTangles(key, keysIn, tangles);
  const reported = new Set<string | undefined>();
  return members.flatMap(({ circle, text, span }) => {
    const [key, from] = [nameKey(circle), nameKey(text)];
    const tangle = tangles.get(key);
    // A circle that contains itself is reported while codex.yaml is read.
    if (key === from || tangle !== tangles.get(from) || reported.has(tangle)) return [];
    reported.add(tangle);
    const ring = wayTo(held, from, key, text);
    const message = `${listFirst(MOST_NAMED, ring.map(quoted), 'and')} contain each other, so a member of one knows what all of them know: take ${quoted(text)} out here, or break the loop elsewhere.`;
    return { code: CONFIG_INVALID.code, severity: 'info', span, message };
  });
}

/** The names on the shortest path of memberships from one circle to another, both included. */
function wayTo(held: ReadonlyMap<string, readonly PlacedMember[]>, from: string, to: string, name: string): string[] {
  const before = new Map<string, { readonly name: string; readonly by: string | null }>([[from, { name, by: null }]]);
  for (const at of before.keys())
    for (const { text } of held.get(at) ?? []) {
      const key = nameKey(text);
      if (!before.has(key)) before.set(key, { name: text, by: at });
    }
  const ring: string[] = [];
  for (let at: string | null = to; at !== null; at = before.get(at)?.by ?? null) ring.push(before.get(at)?.name ?? at);
  return ring;
}

/** Patterns under `audience` that match no page. @param folders the patterns with their places in codex.yaml */
export function emptyAudience({ canon }: Known, folders: readonly Placed[]): Problem[] {
  if (folders.length === 0) return [];
  const paths = pathsOf(canon);
  const wanted = folders.filter(({ text }) => !paths.some(globTest([text], true)));
  if (paths.length === 0 || wanted.length === 0) return [];
  const places = new Set(paths.flatMap(foldersAbove));
  return wanted.map((one) => problemAt(one, nearPattern(one.text, places)));
}

const foldersAbove = (path: string): string[] => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

const HAS_STARS = /[*?[\]{}!]/;

/** The pattern with its leading folder replaced by the existing folder of the nearest name. */
function nearPattern(written: string, places: ReadonlySet<string>): string | null {
  const parts = fromRoot(written).split('/');
  const end = parts.findIndex((part) => HAS_STARS.test(part));
  const folder = parts.slice(0, end < 0 ? parts.length : end);
  const near = folder.length === 0 ? null : nearest(folder.join('/'), places);
  return near === null ? null : [near, ...parts.slice(folder.length)].join('/');
}

function problemAt({ text, span }: Placed, near: string | null): Problem {
  const { code } = CONFIG_INVALID;
  const message = `No page lies in "${quoted(text)}", so this counts for pictures at most`;
  if (near === null) return { code, span, severity: 'info', message: `${message}: does the folder have another name?` };
  const edits = [{ file: CODEX_FILE, span, text: near }];
  const fixes = [{ title: `Change to ${quoted(near)}`, edits }];
  return { code, span, severity: 'warning', message: `${message}. Did you mean "${quoted(near)}"?`, fixes };
}

/** From this many dates on, months that are used more than once are missing from the calendar rather than misspelt. */
const LEAST_DATES = 3;
/** From this many notes on, an unlisted era is missing rather than misspelt. */
const LEAST_NOTES = 5;
const MOST_NAMES = 6;

/** Months that notes name and a calendar does not list, the most used first. */
interface MissingMonths {
  readonly calendar: string;
  readonly names: readonly string[];
  readonly dates: number;
  readonly severity: Severity;
}

/** Whether the month of an unreadable date is reported in codex.yaml instead. @param message that of the date's own problem */
export function isMonthReported(known: Known, message: string): boolean {
  const missed = monthMissed(message);
  if (!missed) return false;
  return monthsMissing(known, 'unreadable-date').some(
    ({ calendar, names }) => calendar === missed.calendar && names.includes(missed.month),
  );
}

/** Whether the era of a date is reported in codex.yaml instead. @param message that of the date's own problem */
export function isEraReported(known: Known, message: string): boolean {
  const era = eraMissed(message);
  return era !== undefined && erasMissing(known, 'own-era').names.includes(era);
}

/** Months and eras that the notes use and codex.yaml lacks. @param places where codex.yaml declares its calendars */
export function halfDeclared(known: Known, places: CalendarPlaces): Problem[] {
  const { rules, chronology } = known.canon.codex;
  if (!chronology.declared) return [];
  const { code } = CONFIG_INVALID;
  const found: Problem[] = [];
  if (rules.get('date/unreadable') !== 'off')
    for (const { calendar, names, dates, severity } of monthsMissing(known, 'unreadable-date')) {
      const span = places.months.get(calendar) ?? places.eras;
      const message = `The notes name months that ${calendar} does not list: ${some(names)}. ${countDates(dates)} can't be read until all of its months are listed here, in order.`;
      if (span) found.push({ code, span, message, severity });
    }
  const { names, dates } = erasMissing(known, 'own-era');
  const [era] = names;
  if (era !== undefined && places.eras && rules.get('date/unknown-era') !== 'off') {
    const message = `The notes count in eras that no calendar lists: ${some(names)}. ${countDates(dates)} can't be compared with the others until they are listed with their epochs, like \`{id: ${era}, epoch: 0}\`.`;
    found.push({ code, span: places.eras, message, severity: 'warning' });
  }
  return found;
}

const some = (names: readonly string[]): string =>
  names.length > MOST_NAMES
    ? `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`
    : names.join(', ');

const countDates = (dates: number): string => `${dates} ${dates === 1 ? 'date' : 'dates'}`;

const monthsMissing = perKnown(({ canon }: Known, trait: Trait): readonly MissingMonths[] => {
  const { chronology } = canon.codex;
  if (!chronology.declared) return [];
  const problems = filed(canon, 'traits', trait).flatMap((entry) => entry.problems);
  const words = dateWords(chronology);
  return chronology.calendars.flatMap(({ id }) => {
    const known = words.flatMap(({ kind, calendar, word }) => (kind === 'month' && calendar === id ? word : []));
    const counts = new Map<string, number>();
    let isError = false;
    for (const { code, message, severity } of problems) {
      const missed = code === 'date/unreadable' ? monthMissed(message) : null;
      if (missed?.calendar !== id || nearest(missed.month, known) !== null) continue;
      counts.set(missed.month, (counts.get(missed.month) ?? 0) + 1);
      isError ||= severity === 'error';
    }
    const often = [...counts.values()].filter((count) => count > 1);
    if (sum(often) < LEAST_DATES) return [];
    return { calendar: id, names: byUse(counts), dates: sum(counts.values()), severity: isError ? 'error' : 'warning' };
  });
});

const erasMissing = perKnown(({ canon }: Known, trait: Trait): { names: readonly string[]; dates: number } => {
  const [notes, dates] = [new Map<string, number>(), new Map<string, number>()];
  for (const { problems } of canon.codex.chronology.declared ? filed(canon, 'traits', trait) : []) {
    const eras = problems.flatMap(({ code, message }) =>
      code === 'date/unknown-era' ? (eraMissed(message) ?? []) : [],
    );
    for (const era of new Set(eras)) notes.set(era, (notes.get(era) ?? 0) + 1);
    for (const era of eras) dates.set(era, (dates.get(era) ?? 0) + 1);
  }
  const names = byUse(dates).filter((era) => LEAST_NOTES <= (notes.get(era) ?? 0));
  return { names, dates: sum(names.map((era) => dates.get(era) ?? 0)) };
});

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0);

const byUse = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
