/** An edition of a codex: a copy that holds only what somebody may know, as files (model §11). */
import { allEntries } from '../canon';
import { type PageLeftOut, pagesLeftOut, type PartsLeftOut, partsLeftOut } from './leftOut';
import { type FindPicture, pictureFinder, type SharedPicture } from './pictures';
import { type EditionLeak, leaksIn, type TakenText } from './proof';
import { type CutByOthers, whyNotTheSame } from './readBack';
import type { Timeline } from '../picture/timelineShape';
import { timelineOf } from '../tools/timeline';
import { knownTo, type Readership } from './readership';
import { type SharedPage, sharedPage, textOfPage } from './sharedPage';

export interface Edition {
  readonly readership: Readership;
  readonly pages: readonly SharedPage[];
  readonly pictures: readonly SharedPicture[];
  /** Pages that are not shared. */
  readonly leftOut: readonly PageLeftOut[];
  /** What is not shared of pages that are. */
  readonly parts: readonly PartsLeftOut[];
  /** The picture of time as these readers have it, cut at its canon point. */
  readonly timeline: Timeline | null;
  /** Where something hidden would be shown all the same: then nothing of it may be written. */
  readonly leaks: readonly EditionLeak[];
}

/** What an edition is made from beside the canon. */
export interface EditionFiles {
  /** The text of an entry's file. */
  readonly textOf: (path: string) => string | null;
  /** The paths of the pictures that lie in the codex. */
  readonly pictures: readonly string[];
  /** Whether a picture can be read: a link may lead out of the codex. @param path of one of them */
  readonly canReadPicture: (path: string) => boolean;
  readonly cutByOthers: CutByOthers;
  /** Whether the picture of time goes with it. */
  readonly withTimeline?: boolean;
}

/** Yields after each page. */
export function* editionSteps(readership: Readership, files: EditionFiles): Generator<void, Edition> {
  const { view } = readership;
  const findPicture: FindPicture = pictureFinder(files.pictures);
  const { canReadPicture } = files;
  const source = { readership, known: knownTo(readership), findPicture, canReadPicture };
  const [pages, unlike, parts]: [SharedPage[], PageLeftOut[], PartsLeftOut[]] = [[], [], []];
  for (const entry of allEntries(view)) {
    yield;
    const text = files.textOf(entry.path);
    if (text === null) continue;
    const page = sharedPage(source, entry, text);
    const why = whyNotTheSame(view.codex, page, files.cutByOthers);
    if (why === null) pages.push(page);
    else unlike.push({ file: page.path, why });
    const left = partsLeftOut(readership, page, text);
    if (left) parts.push(left);
  }
  const { shared, unplaced } = placed(pages);
  const found = files.withTimeline ? yield* timelineOf(view, {}, new Map(), files.textOf) : null;
  const timeline = found?.ok ? found.value : null;
  return {
    readership,
    pages,
    pictures: shared,
    leftOut: [...pagesLeftOut(readership), ...unlike, ...unplaced],
    parts,
    timeline,
    leaks: yield* leaksIn(readership, pages, [...takenBy(pages, shared), ...takenIn(timeline)], files.textOf),
  };
}

const takenBy = (pages: readonly SharedPage[], pictures: readonly SharedPicture[]): readonly TakenText[] => [
  ...pages.map((page) => ({ file: page.path, text: page.yaml, units: [page.path, page.title] })),
  ...pictures.map(({ path }) => ({ file: path, text: '', units: [path] })),
];

/** What the picture of time takes from pages; the rest of it is dates, and words of the calendars and of our own. */
const FROM_PAGES: ReadonlySet<string> = new Set(
  'entity title attribute value ref entry file type text reason by superseded sources'.split(' '),
);

/** All texts of the picture of time, each as a whole. */
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

/** Where an edition is one page. */
export const HTML_FILE = 'index.html';

/** The files of an edition, by path. */
export const filesOfEdition = ({ pages }: Edition): ReadonlyMap<string, string> =>
  new Map(pages.map((page) => [page.path, textOfPage(page)]));

/** Where the pictures lie. A folder that no page is in, and that no page names, is not told: what lies there comes to the top. */
function placed(pages: readonly SharedPage[]): { shared: readonly SharedPicture[]; unplaced: readonly PageLeftOut[] } {
  const folders = new Set<string>(['']);
  for (const { path } of pages)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at));
  const taken = new Set(pages.map(({ path }) => path));
  const shared = new Map<string, SharedPicture>();
  const unplaced: PageLeftOut[] = [];
  for (const { body, pictures } of pages)
    for (const from of pictures) {
      if (shared.has(from)) continue;
      const folder = from.slice(0, Math.max(0, from.lastIndexOf('/')));
      const isTold = folders.has(folder) || body.includes(`${folder}/`) || body.includes(`${encodeURI(folder)}/`);
      const path = isTold ? from : from.slice(from.lastIndexOf('/') + 1);
      if (taken.has(path)) unplaced.push({ file: from, why: `another picture is called ${path}` });
      else shared.set(from, { from, path });
      taken.add(path);
    }
  return { shared: [...shared.values()], unplaced };
}
