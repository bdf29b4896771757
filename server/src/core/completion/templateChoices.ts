/** Whole retcons and facts, with places to fill in. */
import { eolAt, layoutAt } from '../yaml/yamlLayout';
import type { Asking } from './asking';
import { type Choice, choiceOf, type Piece, STOP } from './choice';
import type { Place } from './place';

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
  asking: Asking,
  place: Place,
  isThere: (key: string) => boolean,
  nameOf: (key: string) => string,
): Choice[] {
  if (place.isFlow || place.hasColon || place.quote !== '' || !place.isLast) return [];
  const eol = eolAt(asking.text, asking.offset);
  const indent = ' '.repeat(place.column + layoutAt(asking.text, asking.offset).listStep);
  return TEMPLATES.filter(({ key }) => !isThere(key)).map((template) =>
    offered(place, template, [
      `${place.before}${nameOf(template.key)}:${eol}${indent}- `,
      ...itemOf(template, `${eol}${indent}  `),
    ]),
  );
}

/** Behind a dash, or in the brackets of a list: one more item. */
export function itemsAt(asking: Asking, place: Place, top: string): Choice[] {
  const template = TEMPLATES.find(({ key }) => key === top);
  if (!template || place.isFlow || place.quote !== '' || !place.isLast) return [];
  const column = place.column + place.before.length;
  return [
    offered(place, template, [
      place.before,
      ...itemOf(template, `${eolAt(asking.text, asking.offset)}${' '.repeat(column)}`),
    ]),
  ];
}

function offered({ span, after }: Place, { label, note, names, doc }: Template, insert: readonly Piece[]): Choice {
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

const itemOf = ({ keys }: Template, line: string): Piece[] =>
  keys.flatMap((key, i): Piece[] => {
    const lead = `${i === 0 ? '' : line}${key}: `;
    return key === 'reason' ? [`${lead}"`, STOP, '"'] : [lead, STOP];
  });
