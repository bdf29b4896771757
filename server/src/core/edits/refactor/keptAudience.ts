/** Who is in on a page that is made of another: those who are in on that, since when they are. No change gives anything away. */
import { amongThem, audienceOfFact, audienceOfPage, isDoubtful, isKeptFromSome, type Known } from '../../canon';
import { audienceAt } from '../../codex/pathRules';
import { type Codex, hasKey, keyOf } from '../../codex/codex';
import { CODEX_FILE } from '../../codex/codexShapes';
import { EVERYONE } from '../../codex/knowledgeKeys';
import { areAmong } from '../../text/amongTexts';
import { frontmatterTree, pairOfKey } from '../../entry/frontmatter';
import type { Entry, Fact } from '../../entry/entry';
import type { YamlNode } from '../../yaml/tree';
import { takenOver } from '../../yaml/editItems';
import type { YamlValue } from '../../yaml/value';
import { longMapping } from './factText';

/** The keys that say who is in on something, and their values; absent where nothing has to be said. */
export type AudienceKeys = Readonly<Partial<Record<AudienceKey, YamlValue>>>;
type AudienceKey = 'known_by' | 'known_from';

/** Who is in on a page, or a fact of it, and since when, as that is written: where two are equal, the same are. */
export const audienceText = (known: Known, page: Entry, fact?: Fact): string =>
  JSON.stringify(audienceWritten(known, page, fact));

function audienceWritten(known: Known, page: Entry, fact?: Fact) {
  const names = fact ? audienceOfFact(known, page, fact) : audienceOfPage(known, page);
  const by = fact?.knowledge?.knownBy ?? page.knowledge?.knownBy ?? [];
  const whens = by.map(({ when }) => when?.text ?? null);
  const from = (fact?.knowledge?.knownFrom ?? page.knowledge?.knownFrom)?.text ?? null;
  return { names, whens: whens.some((when) => when !== null) ? whens : [], from };
}

/**
 * Why nothing new can be made of a page, or of a fact of it; null where it can. Whom it is kept from can't be told while it can't be
 * read.
 */
export function unclearAudience(known: Known, page: Entry, fact?: Fact): string | null {
  const { codex } = known.canon;
  if (!hasKey(codex, 'known_by') && audienceAt(codex, page.path) !== null)
    return `Nothing can say who knows what is made of ${page.title}: let fields in ${CODEX_FILE} leave a key for known_by first.`;
  if (!isDoubtful(known, page, fact)) return null;
  return `${codex.hidesAll ? CODEX_FILE : page.title} can't be read for certain as it is written: mend what is underlined there first.`;
}

/** A fact where it stands. */
interface PlacedFact {
  readonly known: Known;
  readonly page: Entry;
  readonly fact: Fact;
}

/** Whether somebody may be in on a fact who was not in on the same one in another place, or may be so earlier. */
export function isOpened(was: PlacedFact, is: PlacedFact): boolean {
  if (isDoubtful(was.known, was.page, was.fact)) return true;
  if (!isKeptFromSome(was.known, was.page, was.fact)) return false;
  const before = audienceWritten(was.known, was.page, was.fact);
  const now = audienceWritten(is.known, is.page, is.fact);
  if (JSON.stringify(before) === JSON.stringify(now)) return false;
  const areFewer = before.whens.length === 0 && before.from === now.from && areAmong(now.names, before.names);
  return !areFewer;
}

/** Whether all who are in on a fact of a page may have another page, at whatever time. */
export function isOpenTo(known: Known, other: Entry, page: Entry, fact: Fact): boolean {
  if (!isKeptFromSome(known, other)) return true;
  const { names, whens, from } = audienceWritten(known, other);
  const isDated = whens.length > 0 || from !== null;
  const has = amongThem(known, names);
  return !isDoubtful(known, other) && !isDated && audienceOfFact(known, page, fact).every(has);
}

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
  const audience = (path: string): readonly string[] => audienceAt(codex, path) ?? [EVERYONE];
  const [there, here] = [audience(page.path), audience(file)];
  return page.knowledge?.knownBy || JSON.stringify(there) === JSON.stringify(here) ? {} : { known_by: there };
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
