/** Names that mean another page than they did in the baseline. */
import { filed, mentionKeys, counterpart, idOf, resolve, valueEntry, entryAt, type Known, at } from '../../canon';
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { Span } from '../../text/span';
import { nameSpan } from '../rule';
import { type Compared, type ComparedFinding, isEstablished, isNew, relatedInBaseline } from './baselineComparison';

/** A name that meant one page and means another one now: told at both, and not at every page that says it. */
interface MovedName {
  readonly was: Entry;
  /** The page that it has come to, beside the one that has had it or in its place; null: no page answers to it now. */
  readonly is: Entry | null;
  readonly isShared: boolean;
}

/** Whom a name meant, and whom it means now, where the page that it meant is still there. */
function movedName(compared: Compared, name: string): MovedName | null {
  const { baseline, now } = compared;
  const then = resolve(baseline, name);
  if (then.kind !== 'one') return null;
  const was = then.entry;
  const same = counterpart(baseline, now, was);
  const here = resolve(now, name);
  // A page that has gone may have left its name to another that was there: they are not made one unseen.
  if (!same && here.kind === 'one' && counterpart(now, baseline, here.entry))
    return { was, is: here.entry, isShared: false };
  if (!same) return null;
  if (here.kind === 'one') return here.entry === same ? null : { was, is: here.entry, isShared: false };
  if (here.kind === 'none') return named(was, name) === null ? null : { was, is: null, isShared: false };
  const come = here.entries.filter((one) => one !== same && isNew(compared, one));
  return come.length === 1 && come[0] ? { was, is: come[0], isShared: true } : null;
}

/** A name as a page writes it: one of its aliases, its title, or its file's name; null where it is none of these. */
const named = ({ aliases, title, fileName }: Entry, name: string): string | null =>
  [...aliases.map(({ text }) => text), title, fileName].find((one) => nameKey(one) === nameKey(name)) ?? null;

/** Whether anything that was told says a name and means a page by it. */
const isNamedInBaseline = (compared: Compared, name: string, was: Entry): boolean =>
  mentionKeys(name).some((key) =>
    (['statedOn', 'alsoNaming', 'declaredOn'] as const).some((index) =>
      filed(compared.baseline.canon, index, key).some(
        (entry) => compared.baseline.has(entry) && isEstablished(compared, entry) && says(compared, entry, name, was),
      ),
    ),
  );

/** Free text only happens to be a name. */
function says({ baseline }: Compared, { facts, declarations }: Entry, name: string, was: Entry): boolean {
  const isName = (text: string | undefined): boolean => text !== undefined && nameKey(text) === nameKey(name);
  return (
    facts.some(
      ({ entity, value }) => isName(entity?.text) || (isName(value.text) && valueEntry(baseline, value) === was),
    ) || declarations.some(({ target }) => isName(target.text))
  );
}

/** The names that a page had beside its id, with their places where they are written. */
const namesOf = ({ aliases, title, titleSpan, fileName }: Entry): ReadonlyMap<string, Span | null> =>
  new Map(
    [[fileName, null] as const, [title, titleSpan] as const, ...aliases.map(({ text, span }) => [text, span] as const)]
      // Once, where it is written; in whatever letters.
      .filter(([text], i, all) => !all.slice(i + 1).some(([other]) => nameKey(other) === nameKey(text))),
  );

/** At the page that a name has left. */
export function* lostNames(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  for (const [text, place] of namesOf(was)) {
    const moved = movedName(compared, text);
    if (!moved || moved.was !== was || moved.isShared || !isNamedInBaseline(compared, text, was)) continue;
    // Where it still has the name, only who took it has done anything.
    if (moved.is && isNew(compared, moved.is) && named(is, text) !== null) continue;
    const span = place ?? nameSpan(was);
    const means = moved.is
      ? `means ${idOf(compared.now, moved.is)} now: what was told of one is told of the other`
      : 'no page answers to it now';
    const todo =
      moved.is || was.aliases.some((one) => one.text === text) ? 'Put the name back' : `Write it among the \`aliases\``;
    const message = `${text} meant ${idOf(compared.now, is)} as of ${compared.point}, and ${means}. ${todo}.`;
    yield {
      file: is.path,
      ...(!moved.is && { gone: [text] }),
      finding: {
        span: nameSpan(is),
        message,
        related: [relatedInBaseline(compared, was, span, `${text} is one of its names`)],
      },
    };
  }
}

