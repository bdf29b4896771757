/** A `tier` that codex.yaml does not list. */
import { tierRank } from '../../canon';
import { nearest } from '../../text/nearNames';
import { listWords } from '../../text/wordLists';
import { changeTo } from '../relatedPlaces';
import type { Rule } from '../rule';

export const unknownTier: Rule = {
  code: 'tier/unknown',
  severity: 'warning',
  of: ['tier'],
  *check({ known, entry }) {
    const { tier } = entry;
    const { tiers } = known.canon.codex;
    if (!tier || tier.text === '' || tiers.length === 0 || tierRank(known, entry) !== undefined) return;
    const near = nearest(tier.text, tiers);
    const advice = near ? `Did you mean ${near}?` : `Write ${listWords(tiers)}, or list it in codex.yaml.`;
    const message = `"${tier.text}" is none of the tiers in codex.yaml. ${advice}`;
    yield { span: tier.span, message, ...(near !== null && { fixes: [changeTo(entry, tier.span, near)] }) };
  },
};
