/** What drafted pages would change: their problems, and every answer that would be another one if they were saved. Nothing is written. */
import {
  affectedFiles,
  allOf,
  type Canon,
  type Difference,
  differenceSteps,
  entryAt,
  idOf,
  type Known,
  knownAt,
  LATEST,
  pathsOf,
  withEntries,
  withoutSlips,
} from '../../canon';
import { ERRATA_FILE, readErrata } from '../../codex/errata';
import { readEntry } from '../../entry/readEntry';
import { type CheckedProblem, checkEntry, placeKey, wordsKey } from '../../rules/check';
import { isSameText } from '../../text/lines';
import type { Answered } from '../asked/answering';
import { changesJson, changeSections } from '../facts/diff';
import { type Drafted, draftedOn, type DraftPage, isKnownPage, readDraftPages } from './draftPages';
import type { ReadText } from '../asked/loreTypes';
import { diagnosticsJson, type RangeOf, rangesOf, severityCounts } from '../words/problemsJson';
import {
  headingLine,
  itemLine,
  link,
  type RichLine,
  type RichText,
  sectionLine,
  type TextPart,
  textLine,
} from '../words/richText';

export interface WhatIfQuestion {
  /** The pages, as JSON: see `readDraftPages`. */
  readonly pages: string;
}

/** @param textOf the text of a file of the codex, as it is saved */
export function* whatIfSteps(
  canon: Canon,
  { pages }: WhatIfQuestion,
  textOf: ReadText,
): Generator<void, Answered<'what_if'>> {
  const read = readDraftPages(pages);
  if (!read.ok) return read;
  const drafted = draftedOn(canon, read.value);
  if (!drafted.ok) return drafted;
  const effect = yield* effectSteps(canon, drafted.value, textOf);
  return {
    ok: true,
    get json() {
      return effectJson(effect);
    },
    prose: effectProse(effect),
  };
}

/** A page as it is being written, beside what is saved. */
export interface OpenPage extends DraftPage {
  /** null: it has not been saved yet. */
  readonly saved: string | null;
}

/** The same of one page that a canon holds as it is being written. @param textOf the text of a file of the codex now */
export function* whatIfSaved(canon: Canon, page: OpenPage, textOf: ReadText): Generator<void, Answered<'what_if'>> {
  const { path, text, saved } = page;
  const before = withEntries(canon, new Map([[path, saved === null ? null : readEntry(path, saved, canon.codex)]]));
  const pages = JSON.stringify([{ path, text }]);
  return yield* whatIfSteps(before, { pages }, (file) => (file === path ? saved : textOf(file)));
}

/** What pages would do to a canon. */
export interface Effect {
  readonly canon: Canon;
  readonly drafted: Drafted;
  /** What would be wrong with the pages, and with others because of them. */
  readonly problems: readonly CheckedProblem[];
  /** What is wrong now, and would be no longer. */
  readonly settled: readonly CheckedProblem[];
  readonly differences: readonly Difference[];
  readonly told: ReturnType<typeof withoutSlips>;
  readonly textOf: ReadText;
}

/** Yields after each entry and each attribute that was looked at. */
export function* effectSteps(canon: Canon, drafted: Drafted, textOf: ReadText): Generator<void, Effect> {
  const [now, then] = [knownAt(canon, LATEST), knownAt(drafted.canon, LATEST)];
  const paths = drafted.pages.map(({ path }) => path);
  const affected = affectedFiles(canon, drafted.canon, paths);
  const differences = yield* differenceSteps(now, then, { files: affected, isInParts: true });
  const files = affected ?? new Set([...pathsOf(canon), ...paths]);
  const own = new Set(paths);
  const [before, after] = [yield* problemsOf(now, files), yield* problemsOf(then, files)];
  // The text of another page is the same: what stands at the same place is the same problem, whatever its words are now.
  const keyOf = (one: CheckedProblem): string => (own.has(one.file) ? wordsKey(one) : placeKey(one));
  const [was, is] = [before, after].map((all) => new Set(all.map(keyOf)));
  return {
    canon,
    drafted,
    problems: after.filter((one) => own.has(one.file) || was?.has(keyOf(one)) !== true),
    settled: before.filter((one) => is?.has(keyOf(one)) !== true),
    differences,
    told: withoutSlips(now, then, differences, readErrata(textOf(ERRATA_FILE)).errata),
    textOf,
  };
}

