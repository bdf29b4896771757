/** The keys that fit where a caret is, and the shape that each takes. */
import type { Codex } from '../../codex/codex';
import { keyOf } from '../../codex/codex';
import { KNOWN_KEYS } from '../../codex/keys';
import { entityOf, entryNamed } from '../../canon/known';
import { eolAt, layoutAt } from '../../yaml/lay';
import { scalarText } from '../../yaml/write';
import { keyDoc } from '../keyDocs';
import type { Asking } from './asking';
import { attributeNames } from './attributes';
import { type Choice, choiceOf, type Piece, STOP } from './choice';
import { keyAt } from './insert';
import type { Place } from './place';
import { seenIn } from './seen';

/** The usual order of a page, which is not the one in which keys are explained. */
const USUAL = ['title', 'type', 'date', 'canon', 'supersedes', 'facts', 'sources', 'aliases', 'entity'];

const IN_A_RETCON = ['id', 'as_of', 'effective', 'reason', 'only', 'sources', 'soft'];
const FROM_THE_OLD_END = ['id', 'effective', 'reason', 'only', 'sources', 'soft'];
const TAKEN_BACK = ['id', 'effective', 'reason', 'only', 'sources'];
const IN_A_FACT = ['entity', 'attribute', 'value', 'from', 'until', 'through'];

/** Keys of which one page has but one. */
const EITHER: Readonly<Record<string, string>> = { until: 'through', through: 'until' };

/** Keys whose values are listed. */
const LISTED: ReadonlySet<string> = new Set([
  'type',
  'entity',
  'date',
  'until',
  'through',
  'canon',
  'tier',
  'disputes',
  'reviewed',
]);

export function topKeysAt(asking: Asking, place: Place): Choice[] {
  const { known, entry, offset } = asking;
  const { codex } = known.canon;
  const there = new Set([...place.beside.keys()].map((key) => knownAs(codex, key)));
  const order = [...USUAL, ...KNOWN_KEYS.map(({ key }) => key).filter((key) => !USUAL.includes(key))];
  const keys = order.flatMap((key) => {
    if (there.has(key) || there.has(EITHER[key] ?? '')) return [];
    return spellingsOf(codex, key).flatMap((name) =>
      oneKey(place, name, {
        shape: shapeOf(asking, place, key),
        ...docOf([key]),
        goesOn: LISTED.has(key) || BLOCKS.has(key),
      }),
    );
  });
  const attributes = attributeNames(asking, entityOf(known, entry)).flatMap(({ name, note }) => {
    const isOwn =
      codex.attributes.has(name) &&
      knownAs(codex, keyOf(name)) === keyOf(name) &&
      !KNOWN_KEYS.some(({ key }) => key === keyOf(name));
    return isOwn && !place.beside.has(keyOf(name))
      ? oneKey(place, name, { kind: 'attribute', note, doc: 'A fact about what this page describes.', goesOn: true })
      : [];
  });
  const type = entry.type?.text ?? '';
  const others = type === '' ? [] : seenIn(known.canon, entry, offset).ownKeys(type.toLowerCase());
  const own = others.flatMap(([name, times]) =>
    times < 2 || place.beside.has(keyOf(name))
      ? []
      : oneKey(place, name, { kind: 'attribute', note: `on other pages of type ${type}` }),
  );
  return [...keys, ...attributes, ...own];
}

/** The known key that a spelling means here. */
function knownAs(codex: Codex, key: string): string {
  for (const [known, spellings] of codex.fields) if (spellings.includes(key)) return known;
  return codex.fields.has(key) ? '' : key;
}

const spellingsOf = (codex: Codex, key: string): readonly string[] => codex.fields.get(key) ?? [key];

/** @param top `supersedes`, `superseded_by`, `retracts` or `restores` */
export function retconKeysAt(asking: Asking, place: Place, top: string): Choice[] {
  const { known } = asking;
  const keys = top === 'supersedes' ? IN_A_RETCON : top === 'superseded_by' ? FROM_THE_OLD_END : TAKEN_BACK;
  const id = place.beside.get('id')?.value.replace(/^\[\[|\]\]$/g, '');
  const date = (id ? entryNamed(known, id) : undefined)?.date?.date;
  const shapes: Readonly<Record<string, readonly Piece[]>> = {
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
      ...docOf([top, key]),
      goesOn: !['reason', 'soft'].includes(key) && !(key === 'as_of' && shape.length > 0),
    });
  });
}

export const factKeysAt = (place: Place): Choice[] =>
  IN_A_FACT.flatMap((key) => {
    if (place.beside.has(key) || place.beside.has(EITHER[key] ?? '')) return [];
    return oneKey(place, key, { ...docOf(['facts', key]), goesOn: true });
  });

/** What is told of a key: the first sentence beside it, all of it where it is looked at. */
function docOf(path: readonly string[]): { doc: string; note: string } {
  const found = keyDoc(path);
  if (!found) return { doc: '', note: '' };
  return {
    doc: `${found.doc}\n\nTakes ${found.shape}.`,
    note: (found.doc.split(/[.:;](?:\s|$)/)[0] ?? '').replace(/`/g, ''),
  };
}

function oneKey(
  place: Place,
  name: string,
  { shape = [], ...more }: Partial<Omit<Choice, 'insert' | 'span' | 'label'>> & { readonly shape?: readonly Piece[] },
): Choice[] {
  // What follows on the line is the value.
  const isBlock = shape.some((piece) => typeof piece === 'string' && piece.includes('\n'));
  const insert = keyAt(place, name, (isBlock && place.isFlow) || !(place.isLast || place.isFlow) ? [] : shape);
  if (insert === null) return [];
  const asWritten =
    isBlock && insert.length > 1
      ? insert.map((piece, i) => (i === 0 && typeof piece === 'string' ? piece.trimEnd() : piece))
      : insert;
  const goesOn = more.goesOn === true && !place.hasColon;
  return [choiceOf({ kind: 'key', label: name, ...more, span: place.span, insert: asWritten, goesOn })];
}

/** Keys whose values are blocks of their own. */
const BLOCKS: ReadonlySet<string> = new Set([
  'supersedes',
  'superseded_by',
  'retracts',
  'restores',
  'sources',
  'facts',
  'attributes',
]);

/** What is put in behind a key of the top. */
function shapeOf({ text, offset }: Asking, place: Place, key: string): readonly Piece[] {
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
    case 'sources':
      return [item, STOP];
    case 'facts':
    case 'attributes':
      return [child, STOP];
    case 'aliases':
      return ['[', STOP, ']'];
    case 'draft':
      return ['true'];
    default:
      return [];
  }
}
