/** Describes a thing at the time of a scene in one line: who it was, how old, and what was true of it. */
import {
  datesKnown,
  describersOf,
  describerOf,
  takenBy,
  firstPairsNaming,
  isValue,
  type Known,
  perKnown,
  wasTrueAt,
  entityOf,
  standingOf,
  type Held,
} from '../canon';
import { agrees, elapsed, type Moment, wholeYears, type WorldDate } from '../chronology';
import type { Codex } from '../codex/codex';
import type { Entry, EndWritten } from '../entry/entry';
import { endWords } from '../entry/stretches';
import type { Viewpoint } from './viewpoint';
import { listWords } from '../text/words';
import {
  attributeWords,
  entityWords,
  type RenderContext,
  isOpen,
  entryLink,
  inlineMarkdown,
  valueWords,
} from './entryWords';
import { addTo } from '../text/groups';
import { standingWords, type FactPair, disputeAmong, DISPUTE_WORDS, MOST_MEMBERS } from './entryCard';
import { dateAtViewpoint } from './atViewpoint';
import { pageOf } from '../entry/versions';

/** The largest difference between the youngest and the oldest that somebody may be, in years, at which an age is given. */
const MOST_BETWEEN = 20;

/** `31`, `about 31`, `3 months old`, `newborn`, `not yet born`, `who lived until 231 TA`; null where it is unknown. */
export function ageAt({ known }: Viewpoint, entity: string, at: WorldDate): string | null {
  const { codex } = known.canon;
  // Later versions of a page describe the same life: it began with the first of them that is not taken back.
  const describers = describersOf(known, entity).filter((entry) => takenBy(known, entry, at)?.everywhere !== true);
  const lives = describers.map((entry) => datesKnown(known, entry)).filter((dates) => isLife(codex, dates, at));
  const births = lives.flatMap(({ date }) => date?.date ?? []);
  const [birth] = births.sort((a, b) => a.start.day - b.start.day);
  if (!birth) return null;
  const describer = describerOf(known, entity, at);
  const life = lives.find((one) => pageOf(one) === describer) ?? lives.at(-1);
  if (life && life.parts.length > 0) return ageInParts(codex, life, at);
  const end = life?.until;
  if (end && isOver(end, at)) return `who lived until ${end.date?.text}`;
  return ageFrom(codex, birth, at);
}

const isOver = ({ moment }: EndWritten, at: WorldDate): boolean =>
  moment.line === at.start.line && moment.day <= at.start.day;

/** In a life in parts only the lived years count: a century in stone adds nothing to an age. */
function ageInParts(codex: Codex, { parts }: Entry, at: WorldDate): string | null {
  const begun = parts.findLastIndex(({ from }) => from.date.start.day <= at.start.day);
  const part = parts[Math.max(begun, 0)];
  if (!part || part.from.date.start.line !== at.start.line) return null;
  if (begun > 0 && agrees(codex.chronology, part.from.date, at) !== false) return null;
  if (part.until && isOver(part.until, at)) return `who lived until ${part.until.text}`;
  if (begun <= 0) return ageFrom(codex, part.from.date, at);
  const lived = [
    ...parts
      .slice(0, begun)
      .map(({ from, until }) => until?.date && wholeYears(codex.chronology, from.date.start, until.date.start)),
    wholeYears(codex.chronology, part.from.date.start, at.start),
  ];
  const years = lived.reduce<number | null>(
    (sum, one) => (sum === null || one === undefined || one === null ? null : sum + one),
    0,
  );
  return years === null ? null : `about ${years}`;
}

const isLife = ({ mortal }: Codex, { type, date }: Entry, at: WorldDate): boolean =>
  type !== null && mortal.has(type.text.toLowerCase()) && date?.date?.start.line === at.start.line;

function ageFrom(codex: Codex, birth: WorldDate, at: WorldDate): string | null {
  const { chronology } = codex;
  const isVague = birth.approximate || at.approximate || birth.isCoarse === true || at.isCoarse === true;
  const years = (from: Moment, to: Moment): number => wholeYears(chronology, from, to) ?? 0;
  const isWide = years(birth.start, birth.end) > 1 || years(at.start, at.end) > 1;
  if (agrees(chronology, birth, at) !== false) return isVague || isWide ? null : 'newborn';
  if (at.end.day <= birth.start.day) return 'not yet born';
  if (![birth.start, at.start, at.end].every(({ day }) => Number.isFinite(day))) return null;
  if (isWide) {
    const [youngest, oldest] = [years(birth.end, at.start), years(birth.start, at.end)];
    return oldest - youngest > MOST_BETWEEN ? null : `about ${Math.floor((youngest + oldest) / 2)}`;
  }
  const age = elapsed(chronology, birth.start, at.start);
  // Born in the year before: nobody knows on which side of the first birthday this is.
  if (age === undefined) return years(birth.start, at.end) > 0 ? 'about 1' : 'newborn';
  const words = age.replace(/ years?$/, '');
  return words === age ? `${age} old` : isVague ? `about ${words}` : words;
}

/** The most others that are shown. */
const MOST_ROLES = 4;

/** In the order of the others' ids, each as markdown. @param here the entity of the hover */
function rolesAt(context: RenderContext, here: string, at: WorldDate): string[] {
  const { known } = context;
  const { others, isCut } = naming(known, here);
  const roles: string[] = [];
  for (const [entity, stated] of others) {
    if (roles.length > MOST_ROLES) break;
    const held = stated.flatMap((attribute) => {
      const [answer] = wasTrueAt(known, entity, { at, attribute }).facts;
      if (!answer?.values.some((value) => isValue(known, value, here))) return [];
      return attributeWords(attribute) + (answer.isDisputed ? ' (disputed)' : '');
    });
    if (held.length > 0) roles.push(`${listWords(held, 'and')} of ${entityWords(context, entity)}`);
  }
  return isCut || roles.length > MOST_ROLES ? [...roles.slice(0, MOST_ROLES), 'and more'] : roles;
}

