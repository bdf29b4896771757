/** World dates: those already used nearby, months where their name begins, eras behind a number, and `always`. */
import { type Chronology, dateWords, fold, knownEras, readDate } from '../chronology';
import { describersOf, entityOf, entryNamed, factsAbout } from '../canon';
import type { DateWritten, Entry } from '../entry/entry';
import { stretchesOf } from '../entry/stretches';
import { type CompletionContext, type CompletionChoice, choiceOf, fitting, valueInsert } from './choice';
import type { CaretPlace } from './caretPlace';
import { withoutBrackets } from '../entry/entryShapes';
import { eolAt, scalarText } from '../yaml/writeYaml';
import { pageOf, allFactsOf } from '../entry/versions';

/** @param key the key that takes the date: `date`, `as_of`, `effective`, `from` … */
export function datesAt(context: CompletionContext, place: CaretPlace, key: string): CompletionChoice[] {
  const whole = fitting(place.typed, [
    ...(key === 'effective' ? always(place) : []),
    ...usedNearby(context, place, key),
  ]);
  const words = wordsAt(context, place);
  return place.typed === '' ? [...whole, ...words] : [...words, ...whole];
}

const always = (place: CaretPlace): CompletionChoice[] => {
  const insert = valueInsert(place, 'always');
  const doc = 'The old version was never true: the new one holds for all time.';
  return insert === null
    ? []
    : [
        choiceOf({
          kind: 'flag',
          label: 'always',
          note: 'the old version was never true',
          doc,
          span: place.span,
          insert,
        }),
      ];
};

/** The dates that are likely here, each once, with where it is from. */
function usedNearby(context: CompletionContext, place: CaretPlace, key: string): CompletionChoice[] {
  const { chronology } = context.known.canon.codex;
  const found = new Map<string, string>();
  for (const [text, from] of nearby(context, place, key)) {
    if (found.has(text)) continue;
    const reading = readDate(chronology, text);
    if (reading.ok && reading.date) found.set(text, from);
  }
  return [...found].flatMap(([text, from]) => {
    const insert = valueInsert(place, text);
    return insert === null ? [] : [choiceOf({ kind: 'date', label: text, note: from, span: place.span, insert })];
  });
}

function* nearby(
  { known, entry }: CompletionContext,
  place: CaretPlace,
  key: string,
): Generator<readonly [string, string]> {
  const { present } = known.canon.codex;
  // The text that is being typed is not a date of this page yet.
  const own = (written: DateWritten | null): written is DateWritten =>
    written !== null && !(written.span.start <= place.span.end && place.span.start <= written.span.end);
  const id = withoutBrackets(place.beside.get('id')?.value ?? '');
  const target = id ? entryNamed(known, id) : undefined;
  if (target && key === 'as_of') yield* datesOf(target, target.title);
  if (own(entry.date) && key !== 'as_of') yield [entry.date.text, 'the date of this page'];
  if (target) yield* datesOf(target, target.title);
  const olds = entry.declarations.flatMap(({ target: ref }) => entryNamed(known, ref.text) ?? []);
  for (const old of olds) yield* datesOf(old, old.title);
  for (const fact of allFactsOf(entry))
    for (const written of [fact.from, fact.until])
      if (own(written)) yield [written.text, `${fact.attribute.text}, on this page`];
  for (const { effective } of entry.declarations)
    if (effective && !effective.always && own(effective)) yield [effective.text, 'on this page'];
  if (own(entry.until)) yield [entry.until.text, 'on this page'];
  if (own(entry.date)) yield [entry.date.text, 'the date of this page'];
  if (present) yield [present.text, 'the present'];
  const entities = new Set([entityOf(known, entry), ...olds.map((old) => entityOf(known, old))]);
  const entityWritten = place.beside.get('entity')?.value;
  const subject = entityWritten ? entryNamed(known, withoutBrackets(entityWritten)) : undefined;
  if (subject) entities.add(entityOf(known, subject));
  for (const entity of entities) {
    for (const other of describersOf(known, entity)) if (other !== entry) yield* datesOf(other, other.title);
    for (const { entry: other, fact } of factsAbout(known, entity))
      if (pageOf(other) !== entry) {
        for (const written of [fact.from, fact.until])
          if (written) yield [written.text, `${fact.attribute.text}, ${other.title}`];
        yield* datesOf(other, other.title);
      }
  }
}

