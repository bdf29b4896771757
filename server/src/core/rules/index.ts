/** The list of all rules, which checks, documentation and codex.yaml share. */
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
  notAtTheTop,
  unclosed,
} from './frontmatter';
import { formerlyOutOfOrder, unknownFormerKey } from './formerly';
import { childBeforeParent, disputed, outsideLifetime, undatedDiffers } from './fact';
import { supersededLink, unknownLink, proseInstruction, staleSummary, bannedTerm } from './prose';
import { ambiguous, otherSetting, unknownReference, unknownVersion, COMPLIANCE, supersededSource } from './reference';
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

/** The rules that judge an entry, in the order of the documentation. */
export const RULES: readonly Rule[] = [
  pastLimit,
  invalidYaml,
  duplicateKey,
  wrongType,
  misspeltKey,
  misplacedKey,
  notYaml,
  notAtTheTop,
  unclosed,
  duplicateId,
  conflict,
  unreadLetters,
  ambiguous,
  unknownReference,
  otherSetting,
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
  unknownFormerKey,
  formerlyOutOfOrder,
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
  childBeforeParent,
  supersededSource,
  staleSummary,
  unknownVersion,
  unknownLink,
  supersededLink,
  bannedTerm,
  proseInstruction,
];

/** The rules that compare the codex with its baseline. */
export const COMPARING: readonly ComparingRule[] = [silent, backdated, insertion, deletedEntry, needlessErratum];

/** The rules that protect the baseline: weakening one of them in codex.yaml is itself reported. */
export const GUARDING: readonly Pick<Rule, 'code' | 'severity'>[] = [...COMPARING, fork, cycle, conflict];

/** Looked for in all pages at once, and only where codex.yaml gives it a severity. */
export const NEAR_DUPLICATE = { code: 'entry/near-duplicate', severity: 'info' } as const;

/** The default severity of every code. */
export const SEVERITIES: ReadonlyMap<string, Severity> = new Map(
  [...RULES, ...COMPARING, CONFIG_INVALID, COMPLIANCE, NEAR_DUPLICATE].map(({ code, severity }) => [code, severity]),
);