function* problemsOf(known: Known, files: ReadonlySet<string>): Generator<void, CheckedProblem[]> {
  const found: CheckedProblem[] = [];
  for (const file of [...files].sort()) {
    const entry = entryAt(known.canon, file);
    if (!entry) continue;
    found.push(...checkEntry(known, entry).map((problem) => ({ file, problem })));
    yield;
  }
  return found;
}

/** Where the problems stand: in the pages as they are drafted, or as they are now. */
function placesOf({ drafted, textOf }: Effect): { readonly drafted: RangeOf; readonly now: RangeOf } {
  const texts = new Map(drafted.pages.map(({ path, text }) => [path, text]));
  return { drafted: rangesOf((file) => texts.get(file) ?? textOf(file)), now: rangesOf(textOf) };
}

/** Problems as `check` has them, changes as `diff` has them. */
export function effectJson(effect: Effect) {
  const { canon, drafted, problems, settled, differences } = effect;
  const [now, then] = [knownAt(canon, LATEST), knownAt(drafted.canon, LATEST)];
  const places = placesOf(effect);
  return {
    pages: drafted.entries.map((entry, i) => ({
      path: entry.path,
      entry: idOf(then, entry),
      title: entry.title,
      is_new: !isKnownPage(canon, drafted.pages[i] ?? { path: '', text: '' }),
    })),
    diagnostics: diagnosticsJson(problems, places.drafted),
    summary: { files: drafted.pages.length, entries: drafted.entries.length, ...severityCounts(problems) },
    settled: diagnosticsJson(settled, places.now),
    changes: changesJson(now, then, differences),
  };
}

function effectProse(effect: Effect): RichText {
  const { drafted } = effect;
  const [only, ...others] = drafted.entries;
  const what: TextPart[] =
    only && others.length === 0
      ? [link(only), ' would change']
      : [`these ${drafted.entries.length} pages would change`];
  return [
    headingLine('What ', ...what),
    ...drafted.pages.map((page) => textLine(pageWords(effect, page))),
    ...effectSections(effect),
  ];
}

function pageWords({ canon, textOf }: Effect, page: DraftPage): string {
  if (!isKnownPage(canon, page)) return `${page.path} would be a new page. Nothing has been written.`;
  return isSameText(textOf(page.path), page.text)
    ? `${page.path} is saved like this already: what has changed since a commit is told by diff.`
    : `${page.path} would be saved with this text. Nothing has been written.`;
}

/** What would be wrong, and what would be answered otherwise, under their titles. */
export function effectSections(effect: Effect): RichLine[] {
  const { canon, drafted, problems, settled, told } = effect;
  const [now, then] = [allOf(canon), allOf(drafted.canon)];
  const places = placesOf(effect);
  const own = new Set(drafted.pages.map(({ path }) => path));
  const lines = (all: readonly CheckedProblem[], known: Known, rangeOf: RangeOf): RichLine[] =>
    all.map((one) => problemLine(one, known, rangeOf));
  const theirs = problems.filter(({ file }) => !own.has(file));
  return [
    ...sectionLine(
      'To be mended',
      lines(
        problems.filter(({ file }) => own.has(file)),
        then,
        places.drafted,
      ),
    ),
    ...sectionLine('To be mended elsewhere, because of this', lines(theirs, then, places.drafted)),
    ...sectionLine('Mended by this', lines(settled, now, places.now)),
    ...(told.differences.length + told.errata.length === 0 ? [textLine('Every answer would be the same.')] : []),
    ...changeSections(now, then, '', { ...told, moved: [] }),
  ];
}

/** `refounding.md:6: error: No entry is called …`: the name of the file leads there. */
function problemLine({ file, problem }: CheckedProblem, { canon }: Known, rangeOf: RangeOf): RichLine {
  const entry = entryAt(canon, file);
  const line = rangeOf(file, problem.span).start.line + 1;
  return itemLine(
    { text: `${file}:${line}`, ...(entry && { entry }) },
    `: ${problem.severity}: ${problem.message} (${problem.code})`,
  );
}
