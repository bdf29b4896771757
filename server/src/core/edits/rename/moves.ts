/** Edits for moved or renamed files and folders, and warnings before entries are deleted. */
import { type Known, type Retcon, retconsBy, retconsOf, isUndone, standingOf } from '../../canon';
import { slug } from '../../entry/slug';
import { referencesToEach } from '../../reading/mentions';
import type { TextEdit } from '../../text/problem';
import { once } from '../../text/groups';
import { type TextsByFile, follow, keepsOldNames } from './keepReferences';
import { type Move, movedBy, movedEntries } from './respell';
import type { Entry } from '../../entry/entry';
import { listWords } from '../../text/words';
import { fileNameOf } from '../../text/pageFile';

/** Edits of the files as they are now, before they are moved. */
export function followMoves(known: Known, moves: readonly Move[], files: TextsByFile): readonly TextEdit[] {
  const moved = movedEntries(known.canon, moves);
  const references = once(() => referencesToEach(known, moved));
  const edits = moved.flatMap((entry): TextEdit[] => {
    const fileName = fileNameOf(movedBy(moves, entry.path));
    if (fileName === entry.fileName) return [];
    const title = entry.title === entry.fileName ? fileName : entry.title;
    const edit = keepsOldNames(
      known,
      entry,
      files.textOf(entry.path),
      { id: entry.writtenId?.text ?? slug(fileName), title, fileName },
      (one) => references().get(one) ?? [],
    );
    return edit ? [{ file: entry.path, ...edit, group: 'Its own names' }] : [];
  });
  return follow(known, { moves, edits }, files).edits;
}

/** What an author should know before entries are deleted: what rests on them, and the retcons that they are part of. */
interface Loss {
  readonly entry: Entry;
  /** What would be missing, each in a sentence. */
  readonly sentences: readonly string[];
  /** Whether it still stands, so that there is something to be retracted. */
  readonly canRetract: boolean;
}

/** References among entries that are deleted together are ignored. */
export function lossesOf(known: Known, going: readonly Entry[]): Loss[] {
  const gone = new Set(going);
  const referencesOf = referencesToEach(known, going);
  return going.flatMap((entry) => {
    const stays = (other: Entry): boolean => !gone.has(other);
    const resting = (referencesOf.get(entry) ?? [])
      .filter(({ naming }) => naming.role === 'source')
      .map((reference) => reference.entry)
      .filter(stays);
    const sentences = resting.length > 0 ? [restingOn([...new Set(resting)])] : [];
    // A draft establishes nothing yet, and its retcons undo nothing.
    if (!entry.draft) {
      sentences.push(
        ...retconsOf(known, entry)
          .filter(({ by }) => stays(by) && !by.draft)
          .map(ofIt),
      );
      sentences.push(
        ...retconsBy(known, entry)
          .filter(({ old }) => stays(old))
          .map(byIt),
      );
    }
    if (sentences.length === 0) return [];
    const canRetract = !isUndone(standingOf(known, entry, known.canon.codex.present));
    return [{ entry, sentences: [...new Set(sentences)], canRetract }];
  });
}

const MOST = 3;

function restingOn(entries: readonly Entry[]): string {
  const titles = entries.map(({ title }) => title);
  const more = titles.length - MOST;
  const named = more > 1 ? [...titles.slice(0, MOST), `${more} more`] : titles;
  return `${listWords(named, 'and')} ${entries.length === 1 ? 'rests' : 'rest'} on it.`;
}

const ofIt = ({ by, kind }: Retcon): string => `${by.title} ${kind} it: what was true before would be stated nowhere.`;

const byIt = ({ old, kind }: Retcon): string => `It ${kind} ${old.title}: nothing would say so any more.`;
