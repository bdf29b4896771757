/** The entities that a fact or an entry can be about: those with facts first, entries or not. */
import { filed } from '../../canon/canon';
import { entityNamed, entityOf, entityOfFact, entryNamed } from '../../canon/known';
import { at, entriesOf } from '../../canon/table';
import { keyOf } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { touches } from '../../text/span';
import { entityFor, type Asking } from './asking';
import { choiceOf, type Choice, type Choices, fit, type Piece, STOP } from './choice';
import { firstOf } from './first';
import { keyAt, valueAt } from './insert';
import type { Place } from './place';
import { aboutEntry } from './references';

interface Found {
  /** null where no entry describes it. */
  readonly entry: Entry | null;
  /** As it is written where facts are stated of it. */
  readonly name: string;
  readonly fit: number;
  readonly score: number;
}

export function entitiesAt(asking: Asking, place: Place): Choices {
  const { known, entry } = asking;
  const { canon } = known;
  const typed = nameKey(place.typed);
  const near = nearby(asking);
  const hasFacts = new Set<string>();
  const bare = new Set<string>();
  for (const index of ['statedOn', 'describing'] as const)
    for (const [key] of entriesOf(canon[index])) {
      const paths = at(canon.names, key);
      for (const path of paths ?? []) hasFacts.add(path);
      if (!paths) bare.add(key);
    }
  const found: Found[] = [];
  for (const [path, other] of entriesOf(canon.entries)) {
    // A later version of a page is about the entity of the first.
    if (other.entity !== null || !known.has(other) || (other === entry && place.path[0] === 'entity')) continue;
    const fits = fit(typed, other.names);
    if (fits === null) continue;
    const score = hasFacts.has(path) || other.facts.some((fact) => fact.entity === null) ? -1 : 0;
    found.push({ entry: other, name: '', fit: fits, score: score + (near.get(other) ?? 0) });
  }
  for (const key of bare) {
    const name = nameOf(asking, key);
    const fits = name === null ? null : fit(typed, [key]);
    if (name !== null && fits !== null) found.push({ entry: null, name, fit: fits, score: -1 + (near.get(name) ?? 0) });
  }
  const { first, isCut } = firstOf(found, inOrder);
  return { choices: first.flatMap((one) => choiceFor(asking, place, one)), isCut };
}

const titleOf = ({ entry, name }: Found): string => entry?.title ?? name;

const inOrder = (a: Found, b: Found): number =>
  a.fit - b.fit ||
  a.score - b.score ||
  (titleOf(a) < titleOf(b) ? -1 : titleOf(a) > titleOf(b) ? 1 : 0) ||
  ((a.entry?.path ?? '') < (b.entry?.path ?? '') ? -1 : 1);

function choiceFor({ known }: Asking, place: Place, { entry, name }: Found): Choice[] {
  const entity = entityFor(known, entry ? entityOf(known, entry) : name);
  if (entity === null) return [];
  const isKey = place.takes === 'key';
  const inside: readonly Piece[] = place.isLast || place.isFlow ? ['{', STOP, '}'] : [];
  const written = isKey ? keyAt(place, entity, inside) : valueAt(place, entity);
  if (written === null) return [];
  const isBeside =
    isKey && [...place.beside.keys()].some((key) => keyOf(entity) === key || entityNamed(known, key) === entity);
  if (isBeside) return [];
  const about = entry
    ? aboutEntry(known, entry, false)
    : ({ kind: 'value', label: entity, note: 'no entry yet' } as const);
  return [choiceOf({ ...about, span: place.span, insert: written, goesOn: isKey && !place.hasColon })];
}

/** How an author writes a name that no entry has; null where it is only being typed. */
function nameOf({ known, entry, offset }: Asking, key: string): string | null {
  for (const index of ['statedOn', 'describing'] as const)
    for (const other of filed(known.canon, index, key))
      for (const ref of [other.entity, ...other.facts.map((fact) => fact.entity)])
        if (ref && nameKey(ref.text) === key && !(other === entry && touches(ref.span, offset))) return ref.text;
  return null;
}

/** What this file is about already, and what it replaces was: entries, and names that no entry has. */
function nearby({ known, entry, offset }: Asking): ReadonlyMap<Entry | string, number> {
  const near = new Map<Entry | string, number>();
  const add = (entity: string, score: number): void => {
    const key = entryNamed(known, entity) ?? entity;
    near.set(key, Math.min(score, near.get(key) ?? 0));
  };
  for (const declaration of entry.declarations) {
    const old = entryNamed(known, declaration.target.text);
    if (!old || declaration.fromOldEnd) continue;
    add(entityOf(known, old), -6);
    for (const fact of old.facts) add(entityOfFact(known, old, fact), -8);
  }
  for (const fact of entry.facts)
    if (!(fact.entity && touches(fact.entity.span, offset))) add(entityOfFact(known, entry, fact), -5);
  add(entityOf(known, entry), -4);
  return near;
}
