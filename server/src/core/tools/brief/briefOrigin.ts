/** Where the text of a file comes from, for the lines of a brief: see model §12. */
import type { Canon } from '../../canon';
import { citationOf, isInMode, ownSource, sourceAt } from '../../codex/sources';
import type { Entry } from '../../entry/entry';

/** A source as a line cites it, and how much what it says weighs. */
export interface Origin {
  /** `SOURCE@VERSION`. */
  readonly cited: string;
  /** From 0 to 1. */
  readonly trust: number;
}

/** What Retcon's own lines cite: the codex itself. */
export const ownCitation = ({ codex }: Canon): string => citationOf(ownSource(codex));

/** Of a page that is not shown nobody is told which source it is of. */
export function originOf(canon: Canon, entry: Entry): Origin {
  const { trust } = sourceAt(canon.codex, pathOf(canon, entry));
  const cited = canon.eyes?.isVeiled(entry) ? ownCitation(canon) : citationOf(sourceAt(canon.codex, entry.path));
  return { cited, trust };
}

/** Whether an entry is given to a reader in the mode of the codex. */
export const isGiven = (canon: Canon, entry: Entry): boolean => isInMode(canon.codex, pathOf(canon, entry));

const pathOf = ({ eyes }: Canon, entry: Entry): string => eyes?.pathOf(entry) ?? entry.path;
