/**
 * Answers in sentences, as model §8 requires: what holds, the other side of each boundary, reasons, sources, and every side of a
 * dispute.
 */
import {
  entryElsewhere,
  entryNamed,
  isShown,
  type Known,
  type Retcon,
  kindOf,
  type Answer,
  type Held,
  isSameValue,
} from '../../canon';
import { type RichLine, link, type TextPart } from './richText';
import { joinWith } from '../../text/words';
import { effectiveText } from './answerJson';
import { attributeName, decidedText, stretchText, titleElsewhere, valueName } from './names';
import { renderClauses } from './retconClauses';

/** Appends a value, and the entries that state it. */
function addValue(known: Known, held: Held, parts: TextPart[]): void {
  const when = stretchText(held);
  const { entry } = held.clipped;
  parts.push(valueName(held, known), when ? `, ${when}` : '');
  if (!isShown(known, entry)) return;
  parts.push(' (', link(entry));
  entry.sources.forEach((source, i) => {
    const named = entryNamed(known, source.text);
    const other = named ? null : entryElsewhere(known, source.text);
    const words = other ? titleElsewhere(other) : source.text;
    parts.push(i === 0 ? '; sources: ' : ', ', named ? link(named) : words);
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
  const parts: TextPart[] = [
    decidedText(known, retcon),
    link(retcon.by),
    ...(retcon.replaces ? [' was changed'] : [` ${retcon.kind} `, link(retcon.old)]),
    ` (${kindOf(known, retcon)}${whenText(retcon)})`,
    ...renderClauses(known, retcon),
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
