/** Reads a table of a spreadsheet or of Aeon Timeline: a page for each row, by the names of its columns. */
import {
  type ExportFiles,
  type ImportChoices,
  asHtml,
  type ImportedFact,
  type ImportedItem,
  type ImportedWorld,
  type ImportTools,
  type LostCounts,
  openLost,
  openMarks,
} from './world';
import { onlyText } from './oneFile';
import { fold, makeChronology, readDate } from '../chronology';

export const isTable = (given: ExportFiles): boolean =>
  given.files.size === 1 && /\.(?:csv|tsv|txt)$/i.test(given.name) && isRows(onlyText(given));

/** A heading of several columns stands at the top. */
const isRows = (text: string): boolean => /^[^\n]*[,;\t|][^\n]*\r?\n/.test(text);

type Column = 'id' | 'title' | 'start' | 'end' | 'people' | 'place' | 'tags' | 'type' | 'aliases' | 'prose';

/** What columns are called, folded: in Aeon Timeline, and by people. */
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  id: ['id', 'identifier', 'unique id', 'uuid', 'display id', 'external id'],
  title: ['title', 'name', 'event', 'event title', 'label'],
  start: ['start', 'start date', 'date', 'begin', 'from', 'when', 'birth', 'born', 'year'],
  end: ['end', 'end date', 'until', 'to', 'finish', 'death', 'died'],
  people: ['participants', 'participant', 'people', 'characters', 'persons', 'who'],
  place: ['location', 'place', 'locations', 'where', 'setting'],
  tags: ['tags', 'tag', 'labels', 'categories'],
  type: ['type', 'kind', 'category'],
  aliases: ['aliases', 'alias', 'other names'],
  prose: ['summary', 'description', 'notes', 'note', 'text', 'content'],
};

export function readTable(given: ExportFiles, { rowsOf }: ImportTools, { facts }: ImportChoices = {}): ImportedWorld {
  const lost = openLost();
  const [head = [], ...rows] = rowsOf(onlyText(given));
  const columns = head.map((name) => columnOf(name));
  const titleAt = Math.max(0, columns.indexOf('title'));
  // A second column of the same sense is a fact as well.
  const isFact = (name: string, at: number): boolean => {
    const column = columns[at] ?? null;
    return name.trim() !== '' && at !== titleAt && (column === null || columns.indexOf(column) !== at);
  };
  const all = [...new Set(head.filter(isFact).map((name) => name.trim()))];
  const chosen = new Set(
    facts === undefined ? all : all.filter((name) => facts.some((one) => fold(one.trim()) === fold(name))),
  );
  for (const name of all) if (!chosen.has(name)) lost.lose(`column "${name}"`, given.name, 'you have not chosen it');
  const named = rowsByTitle(rows, columns, titleAt);
  const items = rows.flatMap(
    (row, i) =>
      itemOf(row, i, {
        head,
        columns,
        titleAt,
        name: given.name,
        lost,
        named,
        isChosen: (name, at) => isFact(name, at) && chosen.has(name.trim()),
      }) ?? [],
  );
  return {
    items,
    pictures: [],
    calendars: [],
    present: null,
    lost: lost.all(),
    marks: openMarks(),
    sets: ['participant'],
    columns: all,
  };
}

function columnOf(name: string): Column | null {
  const key = fold(name.trim());
  return (Object.keys(NAMES) as Column[]).find((column) => NAMES[column].includes(key)) ?? null;
}

interface TableContext {
  readonly head: readonly string[];
  readonly columns: readonly (Column | null)[];
  readonly titleAt: number;
  readonly name: string;
  readonly lost: LostCounts;
  /** The ids of rows by their titles, folded. */
  readonly named: ReadonlyMap<string, string>;
  /** Whether a column becomes a fact: one without a meaning of its own, or a second one of the same sense. */
  readonly isChosen: (name: string, at: number) => boolean;
}

const idOf = (id: string, title: string): string => `csv/${id || title}`;

/** Of rows with one title none is named by it. */
function rowsByTitle(
  rows: readonly (readonly string[])[],
  columns: readonly (Column | null)[],
  titleAt: number,
): ReadonlyMap<string, string> {
  const found = new Map<string, string | null>();
  for (const row of rows) {
    const title = (row[titleAt] ?? '').trim();
    const key = fold(title);
    found.set(key, found.has(key) ? null : idOf((row[columns.indexOf('id')] ?? '').trim(), title));
  }
  return new Map([...found].filter((one): one is [string, string] => one[0] !== '' && one[1] !== null));
}

function factOf(attribute: string, value: string, named: TableContext['named']): ImportedFact {
  const to = named.get(fold(value));
  return { attribute, value, ...(to !== undefined && { to }) };
}

/** A title may have a comma. */
const valuesIn = (cell: string, named: TableContext['named']): readonly string[] =>
  named.has(fold(cell)) ? [cell] : parts(cell);

/** A cell that only names rows is a fact for each of them. */
function factsOf(attribute: string, value: string, named: TableContext['named']): readonly ImportedFact[] {
  const values = valuesIn(value, named);
  return values.every((one) => named.has(fold(one)))
    ? values.map((one) => factOf(attribute, one, named))
    : [{ attribute, value }];
}

function itemOf(row: readonly string[], i: number, context: TableContext): ImportedItem | null {
  const { head, columns, titleAt, name, lost, named, isChosen } = context;
  const from = `${name}:${i + 2}`;
  const title = (row[titleAt] ?? '').trim();
  if (title === '') {
    lost.lose('rows', from, 'they have no title');
    return null;
  }
  const textOf = (column: Column): string => (row[columns.indexOf(column)] ?? '').trim();
  const listOf = (column: Column): readonly string[] => parts(textOf(column));
  lost.lose('cells', from, 'they stand beside the last column', row.length - head.length);
  const others = head.flatMap((attribute, at) => {
    const value = (row[at] ?? '').trim();
    return value !== '' && isChosen(attribute, at) ? factsOf(attribute.trim(), value, named) : [];
  });
  return {
    id: idOf(textOf('id'), title),
    from,
    title,
    folder: '',
    type: textOf('type').toLowerCase() || null,
    isHidden: false,
    aliases: listOf('aliases'),
    tags: listOf('tags').map((tag) => tag.replace(/[\s#]+/g, '-')),
    date: dateText(textOf('start'), from, lost),
    through: dateText(textOf('end'), from, lost),
    facts: [
      ...valuesIn(textOf('people'), named).map((value) => factOf('participant', value, named)),
      ...valuesIn(textOf('place'), named).map((value) => factOf('location', value, named)),
      ...others,
    ],
    sections: [{ heading: null, html: paragraphs(textOf('prose')), isHidden: false }],
  };
}

/** Several things in one cell. */
const parts = (text: string): readonly string[] =>
  text
    .split(/[;,|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const WITHOUT_CALENDARS = makeChronology([]);

/** A date as it is written: what no calendar here reads is reported by `check`, at its place. */
function dateText(text: string, from: string, { lose }: LostCounts): string | null {
  if (text === '') return null;
  // A time of day means nothing to a world date.
  const day = text.replace(/[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?$/, '');
  if (day !== text) lose('times of day', from, 'a date is a day');
  if (!readDate(WITHOUT_CALENDARS, day).ok)
    lose('dates that no calendar reads yet', from, `they stand on the page, as "${day}"`);
  return day;
}

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${asHtml(part.trim()).replace(/\n/g, '<br>')}</p>`)
    .join('');
