/** Which audiences hold which: whether somebody whom one of them names is in on what another one is (model §11), at whatever time. */
import { EVERYONE } from '../../codex/knowledgeKeys';
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { Canon, Known } from '../model/canonValue';
import { countOf } from '../model/canon';
import { isWordForKnowers, knowerKey } from './knowers';
import { audienceNames, audienceOf, believersNamed, isBelief, isDoubtful } from './learning';
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

/** Whether a page, or a fact of it, is kept from anybody; its own `date` does not count. */
export const isKeptFromSome = (known: Known, page: Entry, fact?: Fact): boolean =>
  isDoubtful(known, page, fact) ||
  (fact?.knowledge?.knownFrom ?? page.knowledge?.knownFrom ?? null) !== null ||
  !audienceOf(known, page, fact).some(({ name, when }) => when === null && nameKey(name) === EVERYONE);

/** Whether whoever goes by a name is among some, directly or as a member of a circle at any time. */
export const isAmong = (known: Known, name: string, audience: readonly string[]): boolean =>
  amongThem(known, audience)(name);

/** The same for one name after another: those who are meant are looked up once. */
export function amongThem(known: Known, audience: readonly string[]): (name: string) => boolean {
  if (isForEveryone(audience)) return () => true;
  const all = new Set(audience.map((one) => knowerKey(known, one)));
  const keys = new Set(audience.flatMap((one) => (isWordForKnowers(one) ? [] : knowerKey(known, one))));
  return (name) => {
    const knower = knowerCalled(known, name);
    if (!knower) return all.has(nameKey(name));
    const { key, circles } = knower;
    if (key !== null && keys.has(key)) return true;
    const [fewer, others] = circles.size < keys.size ? [circles, keys] : [keys, circles];
    return [...fewer.keys()].some((circle) => others.has(circle));
  };
}
