/** "Move Fact to Its Own Note": the fact moves to a new file, and no answer changes by that, save for who says so. */
import {
  type Clipped,
  allEntries,
  type Known,
  canonText,
  hasPlace,
  kindOfAttribute,
  type Canon,
  filed,
  boundaryOf,
  clippedFactsOf,
  edgesBy,
  edgesOf,
  replaces,
  touches,
  entityOfFact,
  idOf,
  upTo,
  valueEntry,
  positionOf,
  retconsBy,
  retconsOf,
  describerOf,
  kindOf,
  standingOf,
  clippedOf,
  heldOf,
  pairOf,
} from '../../canon';
import type { Codex } from '../../codex/codex';
import { addTopItems, frontmatterTree, pairOfKey, cutFrontmatter } from '../../entry/frontmatter';
import { standsInText } from './restated';
import type { Entry, Fact } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import { eolAt, lineEnd } from '../../yaml/writeYaml';
import { valueOf } from '../../yaml/tree';
import { longFacts, removeFact, factUnder } from './factText';
import { ownAudience, audienceText, isOpenTo, unclearAudience } from './knownByText';
import {
  edit,
  setKeys,
  type PageStep,
  stepped,
  withoutKeys,
  withoutNote,
  asIfWritten,
  type Outcome,
  type RefusedChange,
  type Surroundings,
  freeFile,
  freeTitle,
  pageBeside,
} from './page';
import { withoutMark } from '../../text/span';
import { compareTexts } from '../../text/sorted';
import { capitalised } from '../../text/words';
import { type CanonPosition, comparePositions, END } from '../../codex/canonTime';
import { nameKey } from '../../entry/slug';
import { applied } from '../../text/problem';
import { acknowledgedRivals } from './newVersion';

/** The keys that the new page takes from the old one: dates, canon, audience, tier and sources. */
const KEPT: ReadonlySet<string> = new Set(
  'type date until through canon created draft known_by known_from tier sources summarises reviewed facts'.split(' '),
);

/** Removing each other fact takes one reading of the page. On a page with more facts, the new frontmatter is written from scratch. */
const MOST_TAKEN_OUT = 200;

interface Extracted {
  readonly clipped: Clipped;
  /** null: the file's name says it, or a heading. */
  readonly title: string | null;
  readonly id: string | null;
  /** Ids of those that contradict it, as is known. */
  readonly disputes: readonly string[];
}

