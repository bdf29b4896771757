/**
 * "Change a Value Everywhere": one new entry supersedes every fact that says it, or each page changes where it stands and remembers
 * what it said. All else of their entries stays as it is.
 */
import {
  audienceOfFact,
  audienceOfPage,
  isForEveryone,
  type Known,
  entryAt,
  withEntries,
  knownAt,
  LATEST,
  idOf,
  valueEntry,
  type Held,
  heldOf,
  pairOf as truthPair,
} from '../../canon';
import type { Entry, Fact } from '../../entry/entry';
import { audienceText, pageAudience, isOpenTo } from './knownByText';
import {
  type RestatedEntry,
  changesNothingElse,
  onlyItemKey,
  type Reach,
  rewriteReach,
  type WantedValue,
  withoutPairs,
  inPlaceOf,
  type ValueQuery,
} from './restated';
import { readEntry } from '../../entry/readEntry';
import { linkTarget } from '../../entry/entryShapes';
import { type CheckedProblem, checkEntry } from '../../rules/check';
import type { Change } from '../../text/problem';
import { flowText } from '../../yaml/writeYaml';
import { asWritten } from '../../yaml/tree';
import { stating, acknowledgedRivals } from './newVersion';
import { retconItem } from './declare';
import { type FactRow, factRow, longFacts } from './factText';
import {
  type Surroundings,
  freeFile,
  isRefusal,
  type Keys,
  newFrontmatter,
  pageBeside,
  type RefusedChange,
  freeTitle,
} from './page';
import { factName } from './carriedFacts';
import { cannotTake, retconValues } from './retconValue';
import { offeredRevisions, positionNamed } from '../../codex/revisions';
import {
  type Decided,
  decidedWithin,
  isWithinLimits,
  type Limits,
  datesNear,
  type NearDate,
  limitsOf,
  decidedTooEarly,
  type PastReason,
  pastReasons,
} from './retconQuestions';

/** Entries of one tier and one audience. */
interface Group {
  readonly first: RestatedEntry;
  readonly restated: readonly RestatedEntry[];
  /** A fact of the first entry, if all its restated facts have the same audience; else the page gives the audience. */
  readonly fact: Fact | undefined;
  /** Its own title, with what distinguishes it from the other groups. */
  readonly title: string;
}

/** @param title of the new entry, where it is one */
function groupsOf(known: Known, all: readonly RestatedEntry[], title: string): readonly Group[] {
  const groups = new Map<string, Omit<Group, 'title'> & { readonly restated: RestatedEntry[] }>();
  const audiences = new Set<string>();
  for (const one of all) {
    const fact = factOfAll(known, one);
    const audience = audienceText(known, one.old, fact);
    audiences.add(audience);
    const key = JSON.stringify([tierOf(one.old), audience]);
    const group = groups.get(key) ?? { first: one, restated: [], fact };
    group.restated.push(one);
    groups.set(key, group);
  }
  const areTiers = new Set(all.map(({ old }) => tierOf(old))).size > 1;
  const titles = new Set<string>();
  return [...groups.values()].map((group): Group => {
    const tier = areTiers && tierOf(group.first.old);
    const isSecret = audiences.size > 1 && !isForEveryone(namesOf(known, group));
    return { ...group, title: titleAmong(titles, title, [...(tier ? [tier] : []), ...(isSecret ? ['secret'] : [])]) };
  });
}

/** The audience of a group. A title must not show it the names of others. */
const namesOf = (known: Known, { first: { old }, fact }: Omit<Group, 'title'>): readonly string[] =>
  fact ? audienceOfFact(known, old, fact) : audienceOfPage(known, old);

/** A title with some words behind it, and a number where others have it already. @param others gets it too */
function titleAmong(others: Set<string>, title: string, words: readonly string[]): string {
  for (let n = 1; ; n++) {
    const all = n === 1 ? words : [...words, String(n)];
    const whole = all.length === 0 ? title : `${title} (${all.join(', ')})`;
    if (others.has(whole)) continue;
    others.add(whole);
    return whole;
  }
}

