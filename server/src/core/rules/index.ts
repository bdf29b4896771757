/** Every rule there is: the one list that checks, documentation and codex.yaml go by. */
import type { Severity } from '../text/problem';
import { canonMissing } from './canon/missing';
import { unknownRevision } from './canon/unknown-revision';
import { pastLimit } from './codex/limit';
import { CONFIG_INVALID } from './config/invalid';
import { impossible } from './date/impossible';
import { incomparable } from './date/incomparable';
import { inverted } from './date/inverted';
import { unknownEra } from './date/unknown-era';
import { unreadable } from './date/unreadable';
import { conflict } from './entry/conflict';
import { unreadLetters } from './entry/unread-letters';
import { duplicateId } from './entry/duplicate-id';
import { disputed } from './fact/disputed';
import { outsideLifetime } from './fact/outside-lifetime';
import { undatedDiffers } from './fact/undated-differs';
import { duplicateKey } from './frontmatter/duplicate-key';
import { invalidYaml } from './frontmatter/invalid-yaml';
import { misplacedKey } from './frontmatter/misplaced-key';
import { misspeltKey } from './frontmatter/misspelt-key';
import { notYaml } from './frontmatter/not-yaml';
import { wrongType } from './frontmatter/wrong-type';
import { supersededLink } from './link/superseded';
import { unknownLink } from './link/unknown';
import { ambiguous } from './reference/ambiguous';
import { hidesNothing } from './knowledge/hides-nothing';
import { leak } from './knowledge/leak';
import { saysNothing } from './knowledge/says-nothing';
import { tooEarly } from './knowledge/too-early';
import { unknownKnower } from './knowledge/unknown-knower';
import { unknownReference } from './reference/unknown';
import { proseInstruction } from './prose/instruction';
import { notSuperseded } from './restores/not-superseded';
import { unknownRestored } from './restores/unknown-id';
import { bringsNothingBack } from './retracts/brings-nothing-back';
import { noReasonToRetract } from './retracts/missing-reason';
import { unknownRetracted } from './retracts/unknown-id';
import { backdated } from './retcon/backdated';
import { deletedEntry } from './retcon/deleted-entry';
import type { ComparingRule } from './retcon/baselineComparison';
import { needlessErratum } from './retcon/slipsLetThrough';
import { insertion } from './retcon/insertion';
import { silent } from './retcon/silent';
import type { Rule } from './rule';
import { unknownVersion } from './source/unknown-version';
import { COMPLIANCE } from './source/compliance';
import { supersededSource } from './source/superseded';
import { staleSummary } from './summary/stale';
import { asOfMismatch } from './supersedes/as-of-mismatch';
import { beforeCanon } from './supersedes/before-canon';
import { cycle } from './supersedes/cycle';
import { dropsFact } from './supersedes/drops-fact';
import { duplicate } from './supersedes/duplicate';
import { fork } from './supersedes/fork';
import { lowerTier } from './supersedes/lower-tier';
import { noReasonToSupersede } from './supersedes/missing-reason';
import { noEffect } from './supersedes/no-effect';
import { self } from './supersedes/self';
import { unknownFact } from './supersedes/unknown-fact';
import { unknownSuperseded } from './supersedes/unknown-id';
import { bannedTerm } from './term/banned';
import { unclosed } from './frontmatter/unclosed';
import { unknownTier } from './tier/unknown';

/** The rules that judge an entry, in the order in which the documentation tells of them. */
export const RULES: readonly Rule[] = [
  pastLimit,
  invalidYaml,
  duplicateKey,
  wrongType,
  misspeltKey,
  misplacedKey,
  notYaml,
  unclosed,
  duplicateId,
  conflict,
  unreadLetters,
  ambiguous,
  unknownReference,
  unknownKnower,
  tooEarly,
  leak,
  hidesNothing,
  saysNothing,
  unreadable,
  unknownEra,
  impossible,
  inverted,
  incomparable,
  unknownRevision,
  canonMissing,
  unknownTier,
  unknownSuperseded,
  self,
  cycle,
  asOfMismatch,
  fork,
  beforeCanon,
  duplicate,
  noReasonToSupersede,
  noEffect,
  dropsFact,
  unknownFact,
  lowerTier,
  unknownRetracted,
  noReasonToRetract,
  bringsNothingBack,
  unknownRestored,
  notSuperseded,
  disputed,
  undatedDiffers,
  outsideLifetime,
  supersededSource,
  staleSummary,
  unknownVersion,
  unknownLink,
  supersededLink,
  bannedTerm,
  proseInstruction,
];

/** The rules that compare the codex with what was established. */
export const COMPARING: readonly ComparingRule[] = [silent, backdated, insertion, deletedEntry, needlessErratum];

/** What stands between a commit and what was told: these, two retcons of the same, a circle of them, and a conflict that nobody has settled. */
export const GUARDING: readonly Pick<Rule, 'code' | 'severity'>[] = [...COMPARING, fork, cycle, conflict];

/** Every code with the severity it has by default. */
export const SEVERITIES: ReadonlyMap<string, Severity> = new Map(
  [...RULES, ...COMPARING, CONFIG_INVALID, COMPLIANCE].map(({ code, severity }) => [code, severity]),
);
