/** Pages that go on under another id, though nothing says so: a file was renamed, or its `id` changed, and what names it by its old id finds nothing. */
import { entryAt, mentionKeys, counterpart, idOf, type Known, resolve, at } from '../../canon';
import type { Entry } from '../../entry/entry';
import { type Compared, isEstablished, isNew } from './baselineComparison';

/** What an entry of now was, where it says the same as one that has gone, and nobody else answers to the old id: at most its title does. */
export function renamedFrom(compared: Compared, is: Entry): Entry | undefined {
  const { baseline, now } = compared;
  if (counterpart(now, baseline, is)) return undefined;
  const gone = [...entriesWithContentOf(baseline, is), ...inPlace(baseline, is)].filter(
    (was) => !counterpart(baseline, now, was),
  );
  const [was] = gone;
  if (!was || gone.length !== 1 || !isEstablished(compared, was)) return undefined;
  const named = resolve(now, idOf(baseline, was));
  return named.kind === 'none' || (named.kind === 'one' && named.entry === is) ? was : undefined;
}

/** What an entry that has gone seems to be now. */
export const renamedTo = (compared: Compared, was: Entry): Entry | undefined =>
  [...entriesWithContentOf(compared.now, was), ...inPlace(compared.now, was)].find(
    (is) => isNew(compared, is) && renamedFrom(compared, is) === was,
  );

/** The entries that say what another says: they are among those that name any of its values. */
function entriesWithContentOf(known: Known, entry: Entry): Entry[] {
  const naming = entry.facts.map(({ value }) => at(known.canon.alsoNaming, mentionKeys(value.text)[0] ?? '') ?? []);
  const [fewest = []] = naming.sort((a, b) => a.length - b.length);
  const content = contentOf(entry);
  return fewest.flatMap((path) => {
    const other = entryAt(known.canon, path);
    return other && known.has(other) && contentOf(other) === content ? other : [];
  });
}

/** The entry in the same file, where neither states a fact and both have the same place in time, in the story or in the canon. */
function inPlace(known: Known, entry: Entry): Entry[] {
  const other = entryAt(known.canon, entry.path);
  if (!other || !known.has(other) || entry.facts.length + other.facts.length > 0) return [];
  const isAlike = other.date?.text === entry.date?.text && other.canon?.text === entry.canon?.text;
  return isAlike && (entry.date?.date || entry.canon) ? [other] : [];
}

/** Its title, where that is a key of its own: any other may come of the file's name. And its facts as they are written. */
const contentOf = ({ title, titleSpan, frontmatter, date, facts }: Entry): string =>
  JSON.stringify([
    titleSpan && titleSpan.start < frontmatter.end ? title : null,
    date?.text,
    facts.map(({ entity, attribute, value, from, until }) => [
      entity?.text,
      attribute.text,
      value.text,
      from?.text,
      until?.text,
    ]),
  ]);
