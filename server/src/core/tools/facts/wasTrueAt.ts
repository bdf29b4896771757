/** Answers "What was true at…": one entity at a point on both axes, with every retcon and dispute involved. */
import {
  type Answer,
  describerOf,
  entityOf,
  inverseAt,
  type InverseAnswer,
  contradict,
  factsAbout,
  type Held,
  heldOf,
  isShown,
  type Known,
  kindOfAttribute,
  shownClip,
  type Canon,
  entryAt,
  type CanonPoint,
  knownAt,
  LATEST,
  unknownAt,
  standingOf,
  touchingRetcons,
  attributesOf,
  clippedOf,
  pairOf,
  resolve,
  type Retcon,
  type Standing,
  wasTrueAt,
} from '../../canon';
import { type WorldDate, fold } from '../../chronology';
import { attributesToward, kinNaming, kinWord } from '../../codex/kin';
import { answerJson, retconJson } from '../words/answerJson';
import { attributeLine, retconLines, undecidedLine } from '../words/answerSentences';
import { asOfText, attributeName, entityName, stretchText, standingWords } from '../words/names';
import {
  itemLine,
  link,
  type RichLine,
  type TextPart,
  headingLine,
  type RichText,
  sectionLine,
  textLine,
} from '../words/richText';
import { groupBy } from '../../text/groups';
import { keyOf } from '../../codex/codex';
import { KNOWN_KEYS } from '../../codex/keys';
import { someOf } from '../../codex/survey/keyUses';
import { isLikeAFact } from '../../codex/survey/nameKeys';
import type { Entry } from '../../entry/entry';
import { nearest } from '../../text/nearNames';
import {
  type Answered,
  type AskSurroundings,
  type Given,
  nextJson,
  nextWords,
  type PartOfList,
  partOf,
} from '../asked/answering';
import {
  readPoints,
  dateRemark,
  type FoundEntity,
  findEntityByName,
  nameAtPoint,
  type QuestionFailure,
} from '../asked/question';
import { pageOf } from '../../entry/versions';

/** The attributes of other entities that have this entity as their value. */
type Inverse = ReturnType<typeof inverseAt>;

/**
 * @param attribute the attribute in question: also of other entities, and `children` where codex.yaml declares which attributes
 * name a parent
 */
function inverseOf(
  known: Known,
  entity: string,
  { at, attribute }: { readonly at: WorldDate | null; readonly attribute: string | undefined },
): Inverse {
  const { kin } = known.canon.codex;
  const attributes = attribute === undefined ? undefined : [attribute, ...attributesToward(kin, attribute)];
  return inverseAt(known, entity, { at, attributes });
}

/** The key exists only where an answer was found. */
const inverseJson = (known: Known, { answers, leftOut }: Inverse) => ({
  ...(answers.length > 0 && { inverse: answers.map((answer) => oneJson(known, answer)) }),
  ...(leftOut > 0 && { inverse_left_out: leftOut }),
});

function oneJson(known: Known, answer: InverseAnswer) {
  const { attribute, entity, isUndecided } = answer;
  const describer = describerOf(known, entity, null);
  const kin = kinNaming(known.canon.codex.kin, attribute);
  return {
    entity: describer ? { id: entityOf(known, describer), title: describer.title } : { id: entity, title: entity },
    ...(kin && { kin }),
    ...answerJson(known, answer),
    ...(isUndecided && { is_undecided: true as const }),
  };
}

/** The most names in one sentence. */
const MOST = 12;

/** `children: Lysa, from 281 TA (The Chronicle of Vyr)`; `founder of: House Vyr, …`. */
function inverseLines(known: Known, { answers, leftOut }: Inverse): RichLine[] {
  const { kin } = known.canon.codex;
  const groups = groupBy(
    answers,
    (answer) => kinNaming(kin, answer.attribute) ?? `${attributeName(answer.attribute)} of`,
  );
  const lines = [...groups].map(([head, all]) => {
    const role = kinNaming(kin, all[0].attribute);
    const others = new Map<string, InverseAnswer>();
    for (const answer of all) if (!others.has(answer.entity)) others.set(answer.entity, answer);
    const parts: TextPart[] = [`${role ? kinWord(role, others.size) : head}: `];
    [...others.values()].slice(0, MOST).forEach((answer, i) => addOther(known, answer, i === 0 ? '' : '; ', parts));
    if (others.size > MOST) parts.push(`; and ${others.size - MOST} more`);
    return itemLine(...parts);
  });
  return leftOut === 0 ? lines : [...lines, itemLine(`and ${leftOut} more facts of others`)];
}

