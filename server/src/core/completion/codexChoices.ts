/** What can be written in codex.yaml where the caret is: the keys that are missing there, the words that a key takes, codes of rules. */
import { dateWords } from '../chronology';
import { type Codex, keyOf } from '../codex/codex';
import { CODEX_YAML } from '../codex/codexKeys';
import { KNOWN_KEYS } from '../codex/keys';
import { namesIn, type ShapeWord, withKeys, type YamlShape } from '../schema/yamlShape';
import {
  type CompletionChoice,
  type CompletionChoices,
  choiceOf,
  fitting,
  type InsertPiece,
  STOP,
  valueInsert,
} from './choice';
import { type CaretPlace, placeIn } from './caretPlace';
import { oneKey } from './keyChoices';

interface CodexCaret {
  readonly text: string;
  readonly offset: number;
  readonly codex: Codex;
  /** The codes of rules, each with what it is as a rule. */
  readonly rules: readonly ShapeWord[];
}

const WHOLE = withKeys(CODEX_YAML);

/** Null where nothing is expected that could be known. */
export function codexChoicesAt(caret: CodexCaret): CompletionChoices | null {
  const { text, offset } = caret;
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const place = placeIn(text, offset, { start, end: text.length }, keyOf);
  if (!place) return null;
  // Behind a dash either may stand: the keys of an item, or the item.
  const at = shapesAt([WHOLE], place.path.map(keyOf));
  const choices = [
    ...(place.takes === 'value' ? [] : at.flatMap((shape) => keysOf(caret, place, shape))),
    ...(place.takes === 'key' ? [] : at.flatMap((shape) => valuesOf(caret, place, shape))),
  ];
  const found = fitting(place.typed, choices);
  return found.length === 0 ? null : { choices: found, isCut: false };
}

/** What may stand below some keys; lists are as their items. */
function shapesAt(shapes: readonly YamlShape[], path: readonly string[]): readonly YamlShape[] {
  const flat = shapes.flatMap(unlisted);
  const [key, ...deeper] = path;
  if (key === undefined) return flat;
  const inner = flat.flatMap((shape): readonly YamlShape[] => {
    if (shape.kind === 'map') return [shape.of];
    const known = shape.kind === 'keys' && Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined;
    return known ? [known.takes] : [];
  });
  return inner.length === 0 ? [] : shapesAt(inner, deeper);
}

const unlisted = (shape: YamlShape): readonly YamlShape[] =>
  shape.kind === 'list' || shape.kind === 'named'
    ? unlisted(shape.of)
    : shape.kind === 'either'
      ? shape.of.flatMap(unlisted)
      : [shape];

function keysOf(caret: CodexCaret, place: CaretPlace, shape: YamlShape): CompletionChoice[] {
  if (shape.kind === 'map') return namesFor(caret, place, shape);
  if (shape.kind !== 'keys' || (place.path.length === 0 && place.column !== 0)) return [];
  return namesIn(shape.keys).flatMap((name) => {
    const known = shape.keys[name];
    if (!known || place.beside.has(name)) return [];
    return oneKey(place, name, {
      shape: behind(known.takes),
      doc: known.doc,
      note: firstWords(known.doc),
      goesOn: hasWords(known.takes),
    });
  });
}

/** Names of a sort that others know. */
function namesFor(
  { rules }: CodexCaret,
  place: CaretPlace,
  { keysAre }: Extract<YamlShape, { kind: 'map' }>,
): CompletionChoice[] {
  const named: Readonly<Record<NonNullable<typeof keysAre>, readonly ShapeWord[]>> = {
    'entry keys': KNOWN_KEYS.map(({ key, doc }) => ({ word: key, note: firstWords(doc) })),
    attributes: [],
    rules,
  };
  return (keysAre ? named[keysAre] : []).flatMap(({ word, note }) =>
    place.beside.has(keyOf(word)) ? [] : oneKey(place, word, { note, goesOn: keysAre !== 'entry keys' }),
  );
}

function valuesOf({ codex }: CodexCaret, place: CaretPlace, shape: YamlShape): CompletionChoice[] {
  const words = shape.kind === 'word' ? shape.words : shape.kind === 'flag' ? FLAGS : ownWords(codex, place);
  return words.flatMap(({ word, note }) => {
    const insert = valueInsert(place, word);
    return insert === null ? [] : [choiceOf({ kind: 'word', label: word, note, span: place.span, insert })];
  });
}

const FLAGS: readonly ShapeWord[] = [
  { word: 'true', note: '' },
  { word: 'false', note: '' },
];

/** What codex.yaml itself names elsewhere: eras and months of its calendars, attributes, circles. */
function ownWords({ chronology, attributes, circles }: Codex, { path }: CaretPlace): readonly ShapeWord[] {
  const [top, , inner, deeper] = path.map(keyOf);
  if (inner === 'default_era') return dateWords(chronology).filter(({ kind }) => kind === 'era');
  if (inner === 'seasons' || (inner === 'leap' && deeper === 'month'))
    return dateWords(chronology).filter(({ kind }) => kind === 'month');
  if (top === 'kin' || top === 'membership') return [...attributes].map(([word, kind]) => ({ word, note: kind }));
  if (top === 'audience')
    return ['nobody', 'everyone', ...circles.keys()].map((word) => ({
      word,
      note: circles.has(word) ? 'a circle' : '',
    }));
  return [];
}

const firstWords = (doc: string): string => (doc.split(/[.:;](?:\s|$)/)[0] ?? '').replace(/`/g, '');

const hasWords = (shape: YamlShape): boolean => shape.kind === 'word' || shape.kind === 'flag' || shape.kind === 'map';

/** The beginning of a value: brackets where a short list is usual. */
function behind(shape: YamlShape): readonly InsertPiece[] {
  if (shape.kind === 'named') return behind(shape.of);
  return shape.kind === 'list' && shape.of.kind === 'text' ? ['[', STOP, ']'] : [];
}
