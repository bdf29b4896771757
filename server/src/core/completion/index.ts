/** What can be written where the caret is: keys, references, dates, attributes, values, words, links. */
import type { Known } from '../canon';
import type { Entry } from '../entry/entry';
import { spellingOf } from '../codex/codex';
import { knownName } from '../reading/mentions';
import type { Asking } from './asking';
import { attributesAt, entityAt, onlyAt, valuesAt } from './attributeChoices';
import { type Choice, type Choices, fitting, textOf } from './choice';
import { datesAt } from './dateChoices';
import { entitiesAt } from './entityChoices';
import { factKeysAt, retconKeysAt, topKeysAt } from './keyChoices';
import { linksAt } from './linkChoices';
import { type Place, placeAt } from './place';
import { referencesAt, type Use } from './referenceChoices';
import { fittingSteps } from './roster';
import { seenSteps } from './seen';
import { itemsAt, templatesAt } from './templateChoices';
import { flagsAt, revisionsAt, tiersAt, typesAt } from './wordChoices';

export { type Choice, type ChoiceKind, type Choices, type Piece, textOf } from './choice';

export interface Caret {
  readonly entry: Entry;
  readonly text: string;
  readonly offset: number;
  /** The author has asked for it; otherwise it comes unasked. */
  readonly isAsked: boolean;
  /** The text of another entry's file. */
  readonly textOf: (entry: Entry) => string | null;
}

/** As `completionsAt`. For the first list every entry is looked at, which others need not wait for. */
export function* completionSteps(known: Known, caret: Caret): Generator<void, Choices | null> {
  const { canon } = known;
  yield* fittingSteps(canon);
  if (placeAt(caret.text, caret.offset, canon.codex)) yield* seenSteps(canon);
  return completionsAt(known, caret);
}

/** Null where nothing is expected that could be known. */
export function completionsAt(known: Known, { textOf: textOfEntry, ...caret }: Caret): Choices | null {
  const asking: Asking = { known, ...caret };
  const found = linksAt(asking, textOfEntry) ?? inFrontmatter(asking);
  if (!found) return null;
  const isNew = ({ span, insert, edits }: Choice): boolean =>
    edits.length > 0 || insert.length > 1 || asking.text.slice(span.start, span.end) !== textOf({ insert });
  return { ...found, choices: found.choices.filter(isNew) };
}

const RETCONS: ReadonlySet<string> = new Set(['supersedes', 'superseded_by', 'retracts', 'restores']);
const LONG: ReadonlySet<string> = new Set(['entity', 'attribute', 'value', 'from', 'until', 'through']);

const all = (choices: readonly Choice[]): Choices => ({ choices, isCut: false });

function inFrontmatter(asking: Asking): Choices | null {
  const place = placeAt(asking.text, asking.offset, asking.known.canon.codex);
  if (!place) return null;
  const found = place.takes === 'key' ? movedIn(place, keysAt(asking, place)) : valueChoices(asking, place);
  if (place.takes !== 'either') return found;
  const keys = keysBehindDash(asking, place);
  return found || keys.length > 0
    ? { choices: [...keys, ...(found?.choices ?? [])], isCut: found?.isCut ?? false }
    : null;
}

/** Keys with the blanks in front that the line lacks. */
function movedIn({ lacks: { at, blanks } }: Place, found: Choices | null): Choices | null {
  if (!found || blanks === 0) return found;
  const edit = { span: { start: at, end: at }, text: ' '.repeat(blanks) };
  return { ...found, choices: found.choices.map((choice) => ({ ...choice, edits: [...choice.edits, edit] })) };
}

