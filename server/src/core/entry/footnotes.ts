/** Finds the footnotes that are hidden because only hidden text refers to them (model §11), and removes spans from a text. */
import type { Span } from '../text/span';
import { firstPast } from '../text/sorted';
import { feedFrom } from './body';

/** A footnote's name in its brackets. */
const NAME = /\[\^([^[\]\r\n]+)\]/g;
const QUOTE_MARKS = /^(?:[ \t]{0,3}>[ \t]?)*/;

interface Definition extends Span {
  readonly name: string;
}

interface Reference {
  readonly at: number;
  readonly name: string;
}

/** The definitions that only hidden text refers to. @param hidden in any order; they may overlap */
export const hiddenFootnotes = (text: string, from: number, hidden: readonly Span[]): Span[] =>
  hidden.length === 0 || !text.includes('[^', from) ? [] : hiddenAmong(footnotesIn(text, from), hidden);

interface Footnotes {
  readonly definitions: readonly Definition[];
  readonly references: readonly Reference[];
}

function hiddenAmong({ definitions, references }: Footnotes, hidden: readonly Span[]): Definition[] {
  const { within, outside } = partedBy(referencesOutside(references, hidden), definitions);
  const referredTo = new Set(references.map(({ name }) => name));
  const open = new Set(outside);
  for (const { name } of definitions) if (!referredTo.has(name)) open.add(name);
  // Names that are added during the loop are visited too.
  for (const name of open) for (const other of within.get(name) ?? []) open.add(other);
  return definitions.filter(({ name }) => !open.has(name));
}

/**
 * For each secret, the footnotes that are shown only through it and other secrets.
 * @param secrets in the order of the text; one may lie in another
 */
export function footnotesThrough(
  text: string,
  from: number,
  secrets: readonly Span[],
  comments: readonly Span[],
): Span[][] {
  const { definitions, references } = footnotesIn(text, from);
  const hidden = new Map<string, Span[]>();
  for (const { name, start, end } of hiddenAmong({ definitions, references }, [...secrets, ...comments]))
    if (hidden.has(name)) hidden.get(name)?.push({ start, end });
    else hidden.set(name, [{ start, end }]);
  const named = namedIn(secrets, referencesOutside(references, comments));
  const { within } = partedBy(referencesOutside(references, [...secrets, ...comments]), definitions);
  return named.map((names) => {
    for (const name of names) for (const other of within.get(name) ?? []) names.add(other);
    return [...names].flatMap((name) => hidden.get(name) ?? []);
  });
}

/** For each span, the names that are referred to in it, but not in a span inside it. Both in the order of the text. */
function namedIn(spans: readonly Span[], references: readonly Reference[]): Set<string>[] {
  const named = spans.map(() => new Set<string>());
  const around: number[] = [];
  let next = 0;
  for (const { at, name } of references) {
    for (; (spans[next]?.start ?? Infinity) <= at; next++) around.push(next);
    while ((spans[around.at(-1) ?? -1]?.end ?? Infinity) <= at) around.pop();
    named[around.at(-1) ?? -1]?.add(name);
  }
  return named;
}

function referencesOutside(references: readonly Reference[], spans: readonly Span[]): readonly Reference[] {
  const places = new Set(
    placesOutside(
      references.map(({ at }) => at),
      spans,
    ),
  );
  return references.filter(({ at }) => places.has(at));
}

/** The names that each definition refers to, and those that the rest of the text refers to. */
function partedBy(references: readonly Reference[], definitions: readonly Definition[]) {
  const within = new Map<string, string[]>();
  const outside: string[] = [];
  let next = 0;
  for (const { at, name } of references) {
    while ((definitions[next]?.end ?? Infinity) <= at) next++;
    const around = definitions[next];
    if (!around || at < around.start) outside.push(name);
    else if (within.has(around.name)) within.get(around.name)?.push(name);
    else within.set(around.name, [name]);
  }
  return { within, outside };
}

/** Both in the order of the text; no definition lies in another. */
function footnotesIn(text: string, from: number): Footnotes {
  const definitions: Definition[] = [];
  const references: Reference[] = [];
  let line = from;
  let feed = text.indexOf('\n', from);
  for (const match of text.slice(from).matchAll(NAME)) {
    const at = from + match.index;
    for (; feed !== -1 && feed < at; feed = text.indexOf('\n', feed + 1)) line = feed + 1;
    const name = (match[1] ?? '').normalize('NFC').trim().toLowerCase();
    const isDefinition = text[at + match[0].length] === ':' && startsAt(text, line, at);
    if (!isDefinition) references.push({ at, name });
    else definitions.push({ name, start: at, end: endOfFootnote(text, at) });
  }
  return { definitions, references };
}

/** Whether only blanks and quote marks precede a place on its line. */
function startsAt(text: string, line: number, at: number): boolean {
  for (let i = line; i < at; i++) if (!' \t>'.includes(text.charAt(i))) return false;
  return true;
}

/** Before the next footnote, a heading, or an unindented line after a blank one. */
function endOfFootnote(text: string, from: number): number {
  let end = feedFrom(text, from);
  let isAfterBlank = false;
  for (let start = end + 1; start < text.length; ) {
    const stop = feedFrom(text, start);
    const line = text.slice(start, stop);
    const words = line.slice(QUOTE_MARKS.exec(line)?.[0].length ?? 0);
    if (/^[ \t\r]*$/.test(words)) isAfterBlank = true;
    else if (/^[ \t]*(?:\[\^|#{1,6}[ \t])/.test(words) || (isAfterBlank && !/^(?:[ ]{2}|[ ]?\t)/.test(words))) break;
    else [end, isAfterBlank] = [stop, false];
    start = stop + 1;
  }
  return end;
}

/** The places outside of some spans. @param places in order */
export function placesOutside(places: readonly number[], spans: readonly Span[]): number[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  let [reached, next] = [-1, 0];
  return places.filter((place) => {
    for (let one = sorted[next]; one && one.start <= place; one = sorted[++next]) reached = Math.max(reached, one.end);
    return reached <= place;
  });
}

/**
 * The text before, between and after some spans, which may overlap: one piece more than there are separate spans. A piece may be
 * empty.
 */
export function piecesOutside(text: string, spans: readonly Span[]): string[] {
  const pieces: string[] = [];
  let at: number | null = null;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (at === null || at < start) pieces.push(text.slice(at ?? 0, start));
    at = Math.max(at ?? 0, end);
  }
  return [...pieces, text.slice(at ?? 0)];
}

/**
 * The text without some spans, and without the blank lines that would reveal the size of the gaps. Other blank lines and the
 * indentation stay.
 */
export function withoutLines(text: string, spans: readonly Span[]): string {
  const pieces = piecesOutside(text, spans);
  let length = 0;
  const gaps = pieces.slice(0, -1).map((piece) => (length += piece.length));
  return pieces.join('').replace(/(?:(\r?\n)[ \t]*){3,}/g, (run: string, feed: string, at: number) => {
    const gap = gaps[firstPast(gaps, (one) => at < one)];
    return gap !== undefined && gap <= at + run.length ? feed + feed + run.slice(run.lastIndexOf('\n') + 1) : run;
  });
}
