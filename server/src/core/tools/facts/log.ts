/** Every retcon in canon order, with its reason. */
import {
  allEntries,
  type Canon,
  type Commits,
  knownAt,
  LATEST,
  unknownAt,
  type Retcon,
  type Known,
  inRetconOrder,
  isShown,
  retconsOf,
} from '../../canon';
import { type Erratum, readErrata } from '../../codex/errata';
import { atOnce } from '../../text/steps';
import type { Answered } from '../asked/answering';
import { headingLine, itemLine, type RichLine, sectionLine, textLine } from '../words/richText';
import { readCanonPointParam } from '../asked/question';
import { retconJson } from '../words/answerJson';
import { attributeName, retconLines } from '../words/answerSentences';
import { nextJson, nextWords, type Paging, partOf } from '../asked/paging';

export interface LogQuestion extends Paging {
  /** A canon point: only what was decided after it. */
  readonly since?: string | undefined;
  /** The text of errata.yaml. */
  readonly errata?: string | undefined;
}

export const askLog = (canon: Canon, question: LogQuestion, commits?: Commits): Answered<'log'> =>
  atOnce(logSteps(canon, question, commits));

/** The retcons in force now, in canon order; with a point, those that it does not know. Yields after each entry. */
export function* retconsSince(now: Known, before: Known | null): Generator<void, readonly Retcon[]> {
  const all: Retcon[] = [];
  for (const entry of allEntries(now.canon)) {
    for (const retcon of retconsOf(now, entry)) if (isShown(now, retcon.by)) all.push(retcon);
    yield;
  }
  return inRetconOrder(now, before ? unknownAt(before, now, all) : all);
}

/** As `askLog`; it yields after each entry and each retcon that was looked at. */
export function* logSteps(canon: Canon, question: LogQuestion, commits?: Commits): Generator<void, Answered<'log'>> {
  const point = readCanonPointParam(canon, question.since, commits);
  if (!point.ok) return point;
  const now = knownAt(canon, LATEST);
  const before = question.since === undefined ? null : knownAt(canon, point.value);
  const retcons = yield* retconsSince(now, before);
  const since = before ? ` since ${point.value.text}` : '';
  const count = retcons.length === 1 ? '1 retcon' : `${retcons.length} retcons`;
  const part = partOf(retcons, (one) => [one.by.path, one.old.path, one.kind].join(' '), question);
  if (!part.ok) return part;
  const { items, isFirst } = part.value;
  const errata = isFirst ? readErrata(question.errata ?? null).errata : [];
  const lines: RichLine[] = [];
  for (const retcon of items) {
    lines.push(...retconLines(now, retcon));
    yield;
  }
  return {
    ok: true,
    // The difference that each retcon makes takes long to work out, and nobody may read it.
    get json() {
      return {
        retcons: items.map((retcon) => retconJson(now, retcon)),
        errata: errata.map(erratumJson),
        ...nextJson(part.value),
      };
    },
    prose: [
      headingLine(`${count}${since}`),
      ...(retcons.length === 0 ? [textLine(`Nothing has been retconned${since}.`)] : []),
      ...lines,
      ...nextWords(part.value).map((words) => textLine(words)),
      ...sectionLine(
        errata.length === 1 ? 'One slip of the pen' : `${errata.length} slips of the pen`,
        errata.map(erratumLine),
      ),
    ],
  };
}

export const erratumJson = ({ entity, attribute, was, is, reason }: Erratum) => ({
  entity,
  attribute,
  was: was.text,
  is: is.text,
  reason,
});

/** `motto of keep: was "we endrue", is "we endure" (typo)`. */
export const erratumLine = ({ entity, attribute, was, is, reason }: Erratum): RichLine =>
  itemLine(
    `${attributeName(attribute)} of ${entity}: was "${was.text}", is "${is.text}"${reason === null ? '' : ` (${reason})`}`,
  );