function addOther(known: Known, answer: InverseAnswer, before: string, parts: TextPart[]): void {
  const { entity, values, isDisputed, isUndecided } = answer;
  const [held] = values;
  if (!held) return;
  const when = stretchText(held);
  const doubt = isUndecided ? ", which can't be placed against the asked date" : isDisputed ? ', disputed' : '';
  const retcon = shownClip(known, held.clipped);
  const by = isShown(known, held.clipped.entry) ? [link(held.clipped.entry)] : [];
  const said = [...by, ...(retcon ? [by.length > 0 ? '; superseded by ' : 'superseded by ', link(retcon.by)] : [])];
  parts.push(before, entityName(known, entity), when ? `, ${when}` : '', doubt);
  if (said.length > 0) parts.push(' (', ...said, ')');
}

export function askWasTrueAt(canon: Canon, given: Given, { commits }: AskSurroundings): Answered<'was_true_at'> {
  const points = readPoints(canon, given, commits);
  if (!points.ok) return points;
  const { point, known, at } = points.value;
  const { entity: name = '' } = given;
  const resolved = nameAtPoint(canon, point, name, findEntityByName);
  if (!resolved.ok) return resolved;

  const now = knownAt(canon, LATEST);
  const { entry, id: entity } = resolved.value;
  const nameNow = entityNow(canon, name, resolved.value);
  const attribute = asStated(given.attribute, [...attributesOf(known, entity), ...attributesOf(now, nameNow)]);
  const describer = describerOf(known, entity, at) ?? (entry && describerOf(now, entityOf(now, entry), at));
  const found: Found = {
    known,
    now,
    point,
    at,
    entity,
    entityNow: nameNow,
    attribute,
    ...wasTrueAt(known, entity, { at, attribute }),
    inverse: inverseOf(known, entity, { at, attribute }),
    describer,
    standing: describer ? standingOf(known, describer, at) : null,
    retcons: touchingRetcons(known, entity, attribute),
    // At the present, nothing was decided later.
    later: known === now || canon.eyes ? [] : unknownAt(known, now, touchingRetcons(now, nameNow, attribute)),
  };
  const near = nearAttribute(found);
  if (near !== null) return { ok: false, failure: unknownAttribute(found, near) };
  const part = partOf(itemsOf(found), keyOfItem, given);
  if (!part.ok) return part;
  const shown = { ...found, ...madeOf(part.value.items, found) };
  return {
    ok: true,
    json: { ...jsonOf(shown), ...nextJson(part.value) },
    prose: [...proseOf(shown, dateRemark(known.canon, given.at), part.value), ...nextWords(part.value)],
  };
}

/** What an answer lists, in its order. The sides of a dispute are one item: no part of the answer shows one without the others. */
type Item =
  | { readonly list: 'facts' | 'undecided'; readonly answer: Answer; readonly values: readonly Held[] }
  | { readonly list: 'inverse'; readonly answer: InverseAnswer }
  | { readonly list: 'retcons' | 'later'; readonly retcon: Retcon };

function itemsOf({ facts, undecided, inverse, retcons, later }: Found): readonly Item[] {
  const ofValues = (list: 'facts' | 'undecided', answers: readonly Answer[]): Item[] =>
    answers.flatMap((answer): Item[] =>
      answer.isDisputed
        ? [{ list, answer, values: answer.values }]
        : answer.values.map((held) => ({ list, answer, values: [held] })),
    );
  return [
    ...ofValues('facts', facts),
    ...ofValues('undecided', undecided),
    ...inverse.answers.map((answer): Item => ({ list: 'inverse', answer })),
    ...retcons.map((retcon): Item => ({ list: 'retcons', retcon })),
    ...later.map((retcon): Item => ({ list: 'later', retcon })),
  ];
}

function keyOfItem(item: Item): string {
  if ('retcon' in item) return [item.list, item.retcon.by.path, item.retcon.old.path, item.retcon.kind].join(' ');
  if (item.list === 'inverse') return [item.list, item.answer.attribute, item.answer.entity].join(' ');
  const [first] = item.values;
  return [
    item.list,
    item.answer.attribute,
    first?.clipped.entry.path,
    first?.clipped.fact.value.span.start,
    first?.segment.from?.day,
  ].join(' ');
}

