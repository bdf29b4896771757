/** The frontmatter keys that mean something to Retcon, each with a line for its hover and completion. */
import {
  aFlag,
  aList,
  aMap,
  aText,
  namedShape,
  oneShapeOf,
  withKeys,
  withKeysAndOthers,
  type YamlShape,
} from '../schema/yamlShape';
import { DATE_PARTS } from './codexKeys';

/** A key as `keyOf` gives it, what it says, and what its value looks like. */
interface KnownKey {
  readonly key: string;
  readonly doc: string;
  readonly shape: string;
  readonly takes: YamlShape;
}

/** What a key says, and what its value looks like. */
export type KeyDoc = Omit<KnownKey, 'key'>;

const texts = namedShape('texts', aList(aText));
/** A date can be written in its parts. */
const aDate = namedShape('date', oneShapeOf(aText, withKeys(DATE_PARTS)));
const dates = namedShape('dates', aList(aDate));

/** What a declaration can say, in the order of the documentation. */
export const RETCON_KEYS = {
  id: { doc: 'The entry that this is about.', shape: 'an entry', takes: aText },
  as_of: {
    doc: "The world date of the old version: it must agree with that entry's date. The as_of of a question is something else: what you had decided by a session.",
    shape: 'a world date',
    takes: aDate,
  },
  effective: {
    doc: "The world date from which this holds. Without it, this entry's own date; `always` means that it was never otherwise.",
    shape: 'a world date, or always',
    takes: aDate,
  },
  reason: { doc: 'Why, for your readers and for you in a year.', shape: 'a sentence', takes: aText },
  sources: {
    doc: "Where it was decided. Without it, this entry's own sources.",
    shape: 'a list of entries or texts',
    takes: texts,
  },
  only: {
    doc: 'The facts that this is limited to. Everything else of the old entry stands.',
    shape: 'a list like house-vyr.founder',
    takes: texts,
  },
  soft: {
    doc: 'Both versions stay true, on purpose: nothing of the old one ends, every answer names both, and neither is reported.',
    shape: 'true or false',
    takes: aFlag,
  },
} as const satisfies Readonly<Record<string, KeyDoc>>;

/** What a fact of the long form can say. */
export const FACT_KEYS = {
  entity: { doc: 'The person or thing that the fact is about.', shape: 'an entry, or any name', takes: aText },
  attribute: { doc: 'What is said of it: ruler, founder, member …', shape: 'a name', takes: aText },
  value: {
    doc: 'Its value. An id or a [[link]] leads to its entry.',
    shape: 'a text, an entry, or a list of them',
    takes: texts,
  },
  from: {
    doc: "The world date from which it holds. Without it, this entry's date.",
    shape: 'a world date',
    takes: aDate,
  },
  until: {
    doc: 'The first world date on which it no longer holds.',
    shape: 'a world date',
    takes: aDate,
  },
  through: {
    doc: 'The last world date on which it still holds.',
    shape: 'a world date',
    takes: aDate,
  },
  known_by: {
    doc: "Who knows it: characters, circles, `everyone` or `nobody`; or each with the time they learn it. Without it, this page's own.",
    shape: 'a list of names, or {name: a world date or a revision}',
    takes: oneShapeOf(texts, aMap(aText)),
  },
  known_from: {
    doc: 'The world date from which they know it. Without it, as soon as it holds.',
    shape: 'a world date',
    takes: aDate,
  },
  believed_by: { doc: 'It is not true, but these believe it.', shape: 'a list of names', takes: texts },
} as const satisfies Readonly<Record<string, KeyDoc>>;

/** What an item of `formerly` can say beside the old values. */
export const FORMERLY_KEYS = {
  canon: {
    doc: 'When this was decided: one of the revisions in codex.yaml, or a real-world date.',
    shape: 'a revision, or a date like 2026-05-12',
    takes: aText,
  },
  effective: {
    doc: 'The world date from which the new value holds. Without it, or with `always`, it was never otherwise.',
    shape: 'a world date, or always',
    takes: aDate,
  },
  reason: RETCON_KEYS.reason,
  sources: RETCON_KEYS.sources,
  soft: RETCON_KEYS.soft,
  known_by: FACT_KEYS.known_by,
  known_from: FACT_KEYS.known_from,
} as const satisfies Readonly<Record<string, KeyDoc>>;

const declarations = namedShape('declarations', aList(oneShapeOf(aText, withKeys(RETCON_KEYS))));

