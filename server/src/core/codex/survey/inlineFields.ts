/** Dataview's inline fields, `born:: 412 TA` in the prose: Retcon reads only frontmatter, which their author should know. */
import { roleOf } from './dateWords';
import { keyOf } from '../codex';
import type { SurveyedNote } from './keyUses';

export interface InlineFound {
  readonly notes: number;
  /** The fields that say most, as they are written. */
  readonly examples: readonly string[];
}

const FIELD = /(?:^|[[(])[\s>*-]*(\p{L}[\p{L}\p{N} _*-]{0,30}?)\*{0,2}::[ \t]*([^\n\])]{1,80})/gmu;

export function inlineFieldsFound(notes: readonly SurveyedNote[]): InlineFound | null {
  const found = new Set<SurveyedNote>();
  const examples: { readonly text: string; readonly isDate: boolean }[] = [];
  for (const note of notes) {
    if (!note.prose.includes('::')) continue;
    for (const [, name = '', value = ''] of note.prose.replace(/^(```|~~~)[^]*?^\1/gm, '').matchAll(FIELD)) {
      const spelling = name.replace(/\*/g, '').trim();
      if (value.trim() === '') continue;
      found.add(note);
      const isDate = roleOf({ key: keyOf(spelling), spelling, uses: [] }) !== null;
      if (isDate || examples.length < 3) examples.push({ text: `${spelling}:: ${value.trim()}`, isDate });
    }
  }
  if (found.size < 2) return null;
  const inOrder = [...examples.filter(({ isDate }) => isDate), ...examples.filter(({ isDate }) => !isDate)];
  return { notes: found.size, examples: [...new Set(inOrder.map(({ text }) => text))].slice(0, 2) };
}
