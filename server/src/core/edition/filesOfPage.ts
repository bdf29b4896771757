/** The files to which a shared page leads beside other pages: pictures, which go with it, and what its readers may not see. */
import { withoutHiddenLinks } from '../canon';
import type { Codex } from '../codex/codex';
import { filesLedTo } from './otherFiles';
import type { PageQuestions } from './pageQuestions';
import { type FindPicture, longer, picturesIn, placeInLink } from './pictures';

/** A picture that a page shows, as the codex has it. */
export interface PictureShown {
  readonly from: string;
  /** As much of its path as the links of the page tell. */
  readonly told: string;
}

export interface FilesFound {
  readonly pictures: readonly PictureShown[];
  /** Pictures that it names and that its readers are not shown, or that can't be read. */
  readonly hiddenPictures: readonly string[];
  /** How many other files it leads to that its readers may not see. */
  readonly hiddenFiles: number;
}

/** What is left of the words of a page is told; what these lead to is noted. */
export interface FilesOfPage {
  readonly wordsOf: (words: string) => string;
  /** Whether a text is nothing but the name or the path of a file that is not shown. */
  readonly isHiddenFile: (text: string) => boolean;
  readonly found: () => FilesFound;
}

/** @param path of the page */
export function filesOfPage(
  { audience }: Codex,
  path: string,
  { findPicture, questions }: { readonly findPicture: FindPicture; readonly questions: PageQuestions },
): FilesOfPage {
  const [pictures, hiddenPictures] = [new Map<string, string>(), new Set<string>()];
  const hiddenFiles = new Set<string>();
  /** Undefined: it is no picture that lies in the codex. */
  const isPictureHidden = (target: string): boolean | undefined => {
    const file = findPicture(target, path);
    if (file === undefined) return undefined;
    const isShown = questions.isOpenFolder(file) && questions.canReadPicture(file);
    if (isShown) pictures.set(file, longer(placeInLink(file, target, path), pictures.get(file)));
    else hiddenPictures.add(file);
    return !isShown;
  };
  const isOtherHidden = (target: string): boolean => {
    // Without an audience no folder hides anything.
    if (audience.length === 0 || findPicture(target, path) !== undefined || questions.isPageName(target)) return false;
    const is = filesLedTo(target, path).some((file) => questions.isHiddenFile(file) && !questions.isPageName(file));
    if (is) hiddenFiles.add(target);
    return is;
  };
  return {
    wordsOf(words) {
      const left = withoutPictures(words, isPictureHidden);
      return audience.length === 0
        ? left
        : withoutHiddenLinks(left, { isHiddenName: isOtherHidden, isNamedBy: () => false });
    },
    isHiddenFile: (text) => isPictureHidden(text.trim()) ?? isOtherHidden(text),
    found: () => ({
      pictures: [...pictures].map(([from, told]) => ({ from, told })),
      hiddenPictures: [...hiddenPictures],
      hiddenFiles: hiddenFiles.size,
    }),
  };
}

/** Words without pictures that are hidden. */
function withoutPictures(words: string, isHidden: (target: string) => boolean | undefined): string {
  let [left, at] = ['', 0];
  for (const named of picturesIn(words)) {
    if (named.start < at || isHidden(named.target) !== true) continue;
    left += words.slice(at, named.start) + named.words;
    at = named.end;
  }
  return left + words.slice(at);
}
