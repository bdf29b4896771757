/** Where else in its file the thing under the caret is mentioned. */
import { entityNamed, entityOf, idOf, type Known, resolve, type Resolution, valueEntry } from '../canon/known';
import { keyOf } from '../codex/codex';
import type { Entry, OnlyWritten } from '../entry/entry';
import { findRevision } from '../entry/read';
import { nameKey } from '../entry/slug';
import { leadsTo } from '../rules/links';
import { type Span, touches } from '../text/span';
import { type Mention, mentionsOf } from './mentions';

export interface Highlight {
  readonly span: Span;
  /** Where the thing says its own name, against where others name it. */
  readonly isOwn: boolean;
}

/** A place, and everything that is mentioned there: an entry that is also an entity is both. */
interface Naming extends Highlight {
  readonly things: readonly string[];
}

/** All mentions in the file of what the caret is on, itself included, in the order of places. */
export function highlightsAt(known: Known, entry: Entry, text: string, offset: number): Highlight[] {
  const all: Naming[] = [];
  for (const mention of mentionsOf(entry, known.canon.codex, text)) all.push(...namings(known, entry, text, mention));
  const width = ({ span }: Naming): number => span.end - span.start;
  const [under] = all.filter(({ span }) => touches(span, offset)).sort((a, b) => width(a) - width(b));
  if (!under) return [];
  const things = new Set(all.filter(({ span }) => isSame(span, under.span)).flatMap((one) => one.things));
  const found = new Map<number, Highlight>();
  for (const { span, isOwn, things: others } of all)
    if (others.some((thing) => things.has(thing))) found.set(span.start, { span, isOwn });
  return [...found.values()].sort((a, b) => a.span.start - b.span.start);
}

const isSame = (a: Span, b: Span): boolean => a.start === b.start && a.end === b.end;

function namings(known: Known, entry: Entry, text: string, mention: Mention): Naming[] {
  const { span } = mention;
  const one = (things: readonly string[], isOwn = false): Naming[] => [{ span, things, isOwn }];
  switch (mention.kind) {
    case 'self':
      return one(entryThings(known, entry), true);
    case 'entry':
      return one(resolvedThings(known, mention.ref.text, resolve(known, mention.ref.text)));
    case 'entity':
      return one(entityThings(known, mention.ref.text));
    case 'link': {
      const found = leadsTo(known, entry, mention.link);
      const things = found ? resolvedThings(known, mention.link.target, found) : [];
      return [{ span: mention.link.targetSpan, things, isOwn: false }];
    }
    case 'attribute':
      return one([attributeThing(mention.fact.attribute.text)]);
    case 'value': {
      const found = valueEntry(known, mention.fact.value);
      return one(found ? entryThings(known, found) : [`value ${nameKey(mention.fact.value.text)}`]);
    }
    case 'only':
      return onlyNamings(known, text, mention.only);
    case 'revision': {
      const revision = findRevision(known.canon.codex, mention.revision.text);
      return one([`revision ${revision?.id ?? mention.revision.text}`]);
    }
    case 'date':
    case 'key':
      return [];
  }
}

const entryThings = (known: Known, entry: Entry): string[] => {
  const id = idOf(known, entry);
  return [`entry ${entry.path}`, ...(entityOf(known, entry) === id ? [`entity ${id}`] : [])];
};

const resolvedThings = (known: Known, name: string, found: Resolution): string[] =>
  found.kind === 'one' ? entryThings(known, found.entry) : [`name ${nameKey(name)}`, `entity ${name}`];

/** What has an id is an entry too; of several versions of one page, a fact means what they all describe. */
function entityThings(known: Known, name: string): string[] {
  const found = resolve(known, name);
  const entity = `entity ${entityNamed(known, name)}`;
  return found.kind === 'one' ? [entity, `entry ${found.entry.path}`] : [entity, `name ${nameKey(name)}`];
}

const attributeThing = (attribute: string): string => `attribute ${keyOf(attribute)}`;

/** `house-vyr.founder` mentions both, each in its part; the whole where it is escaped so that the parts can't be told. */
function onlyNamings(known: Known, text: string, { span, text: words, entity, attribute }: OnlyWritten): Naming[] {
  const attributes = [attributeThing(attribute)];
  if (entity === null || text.slice(span.start, span.end) !== words)
    return [{ span, things: attributes, isOwn: false }];
  const dot = span.start + words.lastIndexOf('.');
  return [
    { span: { start: span.start, end: dot }, things: entityThings(known, entity), isOwn: false },
    { span: { start: dot + 1, end: span.end }, things: attributes, isOwn: false },
  ];
}
