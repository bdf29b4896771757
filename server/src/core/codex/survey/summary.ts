/** What was understood of a vault: how many dates can be read, a first question to ask, and the sentences that its author sees. */
import type { YamlPair, YamlScalar } from '../../yaml/tree';
import { type Codex, keyOf } from '../codex';
import { hasHeaderLines, type HeaderLine, headerLines } from '../headerLines';
import { readCodex } from '../readCodex';
import { isMisread, readingsOf } from './dateKeys';
import { type NumberOrder, whatWouldHelp } from './unreadDates';
import { type SurveyedNote, tally, surveyKeys, singleText, type Taken } from './keyUses';
import { counted, listWords } from '../../text/words';
import { comment, inline } from './text';
import type { Survey } from '../survey';
import { fieldId, type SurveyFinding, type FindingPart, PARTS } from './choices';
import { fileNameOf } from '../../text/pageFile';

interface UnreadDate {
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
export function understood({ notes, order }: Survey, codexYaml: string): Understood {
  const { codex } = readCodex(codexYaml);
  const spellings = new Set(['date', 'until', 'through'].flatMap((key) => codex.fields.get(key) ?? [key]));
  const unread: UnreadDate[] = [];
  let [dated, readable] = [0, 0];
  for (const note of notes) {
    const dates = datesIn(codex, note, spellings, order);
    if (dates.length === 0) continue;
    const wrong = dates.flatMap(({ why, ...date }) => (why === null ? [] : [{ ...date, why }]));
    dated++;
    if (wrong.length === 0) readable++;
    unread.push(...wrong);
  }
  return { dated, readable, unread };
}

function datesIn(
  { chronology, preset }: Codex,
  { path, frontmatter, prose }: SurveyedNote,
  spellings: ReadonlySet<string>,
  order: NumberOrder,
) {
  const pairs = frontmatter?.kind === 'mapping' ? frontmatter.pairs : [];
  const written = pairs.filter(({ key }) => spellings.has(keyOf(key.text)));
  const dated = written.length > 0 || !hasHeaderLines(preset) ? written : lineAsPair(headerLines(prose).date);
  return dated.flatMap(({ key, value }) =>
    readingsOf(chronology, value).flatMap(({ text, reading }) => {
      if (reading.ok && reading.date === null) return [];
      if (isMisread(text, order)) return [{ path, key: key.text, text, why: whatWouldHelp([text], chronology, order) }];
      const isStrange = reading.ok && reading.unknownEra !== undefined && chronology.declared;
      const why = reading.ok ? (isStrange ? `no calendar has the era ${reading.unknownEra}` : null) : reading.message;
      return [{ path, key: key.text, text, why }];
    }),
  );
}

/** A line `Date: …` in the shape of a key. */
function lineAsPair(line: HeaderLine | undefined): readonly Pick<YamlPair, 'key' | 'value'>[] {
  if (!line) return [];
  const span = { start: line.start, end: line.start + line.text.length };
  const value: YamlScalar = { kind: 'scalar', text: line.text, style: 'plain', span, content: span };
  return [{ key: { ...value, text: 'date' }, value }];
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
      `${counted(unread.length, 'date')} can't be read, like ${inline(first?.key ?? '')}: ${inline(first?.text ?? '')} in ${inline(first?.path ?? '')}. What would help: ${helpFor(survey, codexYaml)}. They are only noted for now; without these lines they are warnings.`,
    ),
    'rules:',
    '  date/unreadable: info',
    '  date/unknown-era: info',
    '  date/impossible: info',
  ];
}

/** What would help to read the dates that can't be read; empty where all can. */
export function helpFor(survey: Survey, codexYaml: string): string {
  const { chronology } = readCodex(codexYaml).codex;
  return whatWouldHelp(
    understood(survey, codexYaml).unread.map(({ text }) => text),
    chronology,
    survey.order,
  );
}

interface FirstQuestion {
  readonly entity: string;
  readonly attribute: string;
  /** A day on which the note has begun; null where it has no date, and holds at all times. */
  readonly at: string | null;
}

