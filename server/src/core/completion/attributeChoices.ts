/** Completes attributes and their values from those in use, and the facts that `only` can name. */
import {
  describerOf,
  entityOf,
  firstPairsNaming,
  entityNamed,
  entityOfFact,
  entryNamed,
  type Known,
  valueEntry,
  factsAbout,
  type StatedFact,
  kindOfAttribute,
} from '../canon';
import { keyOf, type AttributeKind } from '../codex/codex';
import { kinNaming } from '../codex/kin';
import {
  type CompletionContext,
  entityFor,
  linkFor,
  type CompletionChoice,
  choiceOf,
  type CompletionChoices,
  fitting,
  keyInsert,
  valueInsert,
  type ChoiceKind,
} from './choice';
import type { Entry } from '../entry/entry';
import { spanTouches } from '../text/span';
import type { CaretPlace } from './caretPlace';
import { aboutEntry, referencesAt } from './referenceChoices';
import { usageCountsIn } from './usageCounts';
import { withoutBrackets } from '../entry/entryShapes';
import { presentFacts } from '../entry/versions';

/**
 * The values, the likeliest first, each with what speaks for it; none for an attribute that names no kin.
 * @param isLinked whether values of this attribute are links elsewhere
 */
function kinValues(
  context: CompletionContext,
  entity: string,
  attribute: string,
  isLinked: boolean,
): ReadonlyMap<string, string> {
  const { known, entry } = context;
  const { kin, attributeKeys } = known.canon.codex;
  const role = kin.get(attributeKeys.get(keyOf(attribute)) ?? attribute);
  const found = new Map<string, string>();
  if (role === undefined) return found;
  const put = (other: string, note: string): void => {
    const describer = isLinked ? describerOf(known, other, null) : undefined;
    const link = describer ? linkFor(known, describer) : null;
    const value = link === null ? entityFor(known, other) : `[[${link}]]`;
    if (value !== null && !found.has(value)) found.set(value, note);
  };
  for (const pair of firstPairsNaming(known, entity).pairs)
    if (kinNaming(kin, pair.attribute) === role) put(pair.entity, `says so as ${pair.attribute}`);
  const own = entityOf(known, entry);
  if (own !== entity) put(own, 'this page');
  return found;
}

/** What is said of things: attributes and their values as they were written before, and the facts that `only` can name. */
const KINDS: Readonly<Record<AttributeKind, string>> = {
  constant: 'A *constant*: one value, for all time.',
  state: 'A *state*: one value at a time, a later one ends the earlier one.',
  set: 'A *set*: any number of values at a time.',
};

/** The attributes that an entity can have; those it has first, then those that its like have. */
export function attributesAt(context: CompletionContext, place: CaretPlace, entity: string): CompletionChoice[] {
  return attributeNames(context, entity).flatMap(({ name, note }) => {
    const isKey = place.takes === 'key';
    const insert = isKey ? keyInsert(place, name) : valueInsert(place, name);
    if (insert === null || (isKey && place.beside.has(keyOf(name)))) return [];
    const doc = KINDS[kindOfAttribute(context.known, name)];
    return [
      choiceOf({
        kind: 'attribute',
        label: name,
        note,
        span: place.span,
        insert,
        doc,
        goesOn: isKey && !place.hasColon,
      }),
    ];
  });
}

