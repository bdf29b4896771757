/** The data of pictures of time: timelines, families and successions. */
import {
  always,
  anything,
  arrayOf,
  boolean,
  described,
  either,
  integer,
  mapOf,
  number,
  object,
  oneOf,
  orNull,
  string,
  twoOf,
} from '../../schema/shape';
import { KIND, SIDE, textOrNull } from './commonShapes';

/** `[first, until)` on the line of a picture. */
const DAYS = twoOf(orNull(number));

const CANON_STRETCH = { canon_from: textOrNull, canon_until: textOrNull };

const SPAN = object(
  {
    value: string,
    ref: textOrNull,
    from: textOrNull,
    until: textOrNull,
    approximate: boolean,
    entry: textOrNull,
    sources: arrayOf(string),
    superseded_by: textOrNull,
    days: orNull(DAYS),
    canon: textOrNull,
    is_disputed: boolean,
    title: string,
    ...CANON_STRETCH,
  },
  {
    disputed_days: arrayOf(DAYS),
    is_soft: always,
    from_approximate: always,
    until_approximate: always,
    from_days: DAYS,
    until_days: DAYS,
    ends_elsewhere: string,
  },
);

const LANE = object({
  entity: string,
  title: string,
  attribute: string,
  kind: KIND,
  type: textOrNull,
  file: textOrNull,
  spans: arrayOf(SPAN),
});

const EVENT = object(
  {
    entry: string,
    title: string,
    type: textOrNull,
    file: string,
    date: string,
    days: orNull(DAYS),
    approximate: boolean,
    standing: string,
    canon: textOrNull,
    ...CANON_STRETCH,
  },
  { standing_then: string, from_block: always, text: string },
);

const TIMELINE_RETCON = object(
  {
    superseded: string,
    by: string,
    kind: string,
    effective: string,
    as_of: textOrNull,
    canon: textOrNull,
    reason: textOrNull,
    sources: arrayOf(string),
    pairs: arrayOf(object({ entity: string, attribute: string })),
    canon_from: textOrNull,
    days: orNull(DAYS),
  },
  { differs_from: textOrNull, before: arrayOf(SIDE), after: arrayOf(SIDE) },
);

const OTHER_LINE = { why: oneOf('other_line'), line: string, line_days: DAYS };
const UNDATED = { why: oneOf('undated') };

const UNPLACED = either(
  object({ lane: integer, span: integer, ...UNDATED }),
  object({ event: integer, ...UNDATED }),
  object({ lane: integer, span: integer, ...OTHER_LINE }),
  object({ event: integer, ...OTHER_LINE }),
);

/** The line and the stops of a picture of time. */
const PICTURE = {
  line: string,
  calendars: described(arrayOf(anything), 'as codex.yaml declares them'),
  present: orNull(object({ text: string, days: DAYS })),
  points: arrayOf(
    object(
      { at: textOrNull },
      {
        title: string,
        date: string,
        is_open: always,
        campaign: described(string, 'what the campaign is called that it is a session of'),
      },
    ),
  ),
};

const AT_DAYS = orNull(DAYS);

const LIFE = object({
  entry: string,
  from: textOrNull,
  until: textOrNull,
  days: orNull(DAYS),
  approximate: boolean,
  ...CANON_STRETCH,
});

const TIMELINE_SCOPE = { from: textOrNull, until: textOrNull, as_of: string, for: textOrNull };
const LINES = { lines: arrayOf(object({ line: string, name: string, count: integer })) };

export const TIMELINE = object({
  ...TIMELINE_SCOPE,
  lanes: arrayOf(LANE),
  events: arrayOf(EVENT),
  retcons: arrayOf(TIMELINE_RETCON),
  unplaced: arrayOf(UNPLACED),
  ...LINES,
  ...PICTURE,
});

/** What an assistant gets in place of a timeline that is too long to read. */
export const TIMELINE_IN_SHORT = object({
  ...TIMELINE_SCOPE,
  left_out: mapOf(integer),
  narrow: string,
  ...LINES,
  points: PICTURE.points,
});

export const FAMILY = object({
  entity: string,
  at: textOrNull,
  at_days: AT_DAYS,
  as_of: string,
  people: arrayOf(
    object(
      {
        id: string,
        title: string,
        type: textOrNull,
        file: textOrNull,
        canon_from: textOrNull,
        generation: integer,
        lives: arrayOf(LIFE),
      },
      { is_unknown: always },
    ),
  ),
  unions: arrayOf(object({ partners: arrayOf(string), children: arrayOf(string) })),
  relations: arrayOf(
    object({
      role: oneOf('parent', 'spouse'),
      attribute: string,
      kind: KIND,
      of: string,
      to: string,
      spans: arrayOf(SPAN),
    }),
  ),
  cycles: arrayOf(arrayOf(string)),
  cut: orNull(object({ generations: integer })),
  ...PICTURE,
});

export const SUCCESSION = object({
  entity: string,
  title: string,
  attribute: string,
  kind: KIND,
  at: textOrNull,
  at_days: AT_DAYS,
  as_of: string,
  spans: arrayOf(SPAN),
  holders: arrayOf(object({ id: string, title: string, file: string, lives: arrayOf(LIFE) })),
  ...PICTURE,
});
