/** An entry on a card: what it is, how it stands, what it says now and said before, and why. */
import {
  datesKnown,
  firstPairsNaming,
  isValue,
  wasTrueAt,
  clippedFactsOf,
  entityOf,
  type Known,
  perKnown,
  retconsBy,
  retconsOf,
  attributesOf,
  pairOf,
  isAcknowledged,
  isShown,
  isSoft,
  kindOf,
  type Clipped,
  valueEntry,
  lineOf,
  startDay,
  clippedOf,
  contradict,
  rivalsAmong,
  type Held,
  heldOf,
  isSameValue,
  kindOfAttribute,
  shownClip,
  idOf,
  type Retcon,
  standingOf,
  takenBy,
  lastBegun,
} from '../canon';
import { kinNaming, kinWord } from '../codex/kin';
import {
  attributeWords,
  entityWords,
  type RenderContext,
  beliefsAbout,
  believedBy,
  factKnownTo,
  decidedBy,
  fromWords,
  isOpen,
  entryLink,
  inlineMarkdown,
  valueWords,
  secretLines,
  decidedWhen,
  whenWords,
} from './entryWords';
import type { Entry } from '../entry/entry';
import { pageOf } from '../entry/versions';
import { BEGINNING, type CanonPosition, comparePositions } from '../codex/canonTime';
import { endWords, stretchesOf, renderBeginnings } from '../entry/stretches';
import type { Viewpoint } from './viewpoint';

/** The most lines, and the most names in each. */
const MOST_INVERSE_LINES = 4;
const MOST_NAMES = 6;

/** `- **children**: *Lysa*, *Maric*`, one line each, kin first. */
function inverseOnCard(context: RenderContext, here: string): string[] {
  const { known, present } = context;
  const { kin } = known.canon.codex;
  const { pairs, isCut } = firstPairsNaming(known, here);
  const groups = new Map<string, { readonly isKin: boolean; readonly names: Set<string> }>();
  for (const { entity, attribute } of pairs) {
    const [answer] = wasTrueAt(known, entity, { at: present, attribute }).facts;
    if (!answer?.values.some((held) => isValue(known, held, here))) continue;
    const role = kinNaming(kin, attribute);
    const head = role ? kinWord(role, 2) : `${attributeWords(attribute)} of`;
    const group = groups.get(head) ?? { isKin: role !== undefined, names: new Set() };
    groups.set(head, group);
    group.names.add(`*${entityWords(context, entity)}*${answer.isDisputed ? ' (disputed)' : ''}`);
  }
  const ordered = [...groups].sort(([, a], [, b]) => Number(b.isKin) - Number(a.isKin));
  const lines = ordered.slice(0, MOST_INVERSE_LINES).map(([head, { names }]) => {
    const more = names.size > MOST_NAMES || isCut ? ', and more' : '';
    return `- **${head}**: ${[...names].slice(0, MOST_NAMES).join(', ')}${more}`;
  });
  return ordered.length > MOST_INVERSE_LINES ? [...lines, '- and more'] : lines;
}

/** The facts on an entry's card: those it states and those about its subject, first those that a retcon has touched. */
export interface FactPair {
  readonly entity: string;
  readonly attribute: string;
  readonly isTouched: boolean;
}

export const factPairsOf = perKnown((known: Known, entry: Entry): readonly FactPair[] => {
  const pairs = new Map<string, FactPair>();
  const add = (entity: string, attribute: string, isTouched: boolean): void => {
    const pair = pairOf(entity, attribute);
    const before = pairs.get(pair);
    pairs.set(pair, { entity, attribute, isTouched: isTouched || before?.isTouched === true });
  };
  for (const { fact, entity, clippedBy } of clippedFactsOf(known, entry))
    add(entity, fact.attribute.text, clippedBy.length > 0);
  const own = new Set(pairs.keys());
  for (const other of [
    ...retconsOf(known, entry).map(({ by }) => by),
    ...retconsBy(known, entry).map(({ old }) => old),
  ])
    for (const { fact, entity } of clippedFactsOf(known, other)) {
      const attribute = fact.attribute.text;
      if (own.has(pairOf(entity, attribute))) add(entity, attribute, true);
    }
  const entity = entityOf(known, entry);
  for (const attribute of attributesOf(known, entity)) add(entity, attribute, false);
  return [...pairs.values()].sort((a, b) => Number(b.isTouched) - Number(a.isTouched));
});

