/** The keys of codex.yaml, each once: what it says and what it takes, from which readers, schema, completion and documentation go. */
import {
  aFlag,
  aList,
  aMap,
  aNumber,
  aText,
  namedShape,
  namesIn,
  oneShapeOf,
  withKeys,
  wordsOf,
  type YamlKey,
} from '../schema/yamlShape';

import { PRESETS } from './presets';

const texts = namedShape('texts', aList(aText));

const key = (doc: string, takes: YamlKey['takes']): YamlKey => ({ doc, takes });

export const ERA = {
  id: key('The short name written with the year: TA.', aText),
  names: key('Its other names.', texts),
  epoch: key('The year just before its year 1, in one count that runs through the whole calendar.', aNumber),
  direction: key(
    'Which way its years count.',
    wordsOf({ forward: 'as years usually do', backward: 'down: 1 is the year before the next era' }),
  ),
  year_zero: key('Whether it has a year 0.', aFlag),
  last: key('Its last year.', aNumber),
};

export const MONTH = {
  name: key('What the month is called.', aText),
  days: key('How many days it has; none, where a leap rule gives it one now and then.', aNumber),
};

export const LEAP = {
  month: key('The month that is a day longer.', aText),
  every: key('Every how many years: 4 is every fourth year.', aNumber),
  except: key('But not in years divisible by this.', aNumber),
  unless: key('Unless they are divisible by this.', aNumber),
  offset: key('The year from which they are counted.', aNumber),
};

const eras = namedShape('eras', aList(oneShapeOf(withKeys(ERA), aText)));

export const CALENDAR = {
  months: key('Its months in order, each with its days.', aList(withKeys(MONTH))),
  leap: key('Which month is a day longer, and in which years.', aList(withKeys(LEAP))),
  seasons: key('The months of each season, in order: {winter: [Frostwane, Thaw]}.', aMap(texts)),
  weekdays: key('The days of the week in order.', texts),
  eras: key('What is written with the year, and where each begins to count.', eras),
  default_era: key('The era of years that name none; if left out, the last in the list.', aText),
  offset_days: key("How many days after the common beginning this calendar's year 1 begins.", aNumber),
  year_days: key('The length of the year where no months are listed.', aNumber),
};

export const REVISION = {
  id: key('Its name: session-47.', aText),
  date: key('A real-world date: 2026-05-12.', aText),
  title: key('What it is called.', aText),
  open: key('Whether it is still being written: what belongs to it may change without a retcon.', aFlag),
};

const revisionList = aList(oneShapeOf(aText, withKeys(REVISION)));

export const CAMPAIGN = {
  title: key('What it is called.', aText),
  players: key('Who plays in it: they know what the campaign knows.', texts),
  sessions: key('Its sessions, the oldest first, each with the day on which it was played.', revisionList),
};

export const MEMBERSHIP = {
  of_circle: key('The attributes of a circle whose values are its members.', texts),
  of_member: key('The attributes of a member whose values are its circles.', texts),
};

const KIN = {
  parent: key('The attributes whose value is a parent.', texts),
  spouse: key('The attributes whose value is a spouse.', texts),
  child: key('The attributes whose value is a child.', texts),
};

export const SOURCE = {
  version: key('Which version of it this is: 0.1.0.', aText),
  paths: key('The files that are from it, as patterns.', texts),
  trust: key('How much weight it has when texts are chosen, from 0 to 1.', aNumber),
  for: key('In which mode it is given to a reader.', wordsOf({ neutral: 'in neutral mode', fan: 'in fan mode' })),
  compliance: key("What its owner's terms ask for.", {
    kind: 'keys',
    isOpen: true,
    keys: {
      non_commercial: key('Nothing made from it is sold.', aFlag),
      distribution: key('How far it may be distributed.', aText),
    },
  }),
};

export const DATE_PARTS = {
  year: key('The year.', aText),
  month: key('The month, by its name or number.', aText),
  day: key('The day.', aText),
  era: key('The era.', aText),
};

