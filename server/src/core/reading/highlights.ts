/** Where else in its file the thing under the caret is mentioned. */
import type { Known } from '../canon';
import { keyOf } from '../codex/codex';
import type { Entry } from '../entry/entry';
import { type Naming, namingsIn } from '../entry/naming';
import { findRevision } from '../codex/revisions';
import { nameKey } from '../entry/slug';
import { type Span, spanTouches } from '../text/span';
import { ownNames, subjectOf } from './references';

export interface Highlight {
  readonly span: Span;
  /** Where the thing says its own name, against where others name it. */
  readonly isOwn: boolean;
}

/** A place, and what is mentioned there. */
interface Mentioned extends Highlight {
  readonly thing: string;
}

/** All mentions in the file of what the caret is on, itself included, in the order of places. */
export function highlightsAt(known: Known, entry: Entry, text: string, offset: number): Highlight[] {
  const all = [...namesIn(known, entry, text), ...attributesIn(entry, text), ...revisionIn(known, entry)];
  const width = ({ span }: Mentioned): number => span.end - span.start;
  const [under] = all.filter(({ span }) => spanTouches(span, offset)).sort((a, b) => width(a) - width(b));
  const found = new Map<number, Highlight>();
  for (const { span, isOwn, thing } of all) if (thing === under?.thing) found.set(span.start, { span, isOwn });
  return [...found.values()].sort((a, b) => a.span.start - b.span.start);
}

function namesIn(known: Known, entry: Entry, text: string): Mentioned[] {
  const own = ownNames(entry).map(({ span }) => ({ span, thing: `entry ${entry.path}`, isOwn: true }));
  const named = namingsIn(entry).flatMap((naming) => {
    const span = nameSpanOf(text, naming);
    const subject = subjectOf(known, entry, naming);
    if (!span || (!subject && naming.role !== 'value')) return [];
    const thing = subject?.kind === 'entry' ? `entry ${subject.entry.path}` : `name ${nameKey(naming.text)}`;
    return [{ span, thing, isOwn: false }];
  });
  return [...own, ...named];
}

/** The part of `house-vyr.founder` before the dot; null where it is escaped, so that the parts can't be separated. */
function nameSpanOf(text: string, { span, only }: Naming): Span | null {
  if (!only) return span;
  return text.slice(span.start, span.end) === only.text
    ? { start: span.start, end: span.start + only.text.lastIndexOf('.') }
    : null;
}

function attributesIn({ facts, declarations }: Entry, text: string): Mentioned[] {
  const stated = facts.map(({ attribute }) => ({ attribute: attribute.text, span: attribute.span }));
  const limited = declarations
    .flatMap(({ only }) => only ?? [])
    .map(({ attribute, entity, text: words, span }) => {
      const isPlain = entity !== null && text.slice(span.start, span.end) === words;
      const start = isPlain ? span.start + words.lastIndexOf('.') + 1 : span.start;
      return { attribute, span: { start, end: span.end } };
    });
  return [...stated, ...limited].map(({ attribute, span }) => ({
    span,
    thing: `attribute ${keyOf(attribute)}`,
    isOwn: false,
  }));
}

function revisionIn(known: Known, { canon }: Entry): Mentioned[] {
  if (canon?.key !== 'canon') return [];
  const revision = findRevision(known.canon.codex, canon.text);
  return [{ span: canon.span, thing: `revision ${revision?.id ?? canon.text}`, isOwn: false }];
}
