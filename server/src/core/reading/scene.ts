/** What is so of a thing when a scene is set, in a line: who it was, how old, and what was true of it. */
import { entityOf, standingOf, type Held, wasTrueAt } from '../canon';
import type { WorldDate } from '../chronology';
import type { Entry } from '../entry/entry';
import { ageAt } from './age';
import { standingWords } from './entryCard';
import type { FactPair } from './pairs';
import { rolesAt } from './roles';
import { disputeAmong, DISPUTE_WORDS, MOST_MEMBERS } from './attributeTimeline';
import {
  attributeWords,
  entityWords,
  isOpen,
  entryLink,
  inlineMarkdown,
  type RenderContext,
  valueWords,
} from './entryWords';
import { dateAtViewpoint } from './atViewpoint';
import type { Viewpoint } from './viewpoint';

/** The most facts that the line tells. */
const MOST = 6;

type Of = Pick<FactPair, 'entity' | 'attribute'>;

/** When a hover is answered, beside the viewpoint's own present. */
export interface Scene {
  /** null: only what is known is said. */
  readonly at: WorldDate | null;
  /** `At this entry's date, 412 TA, as of session-46`. */
  readonly words: string;
}

/** The viewpoint's time, else the date of the entry that is being read; null where there is nothing to say of time. */
export function sceneOf(view: Viewpoint, { date }: Entry): Scene | null {
  const { at, asOf, eyes } = view;
  const read = date?.date ? dateAtViewpoint(view, date.date) : null;
  const own = read && Number.isFinite(read.start.day) && Number.isFinite(read.end.day) ? read : null;
  const when = at ? `At ${inlineMarkdown(at.text)}` : own ? `At this entry's date, ${inlineMarkdown(own.text)}` : null;
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
  const more = facts.length > MOST ? [`and ${facts.length - MOST} more`] : [];
  return [[name, ...who].join(', '), ...facts.slice(0, MOST), ...more].join(' · ');
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
      (answer.kind === 'set' && value.clipped.entry !== of.entry));
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
const untilWords = ({ segment: { until } }: Held, at: WorldDate): string =>
  !isOpen(until) && until.day < at.end.day ? ` until ${until.text}` : '';
