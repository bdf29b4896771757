/** Every code that has a mechanical mend: the one list that quick fixes, documentation and tests go by. */
import { type Asked, fromRule, type Mend, nearName, type Offer } from './mend';
import { disputed } from './disputeFixes';
import { dropped } from './droppedFixes';
import { inverted, unknownEra, unreadable } from './dateFixes';
import { canonMissing, duplicateId, unknownRevision } from './entryFixes';
import { fork } from './forkFixes';
import { duplicateKey, invalidYaml, wrongType } from './keyFixes';
import {
  asOf,
  beforeCanon,
  cycle,
  duplicate,
  lowerTier,
  noEffect,
  nothingToRestore,
  reason,
  restoring,
  self,
} from './retconFixes';
import { ambiguous, staleLink, staleSource, unknownLink } from './staleFixes';
import { backdated, fileGone, inserted, silent } from './silentChanges';

export type { Asked, Offer };

/** How all problems of a code are mended at once, by the fix that is preferred for each. */
export interface MendAll {
  /** What is offered, for `all`, or `all 7`. */
  readonly title: (all: string) => string;
  /** Whether it only puts slips right, so that an editor may do it whenever the file is saved. */
  readonly isSlip: boolean;
}

export interface Mending {
  readonly mend: Mend;
  /** Absent where each problem wants a look of its own. */
  readonly all?: MendAll;
}

const slips = (title: (all: string) => string): MendAll => ({ title, isSlip: true });
const asOtherMend = (title: (all: string) => string): MendAll => ({ title, isSlip: false });

/** By code. A code that is not among them has no mend that would be honest. */
export const MENDS: ReadonlyMap<string, Mending> = new Map<string, Mending>([
  ['frontmatter/invalid-yaml', { mend: invalidYaml }],
  [
    'frontmatter/duplicate-key',
    { mend: duplicateKey, all: slips((all) => `Take out ${all} keys that repeat another`) },
  ],
  ['frontmatter/wrong-type', { mend: wrongType, all: slips((all) => `Write ${all} lists of one without the list`) }],
  ['frontmatter/misspelt-key', { mend: fromRule, all: slips((all) => `Correct ${all} misspelt keys`) }],
  ['entry/duplicate-id', { mend: duplicateId }],
  ['reference/ambiguous', { mend: ambiguous }],
  ['reference/unknown', { mend: nearName, all: slips((all) => `Correct ${all} names that no entry has`) }],
  ['date/unreadable', { mend: unreadable, all: slips((all) => `Correct ${all} dates that can't be read`) }],
  ['date/unknown-era', { mend: unknownEra, all: slips((all) => `Correct ${all} eras that nobody declares`) }],
  ['date/inverted', { mend: inverted }],
  ['date/incomparable', { mend: fromRule }],
  ['canon/unknown-revision', { mend: unknownRevision, all: slips((all) => `Correct ${all} unknown revisions`) }],
  ['canon/missing', { mend: canonMissing, all: asOtherMend((all) => `Add the missing canon to ${all} entries`) }],
  ['tier/unknown', { mend: fromRule, all: slips((all) => `Correct ${all} unknown tiers`) }],
  [
    'supersedes/unknown-id',
    { mend: nearName, all: slips((all) => `Correct ${all} superseded names that no entry has`) },
  ],
  ['supersedes/self', { mend: self }],
  ['supersedes/cycle', { mend: cycle }],
  [
    'supersedes/as-of-mismatch',
    { mend: asOf, all: asOtherMend((all) => `Take ${all} as_of from the versions they name`) },
  ],
  ['supersedes/fork', { mend: fork }],
  ['supersedes/before-canon', { mend: beforeCanon }],
  ['supersedes/duplicate', { mend: duplicate, all: asOtherMend((all) => `Join ${all} entries that are named twice`) }],
  ['supersedes/missing-reason', { mend: reason }],
  ['supersedes/no-effect', { mend: noEffect }],
  ['supersedes/drops-fact', { mend: dropped, all: asOtherMend((all) => `Carry ${all} dropped facts forward`) }],
  ['supersedes/unknown-fact', { mend: fromRule, all: slips((all) => `Correct ${all} facts that are not stated`) }],
  ['supersedes/lower-tier', { mend: lowerTier }],
  ['retracts/unknown-id', { mend: nearName, all: slips((all) => `Correct ${all} retracted names that no entry has`) }],
  ['retracts/missing-reason', { mend: reason }],
  ['retracts/brings-nothing-back', { mend: restoring }],
  ['restores/unknown-id', { mend: nearName, all: slips((all) => `Correct ${all} restored names that no entry has`) }],
  ['restores/not-superseded', { mend: nothingToRestore }],
  ['fact/disputed', { mend: disputed }],
  [
    'source/superseded',
    { mend: staleSource, all: asOtherMend((all) => `Rest ${all} stale sources on what superseded them`) },
  ],
  ['link/unknown', { mend: unknownLink }],
  [
    'link/superseded',
    { mend: staleLink, all: asOtherMend((all) => `Point ${all} stale links at what superseded them`) },
  ],
  ['config/invalid', { mend: fromRule }],
  ['retcon/silent', { mend: silent }],
  ['retcon/backdated', { mend: backdated }],
  ['retcon/insertion', { mend: inserted }],
  ['retcon/deleted-entry', { mend: fileGone }],
  ['retcon/needless-erratum', { mend: fromRule }],
]);
