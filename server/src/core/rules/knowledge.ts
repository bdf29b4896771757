/** The rules `knowledge/leak` and `knowledge/too-early`: links and facts that reveal a page to those who do not know it. */
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
  type Clipped,
  clippedFactsOf,
  entityOf,
  factLearnedLate,
  isAmong,
  type Knower,
  knowerCalled,
  type LearnedLate,
  pageLearnedLate,
} from '../canon';
import { AUTHOR, NO_ONE } from '../codex/knowledgeKeys';
import type { Link } from '../entry/body';
import type { Entry, Fact, SecretPassage, Knowledge, Ref } from '../entry/entry';
import { waysTo } from '../entry/veil';
import { nameKey } from '../entry/slug';
import { type Span, cover } from '../text/span';
import { listFirst, listWords } from '../text/words';
import { leadsTo, relatedTo, type Finding, type Rule, namedEntry } from './rule';
import type { WorldDate } from '../chronology';
import { namingsIn, referencesIn } from '../entry/naming';
import type { RelatedPlace } from '../text/problem';
import { writtenFacts } from '../entry/versions';

/** How many names a message lists. */
const MOST = 3;

/** A link or a value that names a page which some of its readers do not know. */
export const leak: Rule = {
  code: 'knowledge/leak',
  severity: 'hint',
  of: ['links', 'referenceLinks', 'facts', 'knowledge'],
  *check({ known, entry }) {
    // A doubtful page is shown to nobody.
    if (!mayKeepSecrets(known.canon) || isDoubtful(known, entry)) return;
    const leakBy = leaksOf(known, entry);
    for (const link of [...entry.links, ...entry.referenceLinks]) {
      const found = leakBy(link);
      if (found) yield findingOf(known, link.targetSpan, found, 'make the passage a secret, or take the link out');
    }
    for (const fact of writtenFacts(entry)) {
      const found = leakOfFact(known, entry, fact);
      if (found) yield findingOf(known, fact.value.span, found, 'make the fact a secret, or say it without the name');
    }
  },
};

function findingOf(known: Known, span: Span, { page, readers, circle }: Leak, toDo: string): Finding {
  const id = idOf(known, page);
  const whoKnows = circle.length === 0 ? 'nobody' : `only ${listFirst(MOST, circle, 'and')}`;
  const know = circle.length > 1 ? 'know' : 'knows';
  return {
    span,
    message: `${listFirst(MOST, readers, 'and')} can read this, and ${whoKnows} ${know} ${id}: ${toDo}.`,
    related: [relatedTo(page, `${whoKnows} ${know} ${id}`)],
  };
}

/** A page that a link or a value reveals, the readers who do not know it, and those who do. */
export interface Leak {
  readonly page: Entry;
  readonly readers: readonly string[];
  /** Those who know the page; empty: nobody. */
  readonly circle: readonly string[];
}

export const leakAt = (known: Known, entry: Entry, link: Link): Leak | undefined => leaksOf(known, entry)(link);

/** Finds the leak of each link of a page, and looks up shared results once. */
function leaksOf(known: Known, entry: Entry): (link: Link) => Leak | undefined {
  const readers = readersOf(known, entry);
  const found = new Map<readonly string[], Map<Entry, Leak | undefined>>();
  return (link) => {
    const led = leadsTo(known, entry, link);
    if (led?.kind !== 'one') return undefined;
    const linkReaders = readers(link);
    let leaks = found.get(linkReaders);
    if (!leaks) found.set(linkReaders, (leaks = new Map()));
    if (!leaks.has(led.entry))
      leaks.set(
        led.entry,
        leakTo(known, entry, led.entry, () => linkReaders),
      );
    return leaks.get(led.entry);
  };
}

/** The leak of a fact whose value names a page, by a link, an id or a title. */
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

/** The readers who see a link: they know its page, and each secret on one of the ways to it. */
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

/** A scene that names, or states, something which its point of view has not learned by then. */
export const tooEarly: Rule = {
  code: 'knowledge/too-early',
  severity: 'info',
  of: ['knowledge'],
  *check({ known, entry }) {
    for (const { view, found } of tooEarlyIn(known, entry))
      yield { span: found.span, message: messageOf(known, view, found), related: [relatedOf(known, view, found)] };
  },
};

/** The knower whose point of view a scene has, and its date. */
export interface PointOfView {
  readonly ref: Ref;
  readonly knower: Knower;
  readonly date: WorldDate;
}

/** A page or a fact that a scene reveals too early, and where. */
export interface TooEarly {
  readonly span: Span;
  readonly page: Entry;
  /** Absent if the page itself is revealed. */
  readonly fact?: Clipped;
  readonly late: LearnedLate;
}

