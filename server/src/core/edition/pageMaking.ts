/** The making of one page of an edition: made of the view, read back, and looked through by itself. */
import { frontmatterTree } from '../entry/editFrontmatter';
import type { Entry } from '../entry/entry';
import { type PartsLeftOut, partsLeftOut } from './leftOut';
import { type PageInDoubt, pageInDoubt } from './pageInDoubt';
import { pictureFinder } from './pictures';
import { openAlone } from './proof';
import { type CutByOthers, whyNotTheSame } from './readBack';
import { knownTo, type Readership } from './readership';
import { type SharedPage, sharedPage } from './sharedPage';

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

export interface MadePage {
  readonly path: string;
  readonly page: SharedPage;
  /** Why it can't be written as it would be, in words; null: it can. */
  readonly unlike: string | null;
  readonly left: PartsLeftOut | null;
  readonly doubt: PageInDoubt | null;
  /** Whether nothing hidden can be in it, whatever other pages say. */
  readonly isOpenAlone: boolean;
}

/** Null where a file can't be read. */
export function pageMaker(readership: Readership, files: EditionFiles): (entry: Entry) => MadePage | null {
  const source = {
    readership,
    known: knownTo(readership),
    findPicture: pictureFinder(files.pictures),
    canReadPicture: files.canReadPicture,
  };
  const isOpenAlone = openAlone(readership);
  return (entry) => {
    const text = files.textOf(entry.path);
    if (text === null) return null;
    const written = frontmatterTree(text)?.pairs ?? [];
    const page = sharedPage(source, entry, { text, written });
    const unlike = whyNotTheSame(readership.view.codex, page, files.cutByOthers);
    const left = partsLeftOut(readership, page, { text, written });
    const doubt = pageInDoubt(readership, entry, text);
    return { path: page.path, page, unlike, left, doubt, isOpenAlone: isOpenAlone(page) };
  };
}
