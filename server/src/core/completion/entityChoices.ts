/** The entities that a fact or an entry can be about: those with facts first, entries or not. */
import { entryAt, filed, entityNamed, entityOf, entityOfFact, entryNamed, firstPairsNaming } from '../canon';
import { keyOf } from '../codex/codex';
import { nameKey } from '../entry/slug';
import { spanTouches } from '../text/span';
import { entityFor, type CompletionContext } from './completionContext';
import { choiceOf, type CompletionChoice, type CompletionChoices, type InsertPiece, STOP } from './choice';
import { firstOf } from './firstRanked';
import { fitOf, linesOf } from './nameFit';
import { keyInsert, valueInsert } from './insert';
import type { CaretPlace } from './caretPlace';
import { aboutEntry } from './referenceChoices';
import { eachFitting, rosterIn } from './entryRoster';
import { factSubjectsIn } from './factSubjects';

interface Found {
  /** The path of its entry; null where no entry describes it. */
  readonly path: string | null;
  /** Its title, or the name of which facts are stated, as `nameKey` gives it. */
  readonly name: string;
  readonly fit: number;
  readonly score: number;
}

export function entitiesAt(context: CompletionContext, place: CaretPlace): CompletionChoices {
  const { known, entry } = context;
  const { canon } = known;
  const typed = nameKey(place.typed);
  const near = nearby(context);
  const { isSubject, bare } = factSubjectsIn(canon);
  const { places } = rosterIn(canon);
  const nearPlaces = new Map([...near].map(([path, score]) => [places.get(path), score]));
  const isOwn = place.path[0] === 'entity';
  // A later version of a page is about the entity of the first.
  const first = firstOf<Found>(inOrder, ({ path }) => {
    const other = path === null ? null : entryAt(canon, path);
    if (!other) return path === null;
    return other.entity === null && known.has(other) && !(isOwn && other === entry);
  });
  eachFitting(canon, typed, (one, fit) => {
    const { path, title, place } = one;
    const nearness = place === null ? near.get(path) : nearPlaces.get(place);
    const score = (isSubject(one) ? -1 : 0) + (nearness ?? 0);
    if (first.mayEnter(fit, score)) first.add({ path, name: title, fit, score });
    return true;
  });
  for (const key of bare) {
    const fit = fitOf(typed, linesOf([key]));
    const score = -1 + (near.get(key) ?? 0);
    if (fit !== null && first.mayEnter(fit, score)) first.add({ path: null, name: key, fit, score });
  }
  return { choices: first.items().flatMap((one) => choiceFor(context, place, one)), isCut: first.isCut() };
}

const inOrder = (a: Found, b: Found): number =>
  a.fit - b.fit ||
  a.score - b.score ||
  (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) ||
  ((a.path ?? '') < (b.path ?? '') ? -1 : 1);

function choiceFor(context: CompletionContext, place: CaretPlace, { path, name }: Found): CompletionChoice[] {
  const { known } = context;
  const entry = path === null ? undefined : entryAt(known.canon, path);
  const meant = entry ? entityOf(known, entry) : nameOf(context, name);
  const entity = meant === null ? null : entityFor(known, meant);
  if (entity === null) return [];
  const isKey = place.takes === 'key';
  const inside: readonly InsertPiece[] = place.isLast || place.isFlow ? ['{', STOP, '}'] : [];
  const written = isKey ? keyInsert(place, entity, inside) : valueInsert(place, entity);
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
function nameOf({ known, entry, offset }: CompletionContext, key: string): string | null {
  for (const index of ['statedOn', 'describing'] as const)
    for (const other of filed(known.canon, index, key))
      for (const ref of [other.entity, ...other.facts.map((fact) => fact.entity)])
        if (ref && nameKey(ref.text) === key && !(other === entry && spanTouches(ref.span, offset))) return ref.text;
  return null;
}

/** What this file is about already, and what it replaces was: the paths of entries, and names that no entry has. */
function nearby({ known, entry, offset }: CompletionContext): ReadonlyMap<string, number> {
  const near = new Map<string, number>();
  const add = (entity: string, score: number): void => {
    const key = entryNamed(known, entity)?.path ?? nameKey(entity);
    near.set(key, Math.min(score, near.get(key) ?? 0));
  };
  for (const declaration of entry.declarations) {
    const old = entryNamed(known, declaration.target.text);
    if (!old || declaration.fromOldEnd) continue;
    add(entityOf(known, old), -6);
    for (const fact of old.facts) add(entityOfFact(known, old, fact), -8);
  }
  for (const fact of entry.facts)
    if (!(fact.entity && spanTouches(fact.entity.span, offset))) add(entityOfFact(known, entry, fact), -5);
  const own = entityOf(known, entry);
  add(own, -4);
  // Whoever names it as mother, lord or founder may well be spoken of here.
  for (const { entity } of firstPairsNaming(known, own).pairs) add(entity, -3);
  return near;
}