/** How many stretches or former values of an attribute a hover shows; and how many members of a set on one line. */
const MOST = 8;
export const MOST_MEMBERS = 5;

interface TimelineOptions {
  /** The entry that needs no citing, since it is what the reader looks at. */
  readonly here?: Entry;
  /** Only what that entry states. */
  readonly onlyOwn?: boolean;
}

/** `*Maric* from 200 TA until 412 TA; then *Aldric* (The Refounding, session-47)`. */
export function timelineLine(
  context: RenderContext,
  entity: string,
  attribute: string,
  { here, onlyOwn = false }: TimelineOptions,
): string {
  const story = timelineOf(context, entity, attribute);
  const own = (entry: Entry): boolean => !onlyOwn || pageOf(entry) === here;
  const stretches = story.stretches.filter(({ clipped }) => own(clipped.entry));
  const gone = fewDisplaced(
    context,
    story.gone.filter(({ entry }) => own(entry)),
    here,
  );
  const isSet = kindOfAttribute(context.known, attribute) === 'set';
  const most = isSet ? MOST_MEMBERS : MOST;
  const shown = isSet ? stretches.slice(0, most) : stretches.slice(-most);
  const parts = shown.map((held, i) => {
    const before = shown[i - 1];
    const isNext = before !== undefined && follows(before, held);
    const isRival = before !== undefined && story.disputed !== null && contradict(before, held);
    const { entry } = held.clipped;
    const cited = pageOf(entry) === here || !isShown(context.known, entry) ? '' : ` (${decidedBy(context, entry)})`;
    // The same value stated again is not a change.
    if (isNext && !isRival && isSameValue(before, held)) return `; still so${ending(held) || ' from then on'}${cited}`;
    return `${isRival ? ', or ' : isNext ? '; then ' : '; '}${valueWords(context, held)}${when(held, isNext)}${cited}`;
  });
  const more = stretches.length - shown.length;
  if (more > 0 && isSet) parts.push(`; and ${more} more`);
  else if (more > 0) parts.unshift(`; ${earlier(more)}`);
  const head = story.disputed === null ? '' : `**${DISPUTE_WORDS[story.disputed]}:** `;
  const believed = believedOtherwise(context, entity, attribute, story.stretches);
  const once = gone.shown.map((words) => `; once ${words}`);
  if (gone.more > 0) once.push(`; and ${othersOnce(gone.more)}`);
  return head + ([...parts, ...once, ...believed].join('').replace(/^; /, '') || 'no facts recorded');
}

export const DISPUTE_WORDS = { open: 'disputed', meant: 'disputed, intentional', soft: 'both stand' } as const;
const LIST_HEADS = {
  open: '**Disputed**, and nobody has decided yet:',
  meant: '**Disputed**, intentional:',
  soft: '**Both stand**, on purpose:',
} as const;

/** Where the value changes, the latest stretches are shown. */
const earlier = (count: number): string => `${count} before that`;

const follows = (before: Held, held: Held): boolean =>
  before.segment.until !== null && before.segment.until.day === held.segment.from?.day;

/** One line for each stretch, each with the entry that states it and that entry's sources. */
export function timelineList(context: RenderContext, entity: string, attribute: string): readonly string[] {
  const { stretches, gone, disputed } = timelineOf(context, entity, attribute);
  const parts = stretches.slice(-MOST).map((held) => {
    const { entry } = held.clipped;
    const words = valueWords(context, held) + when(held, false);
    if (!isShown(context.known, entry)) return words;
    const known = factKnownTo(context, held.clipped);
    const origins = [decidedBy(context, entry), ...sources(context, entry), ...(known === null ? [] : [known])];
    return `${words} — ${origins.join(' · ')}`;
  });
  const before = stretches.length - parts.length;
  if (before > 0) parts.unshift(earlier(before));
  const head = disputed === null ? [] : [LIST_HEADS[disputed]];
  const beliefs = beliefsAbout(context, entity, attribute).map(
    ({ clipped, by }) =>
      `${believedValue(context, clipped)}, ${believedBy(context, by)} — ${decidedBy(context, clipped.entry)}`,
  );
  const values = parts.length === 0 && beliefs.length > 0 ? ['in truth there is none'] : parts;
  const { shown, more } = fewDisplaced(context, gone);
  const once = [...shown.map((words) => `once ${words}`), ...(more > 0 ? [othersOnce(more)] : [])];
  const lines = [...values, ...once, ...beliefs];
  return [...head, ...(lines.length > 0 ? lines : ['no facts recorded']).map((line) => `- ${line}`)];
}

