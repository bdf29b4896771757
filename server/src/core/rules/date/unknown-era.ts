/** An era that none of the declared calendars knows; a year without one where eras are in use but not declared. */
import { countOf } from '../../canon/canon';
import type { DateWritten, Entry } from '../../entry/entry';
import { foundInReading, type Rule } from '../rule';

const found = foundInReading('date/unknown-era', 'warning');

export const unknownEra: Rule = {
  code: 'date/unknown-era',
  severity: 'warning',
  *check(judged) {
    yield* found.check(judged);
    const { canon } = judged.known;
    if (canon.codex.chronology.declared || countOf(canon, 'own-era') === 0) return;
    for (const { text, span, date } of datesIn(judged.entry)) {
      if (!date || !/^[-\u2212]?\d+$/.test(text)) continue;
      const message = `"${text}" is read as ${date.text}, but this codex counts in eras of its own: write its era behind it.`;
      yield { span, message, severity: 'info' };
    }
  },
};

function datesIn(entry: Entry): DateWritten[] {
  const facts = entry.facts.flatMap((fact) => [fact.from, fact.until]);
  const declared = entry.declarations.flatMap((declaration) => [declaration.asOf, declaration.effective]);
  return [entry.date, entry.until, ...facts, ...declared].filter((written) => written !== null);
}
