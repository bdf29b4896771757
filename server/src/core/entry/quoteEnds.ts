/** Where quotes of a page's prose end. A line without their marks still belongs to them, unless it certainly begins something else. */
import { BLANK } from './certainCode';

/** The marks of quotes and lists that a line begins with. */
export const MARKS = /^[ \t]*(?:(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*)*/;

const MARGIN = /^(?:(?: {0,3}>)+ {0,4}| {0,3})/;
/** A heading, a line across the page, code, or an item of a list: to no reader the words of a paragraph go on there. */
const BLOCK =
  /^(?:#{1,6}(?:[ \t]|$)|(?:\*[ \t]*){3,}$|(?:-[ \t]*){3,}$|(?:_[ \t]*){3,}$|`{3,}[^`]*$|~{3}|(?:[-*+]|1[.)])[ \t]+\S)/;
/** In a paragraph, what begins with another number than 1 is no item to some. */
const NUMBERED = /^\d{1,9}[.)][ \t]+\S/;

const marksIn = (lead: string): number => lead.split('>').length - 1;

/** What a quote is certain to be: nothing; a quote; or one that stands in a list, where any number is another item. */
export type Certainty = 'none' | 'quote' | 'listed';

/** @param lead of a line, up to words of a quote @param depth how many of its marks stand there */
export function certaintyOf(lead: string, depth: number): Certainty {
  const marks = MARKS.exec(lead)?.[0] ?? '';
  if (depth === 0 || marksIn(marks) < depth) return 'none';
  return /^(?:[ \t]|> {2})|[-*+.)]/.test(marks) ? 'listed' : 'quote';
}

/** A line that quotes end before which are deeper than it stands. */
interface Ending {
  readonly start: number;
  readonly depth: number;
  /** Which quotes. */
  readonly of: readonly Certainty[];
}

const ALL: readonly Certainty[] = ['none', 'quote', 'listed'];

/** Where quotes end that hold a line, asked for one after the other. */
export function quoteEnds(text: string, from: number): (line: number, depth: number, certainty: Certainty) => number {
  const endings = [...endingsIn(text, from)];
  const [none, quote, listed] = ALL.map((one) =>
    endsAmong(
      endings.filter((ending) => ending.of.includes(one)),
      text.length,
    ),
  );
  const ends = { none, quote, listed };
  return (line, depth, certainty) => ends[certainty]?.(line, depth) ?? text.length;
}

function endsAmong(endings: readonly Ending[], last: number): (line: number, depth: number) => number {
  let next = 0;
  /** Where the quote of each depth ends that is being walked through: its lines end where its first one does. */
  const ends = new Map<number, number>();
  return (line, depth) => {
    const known = ends.get(depth) ?? line;
    if (line < known) return known;
    while (next < endings.length && (endings[next]?.start ?? 0) <= line) next++;
    // Each that is passed has as many marks as the quote is deep: all are passed in n log n.
    let i = next;
    while (Math.max(depth, 1) <= (endings[i]?.depth ?? -1)) i++;
    const end = endings[i]?.start ?? last;
    ends.set(depth, end);
    return end;
  };
}

function* endingsIn(text: string, from: number): Generator<Ending> {
  for (let start = from, feed = 0; feed !== -1; start = feed + 1) {
    feed = text.indexOf('\n', start);
    const line = text.slice(start, feed === -1 ? text.length : feed).replace(/\r$/, '');
    const depth = marksIn(MARKS.exec(line)?.[0] ?? '');
    const words = line.slice(MARGIN.exec(line)?.[0].length);
    if (BLANK.test(line)) yield { start, depth, of: ALL };
    else if (BLOCK.test(words)) yield { start, depth, of: ['quote', 'listed'] };
    else if (NUMBERED.test(words)) yield { start, depth, of: ['listed'] };
  }
}