const believedValue = (context: RenderContext, clipped: Clipped): string =>
  valueWords(context, { clipped, ref: valueEntry(context.known, clipped.fact.value) });

/** `; believed by The Commons: *drowned*`, for beliefs that differ from the truth. */
function believedOtherwise(
  context: RenderContext,
  entity: string,
  attribute: string,
  stretches: readonly Held[],
): string[] {
  const beliefs = beliefsAbout(context, entity, attribute);
  if (beliefs.length === 0) return [];
  const trueValues = new Set(stretches.map((held) => valueWords(context, held)));
  return beliefs.flatMap(({ clipped, by }) => {
    const value = believedValue(context, clipped);
    return trueValues.has(value) ? [] : `; ${believedBy(context, by)}: ${value}`;
  });
}

interface Timeline {
  readonly stretches: readonly Held[];
  /** Facts of which a retcon has left nothing, or nothing until a restoration. */
  readonly gone: readonly Clipped[];
  readonly disputed: Dispute | null;
}

/** `meant`: one of the entries acknowledges it; `soft`: a retcon says that both stand. */
type Dispute = keyof typeof DISPUTE_WORDS;

/** How some values of one attribute contradict each other; null where they don't. */
export function disputeAmong(known: Known, attribute: string, values: readonly Held[]): Dispute | null {
  if (kindOfAttribute(known, attribute) === 'set') return null;
  const rivals = rivalsAmong(values);
  let found: Dispute | null = null;
  for (const one of values)
    for (const { clipped } of rivals(one)) {
      const [a, b] = [one.clipped.entry, clipped.entry];
      if (!isAcknowledged(known, a, b)) return 'open';
      found = found === 'meant' || !isSoft(known, a, b) ? 'meant' : 'soft';
    }
  return found;
}

function timelineOf({ known }: RenderContext, entity: string, attribute: string): Timeline {
  const pair = pairOf(entity, attribute);
  const all = heldOf(known, pair);
  const [seen, repeated] = [new Set<Clipped>(), new Set<Clipped>()];
  for (const { clipped } of all) (seen.has(clipped) ? repeated : seen).add(clipped);
  // An undated value that dated ones crowd out on its own line still holds "elsewhere", which is not worth showing.
  const stretches = all.filter(({ except, clipped }) => except.length === 0 || !repeated.has(clipped));
  const gone = clippedOf(known, pair).filter(
    (clipped) =>
      clipped.clippedBy.length > 0 && hasLostItsBeginning(clipped) && !isStatedAgain(known, clipped, stretches),
  );
  return { stretches, gone, disputed: disputeAmong(known, attribute, stretches) };
}

function hasLostItsBeginning({ stated, segments }: Clipped): boolean {
  const [left] = segments;
  const [whole] = stated;
  return left === undefined || (whole !== undefined && startDay(whole) < startDay(left));
}

/** Whether others state its value from its beginning on as well. */
function isStatedAgain(known: Known, { fact, stated }: Clipped, stretches: readonly Held[]): boolean {
  const [whole] = stated;
  const ref = valueEntry(known, fact.value);
  return (
    whole !== undefined &&
    stretches.some(
      ({ segment, line, ref: other, clipped }) =>
        startDay(segment) <= startDay(whole) &&
        (line === null || line === lineOf(whole)) &&
        (ref || other ? ref === other : clipped.fact.value.text === fact.value.text),
    )
  );
}

