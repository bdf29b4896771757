/** The shapes that several answers are made of: values, facts, retcons, and the data of pictures of time. */
import { arrayOf, boolean, described, extended, integer, object, oneOf, orNull, string } from '../../schema/shape';

export const textOrNull = orNull(string);

/** A value that holds over a stretch of world time. */
export const VALUE = object(
  {
    value: described(string, 'as the author wrote it'),
    ref: described(textOrNull, 'the id of the entry that it refers to'),
    from: described(textOrNull, 'from when in the world it holds; null: from ever'),
    until: described(textOrNull, 'from when on it no longer holds; null: open'),
    approximate: boolean,
    entry: described(textOrNull, 'the id of the entry that states it'),
    sources: arrayOf(string),
    superseded_by: described(textOrNull, 'the id of the first entry whose retcon cuts it short'),
  },
  {
    ends_elsewhere: described(string, 'an end on another line than the beginning: until when it holds can not be told'),
  },
);

export const KIND = oneOf('constant', 'state', 'set');

/** What holds of one attribute. */
export const FACT = object({
  attribute: string,
  kind: KIND,
  is_disputed: described(boolean, 'several values hold where there can be one: tell all of them, and pick none'),
  values: arrayOf(VALUE),
});

export const SIDE = object({ entity: string, attribute: string, value: string });

const RETCON_KIND = oneOf('correction', 'change', 'retraction', 'soft', 'restoration');

const RETCON_WITHOUT_SIDES = object({
  superseded: string,
  by: string,
  kind: RETCON_KIND,
  effective: string,
  as_of: textOrNull,
  canon: textOrNull,
  reason: textOrNull,
  sources: arrayOf(string),
});

export const RETCON = extended(
  RETCON_WITHOUT_SIDES,
  object({
    before: described(arrayOf(SIDE), 'what holds without it'),
    after: described(arrayOf(SIDE), 'what holds with it'),
  }),
);

/** An answer that is not the same at two points. */
export const CHANGE = object(
  {
    entity: string,
    attribute: string,
    at: object({ from: textOrNull, until: textOrNull }),
    before: arrayOf(VALUE),
    after: arrayOf(VALUE),
    by: described(arrayOf(string), 'the entries that say so; of more than a hundred the newest'),
    declared: described(boolean, 'whether a retcon says so'),
  },
  {
    before_left: described(integer, 'how many more values held: a hundred stand in `before`'),
    after_left: described(integer, 'how many more values hold: a hundred stand in `after`'),
    by_left: described(integer, 'how many more entries say so'),
  },
);

export const STANDING = oneOf('current', 'ended', 'superseded', 'retracted', 'not_yet', 'unwritten');

export const ERRATUM = object({ entity: string, attribute: string, was: string, is: string, reason: textOrNull });
