/** Makes an edition of a codex: a copy that holds only what one knower may know, as files (model §11). */
import { pathsOf } from '../canon';
import type { Timeline } from '../picture/shapes/timelineShape';
import { timelineOf } from '../tools/pictures/timeline';
import {
  hiddenPage,
  type PageLeftOut,
  type PartsLeftOut,
  type PageInDoubt,
  type MadePage,
  pageMaker,
} from './pageMaking';
import { type EditionFiles, longer, type SharedPicture } from './attachments';
import { namedInProse } from './namedInProse';
import { type EditionLeak, leaksIn, type TakenText } from './proof';
import type { Readership } from './readership';
import { type SharedPage, textOfPage } from './sharedPage';
import { folderOf } from '../text/pageFile';

/** What the author sees of an edition before it is written. */
export interface EditionReport {
  readonly readership: Readership;
  readonly pages: readonly { readonly path: string }[];
  readonly pictures: readonly SharedPicture[];
  /** Pages that are not shared. */
  readonly leftOut: readonly PageLeftOut[];
  /** The parts of shared pages that are not shared. */
  readonly parts: readonly PartsLeftOut[];
  /** Shared pages that may not be meant to be shared. */
  readonly inDoubt: readonly PageInDoubt[];
  /** Hidden text that would be shown all the same: then nothing may be written. */
  readonly leaks: readonly EditionLeak[];
}

export interface Edition extends EditionReport {
  readonly pages: readonly SharedPage[];
  /** The timeline as these readers know it, cut at its canon point. */
  readonly timeline: Timeline | null;
}

/** Yields after each page. */
export function* editionSteps(readership: Readership, files: EditionFiles): Generator<void, Edition> {
  const { whole, view } = readership;
  yield* view.eyes.findHiddenNames();
  const { stateAt, make } = pageMaker(readership, files);
  const made: MadePage[] = [];
  const hidden: PageLeftOut[] = [];
  for (const path of pathsOf(whole)) {
    yield;
    const state = stateAt(path);
    const one = state ? make(path, state) : null;
    if (one) made.push(one);
    if (!state) hidden.push(hiddenPage(readership, path));
  }
  const pages = made.flatMap(({ page, unlike }) => (unlike === null ? page : []));
  const { pictures, unplaced } = placePictures(pages);
  const found = files.withTimeline ? yield* timelineOf(view, {}, new Map(), files.textOf) : null;
  const timeline = found?.ok ? found.value : null;
  const taken = [...takenBy(pages, pictures), ...takenIn(timeline)];
  return {
    readership,
    pages,
    pictures,
    leftOut: [...hidden, ...unlikeAmong(made), ...unplaced],
    parts: made.flatMap(({ left }) => left ?? []),
    inDoubt: inDoubtAmong(made, yield* namedInProse(readership, pages)),
    timeline,
    leaks: yield* leaksIn(readership, pages, taken, files.textOf),
  };
}

/** With the hidden names that stand in the prose, behind those in the facts. */
const inDoubtAmong = (
  pages: readonly MadePage[],
  named: ReadonlyMap<string, readonly string[]>,
): readonly PageInDoubt[] =>
  pages.flatMap(({ path: file, unlike, doubt }) => {
    const names = [...new Set([...(doubt?.names ?? []), ...(named.get(file) ?? [])])];
    const marks = doubt?.marks ?? [];
    return unlike === null && marks.length + names.length > 0 ? { file, marks, names } : [];
  });

const unlikeAmong = (
  pages: readonly { readonly path: string; readonly unlike: string | null }[],
): readonly PageLeftOut[] => pages.flatMap(({ path: file, unlike: why }) => (why === null ? [] : { file, why }));

const takenBy = (pages: readonly SharedPage[], pictures: readonly SharedPicture[]): readonly TakenText[] => [
  ...pages.map((page) => ({ file: page.path, text: page.yaml, units: [page.path, page.title] })),
  ...pictures.map(({ path }) => ({ file: path, text: '', units: [path] })),
];

/** The keys of the timeline whose texts come from pages; the rest is dates, words of the calendars and our own. */
const FROM_PAGES: ReadonlySet<string> = new Set(
  'entity title attribute value ref entry file type text reason by superseded sources'.split(' '),
);

/** All texts of the timeline, each as a whole. */
function takenIn(timeline: Timeline | null): readonly TakenText[] {
  const units = new Set<string>();
  const gather = (value: unknown, key = ''): void => {
    if (typeof value === 'string' && FROM_PAGES.has(key)) units.add(value);
    else if (Array.isArray(value)) for (const one of value) gather(one, key);
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) gather(one, name);
  };
  gather(timeline);
  return units.size === 0 ? [] : [{ file: HTML_FILE, text: '', units: [...units] }];
}

/** The file of an edition that is one page. */
export const HTML_FILE = 'index.html';

/** The files of some pages, by path. */
export const filesOfPages = (pages: readonly SharedPage[]): ReadonlyMap<string, string> =>
  new Map(pages.map((page) => [page.path, textOfPage(page)]));

/**
 * The places of the pictures: those of the codex, so that links stay valid. A folder without pages that no link names is not
 * revealed: for a picture in it, the path begins where that of the link does.
 */
function placePictures(pages: readonly Pick<SharedPage, 'path' | 'pictures'>[]): {
  readonly pictures: readonly SharedPicture[];
  readonly unplaced: readonly PageLeftOut[];
} {
  const toldOf = new Map<string, string>();
  for (const { from, told } of pages.flatMap(({ pictures }) => pictures))
    toldOf.set(from, longer(told, toldOf.get(from)));
  const folders = new Set<string>(['']);
  for (const path of [
    ...pages.map((page) => page.path),
    ...[...toldOf].flatMap(([from, told]) => (from === told ? from : [])),
  ])
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at));
  const taken = new Set(pages.map(({ path }) => path));
  const [pictures, unplaced]: [SharedPicture[], PageLeftOut[]] = [[], []];
  for (const [from, told] of toldOf) {
    const path = folders.has(folderOf(from)) ? from : told;
    if (taken.has(path)) unplaced.push({ file: from, why: `another picture is called ${path}` });
    else pictures.push({ from, path });
    taken.add(path);
  }
  return { pictures, unplaced };
}
