/** What the keys of the frontmatter say: those at its top, and those inside retcons and facts. */
import { type Known, exampleIn } from '../canon';
import { KNOWN_KEYS } from '../codex/keys';

interface KeyDoc {
  readonly doc: string;
  readonly shape: string;
}

const IN_A_RETCON: Readonly<Record<string, KeyDoc>> = {
  id: { doc: 'The entry that this is about.', shape: 'an entry' },
  as_of: {
    doc: "When the old version was set, in the world: it must agree with that entry's date. The as_of of a question is another: what you had decided by a session.",
    shape: 'a world date',
  },
  effective: {
    doc: "From when in the world this holds. Without it, this entry's own date; `always` means that it never was otherwise.",
    shape: 'a world date, or always',
  },
  reason: { doc: 'Why, for your readers and for you in a year.', shape: 'a sentence' },
  sources: { doc: "Where it was decided. Without it, this entry's own sources.", shape: 'a list of entries or texts' },
  only: {
    doc: 'The facts that this is limited to. Everything else of the old entry stands.',
    shape: 'a list like house-vyr.founder',
  },
  soft: {
    doc: 'Both versions stay true, on purpose: nothing of the old one ends, every answer tells both, and neither is reported.',
    shape: 'true or false',
  },
};

const IN_A_FACT: Readonly<Record<string, KeyDoc>> = {
  entity: { doc: 'Whom or what the fact is about.', shape: 'an entry, or any name' },
  attribute: { doc: 'What is said of it: ruler, founder, member …', shape: 'a name' },
  value: { doc: 'What holds. An id or a [[link]] leads to its entry.', shape: 'a text, an entry, or a list of them' },
  from: { doc: "From when in the world it holds. Without it, from this entry's date.", shape: 'a world date' },
  until: { doc: 'The world date from which it no longer holds: that date is already outside.', shape: 'a world date' },
  through: { doc: 'The last world date on which it still holds: that date is inside.', shape: 'a world date' },
  known_by: {
    doc: "Who is in on it: characters, circles, `everyone` or `nobody`; or each of them with when. Without it, this page's own.",
    shape: 'a list of names, or {name: a world date or a revision}',
  },
  known_from: { doc: 'The world date from which they know it. Without it, from when it is so.', shape: 'a world date' },
  believed_by: { doc: 'It is not so: these believe it.', shape: 'a list of names' },
};

/** @param path the key with those above it, each as `keyOf` gives it; dates that serve as examples are in an era of the codex */
export function keyDoc(known: Known, path: readonly string[]): KeyDoc | null {
  const found = docAt(path);
  const year = path[0] === 'date' ? exampleIn(known) : null;
  return found && year !== null
    ? { ...found, shape: `a world date, like ${year}, or a range like ${year} .. ${year}` }
    : found;
}

function docAt(path: readonly string[]): KeyDoc | null {
  const [top = '', inner] = path;
  if (inner === undefined) return KNOWN_KEYS.find(({ key }) => key === top) ?? null;
  if (path.length > 2) return null;
  const docs = top === 'facts' ? IN_A_FACT : IN_A_RETCON;
  return Object.hasOwn(docs, inner) ? (docs[inner] ?? null) : null;
}
