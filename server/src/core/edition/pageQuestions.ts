/** What the making of a page asks of the codex as its readers hold it. */
import {
  allOf,
  beginningBy,
  clippedFactsOf,
  entryAt,
  entryNamed,
  filedPaths,
  idOf,
  isApart,
  isKeptFromSome,
  isShown,
  type Known,
} from '../canon';
import type { Entry } from '../entry/entry';
import { nameKey } from '../entry/slug';
import { type EditionFiles, hiddenFileTest } from './attachments';
import { knownTo, type Readership } from './readership';

type Ask = (text: string) => boolean;

/** Each is asked by a name or a path alone, and answers the same for every page. */
export interface PageQuestions {
  /** Whether a name may be that of a page that is not shown. */
  readonly isHiddenName: Ask;
  /** Whether a link to a page that is not shown says a name of it, as `ProseReader` has it. */
  readonly isNamedBy: Ask;
  /** Whether a name is that of a page that is not shown, or of a source of which nothing is. */
  readonly isHiddenRef: Ask;
  /** Whether a name is that of a page which is shown. */
  readonly isPageName: Ask;
  /** Whether a name is that of a page which is kept from anybody: its author may not have meant to tell it. */
  readonly isSecretName: Ask;
  /** Whether the readers are in on a secret that names this knower. */
  readonly isMemberOf: Ask;
  /** Whether a picture may be seen where it lies. */
  readonly isOpenFolder: Ask;
  readonly canReadPicture: Ask;
  /** Whether a file that is no page, by its path or its name, is one that may not be seen where it lies. */
  readonly isHiddenFile: Ask;
}

export function questionsTo(
  readership: Readership,
  { attachments, canReadPicture }: Pick<EditionFiles, 'attachments' | 'canReadPicture'>,
): PageQuestions {
  const { isHiddenName, isNamedBy, isHiddenRef, isMemberOf, isOpenFolder } = readership.view.eyes;
  const known = knownTo(readership);
  // Where one page alone has a name, and it is shown, that is what is meant: it need not be made to be told.
  const isPageName = (name: string): boolean =>
    (filedPaths(known.canon, 'names', nameKey(name)).length === 1 && !isHiddenName(name)) ||
    entryNamed(known, name) !== undefined;
  const all = allOf(readership.whole);
  const isSecretName = (name: string): boolean => {
    const page = entryNamed(all, name);
    return page !== undefined && isKeptFromSome(all, page);
  };
  const isHiddenFile = hiddenFileTest(attachments, isOpenFolder);
  return {
    isHiddenName,
    isNamedBy,
    isHiddenRef,
    isPageName,
    isSecretName,
    isMemberOf,
    isOpenFolder,
    canReadPicture,
    isHiddenFile,
  };
}

/** What of a page its readers have learned, and what names it gives that only the codex decides. */
export interface StateOfPage {
  readonly id: string;
  /** The places of its facts that were learned, among those of the page as it is written. */
  readonly facts: readonly number[];
  /** For each of them from when it holds, where nothing says so that is shared; null: something does. Absent: of all. */
  readonly begins?: readonly (string | null)[];
  readonly declarations: readonly StateOfDeclaration[];
}

export interface StateOfDeclaration {
  readonly place: number;
  /** Of what it names; null where that is not shown. */
  readonly id: string | null;
  /** Of the facts that it is limited to, which are known of the old entry it names; null where the page has them itself. */
  readonly only: readonly boolean[] | null;
}

/** Undefined: the page at a path is not shown. */
export function statesOfPages(readership: Readership): (path: string) => StateOfPage | undefined {
  const { view } = readership;
  const { learnedAt, writtenAt } = view.eyes;
  const [known, all] = [knownTo(readership), allOf(readership.whole)];
  // The copy that is shown need not be made where no other page could have the same id.
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
      const facts = only ? (entryAt(view, target)?.facts ?? []) : [];
      const isOf = (attribute: string): boolean =>
        facts.some((fact) => nameKey(fact.attribute.text) === nameKey(attribute));
      return { place, id: idAt(target, old), only: only && only.map(({ attribute }) => isOf(attribute)) };
    });
    const begins = isApart(all, written) ? [] : beginningsUnsaid(known, entryAt(view, path));
    const id = idAt(path, written);
    return { id, facts: learned.facts, ...(begins.some((one) => one !== null) && { begins }), declarations };
  };
}

/** Where facts of a page begin that a retcon has brought of which its readers have not heard: that is the same for everybody. */
const beginningsUnsaid = (known: Known, entry: Entry | undefined): readonly (string | null)[] =>
  (entry ? clippedFactsOf(known, entry) : []).map(({ entry, fact, entity, begins }) => {
    const said = beginningBy(known, { entry, fact }, entity, ({ old }) => isShown(known, old));
    return begins && (begins.line !== said?.line || begins.day !== said.day) ? begins.text : null;
  });
