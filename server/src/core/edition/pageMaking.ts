/**
 * Makes one page of an edition from its own file and from answers about the codex, reads it back, and checks that it is unchanged.
 */
import { canonText, entryAt, type WhyHidden, copyOfPage } from '../canon';
import { type Codex, keyOf, hasKey } from '../codex/codex';
import { isOurDay } from '../codex/survey/dateKeys';
import { commentSpans } from '../entry/comments';
import { mayVeil, secretCallouts, hiddenInDoubt } from '../entry/veil';
import { knownKey, frontmatterTree, cutFrontmatter } from '../entry/frontmatter';
import type { Entry } from '../entry/entry';
import {
  isShared,
  type PageInMaking,
  type SharedPage,
  textOfPage,
  type PageGiven,
  type PageSource,
  sharedPage,
} from './sharedPage';
import { isStillOpen, type PageReaders, type Readership } from './readership';
import { audienceAt } from '../codex/pathRules';
import { markedFolder } from '../codex/knowledgeKeys';
import { HIDES_NOTHING } from '../entry/unreadMarks';
import { readEntry } from '../entry/readEntry';
import { CONFLICT, conflictsIn } from '../text/unreadable';
import { type CutByOthers, pictureFinder, type EditionFiles } from './attachments';
import { GONE, questionsTo, type StateOfPage, statesOfPages } from './pageQuestions';

export interface PageLeftOut {
  readonly file: string;
  /** In words. */
  readonly why: string;
}

/** The parts that are left out of a shared page: a count of each sort; keys by name. */
export interface PartsLeftOut {
  readonly file: string;
  readonly facts: number;
  readonly secrets: number;
  readonly comments: number;
  readonly links: number;
  readonly keys: readonly string[];
  readonly pictures: readonly string[];
  /** The text that is hidden for a mark that may or may not begin a comment, in words; absent if there is none. */
  readonly in_doubt?: readonly string[];
}

/** A page of the codex that is not shown. */
export function hiddenPage(readership: Readership, file: string): PageLeftOut {
  const entry = entryAt(readership.whole, file);
  return { file, why: entry ? `${whyWords(readership, entry)}${factsInNoPage(readership, file)}` : '' };
}

/** Facts of a page that is not shown which its readers know: an edition has no page for them. */
function factsInNoPage({ view, knower }: Readership, file: string): string {
  const veiled = view.eyes.veiledAt(file);
  const count = veiled ? countOfFacts(veiled) : 0;
  if (count === 0) return '';
  return count === 1
    ? `; one fact of it is known to ${knower}, and is on no page here: state it on a page that is open`
    : `; ${count} facts of it are known to ${knower}, and are on no page here: state them on a page that is open`;
}

/** Why a page is left out that no key marks for publishing, in words. */
export const whyUnmarked = ({ marked }: Readership): string =>
  `not marked for publishing (like \`publish: true\`), as ${marked === 1 ? 'one note is' : `${marked} notes are`}`;

function whyWords(readership: Readership, entry: Entry): string {
  const { whole, view, knower, until, point } = readership;
  const words: Readonly<Record<Exclude<WhyHidden['why'], 'later'>, string>> = {
    draft: 'a draft',
    later_revision: `written in ${canonText(whole, entry) ?? 'a later revision'}, after ${point.text}`,
    doubt: "who knows it can't be read for certain: its problems say why",
    kept_back: whyUnmarked(readership),
    never: `not open to ${knower}`,
  };
  if (entry.publishing === 'no') return 'not to be published, as it says itself (like `publish: false`)';
  if (!entry.draft && isStillOpen(whole, entry)) return `of ${canonText(whole, entry)}, which is still open`;
  const why = view.eyes.whyHidden(entry);
  if (why.why === 'doubt' && entry.frontmatter.start === entry.frontmatter.end)
    return 'it says who knows it outside of frontmatter, which begins with --- in the first line, and ends with ---';
  if (why.why !== 'later') return words[why.why];
  const later = `not open to ${knower} before ${why.from}`;
  // Unless the world's dates are days of our calendar too.
  return why.from === entry.date?.text && isOurDay(why.from) && !isOurDay(until?.text ?? '')
    ? `${later}, its date in the world: a day of our time belongs under a key of your own, like \`played\``
    : later;
}

