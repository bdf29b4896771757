/** Whole retcons and facts, with places to fill in. */
import { eolAt, layoutAt } from '../yaml/yamlLayout';
import type { CompletionContext } from './completionContext';
import { type CompletionChoice, choiceOf, type InsertPiece, STOP } from './choice';
import type { CaretPlace } from './caretPlace';

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
    note: 'it never was',
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
