/** What was understood of a vault, in the sentences that its author sees before, or after, codex.yaml is written. */
import type { Survey } from '../survey';
import { fieldId, type SurveyFinding, type FindingPart, PARTS, type Taken } from './choices';
import { conjoined, count } from './keyUses';
import type { Understood } from './understood';

/** `612 of 671 notes have dates that can be read`. */
export function surveySummary({ notes, isDateOurs }: Survey, { dated, readable }: Understood): string {
  if (dated === 0)
    return `${count(notes.length, 'note')}, none with a date${isDateOurs ? ' of its world' : ''} at its top`;
  return dated === readable
    ? `${readable} of ${count(notes.length, 'note')} have dates, and all of them can be read`
    : `${readable} of ${count(notes.length, 'note')} have dates that can be read, ${dated - readable} ${dated - readable === 1 ? 'has' : 'have'} others`;
}

export const TITLES: Readonly<Record<FindingPart, string>> = {
  dates: 'Dates',
  names: 'Names and keys',
  types: 'Types',
  calendars: 'Calendar',
  sessions: 'Sessions',
  attributes: 'Facts',
  secrets: 'Secrets',
  files: 'Left out',
};

/** One line for each part in which something was found: what is taken, and how much is only suggested. */
export function partsOf(
  { sessions: { campaigns }, doubtful }: Survey,
  findings: readonly SurveyFinding[],
  taken: Taken,
): readonly { readonly part: FindingPart; readonly title: string; readonly text: string }[] {
  return PARTS.flatMap((part) => {
    const own = findings.filter((finding) => finding.part === part);
    const apart =
      part === 'sessions' && campaigns.length > 0
        ? [`counted anew in each of ${count(campaigns.length, 'campaign')}, so no list is made of them`]
        : [];
    if (own.length + apart.length === 0) return [];
    const kept = own.filter(({ id }) => taken.has(id));
    const doubts =
      part === 'dates' ? doubtful.filter(({ field, spelling }) => !taken.has(fieldId(field, spelling))) : [];
    const left = own.length - kept.length - doubts.length;
    const names = kept.map(({ label }) => label);
    const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
    const said = [...apart, ...(part === 'dates' && shown.length > 0 ? [conjoined(shown)] : shown)];
    const rest = [
      ...doubts.map(({ spelling, why }) => `${spelling} is only suggested: ${why}`),
      ...(left > 0 ? [`${left} only suggested`] : []),
    ];
    return [{ part, title: TITLES[part], text: [...said, ...rest].join('; ') }];
  });
}