/** The lists of an answer again, made of some of its items. */
function madeOf(items: readonly Item[], { inverse }: Found): Pick<Found, Item['list']> {
  const answersIn = (list: 'facts' | 'undecided'): Answer[] => {
    const values = groupBy(
      items.flatMap((item) => (item.list === list && 'values' in item ? [item] : [])),
      ({ answer }) => answer,
    );
    return [...values].map(([answer, parts]) => ({ ...answer, values: parts.flatMap((one) => one.values) }));
  };
  const retconsIn = (list: Item['list']): Retcon[] =>
    items.flatMap((item) => (item.list === list && 'retcon' in item ? [item.retcon] : []));
  return {
    facts: answersIn('facts'),
    undecided: answersIn('undecided'),
    inverse: { ...inverse, answers: items.flatMap((item) => (item.list === 'inverse' ? [item.answer] : [])) },
    retcons: retconsIn('retcons'),
    later: retconsIn('later'),
  };
}

/** An attribute as pages write it, when the question spells it with other capitals or dashes. */
const asStated = (asked: string | undefined, stated: readonly string[]): string | undefined =>
  stated.find((one) => one === asked) ?? stated.find((one) => keyOf(one) === keyOf(asked ?? '')) ?? asked;

/** The attribute that was probably meant by one that is never stated of the entity, and that codex.yaml does not declare; null: none. */
function nearAttribute({ known, now, entity, entityNow: nameNow, attribute, inverse }: Found): string | null {
  if (attribute === undefined || known.canon.codex.attributes.has(attribute) || inverse.answers.length > 0) return null;
  const stated = [...new Set([...attributesOf(known, entity), ...attributesOf(now, nameNow)])];
  return stated.includes(attribute) ? null : nearest(attribute, stated);
}

/** The refusal of a misspelt attribute, as that of a misspelt entity. */
function unknownAttribute(found: Found, near: string): QuestionFailure {
  return { code: 'not-found', message: whyNoAnswer(found), given: found.attribute ?? '', candidates: [near] };
}

/** What was found, before it is rendered. */
interface Found extends ReturnType<typeof wasTrueAt> {
  readonly known: Known;
  readonly now: Known;
  readonly point: CanonPoint;
  readonly at: WorldDate | null;
  /** The id of the entity at that point, and its name now. */
  readonly entity: string;
  readonly entityNow: string;
  readonly attribute: string | undefined;
  /** The attributes of others that have it as their value. */
  readonly inverse: Inverse;
  /** The entry that describes it. */
  readonly describer: Entry | null | undefined;
  readonly standing: Standing | null;
  readonly retcons: readonly Retcon[];
  /** What was decided after the point. */
  readonly later: readonly Retcon[];
}

/** @param remark a note on how the date in question was read @param part of all that was found */
function proseOf(found: Found, remark: string | null, { isFirst }: Pick<PartOfList<Item>, 'isFirst'>): RichText {
  const { known, now, describer, standing, facts, undecided, inverse, retcons, later } = found;
  const name = describer && !known.has(describer) ? link(describer) : entityName(known, found.entity);
  const hasNothing = isFirst && facts.length + undecided.length + inverse.answers.length === 0;
  return [
    headingLine(name, renderWhen(known.canon, found.at, found.point)),
    ...(standing && standing !== 'current' && describer
      ? [textLine(`Standing: ${standingWords(known.canon, describer, standing)}.`)]
      : []),
    ...facts.map((answer) => attributeLine(known, answer)),
    ...undecided.map((answer) => undecidedLine(known, answer)),
    ...inverseLines(known, inverse),
    ...(hasNothing ? [textLine(whyNoAnswer(found)), ...otherTimes(found)] : []),
    ...(remark === null ? [] : [textLine(remark)]),
    ...unreadRetcons(known, found.entity),
    ...sectionLine(
      'What was changed',
      retcons.flatMap((retcon) => retconLines(known, retcon)),
    ),
    ...sectionLine(
      'What was decided later',
      later.flatMap((retcon) => retconLines(now, retcon)),
    ),
  ];
}

