/** What a picture is of: the whole codex, some entities, or what a page is about. */
import { describerOf, entityOf, type Known } from '../canon';
import type { Entry } from '../entry/entry';
import { factPairsOf } from './pairs';

/** A page, or else entities by their ids; neither: the whole codex. */
export interface PictureSubject {
  readonly entry: Entry | undefined;
  readonly entities: readonly string[];
}

/** The entities that are drawn; none: all of them. */
export function entitiesIn(known: Known, { entry, entities }: PictureSubject): readonly string[] {
  if (!entry) return entities;
  return [...new Set([entityOf(known, entry), ...factPairsOf(known, entry).map(({ entity }) => entity)])];
}

/** What it is called; null: the whole codex. @param known what may be told of: no title of later is */
export function subjectTitle(known: Known, { entry, entities }: PictureSubject): string | null {
  if (entry) return known.has(entry) ? entry.title : null;
  const titles = entities.map((id) => describerOf(known, id, null)?.title ?? id);
  return titles.length === 0 ? null : titles.join(', ');
}
