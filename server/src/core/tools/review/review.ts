/** The retcons since a canon point, as an author reviews them: the two pages side by side, and how the answers changed. */
import {
  type Canon,
  type CanonPoint,
  type Commits,
  edgesOf,
  entryAt,
  knownAt,
  LATEST,
  clippedFactsOf,
  differenceSteps,
  type Retcon,
  touches,
  entryNamed,
  type Known,
  valueEntry,
  canonWords,
  kindOf,
  type RetconKind,
  pairOf,
  withoutSlips,
  retconsSince,
} from '../../canon';
import { readErrata } from '../../codex/errata';
import type { Entry } from '../../entry/entry';
import { readAloud } from '../../entry/readEntry';
import { type Ripple, rippleSteps } from '../../ripples';
import { addTo } from '../../text/groups';
import { cutShort, listWords } from '../../text/words';
import { pointName, changedEntity, renderChange, reportedChanges } from '../facts/diffSentences';
import { link, type TextPart } from '../words/richText';
import { readCanonPointParam, type Result } from '../asked/question';
import { attributeName, entityName, stretchText } from '../words/names';
import { sidesNamed } from '../words/retconClauses';
import { blocksOf, compareBlocks, type MarkedBlock, unmarked } from './compareBlocks';

interface ReviewQuestion {
  /** A canon point; the beginning, if left out. */
  readonly since?: string | undefined;
  /** How many retcons are skipped and how many are given, in canon order. */
  readonly skip: number;
  readonly take: number;
}

export interface Review {
  /** The name of the canon point; null: the beginning. */
  readonly since: string | null;
  /** How many retcons there are in all. */
  readonly total: number;
  readonly retcons: readonly ReviewedRetcon[];
}

export interface ReviewedRetcon {
  /** Which page does what to which. */
  readonly told: readonly TextPart[];
  readonly does: 'supersedes' | 'soft' | 'retracts' | 'restores';
  readonly kind: RetconKind;
  /** When it was decided, from when on it holds, and whether it concerns some facts only. */
  readonly details: readonly string[];
  readonly reason: string | null;
  readonly sources: readonly TextPart[];
  readonly changes: readonly {
    readonly about: readonly TextPart[];
    readonly was: readonly TextPart[];
    readonly is: readonly TextPart[];
  }[];
  readonly old: ReviewedPage;
  readonly by: ReviewedPage;
  /** The first passages that still say what it changed, and how many there are. */
  readonly left: readonly { readonly page: TextPart; readonly text: string }[];
  readonly leftCount: number;
  /** The two texts have too little in common for marked words. */
  readonly isRewritten: boolean;
}

/** A page as it is written. What differs from the other page is marked. */
interface ReviewedPage {
  readonly page: TextPart;
  readonly date: string | null;
  readonly facts: readonly ReviewedFact[];
  readonly prose: readonly MarkedBlock[];
  /** Whether the page is longer than what is shown. */
  readonly isCut: boolean;
}

interface ReviewedFact {
  /** The attribute, and its entity. */
  readonly about: readonly TextPart[];
  readonly value: TextPart;
  /** The stretch for which it was stated; empty if it is open at both ends. */
  readonly when: string;
  readonly isChanged: boolean;
}

/** The present text of a file; null if it can't be read. */
type ReadReviewedText = (path: string) => string | null;

/** Yields after each entry and each retcon. */
export function* reviewSteps(
  canon: Canon,
  { since, skip, take }: ReviewQuestion,
  textOf: ReadReviewedText,
  commits?: Commits,
): Generator<void, Result<Review>> {
  const point = readCanonPointParam(canon, since, commits);
  if (!point.ok) return point;
  const now = knownAt(canon, LATEST);
  const all = yield* retconsSince(now, since === undefined ? null : knownAt(canon, point.value));
  const retcons = yield* reviewedSteps(now, all.slice(skip, skip + take), textOf);
  const name = since === undefined ? null : pointName(now, point.value);
  return { ok: true, value: { since: name, total: all.length, retcons } };
}