/** The likeliest first, each with what speaks for it. */
export function attributeNames(context: CompletionContext, entity: string): { name: string; note: string }[] {
  const { known, entry, offset } = context;
  const { attributes } = known.canon.codex;
  const type = describerOf(known, entity, known.canon.codex.present)?.type?.text ?? null;
  const seen = usageCountsIn(known.canon, entry, offset).attributes(type && type.toLowerCase());
  const times = new Map(seen.map(({ name, count }) => [name, count]));
  const isSaid = (name: string): boolean => attributes.has(name) || times.has(name);
  const stated = factsAbout(known, entity).filter(({ fact }) => isSaid(fact.attribute.text));
  const own = new Map<string, string[]>();
  for (const { fact } of oldFirst(entry, known, stated.toSorted(byAttribute))) {
    const values = own.get(fact.attribute.text) ?? [];
    own.set(fact.attribute.text, [...new Set([...values, fact.value.text])]);
  }
  const byCount = seen.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const notes = new Map<string, string>();
  const put = (name: string, note: string): void => void (notes.has(name) || notes.set(name, note));
  for (const [name, values] of own) put(name, values.join(', '));
  for (const { name, isOfType } of byCount) if (isOfType && type) put(name, `of another ${type}`);
  for (const [name, kind] of attributes) put(name, kind);
  for (const { name, count } of byCount) put(name, `${count}×`);
  return [...notes].map(([name, note]) => ({ name, note }));
}

const byAttribute = (a: StatedFact, b: StatedFact): number => (a.fact.attribute.text < b.fact.attribute.text ? -1 : 1);

/** What is said in the versions that an entry replaces comes first, since it probably has to be said again. */
function oldFirst({ declarations }: Entry, known: Known, facts: readonly StatedFact[]): StatedFact[] {
  const olds = new Set(declarations.map(({ target }) => entryNamed(known, target.text)));
  return facts.toSorted((a, b) => Number(olds.has(b.entry)) - Number(olds.has(a.entry)));
}

/** What comes behind them is not looked for again as more is typed. */
const MOST_VALUES = 200;

/** The values that an attribute has had, and the entries that it could have; those of this entity first. */
export function valuesAt(
  context: CompletionContext,
  place: CaretPlace,
  entity: string,
  attribute: string,
): CompletionChoices {
  const { known, entry, offset } = context;
  const key = keyOf(attribute);
  const here = new Set(
    oldFirst(entry, known, factsAbout(known, entity))
      .filter(({ fact }) => keyOf(fact.attribute.text) === key && !spanTouches(fact.value.span, offset))
      .map(({ fact: { value } }) => (value.linked ? `[[${value.text}]]` : value.text)),
  );
  const seen = usageCountsIn(known.canon, entry, offset)
    .values(attribute)
    .map(([value]) => value);
  const types = new Set<string>();
  let links = 0;
  const isLinked = seen.filter((value) => value.startsWith('[[')).length * 2 > seen.length;
  const kin = kinValues(context, entity, attribute, isLinked);
  const stated = [...new Set([...here, ...kin.keys(), ...seen.slice(0, MOST_VALUES)])]
    .slice(0, MOST_VALUES)
    .flatMap((value): CompletionChoice[] => {
      const text = withoutBrackets(value);
      const linked = text !== value;
      if (linked) links++;
      const found = valueEntry(known, { text, linked });
      if (found?.type) types.add(found.type.text.toLowerCase());
      const insert = valueInsert(place, value);
      if (insert === null) return [];
      const about = found
        ? aboutEntry(known, found, false)
        : ({
            kind: 'value',
            label: text,
            note: here.has(value) ? 'said of it already' : (kin.get(value) ?? ''),
          } as const);
      return [
        choiceOf({ ...about, ...(kin.has(value) && { detail: kin.get(value) ?? '' }), span: place.span, insert }),
      ];
    });
  const choices = fitting(place.typed, stated);
  // The kind of value is unknown, so every entry is a candidate if the author asks for choices.
  const others =
    types.size > 0
      ? referencesAt(context, place, 'value', types)
      : context.isAsked && seen.length === 0
        ? referencesAt(context, place, 'value')
        : null;
  if (!others) return { choices, isCut: false };
  const shown = new Set(choices.map(({ entry: one }) => one).filter((one) => one !== null));
  const more = others.choices.flatMap((choice): CompletionChoice[] => {
    if (choice.entry === null || shown.has(choice.entry)) return [];
    if (links * 2 <= seen.length) return [choice];
    const link = linkFor(known, choice.entry);
    const insert = link === null ? null : valueInsert(place, `[[${link}]]`);
    return insert === null ? [] : [{ ...choice, insert: [insert] }];
  });
  return { choices: [...choices, ...more].slice(0, MOST_VALUES), isCut: others.isCut };
}

