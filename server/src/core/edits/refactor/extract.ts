/** "Extract Fact to Its Own Entry": the fact moves to a new file, and no answer changes by that, save for who says so. */
import {
  type Canon,
  filed,
  boundaryOf,
  type Clipped,
  clippedFactsOf,
  edgesBy,
  edgesOf,
  replaces,
  touches,
  entityOfFact,
  idOf,
  type Known,
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
import { compareTexts } from '../../text/compareTexts';
import { type CanonPosition, comparePositions, END } from '../../codex/canonTime';
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { applied } from '../../text/composeEdits';
import { eolAt } from '../../yaml/yamlLayout';
import { asIfWritten, type Outcome, type RefusedChange, type Surroundings } from './outcome';
import { extractedFront } from './extractedFrontmatter';
import { factUnder, removeFact } from './factText';
import { freeFile, freeTitle } from './newEntryNames';
import { titled } from './page';
import { audienceText, isOpenTo, unclearAudience } from './keptAudience';
import { acknowledgedRivals } from './knownRivals';

/** The fact that a caret is on, or why there is none. @param text that of the entry's file */
export function factAt(entry: Entry, text: string, offset: number): Fact | RefusedChange {
  return (
    factUnder(text, entry.facts, offset) ?? {
      refusal: 'Put the caret on the value of a fact first: on what stands behind an attribute.',
    }
  );
}

/** @param text that of the entry's file */
export function extractFact(known: Known, entry: Entry, text: string, fact: Fact, { isTaken }: Surroundings): Outcome {
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
  const { key, body } = titled(known.canon.codex, entry, title, file, eolAt(text, 0));
  const front = extractedFront(known, entry, text, {
    clipped,
    title: key,
    file,
    disputes: acknowledgedRivals(known, entry, [clipped]).map((rival) => idOf(known, rival)),
  });
  if (front === null) return unclear(entry);
  const made = front + body;
  const left = asIfWritten(known.canon, entry.path, applied(text, removed));
  const after = asIfWritten(left.known.canon, file, made);
  // Where a key stands twice, what had been hidden by the first would come to light.
  if (left.entry.facts.length !== entry.facts.length - 1 || after.entry.facts.length !== 1) return unclear(entry);
  if (!points.every((position) => isSameAt(position, known.canon, after.known.canon, entry, left.entry, clipped)))
    return { refusal: `Taken out of ${entry.title}, this fact would be answered otherwise: it has to stay there.` };
  if (audienceText(known, entry, fact) !== audienceText(after.known, after.entry, after.entry.facts[0]))
    return { refusal: `Taken out of ${entry.title}, this fact would be known to others: it has to stay there.` };
  return {
    change: { creates: [{ file, text: made }], edits: [{ file: entry.path, ...removed }] },
    file,
    text: made,
    caret: { start: made.length, end: made.length },
  };
}

const unclear = ({ title }: Entry): RefusedChange => ({
  refusal: `This fact can't be taken out of ${title} as it is written: mend what is underlined there first.`,
});

/** A retcon ends or replaces the facts of one entry: in another the fact would be out of its reach. */
function boundByRetcon(known: Known, entry: Entry, fact: Fact): string | null {
  const attribute = fact.attribute.text;
  const entity = entityOfFact(known, entry, fact);
  const above = edgesOf(known, entry).find((retcon) => touches(known, retcon, entity, attribute));
  if (above)
    return `A retcon by ${above.by.title} is about this fact of ${entry.title}: it has to stay where that finds it.`;
  const below = edgesBy(known, entry).find((retcon) => replaces(known, retcon, entity, attribute));
  return below ? `This fact takes the place of what ${below.old.title} says: it has to stay with the retcon.` : null;
}

/** A longer one is no part of a title. */
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
  const title = `${words.charAt(0).toUpperCase()}${words.slice(1)} of ${about}${value}`;
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
    [...touching].map((retcon) => JSON.stringify(boundaryOf(known, retcon))).sort(compareTexts),
    [null, present].map((at) => [standingOf(known, entry, at), describerOf(known, entity, at)?.path]),
    idOf(known, entry),
    [...retconsOf(known, entry), ...retconsBy(known, entry)].map((retcon) => kindOf(known, retcon)),
  ]);
}
