/** Keys that their author should look at: those that mean something else to Retcon, dates that are partly unreadable, and inline fields. */
import { type Chronology, fold } from '../../chronology';
import { mayBeDate, type NumberOrder, whatWouldHelp } from './unreadDates';
import type { YamlNode } from '../../yaml/tree';
import { readIso } from '../canonTime';
import { type KeyUses, textsIn, singleText, withoutLink, type SurveyedNote } from './keyUses';
import { counted, listWords } from '../../text/words';
import { whyNoTitles } from './nameKeys';
import { type DateKey, roleOf } from './dateKeys';
import { inline } from './text';
import { keyOf } from '../codex';
import { fileNameOf } from '../../text/pageFile';

/** A key that Retcon is not to read, and why. */
export interface UnfitFound {
  readonly key: string;
  readonly why: string;
}

type Judge = (uses: KeyUses, names: ReadonlySet<string>) => string | null;

const isYesOrNo = (text: string): boolean => /^(?:true|false|yes|no|on|off|\d+|✅|❌)$/i.test(text.trim());

/** Most values do not pass `fits`. */
const mostly =
  (what: string, fits: (node: YamlNode, names: ReadonlySet<string>) => boolean): Judge =>
  ({ uses }, names) => {
    const misfits = uses.filter(({ node }) => !fits(node, names));
    return misfits.length <= 0.5 * uses.length
      ? null
      : `${what} in ${counted(misfits.length, 'note')}${likeOf(misfits.map(({ node }) => node))}`;
  };

function likeOf(nodes: readonly YamlNode[]): string {
  const texts = [...new Set(nodes.flatMap((node) => (node.kind === 'mapping' ? [] : textsIn(node).slice(0, 1))))];
  return texts.length === 0
    ? ''
    : `, like ${listWords(
        texts.slice(0, 2).map((text) => `“${text}”`),
        'and',
      )}`;
}

const isGroups = (node: YamlNode): boolean =>
  node.kind === 'mapping' || (node.kind === 'sequence' && node.items.every(({ kind }) => kind === 'mapping'));

/** Some name in it is that of a note; groups of keys say more than a name. */
const isReference = (node: YamlNode, names: ReadonlySet<string>): boolean =>
  isGroups(node) || textsIn(node).some((text) => names.has(fold(withoutLink(text))));

const NO_REVISION = /^(?:(?:non|semi|head|not|un)?[- ]?canon(?:ical)?|legends?|apocrypha|fanon|partial|maybe|unsure)$/i;

const JUDGES: Readonly<Record<string, Judge>> = {
  title: (uses) => whyNoTitles(uses),
  id: ({ uses }) => {
    const values = uses.map(({ node }) => singleText(node) ?? '');
    const different = new Set(values).size;
    return different === values.length
      ? null
      : `${counted(values.length, 'note')} share ${counted(different, 'value')}`;
  },
  entity: ({ uses }, names) => {
    const values = uses.map(({ node }) => singleText(node) ?? '');
    const strange = values.filter((text) => !names.has(fold(withoutLink(text))));
    return strange.length <= 0.5 * values.length || new Set(strange).size > 0.6 * strange.length
      ? null
      : `it names no notes${likeOf(uses.map(({ node }) => node))}`;
  },
  canon: mostly('it names no revision', (node) => {
    const text = singleText(node) ?? '';
    return !isYesOrNo(text) && !NO_REVISION.test(text.trim());
  }),
  attributes: mostly('it holds no `attribute: value`', (node) => node.kind === 'mapping'),
  facts: mostly('it holds texts', isGroups),
  retracts: mostly('it names no notes', isReference),
  restores: mostly('it names no notes', isReference),
  summarises: mostly('it names no notes', isReference),
  disputes: mostly('it names no notes', isReference),
  reviewed: mostly(
    'it names no notes',
    (node, names) =>
      isReference(node, names) && !textsIn(node).some((text) => isYesOrNo(text) || readIso(text) !== null),
  ),
};