/** With its fences; null where it can't be made of the old one. */
function extractedFront(known: Known, entry: Entry, text: string, extracted: Extracted): string | null {
  const { codex } = known.canon;
  const { clipped, title, id, disputes } = extracted;
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
      id,
      title,
      type,
      date: from,
      // The first commit of the new file would be a later one.
      canon: !entry.canon && hasPlace(known.canon, entry) ? canonText(known.canon, entry) : null,
      // The name of the page reveals the fact.
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

/** The fact that a caret is on, or why there is none. @param text that of the entry's file */
export function factAt(entry: Entry, text: string, offset: number): Fact | RefusedChange {
  return (
    factUnder(text, entry.facts, offset) ?? {
      refusal: 'Put the cursor on the value of a fact first.',
    }
  );
}

/** @param text that of the entry's file */
export function extractFact(known: Known, entry: Entry, text: string, fact: Fact, { isTaken }: Surroundings): Outcome {
  const inText = standsInText(entry, fact.attribute.text, fact.value);
  if (inText) return inText;
  if (unclearAudience(known, entry, fact) !== null) return unclear(entry);
  const clipped = clippedFactsOf(known, entry)[fact.index];
  const removed = removeFact(text, fact);
  if (!clipped || !removed) return unclear(entry);
  const points = pointsThatMatter(known.canon, entry, clipped);
  for (const position of points) {
    const bound = boundByRetcon(upTo(known.canon, position), entry, fact);
    if (bound !== null) return { refusal: bound };
  }
  const title = titleOf(known, clipped);
  const file = freeFile(known, entry, title, isTaken);
  const { key, body, id } = pageBeside(known, entry, text, title, file);
  const front = extractedFront(known, entry, text, {
    clipped,
    title: key,
    id,
    disputes: acknowledgedRivals(known, entry, [clipped]).map((rival) => idOf(known, rival)),
  });
  if (front === null) return unclear(entry);
  const made = front + body;
  const left = asIfWritten(known.canon, entry.path, applied(text, removed));
  const after = asIfWritten(left.known.canon, file, made);
  // Where a key stands twice, what had been hidden by the first would come to light.
  if (left.entry.facts.length !== entry.facts.length - 1 || after.entry.facts.length !== 1) return unclear(entry);
  if (!points.every((position) => isSameAt(position, known.canon, after.known.canon, entry, left.entry, clipped)))
    return { refusal: `Moved out of ${entry.title}, this fact would be answered differently: it has to stay there.` };
  if (audienceText(known, entry, fact) !== audienceText(after.known, after.entry, after.entry.facts[0]))
    return { refusal: `Moved out of ${entry.title}, this fact would be known to others: it has to stay there.` };
  return {
    change: { creates: [{ file, text: made }], edits: [{ file: entry.path, ...removed }] },
    file,
    text: made,
    caret: { start: made.length, end: made.length },
  };
}

const unclear = ({ title }: Entry): RefusedChange => ({
  refusal: `This fact can't be moved out of ${title} as it is written: correct what is underlined there first.`,
});

/** A retcon ends or replaces the facts of one entry: in another the fact would be out of its reach. */
function boundByRetcon(known: Known, entry: Entry, fact: Fact): string | null {
  const attribute = fact.attribute.text;
  const entity = entityOfFact(known, entry, fact);
  const above = edgesOf(known, entry).find((retcon) => touches(known, retcon, entity, attribute));
  if (above)
    return `A retcon by ${above.by.title} is about this fact of ${entry.title}: it has to stay where the retcon finds it.`;
  const below = edgesBy(known, entry).find((retcon) => replaces(known, retcon, entity, attribute));
  return below ? `This fact takes the place of what ${below.old.title} says: it has to stay with the retcon.` : null;
}

/** The longest value that becomes part of a title. */
const LONGEST_VALUE = 40;

/** The title of another page is written only where all who are in on the fact may have that. */
function titleOf(known: Known, { entry, entity, fact }: Clipped): string {
  const { present } = known.canon.codex;
  const titleFor = (other: Entry | undefined): string | undefined =>
    other && isOpenTo(known, other, entry, fact) ? other.title : undefined;
  const about = titleFor(describerOf(known, entity, present)) ?? entity;
  const words = fact.attribute.text.replace(/[_-]+/g, ' ');
  const said = titleFor(valueEntry(known, fact.value)) ?? fact.value.text;
  const value = said.length > LONGEST_VALUE ? '' : ` (${said})`;
  const title = `${capitalised(words)} of ${about}${value}`;
  return freeTitle(known, (n) => (n === 1 ? title : `${title} ${n}`));
}

/** Canon points between which the names that the fact goes by may mean different things, up to now. */
function pointsThatMatter(canon: Canon, entry: Entry, { entity, fact }: Clipped): readonly CanonPosition[] {
  const named = [entity, fact.value.text, ...entry.declarations.map(({ target }) => target.text)];
  const keys = [...entry.names, ...named.map(nameKey)];
  const concerned = keys.flatMap((key) => [...filed(canon, 'names', key), ...filed(canon, 'declaredOn', key)]);
  const place = (one: Entry): CanonPosition => positionOf(canon, one);
  const positions = [entry, ...concerned].map(place).concat(canon.codex.revisions.map(({ position }) => position));
  const late = positions.filter((position) => comparePositions(place(entry), position) <= 0);
  return [...new Map(late.map((one) => [`${one.time} ${one.rank}`, one])).values(), END];
}

/** Whether all that the fact has a part in is answered as before, as of a point. */
function isSameAt(
  position: CanonPosition,
  before: Canon,
  after: Canon,
  entry: Entry,
  left: Entry,
  { entity, fact }: Clipped,
): boolean {
  const pair = pairOf(entity, fact.attribute.text);
  return (
    answersAsText(upTo(before, position), entry, entity, pair) ===
    answersAsText(upTo(after, position), left, entity, pair)
  );
}

const sidesOf = ({ before, after }: ReturnType<typeof boundaryOf>) => [before, after];

function answersAsText(known: Known, entry: Entry, entity: string, pair: string): string {
  const held = heldOf(known, pair).map(({ clipped, segment, line, except, ref }) =>
    JSON.stringify([
      clipped.fact.value.text,
      ref?.path,
      segment.from,
      segment.until,
      segment.endsElsewhere,
      line,
      except,
    ]),
  );
  const { present } = known.canon.codex;
  const touching = new Set(clippedOf(known, pair).flatMap((one) => retconsOf(known, one.entry)));
  return JSON.stringify([
    held.sort(compareTexts),
    [...touching].map((retcon) => JSON.stringify(sidesOf(boundaryOf(known, retcon)))).sort(compareTexts),
    [null, present].map((at) => [standingOf(known, entry, at), describerOf(known, entity, at)?.path]),
    idOf(known, entry),
    [...retconsOf(known, entry), ...retconsBy(known, entry)].map((retcon) => kindOf(known, retcon)),
  ]);
}
