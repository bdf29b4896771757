/**
 * Compares the answers of the canon at two canon points: what changed, from when, which entry states it, and whether a retcon
 * declares it.
 */
import {
  type Canon,
  type CanonPoint,
  knownAt,
  LATEST,
  type Difference,
  differenceSteps,
  counterpart,
  entityNamed,
  entityOf,
  idOf,
  isShown,
  type Known,
  canonWords,
  answersMoved,
  type Pair,
  lastPosition,
  rereadBaseline,
  withoutSlips,
} from '../../canon';
import { comparePositions } from '../../codex/canonTime';
import { ERRATA_FILE, type Erratum, readErrata } from '../../codex/errata';
import type { Entry } from '../../entry/entry';
import { groupBy } from '../../text/groups';
import { listFirst } from '../../text/words';
import { type Answered, type AskSurroundings, type Given, nextJson, nextWords, partOf } from '../asked/answering';
import {
  diffNote,
  type DifferencesAndErrata,
  type ReportedChange,
  changedEntity,
  listNames,
  valueNames,
  valuesListed,
  renderChangedStretch,
  reportedChanges,
} from './diffSentences';
import { erratumLine, erratumJson } from './log';
import {
  headingLine,
  itemLine,
  link,
  type RichLine,
  type TextPart,
  type RichText,
  sectionLine,
  textLine,
} from '../words/richText';
import { readCanonPointParam } from '../asked/question';
import { endText, valueJson } from '../words/answerJson';
import { attributeName } from '../words/names';
import { pageOf } from '../../entry/versions';

/**
 * Yields after each entry and each attribute.
 * @param about an entry of the present: only answers about its subject, and the facts that it states itself
 */
export function* diffSteps(
  canon: Canon,
  given: Given,
  { commits, textOf }: AskSurroundings,
  about?: Entry,
): Generator<void, Answered<'diff'>> {
  const from = readCanonPointParam(canon, given.from ?? '', commits);
  if (!from.ok) return from;
  const to = readCanonPointParam(canon, given.to ?? LATEST.text, commits);
  if (!to.ok) return to;
  const [a, b] = [knownAt(canon, from.value), knownAt(canon, to.value)];
  const all = yield* differenceSteps(a, b, { isInParts: true });
  const part = partOf(
    about ? all.filter(isAbout(knownAt(canon, LATEST), a, b, about)) : all,
    (one) => JSON.stringify([one.entity, one.attribute, endText(one.from), endText(one.until), ...partNamed(one)]),
    given,
  );
  if (!part.ok) return part;
  const { items: differences, isFirst } = part.value;
  const moved = about || !isFirst ? [] : yield* movedByCodexFile(from.value, a, b);
  const said = (to.value.kind === 'git' ? to.value.textOf : textOf)(ERRATA_FILE);
  const sorted = withoutSlips(a, b, differences, readErrata(said).errata);
  const isBackwards =
    ![from.value, to.value].some(({ kind }) => kind === 'git') &&
    comparePositions(lastPosition(canon, to.value), lastPosition(canon, from.value)) < 0;
  return {
    ok: true,
    // Few callers read both, so each is made when it is read.
    get json() {
      return {
        ...diffJson(a, b, from.value, to.value, differences),
        ...errataJson(sorted.errata),
        ...nextJson(part.value),
      };
    },
    prose: [
      ...renderDiff(a, b, from.value.text, to.value.text, { ...sorted, moved, isBackwards }, about),
      ...nextWords(part.value),
    ],
    get note() {
      return diffNote(a, b, from.value, to.value, sorted);
    },
  };
}

/** In a large set, several changes share a stretch; the first value of each identifies it. */
const partNamed = ({ isAmongOthers, before, after }: Difference): readonly string[] =>
  isAmongOthers
    ? [...before, ...after].slice(0, 1).map(({ clipped: { entry, fact } }) => `${fact.index} ${entry.path}`)
    : [];

