/** When an entry's content holds: from its `date` to its end, or in several stretches where `date` is a list. */
import { listWords, quoted } from '../text/words';
import type { YamlNode, YamlPair } from '../yaml/tree';
import type { Moment } from '../chronology';
import type { DateWritten, Entry, EndWritten, Fact, OwnStretch } from './entry';
import {
  endDateOf,
  isAbsent,
  linkOf,
  type FileReading,
  readEnd,
  readEndDate,
  readWorldDate,
  reportWrongType,
} from './entryShapes';

type Stretches = Pick<Entry, 'date' | 'until' | 'parts'>;

/** @param pairs the keys of the frontmatter by their meaning */
export function readStretches(reading: FileReading, pairs: ReadonlyMap<string, YamlPair>): Stretches {
  const date = pairs.get('date');
  const dates = date ? listOf(reading, date.value) : [];
  const end = (['until', 'through'] as const).find((key) => !isAbsent(pairs.get(key)?.value ?? null));
  const endPair = end && pairs.get(end);
  const ends = endPair ? listOf(reading, endPair.value) : [];
  if (date && dates.length > 1) {
    if (end && endPair && (ends.length === dates.length || ends.length === dates.length - 1))
      return inParts(reading, { pair: date, items: dates }, { pair: endPair, items: ends }, end === 'through');
    return unpaired(reading, { pair: date, items: dates }, endPair && { pair: endPair, items: ends });
  }
  const only = <T>(pair: YamlPair | undefined, items: readonly T[]) =>
    pair && items.length === 1 ? { ...pair, value: items[0] ?? null } : pair;
  const begins = only(date, dates);
  const read = begins ? readWorldDate(reading, begins, 'warning') : null;
  if (end && endPair && ends.length > 1) {
    const written = quoted(endPair.key.text);
    const message = `${written} has ${inWords(reading, ends)}, and ${read ? `date only ${quoted(read.text)}` : 'there is no date'}: list under \`date\` when each of these stretches begins.`;
    reportWrongType(reading, endPair.value?.span ?? endPair.key.content, 'info', message);
    return { date: read, until: null, parts: [] };
  }
  const single = end && endPair ? new Map([...pairs, [end, only(endPair, ends) ?? endPair]]) : pairs;
  return { date: read, until: readEnd(reading, single, 'warning'), parts: [] };
}

/** The items of a list, blank ones too; anything else is one item. `[[A]]`, which YAML takes for nested lists, is one. */
const listOf = (reading: FileReading, node: YamlNode | null): readonly (YamlNode | null)[] =>
  node?.kind === 'sequence' && !linkOf(reading, node) ? node.items : [node];

interface Listed {
  readonly pair: YamlPair;
  readonly items: readonly (YamlNode | null)[];
}

function inParts(reading: FileReading, begins: Listed, ends: Listed, inclusive: boolean): Stretches {
  const parts: OwnStretch[] = [];
  for (const [i, item] of begins.items.entries()) {
    const from = readWorldDate(reading, { ...begins.pair, value: item }, 'warning');
    const end = ends.items[i] ?? null;
    const read = readEndDate(reading, { ...ends.pair, value: end }, 'warning');
    if (from && isAbsent(end) && i < begins.items.length - 1)
      reportWrongType(
        reading,
        from.span,
        'info',
        `${quoted(from.text)} has no end in ${quoted(ends.pair.key.text)}, and only the last may go without.`,
      );
    if (from?.date) parts.push({ from: { ...from, date: from.date }, until: read && endDateOf(read, inclusive) });
  }
  const [first] = parts;
  return { date: first?.from ?? null, until: parts.at(-1)?.until ?? null, parts: parts.length > 1 ? parts : [] };
}

/** Lists whose parts can't be matched count as absent. */
function unpaired(reading: FileReading, begins: Listed, ends: Listed | undefined): Stretches {
  const { pair, items } = begins;
  const has = `${quoted(pair.key.text)} has ${inWords(reading, items)}`;
  const message = ends
    ? `${has}, and ${quoted(ends.pair.key.text)} ${inWords(reading, ends.items)}: give each its end, in order; only the last may go without.`
    : `${has}: write one date, or list their ends under \`through\` as well, in the same order.`;
  reportWrongType(reading, (ends?.pair.value ?? pair.value)?.span ?? pair.key.content, 'info', message);
  return { date: null, until: null, parts: [] };
}

const MOST_QUOTED = 3;

function inWords({ text }: FileReading, items: readonly (YamlNode | null)[]): string {
  const dates = items.flatMap((item) =>
    isAbsent(item) ? [] : text.slice(item.span.start, item.span.end).slice(0, 30),
  );
  return dates.length > MOST_QUOTED ? `${dates.length} dates` : listWords(dates, 'and');
}

/** The dates of an entry itself, in order of time: the beginning and end of each stretch. */
export const ownDates = ({ date, until, parts }: Entry): readonly DateWritten[] =>
  (parts.length > 0 ? parts.flatMap((part) => [part.from, part.until]) : [date, until]).filter((one) => one !== null);

/** The dates of its beginnings. */
export const beginnings = ({ date, parts }: Entry): readonly DateWritten[] =>
  parts.length > 0 ? parts.map(({ from }) => from) : date ? [date] : [];

/** The stretches of its own dates; mostly one. */
export const stretchesOf = ({
  date,
  until,
  parts,
}: Entry): readonly { from: DateWritten | null; until: EndWritten | null }[] =>
  parts.length > 0 ? parts : [{ from: date, until }];

/** What ends somewhere: a fact, and the entry that states it. */
export interface Ending {
  readonly entry: Entry;
  readonly fact?: Fact | undefined;
}

/** `until 412 TA`, or `through 411 TA` where one of these facts, or its entry, is written so. */
export function endWords(until: Moment, facts: readonly Ending[]): string {
  const ends = facts.flatMap(({ fact, entry }) => [fact?.until, entry.until, ...entry.parts.map((part) => part.until)]);
  const through = ends.find(
    (end) => end?.inclusive === true && end.moment.day === until.day && end.moment.line === until.line,
  );
  return through ? `through ${through.date?.text ?? through.text}` : `until ${until.text}`;
}

/** Its beginnings in words: `5380 AS`, `5380 AS and 5410 AS`; undefined if it is undated. */
export function renderBeginnings(entry: Entry): string | undefined {
  const dates = beginnings(entry).flatMap(({ date }) => date?.text ?? []);
  return dates.length > 0 ? listWords(dates, 'and') : undefined;
}
