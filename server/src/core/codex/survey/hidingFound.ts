/** What the notes mark as their game master's alone: callouts and folders, which codex.yaml can hide, and keys and tags, which it can't. */
import { globWithin } from '../globs';
import { isForGameMaster, isHidingKey, isHidingMark, keepsFromPublishing, markedFolder } from '../hidingMarks';
import { type KeyUses, singleText, type SurveyedNote, surveyTags } from './keyUses';

/** A type of callouts, or a folder. */
export interface MarkFound {
  readonly name: string;
  readonly notes: number;
  /** Whether it says that it is the game master's; what is hidden or private may be so for somebody. */
  readonly isSure: boolean;
}

export interface HidingFound {
  readonly callouts: readonly MarkFound[];
  /** Patterns of their files. */
  readonly folders: readonly MarkFound[];
  /** Keys and tags, as they are written, each with how many notes have it. */
  readonly others: readonly { readonly written: string; readonly notes: number }[];
}

const CALLOUT = /^[ \t>*+-]*>[ \t]*\[![ \t]*([^\]|\r\n]+)/gm;

export function hidingFound(notes: readonly SurveyedNote[], keys: ReadonlyMap<string, KeyUses>): HidingFound {
  const [callouts, folders, others] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, names: Iterable<string>): void => {
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  for (const note of notes) {
    const types = [...note.prose.matchAll(CALLOUT)].map(([, type = '']) => type.trim().toLowerCase());
    // A callout of this type is a secret anyway.
    add(
      callouts,
      types.filter((type) => type !== 'secret' && isHidingMark(type)),
    );
    const folder = markedFolder(note.path);
    if (folder !== null) add(folders, [folder]);
    add(
      others,
      surveyTags(note)
        .filter(isHidingMark)
        .map((tag) => `\`#${tag}\``),
    );
  }
  for (const { key, spelling, uses } of keys.values())
    for (const { node } of uses) {
      const text = singleText(node) ?? '';
      if (isHidingKey(key, text) || keepsFromPublishing(key, text)) add(others, [`\`${spelling}: ${text}\``]);
    }
  const found = (counts: ReadonlyMap<string, number>): MarkFound[] =>
    [...counts].map(([name, number]) => ({ name, notes: number, isSure: isForGameMaster(name.replace(/^.*\//, '')) }));
  return {
    callouts: found(callouts),
    folders: found(folders).map(({ name, ...rest }) => ({ name: globWithin(name), ...rest })),
    others: [...others].map(([written, number]) => ({ written, notes: number })),
  };
}
