/** What entries are made of as bytes, and back: lists, names, facts, declarations, links. */
import type { Declaration, DeclarationKind, Fact, OnlyWritten, Ref, Written } from '../entry/entry';
import type { Link } from '../entry/body';
import type { Sink, Source } from './bytes';
import { putDateWritten, putEnd, takeDateWritten, takeEnd } from './packedDates';

type Put<T> = (sink: Sink, value: T) => void;
type Take<T> = (source: Source) => T;

export function putList<T>(sink: Sink, list: readonly T[], put: Put<T>): void {
  sink.nat(list.length);
  for (const one of list) put(sink, one);
}

/** Most lists of most entries are empty. */
const NONE: readonly never[] = [];

export const takeList = <T>(source: Source, take: Take<T>): readonly T[] => takeItems(source, take, source.nat());

export function takeItems<T>(source: Source, take: Take<T>, length: number): readonly T[] {
  if (length === 0) return NONE;
  // One that grows as it is filled has room for seventeen.
  const list = Array<T>(length);
  for (let i = 0; i < length; i++) list[i] = take(source);
  return list;
}

export function putMaybe<T>(sink: Sink, value: T | null, put: Put<T>): void {
  sink.nat(value === null ? 0 : 1);
  if (value !== null) put(sink, value);
}

export const takeMaybe = <T>(source: Source, take: Take<T>): T | null => (source.nat() === 0 ? null : take(source));

export const putText = (sink: Sink, text: string): void => sink.text(text);
export const takeText = (source: Source): string => source.text();
export const putSpan: Put<Written['span']> = (sink, span) => sink.span(span);
export const takeSpan: Take<Written['span']> = (source) => source.span();

export function putWritten(sink: Sink, { text, span }: Written): void {
  sink.text(text);
  sink.span(span);
}

export const takeWritten = (source: Source): Written => ({ text: source.text(), span: source.span() });

export function putRef(sink: Sink, { text, span, linked }: Ref): void {
  sink.nat(linked ? 1 : 0);
  sink.text(text);
  sink.span(span);
}

export function takeRef(source: Source): Ref {
  const linked = source.nat() === 1;
  return { text: source.text(), span: source.span(), linked };
}

export function putFact(sink: Sink, fact: Fact): void {
  putMaybe(sink, fact.entity, putRef);
  putWritten(sink, fact.attribute);
  putRef(sink, fact.value);
  putMaybe(sink, fact.from, putDateWritten);
  putMaybe(sink, fact.until, putEnd);
  sink.nat(fact.index);
}

export const takeFact = (source: Source): Fact => ({
  entity: takeMaybe(source, takeRef),
  attribute: takeWritten(source),
  value: takeRef(source),
  from: takeMaybe(source, takeDateWritten),
  until: takeMaybe(source, takeEnd),
  index: source.nat(),
});

function putOnly(sink: Sink, { text, span, entity, attribute }: OnlyWritten): void {
  sink.text(text);
  sink.span(span);
  putMaybe(sink, entity, putText);
  sink.text(attribute);
}

const takeOnly = (source: Source): OnlyWritten => ({
  text: source.text(),
  span: source.span(),
  entity: takeMaybe(source, takeText),
  attribute: source.text(),
});

const KINDS: readonly DeclarationKind[] = ['supersedes', 'retracts', 'restores'];

export function putDeclaration(sink: Sink, declaration: Declaration): void {
  const { kind, fromOldEnd, soft, effective } = declaration;
  sink.nat(4 * KINDS.indexOf(kind) + (fromOldEnd ? 2 : 0) + (soft ? 1 : 0));
  putRef(sink, declaration.target);
  sink.span(declaration.span);
  putWritten(sink, declaration.key);
  putMaybe(sink, declaration.asOf, putDateWritten);
  sink.nat(effective ? (effective.always ? 2 : 1) : 0);
  if (effective) putDateWritten(sink, effective);
  putMaybe(sink, declaration.reason, putWritten);
  putMaybe(sink, declaration.sources, (to, refs) => putList(to, refs, putRef));
  putMaybe(sink, declaration.only, (to, items) => putList(to, items, putOnly));
}

function takeEffective(source: Source): Declaration['effective'] {
  const how = source.nat();
  return how === 0 ? null : { ...takeDateWritten(source), always: how === 2 };
}

export function takeDeclaration(source: Source): Declaration {
  const flags = source.nat();
  return {
    kind: KINDS[flags >>> 2] ?? 'supersedes',
    fromOldEnd: (flags & 2) !== 0,
    target: takeRef(source),
    span: source.span(),
    key: takeWritten(source),
    asOf: takeMaybe(source, takeDateWritten),
    effective: takeEffective(source),
    reason: takeMaybe(source, takeWritten),
    sources: takeMaybe(source, (from) => takeList(from, takeRef)),
    only: takeMaybe(source, (from) => takeList(from, takeOnly)),
    soft: (flags & 1) !== 0,
  };
}

export function putLink(sink: Sink, { kind, embed, target, heading, span, targetSpan, inFrontmatter }: Link): void {
  const isMarkdown = kind === 'markdown';
  const has = heading !== undefined;
  sink.nat((isMarkdown ? 1 : 0) + (embed ? 2 : 0) + (has ? 4 : 0) + (inFrontmatter ? 8 : 0));
  sink.text(target);
  if (has) sink.text(heading);
  sink.span(span);
  // It lies within.
  sink.int(targetSpan.start - span.start);
  sink.int(span.end - targetSpan.end);
}

export function takeLink(source: Source): Link {
  const flags = source.nat();
  const kind = flags & 1 ? 'markdown' : 'wiki';
  const target = source.text();
  const heading = flags & 4 ? { heading: source.text() } : {};
  const span = source.span();
  const targetSpan = { start: span.start + source.int(), end: span.end - source.int() };
  const link = { kind, embed: (flags & 2) !== 0, target, ...heading, span, targetSpan } as const;
  return flags & 8 ? { ...link, inFrontmatter: true } : link;
}
