/** The passages that are left to revisit after a retcon: a row for each, what is said beside it, and what settles it. */
import { describerOf, entryAt, type Known, reviewNames, wasTrueAt } from '../canon';
import { readDate, type WorldDate } from '../chronology';
import type { Entry } from '../entry/entry';
import { readAloud } from '../entry/readEntry';
import { addTopItems } from '../entry/frontmatter';
import { pageOf } from '../entry/versions';
import { inlineMarkdown, type RenderContext } from '../reading/entryWords';
import type { Viewpoint } from '../reading/viewpoint';
import { canBeRight, holdsThen, isRightWith, type PairRipples, type Ripple, type Outdated } from '../ripples';
import type { Change } from '../text/problem';
import type { Span } from '../text/span';
import { cutShort, listWords } from '../text/words';
import { details, renderRetconTooltip, rowKey, type ViewRowData, valueTitle } from './row';

/** A passage that is open, as the author goes through them. */
interface OpenRipple {
  /** The same as long as it is the same passage and retcon. */
  readonly key: string;
  readonly entry: Entry;
  readonly span: Span;
  /** `founder of House Vyr: Maric`. */
  readonly says: string;
  /** What holds now, on the date of the passage. */
  readonly holds: string;
  /** The passage as it is written. */
  readonly text: string;
  readonly outdated: Outdated;
  /** The entries that make the retcons of which it is a ripple. */
  readonly causes: readonly Entry[];
}

const LENGTH = 160;

/** Those that state the old value, or link to the page that said it; in the order of retcons. @param by only those of retcons that this page makes */
export function openRipples(known: Known, groups: readonly PairRipples[], by?: Entry): OpenRipple[] {
  return groups
    .flatMap((group) => group.ripples.flatMap((ripple) => openRipple(known, group, ripple) ?? []))
    .filter(({ causes }) => by === undefined || causes.some((one) => pageOf(one) === by));
}

function openRipple(known: Known, { retcon, pair, is }: PairRipples, ripple: Ripple): OpenRipple | null {
  const { entry, passage, state, says, date, also = [] } = ripple;
  const causes = [retcon, ...also].map(({ by }) => by);
  if (state !== 'open' || !passage) return null;
  const what = pair ? `${attributeOf(pair)} of ${titleOf(known, pair.entity)}` : '';
  const valuesAt = date && pair ? wasTrueAt(known, pair.entity, { at: date, attribute: pair.attribute }).facts : null;
  const values = valuesAt ? valuesAt.flatMap((answer) => answer.values) : is;
  const when = date ? ` (${date.text})` : '';
  return {
    key: rowKey(
      'ripple',
      entry.path,
      String(passage.lines[0]),
      pair?.entity ?? '',
      pair?.attribute ?? '',
      ...reviewNames(known, causes),
    ),
    entry,
    span: passage.span,
    says: says ? `${what}: ${valueTitle(says)}` : `links to ${retcon.old.title}`,
    holds: says
      ? listWords([...new Set(values.map(valueTitle))], 'and') + when
      : listWords([...new Set(causes.map((one) => pageOf(one).title))], 'and'),
    text: passage.text,
    outdated: { retcon, pair, says },
    causes,
  };
}

const attributeOf = ({ attribute }: { readonly attribute: string }): string => attribute.replaceAll('_', ' ');

const titleOf = (known: Known, entity: string): string => describerOf(known, entity, null)?.title ?? entity;

/** A row for each, under what rests on superseded sources. */
export const rippleRows = (context: RenderContext, groups: readonly PairRipples[]): ViewRowData[] =>
  openRipples(context.known, groups).map(({ key, entry, span, says, holds, text, outdated: { retcon } }) => ({
    key,
    sort: 'stale',
    label: entry.title,
    detail: details(says, holds === '' ? 'nothing holds' : `now ${holds}`),
    tooltip: `${inlineMarkdown(cutShort(LENGTH, readAloud(text).trim()))}\n\n${renderRetconTooltip(context, retcon)}`,
    opens: { entry, span },
    successor: pageOf(retcon.by),
    canSettle: true,
  }));

/** The file and the names to be reviewed that the key of a row holds; null for a row of another kind. */
function readKey(key: string): { readonly path: string; readonly names: readonly string[] } | null {
  if (!key.startsWith('["ripple",')) return null;
  const [, path, , , , ...names] = JSON.parse(key) as string[];
  return path !== undefined && names.length > 0 ? { path, names } : null;
}

export const isRippleKey = (key: string): boolean => readKey(key) !== null;

/** Has an entry say that it has seen the retcon: *Fine as It Is*. Null for a row of another kind, and where it can't be written. */
export function reviewRipple(
  { known }: Viewpoint,
  key: string,
  textOf: (path: string) => string | null,
): Change | null {
  const read = readKey(key);
  const entry = read && entryAt(known.canon, read.path);
  if (!read || !entry) return null;
  const edit = addTopItems(textOf(entry.path) ?? '', known.canon.codex, 'reviewed', read.names);
  return edit && { edits: [{ file: entry.path, ...edit }] };
}

/** The end of a passage: a stop with what closes behind it, and in a table the bar. */
const END = /(?:[.!?…。]["'”’»*_)]*)?\s*\|?\s*$/u;

/** Whether some date, added to its passage, would settle it. */
export const canBeDated = ({ known }: Viewpoint, { outdated, text }: OpenRipple): boolean =>
  canBeRight(known, outdated, text);

/**
 * Adds a date to a passage, before the end of its last sentence: *It Was Right Then*.
 * @returns the change, or why the date does not settle it
 */
export function dateRipple(
  { known }: Viewpoint,
  { key, date }: { readonly key: string; readonly date: string },
  groups: readonly PairRipples[],
): Change | { readonly message: string } {
  const found = openRipples(known, groups).find((one) => one.key === key);
  if (!found) return { message: 'The passage has changed in the meantime: look for it again.' };
  const reading = readDate(known.canon.codex.chronology, date);
  if (!reading.ok) return { message: reading.message };
  if (!reading.date) return { message: `"${date}" is not a date of the world.` };
  const { entry, span, text, outdated } = found;
  const at = END.exec(text)?.index ?? text.length;
  // What stands in the prose afterwards decides, so it is tried before it is written. A year alone is not certain to be a date in prose.
  const added = [date.trim(), reading.date.text]
    .map((words) => ` (${words})`)
    .find((words) => isRightWith(known, outdated, text.slice(0, at) + words + text.slice(at)));
  if (added === undefined) return { message: whyNotThen(known, found, reading.date) };
  const place = span.start + at;
  return { edits: [{ file: entry.path, span: { start: place, end: place }, text: added }] };
}

/** What held at a date that does not settle a passage. */
function whyNotThen(known: Known, { outdated }: OpenRipple, date: WorldDate): string {
  const { retcon, pair, says: old } = outdated;
  if (holdsThen(known, outdated, date))
    return `With ${date.text} added, the passage does not speak of that date alone: change it by hand.`;
  if (!pair || !old)
    return `${retcon.old.title} no longer stood at ${date.text}: ${pageOf(retcon.by).title} is the newer note.`;
  const { facts } = wasTrueAt(known, pair.entity, { at: date, attribute: pair.attribute });
  const values = [...new Set(facts.flatMap((answer) => answer.values.map(valueTitle)))];
  const what = `the ${attributeOf(pair)} of ${titleOf(known, pair.entity)}`;
  return values.length === 0
    ? `At ${date.text}, ${what} was not ${valueTitle(old)} yet, or no longer.`
    : `At ${date.text}, ${what} was ${listWords(values, 'and')}.`;
}
