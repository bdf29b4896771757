/** What changed between two canon points, for readers who have no codex at hand: a release note, a post for the players. */
import { type CanonPoint, commitNamed } from '../canon/canonPoint';
import type { Difference } from '../canon/difference';
import { order } from '../canon/edges';
import type { Known } from '../canon/known';
import { type Held, kindOfAttribute } from '../canon/truth';
import type { Entry } from '../entry/entry';
import { between } from '../text/words';
import { cited, heading, item, type Line, nameOf, type Part, type Prose, section, strong, text } from './prose';
import { canonWords } from '../canon/position';
import { attributeName, entityName, stretchText, valueName } from './told';

/** A section for each entity; under what changed stands the reason, or that there is none. */
export function diffNote(
  a: Known,
  b: Known,
  from: CanonPoint,
  to: CanonPoint,
  differences: readonly Difference[],
): Prose {
  const end = to.kind === 'latest' ? 'since' : 'from';
  const until = to.kind === 'latest' ? '' : ` to ${pointName(b, to)}`;
  const entities = new Map<string, { readonly name: string; readonly changes: Difference[] }>();
  for (const one of differences) {
    const known = entities.get(one.entity);
    if (known) known.changes.push(one);
    else entities.set(one.entity, { name: nameOf(changedEntity(a, b, one)), changes: [one] });
  }
  return [
    heading(`What changed ${end} ${pointName(a, from)}${until}`),
    ...(differences.length === 0 ? [text('Nothing: every answer is the same.')] : []),
    ...[...entities.values()]
      .sort((one, other) => order(one.name, other.name))
      .flatMap(({ name, changes }) => section(name, entityLines(b, changes))),
  ];
}

/** What follows each other for the same reason has it once, below. */
function entityLines(b: Known, changes: readonly Difference[]): Line[] {
  return changes.flatMap((change, i) => {
    const said = sayingLines(b, change);
    const next = changes[i + 1];
    const goesOn = next !== undefined && JSON.stringify(sayingLines(b, next)) === JSON.stringify(said);
    return [changeItem(b, change), ...(goesOn ? [] : said)];
  });
}

function changeItem(b: Known, change: Difference): Line {
  const when = stretchText({ segment: change });
  const attribute = attributeName(change.attribute).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return item(strong(attribute), when === '' ? ': ' : `, ${when}: `, ...changeTold(b, change));
}

/** Who says so, and why; in words only, so that they can be compared. */
function sayingLines(b: Known, { before, by, retcons }: Difference): Line[] {
  if (retcons.length > 0)
    return retcons.map(({ reason, by: entry }) =>
      cited(reason ?? 'A retcon without a reason', ' — ', whereTold(b, entry)),
    );
  const told = by.map((entry) => whereTold(b, entry)).join('; ');
  return [cited(...(before.length === 0 ? ['New'] : [strong('No retcon declares this')]), `: ${told}`)];
}

/** `The Refounding of House Vyr (The Refounding)`: the page, and the revision that it came with. */
function whereTold(b: Known, entry: Entry): string {
  const canon = canonWords(b.canon, entry);
  return canon === null ? entry.title : `${entry.title} (${revisionName(b, canon)})`;
}

export const pointName = (known: Known, { text: given }: CanonPoint): string =>
  commitNamed(given) ?? revisionName(known, given);

const revisionName = ({ canon }: Known, name: string): string =>
  canon.codex.revisions.find(({ id }) => id === name)?.title ?? name;

/** What the entity of a change is called: where the later point has no page for it, as the earlier one calls it. */
export function changedEntity(a: Known, b: Known, { entity }: Difference): Part {
  const later = entityName(b, entity);
  return typeof later === 'string' ? entityName(a, entity) : later;
}

/** `was Maric, is Aldric`: what holds is strong, and each value told once, however many pages state it. */
export function changeTold(b: Known, { attribute, before, after }: Difference): Part[] {
  const [was, is] = [namesOf(before), namesOf(after)];
  const [gone, come] = [without(was, is), without(is, was)];
  if (was.size === 0) return joined(is, ' and ');
  if (is.size === 0) return ['was ', ...joined(was, ' and ', false), ', and is no longer told'];
  if (gone.size + come.size === 0) return ['is ', ...joined(is, ' and '), ' as before, but told by others'];
  if (kindOfAttribute(b, attribute) === 'set') {
    if (gone.size === 0) return ['is now also ', ...joined(come, ' and ')];
    if (come.size === 0) return ['is no longer ', ...joined(gone, ' or ', false)];
    return ['was ', ...joined(gone, ' and ', false), ', is ', ...joined(come, ' and ')];
  }
  return ['was ', ...oneOf(was, false), ', is ', ...oneOf(is, true)];
}

/** One value; several of what has one at a time are a dispute. */
const oneOf = (values: Names, isStrong: boolean): Part[] =>
  values.size > 1 ? ['disputed: ', ...joined(values, ' or ', isStrong)] : joined(values, '', isStrong);

type Names = ReadonlyMap<string, Part>;

const namesOf = (all: readonly Held[]): Names => new Map(all.map((held) => [nameOf(valueName(held)), valueName(held)]));

const without = (all: Names, others: Names): Names => new Map([...all].filter(([name]) => !others.has(name)));

const joined = (values: Names, last: string, isStrong = true): Part[] => [
  ...between(
    [...values.values()].map((part): Part => (isStrong || typeof part === 'string' ? part : { ...part, isStrong })),
    last,
  ),
];
