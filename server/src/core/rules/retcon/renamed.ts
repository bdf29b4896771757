/** Pages that go on under another id, though nothing says so: a file was renamed, and what names it by its old id finds nothing. */
import { entryAt } from '../../canon/canon';
import { mentionKeys } from '../../canon/contributions';
import { counterpart } from '../../canon/identity';
import { idOf, type Known, resolve } from '../../canon/known';
import { at } from '../../canon/table';
import type { Entry } from '../../entry/entry';
import { type Compared, isEstablished, isNew } from './compared';

/** What an entry of now was, where it says the same as one that has gone, and nobody else answers to the old id. */
export function renamedFrom(compared: Compared, is: Entry): Entry | undefined {
  const { established, now } = compared;
  if (is.facts.length === 0 || counterpart(now, established, is)) return undefined;
  const gone = sayingAs(established, is).filter((was) => !counterpart(established, now, was));
  const [was] = gone;
  if (!was || gone.length !== 1 || !isEstablished(compared, was)) return undefined;
  return resolve(now, idOf(established, was)).kind === 'none' ? was : undefined;
}

/** What an entry that has gone seems to be now. */
export const renamedTo = (compared: Compared, was: Entry): Entry | undefined =>
  sayingAs(compared.now, was).find((is) => isNew(compared, is) && renamedFrom(compared, is) === was);

/** The entries that say what another says: they are among those that name any of its values. */
function sayingAs(known: Known, entry: Entry): Entry[] {
  const naming = entry.facts.map(({ value }) => at(known.canon.alsoNaming, mentionKeys(value.text)[0] ?? '') ?? []);
  const [fewest = []] = naming.sort((a, b) => a.length - b.length);
  const said = saidBy(entry);
  return fewest.flatMap((path) => {
    const other = entryAt(known.canon, path);
    return other && known.has(other) && saidBy(other) === said ? other : [];
  });
}

/** Its title, where that is a key of its own: any other may come of the file's name. And its facts as they are written. */
const saidBy = ({ title, titleSpan, frontmatter, date, facts }: Entry): string =>
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
