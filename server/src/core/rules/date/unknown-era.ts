/** An era that none of the declared calendars knows; a year without one where eras are in use but not declared. */
import { countOf, datesOf, renderEras, ownEras, ownErasIn } from '../../canon';
import { isUndeclared, renderYear, readDate, type WorldDate } from '../../chronology';
import type { DateWritten, Entry } from '../../entry/entry';
import { isEraReported } from '../config/halfDeclared';
import { foundInReading, type Finding, type Judged, type Rule } from '../rule';

const found = foundInReading('date/unknown-era', 'warning');

export const unknownEra: Rule = {
  code: 'date/unknown-era',
  severity: 'warning',
  *check(judged) {
    for (const finding of found.check(judged)) if (!isEraReported(judged.known, finding.message)) yield finding;
    const { canon } = judged.known;
    if (!canon.codex.chronology.declared && countOf(canon, 'own-era') > 0) yield* withoutEra(judged);
  },
};

/** Years that are read as our own, for want of an era, though the codex counts otherwise. */
function* withoutEra({ known, entry }: Judged): Iterable<Finding> {
  const { chronology } = known.canon.codex;
  for (const { text, span, date } of everyDate(entry)) {
    if (!date || isUndeclared(date.start.line)) continue;
    const reading = readDate(chronology, text);
    if (!reading.ok || !reading.isBare) continue;
    const readAs = renderYear(chronology, date);
    const other = datesOf(entry).find((one) => one.date && isUndeclared(one.date.start.line));
    if (!other) {
      const message = `"${text}" is read as ${readAs}, but this codex counts in ${renderEras(ownEras(known))}: write its era behind it.`;
      yield { span, message, severity: 'info' };
      continue;
    }
    const [era] = ownErasIn(known, entry);
    const message = `"${text}" has no era and is read as ${readAs}, which can't be compared with ${other.text}: write its era behind it, like ${text} ${era?.name ?? ''}.`;
    yield { span, message };
  }
}

function everyDate(entry: Entry): { text: string; span: DateWritten['span']; date: WorldDate | null }[] {
  const declared = entry.declarations.flatMap((declaration) => [declaration.asOf, declaration.effective]);
  return [...datesOf(entry), ...declared.filter((written) => written !== null)];
}
