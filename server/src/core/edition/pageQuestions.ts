/** The questions about the codex, in its readers' view, that the making of a page asks. */
import {
  allOf,
  beginningBy,
  clippedFactsOf,
  entryAt,
  entryNamed,
  filedPaths,
  heldByFact,
  idOf,
  isApart,
  isKeptFromSome,
  isShown,
  type Known,
  pairOf,
  valueElsewhere,
} from '../canon';
import type { Entry, OnlyWritten, FormerVersion, Ref } from '../entry/entry';
import { nameKey } from '../entry/slug';
import { type EditionFiles, hiddenFileTest } from './attachments';
import { knownTo, type PageReaders } from './readership';
import { allFactsOf } from '../entry/versions';

type Ask = (text: string) => boolean;

/** Each question depends on a name or a path alone, and has the same answer for every page. */
export interface PageQuestions {
  /** Whether a name may be that of a page that is not shown. */
  readonly isHiddenName: Ask;
  /** Whether a link to a page that is not shown reveals one of its names, as in `ProseReader`. */
  readonly isNamedBy: Ask;
  /** Whether a name is that of a page that is not shown, or of a source of which nothing is shown. */
  readonly isHiddenRef: Ask;
  /** Whether a name is that of a page that is shown. */
  readonly isPageName: Ask;
  /** Whether a name is that of a page that is kept from anybody: its author may not have meant to reveal it. */
  readonly isSecretName: Ask;
  /** What a name of an entry of another setting is printed as: its title, where everybody there may know it; null: it names none. */
  readonly titleElsewhere: (name: Pick<Ref, 'text' | 'linked'>) => string | null;
  /** Whether the readers are in on a secret that names this knower. */
  readonly isMemberOf: Ask;
  /** Whether a picture may be seen where it lies. */
  readonly isOpenFolder: Ask;
  readonly canReadPicture: Ask;
  /** Whether a file that does not belong to the pages, by its path or its name, may not be seen at its path. */
  readonly isHiddenFile: Ask;
}

export function questionsTo(
  readership: PageReaders,
  { attachments, canReadPicture }: Pick<EditionFiles, 'attachments' | 'canReadPicture'>,
): PageQuestions {
  const { isHiddenName, isNamedBy, isHiddenRef, isMemberOf, isOpenFolder } = readership.view.eyes;
  const known = knownTo(readership);
  // If only one page has a name, and it is shown, the answer is known without making the page.
  const isPageName = (name: string): boolean =>
    (filedPaths(known.canon, 'names', nameKey(name)).length === 1 && !isHiddenName(name)) ||
    entryNamed(known, name) !== undefined;
  const all = allOf(readership.whole);
  const isSecretName = (name: string): boolean => {
    const page = entryNamed(all, name);
    return page !== undefined && isKeptFromSome(all, page);
  };
  const titleElsewhere: PageQuestions['titleElsewhere'] = ({ text, linked }) =>
    all.canon.others && !isHiddenName(text) ? (valueElsewhere(all, { text, linked })?.entry.title ?? null) : null;
  const isHiddenFile = hiddenFileTest(attachments, isOpenFolder);
  return {
    isHiddenName,
    isNamedBy,
    isHiddenRef,
    isPageName,
    isSecretName,
    titleElsewhere,
    isMemberOf,
    isOpenFolder,
    canReadPicture,
    isHiddenFile,
  };
}

/** Of a fact of which a retcon has left nothing. */
export const GONE = Symbol('gone');

/** What the readers have learned of a page, and the names that only the whole codex decides. */
export interface StateOfPage {
  readonly id: string;
  /** The indexes of its learned facts among the facts of the page as written. */
  readonly facts: readonly number[];
  /** The beginning of each of them, where no shared text states it; null: shared text does. Absent: shared text states all. */
  readonly begins?: readonly (string | null)[];
  /** Likewise the end of each of them, where a retcon that no shared page declares has cut it; `GONE`: nothing is left. */
  readonly ends?: readonly (string | typeof GONE | null)[];
  readonly declarations: readonly StateOfDeclaration[];
  /** The later versions of a page that remembers, as far as its readers have learned of them. */
  readonly formerly?: readonly FormerVersion[];
}

