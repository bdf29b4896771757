/** Dates, ends and positions as bytes, and back. */
import type { Moment, WorldDate } from '../chronology/types';
import type { CanonPosition } from '../codex/canonTime';
import type { DateWritten, EndWritten, Part } from '../entry/entry';
import type { Sink, Source } from './bytes';

export function putMoment(sink: Sink, { line, day, text, approximate }: Moment): void {
  sink.nat(approximate ? 1 : 0);
  sink.text(line);
  sink.real(day);
  sink.text(text);
}

export function takeMoment(source: Source): Moment {
  const approximate = source.nat() === 1;
  return { line: source.text(), day: source.real(), text: source.text(), approximate };
}

function putDate(sink: Sink, date: WorldDate | null): void {
  if (!date) return sink.nat(0);
  const { start, end } = date;
  sink.nat(1 + bit(date.approximate, 2) + bit(date.isCoarse, 4) + bit(start.approximate, 8) + bit(end.approximate, 16));
  // Mostly as it is written, and so is its beginning.
  sink.text(date.text);
  sink.text(start.text);
  sink.text(end.text);
  sink.text(start.line);
  sink.real(start.day);
  sink.real(end.day);
}

const bit = (is: boolean | undefined, value: number): number => (is === true ? value : 0);

function takeDate(source: Source): WorldDate | null {
  const flags = source.nat();
  if (flags === 0) return null;
  const text = source.text();
  const startText = source.text();
  const endText = source.text();
  const line = source.text();
  const start = { line, day: source.real(), text: startText, approximate: (flags & 8) !== 0 };
  const end = { line, day: source.real(), text: endText, approximate: (flags & 16) !== 0 };
  const date = { start, end, approximate: (flags & 2) !== 0, text };
  return flags & 4 ? { ...date, isCoarse: true } : date;
}

export function putDateWritten(sink: Sink, { text, span, date }: DateWritten): void {
  sink.text(text);
  sink.span(span);
  putDate(sink, date);
}

export const takeDateWritten = (source: Source): DateWritten => ({
  text: source.text(),
  span: source.span(),
  date: takeDate(source),
});

export function putEnd(sink: Sink, end: EndWritten): void {
  putDateWritten(sink, end);
  putMoment(sink, end.moment);
  sink.nat(end.inclusive ? 1 : 0);
}

export const takeEnd = (source: Source): EndWritten => ({
  text: source.text(),
  span: source.span(),
  date: takeDate(source),
  moment: takeMoment(source),
  inclusive: source.nat() === 1,
});

export function putPart(sink: Sink, { from, until }: Part): void {
  putDateWritten(sink, from);
  sink.nat(until ? 1 : 0);
  if (until) putEnd(sink, until);
}

export const takePart = (source: Source): Part => ({
  // Only those that begin at a date are put.
  from: takeDateWritten(source) as Part['from'],
  until: source.nat() === 1 ? takeEnd(source) : null,
});

export function putPosition(sink: Sink, position: CanonPosition | null): void {
  if (!position) return sink.nat(0);
  sink.nat(1);
  sink.real(position.time);
  sink.real(position.rank);
}

export const takePosition = (source: Source): CanonPosition | null =>
  source.nat() === 0 ? null : { time: source.real(), rank: source.real() };
