/** How things are said in a hover: names that lead to their files, attributes without underscores, dates with "from". */
import { entityOf, idOf, type Known, type Retcon, canonWords, describerOf, type Held } from '../canon';
import type { Moment } from '../chronology';
import type { Entry } from '../entry/entry';
import { escapeMarkdown } from '../text/wordLists';
import type { Viewpoint } from './viewpoint';

/** The viewpoint, and where the files are. */
export interface RenderContext extends Viewpoint {
  /** The URI of an entry's file; null where there is nothing to open. */
  readonly href: (entry: Entry) => string | null;
  /** The story of an entry's versions, as markdown; null where what its card says of them is all there is. */
  readonly whyOf?: (entry: Entry) => string | null;
}

export const inlineMarkdown = (words: string): string => escapeMarkdown(words).trim();

export function entryLink({ href }: RenderContext, entry: Entry, label = entry.title): string {
  const uri = href(entry);
  return uri === null ? inlineMarkdown(label) : `[${inlineMarkdown(label)}](${uri})`;
}

/** The name of an entity: its entry's title, without a link where the file is the one that is being read. */
export function entityWords(context: RenderContext, entity: string, here?: Entry): string {
  const entry = describerOf(context.known, entity, context.present);
  if (!entry) return inlineMarkdown(entity);
  return entry === here ? inlineMarkdown(entry.title) : entryLink(context, entry);
}

/** An attribute as people say it, in words that are no markup yet: `felled_by` is "felled by". */
export const attributeLabel = (attribute: string): string => attribute.replace(/[_-]+/g, ' ');

export const attributeWords = (attribute: string): string => inlineMarkdown(attributeLabel(attribute));

/** A value as people say it: the title of the entry it refers to, else the author's text. */
export const valueWords = (context: RenderContext, held: Pick<Held, 'ref' | 'clipped'>): string =>
  held.ref ? `*${entryLink(context, held.ref)}*` : `*${inlineMarkdown(held.clipped.fact.value.text)}*`;

export const isOpen = (moment: Moment | null): moment is null => moment === null || !Number.isFinite(moment.day);

/** `from 200 TA`; a moment that already says `before 200 TA` is left unchanged. */
export const fromWords = (from: Moment): string =>
  /^(?:before|after) /.test(from.text) ? from.text : `from ${from.text}`;

/** When the author decided it, in words: `session-47`. */
export function decidedWhen({ known }: Viewpoint, entry: Entry): string | null {
  const words = canonWords(known.canon, entry);
  return words === null ? null : inlineMarkdown(words);
}

/** The entry that decided something, and when: `[The Refounding](…), session-47`. */
export const decidedBy = (context: RenderContext, entry: Entry): string =>
  [entryLink(context, entry), decidedWhen(context, entry)].filter((part) => part !== null).join(', ');

export const whenWords = ({ effective }: Retcon): string =>
  effective === 'always' ? 'for all time' : fromWords(effective);

export const isAbout = (known: Known, entry: Entry, entity: string): boolean =>
  entityOf(known, entry) === entity || idOf(known, entry) === entity;
