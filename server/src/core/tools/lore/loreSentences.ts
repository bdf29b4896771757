/** Passages as people read them: whose they are and where, the words they were found by, how they stand. */
import { type Known, type Retcon, canonWords, preposition } from '../../canon';
import type { DeclarationKind } from '../../entry/entry';
import { believersOf } from './loreSeen';
import { joinWith, listWords } from '../../text/wordLists';
import type { Chunk, LoreAnswer } from '../asked/loreTypes';
import {
  headingLine,
  itemLine,
  type RichLine,
  link,
  type TextPart,
  quoteLine,
  strong,
  textLine,
} from '../words/richText';
import { snippetOf } from '../words/snippet';
import { STANDING_WORDS } from '../words/answerSentences';

export function renderLore({
  query,
  text: asked,
  needed,
  point,
  known,
  remark,
  chunks,
  hasMore,
  leftOut,
}: LoreAnswer): readonly RichLine[] {
  const count = chunks.length === 0 ? 'No passage' : chunks.length === 1 ? '1 passage' : `${chunks.length} passages`;
  // Its lines there are counted in what is shown of the page.
  const isView = known.canon.eyes !== null;
  const when = point.kind === 'latest' ? '' : `, as of ${point.text}`;
  return [
    headingLine(`${count} for “${asked}”${when}`),
    ...(needed === 'any' && chunks.length > 0
      ? [textLine('No passage holds all of these words; these hold some.')]
      : []),
    ...chunks.flatMap((chunk): RichLine[] => {
      const fate = renderFate(chunk);
      return [
        itemLine(...nameOf(chunk), ` · ${chunk.entry.path}${isView ? '' : `:${chunk.passage.lines[0] + 1}`}`),
        quoteLine(
          ...snippetOf(chunk.passage.text, query).map((part) => (part.isMarked ? strong(part.text) : part.text)),
        ),
        ...(fate.length > 0 ? [quoteLine('— ', ...fate)] : []),
      ];
    }),
    ...(remark === null ? [] : [textLine(remark)]),
    ...(hasMore ? [textLine('There are more: ask for a higher limit.')] : []),
    ...(leftOut > 0 ? [textLine(renderLeftOut(leftOut), ` --all shows ${leftOut === 1 ? 'it' : 'them'}.`)] : []),
  ];
}

/** `The Founding of House Vyr · The Oath`: the title, and the heading where that is another. */
function nameOf({ entry, passage }: Chunk): TextPart[] {
  const isTitle = passage.heading === null || passage.heading === entry.title;
  return [link(entry), isTitle ? '' : ` · ${passage.heading}`];
}

/** How its entry stands, and what retcons have to do with it; nothing where there is nothing to be said. */
export function renderFate({ entry, standing, flags }: Chunk): TextPart[] {
  const stands: TextPart[][] = standing === 'ended' || standing === 'not_yet' ? [[STANDING_WORDS[standing]]] : [];
  const later = (retcon: Retcon): string => (flags.later.has(retcon) ? 'later ' : '');
  const met = flags.meets.map((retcon): TextPart[] => [
    later(retcon),
    retcon.soft ? 'also told by ' : `${MET[retcon.kind]}${retcon.only ? ' in part' : ''} by `,
    link(retcon.by),
    ...renderWhen(flags.now, retcon),
  ]);
  const made = flags.makes.map((retcon): TextPart[] => [
    later(retcon),
    retcon.soft ? 'tells beside ' : `${retcon.kind} ${retcon.only ? 'part of ' : ''}`,
    link(retcon.old),
    ...renderWhen(flags.now, retcon),
  ]);
  const believers = believersOf(entry);
  const believed: TextPart[][] = believers.length > 0 ? [[`believed by ${listWords(believers, 'and')}`]] : [];
  return joinWith<TextPart[]>([...stands, ...believed, ...met, ...made], '; ').flatMap((part) =>
    part === ', ' ? ['; '] : part,
  );
}

const MET: Readonly<Record<DeclarationKind, string>> = {
  supersedes: 'superseded',
  retracts: 'retracted',
  restores: 'restored',
};

/** ` from 412 TA, in session-47`; a day is the one on which it was decided. */
function renderWhen(now: Known, { effective, by }: Retcon): string[] {
  const canon = canonWords(now.canon, by);
  return [
    effective === 'always' ? '' : ` from ${effective.text}`,
    canon === null ? '' : `, ${preposition(canon)} ${canon}`,
  ];
}

export const renderLeftOut = (count: number): string =>
  count === 1
    ? 'One passage is left out: its entry was superseded or retracted.'
    : `${count} passages are left out: their entries were superseded or retracted.`;
