/** Who is in on a page that is made of another: those who are in on that, since when they are. No change gives anything away. */
import { audienceOfFact, audienceOfPage, isKeptFromSome, type Known } from '../../canon';
import { audienceAt } from '../../codex/audience';
import { type Codex, keyOf } from '../../codex/codex';
import { EVERYONE } from '../../codex/knowledgeKeys';
import { frontmatterTree, pairOfKey } from '../../entry/editFrontmatter';
import type { Entry, Fact } from '../../entry/entry';
import type { YamlNode } from '../../yaml/tree';
import { takenOver } from '../../yaml/editItems';
import type { YamlValue } from '../../yaml/value';
import { longMapping } from './factText';

/** The keys that say who is in on something, and their values; absent where nothing has to be said. */
export type AudienceKeys = Readonly<Partial<Record<AudienceKey, YamlValue>>>;
type AudienceKey = 'known_by' | 'known_from';

/** Who is in on a page, or a fact of it, and since when, as that is written: equal where they are the same. */
export function audienceText(known: Known, page: Entry, fact?: Fact): string {
  const names = fact ? audienceOfFact(known, page, fact) : audienceOfPage(known, page);
  const by = fact?.knowledge?.knownBy ?? page.knowledge?.knownBy ?? [];
  const whens = by.map(({ when }) => when?.text ?? null);
  return JSON.stringify([names, whens.some((when) => when !== null) ? whens : [], knownFrom(page, fact)]);
}

const knownFrom = (page: Entry, fact?: Fact): string | null =>
  (fact?.knowledge?.knownFrom ?? page.knowledge?.knownFrom)?.text ?? null;

/**
 * Why nothing new can be made of a page, or of a fact of it; null where it can. Whom it is kept from can't be told while it can't be
 * read.
 */
export const unclearAudience = ({ title, knowledge }: Entry, fact?: Fact): string | null =>
  knowledge?.isDoubtful || fact?.knowledge?.isDoubtful
    ? `${title} can't be read for certain as it is written: mend what is underlined there first.`
    : null;

/**
 * What a new page has to say of who is in on it.
 *
 * @param page the one of which it is made
 * @param text that of the page
 * @param file the new one
 * @param fact the one of the page which the new one is about, where that is one
 */
export function pageAudience(codex: Codex, page: Entry, text: string, file: string, fact?: Fact): AudienceKeys {
  const mapping = frontmatterTree(text);
  return {
    ...folderAudience(codex, page, file),
    ...written(text, (key) => mapping && pairOfKey(codex, mapping, key)?.value),
    ...(fact && ownAudience(text, fact)),
  };
}

/** What a fact says itself of who is in on it. @param text that of its page */
export function ownAudience(text: string, fact: Fact): AudienceKeys {
  const long = longMapping(text, fact)?.pairs;
  return written(text, (key) => long?.find((pair) => keyOf(pair.key.text) === key)?.value);
}

/** Those to whom codex.yaml gives a page, where it gives a new one to others. */
function folderAudience(codex: Codex, page: Entry, file: string): AudienceKeys {
  const [there, here] = [page.path, file].map((path) => audienceAt(codex, path) ?? [EVERYONE]);
  return there === undefined || page.knowledge?.knownBy || JSON.stringify(there) === JSON.stringify(here)
    ? {}
    : { known_by: there };
}

/**
 * What a fact has to say of who is in on it on another page: nothing where all may know it, or the same do.
 *
 * @param text that of its own page
 */
export function factAudience(known: Known, page: Entry, text: string, fact: Fact, other: Entry): AudienceKeys {
  if (!isKeptFromSome(known, page, fact) || audienceText(known, page, fact) === audienceText(known, other)) return {};
  return pageAudience(known.canon.codex, page, text, other.path, fact);
}

function written(text: string, nodeOf: (key: AudienceKey) => YamlNode | null | undefined): AudienceKeys {
  const [by, from] = [nodeOf('known_by'), nodeOf('known_from')];
  return {
    ...(by && { known_by: takenOver(text, by, true) }),
    ...(from && { known_from: takenOver(text, from, true) }),
  };
}