function keysAt(asking: Asking, place: Place): Choices | null {
  const [top, inner, ...deeper] = place.path;
  const fits = (choices: readonly Choice[]): Choices => all(fitting(place.typed, choices));
  if (top === undefined)
    return place.column === 0 ? fits([...topKeysAt(asking, place), ...topTemplates(asking, place)]) : null;
  if (RETCONS.has(top) && inner === undefined) return fits(retconKeysAt(asking, place, top));
  if (top === 'attributes' && inner === undefined)
    return all(fitting(place.typed, attributesAt(asking, place, entityAt(asking, undefined))));
  if (top !== 'facts' || deeper.length > 0) return null;
  if (inner !== undefined)
    return LONG.has(inner) ? null : fits(attributesAt(asking, place, entityAt(asking, place.written[1])));
  const isLong = place.inList || [...place.beside.keys()].some((key) => LONG.has(key));
  return isLong ? fits(factKeysAt(asking, place)) : entitiesAt(asking, place);
}

function topTemplates(asking: Asking, place: Place): Choice[] {
  const { codex } = asking.known.canon;
  const there = new Set([...place.beside.keys()].map((key) => knownName(codex, key)));
  return templatesAt(
    asking,
    place,
    (key) => there.has(key),
    (key) => spellingOf(codex, key),
  );
}

function keysBehindDash(asking: Asking, place: Place): Choice[] {
  const [top = '', inner] = place.path;
  if (inner !== undefined) return [];
  // The mapping of this item has no keys yet.
  const item = { ...place, beside: new Map() };
  const keys = RETCONS.has(top) ? retconKeysAt(asking, item, top) : top === 'facts' ? factKeysAt(asking, item) : [];
  return fitting(place.typed, [...itemsAt(asking, place, top), ...keys.slice(0, 1)]);
}

const SOFT = ['both versions stay true, and every answer tells both', 'the old version ends'] as const;

function valueChoices(asking: Asking, place: Place): Choices | null {
  const { path, typed } = place;
  const [top = '', inner, ...deeper] = path;
  const fits = (choices: readonly Choice[]): Choices => all(fitting(typed, choices));
  if (inner === undefined) return topValue(asking, place, top);
  if (RETCONS.has(top) && deeper.length === 0) {
    if (inner === 'id') return referencesAt(asking, place, top as Use);
    if (inner === 'sources') return referencesAt(asking, place, 'sources');
    if (inner === 'as_of' || inner === 'effective') return all(datesAt(asking, place, inner));
    if (inner === 'only') return fits(onlyAt(asking, place));
    return inner === 'soft' ? fits(flagsAt(place, SOFT)) : null;
  }
  if (top === 'attributes' && deeper.length === 0)
    return valuesAt(asking, place, entityAt(asking, undefined), place.written[1] ?? '');
  if (top !== 'facts') return null;
  if (deeper.length === 1) return valuesAt(asking, place, entityAt(asking, place.written[1]), place.written[2] ?? '');
  return deeper.length === 0 && LONG.has(inner) ? inFact(asking, place, inner) : null;
}

function topValue(asking: Asking, place: Place, key: string): Choices | null {
  const fits = (choices: readonly Choice[]): Choices => all(fitting(place.typed, choices));
  switch (key) {
    case 'supersedes':
    case 'superseded_by':
    case 'retracts':
    case 'restores':
    case 'sources':
    case 'disputes':
    case 'reviewed':
      return referencesAt(asking, place, key);
    case 'entity':
      return entitiesAt(asking, place);
    case 'date':
    case 'until':
    case 'through':
      return all(datesAt(asking, place, key));
    case 'canon':
      return fits(revisionsAt(asking, place));
    case 'tier':
      return fits(tiersAt(asking, place));
    case 'type':
      return fits(typesAt(asking, place));
    case 'draft':
      return fits(flagsAt(place));
    default: {
      const isAttribute = asking.known.canon.codex.attributeKeys.has(key);
      return isAttribute ? valuesAt(asking, place, entityAt(asking, undefined), place.written[0] ?? '') : null;
    }
  }
}

function inFact(asking: Asking, place: Place, key: string): Choices | null {
  const entity = entityAt(asking, place.beside.get('entity')?.value);
  switch (key) {
    case 'entity':
      return entitiesAt(asking, place);
    case 'attribute':
      return all(fitting(place.typed, attributesAt(asking, place, entity)));
    case 'value':
      return valuesAt(asking, place, entity, place.beside.get('attribute')?.value ?? '');
    default:
      return all(datesAt(asking, place, key));
  }
}
