/** Pages that go on under another id, though nothing says so: a file was renamed, and what names it by its old id finds nothing. */
import { allEntries } from '../../canon/canon';
import { counterpart } from '../../canon/identity';
import { idOf, type Known, perKnown, resolve } from '../../canon/known';
import type { Entry } from '../../entry/entry';
import { type Compared, isEstablished, isNew } from './compared';

/** What an entry of now was, where it says the same as one that has gone, and nobody else answers to the old id. */
export function renamedFrom({ established, now }: Compared, is: Entry): Entry | undefined {
  if (is.facts.length === 0 || counterpart(now, established, is)) return undefined;
  const gone = sayingIn(established, 'all')
    .get(saidBy(is))
    ?.filter((was) => !counterpart(established, now, was));
  const [was] = gone ?? [];
  if (!was || gone?.length !== 1 || !isEstablished(established, was)) return undefined;
  return resolve(now, idOf(established, was)).kind === 'none' ? was : undefined;
}

/** What an entry that has gone seems to be now. */
export const renamedTo = (compared: Compared, was: Entry): Entry | undefined =>
  sayingIn(compared.now, 'all')
    .get(saidBy(was))
    ?.find((is) => isNew(compared, is) && renamedFrom(compared, is) === was);

/** The entries by what they say. */
const sayingIn = perKnown((known: Known, _all: 'all'): ReadonlyMap<string, readonly Entry[]> => {
  const saying = new Map<string, Entry[]>();
  for (const entry of allEntries(known.canon)) {
    if (!known.has(entry) || entry.facts.length === 0) continue;
    const said = saidBy(entry);
    const others = saying.get(said);
    if (others) others.push(entry);
    else saying.set(said, [entry]);
  }
  return saying;
});

/** Its title, unless that is its file's name, and its facts as they are written. */
const saidBy = ({ title, titleSpan, date, facts }: Entry): string =>
  JSON.stringify([
    titleSpan && title,
    date?.text,
    facts.map(({ entity, attribute, value, from, until }) => [
      entity?.text,
      attribute.text,
      value.text,
      from?.text,
      until?.text,
    ]),
  ]);
