/** Mends of what was only spelled otherwise: a line of errata.yaml lets it through, or a name stands for its page again. */
import { entityOfFact } from '../../canon';
import { ERRATA_FILE, erratumInto } from '../../codex/errata';
import { nameLike } from '../../rules/relatedPlaces';
import { erratumItem, whyNoSlip } from '../../rules/retcon/slipsLetThrough';
import { lostReference } from '../../rules/retcon/silent';
import type { Silenced } from '../../rules/retcon/silencedFacts';
import { type MendContext, offer, type Offer, replaced, type MendBaseline, entryText } from './mend';

/** Undefined where it is more than a slip. */
export function slipOfThePen(context: MendContext, { compared }: MendBaseline, one: Silenced): Offer[] {
  if (whyNoSlip(compared, one) !== null || !one.instead) return [];
  const text = context.textOf(ERRATA_FILE);
  const item = erratumItem(entityOfFact(context.known, context.entry, one.instead), one, '');
  const title = 'It was a slip of the pen';
  if (text === null)
    return [{ title, creates: [{ file: ERRATA_FILE, text: `- ${item}\n` }], edits: [], isPreferred: false }];
  return offer(title, ERRATA_FILE, erratumInto(text, item), { isPreferred: false });
}

/** A name that stood for a page, and is plain text in other letters. */
export function nameBack(context: MendContext, { compared }: MendBaseline, one: Silenced): Offer[] {
  const lost = lostReference(compared, one);
  if (!lost || !one.instead) return [];
  const { path } = context.entry;
  const name = nameLike(context.known, one.fact.value, lost);
  const edit = replaced(entryText(context), path, one.instead.value.span, name);
  return offer(`Write ${name}, which stands for the page`, path, edit, { isPreferred: true });
}