/** ` from 200 TA until 412 TA`; what follows on something needs no beginning. */
function when(held: Held, follows: boolean): string {
  const { segment, except } = held;
  const { from } = segment;
  const begins = follows || isOpen(from) ? '' : ` ${fromWords(from)}`;
  return begins + ending(held) || (except.length > 0 ? ', undated' : '');
}

function ending({ segment, clipped }: Held): string {
  const until = segment.until ?? segment.endsElsewhere ?? null;
  return isOpen(until) ? '' : ` ${endWords(until, [clipped])}`;
}

/** Former values. If there are many, those of the shown entry come first, then the latest retconned. */
function fewDisplaced(context: RenderContext, gone: readonly Clipped[], here?: Entry) {
  const isHere = ({ entry }: Clipped): number => (pageOf(entry) === here ? 1 : 0);
  const put = ({ clippedBy }: Clipped): CanonPosition => clippedBy.at(-1)?.position ?? BEGINNING;
  const few =
    gone.length > MOST
      ? [...gone].sort((a, b) => isHere(b) - isHere(a) || comparePositions(put(b), put(a))).slice(0, MOST)
      : gone;
  return { shown: few.map((clipped) => displaced(context, clipped)), more: gone.length - few.length };
}

const othersOnce = (count: number): string => `${count} other former ${count === 1 ? 'value' : 'values'}`;

/** `*the autumn flood*, until The Burning of the Long Bridge, session-45, put it right`; `*brown*, until session-20: why`. */
function displaced(context: RenderContext, clipped: Clipped): string {
  const value = valueWords(context, { clipped, ref: valueEntry(context.known, clipped.fact.value) });
  const retcon = shownClip(context.known, clipped);
  if (!retcon) return value;
  if (retcon.replaces) {
    const when = decidedWhen(context, retcon.by);
    const why = retcon.reason === null ? '' : `: ${inlineMarkdown(retcon.reason)}`;
    return `${value}${when === null ? '' : `, until ${when}`}${why}`;
  }
  const verb = kindOf(context.known, retcon) === 'retraction' ? 'withdrew it' : 'put it right';
  return `${value}, until ${decidedBy(context, retcon.by)} ${verb}`;
}

/** What an entry rests on, the first few. */
function sources(context: RenderContext, entry: Entry): string[] {
  const shown = entry.sources.slice(0, 3).map((source) => {
    const found = valueEntry(context.known, { ...source, linked: true });
    return found
      ? entryLink(context, found)
      : /^https?:\/\/[^\s<>]+$/.test(source.text)
        ? `<${source.text}>`
        : inlineMarkdown(source.text);
  });
  return shown.length > 0 ? [`after ${shown.join(', ')}`] : [];
}

/** How many attributes and retcons a card shows. */
const MOST_FACTS = 6;
const MOST_RETCONS = 3;

export function cardOf(context: RenderContext, entry: Entry): string {
  const { known } = context;
  const details = [entry.type?.text, renderBeginnings(entry), decidedWhen(context, entry)].flatMap((part) =>
    part ? inlineMarkdown(part) : [],
  );
  const head = [`**${entryLink(context, entry)}**`, ...details, entry.draft ? 'draft' : '']
    .filter((part) => part !== '')
    .join(' · ');
  return [
    head,
    [`\`${idOf(known, entry)}\``, inlineMarkdown(standingWords(context, entry))].join(' — '),
    ...secretLines(context, entry),
    ...renderRetcons(context, entry),
    ...renderFacts(context, entry),
    ...renderInverse(context, entry),
  ].join('\n\n');
}

/** How it stands at the viewpoint, in plain text without markup. */
export function standingWords({ known, present }: Viewpoint, entry: Entry): string {
  const standing = standingOf(known, entry, present);
  if (standing === 'superseded' || standing === 'retracted') {
    const taken = takenBy(known, entry, present);
    if (standing === 'superseded') return taken?.everywhere ? 'superseded, for all time' : 'superseded';
    return taken?.everywhere ? 'removed: it was never true' : 'retracted';
  }
  const dates = datesKnown(known, entry);
  if (standing === 'ended') {
    const last = lastBegun(dates, present && present.end)?.until;
    const until = stretchesOf(dates).find((one) => one.until?.moment.day === last?.day)?.until ?? dates.until;
    if (until) return `ended ${until.inclusive ? 'after' : 'at'} ${until.text}`;
  }
  if (standing === 'not_yet' && dates.date) return `not yet begun: from ${dates.date.text}`;
  return standing === 'unwritten' ? 'not yet written' : standing;
}

