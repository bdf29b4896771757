/** Reports names that mean another page than they did in the baseline. */
import { filed, mentionKeys, counterpart, idOf, resolve, valueEntry, entryAt, type Known, at } from '../../canon';
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { Span } from '../../text/span';
import { nameSpan } from '../rule';
import { type Compared, type ComparedFinding, isEstablished, isNew, relatedInBaseline } from './baselineComparison';
import { allFactsOf } from '../../entry/versions';

/** A name that meant one page and means another now. It is reported at these two pages, not at every page that uses it. */
interface MovedName {
  readonly was: Entry;
  /** The page that has the name now, alone or as well; null: no page has it. */
  readonly is: Entry | null;
  /** Whether the old page still has the name too. */
  readonly isShared: boolean;
}

/** How the meaning of a name has moved; null if it has not, or if the page it meant has simply gone. */
function movedName(compared: Compared, name: string): MovedName | null {
  const { baseline, now } = compared;
  const then = resolve(baseline, name);
  if (then.kind !== 'one') return null;
  const was = then.entry;
  const same = counterpart(baseline, now, was);
  const here = resolve(now, name);
  // A deleted page may leave its name to an existing one, which would silently make one page of the two.
  if (!same && here.kind === 'one' && counterpart(now, baseline, here.entry))
    return { was, is: here.entry, isShared: false };
  if (!same) return null;
  if (here.kind === 'one') return here.entry === same ? null : { was, is: here.entry, isShared: false };
  if (here.kind === 'none') return named(was, name) === null ? null : { was, is: null, isShared: false };
  const newcomers = here.entries.filter((entry) => entry !== same && isNew(compared, entry));
  return newcomers.length === 1 && newcomers[0] ? { was, is: newcomers[0], isShared: true } : null;
}

/** A name as a page spells it, as an alias, its title or its file name; null if the page does not have it. */
const named = ({ aliases, title, fileName }: Entry, name: string): string | null =>
  [...aliases.map(({ text }) => text), title, fileName].find((one) => nameKey(one) === nameKey(name)) ?? null;

/** Whether an established fact or declaration uses a name for a page. */
const isNamedInBaseline = (compared: Compared, name: string, was: Entry): boolean =>
  mentionKeys(name).some((key) =>
    (['statedOn', 'alsoNaming', 'declaredOn'] as const).some((index) =>
      filed(compared.baseline.canon, index, key).some(
        (entry) => compared.baseline.has(entry) && isEstablished(compared, entry) && says(compared, entry, name, was),
      ),
    ),
  );

/** Whether an entry uses a name for a page. Free text that happens to equal the name does not count. */
function says({ baseline }: Compared, entry: Entry, name: string, was: Entry): boolean {
  const isName = (text: string | undefined): boolean => text !== undefined && nameKey(text) === nameKey(name);
  return (
    allFactsOf(entry).some(
      ({ entity, value }) => isName(entity?.text) || (isName(value.text) && valueEntry(baseline, value) === was),
    ) || entry.declarations.some(({ target }) => isName(target.text))
  );
}

/** The names of a page beside its id, with the spans of those that are written in it. */
const namesOf = ({ aliases, title, titleSpan, fileName }: Entry): ReadonlyMap<string, Span | null> =>
  new Map(
    [[fileName, null] as const, [title, titleSpan] as const, ...aliases.map(({ text, span }) => [text, span] as const)]
      // The last spelling of each name wins: aliases and titles have spans, file names have none.
      .filter(([text], i, all) => !all.slice(i + 1).some(([other]) => nameKey(other) === nameKey(text))),
  );

