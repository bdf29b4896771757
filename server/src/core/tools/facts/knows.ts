/** Compares what a knower holds with the truth: for authors, since it reveals the truth. */
import {
  datesKnown,
  allEntries,
  type Answer,
  attributesOf,
  circleCalled,
  contradict,
  describerOf,
  type Canon,
  type CanonPoint,
  describersOf,
  entityNamed,
  entityOfFact,
  type Held,
  secretsKnownBy,
  type KnownSecret,
  type Known,
  kindOfAttribute,
  knownAt,
  LATEST,
  seenBy,
  valueEntry,
  wasTrueAt,
} from '../../canon';
import { compareTexts } from '../../text/sorted';
import type { WorldDate } from '../../chronology';
import { joinWith } from '../../text/words';
import { type Answered, type AskSurroundings, type Given, nextJson, nextWords, partOf } from '../asked/answering';
import { valueJson } from '../words/answerJson';
import { asOfText, attributeName, entityName, isMortal, untilText, valueName } from '../words/names';
import { refusal, sightOf } from '../asked/forKnower';
import { findEntityByName, nameAtPoint, readPoints, strip } from '../asked/question';
import {
  headingLine,
  itemLine,
  type RichLine,
  type RichText,
  sectionLine,
  nameOf,
  type TextPart,
  textLine,
} from '../words/richText';
import { writtenNamesOf } from '../../entry/entry';
import { writtenFacts } from '../../entry/versions';

/** One attribute of one entity, as it is held and as it is. */
interface Parted {
  readonly entity: string;
  readonly attribute: string;
  readonly held: readonly Held[];
  readonly so: readonly Held[];
}

/** Yields after some entries and entities. */
export function* knowsSteps(
  canon: Canon,
  given: Given,
  { commits }: AskSurroundings,
): Generator<void, Answered<'knows'>> {
  const points = readPoints(canon, given, commits);
  if (!points.ok) return points;
  const { point, known, at } = points.value;
  const name = strip(given.knower ?? '');
  const failure = refusal(canon, name);
  if (failure) return { ok: false, failure };
  const sight = sightOf(canon, point, name, at);
  const view = knownAt(seenBy(sight), LATEST);
  let entities: readonly string[];
  if (given.entity === undefined) entities = yield* entitiesIn(known, view);
  else {
    const named = nameAtPoint(canon, point, given.entity, findEntityByName);
    // Of some entities there are only beliefs, which are nobody's but their believers'.
    const entity = named.ok ? named : findEntityByName(view, given.entity);
    if (!entity.ok) return named.ok ? entity : named;
    entities = [entity.value.id];
  }
  const parted: Parted[] = [];
  for (const entity of entities) {
    parted.push(...pairsOf(known, view, entity, at));
    yield;
  }
  const secretOf = secretsKnownBy(sight);
  const mistaken = parted.filter((pair) => pair.held.length > 0 && !areSame(known, view, pair));
  const unaware = parted.filter((pair) => pair.held.length === 0);
  const inOn = parted.flatMap((pair) => secretsAmong(known, view, pair, secretOf));
  const part = partOf([...mistaken, ...unaware, ...inOn], keyOfPair, given);
  if (!part.ok) return part;
  const shown = new Set<Parted | Secret>(part.value.items);
  const found: Parting = {
    known,
    view,
    knower: name,
    at,
    isWrong: mistaken.length > 0,
    isAware: unaware.length === 0,
    mistaken: mistaken.filter((pair) => shown.has(pair)),
    unaware: unaware.filter((pair) => shown.has(pair)),
    inOn: inOn.filter((one) => shown.has(one)),
  };
  return {
    ok: true,
    json: { ...jsonOf(found), as_of: point.text, ...nextJson(part.value) },
    prose: [...proseOf(found, point), ...nextWords(part.value)],
  };
}

const keyOfPair = (one: Parted | Secret): string =>
  [
    one.entity,
    one.attribute,
    ...('learned' in one ? [one.held.clipped.entry.path, one.held.clipped.fact.value.span.start] : []),
  ].join(' ');

