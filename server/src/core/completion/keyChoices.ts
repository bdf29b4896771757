/** The keys that fit where a caret is, and the shape that each takes. */
import { keyOf, spellingsOf } from '../codex/codex';
import { KNOWN_KEYS } from '../codex/keys';
import { entityOf, entryNamed } from '../canon';
import { scalarText } from '../yaml/writeYaml';
import { knownName } from '../reading/mentions';
import type { CompletionContext } from './completionContext';
import { attributeNames } from './attributeChoices';
import { type CompletionChoice, type InsertPiece, STOP } from './choice';
import { docOf, oneKey, topShape } from './keyInsert';
import type { CaretPlace } from './caretPlace';
import { usageCountsIn } from './usageCounts';
import { withoutBrackets } from '../entry/entryShapes';

/** The usual order of a page, which is not the one in which keys are explained. */
const USUAL = ['title', 'type', 'date', 'canon', 'supersedes', 'facts', 'sources', 'aliases', 'entity'];

const IN_A_RETCON = ['id', 'as_of', 'effective', 'reason', 'only', 'sources', 'soft'];
const FROM_THE_OLD_END = ['id', 'effective', 'reason', 'only', 'sources', 'soft'];
const TAKEN_BACK = ['id', 'effective', 'reason', 'only', 'sources'];
const IN_A_FACT = ['entity', 'attribute', 'value', 'from', 'until', 'through', 'known_by', 'known_from', 'believed_by'];

/** Keys that take a list of names. */
const LISTS: ReadonlySet<string> = new Set(['known_by', 'believed_by']);

/** Keys of which one page has but one. */
const EITHER: Readonly<Record<string, string>> = { until: 'through', through: 'until' };

/** Keys whose values are written in the author's own words. */
const OWN_WORDS: ReadonlySet<string> = new Set(['id', 'title', 'aliases', 'created', 'draft']);

export function topKeysAt(context: CompletionContext, place: CaretPlace): CompletionChoice[] {
  const { known, entry, offset } = context;
  const { codex } = known.canon;
  const keysPresent = new Set([...place.beside.keys()].map((key) => knownName(codex, key)));
  const order = [...USUAL, ...KNOWN_KEYS.map(({ key }) => key).filter((key) => !USUAL.includes(key))];
  const keys = order.flatMap((key) => {
    if (keysPresent.has(key) || keysPresent.has(EITHER[key] ?? '')) return [];
    return spellingsOf(codex, key).flatMap((name) =>
      oneKey(place, name, {
        shape: topShape(context, place, key),
        ...docOf(known, [key]),
        goesOn: !OWN_WORDS.has(key),
      }),
    );
  });
  const attributes = attributeNames(context, entityOf(known, entry)).flatMap(({ name, note }) => {
    const isOwn =
      codex.attributes.has(name) &&
      knownName(codex, keyOf(name)) === keyOf(name) &&
      !KNOWN_KEYS.some(({ key }) => key === keyOf(name));
    return isOwn && !place.beside.has(keyOf(name))
      ? oneKey(place, name, { kind: 'attribute', note, doc: 'A fact about what this page describes.', goesOn: true })
      : [];
  });
  const type = entry.type?.text ?? '';
  const others = type === '' ? [] : usageCountsIn(known.canon, entry, offset).ownKeys(type.toLowerCase());
  const own = others.flatMap(([name, times]) =>
    times < 2 || place.beside.has(keyOf(name))
      ? []
      : oneKey(place, name, { kind: 'attribute', note: `on other pages of type ${type}` }),
  );
  return [...keys, ...attributes, ...own];
}

/** @param top `supersedes`, `superseded_by`, `retracts` or `restores` */
export function retconKeysAt(context: CompletionContext, place: CaretPlace, top: string): CompletionChoice[] {
  const { known } = context;
  const keys = top === 'supersedes' ? IN_A_RETCON : top === 'superseded_by' ? FROM_THE_OLD_END : TAKEN_BACK;
  const id = withoutBrackets(place.beside.get('id')?.value ?? '');
  const date = (id ? entryNamed(known, id) : undefined)?.date?.date;
  const shapes: Readonly<Record<string, readonly InsertPiece[]>> = {
    as_of: date && top === 'supersedes' ? [scalarText(date.text, { isFlow: place.isFlow })] : [],
    reason: ['"', STOP, '"'],
    only: ['[', STOP, ']'],
    sources: ['[', STOP, ']'],
    soft: ['true'],
  };
  return keys.flatMap((key) => {
    if (place.beside.has(key)) return [];
    const shape = shapes[key] ?? [];
    return oneKey(place, key, {
      shape,
      ...docOf(known, [top, key]),
      goesOn: !['reason', 'soft'].includes(key) && !(key === 'as_of' && shape.length > 0),
    });
  });
}

export const factKeysAt = ({ known }: CompletionContext, place: CaretPlace): CompletionChoice[] =>
  IN_A_FACT.flatMap((key) => {
    if (place.beside.has(key) || place.beside.has(EITHER[key] ?? '')) return [];
    const shape: readonly InsertPiece[] = LISTS.has(key) ? ['[', STOP, ']'] : [];
    return oneKey(place, key, { ...docOf(known, ['facts', key]), shape, goesOn: true });
  });
