/**
 * Answers in sentences, as model §8 requires: what holds, the other side of each boundary, reasons, sources, and every side of a
 * dispute.
 */
import {
  boundaryOf,
  clippedFactsOf,
  type SideValue,
  describersOf,
  enteredWith,
  entryNamed,
  idOf,
  kindOfAttribute,
  pairOf,
  isShown,
  type Known,
  type Retcon,
  canonWords,
  preposition,
  type Segment,
  describerOf,
  kindOf,
  type Standing,
  type Answer,
  type Held,
  isSameValue,
} from '../../canon';
import { type RichLine, link, type TextPart, strong } from './richText';
import { joinWith } from '../../text/words';
import { effectiveText } from './answerJson';

/** The name of an entity: the title of the page with its id, else of one that describes it, else the id. */
export function entityName(known: Known, entity: string): TextPart {
  const entry =
    describersOf(known, entity).find((one) => idOf(known, one) === entity) ?? describerOf(known, entity, null);
  return entry ? link(entry) : entity;
}

/** A value for display: the title of the entry it refers to, else the author's text. */
export const valueName = (held: Pick<Held, 'ref' | 'clipped'>): TextPart =>
  held.ref ? strong(held.ref.title, held.ref) : strong(held.clipped.fact.value.text);

/** An attribute for display: `felled_by` is "felled by". */
export const attributeName = (attribute: string): string => attribute.replaceAll('_', ' ');

/** `from 200 TA until 412 TA`; empty if both ends are open. */
export function stretchText({ segment }: { readonly segment: Segment }): string {
  const { from, endsElsewhere } = segment;
  const until = segment.until ?? endsElsewhere;
  const begins = from && Number.isFinite(from.day) ? `from ${from.text}` : '';
  const ends = until && Number.isFinite(until.day) ? `until ${until.text}` : '';
  return [begins, ends].filter((part) => part !== '').join(' ');
}

/** Appends a value, and the entries that state it. */
function addValue(known: Known, held: Held, parts: TextPart[]): void {
  const when = stretchText(held);
  const { entry } = held.clipped;
  parts.push(valueName(held), when ? `, ${when}` : '');
  if (!isShown(known, entry)) return;
  parts.push(' (', link(entry));
  entry.sources.forEach((source, i) => {
    const named = entryNamed(known, source.text);
    parts.push(i === 0 ? '; sources: ' : ', ', named ? link(named) : source.text);
  });
  parts.push(')');
}

/** One attribute's answer: the latest value leads; several at once are a dispute, with every side. */
export function attributeLine(known: Known, { attribute, kind, isDisputed, values }: Answer): RichLine {
  const parts: TextPart[] = [attributeName(attribute) + (isDisputed ? ' is disputed: ' : ': ')];
  const ordered = isDisputed || kind === 'set' ? values : values.toReversed();
  ordered.forEach((held, i) => {
    const before = ordered[i - 1];
    if (before === undefined) parts.push('');
    else if (isDisputed) parts.push(' or ');
    else if (kind === 'set') parts.push('; ');
    else parts.push(isSameValue(before, held) ? ', also ' : '; before that ');
    addValue(known, held, parts);
  });
  return { kind: 'item', parts };
}

export function undecidedLine(known: Known, { attribute, values }: Answer): RichLine {
  const parts: TextPart[] = [`${attributeName(attribute)} can't be placed against the asked date: `];
  values.forEach((held, i) => {
    parts.push(i === 0 ? '' : '; ');
    addValue(known, held, parts);
  });
  return { kind: 'item', parts };
}

/** A retcon in one sentence, both sides with their dates, and the author's reason with its sources under it. */
export function retconLines(known: Known, retcon: Retcon): RichLine[] {
  const canon = canonWords(known.canon, enteredWith(known, retcon));
  const parts: TextPart[] = [
    ...(canon ? [`${preposition(canon) === 'on' ? 'On' : 'In'} ${canon}, `] : []),
    link(retcon.by),
    ...(retcon.replaces ? [' was changed'] : [` ${retcon.kind} `, link(retcon.old)]),
    ` (${kindOf(known, retcon)}${whenText(retcon)})`,
    ...renderSides(known, retcon),
    '.',
  ];
  const sources = retcon.sources.map((source): TextPart => {
    const entry = entryNamed(known, source.text);
    return entry ? link(entry) : source.text;
  });
  const cited: TextPart[] =
    sources.length > 0 ? [retcon.reason ? ' — sources: ' : 'Sources: ', ...joinWith(sources, ', ')] : [];
  const line: RichLine = { kind: 'item', parts };
  if (!retcon.reason && cited.length === 0) return [line];
  return [line, { kind: 'quote', parts: [retcon.reason?.trimEnd() ?? '', ...cited] }];
}

const whenText = (retcon: Retcon): string =>
  retcon.effective === 'always' ? ', for all time' : `, effective ${effectiveText(retcon)}`;

