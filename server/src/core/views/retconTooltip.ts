/** A retcon in a tooltip: who did what to what, from when, decided when, and why. */
import { type Retcon, kindOf, type RetconKind } from '../canon';
import {
  attributeWords,
  decidedWhen,
  entryLink,
  inlineMarkdown,
  type RenderContext,
  whenWords,
} from '../reading/entryWords';

const KIND_WORDS: Readonly<Record<RetconKind, string | null>> = {
  correction: 'a correction: it never was as told',
  change: 'a change: the world moved on',
  soft: 'both stand, on purpose',
  retraction: null,
  restoration: null,
};

/** Markdown, with links to both ends. */
export function renderRetconTooltip(context: RenderContext, retcon: Retcon): string {
  const { by, old, kind, only, reason, soft } = retcon;
  const facts = [
    soft ? null : whenWords(retcon),
    only && `${only.map(({ attribute }) => attributeWords(attribute)).join(', ')} only`,
    KIND_WORDS[kindOf(context.known, retcon)],
    decidedWhen(context, by),
  ].filter((part) => part !== null);
  const head = `**${entryLink(context, by)}** ${kind} **${entryLink(context, old)}** — ${facts.join(' · ')}`;
  return reason === null ? head : `${head}\n\n> ${inlineMarkdown(reason)}`;
}