/** The facts of the old entry, as `only` names them. */
export function onlyAt({ known, entry, offset }: CompletionContext, place: CaretPlace): CompletionChoice[] {
  const target = place.beside.get('id')?.value;
  const old = target ? entryNamed(known, withoutBrackets(target)) : undefined;
  if (!old) return [];
  const listed = new Set(
    entry.declarations
      .filter((one) => spanTouches(one.span, offset))
      .flatMap(({ only }) => only ?? [])
      .filter((one) => !spanTouches(one.span, offset) && one.entity !== null)
      .map((one) => `${entityNamed(known, one.entity ?? '')}.${keyOf(one.attribute)}`),
  );
  return presentFacts(old).flatMap((fact) => {
    const entity = entityFor(known, entityOfFact(known, old, fact));
    const attribute = fact.attribute.text;
    const insert = entity === null || attribute.includes('.') ? null : valueInsert(place, `${entity}.${attribute}`);
    if (insert === null || listed.has(`${entity}.${keyOf(attribute)}`)) return [];
    return [
      choiceOf({ kind: 'attribute', label: `${entity}.${attribute}`, note: fact.value.text, span: place.span, insert }),
    ];
  });
}

/** The entity that a fact at a place is about: the one named beside it or above it, else the entry's own. */
export function factEntityAt({ known, entry }: CompletionContext, name: string | undefined): string {
  const written = withoutBrackets(name ?? '').trim();
  return written ? entityNamed(known, written) : entityOf(known, entry);
}

/** Words of which there are few: revisions, tiers, types, and what is true or not. */
interface Word {
  readonly word: string;
  readonly note: string;
  readonly names?: readonly string[];
}

const offered = (place: CaretPlace, kind: ChoiceKind, words: readonly Word[]): CompletionChoice[] =>
  words.flatMap(({ word, note, names = [] }) => {
    const insert = valueInsert(place, word);
    return insert === null
      ? []
      : [choiceOf({ kind, label: word, note, names: [word, ...names], span: place.span, insert })];
  });

/** The revisions, the latest first: what is being written is written into that one. Of sessions the one whose number is typed goes before. */
export function revisionsAt({ known }: CompletionContext, place: CaretPlace): CompletionChoice[] {
  const words = known.canon.codex.revisions.toReversed().map(({ id, title, date, open }) => ({
    word: id,
    note: [title, date, open ? 'still being written' : undefined].filter((part) => part !== undefined).join(' · '),
    ...(title !== undefined && { names: [title] }),
  }));
  const number = /\/\d+$/.exec(place.typed)?.[0] ?? null;
  const isTyped = ({ word }: Word): boolean => number !== null && word.endsWith(number);
  return offered(place, 'word', [...words.filter(isTyped), ...words.filter((word) => !isTyped(word))]);
}

export function tiersAt({ known }: CompletionContext, place: CaretPlace): CompletionChoice[] {
  const { tiers } = known.canon.codex;
  const noteOf = (i: number): string => (i === 0 ? 'the highest' : i === tiers.length - 1 ? 'the lowest' : '');
  return offered(
    place,
    'word',
    tiers.map((word, i) => ({ word, note: noteOf(i) })),
  );
}

export function typesAt({ known, entry, offset }: CompletionContext, place: CaretPlace): CompletionChoice[] {
  const types = usageCountsIn(known.canon, entry, offset).types();
  return offered(
    place,
    'word',
    types.map(([word, times]) => ({ word, note: times === 1 ? '1 entry' : `${times} entries` })),
  );
}

/** @param notes what `true` means there, and `false` */
export const flagsAt = (place: CaretPlace, notes: readonly [string, string] = ['', '']): CompletionChoice[] =>
  offered(place, 'flag', [
    { word: 'true', note: notes[0] },
    { word: 'false', note: notes[1] },
  ]);
