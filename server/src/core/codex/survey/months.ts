/** Looks for the months of the year in the notes themselves: in sentences, lists, tables, headings and blocks of code. */
import { fold } from '../../chronology';
import type { SurveyedNote } from './keyUses';

interface MonthFound {
  readonly name: string;
  /** Null where no length stands beside it. */
  readonly days: number | null;
}

export interface MonthsFound {
  readonly months: readonly MonthFound[];
  /** The note that lists them. */
  readonly path: string;
}

const MONTHS = '(?:months?|monate?|mois|meses|mesi|mês|maanden|miesiące)';
const DAYS = '(?:days?|tage?n?|jours?|d[ií]as?|giorni|dias|dni)';
const ABOUT_MONTHS = new RegExp(`(?<!\\p{L})${MONTHS}(?!\\p{L})`, 'iu');

const ABOUT_CALENDAR = new RegExp(
  `calend|kalender|months? of the year|the months are|${MONTHS} (?:des jahres|de l'année|del año|dell'anno|do ano)`,
  'iu',
);

const [FEWEST, MOST] = [3, 30];

/** Headings below which months are listed; where the dates name them they may be months themselves. */
const SEASON =
  /^(?:spring|summer|autumn|fall|winter|frühling|sommer|herbst|printemps|été|automne|hiver|primavera|verano|otoño|invierno)$/iu;

/**
 * The first list that can be all months of one year: it has each month that dates name, and each name once.
 * @param named the months that stand in dates
 */
export function monthsFound(notes: readonly SurveyedNote[], named: readonly string[]): MonthsFound | null {
  const wanted = named.map(fold);
  let best: MonthsFound | null = null;
  for (const { path, prose } of notes) {
    if (!ABOUT_MONTHS.test(prose)) continue;
    const everyMonth = commonLength(prose);
    for (const list of [numberedIn(prose), ...listsIn(prose), ...sentencesIn(prose)]) {
      const months = list.map((month) => ({
        ...month,
        days: month.days ?? (isException(month.name, prose) ? exceptionOf(month.name, prose) : everyMonth),
      }));
      if (!areMonths(months, wanted) || (wanted.length === 0 && months.every(({ name }) => SEASON.test(name))))
        continue;
      const isComplete = months.every(({ days }) => days !== null);
      // Three steps of a plague can be a list under "months" too.
      if (wanted.length === 0 && !isComplete && !(ABOUT_CALENDAR.test(path) || ABOUT_CALENDAR.test(prose))) continue;
      if (isComplete) return { months, path };
      best ??= { months, path };
    }
  }
  return best;
}

/** A name in the dates may be the beginning of the whole one, as it may be for a declared month. */
function areMonths(months: readonly MonthFound[], wanted: readonly string[]): boolean {
  const names = months.map(({ name }) => fold(name));
  if (names.length < FEWEST || names.length > MOST || new Set(names).size < names.length) return false;
  return wanted.every((word) => names.some((name) => name === word || (word.length > 2 && name.startsWith(word))));
}

/** `each month has 30 days`, `twelve months of 30 days`, `13 months that are 28 days each`. */
function commonLength(prose: string): number | null {
  const pattern = new RegExp(
    `(?:(?:each|every|all|jeder|chaque|cada|ogni)\\s[^.\\n]{0,30}${MONTHS}|${MONTHS}\\s+(?:of|that are))[^.\\n\\d]{0,40}?(\\d{1,3})\\s+${DAYS}`,
    'iu',
  );
  const days = Number(pattern.exec(prose)?.[1] ?? 0);
  return days > 0 ? days : null;
}

const EXCEPT = '(?:except(?:ing)?|apart from|besides|other than|außer|bis auf|sauf|salvo|excepto|tranne|eccetto)';

/** The rest of a sentence that begins with `except`: `except for [[Zermid]] which has 38 days`. */
const exceptions = (prose: string): readonly string[] =>
  [...prose.matchAll(new RegExp(`${DAYS}[^.\\n]{0,10}?${EXCEPT}([^.\\n]+)`, 'giu'))].map(([, rest]) => rest ?? '');

const isException = (name: string, prose: string): boolean => exceptions(prose).some((rest) => rest.includes(name));

/** Null where a length is not said of this month alone. */
function exceptionOf(name: string, prose: string): number | null {
  const rest = exceptions(prose).find((one) => one.includes(name)) ?? '';
  const lengths = [...rest.matchAll(new RegExp(`(\\d{1,3})\\s+${DAYS}`, 'giu'))];
  return lengths.length === 1 ? Number(lengths[0]?.[1]) : null;
}

/** `The months are: Hammer, Alturiak and Ches.` */
function sentencesIn(prose: string): readonly (readonly MonthFound[])[] {
  const pattern = new RegExp(
    `(?<!\\p{L})${MONTHS}(?!\\p{L})([^.:;\\n]{0,60})(?::|;|\\bare\\b|\\bsind\\b|\\bsont\\b|\\bson\\b|\\bsono\\b|\\bsão\\b)([^.\\n]{8,600})`,
    'giu',
  );
  return [...prose.matchAll(pattern)].map((match) => {
    const items = (match[2] ?? '')
      .replace(/^[\s:;]*(?:as follows[:;]?)?/i, '')
      .split(/,|;|\s+(?:and|und|et|y|e|en|i)\s+/u)
      .map((item) => item.trim())
      .filter((item) => item !== '');
    const months = items.flatMap((item) => monthIn(item) ?? []);
    return months.length === items.length ? months : [];
  });
}

