/** How things are said in a hover: names that lead to their files, attributes without underscores, dates with "from". */
import {
  type Known,
  type Retcon,
  canonWords,
  describerOf,
  type Held,
  type Believed,
  believedOf,
  type Clipped,
  entityOfFact,
  knowersOfFact,
  type AudienceMember,
  knowersOfPage,
  LATEST,
  exampleIn,
} from '../canon';
import type { Moment } from '../chronology';
import type { Entry, Fact } from '../entry/entry';
import { escapeMarkdown, listWords } from '../text/words';
import type { Viewpoint } from './viewpoint';
import { NO_ONE } from '../codex/knowledgeKeys';
import { FACT_KEYS, FORMERLY_KEYS, KNOWN_KEYS, type KeyDoc, RETCON_KEYS } from '../codex/keys';

/** The viewpoint, and where the files are. */
export interface RenderContext extends Viewpoint {
  /** The URI of an entry's file; null where there is nothing to open. */
  readonly href: (entry: Entry) => string | null;
  /** The same for another setting; null where it is not open. */
  readonly contextOf?: (setting: string) => RenderContext | null;
  /** The story of an entry's versions, as markdown; null where what its card says of them is all there is. */
  readonly whyOf?: (entry: Entry) => string | null;
}

export const inlineMarkdown = (words: string): string => escapeMarkdown(words).trim();

export function entryLink({ href }: RenderContext, entry: Entry): string {
  const uri = href(entry);
  const title = inlineMarkdown(entry.title);
  return uri === null ? title : `[${title}](${uri})`;
}

/** The name of an entity: its entry's title, without a link where the file is the one that is being read. */
export function entityWords(context: RenderContext, entity: string, here?: Entry): string {
  const entry = describerOf(context.known, entity, context.present);
  if (!entry) return inlineMarkdown(entity);
  return entry === here ? inlineMarkdown(entry.title) : entryLink(context, entry);
}

/** An attribute in plain words, without markup: `felled_by` is "felled by". */
export const attributeLabel = (attribute: string): string => attribute.replace(/[_-]+/g, ' ');

export const attributeWords = (attribute: string): string => inlineMarkdown(attributeLabel(attribute));

/** A value as people say it: the title of the entry it refers to, else the author's text. */
export const valueWords = (context: RenderContext, held: Pick<Held, 'ref' | 'clipped'>): string =>
  held.ref ? `*${entryLink(context, held.ref)}*` : `*${inlineMarkdown(held.clipped.fact.value.text)}*`;

export const isOpen = (moment: Moment | null): moment is null => moment === null || !Number.isFinite(moment.day);

/** `from 200 TA`; a moment that already says `before 200 TA` is left unchanged. */
export const fromWords = (from: Moment): string =>
  /^(?:before|after) /.test(from.text) ? from.text : `from ${from.text}`;

/** When the author decided it, in words: `session-47`. */
export function decidedWhen({ known }: Viewpoint, entry: Entry): string | null {
  const words = canonWords(known.canon, entry);
  return words === null ? null : inlineMarkdown(words);
}

/** The entry that decided something, and when: `[The Refounding](…), session-47`. */
export const decidedBy = (context: RenderContext, entry: Entry): string =>
  [entryLink(context, entry), decidedWhen(context, entry)].filter((part) => part !== null).join(', ');

export const whenWords = ({ effective }: Retcon): string =>
  effective === 'always' ? 'for all time' : fromWords(effective);

/** The most names in a line, and the most beliefs on a card. */
const MOST_KNOWERS = 6;

/** `known to Lysa from 430 TA and players from session-48`; null where everyone may know it, and through somebody's eyes. */
export function factKnownTo(
  context: RenderContext,
  clipped: Pick<Clipped, 'entry' | 'fact' | 'begins'>,
): string | null {
  return context.eyes ? null : knownTo(context, knowersOfFact(context.known, context.asOf ?? LATEST, clipped));
}

