/** The frontmatter keys that mean something to Retcon, each with a line for its hover and completion. */

/** A key as `keyOf` gives it, what it says, and what its value looks like. */
export interface KnownKey {
  readonly key: string;
  readonly doc: string;
  readonly shape: string;
}

/** In the order in which model.md §2 explains them. */
export const KNOWN_KEYS: readonly KnownKey[] = [
  { key: 'id', doc: "The entry's id, unique in its codex. Without it, made from the file's name.", shape: 'a name' },
  {
    key: 'title',
    doc: "What the entry is called. Without it, the file's name; where that is a slug like house-vyr, the heading at the top.",
    shape: 'text',
  },
  { key: 'aliases', doc: 'Other names that links and look-ups find it by.', shape: 'a list of names' },
  {
    key: 'type',
    doc: 'What sort of thing it is: event, person, place … Without it, what `types` in codex.yaml gives its folder or a tag.',
    shape: 'a word',
  },
  {
    key: 'entity',
    doc: 'Whom or what this entry describes. A new version of a page names the same one as the old.',
    shape: 'an entry',
  },
  {
    key: 'date',
    doc: 'When it happened, or from when its content holds, in the world.',
    shape: 'a world date, like 412 TA, or 200 TA .. 205 TA; a list of them for several stretches',
  },
  {
    key: 'until',
    doc: 'The world date from which it no longer holds: that date is already outside.',
    shape: 'a world date; a list where `date` is one',
  },
  {
    key: 'through',
    doc: 'The last world date on which it still holds: that date is inside.',
    shape: 'a world date; a list where `date` is one',
  },
  {
    key: 'canon',
    doc: 'When it entered the canon: one of the revisions in codex.yaml, or a day of ours.',
    shape: 'a revision, or a date like 2026-05-12',
  },
  { key: 'created', doc: 'Stands in for `canon` where that is missing.', shape: 'a date of ours, like 2026-05-12' },
  {
    key: 'draft',
    doc: '`true` while nothing of it has been told yet: it may change without a retcon.',
    shape: 'true or false',
  },
  { key: 'attributes', doc: "Facts about the entry's own entity.", shape: 'attribute: value' },
  {
    key: 'facts',
    doc: 'Facts about any entity, each with the dates between which it holds.',
    shape: 'entity: {attribute: value}, or a list of {entity, attribute, value, from, until}',
  },
  {
    key: 'supersedes',
    doc: 'The older entries that this one replaces: from when, and why. They stay in the codex.',
    shape: 'a list of {id, as_of, effective, reason, sources, only, soft}',
  },
  {
    key: 'superseded_by',
    doc: 'The newer entry that replaces this one: the same retcon, told from the other end.',
    shape: 'a list of {id, effective, reason}',
  },
  {
    key: 'retracts',
    doc: 'Entries that were wrong, with nothing in their place.',
    shape: 'a list of {id, effective, reason}',
  },
  {
    key: 'restores',
    doc: 'Entries that were retconned away and are true after all.',
    shape: 'a list of {id, effective, reason}',
  },
  {
    key: 'disputes',
    doc: 'Entries it knowingly contradicts: no longer reported, still answered.',
    shape: 'a list of entries',
  },
  { key: 'sources', doc: 'What it rests on: entries, books, web pages.', shape: 'a list of entries or texts' },
  {
    key: 'reviewed',
    doc: 'Newer entries whose effect on this one you have looked at.',
    shape: 'a list of entries',
  },
  {
    key: 'known_by',
    doc: 'Who is in on it: characters, circles, `everyone` or `nobody`; or each of them with when. Everyone, where it is missing.',
    shape: 'a list of names, or {name: a world date or a revision}',
  },
  {
    key: 'known_from',
    doc: 'The world date from which they know it. Without it, from when it is so.',
    shape: 'a world date, like 430 TA',
  },
  {
    key: 'believed_by',
    doc: 'What the page tells is not so: these believe it.',
    shape: 'a list of names',
  },
  { key: 'pov', doc: 'Through whose eyes a scene is told, at its `date`.', shape: 'a name, or a list of names' },
  { key: 'tier', doc: 'Its canon tier, one of the `tiers` in codex.yaml.', shape: 'a tier' },
];
