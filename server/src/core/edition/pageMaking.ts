/** Makes one page of an edition from its own file and from answers about the codex as its readers hold it, and reads it back. */
import { copyOfPage } from '../canon';
import { frontmatterTree } from '../entry/editFrontmatter';
import { type PartsLeftOut, partsLeftOut } from './leftOut';
import { type PageInDoubt, pageInDoubt } from './pageInDoubt';
import { questionsTo, type StateOfPage, statesOfPages } from './pageQuestions';
import { pictureFinder } from './pictures';
import type { EditionFiles } from './otherFiles';
import { whyNotTheSame } from './readBack';
import type { Readership } from './readership';
import { type PageGiven, type PageSource, type SharedPage, sharedPage } from './sharedPage';

export interface MadePage {
  readonly path: string;
  readonly page: SharedPage;
  /** Why it can't be written as it would be, in words; null: it can. */
  readonly unlike: string | null;
  readonly left: PartsLeftOut | null;
  readonly doubt: PageInDoubt | null;
}

function makePage(source: PageSource, { text, written, state, questions }: PageGiven): MadePage {
  const { codex, until } = source;
  const reader = { ...questions, secrets: codex.secrets };
  const entry = copyOfPage(written, state, { reader, until, chronology: codex.chronology });
  const given = { text, written, state, questions, entry, top: frontmatterTree(text)?.pairs ?? [] };
  const page = sharedPage(source, given);
  return {
    path: page.path,
    page,
    unlike: whyNotTheSame(codex, page, source.cutByOthers),
    left: partsLeftOut(codex, page, given),
    doubt: pageInDoubt(codex, given),
  };
}

export interface PageMaker {
  /** Undefined: the page is not shown. */
  readonly stateAt: (path: string) => StateOfPage | undefined;
  /** Null where a file can't be read. */
  readonly make: (path: string, state: StateOfPage) => MadePage | null;
}

export function pageMaker(readership: Readership, files: EditionFiles): PageMaker {
  const { view, until } = readership;
  const questions = questionsTo(readership, files);
  const source = {
    codex: view.codex,
    until,
    findPicture: pictureFinder(files.pictures),
    cutByOthers: files.cutByOthers,
  };
  return {
    stateAt: statesOfPages(readership),
    make(path, state) {
      const [text, written] = [files.textOf(path), view.eyes.writtenAt(path)];
      if (text === null || !written) return null;
      return makePage(source, { text, written, state, questions });
    },
  };
}