/**
 * The answers at a commit whose meaning has changed because codex.yaml has changed: where an era was moved, the same words name
 * other days, and no difference between the two states shows it.
 */
function* movedByCodexFile(from: CanonPoint, a: Known, b: Known): Generator<void, readonly Pair[]> {
  // The effect of codex.yaml on a view would have to be read from pages that the view does not show.
  if (from.kind !== 'git' || a.canon.eyes) return [];
  const { baseline: reread, baselineAsRead: asRead } = rereadBaseline({ ...from, isUntouched: () => false }, b.canon);
  return asRead ? yield* answersMoved({ asRead, reread, now: b, isCounted: (entry) => a.has(entry) }) : [];
}

/** Whether a difference is about this entry, or this entry states a side of it, as either point knows it. */
function isAbout(now: Known, a: Known, b: Known, about: Entry): (one: Difference) => boolean {
  const [was, is] = [counterpart(now, a, about), counterpart(now, b, about)];
  const entity = is ? entityOf(b, is) : was && entityNamed(b, entityOf(a, was));
  return ({ entity: of, before, after, by }) =>
    of === entity ||
    [...by(), ...[...before, ...after].map(({ clipped }) => pageOf(clipped.entry))].some(
      (one) => one === was || one === is,
    );
}

const diffJson = (a: Known, b: Known, from: CanonPoint, to: CanonPoint, differences: readonly Difference[]) => ({
  from: from.text,
  to: to.text,
  changes: changesJson(a, b, differences),
});

/**
 * How many entries are named for one change: in a chain of thousands, each would name all before it. The newest are named, which
 * come last.
 */
const MOST_BY = { json: 100, words: 8 };

export const changesJson = (a: Known, b: Known, differences: readonly Difference[]) =>
  differences.map((one) => {
    const by = one.by().filter((entry) => isShown(a, entry) && isShown(b, entry));
    const left = by.length - MOST_BY.json;
    const { before, after } = valuesListed(one);
    return {
      entity: one.entity,
      attribute: one.attribute,
      at: { from: endText(one.from), until: endText(one.until) },
      before: before.values.map((held) => valueJson(a, held)),
      ...(before.left > 0 ? { before_left: before.left } : {}),
      after: after.values.map((held) => valueJson(b, held)),
      ...(after.left > 0 ? { after_left: after.left } : {}),
      by: by.slice(-MOST_BY.json).map((entry) => idOf(b.has(entry) ? b : a, entry)),
      ...(left > 0 ? { by_left: left } : {}),
      declared: one.isDeclared,
    };
  });

/** The errata that apply, if any: they are listed among the changes as well, as undeclared. */
const errataJson = (errata: readonly Erratum[]) => (errata.length === 0 ? {} : { errata: errata.map(erratumJson) });

type SortedDifferences = DifferencesAndErrata & {
  readonly moved: readonly Pair[];
  /** Whether the second point comes before the first: what is missing there was only stated later. */
  readonly isBackwards?: boolean;
};

const renderDiff = (
  a: Known,
  b: Known,
  from: string,
  to: string,
  sorted: SortedDifferences,
  about: Entry | undefined,
): RichText => [
  headingLine(
    'What changed ',
    ...(about ? ['of ', link(about), ' '] : []),
    `from ${from} to ${to === LATEST.text ? 'now' : to}`,
  ),
  ...(sorted.isBackwards
    ? [
        textLine(
          `${to} comes before ${from}, so this is read backwards: what is no longer stated here was not stated yet.`,
        ),
      ]
    : []),
  ...(sorted.differences.length + sorted.errata.length + sorted.moved.length === 0
    ? [textLine('Nothing: every answer is the same.')]
    : []),
  ...changeSections(a, b, from, sorted),
];

