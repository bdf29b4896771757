/** Every rule there is: the one list that checks, documentation and codex.yaml go by. */
import type { Severity } from '../text/problem';
import { canonMissing, unknownRevision, unknownTier } from './canon';
import { pastLimit } from './codex/limit';
import { CONFIG_INVALID } from './config';
import { impossible, incomparable, inverted, unknownEra, unreadable } from './date';
import {
  conflict,
  unreadLetters,
  duplicateId,
  duplicateKey,
  invalidYaml,
  misplacedKey,
  misspeltKey,
  notYaml,
  wrongType,
  unclosed,
} from './frontmatter';
import { disputed, outsideLifetime, undatedDiffers } from './fact';
import { supersededLink, unknownLink, proseInstruction, staleSummary, bannedTerm } from './prose';
import { ambiguous, unknownReference, unknownVersion, COMPLIANCE, supersededSource } from './reference';
import { hidesNothing, saysNothing, unknownKnower } from './knowers';
import { leak, tooEarly } from './knowledge';
import { notSuperseded, unknownRestored, bringsNothingBack, noReasonToRetract, unknownRetracted } from './retracts';
import { backdated, insertion } from './retcon/newFacts';
import { deletedEntry } from './retcon/gonePages';
import type { ComparingRule } from './retcon/baselineComparison';
import { needlessErratum } from './retcon/silencedFacts';
import { silent } from './retcon/silent';
import type { Rule } from './rule';
import {
  asOfMismatch,
  beforeCanon,
  cycle,
  dropsFact,
  duplicate,
  fork,
  lowerTier,
  noReasonToSupersede,
  noEffect,
  self,
  unknownFact,
  unknownSuperseded,
} from './supersedes';

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
