/** Names and dates in sentences: entities, values, attributes, stretches of world time, and how an entry stands. */
import {
  type Canon,
  canonWords,
  describerOf,
  describersOf,
  enteredWith,
  type entryElsewhere,
  valueElsewhere,
  type Held,
  idOf,
  isShown,
  type Known,
  preposition,
  type Retcon,
  type Segment,
  type Standing,
} from '../../canon';
import type { Moment } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { endWords, type Ending } from '../../entry/stretches';
import { link, strong, type TextPart } from './richText';

/** The name of an entity: the title of the page with its id, else of one that describes it, else the id. */
export function entityName(known: Known, entity: string): TextPart {
  const entry =
    describersOf(known, entity).find((one) => idOf(known, one) === entity) ?? describerOf(known, entity, null);
  return entry ? link(entry) : entity;
}

/**
 * A value for display: the title of the entry it refers to, else the author's text.
 * @param known where it may be an entry of another setting
 */
export const valueName = (held: Pick<Held, 'ref' | 'clipped'>, known?: Known): TextPart =>
  held.ref ? strong(held.ref.title, held.ref) : strong(valueText(held, known));

/** The same as plain text. */
export function valueText({ ref, clipped }: Pick<Held, 'ref' | 'clipped'>, known?: Known): string {
  const { value } = clipped.fact;
  const other = ref || !known ? null : valueElsewhere(known, value);
  return ref?.title ?? (other ? titleElsewhere(other) : value.text);
}

/** `Maric Ashhand (vyr)`. */
export const titleElsewhere = ({ entry, id }: NonNullable<ReturnType<typeof entryElsewhere>>): string =>
  `${entry.title} (${id.slice(0, id.indexOf(':'))})`;

/** An attribute for display: `felled_by` is "felled by". */
export const attributeName = (attribute: string): string => attribute.replaceAll('_', ' ');

/**
 * `from 200 TA until 412 TA`; empty if both ends are open.
 * @param clipped the fact that holds there: where its author wrote `through: 231 TA`, so does the sentence
 */
export function stretchText({ segment, clipped }: { readonly segment: Segment; readonly clipped?: Ending }): string {
  const { from, endsElsewhere } = segment;
  const until = segment.until ?? endsElsewhere ?? null;
  return [fromText(from), untilText(until, clipped ? [clipped] : [])].filter((part) => part !== '').join(' ');
}

const isOpen = (moment: Moment | null): moment is null => moment === null || !Number.isFinite(moment.day);

/** `from 412 TA`, `after 200 TA`; empty for an open end. */
export const fromText = (from: Moment | null): string =>
  isOpen(from) ? '' : /^(?:before|after) /.test(from.text) ? from.text : `from ${from.text}`;

/** `until 412 TA`, or `through 411 TA` where one of these facts is written so; empty for an open end. */
export const untilText = (until: Moment | null, facts: readonly Ending[]): string =>
  isOpen(until) ? '' : endWords(until, facts);

/** `, as of session-46`, `, just before mm was decided`; empty for all that is known now. @param asOf as questions take it */
export function asOfText(asOf: string): string {
  if (asOf === 'latest') return '';
  const before = /^before:\s*(.*)$/.exec(asOf)?.[1];
  return before === undefined ? `, as of ${asOf}` : `, just before ${before} was decided`;
}

/** `In session-47, `; empty if it was always there. A page that names no revision is not filed under another. */
export function decidedText(known: Known, retcon: Retcon): string {
  const { by } = retcon;
  if (by.unknownCanon && isShown(known, by)) return `In "${by.unknownCanon.text}", which codex.yaml does not list, `;
  const words = canonWords(known.canon, enteredWith(known, retcon));
  return words === null ? '' : `${preposition(words) === 'on' ? 'On' : 'In'} ${words}, `;
}

/** The standing of an entry, in words: of one that lives and dies, whether it lives. */
export const standingWords = (canon: Canon, entry: Entry, standing: Standing): string =>
  (isMortal(canon, entry) ? LIFE_WORDS[standing] : undefined) ?? STANDING_WORDS[standing];

export const isMortal = ({ codex }: Canon, { type }: Entry): boolean =>
  type !== null && codex.mortal.has(type.text.toLowerCase());

const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  current: 'current',
  ended: 'has ended',
  superseded: 'superseded',
  retracted: 'retracted',
  not_yet: 'not yet begun',
  unwritten: 'not yet written',
};

const LIFE_WORDS: Readonly<Partial<Record<Standing, string>>> = { ended: 'no longer alive', not_yet: 'not yet born' };
