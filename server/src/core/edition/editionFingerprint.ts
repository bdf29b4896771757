/** What the other pages of an edition can see of a page, as a number: as long as it stays the same, they come out the same. */
import { type Canon, filed } from '../canon';
import { keyOf } from '../codex/codex';
import type { Entry, Fact } from '../entry/entry';
import { digestOfText } from '../packed/digest';

/** A value as a text. Where it stands is nothing that others see; nor is the order of properties, which is another in what was packed. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const one of value) text += `${canonical(one)},`;
    return `[${text}]`;
  }
  const properties = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(properties).sort())
    if (key !== 'span' && properties[key] !== undefined) text += `${key}:${canonical(properties[key])},`;
  return `{${text}}`;
}

/**
 * Its names, who knows it, when it is, where it stands in the canon, and what it declares. What it states is seen by nobody else but where
 * it says who belongs to a circle, or where a retcon may replace it: then all of it counts.
 */
export function editionFingerprints(canon: Canon): (entry: Entry) => number {
  const { ofCircle, ofMember } = canon.codex.membership;
  const membership = new Set([...ofCircle, ...ofMember].map(keyOf));
  return (entry) => {
    const { path, writtenId, derivedId, folderId, title, aliases, names, type, entity } = entry;
    const { date, until, parts, canon: canonKey, position, draft, isUnpublished, declarations, knowledge } = entry;
    const { knownBy, knownFrom, believedBy, isDoubtful, beliefs = [], believedDeclarations = [] } = knowledge ?? {};
    const facts: readonly Fact[] = [...entry.facts, ...beliefs];
    const isInRetcon =
      declarations.length + believedDeclarations.length > 0 ||
      names.some((name) => filed(canon, 'declaredOn', name).length > 0);
    const seen = facts.filter(({ attribute }) => isInRetcon || membership.has(keyOf(attribute.text)));
    const seenByOthers = [
      [path, writtenId, derivedId, folderId, title, aliases, names, type?.text, entity],
      [date, until, parts, canonKey, position, draft, isUnpublished, declarations, believedDeclarations],
      [knownBy, knownFrom, believedBy, isDoubtful, facts.map((fact) => fact.entity?.text), seen],
    ];
    return digestOfText(canonical(seenByOthers));
  };
}