export function unfitFound(keys: ReadonlyMap<string, KeyUses>, names: ReadonlySet<string>): readonly UnfitFound[] {
  return Object.entries(JUDGES).flatMap(([key, judge]) => {
    const uses = keys.get(key);
    const why = uses ? judge(uses, names) : null;
    return why === null ? [] : [{ key, why }];
  });
}

/** What a note can be called by, folded: its path's last part. */
export const namesOfNotes = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.flatMap((path) => [fold(fileNameOf(path)), fold(fileNameOf(path)).replace(/[^\p{L}\p{N}]+/gu, '-')]));

export interface DoubtfulKey {
  readonly field: 'date' | 'through';
  readonly key: string;
  readonly spelling: string;
  /** How many of its values can be read, and what the others are like. */
  readonly why: string;
}

/** Those with enough dates of the world to be worth a question, and those of which nothing can be read; most dates first. */
export const doubtfulKeys = (
  keys: readonly DateKey[],
  chronology: Chronology,
  order: NumberOrder,
): readonly DoubtfulKey[] =>
  keys
    .filter(({ isDoubtful, isOurs, dates, unread }) => {
      const isEnough = dates.length >= 3 && dates.length >= 0.1 * (dates.length + unread.length);
      return isDoubtful && !isOurs && (isEnough || areDates(unread));
    })
    .sort((a, b) => b.dates.length - a.dates.length)
    .map((found) => ({
      field: found.role === 'date' ? 'date' : 'through',
      key: found.key,
      spelling: found.spelling,
      why: areDates(found.unread) ? `${outOf(found)}: ${whatWouldHelp(found.unread, chronology, order)}` : outOf(found),
    }));

/** Whether values that can't be read are dates all the same, most of them. */
export const areDates = (unread: readonly string[]): boolean =>
  unread.length > 1 && unread.filter(mayBeDate).length > 0.5 * unread.length;

/** `6 of 20 can be read; the others are like “after the flood”`. */
export function outOf({ dates, unread }: Pick<DateKey, 'dates' | 'unread'>): string {
  const like = [...new Set(unread)].slice(0, 2).map((text) => `“${inline(text)}”`);
  return dates.length === 0
    ? `none of ${unread.length} can be read, such as ${listWords(like, 'and')}`
    : `${dates.length} of ${dates.length + unread.length} can be read; the others are like ${listWords(like, 'and')}`;
}

export interface InlineFound {
  readonly notes: number;
  /** The fields that say most, as they are written. */
  readonly examples: readonly string[];
}

const FIELD = /(?:^|[[(])[\s>*-]*(\p{L}[\p{L}\p{N} _*-]{0,30}?)\*{0,2}::[ \t]*([^\n\])]{1,80})/gmu;

export function inlineFieldsFound(notes: readonly SurveyedNote[]): InlineFound | null {
  const found = new Set<SurveyedNote>();
  const examples: { readonly text: string; readonly isDate: boolean }[] = [];
  for (const note of notes) {
    if (!note.prose.includes('::')) continue;
    for (const [, name = '', value = ''] of note.prose.replace(/^(```|~~~)[^]*?^\1/gm, '').matchAll(FIELD)) {
      const spelling = name.replace(/\*/g, '').trim();
      if (value.trim() === '') continue;
      found.add(note);
      const isDate = roleOf({ key: keyOf(spelling), spelling, uses: [] }) !== null;
      if (isDate || examples.length < 3) examples.push({ text: `${spelling}:: ${value.trim()}`, isDate });
    }
  }
  if (found.size < 2) return null;
  const inOrder = [...examples.filter(({ isDate }) => isDate), ...examples.filter(({ isDate }) => !isDate)];
  return { notes: found.size, examples: [...new Set(inOrder.map(({ text }) => text))].slice(0, 2) };
}
