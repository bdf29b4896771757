/** What a hover tells an author of knowledge: who is in on something and since when, and who believes otherwise. */
import {
  type Believed,
  believedOf,
  type Clipped,
  entityOfFact,
  inOnFact,
  type InOnIt,
  inOnPage,
  LATEST,
} from '../canon';
import { NO_ONE } from '../codex/knowledgeKeys';
import type { Entry, Fact } from '../entry/entry';
import { listWords } from '../text/wordLists';
import { attributeWords, entityWords, inlineMarkdown, type RenderContext } from './entryWords';

/** The most names in a line, and the most beliefs on a card. */
const MOST = 6;

/** `known to Lysa from 430 TA and players from session-48`; null where everyone may know it, and through somebody's eyes. */
export function factKnownTo(
  context: RenderContext,
  clipped: Pick<Clipped, 'entry' | 'fact' | 'begins'>,
): string | null {
  return context.eyes ? null : knownTo(context, inOnFact(context.known, context.asOf ?? LATEST, clipped));
}

export function pageKnownTo(context: RenderContext, entry: Entry): string | null {
  return context.eyes ? null : knownTo(context, inOnPage(context.known, context.asOf ?? LATEST, entry));
}

function knownTo(context: RenderContext, inOn: readonly InOnIt[] | null): string | null {
  if (inOn === null) return null;
  if (inOn.length === 0) return `known to ${NO_ONE}`;
  const names = inOn.map(
    ({ name, since, isNever }) =>
      entityWords(context, name) + (isNever ? ' (never)' : since === null ? '' : ` from ${inlineMarkdown(since)}`),
  );
  return `known to ${firstOf(names)}`;
}

const firstOf = (names: readonly string[]): string =>
  listWords(names.length > MOST ? [...names.slice(0, MOST), `${names.length - MOST} more`] : names, 'and');

/** What some believe of an attribute, which is not so; nothing through somebody's eyes. */
export const beliefsAbout = (context: RenderContext, entity: string, attribute: string): readonly Believed[] =>
  context.eyes ? [] : believedOf(context.known, context.now.canon, context.asOf ?? LATEST, entity, attribute);

/** `believed by The Commons`. */
export const believedBy = (context: RenderContext, by: readonly string[]): string =>
  `believed by ${by.length === 0 ? NO_ONE : firstOf(by.map((name) => entityWords(context, name)))}`;

/** Of a fact that is a belief: who believes it; null of one that is so. */
export function believersOfFact(context: RenderContext, entry: Entry, fact: Fact): string | null {
  if (context.eyes || entry.knowledge?.beliefs.includes(fact) !== true) return null;
  return believersWords(context, fact.knowledge?.believedBy ?? entry.knowledge.believedBy ?? []);
}

const believersWords = (context: RenderContext, by: readonly { readonly text: string }[]): string =>
  `**No fact** — ${believedBy(
    context,
    by.map(({ text }) => text),
  )}`;

/** The lines of a card: who is in on the page, or who believes what it tells. */
export function secretLines(context: RenderContext, entry: Entry): string[] {
  const { knowledge } = entry;
  if (context.eyes) return [];
  const beliefs = knowledge?.beliefs ?? [];
  const told = beliefs.slice(0, MOST).map((fact) => {
    const entity = entityWords(context, entityOfFact(context.known, entry, fact), entry);
    return `- **${attributeWords(fact.attribute.text)}** of ${entity}: *${inlineMarkdown(fact.value.text)}*`;
  });
  if (beliefs.length > MOST) told.push(`- and ${beliefs.length - MOST} more`);
  const believed = knowledge?.believedBy ? believersWords(context, knowledge.believedBy) : null;
  const known = believed ? null : pageKnownTo(context, entry);
  return [
    ...(believed === null ? [] : [believed]),
    ...(known === null ? [] : [known.replace(/^k/, 'K')]),
    ...(told.length > 0 ? [told.join('\n')] : []),
  ];
}
