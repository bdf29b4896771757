/** Mends of dates: the era or the month that was meant, and `through` for an `until` that ends as it begins. */
import { dateWords, knownEras, readDate } from '../../chronology';
import { ownEras, ownErasIn } from '../../canon';
import { nearest } from '../../text/nearNames';
import type { Problem } from '../../text/problem';
import { pairAround } from '../../yaml/nodeAtSpan';
import { keyOf } from '../../codex/codex';
import { type MendContext, fromRule, type Mend, offer, nodeAtSpan, replaced, entryText } from './mend';

export const mendInverted: Mend = (context, problem) => {
  const fixes = fromRule(context, problem);
  if (fixes.length > 0) return fixes;
  const around = pairAround(nodeAtSpan(context, problem.span));
  if (!around || keyOf(around.pair.key.text) !== 'until') return [];
  const { content } = around.pair.key;
  const name = around.pair.key.text.replace(/until/i, 'through');
  return offer('Write through: that date is inside', context.entry.path, { span: content, text: name });
};

/** The nearest era or month, where the date can then be read. */
export const mendUnreadable: Mend = (context, problem) => {
  const { chronology } = context.known.canon.codex;
  const names = dateWords(chronology).flatMap(({ word, names: others }) => [word, ...others]);
  return withWord(context, problem, (word) => nearest(word, names));
};

/** The nearest declared era; where a year stands without one, the one that this codex counts in. */
export const mendUnknownEra: Mend = (context, problem) => {
  const { chronology } = context.known.canon.codex;
  if (!chronology.declared) {
    const text = entryText(context).slice(problem.span.start, problem.span.end).trim();
    const era = onlyEra(context);
    return era === undefined ? [] : changed(context, problem, `${text} ${era}`);
  }
  const eras = knownEras(chronology).flatMap(({ id, names }) => [id, ...names]);
  return withWord(context, problem, (word) => nearest(word, eras));
};

/** One word of the date in another spelling, where all of it can be read then, in a declared era. */
function withWord(context: MendContext, problem: Problem, meant: (word: string) => string | null) {
  const text = entryText(context).slice(problem.span.start, problem.span.end);
  const { chronology } = context.known.canon.codex;
  for (const { 0: word, index } of text.matchAll(/\p{L}[\p{L}\p{M}\p{N}'-]*/gu)) {
    const near = meant(word);
    if (near === null || near.toLowerCase() === word.toLowerCase()) continue;
    const whole = text.slice(0, index) + near + text.slice(index + word.length);
    const reading = readDate(chronology, whole);
    if (reading.ok && reading.date && reading.unknownEra === undefined) return changed(context, problem, whole);
  }
  return [];
}

const changed = (context: MendContext, { span }: Problem, to: string) =>
  offer(`Change to ${to}`, context.entry.path, replaced(entryText(context), context.entry.path, span, to));

/** The one era that the page counts in, else the one that its codex does; undefined where there are several. */
function onlyEra({ known, entry }: MendContext): string | undefined {
  const names = [ownErasIn(known, entry), ownEras(known)].map((eras) => [...new Set(eras.map(({ name }) => name))]);
  return names.find(({ length }) => length === 1)?.[0];
}
