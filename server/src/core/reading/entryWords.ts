/** How things are said in a hover: names that lead to their files, attributes without underscores, dates with "from". */
import { entityOf, idOf, type Known, type Retcon, canonWords, describerOf, type Held } from '../canon';
import type { Moment } from '../chronology/types';
import type { Entry } from '../entry/entry';
import { escaped } from '../text/words';
import type { Viewpoint } from './viewpoint';

/** From where it is told, and where the files are. */
export interface Telling extends Viewpoint {
  /** The URI of an entry's file; null where there is nothing to open. */
  readonly href: (entry: Entry) => string | null;
}

export const plain = (words: string): string => escaped(words).trim();

export function named({ href }: Telling, entry: Entry, label = entry.title): string {
  const uri = href(entry);
  return uri === null ? plain(label) : `[${plain(label)}](${uri})`;
}

/** The name of an entity: its entry's title, without a link where the file is the one that is being read. */
export function entityWords(telling: Telling, entity: string, here?: Entry): string {
  const entry = describerOf(telling.known, entity, telling.present);
  if (!entry) return plain(entity);
  return entry === here ? plain(entry.title) : named(telling, entry);
}

/** An attribute as people say it, in words that are no markup yet: `felled_by` is "felled by". */
export const spoken = (attribute: string): string => attribute.replace(/[_-]+/g, ' ');

export const attributeWords = (attribute: string): string => plain(spoken(attribute));

/** A value as people say it: the title of the entry it refers to, else the author's text. */
export const valueWords = (telling: Telling, held: Pick<Held, 'ref' | 'clipped'>): string =>
  held.ref ? `*${named(telling, held.ref)}*` : `*${plain(held.clipped.fact.value.text)}*`;

export const isOpen = (moment: Moment | null): moment is null => moment === null || !Number.isFinite(moment.day);

/** `from 200 TA`; a moment that says `before 200 TA` by itself is left as it is. */
export const fromWords = (from: Moment): string =>
  /^(?:before|after) /.test(from.text) ? from.text : `from ${from.text}`;

/** When the author decided it, in words: `session-47`. */
export function decidedWhen({ known }: Viewpoint, entry: Entry): string | null {
  const words = canonWords(known.canon, entry);
  return words === null ? null : plain(words);
}

/** The entry that decided something, and when: `[The Refounding](…), session-47`. */
export const decidedBy = (telling: Telling, entry: Entry): string =>
  [named(telling, entry), decidedWhen(telling, entry)].filter((part) => part !== null).join(', ');

export const whenWords = ({ effective }: Retcon): string =>
  effective === 'always' ? 'for all time' : fromWords(effective);

export const isAbout = (known: Known, entry: Entry, entity: string): boolean =>
  entityOf(known, entry) === entity || idOf(known, entry) === entity;