const tierOf = ({ tier }: Entry): string => tier?.text.toLowerCase() ?? '';

function factOfAll(known: Known, { old, changed, carried }: RestatedEntry): Fact | undefined {
  const facts = [...changed, ...carried.map(({ clipped }) => clipped)];
  const audiences = new Set(facts.map(({ fact }) => audienceText(known, old, fact)));
  return audiences.size === 1 ? changed[0]?.fact : undefined;
}

/** What says the new value: a new page that supersedes those that state the old one, or those pages, which remember it. */
export type RewriteWay = 'page' | 'value';

/** What an author answers, beside what is wanted. */
interface RewriteAnswers {
  readonly as: RewriteWay;
  /** The title of the new entry. */
  readonly title: string;
  /** A revision or an ISO date; null where none is needed. */
  readonly canon: string | null;
  /** Empty for none. */
  readonly reason: string;
}

/** A fact that says something else from now on. */
interface Rewritten extends FactRow {
  /** What it is to say, as that is written in the new entry: a `[[link]]`, an id, or a text. */
  readonly to: string;
  /** The id of the entry that the new value refers to. */
  readonly ref: string | null;
  /** The file that says so. */
  readonly by: string;
}

/** A fact that goes on saying the old value, and what stands against a change. */
interface Spared extends FactRow {
  readonly because: string;
}

export interface Rewrite {
  readonly creates: NonNullable<Change['creates']>;
  /** Pages that remember what they said, each as a whole; none where a new page says the new value. */
  readonly edits: readonly { readonly file: string; readonly text: string }[];
  readonly rewritten: readonly Rewritten[];
  readonly leftAlone: readonly Spared[];
  /** What is wrong with the new and the changed entries, among all that will be known then. */
  readonly problems: readonly CheckedProblem[];
}

/** An entry that is to be made, for old ones of one tier and one audience; or an old one that changes. */
interface Page {
  readonly file: string;
  readonly text: string;
  readonly restated: readonly RestatedEntry[];
}

/** @param textOf the texts of the entries, by path */
export function rewrite(
  known: Known,
  wanted: WantedValue,
  answers: RewriteAnswers,
  surroundings: Surroundings,
  textOf: (path: string) => string | null,
): Rewrite {
  for (let reach = rewriteReach(known, { ...wanted, isInPlace: answers.as === 'value' }); ; ) {
    const pages =
      answers.as === 'value'
        ? changedPages(known, wanted, answers, reach, textOf)
        : pagesOf(known, wanted, answers, reach, surroundings, textOf);
    const written = new Map(pages.map(({ file, text }) => [file, readEntry(file, text, known.canon.codex)]));
    const after = knownAt(withEntries(known.canon, written), LATEST);
    const wrong = pairsGoneWrong(known, after, wanted, reach);
    if (wrong.size === 0) return made(known, after, wanted, reach, pages, answers.as);
    const because = 'a new value would change other answers too: settle what contradicts it first.';
    reach = withoutPairs(known, reach, wanted.from, wrong, because);
  }
}

/** Where the new entries would change an answer in any other way than that the new value stands for the old one. */
function pairsGoneWrong(
  known: Known,
  after: Known,
  { value, from }: WantedValue,
  { restated }: Reach,
): ReadonlySet<string> {
  const replaced = new Map(
    restated.flatMap(({ changed }) =>
      changed.map(({ fact }) => [fact, meaningOf(after, inPlaceOf(known, value, fact))]),
    ),
  );
  const reached = restated.flatMap(({ changed, carried }) => [...changed, ...carried.map(({ clipped }) => clipped)]);
  const means = (held: Held, isNew: boolean): string =>
    (isNew && replaced.get(held.clipped.fact)) || meaning(held.ref, held.clipped.fact.value.text);
  const pairs = new Map(reached.map((one) => [truthPair(one.entity, one.fact.attribute.text), one]));
  const meansNow = (held: Held): string => means(held, false);
  const wrong = [...pairs].filter(
    ([pair]) => !changesNothingElse(heldOf(known, pair), heldOf(after, pair), from?.start ?? null, means, meansNow),
  );
  return new Set(wrong.map(([, one]) => onlyItemKey(one)));
}