/** What the shells of all systems leave unchanged between quotes. */
const isSafe = (text: string): boolean => /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .,'’()/_-]*$/u.test(text);

/** Null where no key counts as a fact. @param codex what the written codex.yaml says */
export function firstQuestion({ notes }: Survey, codex: Codex): FirstQuestion | null {
  const keys = surveyKeys(notes);
  const names = tally(notes.map(({ path }) => fileNameOf(path)));
  const asked = [...codex.attributes.keys()].flatMap((name) => {
    const found = keys.get(keyOf(name));
    return (found?.uses ?? []).flatMap(({ note }): FirstQuestion[] => {
      const entity = fileNameOf(note.path);
      const at = datesOf(codex, note);
      const isPlain = at.every((text) => text !== null && isSafe(text));
      if (names.get(entity) !== 1 || !isSafe(entity) || !isSafe(name) || !isPlain) return [];
      return [{ entity, attribute: found?.spelling ?? name, at: at[0] ?? null }];
    });
  });
  return asked.find(({ at }) => at !== null) ?? asked[0] ?? null;
}

/** The dates with which a note begins, as written; null for those that can't be read. */
function datesOf({ chronology, fields }: Codex, { frontmatter }: SurveyedNote): readonly (string | null)[] {
  if (frontmatter?.kind !== 'mapping') return [];
  const spellings = new Set(fields.get('date') ?? ['date']);
  return frontmatter.pairs
    .filter(({ key }) => spellings.has(keyOf(key.text)))
    .flatMap(({ value }) =>
      readingsOf(chronology, value).flatMap(({ reading }) =>
        reading.ok && reading.date === null ? [] : [value && reading.ok ? singleText(value) : null],
      ),
    );
}

/** `612 of 671 notes have dates that can be read`. */
export function surveySummary({ notes, isDateOurs }: Survey, { dated, readable }: Understood): string {
  if (dated === 0)
    return `${counted(notes.length, 'note')}, none with a date${isDateOurs ? ' of its world' : ''} at its top`;
  return dated === readable
    ? `${readable} of ${counted(notes.length, 'note')} have dates, and all of them can be read`
    : `${readable} of ${counted(notes.length, 'note')} have dates that can be read, ${dated - readable} ${dated - readable === 1 ? 'has' : 'have'} others`;
}

const TITLES: Readonly<Record<FindingPart, string>> = {
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
  { sessions: { unplaced }, doubtful }: Survey,
  findings: readonly SurveyFinding[],
  taken: Taken,
): readonly { readonly part: FindingPart; readonly title: string; readonly text: string }[] {
  return PARTS.flatMap((part) => {
    const own = findings.filter((finding) => finding.part === part);
    if (own.length === 0) return [];
    const kept = own.filter(({ id }) => taken.has(id));
    const doubts =
      part === 'dates' ? doubtful.filter(({ field, spelling }) => !taken.has(fieldId(field, spelling))) : [];
    const left = own.length - kept.length - doubts.length;
    const labels = (some: readonly SurveyFinding[]): readonly string[] => some.map(({ label }) => label);
    const names = labels(kept.filter(({ isToCome }) => !isToCome));
    const toCome = labels(kept.filter(({ isToCome }) => isToCome));
    const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
    const said = part === 'dates' && shown.length > 0 ? [listWords(shown, 'and')] : shown;
    const rest = [
      ...(toCome.length > 0
        ? [`${listWords(toCome, 'and')}, once a note has ${toCome.length === 1 ? 'it' : 'them'}`]
        : []),
      ...doubts.map(({ spelling, why }) => `${spelling} is only suggested: ${why}`),
      ...(part === 'sessions' && unplaced.length > 0
        ? [`${counted(unplaced.length, 'session')} could not be placed`]
        : []),
      ...(left > 0 ? [`${left} only suggested`] : []),
    ];
    return [{ part, title: TITLES[part], text: [...said, ...rest].join('; ') }];
  });
}