function pageKnownTo(context: RenderContext, entry: Entry): string | null {
  return context.eyes ? null : knownTo(context, knowersOfPage(context.known, context.asOf ?? LATEST, entry));
}

function knownTo(context: RenderContext, inOn: readonly AudienceMember[] | null): string | null {
  if (inOn === null) return null;
  if (inOn.length === 0) return `known to ${NO_ONE}`;
  const names = inOn.map(
    ({ name, since, isNever }) =>
      entityWords(context, name) + (isNever ? ' (never)' : since === null ? '' : ` from ${inlineMarkdown(since)}`),
  );
  return `known to ${firstOf(names)}`;
}

const firstOf = (names: readonly string[]): string =>
  listWords(
    names.length > MOST_KNOWERS ? [...names.slice(0, MOST_KNOWERS), `${names.length - MOST_KNOWERS} more`] : names,
    'and',
  );

/** What some believe of an attribute, which is not so; nothing through somebody's eyes. */
export const beliefsAbout = (context: RenderContext, entity: string, attribute: string): readonly Believed[] =>
  context.eyes ? [] : believedOf(context.known, context.now.canon, context.asOf ?? LATEST, entity, attribute);

/** `believed by The Commons`. */
export const believedBy = (context: RenderContext, by: readonly string[]): string =>
  `believed by ${by.length === 0 ? NO_ONE : firstOf(by.map((name) => entityWords(context, name)))}`;

/** Who believes a fact; null for a fact that is not a belief. */
export function believersOfFact(context: RenderContext, entry: Entry, fact: Fact): string | null {
  if (context.eyes || entry.knowledge?.beliefs.includes(fact) !== true) return null;
  return believersWords(context, fact.knowledge?.believedBy ?? entry.knowledge.believedBy ?? []);
}

const believersWords = (context: RenderContext, by: readonly { readonly text: string }[]): string =>
  `**No fact** — ${believedBy(
    context,
    by.map(({ text }) => text),
  )}`;

/** The lines of a card on who knows the page, or who believes it. */
export function secretLines(context: RenderContext, entry: Entry): string[] {
  const { knowledge } = entry;
  if (context.eyes) return [];
  const beliefs = knowledge?.beliefs ?? [];
  const lines = beliefs.slice(0, MOST_KNOWERS).map((fact) => {
    const entity = entityWords(context, entityOfFact(context.known, entry, fact), entry);
    return `- **${attributeWords(fact.attribute.text)}** of ${entity}: *${inlineMarkdown(fact.value.text)}*`;
  });
  if (beliefs.length > MOST_KNOWERS) lines.push(`- and ${beliefs.length - MOST_KNOWERS} more`);
  const believed = knowledge?.believedBy ? believersWords(context, knowledge.believedBy) : null;
  const known = believed ? null : pageKnownTo(context, entry);
  return [
    ...(believed === null ? [] : [believed]),
    ...(known === null ? [] : [known.replace(/^k/, 'K')]),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ];
}

/** @param path the key with those above it, each as `keyOf` gives it; dates that serve as examples are in an era of the codex */
export function keyDoc(known: Known, path: readonly string[]): KeyDoc | null {
  const found = docAt(path);
  const year = path[0] === 'date' ? exampleIn(known) : null;
  return found && year !== null
    ? { ...found, shape: `a world date, like ${year}, or two with .. between them` }
    : found;
}

function docAt(path: readonly string[]): KeyDoc | null {
  const [top = '', inner] = path;
  if (inner === undefined) return KNOWN_KEYS.find(({ key }) => key === top) ?? null;
  if (path.length > 2) return null;
  const docs: Readonly<Record<string, KeyDoc>> =
    top === 'facts' ? FACT_KEYS : top === 'formerly' ? FORMERLY_KEYS : RETCON_KEYS;
  return Object.hasOwn(docs, inner) ? (docs[inner] ?? null) : null;
}
