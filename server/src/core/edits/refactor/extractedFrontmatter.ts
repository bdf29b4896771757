/** The frontmatter of the entry that a fact is extracted to: what of the old one bears on the fact, as its author wrote it. */
import { type Clipped, allEntries, type Known, canonText, hasPlace, kindOfAttribute } from '../../canon';
import type { Codex } from '../../codex/codex';
import { addTopItems, frontmatterTree, pairOfKey, cutFrontmatter } from '../../entry/frontmatter';
import type { Entry, Fact } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import { eolAt, lineEnd } from '../../yaml/yamlLayout';
import { valueOf } from '../../yaml/value';
import { longFacts, removeFact } from './factText';
import { ownAudience } from './keptAudience';
import { edit, setKeys, type PageStep, stepped, withoutKeys, withoutNote } from './page';
import { withoutMark } from '../../text/lines';

/** When it holds, when it was decided, who is in on it, how much it counts and what it rests on. */
const KEPT: ReadonlySet<string> = new Set(
  'type date until through canon created draft known_by known_from tier sources summarises reviewed facts'.split(' '),
);

/** Each of the others is taken out by a reading of all that is left: of a page that states more, the fact is written anew. */
const MOST_TAKEN_OUT = 200;

export interface Extracted {
  readonly clipped: Clipped;
  /** null: the file's name says it, or a heading. */
  readonly title: string | null;
  readonly file: string;
  /** Ids of those that contradict it, as is known. */
  readonly disputes: readonly string[];
}

/** With its fences; null where it can't be made of the old one. */
export function extractedFront(known: Known, entry: Entry, text: string, extracted: Extracted): string | null {
  const { codex } = known.canon;
  const { clipped, title, file, disputes } = extracted;
  const { fact, entity } = clipped;
  const cut = cutFrontmatter(text);
  if (!cut?.closed) return null;
  const front = withoutMark(text.slice(0, cut.body));
  const isMany = entry.facts.length > MOST_TAKEN_OUT;
  const isAnew = isMany || fact.entity === null;
  const isOwn = fact.entity === null;
  const isGone = (one: Fact): boolean => isOwn || one !== fact;
  const others = isMany
    ? []
    : [...entry.facts]
        .reverse()
        .filter(isGone)
        .map((one) => without(entry, codex, one));
  const long = longFacts(text)({ fact, entity, from: fact.from?.text ?? null, end: fact.until });
  const from = fact.from?.date ? fact.from.text : null;
  const audience = ownAudience(text, fact);
  const isEvent = clipped.begins !== null && kindOfAttribute(known, fact.attribute.text) === 'state';
  const type = isEvent && allEntries(known.canon).some((one) => one.type?.text === 'event') ? 'event' : null;
  return stepped(front.endsWith('\n') ? front : front + eolAt(text, 0), [
    ...others,
    withoutKeys(
      codex,
      (key) =>
        !KEPT.has(key) ||
        (key === 'facts' && isMany) ||
        (key === 'type' && type === null) ||
        (isEnd(key) && fact.until !== null),
    ),
    withoutNote(codex, 'type'),
    ...(from === null ? [] : [withoutNote(codex, 'date')]),
    // A comment behind those who know the page is about that.
    ...Object.keys(audience).map((key) => withoutNote(codex, key)),
    ...setKeys(codex, {
      id: entry.writtenId && readEntry(file, '', codex).derivedId,
      title,
      type,
      date: from,
      // The first commit of the new file would be a later one.
      canon: !entry.canon && hasPlace(known.canon, entry) ? canonText(known.canon, entry) : null,
      // What the page is called tells of the fact.
      ...audience,
      ...(isAnew && { facts: [long] }),
    }),
    ...(disputes.length > 0 ? [edit((now) => addTopItems(now, codex, 'disputes', disputes))] : []),
    ...(isAnew ? [withNote(codex, noteBehind(text, fact))] : []),
    withoutRemarks,
  ]);
}

const isEnd = (key: string): boolean => key === 'until' || key === 'through';

/** The old frontmatter without one of its facts. */
const without =
  ({ path }: Entry, codex: Codex, { index }: Fact): PageStep =>
  (text) => {
    const same = readEntry(path, text, codex).facts[index];
    return same ? edit((now) => removeFact(now, same))(text) : null;
  };

/** The comment behind a fact on its line. */
function noteBehind(text: string, { value }: Fact): string {
  const line = text.slice(value.span.end, lineEnd(text, value.span.end));
  // The span of a link is its target: a heading and other words may follow.
  return /^(?:[|#][^\]]*)?["'}\],\s]*([ \t]#.*)$/.exec(line)?.[1]?.trim() ?? '';
}

const withNote =
  (codex: Codex, note: string): PageStep =>
  (text) => {
    const mapping = frontmatterTree(text);
    const facts = mapping && pairOfKey(codex, mapping, 'facts')?.value;
    if (!facts || note === '') return text;
    const end = lineEnd(text, facts.span.end);
    return `${text.slice(0, end)} ${note}${text.slice(end)}`;
  };

/** Comments on lines of their own stay in the old file. */
const withoutRemarks: PageStep = (text) => {
  const bare = text.replace(/^[ \t]*#.*\r?\n/gm, '');
  const says = (one: string): string => JSON.stringify(valueOf(frontmatterTree(one)));
  return says(bare) === says(text) ? bare : text;
};
