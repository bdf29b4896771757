/** Whether two versions of codex.yaml say the same of everything that answers, or problems, depend on. */
import { declarationsOf } from '../chronology';
import { comparePositions } from './canonTime';
import type { Codex, Revision } from './codex';

const asText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one instanceof Map || one instanceof Set ? [...one] : typeof one === 'number' ? String(one) : one,
  );

/** What answers depend on except the revisions, as a text: calendars, keys, attributes, tiers, and which files are entries. */
const answersBy = (codex: Codex): string => {
  const { chronology, fields, titles, attributes, tiers, include, exclude, datedByGit, declared } = codex;
  return asText([
    declarationsOf(chronology),
    fields,
    titles,
    attributes,
    tiers,
    include,
    exclude,
    datedByGit !== null,
    declared,
  ]);
};

/** The revisions that only the second codex has, where all others kept their places and nothing else differs; else null. */
export function addedRevisions(before: Codex, after: Codex): ReadonlySet<string> | null {
  if (before === after) return new Set();
  if (answersBy(before) !== answersBy(after)) return null;
  const added = new Map(after.revisions.map(({ id, position }) => [id, position]));
  for (const { id, position } of before.revisions) {
    const now = added.get(id);
    if (!now || comparePositions(position, now) !== 0) return null;
    added.delete(id);
  }
  return new Set(added.keys());
}

/** Everything by which entries are read and judged except the revisions and the present, as a text. */
const judgedBy = (codex: Codex): string =>
  asText({
    ...codex,
    chronology: declarationsOf(codex.chronology),
    revisions: null,
    present: null,
    established: null,
    datedByGit: codex.datedByGit !== null,
  });

/** Whether the present is the same day, on the same line of time. */
export const isSamePresent = ({ present: a }: Codex, { present: b }: Codex): boolean => asText(a) === asText(b);

/** A revision that is closed, or has another title, is where it was: nothing is read or judged otherwise for it. */
const placeOf = ({ id, date, position }: Revision): unknown => [id, date, position];

/** The revisions that the second has behind all of the first, where nothing but the present is judged by otherwise; else null. */
export function revisionsBehind(before: Codex, after: Codex): readonly Revision[] | null {
  if (before === after) return [];
  const [was, is] = [before.revisions, after.revisions];
  if (judgedBy(before) !== judgedBy(after) || asText(is.slice(0, was.length).map(placeOf)) !== asText(was.map(placeOf)))
    return null;
  // With the first of all, entries are judged that have no place among them.
  return was.length === 0 && is.length > 0 ? null : is.slice(was.length);
}
