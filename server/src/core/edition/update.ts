/**
 * An edition brought up to date: of one that was made before, those pages are kept in which nothing of the change can be seen. What others
 * see of the pages that have changed is compared first: where anything of that is otherwise, all is made anew.
 */
import { entryAt, pathsOf } from '../canon';
import { type EditionReport, editionSteps, placePictures, unlikeAmong } from './edition';
import { editionFingerprints } from './editionFingerprint';
import type { PageLeftOut } from './leftOut';
import { type EditionFiles, type MadePage, pageMaker } from './pageMaking';
import type { Readership } from './readership';
import type { SharedPage } from './sharedPage';

/** What came of a page, without its text. */
interface KeptPage extends Pick<SharedPage, 'pictures'>, Pick<MadePage, 'path' | 'unlike' | 'left' | 'doubt'> {}

/** What is kept of an edition for the next one like it. It is JSON. */
export interface KeptEdition {
  /** What others see of each page of the codex, as `editionFingerprints` tells it. */
  readonly fingerprints: Readonly<Record<string, number>>;
  /** The pages that are open. */
  readonly pages: readonly KeptPage[];
  readonly hidden: readonly PageLeftOut[];
  /** The paths of the pictures of the codex. */
  readonly pictures: readonly string[];
  /** Of those that were asked about, whether they could be read. */
  readonly readable: Readonly<Record<string, boolean>>;
}

/** An edition of which only those pages have been made that need it. */
export interface EditionUpdate extends EditionReport {
  readonly made: readonly SharedPage[];
  /** Null where the next one has to be made anew. */
  readonly kept: KeptEdition | null;
}

/** @param readable hears of each picture that is asked about whether it can be read */
const notingReadable = (readable: Record<string, boolean>, files: EditionFiles): EditionFiles => ({
  ...files,
  canReadPicture: (path) => (readable[path] ??= files.canReadPicture(path)),
});

const keptPage = ({ path, page, unlike, left, doubt }: MadePage): KeptPage => ({
  path,
  pictures: page.pictures,
  unlike,
  left,
  doubt,
});

/** Whether a page comes out the same as long as neither it nor the fingerprint of any other has changed. */
const isKeepable = ({ unlike, isOpenAlone }: MadePage): boolean => unlike !== null || isOpenAlone;

/** All of it made anew. Yields after each page. */
export function* remakeSteps(readership: Readership, files: EditionFiles): Generator<void, EditionUpdate> {
  const { whole } = readership;
  const readable: Record<string, boolean> = {};
  const edition = yield* editionSteps(readership, notingReadable(readable, files));
  const { made, hidden, pages } = edition;
  if (!made.every(isKeepable)) return { ...edition, made: pages, kept: null };
  const fingerprintOf = editionFingerprints(whole);
  const fingerprints: Record<string, number> = {};
  // Most of them are at hand still, as the view is made of them.
  for (const path of pathsOf(whole)) {
    const entry = entryAt(whole, path);
    if (entry) fingerprints[path] = fingerprintOf(entry);
  }
  const kept = { fingerprints, pages: made.map(keptPage), hidden, pictures: files.pictures, readable };
  return { ...edition, made: pages, kept };
}

/**
 * Null where all has to be made anew. Yields after each page.
 * @param changed the files of the codex that may read otherwise than when that was kept
 * @param isThere whether the file of a page is in the folder as it was written
 */
export function* updateSteps(
  readership: Readership,
  files: EditionFiles,
  kept: KeptEdition,
  { changed, isThere }: { readonly changed: ReadonlySet<string>; readonly isThere: (path: string) => boolean },
): Generator<void, EditionUpdate | null> {
  const { whole, view } = readership;
  const fingerprintOf = editionFingerprints(whole);
  for (const path of changed) {
    const entry = entryAt(whole, path);
    if (!entry || kept.fingerprints[path] !== fingerprintOf(entry)) return null;
  }
  if (JSON.stringify(kept.pictures) !== JSON.stringify(files.pictures)) return null;
  for (const [path, is] of Object.entries(kept.readable)) if (files.canReadPicture(path) !== is) return null;
  const readable = { ...kept.readable };
  const make = pageMaker(readership, notingReadable(readable, files));
  const made: MadePage[] = [];
  const pages: KeptPage[] = [];
  for (const page of kept.pages) {
    if (!changed.has(page.path) && (page.unlike !== null || isThere(page.path))) pages.push(page);
    else {
      yield;
      const entry = entryAt(view, page.path);
      const one = entry && make(entry);
      if (!one || !isKeepable(one)) return null;
      made.push(one);
      pages.push(keptPage(one));
    }
  }
  const shared = pages.filter(({ unlike }) => unlike === null);
  const { pictures, unplaced } = placePictures(shared);
  const { hidden } = kept;
  return {
    readership,
    pages: shared,
    made: made.flatMap(({ page, unlike }) => (unlike === null ? page : [])),
    pictures,
    leftOut: [...hidden, ...unlikeAmong(pages), ...unplaced],
    parts: pages.flatMap(({ left }) => left ?? []),
    inDoubt: shared.flatMap(({ doubt }) => doubt ?? []),
    leaks: [],
    kept: { ...kept, pages, readable },
  };
}