export interface StateOfDeclaration {
  readonly place: number;
  /** The id of its entity; null if that is not shown. */
  readonly id: string | null;
  /** For each fact that it is limited to, whether it is known of the old entry; null if the page has them itself. */
  readonly only: readonly boolean[] | null;
}

/** Undefined: the page at a path is not shown. */
export function statesOfPages(readership: PageReaders): (path: string) => StateOfPage | undefined {
  const { view } = readership;
  const { learnedAt, writtenAt } = view.eyes;
  const [known, all] = [knownTo(readership), allOf(readership.whole)];
  // The shown copy need not be made if no other page could have the same id.
  const idAt = (path: string, { writtenId, derivedId }: Entry): string => {
    if (writtenId) return writtenId.text;
    const shown = filedPaths(view, 'names', nameKey(derivedId)).length < 2 ? undefined : entryAt(view, path);
    return shown ? idOf(known, shown) : derivedId;
  };
  return (path) => {
    const [learned, written] = [learnedAt(path), writtenAt(path)];
    if (!learned || !written) return undefined;
    const declarations = learned.declarations.map(({ place, target }): StateOfDeclaration => {
      const old = target === null ? undefined : writtenAt(target);
      if (target === null || !old) return { place, id: null, only: null };
      const declaration = written.declarations[place];
      const only = declaration?.fromOldEnd ? null : (declaration?.only ?? null);
      const shown = only ? entryAt(view, target) : undefined;
      const facts = shown ? allFactsOf(shown) : [];
      const isOf = ({ attribute, value }: OnlyWritten): boolean =>
        facts.some(
          (fact) => nameKey(fact.attribute.text) === nameKey(attribute) && (!value || fact.value.text === value.text),
        );
      return { place, id: idAt(target, old), only: only && only.map(isOf) };
    });
    const begins = isApart(all, written) ? [] : beginningsUnsaid(known, entryAt(view, path));
    const ends = endsUnsaid(known, entryAt(view, path));
    const id = idAt(path, written);
    const formerly = written.formerly.length > 0 ? (entryAt(view, path)?.formerly ?? []) : [];
    return {
      id,
      facts: learned.facts,
      ...(begins.some((one) => one !== null) && { begins }),
      ...(ends.some((one) => one !== null) && { ends }),
      declarations,
      ...(formerly.length > 0 && { formerly }),
    };
  };
}

/** The beginnings of facts that come from a retcon unknown to the readers: these are the same for everybody. */
const beginningsUnsaid = (known: Known, entry: Entry | undefined): readonly (string | null)[] =>
  (entry ? clippedFactsOf(known, entry) : []).map(({ entry, fact, entity, begins }) => {
    const said = beginningBy(known, { entry, fact }, entity, ({ old }) => isShown(known, old));
    return begins && (begins.line !== said?.line || begins.day !== said.day) ? begins.text : null;
  });

/** The ends of facts that come from a retcon which is in force for the readers, and whose page they may not see. */
const endsUnsaid = (known: Known, entry: Entry | undefined): readonly (string | typeof GONE | null)[] =>
  (entry ? clippedFactsOf(known, entry) : []).map(({ fact, entity, segments, clippedBy }) => {
    if (clippedBy.every(({ by }) => isShown(known, by))) return null;
    if (segments.length === 0) return GONE;
    // An end that is written is not moved by neighbours, so it is the end that they have left.
    const held = heldByFact(known, pairOf(entity, fact.attribute.text)).get(fact) ?? [];
    const until = held.at(-1)?.segment.until;
    return until && Number.isFinite(until.day) ? until.text : null;
  });
