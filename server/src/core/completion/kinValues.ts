/** Whom an attribute of kin can mean, known from the other end: a child's page names its mother, and she has a child by that. */
import { describerOf, entityOf, firstPairsNaming } from '../canon';
import { keyOf } from '../codex/codex';
import { kinNaming } from '../codex/kin';
import { type CompletionContext, entityFor, linkFor } from './completionContext';

/**
 * The values, the likeliest first, each with what speaks for it; none for an attribute that names no kin.
 * @param isLinked whether values of this attribute are links elsewhere
 */
export function kinValues(
  context: CompletionContext,
  entity: string,
  attribute: string,
  isLinked: boolean,
): ReadonlyMap<string, string> {
  const { known, entry } = context;
  const { kin, attributeKeys } = known.canon.codex;
  const role = kin.get(attributeKeys.get(keyOf(attribute)) ?? attribute);
  const found = new Map<string, string>();
  if (role === undefined) return found;
  const put = (other: string, note: string): void => {
    const describer = isLinked ? describerOf(known, other, null) : undefined;
    const link = describer ? linkFor(known, describer) : null;
    const value = link === null ? entityFor(known, other) : `[[${link}]]`;
    if (value !== null && !found.has(value)) found.set(value, note);
  };
  for (const pair of firstPairsNaming(known, entity).pairs)
    if (kinNaming(kin, pair.attribute) === role) put(pair.entity, `says so as ${pair.attribute}`);
  const own = entityOf(known, entry);
  if (own !== entity) put(own, 'this page');
  return found;
}
