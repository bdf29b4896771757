/** What another tool's export holds, as one shape for all tools: items that become pages, their prose and facts, and what is lost of it. */
import type { CalendarFound } from '../codex/survey/calendarium';

/** Tools of other people that read what exports are written in. */
export interface ImportTools {
  /** Markdown of HTML; marks (see `Marks`) stay as they are. */
  readonly markdownOf: (html: string) => string;
  /** HTML of BBCode. */
  readonly htmlOfBbcode: (text: string) => string;
  /** The rows of a table, whatever separates its columns. */
  readonly rowsOf: (text: string) => readonly (readonly string[])[];
}

/** What an author has chosen of an export. */
export interface ImportChoices {
  /** Of a table: the columns without a meaning of their own that become facts; without it all do. */
  readonly facts?: readonly string[] | undefined;
  /** Whether all pages are for their author alone. */
  readonly isHidden?: boolean | undefined;
}

/** An export as it was given: its files by path, or one file of its own name. */
export interface ExportFiles {
  /** The name of the file that was given. */
  readonly name: string;
  readonly files: FilesByPath;
}

/** Read or unpacked as they are asked for. */
export interface FilesByPath extends Iterable<readonly [string, Uint8Array]> {
  readonly size: number;
  readonly has: (path: string) => boolean;
  readonly keys: () => Iterable<string>;
  readonly get: (path: string) => Uint8Array | undefined;
}

export const filesByPath = (
  paths: ReadonlySet<string>,
  get: (path: string) => Uint8Array | undefined,
): FilesByPath => ({
  size: paths.size,
  has: (path) => paths.has(path),
  keys: () => paths,
  get,
  *[Symbol.iterator]() {
    for (const path of paths) yield [path, get(path) ?? new Uint8Array()] as const;
  },
});

export interface ImportedFact {
  readonly attribute: string;
  readonly value: string;
  /** The source id of the item that the value is. */
  readonly to?: string;
  readonly isHidden?: boolean;
}

export interface ImportedSection {
  /** Null: the prose that a page begins with. */
  readonly heading: string | null;
  readonly html: string;
  readonly isHidden: boolean;
}

export interface ImportedItem {
  /** `kanka/1234`: what the tool calls it by, for ever. */
  readonly id: string;
  /** Where the export has it. */
  readonly from: string;
  readonly title: string;
  readonly folder: string;
  readonly type: string | null;
  readonly isHidden: boolean;
  readonly aliases?: readonly string[];
  readonly tags?: readonly string[];
  readonly date?: string | null;
  /** The last day on which it is; the date from which it is no longer. */
  readonly through?: string | null;
  readonly until?: string | null;
  /** Keys that mean nothing to Retcon. */
  readonly keys?: readonly (readonly [string, string])[];
  readonly facts: readonly ImportedFact[];
  /** Emptied when its page is made: no world's prose is held twice. */
  sections: readonly ImportedSection[];
}

/** A picture that is copied. */
interface ImportedPicture {
  /** Where it is wanted, relative to the folder. */
  readonly path: string;
  /** Its path in the export. */
  readonly from: string;
}

/** What is not taken over: a kind of thing, the first place where it is, how often, and why. */
export interface Lost {
  readonly what: string;
  readonly where: string;
  readonly count: number;
  readonly why: string;
}

export interface ImportedWorld {
  readonly items: readonly ImportedItem[];
  readonly pictures: readonly ImportedPicture[];
  readonly calendars: readonly CalendarFound[];
  readonly present: string | null;
  readonly lost: readonly Lost[];
  readonly marks: Marks;
  /** Attributes that can have several values at one time, beside those that have them somewhere. */
  readonly sets: readonly string[];
  /** Of a table: the columns that may become facts. */
  readonly columns?: readonly string[];
}

/** What stands in prose for something that can be written only when all pages have their names. */
export type Mark =
  | { readonly kind: 'link'; readonly to: string; readonly words: string }
  | { readonly kind: 'picture'; readonly path: string }
  | { readonly kind: 'callout'; readonly sort: string; readonly title: string };

/** Marks are numbers between two signs that no text has: no converter changes them. Of one byte each, so that a text of such letters stays one. */
const [OPEN, CLOSE] = ['\u0001', '\u0002'];
const MARK = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g');

export interface Marks {
  /** What stands for it in a text. */
  readonly put: (mark: Mark) => string;
  /** A text with what its marks stand for. */
  readonly filled: (text: string, words: (mark: Mark) => string) => string;
}

export function openMarks(): Marks {
  const marks: Mark[] = [];
  return {
    put: (mark) => `${OPEN}${marks.push(mark) - 1}${CLOSE}`,
    filled: (text, words) =>
      text.replace(MARK, (_, number: string) => {
        const mark = marks[Number(number)];
        return mark ? words(mark) : '';
      }),
  };
}

/** A text of an export without the signs that marks are made of. */
export const withoutMarks = (text: string): string =>
  SIGNS.test(text) ? text.replaceAll(OPEN, '').replaceAll(CLOSE, '') : text;

const SIGNS = new RegExp(`[${OPEN}${CLOSE}]`);

/** Whether anything in a text stands for something else. */
export const hasMarks = (text: string): boolean => text.includes(OPEN);

export interface LostCounts {
  /** @param what in the plural */
  readonly lose: (what: string, where: string, why: string, count?: number) => void;
  readonly all: () => readonly Lost[];
}

export function openLost(): LostCounts {
  const found = new Map<string, { what: string; where: string; count: number; why: string }>();
  return {
    lose: (what, where, why, count = 1) => {
      if (count <= 0) return;
      const one = found.get(`${what}\n${why}`);
      if (one) one.count += count;
      else found.set(`${what}\n${why}`, { what, where, count, why });
    },
    all: () => [...found.values()],
  };
}

/** Words as HTML. */
export const asHtml = (words: string): string =>
  words.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));

/** Prose in a callout that only some may read. @param inner HTML */
export const secretHtml = (marks: Marks, title: string, inner: string): string =>
  `<blockquote><p>${marks.put({ kind: 'callout', sort: 'secret', title })}</p>${inner}</blockquote>`;
