/** A question that can be asked as soon as codex.yaml is written: about a note of this vault, and a fact that it states. */
import type { Codex } from '../codex';
import { keyOf } from '../codex';
import type { Survey } from '../survey';
import { readingsOf } from './dateKeys';
import { tally, surveyKeys, type SurveyedNote, stemOf, singleText } from './keyUses';

export interface FirstQuestion {
  readonly entity: string;
  readonly attribute: string;
  /** A day on which the note has begun; null where it has no date, and so holds at all times. */
  readonly at: string | null;
}

/** What the shells of all systems leave unchanged between quotes. */
const isSafe = (text: string): boolean => /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .,'’()/_-]*$/u.test(text);

/** Null where no key counts as a fact. @param codex what the written codex.yaml says */
export function firstQuestion({ notes }: Survey, codex: Codex): FirstQuestion | null {
  const keys = surveyKeys(notes);
  const names = tally(notes.map(({ path }) => stemOf(path)));
  const asked = [...codex.attributes.keys()].flatMap((name) => {
    const found = keys.get(keyOf(name));
    return (found?.uses ?? []).flatMap(({ note }): FirstQuestion[] => {
      const entity = stemOf(note.path);
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
