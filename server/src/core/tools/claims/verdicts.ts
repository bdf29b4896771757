/** Judges one claim: whether it holds, for which knower, and whether its citations bear it out. */
import {
  type Answer,
  attributesOf,
  type Canon,
  type CanonPoint,
  type Clipped,
  clippedOf,
  contradict,
  endDay,
  joinSegments,
  type Segment,
  type Held,
  type Known,
  kindOfAttribute,
  knownAt,
  lineOf,
  pairOf,
  startDay,
  valueEntry,
  wasTrueAt,
  entryNamed,
  resolve,
} from '../../canon';
import type { WorldDate } from '../../chronology';
import { keyOf } from '../../codex/codex';
import { citableSources, citationIn, isCitable, sourceAt } from '../../codex/sources';
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { normalisedText } from '../../rules/retcon/baselineComparison';
import type { Claim, Verdict } from '../asked/commonShapes';
import { findEntityByName, nameAtPoint, type QuestionFailure, strip } from '../asked/question';
import { pageOf } from '../../entry/versions';

/** A claim whose times have been read. */
export interface PlacedClaim {
  readonly claim: Claim;
  readonly point: CanonPoint;
  readonly at: WorldDate | null;
  /** Everything that the claim's knower holds; null: the claim is for no knower, or for the author. */
  readonly view: Known | null;
}

export interface Judgement {
  readonly verdict: Verdict;
  readonly known: Known;
  /** The entity as the canon names it; null: it is not known, and `failure` says why. */
  readonly entity: string | null;
  readonly failure: QuestionFailure | null;
  readonly attribute: string;
  /** The true answer, or what the knower holds; of very many values, those of the claim and some others. */
  readonly so: Answer | null;
  /** How many values are left out. */
  readonly soLeft: number;
  /** The canon that answers it: all that is known, or what the knower holds. */
  readonly answering: Known;
  /** The claim's value, as a retcon has ended it. */
  readonly taken: Clipped | null;
  readonly badSource: BadSource | null;
  /** Where it holds, if that is only a part of what the claim is about. */
  readonly stretches?: readonly Segment[];
}

/** A citation that does not bear a claim out. */
interface BadSource {
  readonly cited: string;
  readonly why: string;
}

const VIOLATIONS: ReadonlySet<Verdict> = new Set(['contradicts', 'not_yet_known', 'bad_source']);
export const isViolation = (verdict: Verdict): boolean => VIOLATIONS.has(verdict);

export function judgeClaim(canon: Canon, { claim, point, at, view }: PlacedClaim): Judgement {
  const known = knownAt(canon, point);
  const named = nameAtPoint(canon, point, claim.entity, findEntityByName);
  // Of some entities there are only beliefs, which are nobody's but their believers'.
  const believed = named.ok || !view ? named : findEntityByName(view, claim.entity);
  const found = believed.ok ? believed : named;
  const base = {
    known,
    entity: null,
    failure: null,
    attribute: claim.attribute,
    so: null,
    soLeft: 0,
    taken: null,
    answering: known,
  };
  if (!found.ok) {
    const badSource = found.failure.code === 'not-found' ? badSourceOf(known, claim, []) : null;
    return { ...base, failure: found.failure, verdict: badSource ? 'bad_source' : 'unknown', badSource };
  }
  const entity = found.value.id;
  const attribute = attributeNamed(known, entity, claim.attribute);
  const [so, held] = [known, view ?? known].map((one) => answerAt(one, entity, attribute, at));
  const isSaid = matching(claim.value);
  const says = (one: Held): boolean => isSaid(one.clipped, one.ref);
  const stated = clippedOf(known, pairOf(entity, attribute)).filter((clipped) =>
    isSaid(clipped, valueEntry(known, clipped.fact.value)),
  );
  const taken = stated.find((one) => one.clippedBy.length > 0 && wasStatedAt(one, at)) ?? null;
  const answer = inShort(held ?? so ?? null, says);
  const judged = { ...base, entity, attribute, ...answer, answering: held && view ? view : known, taken };

  if (!held?.values.some(says)) {
    if (so?.values.some(says))
      return { ...judged, ...inShort(so, says), answering: known, verdict: 'not_yet_known', badSource: null };
    const isOther = judged.so !== null && kindOfAttribute(known, attribute) !== 'set';
    if (!taken && isOther) return { ...judged, verdict: 'contradicts', badSource: null };
  }
  const badSource = badSourceOf(known, claim, stated);
  if (badSource) return { ...judged, verdict: 'bad_source', badSource };
  if (held?.values.some(says)) {
    if (isOneSide(held, says)) return { ...judged, verdict: 'disputed', badSource };
    const stretches = at ? partsWithin(held.values.filter(says), at) : null;
    return stretches
      ? { ...judged, verdict: 'holds_in_part', stretches, badSource }
      : { ...judged, verdict: 'holds', badSource };
  }
  return { ...judged, verdict: taken ? 'superseded' : 'unknown', badSource };
}