/** Others that have somebody as a value, at whatever time, each with the attributes of which it is one. */
const naming = perKnown((known: Known, here: string) => {
  const { pairs, isCut } = firstPairsNaming(known, here);
  const found = new Map<string, string[]>();
  for (const { entity, attribute } of pairs) addTo(found, entity, attribute);
  return { others: [...found].sort(([a], [b]) => (a < b ? -1 : 1)), isCut };
});

/** How many facts the line lists. */
const MOST_SCENE_FACTS = 6;

type Of = Pick<FactPair, 'entity' | 'attribute'>;

/** When a hover is answered, beside the viewpoint's own present. */
export interface Scene {
  /** null: only what is known is said. */
  readonly at: WorldDate | null;
  /** `At this note's date, 412 TA, as of session-46`. */
  readonly words: string;
}

/** The viewpoint's time, else the date of the entry that is being read; null where there is nothing to say of time. */
export function sceneOf(view: Viewpoint, { date }: Entry): Scene | null {
  const { at, asOf, eyes } = view;
  const read = date?.date ? dateAtViewpoint(view, date.date) : null;
  const own = read && Number.isFinite(read.start.day) && Number.isFinite(read.end.day) ? read : null;
  const when = at ? `At ${inlineMarkdown(at.text)}` : own ? `At this note's date, ${inlineMarkdown(own.text)}` : null;
  const known =
    asOf &&
    (asOf.kind === 'before' ? inlineMarkdown(asOf.text.replace(':', ' ')) : `as of ${inlineMarkdown(asOf.text)}`);
  const seen = eyes && `through the eyes of ${inlineMarkdown(eyes.title)}`;
  const words = [when, known, seen].filter((part) => part !== null).join(', ');
  return words === '' ? null : { at: at ?? own, words: words.replace(/^./, (first) => first.toUpperCase()) };
}

/**
 * `**Maric**, 31, lord of Vyrhold · **seat**: *Oldmere*`; null where there is nothing to say but the name.
 * @param entry the one that is described, where there is one
 */
export function renderScene(
  context: RenderContext,
  at: WorldDate,
  entity: string,
  pairs: readonly Of[],
  entry?: Entry,
) {
  const { known } = context;
  const age = ageAt(context, entity, at);
  const standing = entry && age === null ? standingOf(known, entry, at) : 'current';
  const who = [
    ...(entry && standing !== 'current' ? [inlineMarkdown(standingWords({ ...context, present: at }, entry))] : []),
    ...(age === null ? [] : [inlineMarkdown(age)]),
    ...rolesAt(context, entity, at),
  ];
  const facts = pairs.flatMap((pair) => {
    const values = renderValuesAt(context, at, pair, pair.entity === entity ? null : { entity, entry });
    const of = pair.entity === entity ? '' : ` of ${entityWords(context, pair.entity, entry)}`;
    return values === null ? [] : `**${attributeWords(pair.attribute)}**${of}${values}`;
  });
  if (who.length === 0 && facts.length === 0) return null;
  const name = `**${entry ? entryLink(context, entry) : inlineMarkdown(entity)}**`;
  const more = facts.length > MOST_SCENE_FACTS ? [`and ${facts.length - MOST_SCENE_FACTS} more`] : [];
  return [[name, ...who].join(', '), ...facts.slice(0, MOST_SCENE_FACTS), ...more].join(' · ');
}

/** `: *Maric*`, ` (disputed): *Maric*, or *Aldric*`, what stands behind an attribute, in the order of time; null for nothing. */
export function renderValuesAt(
  context: RenderContext,
  at: WorldDate,
  { entity, attribute }: Of,
  /** What is shown where the attribute is another's: only what that entry states, and only what is not a role of it. */
  of: { readonly entity: string; readonly entry: Entry | undefined } | null = null,
): string | null {
  const { known } = context;
  const { facts, undecided } = wasTrueAt(known, entity, { at, attribute });
  const [answer = undecided[0]] = facts;
  if (!answer) return null;
  const isOthers = (value: Held): boolean =>
    of !== null &&
    ((value.ref !== undefined && entityOf(known, value.ref) === of.entity) ||
      (answer.kind === 'set' && pageOf(value.clipped.entry) !== of.entry));
  const held = answer.values.filter((value) => !isOthers(value));
  if (held.length === 0) return null;
  const words = new Set(held.map((value) => valueWords(context, value) + untilWords(value, at)));
  const shown = [...words].slice(0, MOST_MEMBERS);
  if (words.size > shown.length) shown.push(`and ${words.size - shown.length} more`);
  if (facts.length === 0) return ` (can't be placed in time): ${shown.join(' or ')}`;
  if (answer.kind === 'set') return `: ${shown.join(', ')}`;
  const disputed = answer.isDisputed ? disputeAmong(known, attribute, held) : null;
  return disputed === null ? `: ${shown.join('; then ')}` : ` (${DISPUTE_WORDS[disputed]}): ${shown.join(', or ')}`;
}

/** What ends while the scene lasts says so. */
const untilWords = ({ segment: { until }, clipped }: Held, at: WorldDate): string =>
  !isOpen(until) && until.day < at.end.day ? ` ${endWords(until, [clipped])}` : '';
