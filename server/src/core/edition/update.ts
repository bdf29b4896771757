/**
 * An edition brought up to date: of one that was made before, a page is kept where its file is the same, and where the codex gives the same
 * answers to all that was asked while it was made. All of that is asked again: nobody has to say what an edit can change. Only where no other
 * page can see the edit, as it is one of prose, the answers are known to be the same.
 */
import { pathsOf } from '../canon';
import { type EditionReport, editionSteps, placePictures, unlikeAmong } from './edition';
import { hiddenPage, type PageLeftOut } from './leftOut';
import { type EditionFiles, type MadePage, type PageMaker, pageMaker } from './pageMaking';
import { askAgain, isOfCanon, type StateOfPage } from './pageQuestions';
import { digestOfText } from '../packed/bytes';
import type { Readership } from './readership';
import { seenByOthers } from './seenByOthers';
import type { SharedPage } from './sharedPage';

/** What came of a page, without its text, and what it was made of beside its file. */
interface KeptPage extends Pick<SharedPage, 'pictures'>, Pick<MadePage, 'path' | 'unlike' | 'left' | 'doubt'> {
  /** A digest of it. */
  readonly state: number;
  /** Places in the questions of the edition. */
  readonly asked: readonly number[];
  /** As `seenByOthers` tells it. */
  readonly seen: number | null;
}

interface KeptHidden extends PageLeftOut {
  readonly seen: KeptPage['seen'];
}

/** What is kept of an edition for the next one like it. It is JSON. */
export interface KeptEdition {
  /** What was asked for the pages. */
  readonly questions: readonly string[];
  /** A `+` for each to which the answer was yes, else a `-`. */
  readonly answers: string;
  /** The pages that are open. */
  readonly pages: readonly KeptPage[];
  readonly hidden: readonly KeptHidden[];
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

const keptHidden = (readership: Readership, page: PageLeftOut): KeptHidden => ({
  ...page,
  seen: seenByOthers(readership.whole, page.file),
});

const signOf = (answer: boolean): string => (answer ? '+' : '-');

/** What is kept of pages that were made. @param before questions that have their places already */
function keeper({ whole }: Readership, before: readonly string[], answersBefore: string) {
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
      seen: seenByOthers(whole, path),
    }),
    asked: () => ({ questions, answers: answers.join('') }),
  };
}

/** All of it made anew. Yields after each page. */
export function* remakeSteps(readership: Readership, files: EditionFiles): Generator<void, EditionUpdate> {
  const edition = yield* editionSteps(readership, files);
  const { made, pages } = edition;
  if (!made.every(isKeepable)) return { ...edition, made: pages, kept: null };
  const { keptPage, asked } = keeper(readership, [], '');
  const keptPages = made.map(keptPage);
  const hidden = edition.hidden.map((page) => keptHidden(readership, page));
  return { ...edition, made: pages, kept: { ...asked(), pages: keptPages, hidden, pictures: files.pictures } };
}

/** What the canon answers now, of all pages. */
interface CanonAnswers {
  /** To the questions that were kept. */
  readonly answers: string;
  /** Digests of the states of the pages that are shown. */
  readonly states: ReadonlyMap<string, number>;
  readonly hidden: readonly KeptHidden[];
}

/** Yields after each page. */
function* askAllAgain(
  readership: Readership,
  { questions, stateAt }: PageMaker,
  before: KeptEdition,
): Generator<void, CanonAnswers> {
  const states = new Map<string, number>();
  const hidden: KeptHidden[] = [];
  for (const path of pathsOf(readership.whole)) {
    yield;
    const state = stateAt(path);
    if (state) states.set(path, digestOf(state));
    else hidden.push(keptHidden(readership, hiddenPage(readership, path)));
  }
  // Which pages are shown is known by now.
  yield* readership.view.eyes.findHiddenNames();
  const answers = before.questions.map((question) => signOf(askAgain(questions, question))).join('');
  return { answers, states, hidden };
}

/** Where the canon gives the answers that it gave: of others than the changed pages nothing is asked but of files that are no pages. */
const asBefore = ({ questions }: PageMaker, before: KeptEdition): CanonAnswers => ({
  answers: before.questions
    .map((question, place) => (isOfCanon(question) ? before.answers[place] : signOf(askAgain(questions, question))))
    .join(''),
  states: new Map(before.pages.map(({ path, state }) => [path, state])),
  hidden: before.hidden,
});

/** Whether other pages than the changed ones can see a change. */
function isSeenByOthers({ whole }: Readership, { pages, hidden }: KeptEdition, changed: ReadonlySet<string>): boolean {
  const seen = new Map(pages.map((page) => [page.path, page.seen]));
  for (const page of hidden) seen.set(page.file, page.seen);
  return [...changed].some((path) => (seen.get(path) ?? null) === null || seen.get(path) !== seenByOthers(whole, path));
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
  const maker = pageMaker(readership, files);
  const isSeen = isSeenByOthers(readership, before, changed);
  const { answers, states, hidden } = isSeen ? yield* askAllAgain(readership, maker, before) : asBefore(maker, before);
  const pagesBefore = new Map(before.pages.map((page) => [page.path, page]));
  const isSame = (page: KeptPage): boolean =>
    !changed.has(page.path) &&
    page.state === states.get(page.path) &&
    page.asked.every((place) => answers[place] === before.answers[place]) &&
    (page.unlike !== null || isThere(page.path));
  // Questions that no page asks any more keep their places until all is made anew.
  const { keptPage, asked } = keeper(readership, before.questions, answers);
  const made: MadePage[] = [];
  const pages: KeptPage[] = [];
  for (const path of states.keys()) {
    yield;
    const page = pagesBefore.get(path);
    if (page && isSame(page)) pages.push(page);
    else {
      const state = maker.stateAt(path);
      const one = state && maker.make(path, state);
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
    leftOut: [...hidden.map(({ file, why }) => ({ file, why })), ...unlikeAmong(pages), ...unplaced],
    parts: pages.flatMap(({ left }) => left ?? []),
    inDoubt: shared.flatMap(({ doubt }) => doubt ?? []),
    leaks: [],
    kept: { ...asked(), pages, hidden, pictures: files.pictures },
  };
}
