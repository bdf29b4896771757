/**
 * An edition brought up to date: of one that was made before, a page is kept where its file is the same, and where the codex gives the same
 * answers to all that was asked while it was made. All of that is asked again: nobody has to say what an edit can change.
 */
import { pathsOf } from '../canon';
import { type EditionReport, editionSteps, placePictures, unlikeAmong } from './edition';
import { hiddenPage, type PageLeftOut } from './leftOut';
import { type EditionFiles, type MadePage, pageMaker } from './pageMaking';
import { askAgain, type StateOfPage } from './pageQuestions';
import { digestOfText } from '../packed/digest';
import type { Readership } from './readership';
import type { SharedPage } from './sharedPage';

/** What came of a page, without its text, and what it was made of beside its file. */
interface KeptPage extends Pick<SharedPage, 'pictures'>, Pick<MadePage, 'path' | 'unlike' | 'left' | 'doubt'> {
  /** A digest of it. */
  readonly state: number;
  /** Places in the questions of the edition. */
  readonly asked: readonly number[];
}

/** What is kept of an edition for the next one like it. It is JSON. */
export interface KeptEdition {
  /** What was asked for the pages. */
  readonly questions: readonly string[];
  /** A `+` for each to which the answer was yes, else a `-`. */
  readonly answers: string;
  /** The pages that are open. */
  readonly pages: readonly KeptPage[];
  /** The paths of the pictures of the codex. */
  readonly pictures: readonly string[];
}

/** An edition of which only those pages have been made that need it. */
export interface EditionUpdate extends EditionReport {
  readonly made: readonly SharedPage[];
  /** Null where the next one has to be made anew. */
  readonly kept: KeptEdition | null;
}

/** Whether a page comes out the same as long as its file and all answers do. */
const isKeepable = ({ unlike, isOpenAlone }: MadePage): boolean => unlike !== null || isOpenAlone;

const digestOf = (state: StateOfPage): number => digestOfText(JSON.stringify(state));

const signOf = (answer: boolean): string => (answer ? '+' : '-');

/** What is kept of pages that were made. @param before questions that have their places already */
function keeper(before: readonly string[], answersBefore: string) {
  const [questions, answers] = [[...before], [...answersBefore]];
  const places = new Map(questions.map((question, place) => [question, place]));
  const placeOf = ([question, answer]: readonly [string, boolean]): number => {
    let place = places.get(question);
    if (place === undefined) {
      places.set(question, (place = questions.push(question) - 1));
      answers.push(signOf(answer));
    }
    return place;
  };
  return {
    keptPage: ({ path, page, unlike, left, doubt, state, asked }: MadePage): KeptPage => ({
      path,
      pictures: page.pictures,
      unlike,
      left,
      doubt,
      state: digestOf(state),
      asked: [...asked].map(placeOf),
    }),
    asked: () => ({ questions, answers: answers.join('') }),
  };
}

/** All of it made anew. Yields after each page. */
export function* remakeSteps(readership: Readership, files: EditionFiles): Generator<void, EditionUpdate> {
  const edition = yield* editionSteps(readership, files);
  const { made, pages } = edition;
  if (!made.every(isKeepable)) return { ...edition, made: pages, kept: null };
  const { keptPage, asked } = keeper([], '');
  const keptPages = made.map(keptPage);
  return { ...edition, made: pages, kept: { ...asked(), pages: keptPages, pictures: files.pictures } };
}

/**
 * Null where all has to be made anew. Yields after each page.
 * @param changed the files of the codex that may read otherwise than when that was kept
 * @param isThere whether the file of a page is in the folder as it was written
 */
export function* updateSteps(
  readership: Readership,
  files: EditionFiles,
  before: KeptEdition,
  { changed, isThere }: { readonly changed: ReadonlySet<string>; readonly isThere: (path: string) => boolean },
): Generator<void, EditionUpdate | null> {
  if (JSON.stringify(before.pictures) !== JSON.stringify(files.pictures)) return null;
  const { questions, stateAt, make } = pageMaker(readership, files);
  const states = new Map<string, StateOfPage | undefined>();
  for (const path of pathsOf(readership.whole)) {
    yield;
    states.set(path, stateAt(path));
  }
  // Which pages are shown is known by now.
  yield* readership.view.eyes.findHiddenNames();
  const answers = before.questions.map((question) => signOf(askAgain(questions, question))).join('');
  const pagesBefore = new Map(before.pages.map((page) => [page.path, page]));
  const isSame = (page: KeptPage, state: StateOfPage): boolean =>
    !changed.has(page.path) &&
    page.state === digestOf(state) &&
    page.asked.every((place) => answers[place] === before.answers[place]) &&
    (page.unlike !== null || isThere(page.path));
  // Questions that no page asks any more keep their places until all is made anew.
  const { keptPage, asked } = keeper(before.questions, answers);
  const made: MadePage[] = [];
  const pages: KeptPage[] = [];
  const hidden: PageLeftOut[] = [];
  for (const [path, state] of states) {
    yield;
    const page = pagesBefore.get(path);
    if (!state) hidden.push(hiddenPage(readership, path));
    else if (page && isSame(page, state)) pages.push(page);
    else {
      const one = make(path, state);
      if (!one) continue;
      if (!isKeepable(one)) return null;
      made.push(one);
      pages.push(keptPage(one));
    }
  }
  const shared = pages.filter(({ unlike }) => unlike === null);
  const { pictures, unplaced } = placePictures(shared);
  return {
    readership,
    pages: shared,
    made: made.flatMap(({ page, unlike }) => (unlike === null ? page : [])),
    pictures,
    leftOut: [...hidden, ...unlikeAmong(pages), ...unplaced],
    parts: pages.flatMap(({ left }) => left ?? []),
    inDoubt: shared.flatMap(({ doubt }) => doubt ?? []),
    leaks: [],
    kept: { ...asked(), pages, pictures: files.pictures },
  };
}
