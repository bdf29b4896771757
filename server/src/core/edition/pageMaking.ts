/** The making of one page of an edition: made of what is given here and of nothing else, read back, and looked through by itself. */
import { copyOfPage } from '../canon';
import type { WorldDate } from '../chronology/types';
import type { Codex } from '../codex/codex';
import { frontmatterTree } from '../entry/frontmatter';
import type { Entry } from '../entry/entry';
import { type PartsLeftOut, partsLeftOut } from './leftOut';
import { type PageInDoubt, pageInDoubt } from './pageInDoubt';
import { noting, type PageQuestions, questionsTo, type StateOfPage, statesOfPages } from './pageQuestions';
import { type FindPicture, pictureFinder } from './pictures';
import { isOpenAlone, wordsOfNoPage } from './proof';
import { type CutByOthers, whyNotTheSame } from './readBack';
import type { Readership } from './readership';
import { type SharedPage, sharedPage } from './sharedPage';

/** What an edition is made from beside the canon. */
export interface EditionFiles {
  /** The text of an entry's file. */
  readonly textOf: (path: string) => string | null;
  /** The paths of all that lies in the codex and is no page. */
  readonly attachments: readonly string[];
  /** Those of them that are pictures. */
  readonly pictures: readonly string[];
  /** Whether a picture can be read: a link may lead out of the codex. @param path of one of them */
  readonly canReadPicture: (path: string) => boolean;
  readonly cutByOthers: CutByOthers;
  /** Whether the picture of time goes with it. */
  readonly withTimeline?: boolean;
}

/** What is the same for all pages of an edition, and for the next edition like it. */
export interface PageSource {
  readonly codex: Codex;
  readonly until: WorldDate;
  /** Words that are in no page's keeping. */
  readonly anyway: ReadonlySet<string>;
  readonly findPicture: FindPicture;
  readonly cutByOthers: CutByOthers;
}

/** All that a page is made of: its own file, and what it may ask. */
export interface PageGiven {
  readonly text: string;
  /** The file as it is written, as an entry: with what some believe among what is so. */
  readonly written: Entry;
  readonly state: StateOfPage;
  readonly questions: PageQuestions;
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
  readonly state: StateOfPage;
  /** What has been asked, as `noting` has it: as long as that and the state come out the same, so does the page of the same file. */
  readonly asked: ReadonlyMap<string, boolean>;
}

function makePage(
  source: PageSource,
  { text, written, state, questions }: PageGiven,
  asked: ReadonlyMap<string, boolean>,
): MadePage {
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
    isOpenAlone: isOpenAlone(source, page, given),
    state,
    asked,
  };
}

/** Makes pages, and tells what they are made of. */
export interface PageMaker {
  readonly questions: PageQuestions;
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
    anyway: wordsOfNoPage(readership),
    findPicture: pictureFinder(files.pictures),
    cutByOthers: files.cutByOthers,
  };
  return {
    questions,
    stateAt: statesOfPages(readership),
    make(path, state) {
      const [text, written] = [files.textOf(path), view.eyes.writtenAt(path)];
      if (text === null || !written) return null;
      const asked = new Map<string, boolean>();
      return makePage(source, { text, written, state, questions: noting(questions, asked) }, asked);
    },
  };
}
