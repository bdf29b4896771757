/** What has to be written otherwise so that everything that names an entry still names it, when its names or its path change. */
import {
  type Canon,
  entryAt,
  entryNamed,
  filed,
  isWordForKnowers,
  withEntries,
  knownAt,
  LATEST,
  type Known,
} from '../../canon';
import type { Entry } from '../../entry/entry';
import { type Naming, namingsIn } from '../../entry/naming';
import { CODEX_FILE } from '../../codex/codexShapes';
import { readEntry } from '../../entry/readEntry';
import { nameLike } from '../../rules/relatedPlaces';
import type { TextEdit } from '../../text/change';
import { edited } from '../../text/composeEdits';
import { memoized } from '../../text/memoized';
import { globEdits } from './audienceGlobs';
import { circleEdits } from './circleNames';
import { type Move, movedBy, movedEntries } from './linkPaths';
import { relinked } from './relink';
import { type Reference, referencesToEach, ROLES, subjectOf } from '../../reading/references';
import { respeller } from './respell';
import { spellingsAfter } from './spelling';
import { groupBy } from '../../text/groups';

/** What is to be done to some entries: their own texts, and where they lie. */
export interface FollowPlan {
  readonly moves: readonly Move[];
  /** Edits of the names that entries give themselves, in the files as they are now. */
  readonly edits: readonly TextEdit[];
}

/** The files of the codex as they are now. */
export interface TextsByFile {
  readonly textOf: (path: string) => string;
  readonly exists: (path: string) => boolean;
}

/** Edits of all files, those of the plan among them; and the names that can't be written where they stand. */
export interface Followed {
  readonly edits: readonly TextEdit[];
  readonly lost: readonly Reference[];
}

/** A name that has to lead to the same entry afterwards as before. */
interface Due extends Reference {
  readonly to: Entry;
  /** Its place among the names of its entry, which no edit changes. */
  readonly index: number;
}

/** How often names that now lead elsewhere are written again. */
const ROUNDS = 2;

export function follow(known: Known, plan: FollowPlan, around: TextsByFile): Followed {
  const { canon } = known;
  // A page may name something thousands of times: its text and its tree are read once.
  const files = { ...around, textOf: memoized(around.textOf) };
  const writerOf = memoized((path: string) => respeller(files.textOf(path)));
  const moved = movedEntries(canon, plan.moves);
  const now = afterwards(canon, plan, moved, files);
  const edits = new Map<string, TextEdit>();
  const write = ({ entry: { path }, naming }: Reference, name: string): boolean => {
    // A file may be called `everyone`: who knows something is still not everyone.
    if (naming.role === 'knower' && isWordForKnowers(name)) return false;
    const edit = writerOf(path)(naming, name);
    if (edit) edits.set(keyOf(path, naming), { file: path, ...edit, group: ROLES[naming.role] });
    return edit !== null;
  };
  for (const { entry, naming, path } of relinked(known, plan.moves, files.exists)) write({ entry, naming }, path);
  const dues = duesOf(known, now, plan, moved);
  const spelledAfter = memoized((to: Entry) => {
    const after = entryAt(now.canon, movedBy(plan.moves, to.path));
    return after && spellingsAfter(known, to, now, after);
  });
  for (const due of dues) {
    if (edits.has(keyOf(due.entry.path, due.naming))) continue;
    const name = spelledAfter(due.to)?.(due.naming);
    if (name) write(due, name);
  }
  // What still leads elsewhere is called by a name that leads there: an id, or the file's name in a link.
  for (let round = 0; ; round++) {
    const then = afterwards(canon, { ...plan, edits: [...plan.edits, ...edits.values()] }, moved, files);
    const isHome = homing(then, plan.moves);
    const lost = dues.filter((due) => !isHome(due));
    if (lost.length === 0 || round === ROUNDS)
      return { edits: unique([...plan.edits, ...edits.values(), ...inCodexYaml(known, now, plan, files)]), lost };
    for (const due of lost) {
      const after = entryAt(then.canon, movedBy(plan.moves, due.to.path));
      if (after) write(due, nameLike(then, due.naming, after));
    }
  }
}

/** The names of knowers in codex.yaml that mean what is called otherwise now, and the patterns that name what is moved. */
const inCodexYaml = (known: Known, now: Known, { moves }: FollowPlan, { textOf }: TextsByFile): TextEdit[] => [
  ...circleEdits(textOf(CODEX_FILE), (text, linked) => {
    const to = entryNamed(known, text);
    const after = to && entryAt(now.canon, movedBy(moves, to.path));
    const name = to && after && to !== after ? spellingsAfter(known, to, now, after)({ text, linked }) : null;
    return name !== null && isWordForKnowers(name) ? null : name;
  }),
  ...globEdits(known.canon, textOf(CODEX_FILE), moves),
];

const keyOf = (path: string, naming: Naming): string => `${path} ${placeOf(naming)}`;

/** The canon as it will be. */
function afterwards(
  canon: Canon,
  { moves, edits }: FollowPlan,
  moved: readonly Entry[],
  { textOf }: TextsByFile,
): Known {
  const byFile = groupBy(edits, (edit) => edit.file);
  const changes = new Map<string, Entry | null>();
  for (const { path } of moved) changes.set(path, null);
  for (const path of new Set([...moved.map((entry) => entry.path), ...byFile.keys()])) {
    const to = movedBy(moves, path);
    changes.set(to, readEntry(to, edited(textOf(path), unique(byFile.get(path) ?? [])), canon.codex));
  }
  return knownAt(withEntries(canon, changes), LATEST);
}

/** What stands at one place is written once: through an anchor it may be said in several. */
function unique(edits: readonly TextEdit[]): TextEdit[] {
  const seen = new Set<string>();
  return edits.filter(({ file, span }) => {
    const key = `${file} ${span.start} ${span.end}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** All that names an entry whose names change, or one that has a name in common with it. */
function duesOf(known: Known, now: Known, { moves, edits }: FollowPlan, moved: readonly Entry[]): Due[] {
  const changed = new Set([...edits.map(({ file }) => file), ...moved.map(({ path }) => path)]);
  const affected = new Set<Entry>();
  for (const path of changed) {
    const names = [entryAt(known.canon, path), entryAt(now.canon, movedBy(moves, path))].flatMap(
      (entry) => entry?.names ?? [],
    );
    for (const name of names) for (const entry of filed(known.canon, 'names', name)) affected.add(entry);
  }
  const placesOf = memoized(placesIn);
  return [...referencesToEach(known, [...affected])].flatMap(([to, references]) =>
    references.map((reference) => ({
      ...reference,
      to,
      index: placesOf(reference.entry).get(placeOf(reference.naming)) ?? -1,
    })),
  );
}

const placeOf = ({ role, span }: Naming): string => `${role} ${span.start}`;

/** Where each name stands among the names of its entry. */
function placesIn(entry: Entry): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, naming] of namingsIn(entry).entries())
    if (!places.has(placeOf(naming))) places.set(placeOf(naming), index);
  return places;
}

/** Tells whether a name leads where it has to. */
function homing(then: Known, moves: readonly Move[]): (due: Due) => boolean {
  const namingsOf = memoized(namingsIn);
  return ({ entry, index, to }) => {
    const after = entryAt(then.canon, movedBy(moves, entry.path));
    const naming = after && namingsOf(after)[index];
    const subject = naming && subjectOf(then, after, naming);
    return subject?.kind === 'entry' && subject.entry.path === movedBy(moves, to.path);
  };
}
