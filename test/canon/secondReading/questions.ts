/** The same questions for the second implementation and for the product, and their answers as comparable lines. */
import type { Canon, Known } from '../../../server/src/core/canon/model/canonValue';
import { allEntries } from '../../../server/src/core/canon/model/canon';
import { knownAt, readCanonPoint } from '../../../server/src/core/canon/model/canonPoint';
import { idOf } from '../../../server/src/core/canon/model/known';
import { standingOf } from '../../../server/src/core/canon/retcons/standing';
import { createHost } from '../../../server/src/core/host';
import { readWorldDateParam } from '../../../server/src/core/tools/asked/question';
import { entityInQuestion } from './entities';
import { bare } from './names';
import { firstToClip } from './order';
import type { Codex } from './page';
import { viewAt } from './retcons';
import { standingOn } from './standing';
import { heldOn } from './truth';
import { filesOf } from './written';
import { askWasTrueAt } from '../../support/ask';

export function canonOf(codex: Codex): Canon {
  const files = filesOf(codex);
  const host = createHost((path) => files.get(path) ?? null);
  host.apply(files);
  return host.canon;
}

export interface Question {
  readonly asOf: string;
  readonly name: string;
}

/** One day's answer: `!` marks a dispute. */
export type Lines = readonly string[] | 'ambiguous';

interface FactJson {
  readonly attribute: string;
  readonly is_disputed: boolean;
  readonly values: readonly { readonly value: string; readonly entry: string; readonly superseded_by: string | null }[];
}

/** The facts about a name on each of these days. */
export function asRead(codex: Codex, { asOf, name }: Question, days: readonly number[]): readonly Lines[] {
  const view = viewAt(codex, asOf);
  const entity = entityInQuestion(view.course, codex.pages, name);
  return days.map((day) => {
    if (entity === undefined) return 'ambiguous';
    return lines(
      heldOn(view, entity, day).map(({ page, fact, isDisputed }) => ({
        attribute: fact.attribute,
        value: bare(fact.value),
        entry: page.id,
        superseded_by: hasRestorations(codex) ? null : (firstToClip(view, page, fact, day)?.id ?? null),
        isDisputed,
      })),
    );
  });
}

export function asAnswered(
  codex: Codex,
  canon: Canon,
  { asOf, name }: Question,
  days: readonly number[],
): readonly Lines[] {
  return days.map((day) => {
    const answer = askWasTrueAt(canon, { entity: name, asOf, at: `${day} TA` });
    if (!answer.ok) {
      if (answer.failure.code === 'ambiguous') return 'ambiguous';
      if (answer.failure.code === 'not-found') return [];
      throw new Error(answer.failure.message);
    }
    return linesOfAnswer(codex, answer.json);
  });
}

/** From the JSON of an answer, wherever it was asked. */
export function linesOfAnswer(codex: Codex, json: Readonly<Record<string, unknown>>): readonly string[] {
  const facts = json.facts as readonly FactJson[];
  return lines(
    facts.flatMap(({ attribute, is_disputed: isDisputed, values }) =>
      values.map(({ value, entry, superseded_by: by }) => ({
        attribute,
        value,
        entry,
        superseded_by: hasRestorations(codex) ? null : by,
        isDisputed,
      })),
    ),
  );
}

/** contract.md does not say what supersedes a fact that a restoration ended or brought back. */
const hasRestorations = ({ pages }: Codex): boolean =>
  pages.some(({ declares }) => declares.some(({ key }) => key === 'restores'));

function lines(values: readonly (FactJson['values'][number] & { attribute: string; isDisputed: boolean })[]): string[] {
  const all = values.map(
    ({ attribute, value, entry, superseded_by: by, isDisputed }) =>
      `${attribute}: ${value} by ${entry}${by === null ? '' : `, superseded by ${by}`}${isDisputed ? ' !' : ''}`,
  );
  return [...new Set(all)].sort();
}

/** The standing of every entry on each of these days. */
export function standingsRead(codex: Codex, asOf: string, days: readonly number[]): readonly string[] {
  const view = viewAt(codex, asOf);
  return codex.pages.map((page) => `${page.id}: ${days.map((day) => standingOn(view, page, day)).join(' ')}`).sort();
}

export function standingsAnswered(canon: Canon, asOf: string, days: readonly number[]): readonly string[] {
  const known = pointOf(canon, asOf);
  return allEntries(canon)
    .map(
      (entry) => `${idOf(known, entry)}: ${days.map((day) => standingOf(known, entry, dayOf(canon, day))).join(' ')}`,
    )
    .sort();
}

function pointOf(canon: Canon, asOf: string): Known {
  const reading = readCanonPoint(canon, asOf);
  if (!reading.ok) throw new Error(reading.message);
  return knownAt(canon, reading.point);
}

function dayOf(canon: Canon, day: number) {
  const asked = readWorldDateParam(canon, `${day} TA`);
  if (!asked.ok) throw new Error(asked.failure.message);
  return asked.value;
}
