/** Every code that has a mechanical mend: the one list that quick fixes, documentation and tests go by. */
import { mendNearDuplicate } from './nearDuplicateFix';
import { type MendContext, fromRule, type Mend, nearName, type Offer } from './mend';
import { mendDisputed, mendFork } from './disputeFixes';
import { mendDropped } from './droppedFacts';
import {
  mendInverted,
  mendUnknownEra,
  mendUnreadable,
  mendAsOf,
  mendBeforeCanon,
  mendCycle,
  mendDuplicate,
  mendLowerTier,
  mendMisplacedKey,
  mendNoEffect,
  mendNothingToRestore,
  mendMissingReason,
  mendNothingBroughtBack,
  mendSelf,
} from './retconFixes';
import {
  mendCanonMissing,
  mendDuplicateId,
  mendUnknownRevision,
  mendDuplicateKey,
  mendInvalidYaml,
  mendMisspeltKey,
  mendUnclosed,
  mendNotAtTheTop,
} from './keyFixes';
import { mendSaysNothing, mendHidesNothing, mendLeak, mendTooEarly } from './knowledgeFixes';
import { mendAmbiguous, mendStaleLink, mendStaleSource, mendStaleSummary, mendUnknownLink } from './staleFixes';
import { mendBackdated, mendDeletedEntry, mendInsertion, mendSilent } from './silentChanges';

export type { MendContext, Offer };

/** How all problems of a code are mended at once, by the fix that is preferred for each. */
interface MendAll {
  /** What is offered, for `all`, or `all 7`. */
  readonly title: (all: string) => string;
  /** Whether it only puts slips right, so that an editor may do it whenever the file is saved. */
  readonly isSlip: boolean;
}

interface Mending {
  readonly mend: Mend;
  /** Absent where each problem wants a look of its own. */
  readonly all?: MendAll;
}

const slips = (title: (all: string) => string): MendAll => ({ title, isSlip: true });
const asOtherMend = (title: (all: string) => string): MendAll => ({ title, isSlip: false });

/** By code. A code that is not among them has no mend that would be honest. */
export const MENDS: ReadonlyMap<string, Mending> = new Map<string, Mending>([
  ['frontmatter/invalid-yaml', { mend: mendInvalidYaml }],
  [
    'frontmatter/duplicate-key',
    { mend: mendDuplicateKey, all: slips((all) => `Take out ${all} keys that repeat another`) },
  ],
  ['frontmatter/misspelt-key', { mend: mendMisspeltKey, all: slips((all) => `Correct ${all} misspelt keys`) }],
  ['frontmatter/misplaced-key', { mend: mendMisplacedKey }],
  [
    'frontmatter/not-at-the-top',
    { mend: mendNotAtTheTop, all: slips((all) => `Move ${all} blocks of frontmatter to the top`) },
  ],
  ['frontmatter/unclosed', { mend: mendUnclosed, all: slips((all) => `Close ${all} blocks of frontmatter`) }],
  ['entry/duplicate-id', { mend: mendDuplicateId }],
  ['entry/near-duplicate', { mend: mendNearDuplicate }],
  ['reference/ambiguous', { mend: mendAmbiguous }],
  ['reference/unknown', { mend: nearName, all: slips((all) => `Correct ${all} names that no entry has`) }],
  ['knowledge/unknown-knower', { mend: fromRule, all: slips((all) => `Correct ${all} unknown knowers`) }],
  ['knowledge/too-early', { mend: mendTooEarly }],
  ['knowledge/leak', { mend: mendLeak }],
  ['knowledge/hides-nothing', { mend: mendHidesNothing }],
  ['knowledge/says-nothing', { mend: mendSaysNothing }],
  ['date/unreadable', { mend: mendUnreadable, all: slips((all) => `Correct ${all} dates that can't be read`) }],
  ['date/unknown-era', { mend: mendUnknownEra, all: slips((all) => `Correct ${all} undeclared eras`) }],
  ['date/inverted', { mend: mendInverted }],
  ['date/incomparable', { mend: fromRule }],
  ['canon/unknown-revision', { mend: mendUnknownRevision, all: slips((all) => `Correct ${all} unknown revisions`) }],
  ['canon/missing', { mend: mendCanonMissing, all: asOtherMend((all) => `Add the missing canon to ${all} entries`) }],
  ['formerly/unknown-key', { mend: fromRule, all: slips((all) => `Correct ${all} keys under formerly`) }],
  ['formerly/out-of-order', { mend: fromRule }],
  ['tier/unknown', { mend: fromRule, all: slips((all) => `Correct ${all} unknown tiers`) }],
  [
    'supersedes/unknown-id',
    { mend: nearName, all: slips((all) => `Correct ${all} superseded names that no entry has`) },
  ],
  ['supersedes/self', { mend: mendSelf }],
  ['supersedes/cycle', { mend: mendCycle }],
  [
    'supersedes/as-of-mismatch',
    { mend: mendAsOf, all: asOtherMend((all) => `Take ${all} as_of from the versions they name`) },
  ],
  ['supersedes/fork', { mend: mendFork }],
  ['supersedes/before-canon', { mend: mendBeforeCanon }],
  [
    'supersedes/duplicate',
    { mend: mendDuplicate, all: asOtherMend((all) => `Merge ${all} items that name an entry again`) },
  ],
  ['supersedes/missing-reason', { mend: mendMissingReason }],
  ['supersedes/no-effect', { mend: mendNoEffect }],
  ['supersedes/drops-fact', { mend: mendDropped, all: asOtherMend((all) => `Carry ${all} dropped facts forward`) }],
  ['supersedes/unknown-fact', { mend: fromRule, all: slips((all) => `Correct ${all} facts that are not stated`) }],
  ['supersedes/lower-tier', { mend: mendLowerTier }],
  ['retracts/unknown-id', { mend: nearName, all: slips((all) => `Correct ${all} retracted names that no entry has`) }],
  ['retracts/missing-reason', { mend: mendMissingReason }],
  ['retracts/brings-nothing-back', { mend: mendNothingBroughtBack }],
  ['restores/unknown-id', { mend: nearName, all: slips((all) => `Correct ${all} restored names that no entry has`) }],
  ['restores/not-superseded', { mend: mendNothingToRestore }],
  ['fact/disputed', { mend: mendDisputed }],
  [
    'source/superseded',
    { mend: mendStaleSource, all: asOtherMend((all) => `Rest ${all} stale sources on what superseded them`) },
  ],
  [
    'source/unknown-version',
    { mend: fromRule, all: asOtherMend((all) => `Cite the versions in the registry in ${all} places`) },
  ],
  ['summary/stale', { mend: mendStaleSummary }],
  ['link/unknown', { mend: mendUnknownLink }],
  [
    'link/superseded',
    { mend: mendStaleLink, all: asOtherMend((all) => `Point ${all} stale links at what superseded them`) },
  ],
  ['config/invalid', { mend: fromRule }],
  ['retcon/silent', { mend: mendSilent }],
  ['retcon/backdated', { mend: mendBackdated }],
  ['retcon/insertion', { mend: mendInsertion }],
  ['retcon/deleted-entry', { mend: mendDeletedEntry }],
  ['retcon/needless-erratum', { mend: fromRule }],
]);
