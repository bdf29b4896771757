/** A retcon in a tooltip: who did what to what, from when, decided when, and why. */
import { type Retcon, kindOf, type RetconKind } from '../canon';
import { attributeWords, decidedWhen, named, plain, type Telling, whenWords } from '../reading/entryWords';

const KIND_WORDS: Readonly<Record<RetconKind, string | null>> = {
  correction: 'a correction: it never was as told',
  change: 'a change: the world moved on',
  soft: 'both stand, on purpose',
  retraction: null,
  restoration: null,
};

/** Markdown, with links to both ends. */
export function retconTold(telling: Telling, retcon: Retcon): string {
  const { by, old, kind, only, reason, soft } = retcon;
  const facts = [
    soft ? null : whenWords(retcon),
    only && `${only.map(({ attribute }) => attributeWords(attribute)).join(', ')} only`,
    KIND_WORDS[kindOf(telling.known, retcon)],
    decidedWhen(telling, by),
  ].filter((part) => part !== null);
  const head = `**${named(telling, by)}** ${kind} **${named(telling, old)}** — ${facts.join(' · ')}`;
  return reason === null ? head : `${head}\n\n> ${plain(reason)}`;
}
