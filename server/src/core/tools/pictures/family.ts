/** "Show Family…": parents, spouses and children around somebody, in generations, with when each of them lived and what was told when. */
import { isCount } from '../asked/counts';
import { type Canon, type Commits, knownAt, type Known } from '../../canon';
import { arrangeFamily } from '../../picture/family/arrangeFamily';
import type { Family, FamilyPerson, FamilyRelation } from '../../picture/shapes/familyShape';
import { atOnce } from '../../text/steps';
import type { Answered } from '../asked/answering';
import { type FamilyMember, type FamilyTie, familyOf } from './familyPeople';
import { familyText } from './familyText';
import { pairsOnBothAxes, type PairAnswer } from './pairsOnBothAxes';
import { findEntityByName, nameAtPoint, readCanonPointParam, readWorldDateParam, type Result } from '../asked/question';
import { daysOfDate } from './timelineDays';

export interface FamilyQuestion {
  readonly entity: string;
  readonly at?: string | undefined;
  readonly asOf?: string | undefined;
  /** How many generations up and down. */
  readonly generations?: string | undefined;
}

export const askFamily = (canon: Canon, question: FamilyQuestion, commits?: Commits): Answered<'family'> =>
  atOnce(familySteps(canon, question, commits));

/** As `askFamily`; it yields after some entries and lanes. */
export function* familySteps(
  canon: Canon,
  question: FamilyQuestion,
  commits?: Commits,
): Generator<void, Answered<'family'>> {
  const found = yield* familyData(canon, question, commits);
  if (!found.ok) return found;
  const { family, known } = found.value;
  return { ok: true, json: { ...family }, prose: familyText(known, family) };
}

/** The data alone. */
export function* familyData(
  canon: Canon,
  question: FamilyQuestion,
  commits?: Commits,
): Generator<void, Result<{ readonly family: Family; readonly known: Known }>> {
  const point = readCanonPointParam(canon, question.asOf, commits);
  if (!point.ok) return point;
  const known = knownAt(canon, point.value);
  const date = readWorldDateParam(known.canon, question.at);
  if (!date.ok) return date;
  const resolved = nameAtPoint(canon, point.value, question.entity, findEntityByName);
  if (!resolved.ok) return resolved;
  const generations = readGenerations(question.generations);
  if (!generations.ok) return generations;
  yield;
  const { id } = resolved.value;
  const { members, ties, cut } = familyOf(known, id, generations.value);
  const owners = new Set(ties.map(({ owner }) => owner));
  const { kin } = known.canon.codex;
  const told = yield* pairsOnBothAxes(canon, point.value, {
    entities: [...owners],
    living: members.map((member) => member.id),
    hasLane: (_, attribute) => kin.has(attribute),
  });
  const relations = relationsHeld(ties, told);
  const kept = members.filter((one) => one.id === id || relations.some(({ of, to }) => of === one.id || to === one.id));
  const arranged = arrangeFamily(
    kept.map((member) => member.id),
    relations,
    told.points,
    Math.max(
      kept.findIndex((member) => member.id === id),
      0,
    ),
  );
  const { line, calendars, present, points } = told;
  const at = date.value;
  const family: Family = {
    entity: id,
    at: at?.text ?? null,
    at_days: at && at.start.line === line ? daysOfDate(at) : null,
    as_of: point.value.text,
    people: arranged.order.flatMap((i) => {
      const member = kept[i];
      return member ? personJson(member, arranged.generations[i] ?? 0, told) : [];
    }),
    unions: arranged.unions,
    relations,
    cycles: arranged.cycles,
    cut: cut === null ? null : { generations: cut },
    line,
    calendars,
    present,
    points,
  };
  return { ok: true, value: { family, known } };
}

function readGenerations(given: string | undefined): Result<number> {
  if (given === undefined) return { ok: true, value: Infinity };
  if (isCount(given.trim())) return { ok: true, value: Number(given) };
  const message = `"${given}" is no number of generations: write a whole number from 1 on.`;
  return { ok: false, failure: { code: 'bad-limit', message, given, accepted: ['1', '2', '3'] } };
}

/** What is never so, at no canon point, is no relation. */
function relationsHeld(ties: readonly FamilyTie[], { lanes }: PairAnswer): FamilyRelation[] {
  const byPair = new Map(lanes.map((lane) => [`${lane.entity}\n${lane.attribute}`, lane]));
  return ties.flatMap(({ role, attribute, kind, of, to, owner, texts }) => {
    const spans = byPair.get(`${owner}\n${attribute}`)?.spans.filter(({ value }) => texts.has(value)) ?? [];
    return spans.length === 0 ? [] : { role, attribute, kind, of, to, spans };
  });
}

function personJson({ id, page, isUnknown }: FamilyMember, generation: number, told: PairAnswer): FamilyPerson {
  return {
    id,
    title: page?.title ?? (isUnknown ? '?' : id),
    type: page?.type?.text ?? null,
    file: page?.path ?? null,
    canon_from: page ? told.knownFrom(page) : null,
    ...(isUnknown && { is_unknown: true as const }),
    generation,
    lives: told.lives.get(id) ?? [],
  };
}
