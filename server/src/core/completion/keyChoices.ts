/** The keys that fit where a caret is, and the shape that each takes. */
import { type Known, entityOf, entryNamed } from '../canon';
import { eolAt, layoutAt, scalarText } from '../yaml/writeYaml';
import { keyDoc } from '../reading/entryWords';
import { type CompletionContext, type CompletionChoice, choiceOf, type InsertPiece, STOP, keyInsert } from './choice';
import type { CaretPlace } from './caretPlace';
import { keyOf, spellingsOf } from '../codex/codex';
import { FORMERLY_KEYS, KNOWN_KEYS } from '../codex/keys';
import { namesIn } from '../schema/yamlShape';
import { knownName } from '../reading/mentions';
import { attributeNames } from './attributeChoices';
import { usageCountsIn } from './usageCounts';
import { withoutBrackets } from '../entry/entryShapes';

/** What a choice says of a key: the first sentence beside it, the whole for the selected one. */
function docOf(known: Known, path: readonly string[]): { doc: string; note: string } {
  const found = keyDoc(known, path);
  if (!found) return { doc: '', note: '' };
  return {
    doc: `${found.doc}\n\nTakes ${found.shape}.`,
    note: (found.doc.split(/[.:;](?:\s|$)/)[0] ?? '').replace(/`/g, ''),
  };
}

/** A key, and what is inserted after its colon. Undefined where the quote around it can't hold it. */
export function oneKey(
  place: CaretPlace,
  name: string,
  {
    shape = [],
    ...more
  }: Partial<Omit<CompletionChoice, 'insert' | 'span' | 'label'>> & { readonly shape?: readonly InsertPiece[] },
): CompletionChoice[] {
  // What follows on the line is the value.
  const isBlock = shape.some((piece) => typeof piece === 'string' && piece.includes('\n'));
  const insert = keyInsert(place, name, (isBlock && place.isFlow) || !(place.isLast || place.isFlow) ? [] : shape);
  if (insert === null) return [];
  const asWritten =
    isBlock && insert.length > 1
      ? insert.map((piece, i) => (i === 0 && typeof piece === 'string' ? piece.trimEnd() : piece))
      : insert;
  const goesOn = more.goesOn === true && !place.hasColon;
  return [choiceOf({ kind: 'key', label: name, ...more, span: place.span, insert: asWritten, goesOn })];
}

/** What is put in behind a key of the top. Blocks begin with their line end. */
function topShape({ text, offset }: CompletionContext, place: CaretPlace, key: string): readonly InsertPiece[] {
  const { step, listStep } = layoutAt(text, offset);
  const eol = eolAt(text, offset);
  const item = `${eol}${' '.repeat(place.column + listStep)}- `;
  const child = `${eol}${' '.repeat(place.column + step)}`;
  switch (key) {
    case 'supersedes':
    case 'superseded_by':
    case 'retracts':
    case 'restores':
      return [`${item}id: `, STOP];
    case 'formerly':
    case 'sources':
    case 'summarises':
      return [item, STOP];
    case 'facts':
    case 'attributes':
      return [child, STOP];
    case 'aliases':
    case 'known_by':
    case 'believed_by':
      return ['[', STOP, ']'];
    case 'draft':
      return ['true'];
    default:
      return [];
  }
}

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

/** What an item of `formerly` says of a change. */
export const itemKeysAt = ({ known }: CompletionContext, place: CaretPlace): CompletionChoice[] =>
  namesIn(FORMERLY_KEYS).flatMap((key) => {
    if (place.beside.has(key)) return [];
    const shape: readonly InsertPiece[] =
      key === 'reason' ? ['"', STOP, '"'] : key === 'soft' ? ['true'] : IN_BRACKETS.has(key) ? ['[', STOP, ']'] : [];
    return oneKey(place, key, {
      ...docOf(known, ['formerly', key]),
      shape,
      goesOn: key !== 'reason' && key !== 'soft',
    });
  });

const IN_BRACKETS: ReadonlySet<string> = new Set(['known_by', 'sources']);

/** Whole retcons and facts, with places to fill in. */
interface Template {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  readonly names: readonly string[];
  readonly doc: string;
  /** The keys of one item; those in quotes take a sentence. */
  readonly keys: readonly string[];
}

const TEMPLATES: readonly Template[] = [
  {
    key: 'supersedes',
    label: 'Retcon',
    note: 'this page replaces another',
    names: ['supersedes', 'replaces'],
    doc: 'Names the older entry that this one replaces, from when in the world, and why. The old one stays in the codex.',
    keys: ['id', 'as_of', 'effective', 'reason'],
  },
  {
    key: 'retracts',
    label: 'Retraction',
    note: 'it was never true',
    names: ['retracts', 'retcon'],
    doc: 'Names an entry that was wrong, with nothing in its place, and why.',
    keys: ['id', 'reason'],
  },
  {
    key: 'restores',
    label: 'Restoration',
    note: 'it was true after all',
    names: ['restores', 'retcon'],
    doc: 'Names an entry that was retconned away and is true after all, from when in the world, and why.',
    keys: ['id', 'effective', 'reason'],
  },
  {
    key: 'facts',
    label: 'Fact',
    note: 'with the date from which it holds',
    names: ['facts'],
    doc: 'States a fact about anything, with the date from which it holds.',
    keys: ['entity', 'attribute', 'value', 'from'],
  },
];

/** At an empty line of the top: the key and its first item. */
export function templatesAt(
  context: CompletionContext,
  place: CaretPlace,
  isThere: (key: string) => boolean,
  nameOf: (key: string) => string,
): CompletionChoice[] {
  if (place.isFlow || place.hasColon || place.quote !== '' || !place.isLast) return [];
  const eol = eolAt(context.text, context.offset);
  const indent = ' '.repeat(place.column + layoutAt(context.text, context.offset).listStep);
  return TEMPLATES.filter(({ key }) => !isThere(key)).map((template) =>
    offered(place, template, [
      `${place.before}${nameOf(template.key)}:${eol}${indent}- `,
      ...itemOf(template, `${eol}${indent}  `),
    ]),
  );
}

/** Behind a dash, or in the brackets of a list: one more item. */
export function itemsAt(context: CompletionContext, place: CaretPlace, top: string): CompletionChoice[] {
  const template = TEMPLATES.find(({ key }) => key === top);
  if (!template || place.isFlow || place.quote !== '' || !place.isLast) return [];
  const column = place.column + place.before.length;
  return [
    offered(place, template, [
      place.before,
      ...itemOf(template, `${eolAt(context.text, context.offset)}${' '.repeat(column)}`),
    ]),
  ];
}

function offered(
  { span, after }: CaretPlace,
  { label, note, names, doc }: Template,
  insert: readonly InsertPiece[],
): CompletionChoice {
  return choiceOf({
    kind: 'retcon',
    label,
    note,
    names: [label, ...names],
    doc,
    span,
    insert: [...insert, after],
    goesOn: true,
  });
}

const itemOf = ({ keys }: Template, line: string): InsertPiece[] =>
  keys.flatMap((key, i): InsertPiece[] => {
    const lead = `${i === 0 ? '' : line}${key}: `;
    return key === 'reason' ? [`${lead}"`, STOP, '"'] : [lead, STOP];
  });
