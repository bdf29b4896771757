/** Which entities matter the most in a codex, where nobody has said which are meant. */
import { allEntries, describerOf, entityOf, entryNamed, isShown, type Known, standingOf, wasTrueAt } from '../../canon';
import type { WorldDate } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { linksIn } from './briefFocus';
import { originOf } from './briefOrigin';
import { isGone } from '../lore/lore';
import { tierWeight } from '../lore/loreRank';
import type { ReadText } from '../asked/loreTypes';

export interface RankedEntity {
  readonly entity: string;
  /** The page that describes it. */
  readonly entry: Entry;
}

/** By how much leads to them and how much is told of them, and by trust and tier; then by the paths of their pages. */
export function rankedEntities(known: Known, at: WorldDate | null, textOf: ReadText): RankedEntity[] {
  const linksOf = linksIn(known.canon, textOf);
  const links = new Map<string, number>();
  const found = new Map<string, Entry>();
  for (const page of allEntries(known.canon)) {
    if (!known.has(page) || !isShown(known, page)) continue;
    for (const target of new Set(linksOf(page))) {
      const to = entryNamed(known, target);
      if (to) links.set(entityOf(known, to), (links.get(entityOf(known, to)) ?? 0) + 1);
    }
    const entity = entityOf(known, page);
    const entry = describerOf(known, entity, at);
    if (entry && known.has(entry) && isShown(known, entry) && !isGone(standingOf(known, entry, at)))
      found.set(entity, entry);
  }
  const scored = [...found].map(([entity, entry]) => {
    const told = wasTrueAt(known, entity, { at }).facts.length;
    const weight = originOf(known.canon, entry).trust * tierWeight(known, entry);
    return { entity, entry, score: weight * (1 + Math.log1p(links.get(entity) ?? 0) + Math.log1p(told)) };
  });
  return scored.sort((a, b) => b.score - a.score || (a.entry.path < b.entry.path ? -1 : 1));
}