/** The retcons between two pages, whichever of the two is the newer. @param paths of the pages */
export function* pairSteps(
  canon: Canon,
  paths: readonly [string, string],
  textOf: ReadReviewedText,
): Generator<void, Review> {
  const now = knownAt(canon, LATEST);
  const [one, other] = paths.map((path) => entryAt(canon, path));
  const between = (old: Entry, by: Entry): Retcon[] => edgesOf(now, old).filter((retcon) => retcon.by === by);
  const all = one && other && one !== other ? [...between(one, other), ...between(other, one)] : [];
  return { since: null, total: all.length, retcons: yield* reviewedSteps(now, all, textOf) };
}

function* reviewedSteps(
  now: Known,
  shown: readonly Retcon[],
  textOf: ReadReviewedText,
): Generator<void, ReviewedRetcon[]> {
  const retcons: ReviewedRetcon[] = [];
  const left = yield* leftOf(now, shown, textOf);
  for (const retcon of shown) {
    const open = left.get(retcon) ?? [];
    retcons.push({
      ...reviewed(now, retcon, textOf),
      left: open.slice(0, MOST_LEFT).map(leftShown),
      leftCount: open.length,
    });
    yield;
  }
  return retcons;
}

/** More passages are gone through in the editor. */
const MOST_LEFT = 20;
const PASSAGE_LENGTH = 200;

/** What each retcon leaves to revisit. */
function* leftOf(now: Known, retcons: readonly Retcon[], textOf: ReadReviewedText) {
  const left = new Map<Retcon, Ripple[]>();
  for (const { retcon, ripples } of yield* rippleSteps(now, retcons, textOf))
    for (const ripple of ripples) if (ripple.state === 'open') addTo(left, retcon, ripple);
  return left;
}

const leftShown = ({ entry, passage }: Ripple) => ({
  page: link(entry),
  text: passage ? cutShort(PASSAGE_LENGTH, readAloud(passage.text).trim()) : '',
});

function reviewed(now: Known, retcon: Retcon, textOf: ReadReviewedText): Omit<ReviewedRetcon, 'left' | 'leftCount'> {
  const { by, old, kind, soft, effective, reason, only } = retcon;
  const [before, after] = [old, by].map((entry) => blocksOf(textOf(entry.path) ?? '', entry.title));
  const [was, is] = [cut(before ?? []), cut(after ?? [])];
  // A page that retracts or restores another is not a version of it.
  const prose =
    kind === 'supersedes'
      ? compareBlocks(was.kept, is.kept)
      : { before: was.kept.map(unmarked), after: is.kept.map(unmarked), isRewritten: false };
  const [oldFacts, newFacts] = factsOf(now, retcon);
  return {
    told: [link(by), ` ${kind} `, link(old)],
    does: soft ? 'soft' : kind,
    kind: kindOf(now, retcon),
    details: [
      ...decided(now, by),
      effective === 'always' ? 'for all time' : `from ${effective.text} on`,
      ...(only
        ? [`only ${listWords([...new Set(only.map(({ attribute }) => attributeName(attribute)))], 'and')}`]
        : []),
    ],
    reason,
    sources: retcon.sources.map((source): TextPart => {
      const entry = entryNamed(now, source.text);
      return entry ? link(entry) : source.text;
    }),
    changes: sidesNamed(now, retcon).map(({ attribute, entity, at, was: before, is: after }) => ({
      about: [
        ...aboutWords(attribute, entity),
        ...(at === null || (effective !== 'always' && at.day === effective.day) ? [] : [` at ${at.text}`]),
      ],
      was: before,
      is: after,
    })),
    old: { ...pageOf(old), facts: oldFacts, prose: prose.before, isCut: was.isCut },
    by: { ...pageOf(by), facts: newFacts, prose: prose.after, isCut: is.isCut },
    isRewritten: prose.isRewritten,
  };
}

const aboutWords = (attribute: string, entity: TextPart): TextPart[] => [`${attributeName(attribute)} of `, entity];

/** `session-47, The Refounding`; empty if it was there from the beginning. */
function decided({ canon }: Known, by: Entry): string[] {
  const words = canonWords(canon, by);
  if (words === null) return [];
  const title = canon.codex.revisions.find(({ id }) => id === words)?.title;
  return [title === undefined ? words : `${words}, ${title}`];
}

