/** What of the notes can be read under a codex.yaml that is not written yet: how many dates, and which not. */
import type { Codex } from '../codex';
import { keyOf } from '../codex';
import { readCodex } from '../readCodex';
import type { Survey } from '../survey';
import { readingsOf } from './dateKeys';
import { count, type SurveyedNote } from './keyUses';
import { comment, inline } from './text';

export interface UnreadDate {
  readonly path: string;
  readonly key: string;
  readonly text: string;
  readonly why: string;
}

export interface Understood {
  /** Notes with dates, and those of them all of whose dates can be read. */
  readonly dated: number;
  readonly readable: number;
  readonly unread: readonly UnreadDate[];
}

/** @param codexYaml the text that would be written */
export function understood({ notes }: Survey, codexYaml: string): Understood {
  const { codex } = readCodex(codexYaml);
  const spellings = new Set(['date', 'until', 'through'].flatMap((key) => codex.fields.get(key) ?? [key]));
  const unread: UnreadDate[] = [];
  let [dated, readable] = [0, 0];
  for (const note of notes) {
    const dates = datesIn(codex, note, spellings);
    if (dates.length === 0) continue;
    const wrong = dates.flatMap(({ why, ...date }) => (why === null ? [] : [{ ...date, why }]));
    dated++;
    if (wrong.length === 0) readable++;
    unread.push(...wrong);
  }
  return { dated, readable, unread };
}

function datesIn({ chronology }: Codex, { path, frontmatter }: SurveyedNote, spellings: ReadonlySet<string>) {
  if (frontmatter?.kind !== 'mapping') return [];
  return frontmatter.pairs
    .filter(({ key }) => spellings.has(keyOf(key.text)))
    .flatMap(({ key, value }) =>
      readingsOf(chronology, value).flatMap(({ text, reading }) => {
        if (reading.ok && reading.date === null) return [];
        const isStrange = reading.ok && reading.unknownEra !== undefined && chronology.declared;
        const why = reading.ok
          ? isStrange
            ? `${reading.unknownEra} is an era of none of the calendars`
            : null
          : reading.message;
        return [{ path, key: key.text, text, why }];
      }),
    );
}

/** More warnings than one in a hundred notes are too many to find anything else among them. */
const isMuch = (problems: number, notes: number): boolean => problems > Math.max(1, notes / 100);

/** What softens the report of dates that can't be read, where there are many. */
export function remarksOnDates(survey: Survey, codexYaml: string): readonly string[] {
  const { unread } = understood(survey, codexYaml);
  if (!isMuch(unread.length, survey.notes.length)) return [];
  const [first] = unread;
  return [
    ...comment(
      `${count(unread.length, 'date')} can't be read, like ${inline(first?.key ?? '')}: ${inline(first?.text ?? '')} in ${inline(first?.path ?? '')}. They are only noted for now; without these lines they are warnings.`,
    ),
    'rules:',
    '  date/unreadable: info',
    '  date/unknown-era: info',
    '  date/impossible: info',
  ];
}
