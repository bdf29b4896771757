/** How the canon's answers differ between two canon points: what changed, from when, who says so, and whether it was declared. */
import type { Canon } from '../canon/canon';
import { type Commits, knownAt, LATEST } from '../canon/canonPoint';
import { type Difference, differencesBetween } from '../canon/difference';
import { idOf, type Known } from '../canon/known';
import { canonWords } from '../canon/position';
import { changedEntity, changeTold, diffNote } from './diffNote';
import { heading, item, link, type Line, type Part, type Prose, section, text } from './prose';
import { type Answered, canonPointAsked } from './question';
import { endText, valueJson } from './shapes';
import { attributeName, stretchText } from './told';

export interface DiffQuestion {
  readonly from: string;
  /** Now, where left out. */
  readonly to?: string | undefined;
}

export function askDiff(canon: Canon, question: DiffQuestion, commits?: Commits): Answered {
  const from = canonPointAsked(canon, question.from, commits);
  if (!from.ok) return from;
  const to = canonPointAsked(canon, question.to ?? LATEST.text, commits);
  if (!to.ok) return to;
  const [a, b] = [knownAt(canon, from.value), knownAt(canon, to.value)];
  const differences = differencesBetween(a, b);
  const json = {
    from: from.value.text,
    to: to.value.text,
    changes: differences.map((one) => ({
      entity: one.entity,
      attribute: one.attribute,
      at: { from: endText(one.from), until: endText(one.until) },
      before: one.before.map((held) => valueJson(a, held)),
      after: one.after.map((held) => valueJson(b, held)),
      by: one.by.map((entry) => idOf(b.has(entry) ? b : a, entry)),
      declared: one.isDeclared,
    })),
  };
  return {
    ok: true,
    json,
    prose: told(a, b, from.value.text, to.value.text, differences),
    note: diffNote(a, b, from.value, to.value, differences),
  };
}

/** Retcons first: they change what was told. What is only new, or went without a word, comes after. */
function told(a: Known, b: Known, from: string, to: string, differences: readonly Difference[]): Prose {
  const retconned = differences.filter(({ isDeclared }) => isDeclared);
  const others = differences.filter(({ isDeclared }) => !isDeclared);
  const added = others.filter(({ before }) => before.length === 0);
  const changed = others.filter(({ before }) => before.length > 0);
  const lines = (all: readonly Difference[]): Line[] => all.map((one) => changeLine(a, b, one));
  return [
    heading(`What changed from ${from} to ${to === LATEST.text ? 'now' : to}`),
    ...(differences.length === 0 ? [text('Nothing: every answer is the same.')] : []),
    ...section('Retconned', lines(retconned)),
    ...section('Changed, and no retcon says so', lines(changed)),
    ...section('New', lines(added)),
  ];
}

/** `founder of House Vyr, from 412 TA: was Maric, is Aldric (The Refounding, session-47)`. */
function changeLine(a: Known, b: Known, change: Difference): Line {
  const when = stretchText({ segment: change });
  const saying = change.by.flatMap((entry, i): Part[] => {
    const canon = canonWords(b.canon, entry);
    return [i === 0 ? '' : '; ', link(entry), ...(canon === null ? [] : [`, ${canon}`])];
  });
  return item(
    `${attributeName(change.attribute)} of `,
    changedEntity(a, b, change),
    when === '' ? ': ' : `, ${when}: `,
    ...changeTold(b, change),
    ...(saying.length > 0 ? [' (', ...saying, ')'] : []),
  );
}