/** What a retcon changes of one attribute of an entity: the answers without the retcon, and with it. */
export interface SidesNamed {
  readonly attribute: string;
  readonly entity: TextPart;
  readonly was: readonly TextPart[];
  readonly is: readonly TextPart[];
  /** Both are equal: the new version repeats what the old one stated. */
  readonly isSame: boolean;
  /**
   * If only one side has a value where they first differ: what the page of the other states for a later or earlier time; else
   * empty.
   */
  readonly elsewhen: readonly TextPart[];
}

export function sidesNamed(known: Known, retcon: Retcon): SidesNamed[] {
  const { before, after } = boundaryOf(known, retcon);
  const pairs = new Map([...before, ...after].map((side) => [`${side.entity}\n${side.attribute}`, side]));
  return [...pairs.values()].map(({ entity, attribute }) => {
    const [was, is] = [before, after].map((sides) => sidesOf(sides, entity, attribute));
    const last = kindOfAttribute(known, attribute) === 'set' ? ' and ' : ' or ';
    return {
      attribute,
      entity: entityName(known, entity),
      was: valuesNamed(known, was ?? [], last),
      is: valuesNamed(known, is ?? [], last),
      isSame: meanings(known, was ?? []) === meanings(known, is ?? []),
      elsewhen:
        was?.length && is?.length
          ? []
          : statedElsewhen(known, retcon, was?.length ? 'by' : 'old', pairOf(entity, attribute)),
    };
  });
}

/**
 * `9,000 from 405 TA`: what the page at one end of a retcon states of a pair from its beginning, if it states one value of it and
 * no other entry has ended that.
 */
function statedElsewhen(known: Known, retcon: Retcon, end: 'by' | 'old', pair: string): TextPart[] {
  if (retcon.kind !== 'supersedes' || retcon.soft) return [];
  const [first, ...others] = clippedFactsOf(known, retcon[end]).filter(
    ({ entity, fact }) => pairOf(entity, fact.attribute.text) === pair,
  );
  if (!first?.begins || others.length > 0) return [];
  if (end === 'old' && first.clippedBy.some(({ by }) => by !== retcon.by)) return [];
  const { entity, fact, begins } = first;
  const value = { entity, attribute: fact.attribute.text, value: fact.value.text };
  return [...valuesNamed(known, [value], ''), ` from ${begins.text}`];
}

const sidesOf = (sides: readonly SideValue[], entity: string, attribute: string): readonly SideValue[] =>
  sides.filter((side) => side.entity === entity && side.attribute === attribute);

/** One text for values that mean the same, each counted once. */
const meanings = (known: Known, values: readonly SideValue[]): string =>
  JSON.stringify([...new Set(values.map(({ value }) => entryNamed(known, value)?.path ?? value))].sort());

/** `: founder of House Vyr was Maric, and is Aldric from 412 TA; seat of House Vyr stays Vyrhold`: what changes comes first. */
export function renderSides(known: Known, retcon: Retcon): TextPart[] {
  const when = retcon.effective === 'always' ? '' : ` from ${retcon.effective.text}`;
  const sides = sidesNamed(known, retcon);
  const inOrder = [...sides.filter(({ isSame }) => !isSame), ...sides.filter(({ isSame }) => isSame)];
  return inOrder.flatMap(({ attribute, entity, was, is, isSame, elsewhen }, i): TextPart[] => {
    const named = [i === 0 ? ': ' : '; ', `${attributeName(attribute)} of `, entity];
    if (isSame) return [...named, ' stays ', ...is];
    if (was.length === 0 && elsewhen.length > 0)
      return [...named, ' was stated as ', ...elsewhen, ', and is ', ...is, when];
    if (is.length === 0 && elsewhen.length > 0)
      return [...named, ' was stated as ', ...was, when, ', and is ', ...elsewhen];
    if (was.length === 0) return [...named, ' is ', ...is, when];
    if (is.length === 0 && when === '') return [...named, ' was stated as ', ...was, ', and never was'];
    if (is.length === 0) return [...named, ' was ', ...was, ', and is no more', when];
    const verb = kindOf(known, retcon) === 'correction' ? ' was stated as ' : ' was ';
    return [...named, verb, ...was, ', and is ', ...is, when];
  });
}

function valuesNamed(known: Known, values: readonly SideValue[], last: string): TextPart[] {
  return joinWith(
    values.map(({ value }): TextPart => {
      const entry = entryNamed(known, value);
      return entry && idOf(known, entry) === value ? strong(entry.title, entry) : strong(value);
    }),
    last,
  );
}

/** The standing of an entry, in words. */
export const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  current: 'current',
  ended: 'ended',
  superseded: 'superseded',
  retracted: 'retracted',
  not_yet: 'not yet begun',
  unwritten: 'not yet written',
};
