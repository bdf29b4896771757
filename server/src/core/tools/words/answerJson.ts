/** The JSON of contract.md: values, answers and retcons as every surface prints them. */
import {
  boundaryOf,
  enteredWith,
  entryNamed,
  idOf,
  isShown,
  shownClip,
  type Known,
  type Retcon,
  canonText,
  kindOf,
  type Answer,
  type Held,
} from '../../canon';
import type { Moment } from '../../chronology';
import type { Entry, Ref } from '../../entry/entry';

/** A citation of a source: the id of the entry it names, else the author's own words. */
export function sourceText(known: Known, source: Ref): string {
  const entry = entryNamed(known, source.text);
  return entry ? idOf(known, entry) : source.text;
}

/** An end in JSON: null where it is open. */
export const endText = (moment: Moment | null): string | null =>
  moment && Number.isFinite(moment.day) ? moment.text : null;

/** What entries are called, where a value is printed. */
export interface PrintedNames {
  readonly idOf: (entry: Entry) => string;
  /** As `sourceText`, of all that an entry rests on. */
  readonly sourcesOf: (entry: Entry) => readonly string[];
}

export const valueJson = (known: Known, held: Pick<Held, 'clipped' | 'segment' | 'ref'>) =>
  valueJsonWith(known, held, {
    idOf: (entry) => idOf(known, entry),
    sourcesOf: (entry) => entry.sources.map((source) => sourceText(known, source)),
  });

/** The same, where names have been looked up already. */
export function valueJsonWith(
  known: Known,
  { clipped, segment, ref }: Pick<Held, 'clipped' | 'segment' | 'ref'>,
  names: PrintedNames,
) {
  const clip = shownClip(known, clipped);
  return {
    value: clipped.fact.value.text,
    ref: ref ? names.idOf(ref) : null,
    from: endText(segment.from),
    until: endText(segment.until),
    approximate: segment.from?.approximate === true || segment.until?.approximate === true,
    entry: isShown(known, clipped.entry) ? names.idOf(clipped.entry) : null,
    sources: names.sourcesOf(clipped.entry),
    superseded_by: clip ? names.idOf(clip.by) : null,
    ...(segment.endsElsewhere ? { ends_elsewhere: segment.endsElsewhere.text } : {}),
  };
}

export function answerJson(known: Known, answer: Answer) {
  return {
    attribute: answer.attribute,
    kind: answer.kind,
    is_disputed: answer.isDisputed,
    values: answer.values.map((held) => valueJson(known, held)),
  };
}

export const effectiveText = (retcon: Retcon): string =>
  retcon.effective === 'always' ? 'always' : retcon.effective.text;

export function retconJson(known: Known, retcon: Retcon) {
  const { before, after } = boundaryOf(known, retcon);
  return { ...retconWithoutSides(known, retcon), before, after };
}

/** The same without the values before and after it, which take long to work out. */
export const retconWithoutSides = (known: Known, retcon: Retcon) => ({
  superseded: idOf(known, retcon.old),
  by: idOf(known, retcon.by),
  kind: kindOf(known, retcon),
  effective: effectiveText(retcon),
  as_of: retcon.asOf,
  canon: canonText(known.canon, enteredWith(known, retcon)),
  reason: retcon.reason,
  sources: retcon.sources.map((source) => sourceText(known, source)),
});
