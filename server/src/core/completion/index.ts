/** What can be written where the caret is: keys, references, dates, attributes, values, words, links. */
import type { Known } from '../canon';
import type { Entry } from '../entry/entry';
import { spellingOf } from '../codex/codex';
import { knownName } from '../reading/mentions';
import {
  type CompletionContext,
  type CompletionChoice,
  type CompletionChoices,
  fitting,
  choiceText,
  valueInsert,
} from './choice';
import { choicesElsewhere } from './otherSettings';
import {
  attributesAt,
  factEntityAt,
  onlyAt,
  valuesAt,
  flagsAt,
  revisionsAt,
  tiersAt,
  typesAt,
} from './attributeChoices';
import { datesAt } from './dateChoices';
import { entitiesAt, calloutKnowersAt, knowersAt, momentsAt } from './entityChoices';
import { factKeysAt, itemKeysAt, retconKeysAt, topKeysAt, itemsAt, templatesAt } from './keyChoices';
import { linksAt } from './linkChoices';
import { type CaretPlace, placeAt } from './caretPlace';
import { referencesAt, type ReferenceUse } from './referenceChoices';
import { fittingSteps } from './entryRoster';
import { usageCountSteps } from './usageCounts';

export { type CompletionChoice, type ChoiceKind, type CompletionChoices, type InsertPiece, choiceText } from './choice';

export interface CompletionCaret {
  readonly entry: Entry;
  readonly text: string;
  readonly offset: number;
  /** The author has asked for it; otherwise it comes unasked. */
  readonly isAsked: boolean;
  /** The text of another entry's file. */
  readonly textOf: (entry: Entry) => string | null;
}

/** As `completionsAt`. For the first list every entry is looked at, which others need not wait for. */
export function* completionSteps(known: Known, caret: CompletionCaret): Generator<void, CompletionChoices | null> {
  const { canon } = known;
  yield* fittingSteps(canon);
  if (placeAt(caret.text, caret.offset, canon.codex)) yield* usageCountSteps(canon);
  return completionsAt(known, caret);
}

/** Null where nothing is expected that could be known. */
export function completionsAt(
  known: Known,
  { textOf: textOfEntry, ...caret }: CompletionCaret,
): CompletionChoices | null {
  const context: CompletionContext = { known, ...caret };
  const found =
    linksAt(context, textOfEntry) ?? calloutKnowersAt(context) ?? otherSettingAt(context) ?? inFrontmatter(context);
  if (!found) return null;
  const isNew = ({ span, insert, edits }: CompletionChoice): boolean =>
    edits.length > 0 || insert.length > 1 || context.text.slice(span.start, span.end) !== choiceText({ insert });
  return { ...found, choices: found.choices.filter(isNew) };
}

/** A source or a value of another setting. Retcons name none. */
function otherSettingAt(context: CompletionContext): CompletionChoices | null {
  if (!context.known.canon.others) return null;
  const place = placeAt(context.text, context.offset, context.known.canon.codex);
  if (!place || place.takes === 'key' || (RETCONS.has(place.path[0] ?? '') && place.path[1] !== 'sources')) return null;
  return choicesElsewhere(context, { ...place, write: (name) => valueInsert(place, name) });
}

const RETCONS: ReadonlySet<string> = new Set(['supersedes', 'superseded_by', 'retracts', 'restores']);
const LONG: ReadonlySet<string> = new Set([
  'entity',
  'attribute',
  'value',
  'from',
  'until',
  'through',
  'known_by',
  'known_from',
  'believed_by',
]);

const all = (choices: readonly CompletionChoice[]): CompletionChoices => ({ choices, isCut: false });

function inFrontmatter(context: CompletionContext): CompletionChoices | null {
  const place = placeAt(context.text, context.offset, context.known.canon.codex);
  if (!place) return null;
  const found = place.takes === 'key' ? movedIn(place, keysAt(context, place)) : valueChoices(context, place);
  if (place.takes !== 'either') return found;
  const keys = keysBehindDash(context, place);
  return found || keys.length > 0
    ? { choices: [...keys, ...(found?.choices ?? [])], isCut: found?.isCut ?? false }
    : null;
}

/** Keys with the blanks in front that the line lacks. */
function movedIn({ lacks: { at, blanks } }: CaretPlace, found: CompletionChoices | null): CompletionChoices | null {
  if (!found || blanks === 0) return found;
  const edit = { span: { start: at, end: at }, text: ' '.repeat(blanks) };
  return { ...found, choices: found.choices.map((choice) => ({ ...choice, edits: [...choice.edits, edit] })) };
}

function keysAt(context: CompletionContext, place: CaretPlace): CompletionChoices | null {
  const [top, inner, ...deeper] = place.path;
  const fits = (choices: readonly CompletionChoice[]): CompletionChoices => all(fitting(place.typed, choices));
  if (top === undefined)
    return place.column === 0 ? fits([...topKeysAt(context, place), ...topTemplates(context, place)]) : null;
  if (RETCONS.has(top) && inner === undefined) return fits(retconKeysAt(context, place, top));
  if (top === 'formerly' && inner === undefined)
    return fits([...attributesAt(context, place, factEntityAt(context, undefined)), ...itemKeysAt(context, place)]);
  if (top === 'attributes' && inner === undefined)
    return all(fitting(place.typed, attributesAt(context, place, factEntityAt(context, undefined))));
  // Under `known_by` each key is somebody, and its value when they learn it.
  if (
    place.path.at(-1) === 'known_by' &&
    place.path.length <= 2 &&
    (top === 'known_by' || top === 'facts' || top === 'formerly')
  )
    return knowersAt(context, place, true);
  if (top !== 'facts' || deeper.length > 0) return null;
  if (inner !== undefined)
    return LONG.has(inner) ? null : fits(attributesAt(context, place, factEntityAt(context, place.written[1])));
  const isLong = place.inList || [...place.beside.keys()].some((key) => LONG.has(key));
  return isLong ? fits(factKeysAt(context, place)) : entitiesAt(context, place);
}

