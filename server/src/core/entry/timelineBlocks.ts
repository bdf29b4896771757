/**
 * Reads the events that a note keeps in code blocks of Obsidian's timelines: `timeline`, `timeline-labeled` and `chronos`. They do
 * not belong to the canon.
 */
import { type Chronology, readDate, type WorldDate } from '../chronology';
import { mayHoldFence } from './markdownBlocks';

interface BlockEvent {
  /** As written. */
  readonly date: string;
  /** null: it has no readable date. */
  readonly when: WorldDate | null;
  readonly title: string;
  /** Empty if the block has no more text. */
  readonly text: string;
  /** The targets of the links in its title and text. */
  readonly links: readonly string[];
}

const OPENING = /^[ \t>]*(`{3,}|~{3,})[ \t]*(timeline-labeled|timeline|chronos)\b[^`\n]*$/gim;

/** Whether a page may hold such a block. @param from where its prose begins */
export const mayHoldEvents = (text: string, from: number): boolean =>
  mayHoldFence(text, from) &&
  (text.includes('timeline', from) || text.includes('chronos', from)) &&
  text.slice(from).search(OPENING) >= 0;

/** All events of a page, in the order in which they are written. */
export function readTimelineBlocks(chronology: Chronology, text: string, from: number): BlockEvent[] {
  const opening = new RegExp(OPENING, 'gim');
  const events: WrittenEvent[] = [];
  opening.lastIndex = from;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const [, fence = '', kind = ''] = found;
    const closing = new RegExp(`^[ \\t>]*${fence[0]}{${fence.length},}[ \\t\\r]*$`, 'gm');
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(text)?.index ?? text.length;
    const lines = text.slice(opening.lastIndex, end).split(/\r?\n/);
    const read = READERS[kind.toLowerCase()]?.(lines.map((line) => line.replace(/^[ \t>]+/, ''))) ?? [];
    for (const event of read) events.push(event);
    opening.lastIndex = Math.max(end, closing.lastIndex);
  }
  return events
    .filter(({ title, text: words }) => title !== '' || words !== '')
    .map(({ date, title, text: words }) => ({
      date,
      when: dateIn(chronology, date),
      title: withoutMarks(title === '' ? words : title),
      text: title === '' ? '' : withoutMarks(words),
      links: [...`${title}\n${words}`.matchAll(LINK)].map(([, target = '']) => target.trim()),
    }));
}

type WrittenEvent = Pick<BlockEvent, 'date' | 'title' | 'text'>;

const LINK = /\[\[([^\]|#]+)(?:#[^\]|]*)?(?:\|([^\]]*))?\]\]/g;

const withoutMarks = (text: string): string =>
  text
    .replace(LINK, (_, target: string, label?: string) => label ?? target)
    .replace(/\*\*|__/g, '')
    .trim();

/** A line break in a title, `<br>`, in the spellings that people use. */
const BREAK = /<\/?br ?\/?>/gi;

function dateIn(chronology: Chronology, text: string): WorldDate | null {
  // A chronos block separates the ends of a period with `~`.
  const reading = readDate(chronology, text.replace(BREAK, ' ').replace(/(\S)\s*~\s*(?=\S)/, '$1 .. '));
  return reading.ok ? reading.date : null;
}

const READERS: Readonly<Record<string, (lines: readonly string[]) => WrittenEvent[]>> = {
  'timeline-labeled': labelled,
  timeline: (lines) => (lines.some((line) => /^date\s*:/i.test(line)) ? labelled(lines) : plain(lines)),
  chronos,
};

/** `date:`, `title:` and `content:`, each up to the next. */
function labelled(lines: readonly string[]): WrittenEvent[] {
  const events: Record<string, string[]>[] = [];
  let key = '';
  for (const line of lines) {
    const [, label, words] = /^(date|title|content)\s*:(.*)$/i.exec(line) ?? [];
    if (label !== undefined) {
      key = label.toLowerCase();
      if (key === 'date') events.push({ date: [], title: [], content: [] });
    }
    events.at(-1)?.[key]?.push(words ?? line);
  }
  return events.map(({ date, title, content }) => ({
    date: joined(date),
    title: joined(title),
    text: joined(content),
  }));
}

const joined = (lines: readonly string[] | undefined): string => (lines ?? []).join('\n').trim();

/** Three items per event: its date, its title, what happened. */
function plain(lines: readonly string[]): WrittenEvent[] {
  const items: string[][] = [];
  for (const line of lines) {
    if (/^\+(?!\S)/.test(line)) items.push([line.slice(1)]);
    else items.at(-1)?.push(line);
  }
  return items.flatMap((date, i) =>
    i % 3 === 0 ? { date: joined(date), title: joined(items[i + 1]), text: joined(items[i + 2]) } : [],
  );
}

/** `- [1207] The refounding | words`, `@ [1180~1207] A period`, `* [1207] A point`, `= [1207] A mark`; a colour and a group may stand before the name. */
function chronos(lines: readonly string[]): WrittenEvent[] {
  return lines.flatMap((line) => {
    const [, date, rest] = /^[-@*=]\s*\[([^[\]]+)\](.*)$/.exec(line) ?? [];
    if (date === undefined || rest === undefined) return [];
    const words = rest.replace(/^\s*(?:#\S+\s*)?(?:\{[^{}]*\}\s*)?/, '');
    const bar = words.replace(LINK, (link) => ' '.repeat(link.length)).indexOf('|');
    const [title, text] = bar < 0 ? [words, ''] : [words.slice(0, bar), words.slice(bar + 1)];
    return { date: date.trim(), title: title.trim(), text: text.trim() };
  });
}
