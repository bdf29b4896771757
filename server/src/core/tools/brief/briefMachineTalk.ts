/** What of a brief speaks to a machine: it is left out whole, whatever else it says. */
import { machineTalkIn } from '../../entry/unwantedWords';
import type { BriefCandidate, LeftOutEntry, MetRetcon, StateGroup, StateRow } from './briefTypes';
import { nameOf } from '../words/richText';

interface Parts {
  readonly state: readonly StateGroup[];
  readonly retcons: readonly MetRetcon[];
  readonly pool: readonly BriefCandidate[];
}

/** The same parts without it, and the entries of what is gone. */
export function withoutMachineTalk(parts: Parts): Parts & { readonly left: readonly LeftOutEntry[] } {
  const left: LeftOutEntry[] = [];
  const isFine = (text: string, { entry }: Pick<LeftOutEntry, 'entry'>): boolean => {
    const speaks = machineTalkIn(text).length > 0;
    if (speaks) left.push({ entry, why: 'instruction' });
    return !speaks;
  };
  const ofPeople = (row: StateRow): boolean =>
    isFine(`${row.entity} ${row.attribute} ${row.held.clipped.fact.value.text}`, row.held.clipped);
  const state = parts.state.map((group) => ({
    ...group,
    rows: group.rows.filter(ofPeople),
    history: group.history.filter(ofPeople),
  }));
  return {
    state: state.filter(({ rows }) => rows.length > 0),
    retcons: parts.retcons.filter(({ lines, retcon }) =>
      isFine(lines.flatMap(({ parts: words }) => words.map(nameOf)).join(''), { entry: retcon.by }),
    ),
    pool: parts.pool.filter(({ entry, passage }) =>
      isFine([entry.title, passage.heading ?? '', passage.text].join('\n'), { entry }),
    ),
    left,
  };
}