function topTemplates(context: CompletionContext, place: CaretPlace): CompletionChoice[] {
  const { codex } = context.known.canon;
  const keysPresent = new Set([...place.beside.keys()].map((key) => knownName(codex, key)));
  return templatesAt(
    context,
    place,
    (key) => keysPresent.has(key),
    (key) => spellingOf(codex, key),
  );
}

function keysBehindDash(context: CompletionContext, place: CaretPlace): CompletionChoice[] {
  const [top = '', inner] = place.path;
  if (inner !== undefined) return [];
  // The mapping of this item has no keys yet.
  const item = { ...place, beside: new Map() };
  if (top === 'formerly') {
    const asKey = { ...item, takes: 'key' } as const;
    return fitting(place.typed, attributesAt(context, asKey, factEntityAt(context, undefined)));
  }
  const keys = RETCONS.has(top) ? retconKeysAt(context, item, top) : top === 'facts' ? factKeysAt(context, item) : [];
  return fitting(place.typed, [...itemsAt(context, place, top), ...keys.slice(0, 1)]);
}

const SOFT = ['both versions stay true, and every answer gives both', 'the old version ends'] as const;

function valueChoices(context: CompletionContext, place: CaretPlace): CompletionChoices | null {
  const { path, typed } = place;
  const [top = '', inner, ...deeper] = path;
  const fits = (choices: readonly CompletionChoice[]): CompletionChoices => all(fitting(typed, choices));
  if (inner === undefined) return topValue(context, place, top);
  if (top === 'known_by' || ((top === 'facts' || top === 'formerly') && inner === 'known_by' && deeper.length === 1))
    return path.length > 3 ? null : all(momentsAt(context, place));
  if (RETCONS.has(top) && deeper.length === 0) {
    if (inner === 'id') return referencesAt(context, place, top as ReferenceUse);
    if (inner === 'sources') return referencesAt(context, place, 'sources');
    if (inner === 'as_of' || inner === 'effective') return all(datesAt(context, place, inner));
    if (inner === 'only') return fits(onlyAt(context, place));
    return inner === 'soft' ? fits(flagsAt(place, SOFT)) : null;
  }
  if (top === 'attributes' && deeper.length === 0)
    return valuesAt(context, place, factEntityAt(context, undefined), place.written[1] ?? '');
  if (top === 'formerly' && deeper.length === 0) return inItem(context, place, inner);
  if (top !== 'facts') return null;
  if (deeper.length === 1)
    return valuesAt(context, place, factEntityAt(context, place.written[1]), place.written[2] ?? '');
  return deeper.length === 0 && LONG.has(inner) ? inFact(context, place, inner) : null;
}

function topValue(context: CompletionContext, place: CaretPlace, key: string): CompletionChoices | null {
  const fits = (choices: readonly CompletionChoice[]): CompletionChoices => all(fitting(place.typed, choices));
  switch (key) {
    case 'supersedes':
    case 'superseded_by':
    case 'retracts':
    case 'restores':
    case 'sources':
    case 'disputes':
    case 'reviewed':
    case 'summarises':
      return referencesAt(context, place, key);
    case 'entity':
      return entitiesAt(context, place);
    case 'date':
    case 'until':
    case 'through':
      return all(datesAt(context, place, key));
    case 'canon':
      return fits(revisionsAt(context, place));
    case 'known_by':
    case 'believed_by':
    case 'pov':
      return knowersAt(context, place, key === 'known_by');
    case 'known_from':
      return all(datesAt(context, place, 'from'));
    case 'tier':
      return fits(tiersAt(context, place));
    case 'type':
      return fits(typesAt(context, place));
    case 'draft':
      return fits(flagsAt(place));
    default: {
      const isAttribute = context.known.canon.codex.attributeKeys.has(key);
      return isAttribute ? valuesAt(context, place, factEntityAt(context, undefined), place.written[0] ?? '') : null;
    }
  }
}

/** What a change was, or what the page said before of an attribute, which may name its entity. */
function inItem(context: CompletionContext, place: CaretPlace, key: string): CompletionChoices | null {
  switch (key) {
    case 'effective':
      return all(datesAt(context, place, key));
    case 'soft':
      return all(fitting(place.typed, flagsAt(place, SOFT)));
    case 'reason':
      return null;
    case 'canon':
    case 'sources':
    case 'known_by':
    case 'known_from':
    case 'date':
    case 'until':
    case 'through':
      return topValue(context, place, key);
    default: {
      const written = place.written[1] ?? '';
      const dot = written.lastIndexOf('.');
      const entity = factEntityAt(context, dot > 0 ? written.slice(0, dot) : undefined);
      return valuesAt(context, place, entity, written.slice(dot + 1));
    }
  }
}

function inFact(context: CompletionContext, place: CaretPlace, key: string): CompletionChoices | null {
  const entity = factEntityAt(context, place.beside.get('entity')?.value);
  switch (key) {
    case 'entity':
      return entitiesAt(context, place);
    case 'attribute':
      return all(fitting(place.typed, attributesAt(context, place, entity)));
    case 'value':
      return valuesAt(context, place, entity, place.beside.get('attribute')?.value ?? '');
    case 'known_by':
    case 'believed_by':
      return knowersAt(context, place, key === 'known_by');
    default:
      return all(datesAt(context, place, key));
  }
}