/**
 * A retcon of a page that is not shown, or by one, has nothing that could be named. What a page changes of itself is said of its values.
 */
export const shownRetcons = (known: Known, retcons: readonly Retcon[]): readonly Retcon[] =>
  retcons.filter(({ by, old, replaces }) => !replaces && isShown(known, by) && isShown(known, old));

const MAKES = { supersedes: 'Supersedes', retracts: 'Retracts', restores: 'Restores' } as const;
const UNDERGOES = { supersedes: 'Superseded by', retracts: 'Retracted by', restores: 'Restored by' } as const;

/** What was made of it, then what it makes of others, each with its reason. */
function renderRetcons(context: RenderContext, entry: Entry): string[] {
  const { known } = context;
  const retconLines = [
    ...shownRetcons(known, retconsOf(known, entry)).map(
      (retcon) => `${verb(retcon, UNDERGOES)} ${decidedBy(context, retcon.by)}${manner(retcon)}`,
    ),
    ...shownRetcons(known, retconsBy(known, entry)).map(
      (retcon) => `${verb(retcon, MAKES)} ${entryLink(context, retcon.old)}${manner(retcon)}`,
    ),
  ];
  return retconLines.length > MOST_RETCONS
    ? [...retconLines.slice(0, MOST_RETCONS), `and ${retconLines.length - MOST_RETCONS} more`]
    : retconLines;
}

const verb = ({ kind, soft }: Retcon, verbs: Readonly<Record<Retcon['kind'], string>>): string =>
  soft ? `Softly ${verbs[kind].toLowerCase()}` : verbs[kind];

/** ` — from 412 TA` and the reason, quoted below. */
function manner(retcon: Retcon): string {
  const parts = [
    retcon.soft ? 'both stand' : whenWords(retcon),
    ...(retcon.only ? [`${retcon.only.map(({ attribute }) => attributeWords(attribute)).join(', ')} only`] : []),
  ];
  const reason = retcon.reason ? `\n\n> ${inlineMarkdown(retcon.reason)}` : '';
  return ` — ${parts.join(', ')}${reason}`;
}

/** Its facts, each with its story. */
function renderFacts(context: RenderContext, entry: Entry): string[] {
  const { known } = context;
  const entity = entityOf(known, entry);
  const all = factPairsOf(known, entry);
  const lines = all.slice(0, MOST_FACTS).map((one) => {
    const of = one.entity === entity ? '' : ` of ${entityWords(context, one.entity, entry)}`;
    const isOthers = one.entity !== entity && kindOfAttribute(known, one.attribute) === 'set';
    const story = timelineLine(context, one.entity, one.attribute, { here: entry, onlyOwn: isOthers });
    return `- **${attributeWords(one.attribute)}**${of}: ${story}`;
  });
  if (all.length > MOST_FACTS) lines.push(`- and ${all.length - MOST_FACTS} more`);
  return lines.length > 0 ? [lines.join('\n')] : [];
}

/** What others say of it: it describes its entity, and stands for that. */
function renderInverse(context: RenderContext, entry: Entry): string[] {
  const lines = entry.entity ? [] : inverseOnCard(context, entityOf(context.known, entry));
  return lines.length > 0 ? [lines.join('\n')] : [];
}

/** An entity that no entry describes: the facts that others state about it. */
export function entityCard(context: RenderContext, entity: string): string {
  const attributes = attributesOf(context.known, entity);
  const lines = attributes
    .slice(0, MOST_FACTS)
    .map((attribute) => `- **${attributeWords(attribute)}**: ${timelineLine(context, entity, attribute, {})}`);
  if (attributes.length > MOST_FACTS) lines.push(`- and ${attributes.length - MOST_FACTS} more`);
  return [
    `**${inlineMarkdown(entity)}** — no note describes it yet`,
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ].join('\n\n');
}