/** Retcons come first, since they change what was stated. Undeclared changes, new answers and restated answers follow. */
export function changeSections(
  a: Known,
  b: Known,
  from: string,
  { differences, errata, moved, isBackwards = false }: SortedDifferences,
): RichLine[] {
  const { changes, retold } = reportedChanges(a, b, differences);
  const retconned = changes.filter(({ isDeclared }) => isDeclared);
  const others = changes.filter(({ isDeclared }) => !isDeclared);
  const added = others.filter(({ before }) => before.length === 0);
  const changed = others.filter(({ before }) => before.length > 0);
  const lines = (all: readonly ReportedChange[]): RichLine[] => all.map((one) => changeLine(a, b, one));
  return [
    ...sectionLine('Retconned', lines(retconned)),
    ...sectionLine(isBackwards ? 'Stated differently, or not yet' : undeclaredWords(b), lines(changed)),
    ...sectionLine('Changed by codex.yaml', moved.length === 0 ? [] : [movedLine(from, moved)]),
    ...sectionLine('New', lines(added)),
    ...sectionLine('Corrected, as slips of the pen', errata.map(erratumLine)),
    ...sectionLine('As before, but stated by others', restatedLines(a, b, retold)),
  ];
}

/** A reader who learns of a fact late, or not of the retcon, was not misinformed. */
const undeclaredWords = ({ canon }: Known): string =>
  canon.eyes ? 'Known otherwise, and by no retcon' : 'Changed without a retcon';

/** How many of the answers that codex.yaml has moved are named. */
const MOST_MOVED = 3;

/** `one answer of book-one means something else, though its page is unchanged: ruler of vyr`. */
function movedLine(from: string, moved: readonly Pair[]): RichLine {
  const names = moved.map(({ entity, attribute }) => `${attributeName(attribute)} of ${entity}`);
  const [answers, pages] =
    moved.length === 1 ? ['one answer', 'its page says'] : [`${moved.length} answers`, 'the pages say'];
  const means = moved.length === 1 ? 'means' : 'mean';
  return itemLine(
    `${answers} of ${from} ${means} something else, though ${pages} the same: ${listFirst(MOST_MOVED, names, 'and')}`,
  );
}

/** `founder of House Vyr, from 412 TA: was Maric, is Aldric (The Refounding, session-47)`. */
const changeLine = (a: Known, b: Known, change: ReportedChange): RichLine =>
  itemLine(
    `${attributeName(change.attribute)} of `,
    changedEntity(a, b, change),
    ...renderChangedStretch(b, change),
    ...renderSources(b, change.by()),
  );

/** `ruler of House Vyr: Maric and Aldric (Lissa, session-48)`: once for all stretches that the same entries state. */
function restatedLines(a: Known, b: Known, retold: readonly Difference[]): RichLine[] {
  const groups = groupBy(retold, (one) =>
    JSON.stringify([one.entity, one.attribute, one.by().map(({ path }) => path)]),
  );
  return [...groups.values()].map((all) => {
    const [{ attribute, by }] = all;
    const values = valueNames(all.flatMap(({ after }) => after));
    const entity = changedEntity(a, b, all[0]);
    return itemLine(
      `${attributeName(attribute)} of `,
      entity,
      ': ',
      ...listNames(values, ' and '),
      ...renderSources(b, by()),
    );
  });
}

/** ` (p38, s2; p39, s2; and 16 more)`. */
function renderSources(b: Known, by: readonly Entry[]): TextPart[] {
  const shown = by.filter((entry) => isShown(b, entry));
  const left = shown.length - MOST_BY.words;
  const named = shown.slice(-MOST_BY.words).map((entry): TextPart[] => {
    const canon = canonWords(b.canon, entry);
    return [link(entry), ...(canon === null ? [] : [`, ${canon}`])];
  });
  const all = left > 0 ? [...named, [`and ${left} more`]] : named;
  const saying = all.flatMap((parts, i) => (i === 0 ? parts : ['; ', ...parts]));
  return saying.length > 0 ? [' (', ...saying, ')'] : [];
}