/** Findings at the page that has lost a name. */
export function* lostNames(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  for (const [text, place] of namesOf(was)) {
    const moved = movedName(compared, text);
    if (!moved || moved.was !== was || moved.isShared || !isNamedInBaseline(compared, text, was)) continue;
    // If the page still has the name, the problem is reported at the page that took it.
    if (moved.is && isNew(compared, moved.is) && named(is, text) !== null) continue;
    const span = place ?? nameSpan(was);
    const means = moved.is
      ? `means ${idOf(compared.now, moved.is)} now: established facts about one are now about the other`
      : 'no page answers to it now';
    const todo =
      moved.is || was.aliases.some((one) => one.text === text) ? 'Put the name back' : `Add it to the \`aliases\``;
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

/** Findings at the page that has gained a name. */
export function* gainedNames(compared: Compared, is: Entry): Iterable<ComparedFinding> {
  let isReported = false;
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
    // Several spellings of one name are reported once.
    if (moved.isShared && isReported) continue;
    isReported = moved.isShared;
    const span = place ?? nameSpan(is);
    const old = idOf(compared.baseline, moved.was);
    const message = moved.isShared
      ? `${text} meant ${moved.was.path} as of ${compared.point}, and could be ${is.path} as well now: established facts that name it find neither page. ${place ? 'Choose another name' : `Give this file another name, or write \`id: ${old}\` in ${moved.was.path}`}.`
      : `${text} ${text === old ? 'was a page of its own' : `meant ${old}`} as of ${compared.point}: established facts about it are now about ${is.writtenId === null ? idOf(compared.now, is) : is.path}. Choose another name.`;
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

/** Whether a page still states a fact in the established words, and only a name in it means another page. */
export const isByName = (compared: Compared, fact: Fact, is: Entry): boolean =>
  allFactsOf(is).some((one) => isWrittenAlike(one, fact)) &&
  [fact.entity?.text, fact.value.text].some((name) => name !== undefined && movedName(compared, name) !== null);

/** Whether two facts are written with the same words. */
export const isWrittenAlike = (a: Fact, b: Fact): boolean =>
  a.entity?.text === b.entity?.text &&
  a.attribute.text === b.attribute.text &&
  a.value.text === b.value.text &&
  a.from?.text === b.from?.text &&
  a.until?.text === b.until?.text;

/** The deleted entry that an entry was before it was renamed: it has the same content, and nothing else answers to the old id. */
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

/** The entry that a deleted entry was renamed to. */
export const renamedTo = (compared: Compared, was: Entry): Entry | undefined =>
  [...entriesWithContentOf(compared.now, was), ...inPlace(compared.now, was)].find(
    (is) => isNew(compared, is) && renamedFrom(compared, is) === was,
  );

/** The entries with the same content as another. The search goes through the entries that name its rarest value. */
function entriesWithContentOf(known: Known, entry: Entry): Entry[] {
  const naming = allFactsOf(entry).map(
    ({ value }) => at(known.canon.alsoNaming, mentionKeys(value.text)[0] ?? '') ?? [],
  );
  const [fewest = []] = naming.sort((a, b) => a.length - b.length);
  const content = contentOf(entry);
  return fewest.flatMap((path) => {
    const other = entryAt(known.canon, path);
    return other && known.has(other) && contentOf(other) === content ? other : [];
  });
}

/** The entry in the same file, if neither states a fact and both have the same date and `canon`. */
function inPlace(known: Known, entry: Entry): Entry[] {
  const other = entryAt(known.canon, entry.path);
  if (!other || !known.has(other) || allFactsOf(entry).length + allFactsOf(other).length > 0) return [];
  const isAlike = other.date?.text === entry.date?.text && other.canon?.text === entry.canon?.text;
  return isAlike && (entry.date?.date || entry.canon) ? [other] : [];
}

/** The title in the frontmatter, the date and the facts, as written. A title elsewhere may derive from the file name. */
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

/** Finding at the page that has taken an id. @param is the entry that has the id of `was` now */
export function* takenId(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  const { baseline, now, point } = compared;
  if (!is.writtenId || is.path === was.path) return;
  const [here, other] = [entryAt(now.canon, was.path), entryAt(baseline.canon, is.path)];
  // If two files have swapped their names, the titles have moved along with the ids.
  if (!here || !other || here.title !== was.title || other.title !== is.title || was.title === is.title) return;
  const id = idOf(baseline, was);
  const message = `${id} was the id of ${was.path} as of ${point}, and is that of ${is.path} now: established facts about one are now about the other. Put the ids back.`;
  yield {
    file: is.path,
    finding: {
      span: is.writtenId.span,
      message,
      related: [relatedInBaseline(compared, was, nameSpan(was), `${id} means ${was.title}`)],
    },
  };
}