const meaning = (ref: Entry | undefined, text: string): string => (ref ? `entry ${ref.path}` : `text ${text}`);

const meaningOf = (known: Known, written: string): string =>
  meaning(referenceOf(known, written), linkTarget(written) ?? written);

/** The entry that a value refers to, in the value's spelling. */
const referenceOf = (known: Known, written: string): Entry | undefined => {
  const target = linkTarget(written);
  return valueEntry(known, { text: target ?? written, linked: target !== null });
};

/** A page whose frontmatter can't take the change stays as it is. */
function changedPages(
  known: Known,
  { value, from }: WantedValue,
  { canon, reason }: RewriteAnswers,
  { restated }: Reach,
  textOf: (path: string) => string | null,
): readonly Page[] {
  const answers = { effective: from?.text ?? '', canon, reason };
  return restated.flatMap((one): Page[] => {
    const { old, changed } = one;
    const values = changed.map(({ fact }) => ({
      target: { kind: 'fact', fact } as const,
      value: value.isLink ? `[[${value.text}]]` : value.text,
    }));
    const outcome = retconValues(known, { entry: old, text: textOf(old.path) ?? '' }, values, answers);
    return isRefusal(outcome) ? [] : [{ file: old.path, text: outcome.text, restated: [one] }];
  });
}

function pagesOf(
  known: Known,
  wanted: WantedValue,
  answers: RewriteAnswers,
  { restated }: Reach,
  { isTaken }: Surroundings,
  textOf: (path: string) => string | null,
): readonly Page[] {
  const pages: Page[] = [];
  for (const group of groupsOf(known, restated, answers.title)) {
    const { first, title } = group;
    const file = freeFile(known, first.old, title, (path) => isTaken(path) || pages.some((one) => one.file === path));
    const { key, body, id, eol } = pageBeside(known, first.old, textOf(first.old.path) ?? '', title, file);
    const keys = { title: key, id, ...keysOf(known, wanted, answers, file, group, textOf) };
    const front = newFrontmatter(known.canon.codex, keys, eol);
    pages.push({ file, text: `${front ?? ''}${body}`, restated: group.restated });
  }
  return pages;
}

function keysOf(
  known: Known,
  { value, from }: WantedValue,
  { canon, reason }: RewriteAnswers,
  file: string,
  { first: { old: like }, restated, fact: oneFact }: Group,
  textOf: (path: string) => string | null,
): Keys {
  const rivals = restated.flatMap(({ old, changed, carried }) =>
    acknowledgedRivals(known, old, [...changed, ...carried.map(({ clipped }) => clipped)]),
  );
  // Pages that say the same are superseded by one that says it once, whatever each calls the entity.
  const facts = new Map(
    restated.flatMap(({ old, changed, carried }) => {
      const longOf = longFacts(textOf(old.path) ?? '');
      const isChanged = new Set(changed);
      return carried.map((one) => {
        const { fact, entity } = one.clipped;
        const stated = longOf(stating(one, from?.start ?? null, null));
        const long = isChanged.has(one.clipped) ? { ...stated, value: inPlaceOf(known, value, fact) } : stated;
        return [flowText({ ...long, entity }), flowText(long)] as const;
      });
    }),
  );
  const supersedes = restated.map(({ old, changed }) =>
    retconItem(known, old, null, reason || null, [...new Set(changed.map(factName))]),
  );
  const disputes = [...new Set(rivals.map((rival) => idOf(known, rival)))];
  return {
    tier: like.tier?.text,
    date: from?.text,
    canon,
    ...pageAudience(known.canon.codex, like, textOf(like.path) ?? '', file, oneFact),
    disputes: disputes.length > 0 ? disputes : null,
    facts: [...facts.values()].map(asWritten),
    supersedes,
  };
}

