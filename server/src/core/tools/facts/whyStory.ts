/** Why it is so: the story of a chain of versions as a paragraph, in canon order and in the author's own reasons. */
import {
  canonWords,
  currentVersionsOf,
  enteredWith,
  inRetconOrder,
  isShown,
  kindOf,
  type Known,
  preposition,
  type Retcon,
  retconsOf,
  versionsOf,
} from '../../canon';
import type { Entry } from '../../entry/entry';
import { joinWith } from '../../text/wordLists';
import { renderSides } from '../words/answerSentences';
import { link, nameOf, type RichLine, type TextPart, textLine } from '../words/richText';

/** One paragraph that can be pasted: how it began, what each retcon did and why, and what is so now. */
export function whyStory(known: Known, entry: Entry): RichLine {
  const chain = chainOf(known, entry);
  if (chain.retcons.length === 0)
    return textLine(link(entry), ' ', ...since(known, entry), ', and nothing has changed it.');
  return storyOf(known, entry, chain, (retcon) => renderSides(known, retcon));
}

/** The most retcons that stand under a card. */
const MOST = 5;

/**
 * The same to stand under the card of an entry, which tells the values itself: what was done and why, and of many retcons the last
 * few. Of a single one the card says all that; null then.
 */
export function whyInShort(known: Known, entry: Entry): RichLine | null {
  const chain = chainOf(known, entry);
  return chain.retcons.length < 2 ? null : storyOf(known, entry, chain, () => [], MOST);
}

/** The versions of an entry, and the retcons that have made the chain what it is: of any of them, in canon order. */
function chainOf(known: Known, entry: Entry) {
  const versions = versionsOf(known, entry);
  const [first = entry] = versions;
  const retcons = versions.flatMap((version) => retconsOf(known, version).filter(({ by }) => isShown(known, by)));
  return { first, retcons: inRetconOrder(known, retcons) };
}

/** @param most how many retcons are told, the last of all */
function storyOf(
  known: Known,
  entry: Entry,
  { first, retcons }: ReturnType<typeof chainOf>,
  sidesOf: (retcon: Retcon) => readonly TextPart[],
  most = Infinity,
): RichLine {
  const isCut = retcons.length > most;
  let last: Entry | null = isCut ? null : first;
  const told = (isCut ? retcons.slice(-most) : retcons).flatMap((retcon): TextPart[] => {
    const parts = [' ', ...retconSentence(known, retcon, sidesOf(retcon), last === retcon.old)];
    last = retcon.by;
    return parts;
  });
  const cut = isCut ? [` Of ${retcons.length} retcons since, the last ${most} are told here.`] : [];
  const began = [link(first), ' ', ...since(known, first), '.'];
  // A chain may have more versions than a call has room for.
  return { kind: 'text', parts: [...began, ...cut, ...told, ...outcome(known, entry)] };
}

export const whyText = (known: Known, entry: Entry): string => whyStory(known, entry).parts.map(nameOf).join('');

/** `was told in session-45`. */
function since({ canon }: Known, entry: Entry): TextPart[] {
  const words = canonWords(canon, entry);
  return [words === null ? 'was told first' : `was told ${preposition(words)} ${words}`];
}

/** `In session-47, it gave way to The Refounding: founder of House Vyr was Maric, and is Aldric from 412 TA. “…”` */
function retconSentence(known: Known, retcon: Retcon, sides: readonly TextPart[], isSaidLast: boolean): TextPart[] {
  const words = canonWords(known.canon, enteredWith(known, retcon));
  const when = words === null ? 'Then ' : `${preposition(words) === 'on' ? 'On' : 'In'} ${words}, `;
  const from = sides.length > 0 || retcon.effective === 'always' ? '' : `, from ${retcon.effective.text} on`;
  const reason = retcon.reason?.trim().replace(/\s+/g, ' ') ?? '';
  const old: TextPart = isSaidLast ? 'it' : link(retcon.old);
  const which: TextPart[] = retcon.only ? ['a part of ', old] : [old];
  return [
    when,
    ...which,
    ` ${deed(known, retcon)} `,
    link(retcon.by),
    retcon.soft ? ' was set, and both stand' : from,
    ...sides,
    '.',
    reason === '' ? ' Nothing says why.' : ` “${reason}”`,
  ];
}

/** What happened to the old version. */
function deed(known: Known, retcon: Retcon): string {
  if (retcon.soft) return 'stayed, and beside it';
  if (retcon.kind === 'restores') return 'was brought back by';
  if (retcon.kind === 'retracts')
    return retcon.effective === 'always' ? 'was taken back, as if it had never been, by' : 'was taken back by';
  return kindOf(known, retcon) === 'correction' ? 'was corrected by' : 'gave way to';
}

/** `What is told now is The Refounding.` */
function outcome(known: Known, entry: Entry): TextPart[] {
  const current = currentVersionsOf(known, entry, known.canon.codex.present);
  if (current.length === 0) return [' None of it is so now.'];
  return [
    ' What is told now is ',
    ...joinWith(
      current.map((one): TextPart => link(one)),
      ' and ',
    ),
    '.',
  ];
}
