/** A scene that names, or states, what those through whose eyes it is told have not learned by then. */
import {
  audienceOfPage,
  type Clipped,
  clippedFactsOf,
  entityOf,
  factLearnedLate,
  idOf,
  isAmong,
  type Known,
  type Knower,
  knowerCalled,
  type LearnedLate,
  pageLearnedLate,
} from '../../canon';
import type { WorldDate } from '../../chronology';
import type { Entry, Fact, Knowledge, Ref } from '../../entry/entry';
import { namingsIn, referencesIn } from '../../entry/naming';
import { waysTo } from '../../entry/veil';
import { nameKey } from '../../entry/slug';
import type { RelatedPlace } from '../../text/problem';
import { cover, type Span } from '../../text/span';
import { listWords } from '../../text/wordLists';
import { namedEntry } from '../linkTargets';
import { relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

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
