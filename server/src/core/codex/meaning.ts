/** Whether two versions of codex.yaml say the same of everything that answers depend on. */
import { comparePositions } from './canonTime';
import type { Codex } from './codex';

/** What answers depend on, but for the revisions, as a text: calendars, keys, attributes, tiers, and which files are entries. */
const answersBy = ({ chronology, fields, attributes, tiers, include, exclude, datedByGit, declared }: Codex): string =>
  JSON.stringify(
    [chronology, fields, attributes, tiers, include, exclude, datedByGit !== null, declared],
    (_, value: unknown) =>
      value instanceof Map || value instanceof Set ? [...value] : typeof value === 'number' ? String(value) : value,
  );

/** The same but for revisions that the second has more, wherever the others then stand where they stood; else null. */
export function addedRevisions(before: Codex, after: Codex): ReadonlySet<string> | null {
  if (answersBy(before) !== answersBy(after)) return null;
  const added = new Map(after.revisions.map(({ id, position }) => [id, position]));
  for (const { id, position } of before.revisions) {
    const now = added.get(id);
    if (!now || comparePositions(position, now) !== 0) return null;
    added.delete(id);
  }
  return new Set(added.keys());
}