function* datesOf(entry: Entry, from: string): Generator<readonly [string, string]> {
  for (const { from: begins, until } of stretchesOf(entry)) {
    if (begins?.date) yield [begins.date.text, from];
    if (until?.date) yield [until.date.text, `${from}, its end`];
  }
}

/** A date as far as it has been typed: the number before the caret, if it ends in one, and the word that has been begun. */
const BEGUN = /^(?<before>.*?)(?:(?<number>\d+)(?:st|nd|rd|th)?\.?(?<blank>\s*))?(?<word>[\p{L}\p{M}']*)$/u;

/** Eras behind a number, months behind the number of a day or at the beginning. */
function wordsAt({ known }: CompletionContext, place: CaretPlace): CompletionChoice[] {
  const { chronology } = known.canon.codex;
  const { before = '', number = '', blank = '', word = '' } = BEGUN.exec(place.typed)?.groups ?? {};
  const caret = place.span.start + place.typed.length;
  // What goes on behind the caret is not parted.
  if (caret < place.span.end || (number === '' && before.trim() !== '')) return [];
  const span = { start: caret - word.length, end: caret };
  const lead = number !== '' && blank === '' ? ' ' : place.typed === '' ? place.before : '';
  const typed = place.typed.slice(0, place.typed.length - word.length) + lead;
  const isPlain = (text: string): boolean => !/[:#,[\]{}"'\\]/.test(text);
  const usual = chronology.bare.era.id;
  const words = dateWords(chronology);
  const byUse = knownEras(chronology).toSorted((a, b) => Number(b.id === usual) - Number(a.id === usual));
  const eras = byUse.flatMap(({ id, names }) => {
    if (number === '' || id === '' || !isPlain(id)) return [];
    const reading = readDate(chronology, typed + id);
    if (!reading.ok || !reading.date || reading.unknownEra !== undefined) return [];
    const insert = `${lead}${id}${place.after}`;
    return [choiceOf({ kind: 'era', label: id, note: names[0] ?? '', names: [id, ...names], span, insert })];
  });
  const hasMonth = [...before.matchAll(/[\p{L}\p{M}']+/gu)].some(([name]) => isMonth(chronology, name));
  const months = words.flatMap(({ kind, word: name, note, mostDays }) => {
    const isDay = number === '' || (!hasMonth && 0 < Number(number) && Number(number) <= mostDays);
    if (kind !== 'month' || !isDay || !isPlain(name)) return [];
    return [choiceOf({ kind: 'month', label: name, note, span, insert: `${lead}${name} ` })];
  });
  return fitting(word, [...eras, ...months]);
}

const isMonth = ({ calendars }: Chronology, name: string): boolean =>
  calendars.some(({ monthNamed }) => monthNamed(fold(name)) !== undefined);

/** What goes in right behind the id, and what elsewhere. */
interface AsOf {
  readonly tail: string;
  readonly edits: CompletionChoice['edits'];
}

const NONE: AsOf = { tail: '', edits: [] };

export function asOfWith(
  { text, offset }: Pick<CompletionContext, 'text' | 'offset'>,
  place: CaretPlace,
  old: Entry,
): AsOf {
  const { path, beside, isFlow, span, quote, after, column, lineEnd } = place;
  const date = old.date?.date;
  const written = beside.get('as_of');
  if (!date || path[1] !== 'id' || (written && written.value !== '')) return NONE;
  const value = scalarText(date.text, { isFlow });
  if (written) {
    const { start } = written.span;
    const at = /^[ \t](?!#)/.test(text.slice(start, start + 2)) ? start + 1 : start;
    return { tail: '', edits: [{ span: { start: at, end: at }, text: at === start ? ` ${value}` : value }] };
  }
  const line = isFlow ? `, as_of: ${value}` : `${eolAt(text, offset)}${' '.repeat(column)}as_of: ${value}`;
  const isClosed = quote !== '' && !after.startsWith(quote);
  const behind = span.end + (isClosed ? 1 : 0);
  const at = isFlow ? behind : lineEnd;
  const isHere = !isClosed && (isFlow || text.slice(behind, lineEnd).trim() === '') && !after.endsWith(' ');
  return isHere ? { tail: line, edits: [] } : { tail: '', edits: [{ span: { start: at, end: at }, text: line }] };
}
