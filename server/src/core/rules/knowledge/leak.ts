/** A link in prose that is open to some who are not in on what it leads to: it tells them that there is something. */
import { audienceOfPage, idOf, isAmong, isDoubtful, isForEveryone, type Known, mayKeepSecrets } from '../../canon';
import { AUTHOR, NO_ONE } from '../../codex/knowledgeKeys';
import type { Link } from '../../entry/body';
import type { Entry } from '../../entry/entry';
import { waysTo } from '../../entry/secretPassages';
import { nameKey } from '../../entry/slug';
import { listFirst } from '../../text/wordLists';
import { leadsTo } from '../linkTargets';
import { relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

/** So many names fit into a message. */
const MOST = 3;

export const leak: Rule = {
  code: 'knowledge/leak',
  severity: 'hint',
  of: 'links',
  *check({ known, entry }) {
    // What is shown to nobody tells nobody anything.
    if (!mayKeepSecrets(known.canon) || isDoubtful(known, entry)) return;
    for (const link of entry.links) {
      const found = leakAt(known, entry, link);
      if (!found) continue;
      const id = idOf(known, found.page);
      const those = found.circle.length === 0 ? 'nobody' : `only ${listFirst(MOST, found.circle, 'and')}`;
      const is = found.circle.length > 1 ? 'are' : 'is';
      yield {
        span: link.targetSpan,
        message: `${listFirst(MOST, found.readers, 'and')} can read this, and ${those} ${is} in on ${id}: make the passage a secret, or take the link out.`,
        related: [relatedTo(found.page, `${those} ${is} in on ${id}`)],
      };
    }
  },
};

/** What a link tells of, to whom it should not, and those who may know. */
export interface Leak {
  readonly page: Entry;
  readonly readers: readonly string[];
  /** Empty: nobody. */
  readonly circle: readonly string[];
}

export function leakAt(known: Known, entry: Entry, link: Link): Leak | undefined {
  const found = leadsTo(known, entry, link);
  if (found?.kind !== 'one' || found.entry === entry || isDoubtful(known, found.entry)) return undefined;
  const circle = audienceOfPage(known, found.entry);
  if (isForEveryone(circle)) return undefined;
  const readers = readersOf(known, entry, link).filter((one) => !isAmong(known, one, circle));
  if (readers.length === 0) return undefined;
  return { page: found.entry, readers, circle: circle.filter((name) => nameKey(name) !== NO_ONE) };
}

/** Those to whom a link in the prose is shown: they are in on its page, and on each secret that is on one way to it. */
function readersOf(known: Known, entry: Entry, { span }: Link): readonly string[] {
  const page = audienceOfPage(known, entry);
  const ways = waysTo(entry.knowledge?.secrets ?? [], span).map((secrets) => [
    page,
    ...secrets.map(({ knowers }) => knowers.map(({ text }) => text)),
  ]);
  const named = new Map(ways.flat(2).map((name) => [nameKey(name), name]));
  for (const word of [NO_ONE, AUTHOR]) named.delete(word);
  return [...named.values()].filter((name) =>
    ways.some((audiences) => audiences.every((audience) => isAmong(known, name, audience))),
  );
}