const jsonOf = ({
  known,
  now,
  describer,
  entity,
  at,
  point,
  standing,
  facts,
  undecided,
  inverse,
  retcons,
  later,
}: Found) => ({
  entity: {
    id: describer && known.has(describer) ? entityOf(known, describer) : entity,
    title: describer?.title ?? entity,
    file: describer?.path ?? null,
  },
  at: at?.text ?? null,
  as_of: point.text,
  standing,
  facts: facts.map((answer) => answerJson(known, answer)),
  undecided: undecided.map((answer) => answerJson(known, answer)),
  ...inverseJson(known, inverse),
  retcons: retcons.map((retcon) => retconJson(known, retcon)),
  later: later.map((retcon) => retconJson(now, retcon)),
});

/** The name of the entity now; a commit may know it by another one. */
function entityNow(canon: Canon, name: string, { entry, id }: FoundEntity): string {
  const now = knownAt(canon, LATEST);
  if (entry && entryAt(canon, entry.path) === entry) return entityOf(now, entry);
  const named = findEntityByName(now, name);
  return named.ok ? named.value.id : id;
}

function renderWhen(canon: Canon, at: WorldDate | null, point: CanonPoint): string {
  const when = at ? (at === canon.codex.present ? ` at present, ${at.text}` : ` at ${at.text}`) : ', latest state';
  return when + asOfText(point.text);
}

/** The most attributes, and the most values of each, that are given for other times. */
const MOST_AT_OTHER_TIMES = 4;

/** What is stated of it for other times, the latest first. */
function otherTimes({ known, entity, attribute }: Found): RichLine[] {
  const names = attribute === undefined ? attributesOf(known, entity) : [attribute];
  const lines = names.flatMap((name): RichLine[] => {
    const values = heldOf(known, pairOf(entity, name)).slice(-MOST_AT_OTHER_TIMES);
    const kind = kindOfAttribute(known, name);
    const isOpen = values.some((one) => values.some((other) => contradict(one, other)));
    return values.length === 0
      ? []
      : [attributeLine(known, { attribute: name, kind, isDisputed: kind !== 'set' && isOpen, values })];
  });
  return sectionLine('At other times', lines.slice(0, MOST_AT_OTHER_TIMES));
}

/** The pages about it that mean to retcon a page which is not there: a slip that `check` reports, and that changes the answer. */
function unreadRetcons(known: Known, entity: string): RichLine[] {
  // A name that a reader can't resolve may be that of a page that is hidden from them.
  if (known.canon.eyes) return [];
  const pages = [...new Set(factsAbout(known, entity).map(({ entry }) => pageOf(entry)))];
  return pages.flatMap((entry) =>
    entry.declarations
      .filter(({ target }) => resolve(known, target.text).kind === 'none')
      .map(({ target, kind }) =>
        textLine(
          link(entry),
          ` ${kind} "${target.text}", but this codex has no page of that name: it changes nothing.`,
        ),
      ),
  );
}

/** Why there is no answer: an attribute that no page has ever stated may be a slip, or an undeclared key. */
function whyNoAnswer({ now, entityNow: entity, attribute, standing, describer }: Found): string {
  const entry = standing === 'current' && describer ? describer : null;
  if (attribute !== undefined && clippedOf(now, pairOf(entity, attribute)).length > 0)
    return 'No facts recorded for that date.';
  const attributes = attributesOf(now, entity);
  const undeclared =
    entry && (attribute !== undefined || attributes.length === 0) ? undeclaredHint(entry, attribute) : null;
  if (attribute === undefined || attributes.length === 0)
    return `No facts recorded for that date.${undeclared === null ? '' : ` ${undeclared}`}`;
  const near = nearest(attribute, attributes);
  const hint = near ? `Did you mean ${near}?` : `What is stated about it: ${attributes.join(', ')}.`;
  return `Nothing is stated about its "${attribute}". ${undeclared ?? hint}`;
}

const KNOWN: ReadonlySet<string> = new Set(KNOWN_KEYS.map(({ key }) => key));

/** A key at the top of the entity's own note that does not count as a fact, because codex.yaml does not declare it. */
function undeclaredHint(entry: Entry, attribute: string | undefined): string | null {
  const keys = entry.unknownKeys.map((key) => key.text).filter((key) => isLikeAFact(key) && !KNOWN.has(keyOf(key)));
  const resolved = keys.filter((key) => attribute === undefined || fold(key) === fold(attribute));
  if (resolved.length === 0) return null;
  const [what, counts] = resolved.length === 1 ? ['a key', 'It counts as a fact'] : ['keys', 'They count as facts'];
  return `Its note has ${what} of your own: ${someOf(resolved)}. ${counts} once codex.yaml lists ${resolved.length === 1 ? 'it' : 'them'} under attributes.`;
}