/** In the order in which model §2 explains them. */
export const KNOWN_KEYS: readonly KnownKey[] = [
  {
    key: 'id',
    doc: "The entry's id, unique in its codex. Without it, made from the file's name.",
    shape: 'a name',
    takes: aText,
  },
  {
    key: 'title',
    doc: "What the entry is called. Without it, the file's name; where that is a slug like house-vyr, the heading at the top.",
    shape: 'text',
    takes: aText,
  },
  { key: 'aliases', doc: 'Other names that links and look-ups find it by.', shape: 'a list of names', takes: texts },
  {
    key: 'type',
    doc: 'What sort of thing it is: event, person, place … Without it, what `types` in codex.yaml gives its folder or a tag.',
    shape: 'a word',
    takes: aText,
  },
  {
    key: 'entity',
    doc: 'The person or thing that this entry describes. A new version of a page names the same one as the old.',
    shape: 'an entry',
    takes: aText,
  },
  {
    key: 'date',
    doc: 'The world date on which it happened, or from which its content holds.',
    shape: 'a world date, like 412 TA, or 200 TA .. 205 TA; a list of them for several stretches',
    takes: dates,
  },
  {
    key: 'until',
    doc: 'The first world date on which it no longer holds.',
    shape: 'a world date; a list where `date` is one',
    takes: dates,
  },
  {
    key: 'through',
    doc: 'The last world date on which it still holds.',
    shape: 'a world date; a list where `date` is one',
    takes: dates,
  },
  {
    key: 'canon',
    doc: 'When it entered the canon: one of the revisions in codex.yaml, or a real-world date.',
    shape: 'a revision, or a date like 2026-05-12',
    takes: aText,
  },
  {
    key: 'created',
    doc: 'Stands in for `canon` where that is missing.',
    shape: 'a real-world date, like 2026-05-12',
    takes: aText,
  },
  {
    key: 'draft',
    doc: '`true` while none of it is established: it may change without a retcon.',
    shape: 'true or false',
    takes: aFlag,
  },
  { key: 'attributes', doc: "Facts about the entry's own entity.", shape: 'attribute: value', takes: aMap(texts) },
  {
    key: 'facts',
    doc: 'Facts about any entity, each with the dates between which it holds.',
    shape: 'entity: {attribute: value}, or a list of {entity, attribute, value, from, until}',
    takes: oneShapeOf(aMap(aMap(texts)), aList(withKeys(FACT_KEYS))),
  },
  {
    key: 'supersedes',
    doc: 'The older entries that this one replaces: from when, and why. They stay in the codex.',
    shape: 'a list of {id, as_of, effective, reason, sources, only, soft}',
    takes: declarations,
  },
  {
    key: 'superseded_by',
    doc: 'The newer entry that replaces this one: the same retcon, declared at the other end.',
    shape: 'a list of {id, effective, reason}',
    takes: declarations,
  },
  {
    key: 'retracts',
    doc: 'Entries that were wrong, with nothing in their place.',
    shape: 'a list of {id, effective, reason}',
    takes: declarations,
  },
  {
    key: 'restores',
    doc: 'Entries that were retconned away and are true after all.',
    shape: 'a list of {id, effective, reason}',
    takes: declarations,
  },
  {
    key: 'formerly',
    doc: 'What this page itself used to say, when that changed, and why. Every earlier answer stays as it was.',
    shape: 'a list like {rank: captain, canon: session-31, effective: 412 TA, reason: …}',
    // The keys of what the page said before are its author's.
    takes: namedShape('formerly', aList(withKeysAndOthers(FORMERLY_KEYS))),
  },
  {
    key: 'disputes',
    doc: 'Entries it knowingly contradicts: no longer reported, still answered.',
    shape: 'a list of entries',
    takes: texts,
  },
  {
    key: 'sources',
    doc: 'What it rests on: entries, books, web pages.',
    shape: 'a list of entries or texts',
    takes: texts,
  },
  {
    key: 'summarises',
    doc: 'What it sums up: look at it again when that changes.',
    shape: 'a list of entries',
    takes: texts,
  },
  {
    key: 'reviewed',
    doc: 'Newer entries whose effect on this one you have looked at.',
    shape: 'a list of entries',
    takes: texts,
  },
  {
    key: 'known_by',
    doc: 'Who knows it: characters, circles, `everyone` or `nobody`; or each with the time they learn it. Without it, everyone.',
    shape: 'a list of names, or {name: a world date or a revision}',
    takes: oneShapeOf(texts, aMap(aText)),
  },
  {
    key: 'known_from',
    doc: 'The world date from which they know it. Without it, as soon as it holds.',
    shape: 'a world date, like 430 TA',
    takes: aDate,
  },
  {
    key: 'believed_by',
    doc: 'What the page states is not true, but these believe it.',
    shape: 'a list of names',
    takes: texts,
  },
  {
    key: 'pov',
    doc: 'Whose point of view a scene has, at its `date`.',
    shape: 'a name, or a list of names',
    takes: texts,
  },
  { key: 'tier', doc: 'Its canon tier, one of the `tiers` in codex.yaml.', shape: 'a tier', takes: aText },
];