/** What a scene reveals too early, for each of its points of view. */
export function* tooEarlyIn(
  known: Known,
  scene: Entry,
): Generator<{ readonly view: PointOfView; readonly found: TooEarly }> {
  const date = scene.date?.date;
  if (!scene.knowledge || !date || known.canon.codex.hidesAll) return;
  for (const ref of scene.knowledge.pov) {
    const knower = knowerCalled(known, ref.text);
    if (!knower) continue;
    const view = { ref, knower, date };
    for (const found of foundFor(known, scene, view)) yield { view, found };
  }
}

/** Reports each place once: a fact takes precedence over the page that it names. */
function* foundFor(known: Known, scene: Entry, { knower, date }: PointOfView): Generator<TooEarly> {
  const stated = new Set<number>();
  for (const clipped of clippedFactsOf(known, scene)) {
    const late = clipped.segments.length > 0 && factLearnedLate(known, knower, clipped, date);
    if (!late) continue;
    const { span } = clipped.fact.value;
    stated.add(span.start);
    yield { span, page: scene, fact: clipped, late };
  }
  const secrets = scene.knowledge?.secrets ?? [];
  const open = new Set(secrets.filter(({ knowers }) => isOneOf(known, knower, knowers)));
  for (const naming of [...namingsIn(scene), ...referencesIn(scene)]) {
    const { role, span } = naming;
    if (role === 'knower' || role === 'only' || stated.has(span.start)) continue;
    // A secret that the narrator does not know is not part of their narration.
    if (!waysTo(secrets, span).some((way) => way.every((secret) => open.has(secret)))) continue;
    const page = namedEntry(known, scene, naming);
    if (!page || page === scene || nameKey(entityOf(known, page)) === knower.key) continue;
    const late = pageLearnedLate(known, knower, page, date);
    if (late) yield { span, page, late };
  }
}

const isOneOf = (known: Known, { name }: Knower, knowers: readonly Ref[]): boolean =>
  isAmong(
    known,
    name,
    knowers.map(({ text }) => text),
  );

export function messageOf(known: Known, { ref, date }: PointOfView, { page, fact, late }: TooEarly): string {
  const who = ref.text;
  const what = fact ? `${fact.fact.attribute.text}: ${fact.fact.value.text}` : idOf(known, page);
  const learns = fact ? `that "${what}"` : `of ${what}`;
  return late.when
    ? `${who} learns ${learns} only at ${late.when.text}, after this scene of ${date.text}: choose another \`pov\`, or say that ${who} knew.`
    : `${who} never learns ${learns}, but this scene is from the point of view of ${who}: choose another \`pov\`, or let ${who} learn it.`;
}

/** The place that says who knows the page or fact, and when. */
function relatedOf(known: Known, { ref, knower }: PointOfView, { page, fact, late }: TooEarly): RelatedPlace {
  const what = idOf(known, page);
  const who = saysWho(page, fact?.fact);
  const own = who?.knownBy?.find(({ knower: one }) => isOneOf(known, knower, [one]));
  if (who?.knownBy && !own) {
    const names = who.knownBy.map(({ knower: one }) => one.text);
    return relatedTo(page, `${what} is known by ${listWords(names, 'and')}`, spanOf(who.knownBy));
  }
  if (own?.when) return relatedTo(page, `known to ${own.knower.text} from ${own.when.text}`, own.when.span);
  if (who?.knownFrom) return relatedTo(page, `known from ${who.knownFrom.text}`, who.knownFrom.span);
  const audience = audienceOfPage(known, page);
  if (!isAmong(known, ref.text, audience))
    return relatedTo(page, `codex.yaml says that its folder is known by ${listWords(audience, 'and')}`);
  const begun = fact?.fact.from ?? page.date;
  return late.when && begun
    ? relatedTo(page, `${what} begins at ${begun.text}`, begun.span)
    : relatedTo(page, `${ref.text} does not live to learn of ${what}`);
}

/** Who knows a fact or a page, and from when: the fact's own keys take precedence over those of its page. */
export function saysWho(page: Entry, fact?: Fact): Pick<Knowledge, 'knownBy' | 'knownFrom'> | null {
  const [own, whole] = [fact?.knowledge, page.knowledge];
  const knowers = {
    knownBy: own?.knownBy ?? whole?.knownBy ?? null,
    knownFrom: own?.knownFrom ?? whole?.knownFrom ?? null,
  };
  return knowers.knownBy || knowers.knownFrom ? knowers : null;
}

function spanOf(knownBy: NonNullable<Knowledge['knownBy']>): Span | undefined {
  const [first, last] = [knownBy[0], knownBy.at(-1)];
  return first && last && cover(first.knower.span, last.when?.span ?? last.knower.span);
}