/** The stretches in which some values hold, joined where they touch; null: one of them holds in all of a time. */
function partsWithin(values: readonly Held[], at: WorldDate): readonly Segment[] | null {
  if (values.some(({ line }) => line === null)) return null;
  const parts = joinSegments(values.map(({ segment }) => segment));
  const isWhole = parts.some((part) => startDay(part) <= at.start.day && at.end.day <= endDay(part));
  return isWhole ? null : parts;
}

/** Consecutive claims mostly need the same answer: the last one of each view is kept. */
const lastAnswers = new WeakMap<Known, { readonly key: string; readonly answer: Answer | undefined }>();

function answerAt(known: Known, entity: string, attribute: string, at: WorldDate | null): Answer | undefined {
  const key = JSON.stringify([pairOf(entity, attribute), at]);
  const last = lastAnswers.get(known);
  if (last?.key === key) return last.answer;
  const [answer] = wasTrueAt(known, entity, { at, attribute }).facts;
  lastAnswers.set(known, { key, answer });
  return answer;
}

/** The most values that are given with a claim. */
const MOST_VALUES = 100;

function inShort(so: Answer | null, says: (one: Held) => boolean): Pick<Judgement, 'so' | 'soLeft'> {
  const values = so?.values ?? [];
  if (so === null || values.length <= MOST_VALUES) return { so, soLeft: 0 };
  const kept = new Set([...values.filter(says), ...values.slice(-MOST_VALUES)].slice(0, MOST_VALUES));
  return { so: { ...so, values: values.filter((one) => kept.has(one)) }, soLeft: values.length - kept.size };
}

/** The attribute as pages state it: an assistant may write it with other capitals, or blanks. */
function attributeNamed(known: Known, entity: string, written: string): string {
  const stated = attributesOf(known, entity);
  return stated.includes(written) ? written : (stated.find((one) => keyOf(one) === keyOf(written)) ?? written);
}

/** Whether a stated value matches a claim: by any name of the entry that it refers to, or by the same words. */
function matching(written: string): (stated: Clipped, ref: Entry | undefined) => boolean {
  const text = strip(written);
  const [name, words] = [nameKey(text), normalisedText(text)];
  return ({ fact }, ref) => ref?.names.includes(name) === true || wordsOf(fact) === words;
}

/** The key of a fact's words, since each claim is compared with all that is stated. */
const wordsStated = new WeakMap<Fact, string>();

function wordsOf(fact: Fact): string {
  const words = wordsStated.get(fact) ?? normalisedText(fact.value.text);
  wordsStated.set(fact, words);
  return words;
}

/** Whether another value holds beside the claim's at one point, where there can be one. */
const isOneSide = ({ isDisputed, values }: Answer, says: (one: Held) => boolean): boolean =>
  isDisputed && values.some((other) => !says(other) && values.some((one) => says(one) && contradict(one, other)));

/** Whether a value held at a time, before any retcon. */
const wasStatedAt = ({ stated }: Clipped, at: WorldDate | null): boolean =>
  stated.some((segment) => {
    if (at === null) return endDay(segment) === Infinity;
    const line = lineOf(segment);
    return (
      (line === null || line === at.start.line) && startDay(segment) < at.end.day && at.start.day < endDay(segment)
    );
  });

/** The first citation that does not bear the claim out. @param stated where its value is stated, whenever it holds */
function badSourceOf(known: Known, { cites = [] }: Claim, stated: readonly Clipped[]): BadSource | null {
  for (const cited of cites) {
    const why = whyBad(known, strip(cited), stated);
    if (why !== null) return { cited, why };
  }
  return null;
}

function whyBad(known: Known, cited: string, stated: readonly Clipped[]): string | null {
  const { codex } = known.canon;
  const restsOn = (fits: (source: string) => boolean): boolean =>
    stated.some(({ entry }) =>
      [...entry.sources, ...[...entry.declarations, entry.versionOf?.change].flatMap((one) => one?.sources ?? [])].some(
        ({ text }) => fits(text),
      ),
    );
  const SAYS_NOTHING = 'it does not say so';
  const found = resolve(known, cited);
  if (found.kind === 'many') return 'several entries are called that';
  if (found.kind === 'one') {
    const { entry } = found;
    const isThere =
      stated.some((one) => pageOf(one.entry) === entry) || restsOn((text) => entryNamed(known, text) === entry);
    return isThere ? null : SAYS_NOTHING;
  }
  const citation = citationIn(cited);
  if (restsOn((text) => normalisedText(text) === normalisedText(cited)))
    return citation && codex.registry.length > 0 && !isCitable(codex, citation) ? noSuchVersion(known, cited) : null;
  if (!citation) return 'nothing is called that';
  if (!isCitable(codex, citation)) return noSuchVersion(known, cited);
  const isThere = stated.some(({ entry }) => isSameId(sourceAt(codex, entry.path).id, citation.id));
  return isThere ? null : SAYS_NOTHING;
}

function noSuchVersion({ canon: { codex } }: Known, cited: string): string {
  const id = citationIn(cited)?.id ?? '';
  const source = citableSources(codex).find((one) => isSameId(one.id, id));
  return source ? `it is at version ${source.version}` : 'the registry has no such source';
}

const isSameId = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
