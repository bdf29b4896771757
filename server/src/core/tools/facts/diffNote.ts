/** What changed between two canon points, for readers who have no codex at hand: a release note, a post for the players. */
import { type CanonPoint, commitNamed, isShown, type Known, canonWords, type withoutSlips } from '../../canon';
import { compareTexts } from '../../text/compareTexts';
import type { Entry } from '../../entry/entry';
import { type ReportedChange, changedEntity, renderChangedStretch, reportedChanges } from './diffSentences';
import {
  citedEntry,
  headingLine,
  itemLine,
  type RichLine,
  nameOf,
  type RichText,
  sectionLine,
  strong,
  textLine,
} from '../words/richText';
import { attributeName } from '../words/answerSentences';
import { erratumLine } from './log';

/** Differences, and beside them what was only spelled otherwise. */
export type DifferencesAndErrata = ReturnType<typeof withoutSlips>;

/** A section for each entity; under what changed stands the reason, or that there is none. */
export function diffNote(
  a: Known,
  b: Known,
  from: CanonPoint,
  to: CanonPoint,
  { differences, errata }: DifferencesAndErrata,
): RichText {
  const end = to.kind === 'latest' ? 'since' : 'from';
  const until = to.kind === 'latest' ? '' : ` to ${pointName(b, to)}`;
  const entities = new Map<string, { readonly name: string; readonly changes: ReportedChange[] }>();
  const { changes: all, retold } = reportedChanges(a, b, differences);
  for (const one of all) {
    const known = entities.get(one.entity);
    if (known) known.changes.push(one);
    else entities.set(one.entity, { name: nameOf(changedEntity(a, b, one)), changes: [one] });
  }
  return [
    headingLine(`What changed ${end} ${pointName(a, from)}${until}`),
    ...(all.length + errata.length === 0 ? [textLine('Nothing: every answer is the same.')] : []),
    ...[...entities.values()]
      .sort((one, other) => compareTexts(one.name, other.name))
      .flatMap(({ name, changes }) => sectionLine(name, entityLines(b, changes))),
    ...sectionLine('Slips of the pen', errata.map(erratumLine)),
    ...(retold.length > 0 ? [textLine(countRestated(retold.length))] : []),
  ];
}

/** Readers do not care which page says it, but they should know that something was left out. */
const countRestated = (count: number): string =>
  count === 1
    ? 'One answer is as it was, and only told by another page.'
    : `${count} answers are as they were, and only told by other pages.`;

/** Changes that follow each other for the same reason share it, below the last. */
function entityLines(b: Known, changes: readonly ReportedChange[]): RichLine[] {
  return changes.flatMap((change, i) => {
    const lines = sourceLines(b, change);
    const next = changes[i + 1];
    const goesOn = next !== undefined && JSON.stringify(sourceLines(b, next)) === JSON.stringify(lines);
    return [changeItem(b, change), ...(goesOn ? [] : lines)];
  });
}

function changeItem(b: Known, change: ReportedChange): RichLine {
  const attribute = attributeName(change.attribute).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return itemLine(strong(attribute), ...renderChangedStretch(b, change));
}

/** How many reasons one change is given: each of a chain of thousands would have those of all before it. The newest come last. */
const MOST_REASONS = 8;

/** Which pages say so, and why; in words only, so that they can be compared. */
function sourceLines(b: Known, { before, by, retcons }: ReportedChange): RichLine[] {
  const saying = retcons();
  if (saying.length > 0) {
    const left = saying.length - MOST_REASONS;
    const lines = saying.slice(-MOST_REASONS).map(({ reason, by: entry }) => {
      const where = renderWhere(b, [entry]);
      return citedEntry(reason ?? 'A retcon without a reason', where === '' ? '' : ` — ${where}`);
    });
    return left > 0 ? [...lines, citedEntry(`and ${left} more`)] : lines;
  }
  const where = renderWhere(b, by());
  const undeclared = b.canon.eyes ? 'Known otherwise' : strong('No retcon declares this');
  return [citedEntry(before.length === 0 ? 'New' : undeclared, where === '' ? '' : `: ${where}`)];
}

/** `The Refounding of House Vyr (The Refounding)`: the pages, as far as they are shown, and the revisions that they came with. */
const renderWhere = (b: Known, by: readonly Entry[]): string =>
  by
    .filter((entry) => isShown(b, entry))
    .map((entry) => {
      const canon = canonWords(b.canon, entry);
      return canon === null ? entry.title : `${entry.title} (${revisionName(b, canon)})`;
    })
    .join('; ');

export const pointName = (known: Known, { text: given }: CanonPoint): string =>
  commitNamed(given) ?? revisionName(known, given);

const revisionName = ({ canon }: Known, name: string): string =>
  canon.codex.revisions.find(({ id }) => id === name)?.title ?? name;