const pageOf = (entry: Entry) => ({ page: link(entry), date: entry.date?.date?.text ?? null });

/** A page with more characters is read in the editor. */
const MOST_PROSE = 20_000;

function cut<T extends { readonly text: string }>(
  blocks: readonly T[],
): { readonly kept: readonly T[]; readonly isCut: boolean } {
  let length = 0;
  const kept = blocks.filter(({ text }) => (length += text.length) <= MOST_PROSE);
  return { kept, isCut: kept.length < blocks.length };
}

/** The facts of either page, as stated. Among those that the retcon touches, values that the other page lacks are marked. */
function factsOf(now: Known, retcon: Retcon): readonly [ReviewedFact[], ReviewedFact[]] {
  const stated = [retcon.old, retcon.by].map((entry) =>
    clippedFactsOf(now, entry).map(({ entity, fact, stated: [segment] }) => {
      const ref = valueEntry(now, fact.value);
      const pair = pairOf(entity, fact.attribute.text);
      return { entity, fact, pair, ref, segment, key: pairOf(pair, ref ? `[[${ref.path}]]` : fact.value.text) };
    }),
  );
  const [old = [], by = []] = stated;
  const touched = new Set(
    old.flatMap(({ entity, fact, pair }) =>
      touches(now, retcon, entity, fact.attribute.text, fact.value) ? pair : [],
    ),
  );
  const factsShown = (own: typeof old, other: typeof old, marks: boolean): ReviewedFact[] => {
    const others = new Set(other.map(({ key }) => key));
    return own.map(({ entity, fact, pair, ref, segment, key }) => ({
      about: aboutWords(fact.attribute.text, entityName(now, entity)),
      value: ref ? link(ref) : fact.value.text,
      when: segment ? stretchText({ segment }) : '',
      isChanged: marks && touched.has(pair) && !others.has(key),
    }));
  };
  // After a soft retcon, the old facts stand as before; after a restoration, they stand again.
  return [
    factsShown(old, by, !retcon.soft && retcon.kind !== 'restores'),
    factsShown(by, old, retcon.kind === 'supersedes'),
  ];
}

/** An answer that has changed without a retcon. */
interface Undeclared {
  /** The attribute, and its entity. */
  readonly about: readonly TextPart[];
  /** The stretch of world time; empty if it is open at both ends. */
  readonly when: string;
  readonly told: readonly TextPart[];
  /** The entries that state it now, or stated it then. */
  readonly by: readonly TextPart[];
}

export interface UndeclaredChanges {
  readonly changes: readonly Undeclared[];
  /** How many there are in all. */
  readonly total: number;
  /** How many answers are new. */
  readonly added: number;
}

/**
 * The first changes since a canon point that neither a retcon nor errata.yaml declares. Yields after each entry and each attribute.
 */
export function* undeclaredSteps(
  canon: Canon,
  { since, take, errata }: { readonly since: string; readonly take: number; readonly errata?: string | null },
  commits?: Commits,
): Generator<void, Result<UndeclaredChanges>> {
  const point: Result<CanonPoint> = readCanonPointParam(canon, since, commits);
  if (!point.ok) return point;
  const [a, b] = [knownAt(canon, point.value), knownAt(canon, LATEST)];
  const all = withoutSlips(
    a,
    b,
    yield* differenceSteps(a, b, { isInParts: true }),
    readErrata(errata ?? null).errata,
  ).differences;
  const silent = reportedChanges(a, b, all).changes.filter(({ isDeclared }) => !isDeclared);
  const changed = silent.filter(({ before }) => before.length > 0);
  return {
    ok: true,
    value: {
      changes: changed.slice(0, take).map((one) => ({
        about: aboutWords(one.attribute, changedEntity(a, b, one)),
        when: stretchText({ segment: one }),
        told: renderChange(b, one),
        by: one.by().map((entry) => link(entry)),
      })),
      total: changed.length,
      added: silent.length - changed.length,
    },
  };
}
