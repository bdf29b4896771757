/** The new entry that declares what an old one had been changed to in place: the old text stands again by then. */
import { type Clipped, clippedFactsOf, idOf, type Known } from '../../canon';
import type { Moment } from '../../chronology';
import { setTopKey } from '../../entry/frontmatter';
import type { Entry, Fact } from '../../entry/entry';
import type { YamlValue } from '../../yaml/tree';
import { beforeAll, type Carried, factName, scopeOf } from './carriedFacts';
import { copyFrontmatter, type VersionPlan } from './newVersion';
import { entityToName, retconItem, rivalsToName, thatStates } from './declare';
import { decidedWithin, limitsOf, notNamed, titleFor } from './retconQuestions';
import { type Surroundings, freeFile, edit, newFrontmatter, stepped, pageBeside } from './page';
import { audienceText, pageAudience, unclearAudience } from './knownByText';
import { onlyItemKey } from './restated';

/** An entry after an edit. */
interface Edited {
  readonly known: Known;
  readonly entry: Entry;
  readonly text: string;
}

export interface RestatedFact {
  /** A fact of the old entry, which stands again. */
  readonly fact: Fact;
  /** What the edited entry said instead; undefined: nothing. */
  readonly instead: Fact | undefined;
}

/** A new file, in which the reason is left blank. */
interface SilencedPage {
  readonly file: string;
  readonly text: string;
  /** Offset of the blank in its text. */
  readonly reason: number;
}

/**
 * @param back with the old text put back
 * @param moved facts of the edited entry that are to be said in the new file alone
 * @param today the ISO date of now
 */
export function pageForSilenced(
  back: Edited,
  edited: Edited,
  { restated, moved }: { readonly restated: readonly RestatedFact[]; readonly moved: readonly Fact[] },
  { isTaken, today }: Surroundings & { readonly today: string },
): SilencedPage | null {
  const { known, entry: old } = back;
  if (notNamed(known, old) || unclearAudience(known, edited.entry)) return null;
  // A retcon reaches all facts about an entity and an attribute: the new page repeats those that the page still states.
  const silenced = clippedFactsOf(known, old).filter(({ fact }) => restated.some((one) => one.fact === fact));
  const pairs = pairsOf(silenced);
  const kept = clippedFactsOf(edited.known, edited.entry).filter(
    (one) => pairs.has(onlyItemKey(one)) || moved.includes(one.fact),
  );
  const keptPairs = pairsOf(kept);
  const changed = silenced.filter((one) => keptPairs.has(onlyItemKey(one)));
  const act = kept.length > 0 ? 'declare' : 'retract';
  const decided = decidedWithin(known.canon.codex, limitsOf(known, old, act), today);
  if (decided === 'none') return null;
  // What another retcon has taken already can't be superseded again: it is retracted, and repeated for as long as it still held.
  const scope = scopeOf(known, old);
  const isFree = ({ fact }: Clipped): boolean => 'facts' in scope && scope.facts.some((one) => one.fact === fact);
  const free = changed.filter(isFree);
  const gone = silenced.filter((one) => !free.includes(one));
  if (gone.some(({ segments }) => segments.length === 0)) return null;
  const only = gone.filter((one) => !keptPairs.has(onlyItemKey(one)));
  const audiences = new Set(only.map(({ fact }) => audienceText(known, old, fact)));
  // What is gone is named on the new page.
  if (
    act === 'retract'
      ? audiences.size > 1
      : [...audiences].some((one) => one !== audienceText(edited.known, edited.entry))
  )
    return null;
  const title = titleFor(known, old, act);
  const page: Page = {
    file: freeFile(known, old, title, isTaken),
    title,
    canon: decided?.proposed ?? null,
    retracts: gone.length > 0 ? [{ id: idOf(known, old), reason: '', only: namesOf(gone) }] : null,
  };
  const text =
    kept.length > 0 ? superseding(known, old, edited, { free, kept }, page) : retracting(back, only[0]?.fact, page);
  const reason = text?.indexOf(BLANK) ?? -1;
  return text === null || reason < 0 ? null : { file: page.file, text, reason: reason + BLANK.length - 1 };
}