export const GIT_CANON = {
  from: key('Where it comes from.', wordsOf({ git: 'the first commit that holds each note' })),
};

export const ATTRIBUTE_KINDS = {
  constant: 'one value for all time',
  state: 'one at a time',
  set: 'any number at a time',
} as const;

export const RULE_SEVERITIES = {
  off: 'not reported',
  error: 'stops a commit',
  warning: 'worth a look',
  info: 'good to know',
  hint: 'barely visible',
} as const;

export const TITLE_SOURCES = {
  file: "the file's name, whatever headings are in it",
  heading: 'the first heading, wherever it stands',
} as const;

export const MODE_WORDS = {
  neutral: 'a reader gets only what is for neutral readers',
  fan: 'a reader gets only what is for fans, under its terms',
} as const;

const ofOurOwn = aMap(texts);

/** In the order in which the reference page explains them. */
export const CODEX_YAML = {
  fields: key('Your own names for the keys that Retcon knows.', aMap(texts, 'entry keys')),
  preset: key(
    'The system whose headers your notes use.',
    wordsOf(Object.fromEntries(Object.entries(PRESETS).map(([name, { doc }]) => [name, doc]))),
  ),
  inline: key('Whether lines like born:: 1605 at the top of a note are properties.', aFlag),
  titles: key('Whether a note takes its title from its file or from its heading.', wordsOf(TITLE_SOURCES)),
  types: key('What sort of thing the notes in a folder or with a tag are about.', aMap(aText)),
  calendars: key('How your world counts its days and years.', aMap(withKeys(CALENDAR))),
  eras: key('The eras of the first calendar, or of a calendar with years only.', eras),
  present: key('What "now" means in your world.', oneShapeOf(aText, withKeys(DATE_PARTS))),
  revisions: key('The sessions, chapters or drafts in which you decided things, the oldest first.', revisionList),
  campaigns: key(
    'The tables that play in this world, each with its sessions: session 2 of honor is the revision honor/2.',
    aMap(withKeys(CAMPAIGN)),
  ),
  attributes: key('Which facts can change over time.', aMap(wordsOf(ATTRIBUTE_KINDS), 'attributes')),
  kin: key('Which facts say who is whose parent, spouse or child.', withKeys(KIN)),
  tiers: key('Which notes outrank which, the highest first.', texts),
  mortal: key('The types of notes that describe somebody who lives and dies.', texts),
  told_at: key('The types of notes that describe what happened at their date.', texts),
  circles: key('Who belongs together, and so knows the same things.', ofOurOwn),
  membership: key('The attributes by which somebody belongs to a circle.', withKeys(MEMBERSHIP)),
  audience: key('Who knows what is in a folder.', ofOurOwn),
  secrets: key('The types of callouts that are secrets, besides secret.', texts),
  shared_keys: key('Keys of your own that a shared edition keeps.', texts),
  mode: key('What may be given to a reader.', wordsOf(MODE_WORDS)),
  registry: key('Where the texts of the codex come from, each source with its version.', aMap(withKeys(SOURCE))),
  banned_terms: key('Words that may not appear in what counts in the mode; * stands for any letters.', texts),
  established: key('The tag, branch or commit up to which everything is established: git:book-one.', aText),
  canon: key('Where notes that state none get their canon position.', withKeys(GIT_CANON)),
  rules: key('How loudly each problem is reported, by its code.', aMap(wordsOf(RULE_SEVERITIES), 'rules')),
  include: key('Which files belong to the codex, as patterns.', texts),
  exclude: key('Which files do not belong to it.', texts),
};

/** The keys of codex.yaml, in their order. */
export const CODEX_KEYS = namesIn(CODEX_YAML);

export const KIN_ROLES = namesIn(KIN);

/** What the value of such an attribute is to the one whose attribute it is: `mother: ysolde` names a parent. */
export type KinRole = (typeof KIN_ROLES)[number];

/** Attribute, as facts spell it → what it names; empty where codex.yaml says nothing of kin. */
export type Kin = ReadonlyMap<string, KinRole>;
