/**
 * Computes what drafted pages would change: their problems, and every answer that would differ if they were saved. Nothing is
 * written.
 */
import { isPageFile } from '../../text/pageFile';
import {
  type Canon,
  entryAt,
  withEntries,
  affectedFiles,
  allOf,
  type Difference,
  differenceSteps,
  idOf,
  type Known,
  knownAt,
  LATEST,
  pathsOf,
  withoutSlips,
} from '../../canon';
import { CODEX_FILE } from '../../codex/codexShapes';
import { entryFilter } from '../../codex/pathRules';
import type { Entry } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import { LONGEST } from '../../text/unreadable';
import type { Result } from '../asked/question';
import { ERRATA_FILE, readErrata } from '../../codex/errata';
import { type CheckedProblem, checkEntry, placeKey, wordsKey } from '../../rules/check';
import { isSameText } from '../../text/span';
import type { Answered, ReadText, AskSurroundings, Given } from '../asked/answering';
import { changesJson, changeSections } from '../facts/diff';
import { diagnosticsJson, type RangeOf, rangesOf, severityCounts } from '../words/answerJson';
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

/** A page as it would be saved. */
export interface DraftPage {
  /** Relative to the root of the codex, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Pages laid over a canon. */
interface Drafted {
  /** In the order given. */
  readonly pages: readonly DraftPage[];
  readonly canon: Canon;
  /** The entries of the pages in it. */
  readonly entries: readonly Entry[];
}

/** An example of accepted input, for messages. */
const ACCEPTED = ['[{"path": "people/maric.md", "text": "---\\n…"}]'];

const refused = (message: string, given: string) =>
  ({ ok: false, failure: { code: 'bad-page', message, given, accepted: ACCEPTED } }) as const;

/** Reads JSON: a list of `{path, text}`, or one of them. */
function readDraftPages(given: string): Result<readonly DraftPage[]> {
  let read: unknown;
  try {
    read = JSON.parse(given);
  } catch {
    // The parser's own message would not say what is accepted.
    return refused('The pages are not JSON: give a list, each page with its "path" and its whole "text".', given);
  }
  const pages: DraftPage[] = [];
  for (const one of Array.isArray(read) ? (read as readonly unknown[]) : [read]) {
    if (!isPage(one)) return refused('Each page needs a "path" and a "text", both in quotes.', JSON.stringify(one));
    pages.push({ path: withSlashes(one.path), text: one.text });
  }
  return pages.length > 0 ? { ok: true, value: pages } : refused('No page was given: name at least one.', given);
}

const isPage = (one: unknown): one is DraftPage =>
  typeof one === 'object' &&
  one !== null &&
  typeof (one as Partial<DraftPage>).path === 'string' &&
  typeof (one as Partial<DraftPage>).text === 'string';

const withSlashes = (path: string): string =>
  path
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');

/** The canon as it would be with these pages, or why one of them cannot be a page of the codex. */
export function draftedOn(canon: Canon, pages: readonly DraftPage[]): Result<Drafted> {
  const isEntry = entryFilter(canon.codex);
  const entries = new Map<string, Entry>();
  for (const { path, text } of pages) {
    const why = entries.has(path) ? 'it is given twice.' : whyNoPage(path, text, isEntry);
    if (why !== null) return refused(`"${path}" can't be tried: ${why}`, path);
    entries.set(path, readEntry(path, text, canon.codex));
  }
  return { ok: true, value: { pages, canon: withEntries(canon, entries), entries: [...entries.values()] } };
}

function whyNoPage(path: string, text: string, isEntry: (path: string) => boolean): string | null {
  if (path === CODEX_FILE)
    return 'only pages can. Save codex.yaml, and ask `retcon diff` what has changed since a commit.';
  const parts = path.split('/');
  if (/^[a-z]:/i.test(path) || parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'it is not a path inside the codex. Write it from the root of the codex, such as people/maric.md.';
  if (!isPageFile(path)) return 'a page is a file that ends with .md or .markdown.';
  if (!isEntry(path)) return 'codex.yaml, or the name of its folder, leaves it out. Give another path.';
  return text.length > LONGEST ? 'it is longer than 4 MB. Split it.' : null;
}

/** Whether a page would replace an existing one. */
const isKnownPage = (canon: Canon, { path }: DraftPage): boolean => entryAt(canon, path) !== undefined;

/** Takes pages as JSON: see `readDraftPages`. */
export function* whatIfSteps(
  canon: Canon,
  { pages = '' }: Given,
  { textOf }: Pick<AskSurroundings, 'textOf'>,
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

/** A page that is being written, beside its saved text. */
interface OpenPage extends DraftPage {
  /** null: it has not been saved yet. */
  readonly saved: string | null;
}

/** The same for one page that the canon holds as it is being written. @param textOf the present text of a file of the codex */
export function* whatIfSaved(canon: Canon, page: OpenPage, textOf: ReadText): Generator<void, Answered<'what_if'>> {
  const { path, text, saved } = page;
  const before = withEntries(canon, new Map([[path, saved === null ? null : readEntry(path, saved, canon.codex)]]));
  const pages = JSON.stringify([{ path, text }]);
  return yield* whatIfSteps(before, { pages }, { textOf: (file) => (file === path ? saved : textOf(file)) });
}

/** The effect of pages on a canon. */
interface Effect {
  readonly canon: Canon;
  readonly drafted: Drafted;
  /** The problems that the pages would have, and those that others would have because of them. */
  readonly problems: readonly CheckedProblem[];
  /** Present problems that would be gone. */
  readonly settled: readonly CheckedProblem[];
  readonly differences: readonly Difference[];
  readonly changes: ReturnType<typeof withoutSlips>;
  readonly textOf: ReadText;
}

/** Yields after each entry and each attribute. */
export function* effectSteps(canon: Canon, drafted: Drafted, textOf: ReadText): Generator<void, Effect> {
  const [now, then] = [knownAt(canon, LATEST), knownAt(drafted.canon, LATEST)];
  const paths = drafted.pages.map(({ path }) => path);
  const affected = affectedFiles(canon, drafted.canon, paths);
  const differences = yield* differenceSteps(now, then, { files: affected, isInParts: true });
  const files = affected ?? new Set([...pathsOf(canon), ...paths]);
  const own = new Set(paths);
  const [before, after] = [yield* problemsOf(now, files), yield* problemsOf(then, files)];
  // The text of another page is unchanged: a problem at the same place is the same one, whatever its message is now.
  const keyOf = (one: CheckedProblem): string => (own.has(one.file) ? wordsKey(one) : placeKey(one));
  const [was, is] = [before, after].map((all) => new Set(all.map(keyOf)));
  return {
    canon,
    drafted,
    problems: after.filter((one) => own.has(one.file) || was?.has(keyOf(one)) !== true),
    settled: before.filter((one) => is?.has(keyOf(one)) !== true),
    differences,
    changes: withoutSlips(now, then, differences, readErrata(textOf(ERRATA_FILE)).errata),
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

/** The ranges of problems: in the pages as they are drafted, and as they are now. */
function placesOf({ drafted, textOf }: Effect): { readonly drafted: RangeOf; readonly now: RangeOf } {
  const texts = new Map(drafted.pages.map(({ path, text }) => [path, text]));
  return { drafted: rangesOf((file) => texts.get(file) ?? textOf(file)), now: rangesOf(textOf) };
}

/** Problems as in `check`, changes as in `diff`. */
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
    ? `${page.path} is saved like this already: diff shows what has changed since a commit.`
    : `${page.path} would be saved with this text. Nothing has been written.`;
}

/** The problems that would arise, and the answers that would change, under their titles. */
export function effectSections(effect: Effect): RichLine[] {
  const { canon, drafted, problems, settled, changes } = effect;
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
    ...(changes.differences.length + changes.errata.length === 0 ? [textLine('Every answer would be the same.')] : []),
    ...changeSections(now, then, '', { ...changes, moved: [] }),
  ];
}

/** `refounding.md:6: error: No note is called …`: the name of the file links there. */
function problemLine({ file, problem }: CheckedProblem, { canon }: Known, rangeOf: RangeOf): RichLine {
  const entry = entryAt(canon, file);
  const line = rangeOf(file, problem.span).start.line + 1;
  return itemLine(
    { text: `${file}:${line}`, ...(entry && { entry }) },
    `: ${problem.severity}: ${problem.message} (${problem.code})`,
  );
}
