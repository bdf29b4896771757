/** A link in prose, or the value of a fact, that is open to some who are not in on what it names: it tells them that there is something. */
import {
  amongThem,
  audienceOfFact,
  audienceOfPage,
  entryNamed,
  idOf,
  isDoubtful,
  isForEveryone,
  type Known,
  mayKeepSecrets,
} from '../../canon';
import { AUTHOR, NO_ONE } from '../../codex/knowledgeKeys';
import type { Link } from '../../entry/body';
import type { Entry, Fact, SecretPassage } from '../../entry/entry';
import { waysTo } from '../../entry/veil';
import { nameKey } from '../../entry/slug';
import type { Span } from '../../text/span';
import { listFirst } from '../../text/wordLists';
import { leadsTo } from '../linkTargets';
import { relatedTo } from '../relatedPlaces';
import type { Finding, Rule } from '../rule';

/** So many names fit into a message. */
const MOST = 3;

export const leak: Rule = {
  code: 'knowledge/leak',
  severity: 'hint',
  of: ['links', 'referenceLinks', 'facts', 'knowledge'],
  *check({ known, entry }) {
    // What is shown to nobody tells nobody anything.
    if (!mayKeepSecrets(known.canon) || isDoubtful(known, entry)) return;
    const leakBy = leaksOf(known, entry);
    for (const link of [...entry.links, ...entry.referenceLinks]) {
      const found = leakBy(link);
      if (found) yield findingOf(known, link.targetSpan, found, 'make the passage a secret, or take the link out');
    }
    for (const fact of factsIn(entry)) {
      const found = leakOfFact(known, entry, fact);
      if (found) yield findingOf(known, fact.value.span, found, 'make the fact a secret, or say it without the name');
    }
  },
};

function findingOf(known: Known, span: Span, { page, readers, circle }: Leak, toDo: string): Finding {
  const id = idOf(known, page);
  const those = circle.length === 0 ? 'nobody' : `only ${listFirst(MOST, circle, 'and')}`;
  const is = circle.length > 1 ? 'are' : 'is';
  return {
    span,
    message: `${listFirst(MOST, readers, 'and')} can read this, and ${those} ${is} in on ${id}: ${toDo}.`,
    related: [relatedTo(page, `${those} ${is} in on ${id}`)],
  };
}

/** What is so, and what some believe. */
export const factsIn = ({ facts, knowledge }: Entry): readonly Fact[] => [...facts, ...(knowledge?.beliefs ?? [])];

/** What a link or a value tells of, to whom it should not, and those who may know. */
export interface Leak {
  readonly page: Entry;
  readonly readers: readonly string[];
  /** Empty: nobody. */
  readonly circle: readonly string[];
}

export const leakAt = (known: Known, entry: Entry, link: Link): Leak | undefined => leaksOf(known, entry)(link);

/** The same for one link of a page after another: what is so of several is looked up once. */
function leaksOf(known: Known, entry: Entry): (link: Link) => Leak | undefined {
  const readers = readersOf(known, entry);
  const found = new Map<readonly string[], Map<Entry, Leak | undefined>>();
  return (link) => {
    const led = leadsTo(known, entry, link);
    if (led?.kind !== 'one') return undefined;
    const those = readers(link);
    let leaks = found.get(those);
    if (!leaks) found.set(those, (leaks = new Map()));
    if (!leaks.has(led.entry))
      leaks.set(
        led.entry,
        leakTo(known, entry, led.entry, () => those),
      );
    return leaks.get(led.entry);
  };
}

/** The same of a fact whose value names a page, by a link or by whatever it is called. */
export function leakOfFact(known: Known, entry: Entry, fact: Fact): Leak | undefined {
  const page = isDoubtful(known, entry, fact) ? undefined : entryNamed(known, fact.value.text);
  return page && leakTo(known, entry, page, () => audienceOfFact(known, entry, fact).filter(isSomebody));
}

function leakTo(known: Known, entry: Entry, page: Entry, readers: () => readonly string[]): Leak | undefined {
  if (page === entry || isDoubtful(known, page)) return undefined;
  const circle = audienceOfPage(known, page);
  if (isForEveryone(circle)) return undefined;
  const isIn = amongThem(known, circle);
  const others = readers().filter((one) => !isIn(one));
  return others.length === 0 ? undefined : { page, readers: others, circle: circle.filter(isSomebody) };
}

const isSomebody = (name: string): boolean => nameKey(name) !== NO_ONE && nameKey(name) !== AUTHOR;

/** Those to whom a link in the prose is shown: they are in on its page, and on each secret that is on one way to it. */
function readersOf(known: Known, entry: Entry): (link: Link) => readonly string[] {
  const page = audienceOfPage(known, entry);
  const isInOnPage = amongThem(known, page);
  const secrets = entry.knowledge?.secrets ?? [];
  const found = new Map<string, readonly string[]>();
  return ({ span }) => {
    const ways = waysTo(secrets, span);
    const key = ways.map((way) => way.map((secret) => secret.span.start).join()).join(';');
    let readers = found.get(key);
    if (!readers) found.set(key, (readers = readersBy(ways)));
    return readers;
  };

  function readersBy(ways: readonly (readonly SecretPassage[])[]): readonly string[] {
    const audiences = ways.map((way) => way.map(({ knowers }) => knowers.map(({ text }) => text)));
    const named = new Map([...audiences.flatMap((way) => [page, ...way])].flat().map((name) => [nameKey(name), name]));
    const areIn = audiences.map((way) => way.map((audience) => amongThem(known, audience)));
    return [...named.values()].filter(
      (name) => isSomebody(name) && isInOnPage(name) && areIn.some((way) => way.every((isIn) => isIn(name))),
    );
  }
}
