/** Which audiences hold which: whether somebody whom one of them names is in on what another one is (model §11), at whatever time. */
import { EVERYONE } from '../../codex/knowledgeKeys';
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { type Canon, countOf } from '../model/canon';
import type { Known } from '../model/known';
import { knowerKey } from './knowers';
import { audienceNames, audienceOf, believersNamed, isBelief, isDoubtful, timesIn } from './learning';
import { knowerCalled } from './tooEarly';

/** Whether there may be a page in the codex that is not open to everyone. */
export const mayKeepSecrets = (canon: Canon): boolean =>
  canon.codex.audience.length > 0 || countOf(canon, 'keeps-secret') > 0;

/** Those to whom a page is open, as they are written. */
export const audienceOfPage = (known: Known, page: Entry): readonly string[] => audienceNames({ known }, page);

/** Those to whom a fact is told: they are in on it, or believe it. */
export const audienceOfFact = (known: Known, page: Entry, fact: Fact): readonly string[] =>
  (isBelief(page, fact) ? believersNamed(page, fact) : audienceOf(known, page, fact)).map(({ name }) => name);

export const isForEveryone = (audience: readonly string[]): boolean =>
  audience.some((name) => nameKey(name) === EVERYONE);

/** Whether a page is kept from anybody; one of a later date alone is not. */
export const isKeptFromSome = (known: Known, page: Entry): boolean =>
  isDoubtful(known, page) ||
  (page.knowledge?.knownFrom ?? null) !== null ||
  !audienceOf(known, page).some(({ name, when }) => when === null && nameKey(name) === EVERYONE);

/** Whether whoever goes by a name is among some, directly or as a member of a circle at any time. */
export function isAmong(known: Known, name: string, audience: readonly string[]): boolean {
  if (isForEveryone(audience)) return true;
  const knower = knowerCalled(known, name);
  if (knower) return audience.some((one) => timesIn(known, knower, one).length > 0);
  return audience.some((one) => knowerKey(known, one) === nameKey(name));
}