/** Where the author is to say why. */
const BLANK = 'reason: ""';

interface Page {
  readonly file: string;
  readonly title: string;
  readonly canon: string | null;
  readonly retracts: YamlValue | null;
}

const pairsOf = (facts: readonly Clipped[]): ReadonlySet<string> => new Set(facts.map(onlyItemKey));

const namesOf = (facts: readonly Clipped[]): string[] => [...new Set(facts.map(factName))];

/** Made from the edited entry, of which only what the retcon reaches is kept. @param free what is superseded; the rest is retracted */
function superseding(
  known: Known,
  old: Entry,
  { entry, text }: Edited,
  { free, kept }: { readonly free: readonly Clipped[]; readonly kept: readonly Clipped[] },
  { file, title, canon, retracts }: Page,
): string | null {
  const { codex } = known.canon;
  const freePairs = pairsOf(free);
  const carried = kept.flatMap((clipped): Carried[] =>
    (freePairs.has(onlyItemKey(clipped)) ? clipped.stated : clipped.segments).map((segment) => ({ clipped, segment })),
  );
  const reached = reachedBy(known, old, kept);
  const start = entry.date?.date?.start ?? 'always';
  const effective = free.length > 0 ? effectiveFor(known, old, free, start) : start;
  const { key, body, id } = pageBeside(known, entry, text, title, file);
  const plan: VersionPlan = {
    codex,
    old: entry,
    carried,
    begin: effective === 'always' ? null : effective,
    title: key,
    id,
    entity: carried.some(({ clipped }) => clipped.fact.entity === null) ? entityToName(known, old, 'always') : null,
    date: undefined,
    canon,
    audience: pageAudience(codex, entry, text, file),
    retcon: free.length > 0 ? retconOf(known, old, free, effective === start ? null : effective) : null,
    disputes: rivalsToName(
      known,
      old,
      reached.flatMap((clipped) => clipped.stated.map((segment) => ({ clipped, segment }))),
    ),
  };
  const pages = copyFrontmatter(plan, text).flatMap((front) => {
    const whole =
      retracts === null ? front : stepped(front, [edit((now) => setTopKey(now, codex, 'retracts', retracts))]);
    return whole === null ? [] : whole + body;
  });
  return thatStates(known, file, pages, carried) ?? null;
}

/** All facts that an entry states about the entities and attributes of some facts. */
const reachedBy = (known: Known, old: Entry, facts: readonly Clipped[]): Clipped[] => {
  const pairs = pairsOf(facts);
  return clippedFactsOf(known, old).filter((one) => pairs.has(onlyItemKey(one)));
};

/** From when all statements of some facts are superseded. @param start the date of the new entry, which counts by default */
function effectiveFor(known: Known, old: Entry, free: readonly Clipped[], start: Moment | 'always'): Moment | 'always' {
  const earliest = beforeAll({ facts: reachedBy(known, old, free), only: null }, old);
  // A retcon without a date takes effect for all time.
  if (start === 'always' || earliest === 'always') return earliest === 'always' ? 'always' : start;
  return start.line === earliest.line && start.day <= earliest.day ? start : earliest;
}

/** @param effective null: what it is by default */
function retconOf(known: Known, old: Entry, free: readonly Clipped[], effective: Moment | 'always' | null): YamlValue {
  const only = namesOf(free);
  const all = namesOf(clippedFactsOf(known, old));
  return retconItem(known, old, effective, '', only.length < all.length ? only : null);
}

/** @param fact one of those that are retracted: all are known to the same */
function retracting(
  { known, entry: old, text }: Edited,
  fact: Fact | undefined,
  { file, title, canon, retracts }: Page,
): string | null {
  const { codex } = known.canon;
  const { key, body, id, eol } = pageBeside(known, old, text, title, file);
  const front = newFrontmatter(
    codex,
    { id, title: key, canon, ...pageAudience(codex, old, text, file, fact), retracts },
    eol,
  );
  return front && front + body;
}
