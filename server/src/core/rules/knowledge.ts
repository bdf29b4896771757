/** The rules `knowledge/leak` and `knowledge/too-early`: prose that gives something away. */
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

/** A scene that names, or states, what those through whose eyes it is told have not learned by then. */
export const tooEarly: Rule = {
  code: 'knowledge/too-early',
  severity: 'info',
  of: ['knowledge'],
  *check({ known, entry }) {
    for (const { view, found } of tooEarlyIn(known, entry))
      yield { span: found.span, message: messageOf(known, view, found), related: [relatedOf(known, view, found)] };
  },
};

/** Through whose eyes a scene is told, and when. */
export interface PointOfView {
  readonly ref: Ref;
  readonly knower: Knower;
  readonly date: WorldDate;
}

/** A page or a fact that a scene comes to too early, and where it does. */
export interface TooEarly {
  readonly span: Span;
  readonly page: Entry;
  /** Absent where it is the page. */
  readonly fact?: Clipped;
  readonly late: LearnedLate;
}

/** What each of those through whose eyes it is told has not learned by then. */
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

/** Each place once: what a fact says goes before the page that it names. */
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
    // What the narrator is not in on is no part of what they tell.
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
    ? `${who} learns ${learns} only at ${late.when.text}, after this scene of ${date.text}: tell it through other eyes, or say that ${who} knew.`
    : `${who} never learns ${learns}, and this scene is told by ${who}: tell it through other eyes, or let ${who} in on it.`;
}

/** Where it stands who knows it, and when. */
function relatedOf(known: Known, { ref, knower }: PointOfView, { page, fact, late }: TooEarly): RelatedPlace {
  const what = idOf(known, page);
  const said = saysWho(page, fact?.fact);
  const own = said?.knownBy?.find(({ knower: one }) => isOneOf(known, knower, [one]));
  if (said?.knownBy && !own) {
    const names = said.knownBy.map(({ knower: one }) => one.text);
    return relatedTo(page, `${what} is known by ${listWords(names, 'and')}`, spanOf(said.knownBy));
  }
  if (own?.when) return relatedTo(page, `known to ${own.knower.text} from ${own.when.text}`, own.when.span);
  if (said?.knownFrom) return relatedTo(page, `known from ${said.knownFrom.text}`, said.knownFrom.span);
  const audience = audienceOfPage(known, page);
  if (!isAmong(known, ref.text, audience))
    return relatedTo(page, `its folder is known by ${listWords(audience, 'and')}, as codex.yaml has it`);
  const begun = fact?.fact.from ?? page.date;
  return late.when && begun
    ? relatedTo(page, `${what} begins at ${begun.text}`, begun.span)
    : relatedTo(page, `${ref.text} does not live to learn of ${what}`);
}

/** What a fact says itself of who knows it goes before what its page says. */
export function saysWho(page: Entry, fact?: Fact): Pick<Knowledge, 'knownBy' | 'knownFrom'> | null {
  const [own, whole] = [fact?.knowledge, page.knowledge];
  const said = {
    knownBy: own?.knownBy ?? whole?.knownBy ?? null,
    knownFrom: own?.knownFrom ?? whole?.knownFrom ?? null,
  };
  return said.knownBy || said.knownFrom ? said : null;
}

function spanOf(knownBy: NonNullable<Knowledge['knownBy']>): Span | undefined {
  const [first, last] = [knownBy[0], knownBy.at(-1)];
  return first && last && cover(first.knower.span, last.when?.span ?? last.knower.span);
}