/** At the page that a name has come to. */
export function* gainedNames(compared: Compared, is: Entry): Iterable<ComparedFinding> {
  let isTold = false;
  const own = is.writtenId ? ([is.writtenId.text, is.writtenId.span] as const) : ([is.derivedId, null] as const);
  for (const [text, place] of [own, ...namesOf(is)]) {
    const moved = movedName(compared, text);
    if (
      !moved ||
      moved.is !== is ||
      !isEstablished(compared, moved.was) ||
      !isNamedInBaseline(compared, text, moved.was)
    )
      continue;
    // A file's name is told once, however it is spelled.
    if (moved.isShared && isTold) continue;
    isTold = moved.isShared;
    const span = place ?? nameSpan(is);
    const old = idOf(compared.baseline, moved.was);
    const message = moved.isShared
      ? `${text} meant ${moved.was.path} as of ${compared.point}, and could be ${is.path} as well now: what was told of it finds neither. ${place ? 'Choose another name' : `Name this file otherwise, or write \`id: ${old}\` in ${moved.was.path}`}.`
      : `${text} ${text === old ? 'was a page of its own' : `meant ${old}`} as of ${compared.point}: what was told of it is told of ${is.writtenId === null ? idOf(compared.now, is) : is.path} now. Choose another name.`;
    yield {
      file: is.path,
      ...(moved.isShared && { shares: nameKey(text) }),
      finding: {
        span,
        message,
        related: [
          relatedInBaseline(
            compared,
            moved.was,
            nameSpan(moved.was),
            `${text} means ${idOf(compared.baseline, moved.was)}`,
          ),
        ],
      },
    };
  }
}

/** Whether a page still says a fact in the words in which it was told, and only a name in it means another page. */
export const isByName = (compared: Compared, fact: Fact, is: Entry): boolean =>
  is.facts.some((one) => isWrittenAlike(one, fact)) &&
  [fact.entity?.text, fact.value.text].some((name) => name !== undefined && movedName(compared, name) !== null);

/** Whether two facts are the same words. */
export const isWrittenAlike = (a: Fact, b: Fact): boolean =>
  a.entity?.text === b.entity?.text &&
  a.attribute.text === b.attribute.text &&
  a.value.text === b.value.text &&
  a.from?.text === b.from?.text &&
  a.until?.text === b.until?.text;

/** What an entry of now was, where it says the same as one that has gone, and nobody else answers to the old id: at most its title does. */
export function renamedFrom(compared: Compared, is: Entry): Entry | undefined {
  const { baseline, now } = compared;
  if (counterpart(now, baseline, is)) return undefined;
  const gone = [...entriesWithContentOf(baseline, is), ...inPlace(baseline, is)].filter(
    (was) => !counterpart(baseline, now, was),
  );
  const [was] = gone;
  if (!was || gone.length !== 1 || !isEstablished(compared, was)) return undefined;
  const named = resolve(now, idOf(baseline, was));
  return named.kind === 'none' || (named.kind === 'one' && named.entry === is) ? was : undefined;
}

/** What an entry that has gone seems to be now. */
export const renamedTo = (compared: Compared, was: Entry): Entry | undefined =>
  [...entriesWithContentOf(compared.now, was), ...inPlace(compared.now, was)].find(
    (is) => isNew(compared, is) && renamedFrom(compared, is) === was,
  );

/** The entries that say what another says: they are among those that name any of its values. */
function entriesWithContentOf(known: Known, entry: Entry): Entry[] {
  const naming = entry.facts.map(({ value }) => at(known.canon.alsoNaming, mentionKeys(value.text)[0] ?? '') ?? []);
  const [fewest = []] = naming.sort((a, b) => a.length - b.length);
  const content = contentOf(entry);
  return fewest.flatMap((path) => {
    const other = entryAt(known.canon, path);
    return other && known.has(other) && contentOf(other) === content ? other : [];
  });
}

/** The entry in the same file, where neither states a fact and both have the same place in time, in the story or in the canon. */
function inPlace(known: Known, entry: Entry): Entry[] {
  const other = entryAt(known.canon, entry.path);
  if (!other || !known.has(other) || entry.facts.length + other.facts.length > 0) return [];
  const isAlike = other.date?.text === entry.date?.text && other.canon?.text === entry.canon?.text;
  return isAlike && (entry.date?.date || entry.canon) ? [other] : [];
}

/** Its title, where that is a key of its own: any other may come of the file's name. And its facts as they are written. */
const contentOf = ({ title, titleSpan, frontmatter, date, facts }: Entry): string =>
  JSON.stringify([
    titleSpan && titleSpan.start < frontmatter.end ? title : null,
    date?.text,
    facts.map(({ entity, attribute, value, from, until }) => [
      entity?.text,
      attribute.text,
      value.text,
      from?.text,
      until?.text,
    ]),
  ]);

/** At the page that has the id now. @param is the entry that goes by the id of `was` now */
export function* takenId(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  const { baseline, now, point } = compared;
  if (!is.writtenId || is.path === was.path) return;
  const [here, other] = [entryAt(now.canon, was.path), entryAt(baseline.canon, is.path)];
  // Where the files have swapped their names, the titles have gone along with the ids.
  if (!here || !other || here.title !== was.title || other.title !== is.title || was.title === is.title) return;
  const id = idOf(baseline, was);
  const message = `${id} was the id of ${was.path} as of ${point}, and is that of ${is.path} now: what was told of one is told of the other. Put the ids back.`;
  yield {
    file: is.path,
    finding: {
      span: is.writtenId.span,
      message,
      related: [relatedInBaseline(compared, was, nameSpan(was), `${id} means ${was.title}`)],
    },
  };
}
