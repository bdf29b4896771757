/** How the canon's answers differ between two canon points: what changed, from when, who says so, and whether it was declared. */
import type { Canon } from '../canon/canon';
import { type Commits, knownAt, LATEST } from '../canon/canonPoint';
import { type Difference, differencesBetween } from '../canon/difference';
import { idOf, type Known } from '../canon/known';
import type { Held } from '../canon/truth';
import { between } from '../text/words';
import { heading, item, link, type Line, type Part, type Prose, section, strong, text } from './prose';
import { type Answered, canonPointAsked } from './question';
import { canonText, endText, valueJson } from './shapes';
import { attributeName, entityName } from './told';

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
  return { ok: true, json, prose: told(b, from.value.text, to.value.text, differences) };
}

/** Retcons first: they change what was told. What is only new, or went without a word, comes after. */
function told(b: Known, from: string, to: string, differences: readonly Difference[]): Prose {
  const retconned = differences.filter(({ isDeclared }) => isDeclared);
  const others = differences.filter(({ isDeclared }) => !isDeclared);
  const added = others.filter(({ before }) => before.length === 0);
  const changed = others.filter(({ before }) => before.length > 0);
  const lines = (all: readonly Difference[]): Line[] => all.map((one) => changeLine(b, one));
  return [
    heading(`What changed from ${from} to ${to === LATEST.text ? 'now' : to}`),
    ...(differences.length === 0 ? [text('Nothing: every answer is the same.')] : []),
    ...section('Retconned', lines(retconned)),
    ...section('Changed, and no retcon says so', lines(changed)),
    ...section('New', lines(added)),
  ];
}

/** `founder of House Vyr, from 412 TA: was Maric, is Aldric (The Refounding, session-47)`. */
function changeLine(b: Known, { entity, attribute, from, until, before, after, by }: Difference): Line {
  const when = [from && `from ${from.text}`, until && `until ${until.text}`].filter(Boolean).join(' ');
  const named = (all: readonly Held[]): Part[] => [
    ...between(
      all.map((held): Part => (held.ref ? strong(held.ref.title, held.ref) : strong(held.clipped.fact.value.text))),
      ' and ',
    ),
  ];
  const sides: Part[] =
    before.length === 0
      ? named(after)
      : after.length === 0
        ? ['was ', ...named(before), ', and is no longer told']
        : ['was ', ...named(before), ', is ', ...named(after)];
  const saying = by.flatMap((entry): Part[] => {
    const canon = canonText(entry);
    return [link(entry), ...(canon === null ? [] : [`, ${canon}`])];
  });
  return item(
    `${attributeName(attribute)} of `,
    entityName(b, entity),
    when === '' ? ': ' : `, ${when}: `,
    ...sides,
    ...(saying.length > 0 ? [' (', ...saying, ')'] : []),
  );
}
