/** Passages as people read them: whose they are and where, the words they were found by, how they stand. */
import { type Known, type Retcon, canonWords, preposition } from '../canon';
import type { DeclarationKind } from '../entry/entry';
import { joinWith } from '../text/wordLists';
import type { Chunk, LoreAnswer } from './loreTypes';
import { heading, item, type Line, link, type Part, quote, strong, text } from './prose';
import { snippetOf } from './snippet';
import { STANDING_WORDS } from './told';

export function loreTold({
  query,
  text: asked,
  needed,
  point,
  remark,
  chunks,
  hasMore,
  leftOut,
}: LoreAnswer): readonly Line[] {
  const count = chunks.length === 0 ? 'No passage' : chunks.length === 1 ? '1 passage' : `${chunks.length} passages`;
  const when = point.kind === 'latest' ? '' : `, as of ${point.text}`;
  return [
    heading(`${count} for “${asked}”${when}`),
    ...(needed === 'any' && chunks.length > 0 ? [text('No passage holds all of these words; these hold some.')] : []),
    ...chunks.flatMap((chunk): Line[] => {
      const fate = fateTold(chunk);
      return [
        item(...nameOf(chunk), ` · ${chunk.entry.path}:${chunk.passage.lines[0] + 1}`),
        quote(...snippetOf(chunk.passage.text, query).map((part) => (part.isMarked ? strong(part.text) : part.text))),
        ...(fate.length > 0 ? [quote('— ', ...fate)] : []),
      ];
    }),
    ...(remark === null ? [] : [text(remark)]),
    ...(hasMore ? [text('There are more: ask for a higher limit.')] : []),
    ...(leftOut > 0 ? [text(leftOutTold(leftOut), ` --all shows ${leftOut === 1 ? 'it' : 'them'}.`)] : []),
  ];
}

/** `The Founding of House Vyr · The Oath`: the title, and the heading where that is another. */
function nameOf({ entry, passage }: Chunk): Part[] {
  const isTitle = passage.heading === null || passage.heading === entry.title;
  return [link(entry), isTitle ? '' : ` · ${passage.heading}`];
}

/** How its entry stands, and what retcons have to do with it; nothing where there is nothing to be said. */
export function fateTold({ standing, flags }: Chunk): Part[] {
  const stands: Part[][] = standing === 'ended' || standing === 'not_yet' ? [[STANDING_WORDS[standing]]] : [];
  const later = (retcon: Retcon): string => (flags.later.has(retcon) ? 'later ' : '');
  const met = flags.meets.map((retcon): Part[] => [
    later(retcon),
    retcon.soft ? 'also told by ' : `${MET[retcon.kind]}${retcon.only ? ' in part' : ''} by `,
    link(retcon.by),
    ...whenTold(flags.now, retcon),
  ]);
  const made = flags.makes.map((retcon): Part[] => [
    later(retcon),
    retcon.soft ? 'tells beside ' : `${retcon.kind} ${retcon.only ? 'part of ' : ''}`,
    link(retcon.old),
    ...whenTold(flags.now, retcon),
  ]);
  return joinWith<Part[]>([...stands, ...met, ...made], '; ').flatMap((part) => (part === ', ' ? ['; '] : part));
}

const MET: Readonly<Record<DeclarationKind, string>> = {
  supersedes: 'superseded',
  retracts: 'retracted',
  restores: 'restored',
};

/** ` from 412 TA, in session-47`; a day is one that it was told on. */
function whenTold(now: Known, { effective, by }: Retcon): string[] {
  const canon = canonWords(now.canon, by);
  return [
    effective === 'always' ? '' : ` from ${effective.text}`,
    canon === null ? '' : `, ${preposition(canon)} ${canon}`,
  ];
}

export const leftOutTold = (count: number): string =>
  count === 1
    ? 'One passage is left out: its entry was superseded or retracted.'
    : `${count} passages are left out: their entries were superseded or retracted.`;