/** The parts of a shared page that its readers are not given; null: nothing. */
function partsLeftOut(
  codex: Codex,
  page: SharedPage,
  { text, written, top, state, questions }: PageInMaking,
): PartsLeftOut | null {
  const from = cutFrontmatter(text)?.body ?? 0;
  const veils = mayVeil(text, from);
  const keys = top.flatMap(({ key }) =>
    knownKey(codex, key.text) === undefined && !codex.attributeKeys.has(keyOf(key.text)) && !isShared(codex, key.text)
      ? [key.text]
      : [],
  );
  const inDoubt = veils ? hiddenInDoubt(text, from) : [];
  const left: PartsLeftOut = {
    file: page.path,
    facts:
      countOfFacts(written) -
      countOfFacts({ ...state, formerly: state.formerly ?? [] }) +
      (state.ends ?? []).filter((end) => end === GONE).length,
    secrets: veils ? secretCallouts(text, from, codex.secrets).length : 0,
    comments: veils ? commentSpans(text, from).length : 0,
    links: written.links.filter(({ target }) => questions.isHiddenName(target)).length + page.hiddenFiles,
    keys,
    pictures: page.hiddenPictures,
    ...(inDoubt.length > 0 && { in_doubt: inDoubt }),
  };
  const { facts: hidden, secrets, comments, links, pictures } = left;
  return hidden + secrets + comments + links + keys.length + pictures.length > 0 ? left : null;
}

/** A shared page that may not be meant to be shared. */
export interface PageInDoubt {
  readonly file: string;
  /** As written: `[!gm]`. */
  readonly marks: readonly string[];
  /** Names of pages that its readers do not know, which it has in plain words: they are shared as written. */
  readonly names: readonly string[];
}

/** Null: there are none. */
function pageInDoubt(codex: Codex, given: PageInMaking): PageInDoubt | null {
  const [marks, names] = [marksOf(codex, given), namesIn(given)];
  return marks.length + names.length > 0 ? { file: given.written.path, marks, names } : null;
}

function marksOf(codex: Codex, { text, written: { path, knowledge, problems } }: PageInMaking): string[] {
  const folder = knowledge?.knownBy || audienceAt(codex, path) ? null : markedFolder(path);
  const found = problems.filter(({ code }) => code === HIDES_NOTHING);
  return [
    ...found.map(({ span }) => text.slice(span.start, span.end).trim()),
    ...(folder === null ? [] : [`the folder ${folder}`]),
  ];
}

function namesIn({ entry: { facts }, questions: { isHiddenName, isSecretName } }: PageInMaking): string[] {
  const names = facts.flatMap(({ entity, value }) => [...(entity ? [entity.text] : []), value.text]);
  return [...new Set(names)].filter((name) => isHiddenName(name) && isSecretName(name));
}

/** Why the shared page would read differently from the original, in words; null: it reads the same. */
function whyNotTheSame(codex: Codex, page: SharedPage, cutByOthers: CutByOthers): string | null {
  const text = textOfPage(page);
  const others = cutByOthers(text);
  // The line end before the YAML belongs to it, the one after it does not.
  const yaml = `${others?.yaml ?? ''}\n`.replace(/^\r?\n/, '');
  if (yaml !== page.yaml || others?.body !== page.body) return 'other tools would cut its frontmatter elsewhere';
  const own = cutFrontmatter(text);
  if (!own?.closed || text.slice(own.yaml.start, own.yaml.end) !== page.yaml || text.slice(own.body) !== page.body)
    return 'Retcon would cut its frontmatter elsewhere';
  // If its title is a key, the prose does not matter here, unless git left a conflict in it.
  const entry = readEntry(page.path, hasKey(codex, 'title') ? textOfPage({ ...page, body: '' }) : text, codex);
  const broken = entry.problems.find(({ code }) => code.startsWith('frontmatter/') || code === 'entry/conflict');
  if (broken) return `its frontmatter would be read otherwise: ${broken.message}`;
  if (conflictsIn(text, own.body, false).length > 0) return `it would be read otherwise: ${CONFLICT}`;
  if (entry.title !== page.title) return `it would be called "${entry.title}", and is called "${page.title}"`;
  return entry.knowledge?.isDoubtful ? 'it would say itself who knows it' : null;
}

/** A page as it was made and read back. */
export interface MadePage {
  readonly path: string;
  readonly page: SharedPage;
  /** Why it can't be written, in words; null: it can. */
  readonly unlike: string | null;
  readonly left: PartsLeftOut | null;
  readonly doubt: PageInDoubt | null;
}

function makePage(source: PageSource, { text, written, state, questions }: PageGiven): MadePage {
  const { codex, until } = source;
  const reader = { ...questions, secrets: codex.secrets, inline: codex.inline };
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

interface PageMaker {
  /** Undefined: the page is not shown. */
  readonly stateAt: (path: string) => StateOfPage | undefined;
  /** Null if a file can't be read. */
  readonly make: (path: string, state: StateOfPage) => MadePage | null;
}

export function pageMaker(readership: PageReaders, files: EditionFiles): PageMaker {
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

const countOfFacts = ({
  facts,
  formerly,
}: {
  readonly facts: readonly unknown[];
  readonly formerly: readonly { readonly facts: readonly unknown[] }[];
}): number => formerly.reduce((count, version) => count + version.facts.length, facts.length);