function made(
  known: Known,
  after: Known,
  { value }: WantedValue,
  { restated, leftAlone }: Reach,
  pages: readonly Page[],
  as: RewriteWay,
): Rewrite {
  const rewritten = restated.flatMap((one) => {
    const by = pages.find(({ restated: own }) => own.includes(one))?.file;
    if (by === undefined) return [];
    return one.changed.map((clipped): Rewritten => {
      const to = inPlaceOf(known, value, clipped.fact);
      const ref = referenceOf(after, to);
      return { ...factRow(known, clipped), to, ref: ref ? idOf(after, ref) : null, by };
    });
  });
  const unable = restated.filter((one) => !pages.some(({ restated: own }) => own.includes(one)));
  const refused = unable.flatMap(({ old, changed }) =>
    changed.map((clipped) => ({ clipped, because: cannotTake(old).refusal })),
  );
  const spared = [...leftAlone, ...refused].map(({ clipped, because }) => ({ ...factRow(known, clipped), because }));
  const problems = pages.flatMap(({ file }) => {
    const entry = entryAt(after.canon, file);
    return entry ? checkEntry(after, entry).map((problem) => ({ file, problem })) : [];
  });
  const files = pages.map(({ file, text }) => ({ file, text }));
  const change = as === 'page' ? { creates: files, edits: [] } : { creates: [], edits: files };
  return { ...change, rewritten, leftAlone: spared, problems };
}

/** What an author is asked before a value is changed everywhere, each question with its likeliest answer. */
interface RewriteQuestions {
  /** The title proposed for the new entry. */
  readonly title: string;
  /** What may be meant when a date is asked for, the likeliest first. */
  readonly dates: readonly NearDate[];
  readonly decided: Decided | null;
  /** Reasons of the past, those of the most similar retcons first. */
  readonly reasons: readonly PastReason[];
}

/** @param today the ISO date of now */
export function rewriteQuestions(
  known: Known,
  wanted: WantedValue,
  reach: Reach,
  today: string,
): RewriteQuestions | RefusedChange {
  const decided = decidedWithin(known.canon.codex, limitsOfAll(known, reach), today);
  if (decided === 'none') {
    const { codex } = known.canon;
    const isLate = ({ old }: RestatedEntry): boolean =>
      decidedWithin(codex, limitsOf(known, old, 'declare'), today) === 'none';
    // What comes too early for all does so for one of them.
    return decidedTooEarly(known, (reach.restated.find(isLate) as RestatedEntry).old);
  }
  const [first] = reach.restated;
  const changed = reach.restated.flatMap((one) => one.changed);
  const named = ({ entry, text }: ValueQuery): string =>
    entry && changed.every((one) => isOpenTo(known, entry, one.entry, one.fact)) ? entry.title : text;
  const title = `${named(wanted.value)} in place of ${named(wanted.old)}`;
  return {
    title: freeTitle(known, (n) => (n === 1 ? title : `${title} ${n}`)),
    dates: first ? datesNear(known, first.old) : [],
    decided,
    reasons: first ? pastReasons(known, first.old, 'supersedes') : [],
  };
}

/** A retcon is decided no earlier than anything that it retcons. */
function limitsOfAll(known: Known, { restated }: Reach): Limits {
  const all = restated.map(({ old }) => limitsOf(known, old, 'declare'));
  return { notBefore: all.flatMap(({ notBefore }) => notBefore), after: all.flatMap(({ after }) => after) };
}

/** What is wrong with the revision or the ISO date at which a value is to be changed; null where nothing is. */
export function canonProblem(known: Known, reach: Reach, canon: string): string | null {
  const { codex } = known.canon;
  const position = positionNamed(codex, canon);
  const accepted = [...offeredRevisions(codex, canon), 'a date such as 2026-05-12'].join(', ');
  if (!position) return `"${canon}" is neither a revision in codex.yaml nor a real-world date. Accepted: ${accepted}.`;
  const late = reach.restated.find(({ old }) => !isWithinLimits(limitsOf(known, old, 'declare'), position));
  if (!late) return null;
  const { title, canon: own } = late.old;
  return `${canon} is too early: ${title} ${own ? `entered the canon with ${own.text}` : 'was restored later'}, and a change to it has to come after that.`;
}
