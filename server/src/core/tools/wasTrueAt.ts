/** "What was true at…": the answer of one entity at a point on both axes, with every retcon and dispute it meets. */
import { type Canon, entryAt } from '../canon/canon';
import { type CanonPoint, type Commits, knownAt, LATEST } from '../canon/canonPoint';
import { unknownAt } from '../canon/identity';
import { entityOf, type Known } from '../canon/known';
import { describerOf, standingOf } from '../canon/standing';
import { touchingRetcons } from '../canon/touching';
import { attributesOf, clippedOf, pairOf, wasTrueAt } from '../canon/truth';
import { nearest } from '../text/near';
import type { WorldDate } from '../chronology/types';
import { heading, link, type Prose, section, text } from './prose';
import {
  type Answered,
  canonPointAsked,
  dateRemark,
  type EntityAsked,
  entityAsked,
  thereAs,
  worldDateAsked,
} from './question';
import { answerJson, retconJson } from './shapes';
import { attributeLine, entityName, retconLines, STANDING_WORDS, undecidedLine } from './told';

export interface WasTrueAtQuestion {
  readonly entity: string;
  readonly at?: string | undefined;
  readonly asOf?: string | undefined;
  readonly attribute?: string | undefined;
}

export function askWasTrueAt(canon: Canon, question: WasTrueAtQuestion, commits?: Commits): Answered {
  const point = canonPointAsked(canon, question.asOf, commits);
  if (!point.ok) return point;
  // The codex.yaml of a commit rules its own answers: old calendars stay old.
  const known = knownAt(canon, point.value);
  const date = worldDateAsked(known.canon, question.at);
  if (!date.ok) return date;
  const asked = thereAs(canon, point.value, question.entity, entityAsked);
  if (!asked.ok) return asked;

  const at = date.value;
  const remark = dateRemark(known.canon, question.at);
  const now = knownAt(canon, LATEST);
  const { entry, id: entity } = asked.value;
  const { attribute } = question;
  const { facts, undecided } = wasTrueAt(known, entity, { at, attribute });
  const describer = describerOf(known, entity, at) ?? (entry && describerOf(now, entityOf(now, entry), at));
  const retcons = touchingRetcons(known, entity, attribute);
  // As of now nothing was decided later.
  const later =
    known === now
      ? []
      : unknownAt(known, now, touchingRetcons(now, entityNow(canon, question.entity, asked.value), attribute));
  const standing = describer ? standingOf(known, describer, at) : null;
  const prose: Prose = [
    heading(
      describer && !known.has(describer) ? link(describer) : entityName(known, entity),
      whenAsked(known.canon, at, point.value),
    ),
    ...(standing && standing !== 'current' ? [text(`Standing: ${STANDING_WORDS[standing]}.`)] : []),
    ...facts.map((answer) => attributeLine(known, answer)),
    ...undecided.map((answer) => undecidedLine(known, answer)),
    ...(facts.length + undecided.length === 0
      ? [text(nothingTold(now, entityNow(canon, question.entity, asked.value), attribute))]
      : []),
    ...(remark === null ? [] : [text(remark)]),
    ...section(
      'What was changed',
      retcons.flatMap((retcon) => retconLines(known, retcon)),
    ),
    ...section(
      'What was decided later',
      later.flatMap((retcon) => retconLines(now, retcon)),
    ),
  ];
  const json = {
    entity: {
      id: describer && known.has(describer) ? entityOf(known, describer) : entity,
      title: describer?.title ?? entity,
      file: describer?.path ?? null,
    },
    at: at?.text ?? null,
    as_of: point.value.text,
    standing,
    facts: facts.map((answer) => answerJson(known, answer)),
    undecided: undecided.map((answer) => answerJson(known, answer)),
    retcons: retcons.map((retcon) => retconJson(known, retcon)),
    later: later.map((retcon) => retconJson(now, retcon)),
  };
  return { ok: true, json, prose };
}

/** What the entity is called now, which a commit may know by another name. */
function entityNow(canon: Canon, name: string, { entry, id }: EntityAsked): string {
  const now = knownAt(canon, LATEST);
  if (entry && entryAt(canon, entry.path) === entry) return entityOf(now, entry);
  const named = entityAsked(now, name);
  return named.ok ? named.value.id : id;
}

function whenAsked(canon: Canon, at: WorldDate | null, point: CanonPoint): string {
  const when = at ? (at === canon.codex.present ? ` at present, ${at.text}` : ` at ${at.text}`) : ', latest state';
  return point.kind === 'latest' ? when : `${when}, as of ${point.text}`;
}

/** Why there is no answer: an attribute that nobody has ever stated may be a slip. */
function nothingTold(now: Known, entity: string, attribute: string | undefined): string {
  const isTold = attribute === undefined || clippedOf(now, pairOf(entity, attribute)).length > 0;
  const told = isTold ? [] : attributesOf(now, entity);
  if (isTold || told.length === 0) return 'Nothing is told of it there.';
  const near = nearest(attribute, told);
  const hint = near ? `Did you mean ${near}?` : `What is told of it: ${told.join(', ')}.`;
  return `Nothing is told of its "${attribute}". ${hint}`;
}
