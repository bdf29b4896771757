/** Hints between the words of the frontmatter: what a name stands for, and how long something lasts. */
import { clippedFactsOf } from '../canon';
import { elapsed, type Moment } from '../chronology';
import type { DateWritten, Entry, EndWritten } from '../entry/entry';
import { type Naming, namingsIn } from '../entry/naming';
import { slug } from '../entry/slug';
import { stretchesOf } from '../entry/stretches';
import type { Span } from '../text/span';
import { placeOfSpan } from '../yaml/nodeAtSpan';
import { readYaml } from '../yaml/readYaml';
import type { YamlNode } from '../yaml/tree';
import { targetOf } from './links';
import { entryAtViewpoint } from './atViewpoint';
import type { Viewpoint } from './viewpoint';

export interface Hint {
  /** Where it stands: just behind that character. */
  readonly offset: number;
  readonly label: string;
  /** The named thing at the viewpoint; null for an interval. */
  readonly entry: Entry | null;
  /** An interval, in words without markup. */
  readonly tooltip: string | null;
}

/** In the order of places. @param within only those that stand in this part of the text */
export function hintsIn(view: Viewpoint, entry: Entry, text: string, within: Span): Hint[] {
  const { frontmatter } = entry;
  if (frontmatter.end <= frontmatter.start || within.end < frontmatter.start || frontmatter.end < within.start)
    return [];
  const { root } = readYaml(text, frontmatter);
  const hints = new Map<number, Hint>();
  for (const { span, ...hint } of [...namesHinted(view, entry), ...lengthsHinted(view, entry)]) {
    if (span.end < within.start || within.end < span.start) continue;
    const offset = behind(root, text, span);
    if (!hints.has(offset)) hints.set(offset, { ...hint, offset });
  }
  return [...hints.values()].sort((a, b) => a.offset - b.offset);
}

interface Hinted extends Omit<Hint, 'offset'> {
  /** What the hint stands behind. */
  readonly span: Span;
}

/** The title, where the name is not nearly that already, and when it was. */
function namesHinted(view: Viewpoint, entry: Entry): Hinted[] {
  return namingsIn(entry).flatMap((naming) => {
    if (naming.link || naming.only) return [];
    const target = targetOf(view, entry, naming);
    if (!target || target === entryAtViewpoint(view, entry)) return [];
    // Two pages of one thing may date it differently, and one of them supersedes the other.
    const date = naming.role === 'entity' ? [] : dateOf(view, target);
    const label = [...(isNearly(naming, target) ? [] : [target.title]), ...date].join(' · ');
    return label === '' ? [] : [{ span: naming.span, label, entry: target, tooltip: null }];
  });
}

/** When it was; of somebody who lives and dies, that it is when they were born: the fact may be of another time. */
function dateOf({ known }: Viewpoint, { date, type }: Entry): string[] {
  const isBirth = type !== null && known.canon.codex.mortal.has(type.text.toLowerCase());
  return date?.date ? [isBirth ? `born ${date.date.text}` : date.date.text] : [];
}

/** `founding-of-house-vyr` is nearly "The Founding of House Vyr". */
const isNearly = ({ text }: Naming, { title }: Entry): boolean => bare(text) === bare(title);

const bare = (name: string): string => slug(name).replace(/^(?:the|an?)-/, '');

/** How long it lasts what is written here: that is no matter of the viewpoint, unless somebody has not learned all of it. */
function lengthsHinted(view: Viewpoint, written: Entry): Hinted[] {
  const { now, known, eyes, asOf } = view;
  // What was committed stands at other places.
  const entry = eyes ? (asOf?.kind === 'git' ? undefined : entryAtViewpoint(view, written)) : written;
  if (!entry) return [];
  const { chronology } = now.canon.codex;
  const lasting = (span: Span, from: Moment | undefined, until: Moment | undefined, isVague = false): Hinted[] => {
    const length = from && until && from.day < until.day ? elapsed(chronology, from, until) : undefined;
    if (!from || !until || length === undefined) return [];
    const label = isVague || from.approximate || until.approximate ? `about ${length}` : length;
    return [{ span, label, entry: null, tooltip: `from ${from.text} until ${until.text}` }];
  };
  const range = (written: DateWritten | null): Hinted[] =>
    written?.date && isRange(written.date.text)
      ? lasting(written.span, written.date.start, written.date.end, written.date.approximate)
      : [];
  const end = (written: EndWritten | null, from: Moment | undefined): Hinted[] =>
    written ? lasting(written.span, from, written.moment) : [];
  const facts = clippedFactsOf(eyes ? known : now, entry).flatMap(({ fact, stated }) => [
    ...range(fact.from),
    ...end(fact.until, stated[0]?.from ?? undefined),
  ]);
  const own = stretchesOf(entry).flatMap(({ from, until }) => [...range(from), ...end(until, from?.date?.start)]);
  return [...own, ...facts];
}

/** As dates are printed, whatever they were written like. */
const isRange = (text: string): boolean => text.includes(' .. ');

/** Behind the closing quote or brackets; behind the colon of a key. */
function behind(root: YamlNode | null, text: string, span: Span): number {
  const place = placeOfSpan(root, span);
  const end = place?.node.kind === 'scalar' ? place.node.span.end : span.end;
  const closed = text.startsWith(']]', end) && text.startsWith('[[', span.start - 2) ? end + 2 : end;
  return place?.isKey === true && text[closed] === ':' ? closed + 1 : closed;
}