/** `Month 1 - Light's Return`, one to a line, whatever stands between them; empty where a number is missing or repeated. */
function numberedIn(prose: string): readonly MonthFound[] {
  const pattern = new RegExp(`^[#>*+\\-\\s]*${MONTHS}\\s+(\\d{1,2})\\s*[-–—:.]\\s*(.+)$`, 'gimu');
  const found = [...prose.matchAll(pattern)].map(([, number, text]) => ({ number, month: monthIn(text ?? '') }));
  return found.every(({ number, month }, at) => Number(number) === at + 1 && month)
    ? found.flatMap(({ month }) => month ?? [])
    : [];
}

/** Lists, tables, headings and code that stand under a heading, or a line, about months. */
function listsIn(prose: string): readonly (readonly MonthFound[])[] {
  const found: MonthFound[][] = [];
  const lines = prose.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('|') && /^\|[\s:|-]+\|?\s*$/.test(lines[at + 1] ?? '') && ABOUT_MONTHS.test(line))
      found.push(tableAt(lines, at));
    else if (ABOUT_MONTHS.test(line) && !line.startsWith('|')) found.push(...itemsBelow(lines, at));
  }
  return found;
}

/** The rows of a table that has a column of months. */
function tableAt(lines: readonly string[], head: number): MonthFound[] {
  const cells = (line: string): readonly string[] =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
  const columns = cells(lines[head] ?? '');
  const names = columns.findIndex((column) => /^name$/i.test(column));
  const months =
    names >= 0 ? names : columns.findIndex((column) => ABOUT_MONTHS.test(column) && !/number|no\.|#/i.test(column));
  const days = columns.findIndex((column) => new RegExp(`${DAYS}|length|länge|durée|duración`, 'iu').test(column));
  const found: MonthFound[] = [];
  for (let at = head + 2; (lines[at] ?? '').startsWith('|'); at++) {
    const row = cells(lines[at] ?? '');
    const month = monthIn(row[months] ?? '');
    if (!month) return [];
    const length = days >= 0 ? Number(/\d+/.exec(row[days] ?? '')?.[0] ?? Number.NaN) : Number.NaN;
    found.push(Number.isNaN(length) ? month : { ...month, days: length });
  }
  return found;
}

const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+(.+)$/;

/** The list below a line, or the headings below a heading, or the lines of a block of code. */
function itemsBelow(lines: readonly string[], at: number): readonly MonthFound[][] {
  const level = /^#+/.exec(lines[at] ?? '')?.[0].length ?? 0;
  const [items, headings, code]: [string[], string[], string[]] = [[], [], []];
  let isCode = false;
  let deepest = 0;
  for (const line of lines.slice(at + 1)) {
    const heading = /^(#+)\s+(.+)$/.exec(line);
    if (/^\s*(?:```|~~~)/.test(line)) {
      if (isCode) break;
      isCode = items.length === 0 && headings.length === 0;
    } else if (isCode) code.push(line);
    else if (heading) {
      const own = heading[1]?.length ?? 0;
      if (level === 0 || own <= level) break;
      if (deepest === 0) deepest = own;
      if (own === deepest) headings.push(heading[2] ?? '');
    } else {
      const item = /^\s{2,}/.test(line) ? undefined : ITEM.exec(line)?.[1];
      if (item !== undefined && headings.length === 0) items.push(item);
      else if (items.length > 0 && line.trim() !== '' && !/^\s/.test(line)) break;
      else if (level === 0 && items.length === 0 && line.trim() !== '') break;
      else if (headings.length > 0) headings[headings.length - 1] += lengthIn(line);
    }
  }
  return [
    items,
    headings,
    code.filter((line) => line.trim() !== '' && !/^\s*(?:#|\/\/|months\s*:|[[\]{}])/.test(line)),
  ].flatMap((texts) => {
    const months = texts.flatMap((text) => monthIn(text.replace(/^\s*[-*]?\s*(?:\{?\s*name:\s*)?/, '')) ?? []);
    return months.length === texts.length && months.length > 0 ? [months] : [];
  });
}

/** ` (30 days)` for a sentence that says so, which is put behind the heading above it. */
function lengthIn(line: string): string {
  const days = new RegExp(`(\\d{1,3})\\s+${DAYS}`, 'iu').exec(line)?.[1];
  return days === undefined ? '' : ` (${days} days)`;
}

/** `**Hammer** (Deepwinter): 30 days` → Hammer, 30. Null for what is not a name. */
function monthIn(text: string): MonthFound | null {
  const plain = text
    .replace(/\[\[(?:[^[\]|]*\|)?([^[\]]*)\]\]/g, '$1')
    .replace(/[*_`"“”]/g, '')
    .trim();
  const name =
    /^(?:\d+(?:st|nd|rd|th)?[.):]?\s+)?(\p{Lu}[\p{L}'’-]*(?:[ ](?:of|the|de|der|du|des|\p{Lu}[\p{L}'’-]*)){0,4})(?=$|\s*[:,;({–—=|-]|\s+\d|\s+$)/u
      .exec(plain)?.[1]
      ?.trim();
  if (name === undefined || name.length > 40) return null;
  const rest = plain.slice(plain.indexOf(name) + name.length);
  const days =
    new RegExp(`(\\d{1,3})\\s*${DAYS}`, 'iu').exec(rest)?.[1] ??
    /^\s*[:,(–—=-]?\s*(?:days:\s*)?(\d{1,3})\)?[\s}]*$/.exec(rest)?.[1];
  return { name, days: days === undefined ? null : Number(days) };
}
