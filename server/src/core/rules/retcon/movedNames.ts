/** A name that meant one page and means another one now: told at both, and not at every page that says it. */
import { filed, mentionKeys, counterpart, idOf, resolve } from '../../canon';
import type { Entry, Fact } from '../../entry/entry';
import { nameSpan } from '../relatedPlaces';
import { type Compared, type ComparedFinding, isEstablished, relatedInBaseline } from './baselineComparison';

/** Whom a name meant, and whom it means now, where both pages are still there and something that was told says it. */
function movedName(compared: Compared, name: string): { readonly was: Entry; readonly is: Entry } | null {
  const { baseline, now } = compared;
  const then = resolve(baseline, name);
  const here = then.kind === 'one' ? resolve(now, name) : then;
  if (then.kind !== 'one' || here.kind !== 'one') return null;
  const same = counterpart(baseline, now, then.entry);
  return same && same !== here.entry ? { was: then.entry, is: here.entry } : null;
}

const isNamedInBaseline = (compared: Compared, name: string): boolean =>
  mentionKeys(name).some((key) =>
    (['statedOn', 'alsoNaming', 'declaredOn'] as const).some((index) =>
      filed(compared.baseline.canon, index, key).some(
        (entry) => compared.baseline.has(entry) && isEstablished(compared, entry),
      ),
    ),
  );

/** At the page that a name has left. */
export function* lostNames(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  for (const { text, span } of was.aliases) {
    const moved = movedName(compared, text);
    if (!moved || moved.was !== was || !isNamedInBaseline(compared, text)) continue;
    const message = `${text} meant ${idOf(compared.now, is)} as of ${compared.point}, and means ${idOf(compared.now, moved.is)} now: what was told of one is told of the other. Put the name back.`;
    yield {
      file: is.path,
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
  for (const { text, span } of is.aliases) {
    const moved = movedName(compared, text);
    if (!moved || moved.is !== is || !isEstablished(compared, moved.was) || !isNamedInBaseline(compared, text))
      continue;
    const message = `${text} meant ${idOf(compared.baseline, moved.was)} as of ${compared.point}: what was told of it is told of ${idOf(compared.now, is)} now. Choose another name.`;
    yield {
      file: is.path,
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