/** What `knows` found, before it is rendered. */
interface Parting {
  readonly known: Known;
  readonly view: Known;
  readonly knower: string;
  readonly at: WorldDate | null;
  /** Of the whole answer, of which the lists may be a part. */
  readonly isWrong: boolean;
  readonly isAware: boolean;
  readonly mistaken: readonly Parted[];
  readonly unaware: readonly Parted[];
  readonly inOn: readonly Secret[];
}

const jsonOf = ({ known, view, knower, at, mistaken, unaware, inOn }: Parting) => ({
  knower,
  at: at?.text ?? null,
  mistaken: mistaken.map(({ entity, attribute, held, so }) => ({
    entity,
    attribute,
    held: held.map((one) => valueJson(view, one)),
    so: so.map((one) => valueJson(known, one)),
  })),
  unaware: unaware.map(({ entity, attribute, so }) => ({
    entity,
    attribute,
    so: so.map((one) => valueJson(known, one)),
  })),
  in_on: inOn.map(({ entity, attribute, held, learned, knownBy }) => ({
    entity,
    attribute,
    value: held.clipped.fact.value.text,
    learned,
    known_by: knownBy,
  })),
});

function proseOf(found: Parting, point: CanonPoint): RichText {
  const { known, knower, at, mistaken, unaware, inOn } = found;
  // A circle is many: "What players know".
  const isCircle = circleCalled(known.canon, knower) !== undefined;
  const verbs = isCircle ? ['are', 'Are', 'know', 'Know', 'have', 'Do'] : ['is', 'Is', 'knows', 'Knows', 'has', 'Does'];
  const [is, isFirst, know, knowFirst, have, doFirst] = verbs;
  const all = found.isAware ? `, and ${know} all of it` : '';
  const died = lifeEnd(known, knower, at);
  return [
    headingLine(`What ${knower} ${know}${at ? ` at ${at.text}` : ''}${asOfText(point.text)}`),
    ...(died === null ? [] : [textLine(`${knower} lived ${died}, and ${have} learned nothing since.`)]),
    ...(found.isWrong ? [] : [textLine(`${knower} ${is} wrong about nothing${all}.`)]),
    ...sectionLine(
      `${isFirst} wrong about`,
      mistaken.map((pair) => mistakenLine(known, pair)),
    ),
    ...sectionLine(
      `${doFirst} not know`,
      unaware.map((pair) => itemLine(...subject(known, pair), ...valuesNamed(known, pair, pair.so))),
    ),
    ...sectionLine(
      `${knowFirst} ${inOn.length === 1 ? 'a secret' : 'secrets'}`,
      inOn.map((one) => inOnLine(known, one)),
    ),
  ];
}

/** `until 332 TA`; null for somebody who lives at that time, or does not die. */
function lifeEnd(known: Known, knower: string, at: WorldDate | null): string | null {
  const entry = describerOf(known, entityNamed(known, knower), null);
  const end = entry && isMortal(known.canon, entry) ? datesKnown(known, entry).until : null;
  if (!entry || !end || (at && (at.start.line !== end.moment.line || at.start.day < end.moment.day))) return null;
  return untilText(end.moment, [{ entry }]);
}

/** Every entity with a stated fact or belief, in the truth or in what is held. */
function* entitiesIn(known: Known, view: Known): Generator<void, readonly string[]> {
  const entities = new Set<string>();
  for (const one of [known, view])
    for (const entry of allEntries(one.canon)) {
      if (one.has(entry))
        for (const fact of writtenFacts(entry)) entities.add(entityNamed(known, entityOfFact(one, entry, fact)));
      yield;
    }
  return [...entities].sort(compareTexts);
}

/** The held and the true answer for each attribute of an entity; attributes with neither are left out. */
function pairsOf(known: Known, view: Known, entity: string, at: WorldDate | null): Parted[] {
  const so = wasTrueAt(known, entity, { at }).facts;
  const names = namesInView(known, view, entity);
  const held = names.flatMap((name) => wasTrueAt(view, name, { at }).facts);
  const attributes = new Set([...attributesOf(known, entity), ...names.flatMap((name) => attributesOf(view, name))]);
  return [...attributes].sort(compareTexts).flatMap((attribute): Parted[] => {
    const valuesIn = (answers: readonly Answer[] = []) =>
      answers.filter((answer) => answer.attribute === attribute).flatMap(({ values }) => values);
    const pair = { entity, attribute, held: valuesIn(held), so: valuesIn(so) };
    return pair.held.length + pair.so.length > 0 ? [pair] : [];
  });
}

/** The names of an entity in a view: if its page is not shown, any one name may be all that is known of it. */
function namesInView(known: Known, view: Known, entity: string): readonly string[] {
  const names = [entity, ...describersOf(known, entity).flatMap(writtenNamesOf)];
  const inView = new Set(names.map((name) => entityNamed(view, name)));
  return [...inView].filter((name) => name === entity || entityNamed(known, name) === entity);
}

/** Whether exactly the truth is held: the same values, whichever entries state them. */
function areSame(known: Known, view: Known, { held, so }: Parted): boolean {
  const [a, b] = [keysOf(known, view, held), keysOf(known, known, so)];
  return a.size === b.size && [...a].every((one) => b.has(one));
}

/** A key for each value: the page that it refers to, else its text as the view shows it. */
const keysOf = (known: Known, { canon: { eyes } }: Known, values: readonly Held[]): ReadonlySet<string> =>
  new Set(
    values.map(({ clipped: { fact } }) => {
      const value = eyes?.writtenValue(fact) ?? fact.value;
      return valueEntry(known, value)?.path ?? `"${value.text}"`;
    }),
  );

interface Secret extends KnownSecret {
  readonly entity: string;
  readonly attribute: string;
  readonly held: Held;
}

/** The true facts of one attribute that not everyone may know, and that the knower holds; each fact once. */
function secretsAmong(
  known: Known,
  view: Known,
  { entity, attribute, held: holds, so }: Parted,
  secretOf: ReturnType<typeof secretsKnownBy>,
): Secret[] {
  const keys = keysOf(known, view, holds);
  const still = so.filter((one) => [...keysOf(known, known, [one])].every((key) => keys.has(key)));
  const once = new Map(still.map((held) => [held.clipped.fact, held]));
  return [...once.values()].flatMap((held) => {
    const secret = secretOf(held.clipped);
    return secret ? [{ ...secret, entity, attribute, held }] : [];
  });
}

const subject = (known: Known, { entity, attribute }: Pick<Parted, 'entity' | 'attribute'>): TextPart[] => [
  `${attributeName(attribute)} of `,
  entityName(known, entity),
  ': ',
];

/** Of an attribute that has one value at a time, several are a dispute. */
function valuesNamed(known: Known, { attribute }: Pick<Parted, 'attribute'>, values: readonly Held[]): TextPart[] {
  const kind = kindOfAttribute(known, attribute);
  const names = [...new Map(values.map((held) => [nameOf(valueName(held)), valueName(held)])).values()];
  const list = joinWith(names, kind === 'set' ? ' and ' : ' or ');
  const isDisputed = kind !== 'set' && values.some((one) => values.some((other) => contradict(one, other)));
  return isDisputed ? ['disputed, ', ...list] : list;
}

function mistakenLine(known: Known, pair: Parted): RichLine {
  const { held, so } = pair;
  const truth = so.length > 0 ? ['; in truth ', ...valuesNamed(known, pair, so)] : ['; in truth there is none'];
  return itemLine(...subject(known, pair), 'believes ', ...valuesNamed(known, pair, held), ...truth);
}

function inOnLine(known: Known, one: Secret): RichLine {
  const { held, learned, knownBy } = one;
  const since = learned === null ? '' : `, since ${learned}`;
  const others = knownBy.length > 0 ? `, known by ${knownBy.join(', ')}` : '';
  return itemLine(...subject(known, one), valueName(held), since, others);
}
