/** The rule `retcon/silent`: something established has changed or vanished, and no retcon declares it. */
import {
  entryAt,
  clippedFactsOf,
  touches,
  prongsOf,
  counterpart,
  entityInOther,
  entityOfFact,
  idOf,
  resolve,
  valueEntry,
  canonWords,
  hasPlace,
} from '../../canon';
import type { Entry, Fact } from '../../entry/entry';
import type { Span } from '../../text/span';
import { listWords } from '../../text/words';
import { nameSpan } from '../rule';
import {
  type Compared,
  type ComparedFinding,
  type ComparingRule,
  isMovedInCanon,
  relatedInBaseline,
} from './baselineComparison';
import {
  believedNow,
  hasBecomeBelief,
  drafted,
  goneWithFacts,
  hasLostFrontmatter,
  isMissed,
  lostFrontmatter,
} from './gonePages';
import { movedByCodex } from './changedCodex';
import { renderFactName, renderInstead } from './story';
import { gainedNames, isByName, lostNames, renamedFrom, renamedTo, takenId } from './movedNames';
import { joinedEntities } from './joinedEntities';
import { lostEntity, renamedKeys, movedDates, rankedOtherwise } from './changedKeys';
import { declaredSince, saysAlready, type Silenced, silencedFacts } from './silencedFacts';
import { weakenedRetcons } from './weakenedRetcons';

export const silent: ComparingRule = {
  code: 'retcon/silent',
  severity: 'error',
  *ofChanged(compared, { was, is }) {
    if (!is) yield* renamedTo(compared, was) ? [] : goneWithFacts(compared, was);
    else if (hasLostFrontmatter(was, is)) yield* lostFrontmatter(compared, was, is, [...changes(compared, was, is)]);
    else if (hasBecomeBelief(was, is)) yield* believedNow(compared, was, is, [...changes(compared, was, is)]);
    else yield* changes(compared, was, is);
  },
  *ofNew(compared, is) {
    yield* renamed(compared, is);
    yield* gainedNames(compared, is);
    const was = counterpart(compared.now, compared.baseline, is);
    if (!was || was.draft) yield* joined(compared, null, is);
  },
  ofCodex: movedByCodex,
};

function* changes(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  const taken = [...takenId(compared, was, is)];
  yield* taken;
  if (!was.draft && taken.length === 0) yield* joined(compared, was, is);
  yield* changedFacts(compared, was, is);
  yield* drafted(compared, was, is);
  yield* lostNames(compared, was, is);
  yield* movedInCanon(compared, was, is);
  yield* weakenedRetcons(compared, was, is);
  yield* rankedOtherwise(compared, was, is);
}

/** Entities that have become one, unless the name that makes them one is reported. */
function* joined(compared: Compared, was: Entry | null, is: Entry): Iterable<ComparedFinding> {
  const found = [...joinedEntities(compared, was, is)];
  if (found.length > 0 && [...gainedNames(compared, is)].length === 0) yield* found;
}

/** A renamed file whose id was its file name. */
function* renamed(compared: Compared, is: Entry): Iterable<ComparedFinding> {
  const { baseline, now, point } = compared;
  const was = renamedFrom(compared, is);
  if (!was) return;
  const id = idOf(baseline, was);
  const mends = [...(is.writtenId ? [] : [`\`id: ${id}\``]), `\`aliases: [${id}]\``].join(' or ');
  const message = `${id} has become ${idOf(now, is)} since ${point}, and what names ${id} no longer finds it. Write ${mends} in ${is.path}.`;
  const related = [relatedInBaseline(compared, was, nameSpan(was), `the id is ${id}`)];
  yield { file: is.path, gone: was.names, finding: { span: nameSpan(is), message, related } };
}

/** The deleted page that a fact named, if the fact still names it or names a new page in its place. */
export function goneFrom({ baseline, now }: Compared, { fact, instead }: Silenced): Entry | undefined {
  const named = valueEntry(baseline, fact.value);
  if (!named || !instead || counterpart(baseline, now, named)) return undefined;
  const is = valueEntry(now, instead.value);
  const isNamed = fact.value.text === instead.value.text || (is && !counterpart(now, baseline, is));
  return isNamed ? named : undefined;
}

/** The page that a fact named by its id, if the fact now has the name as plain text. */
export function lostReference({ baseline, now }: Compared, { fact, instead }: Silenced): Entry | undefined {
  const named = valueEntry(baseline, fact.value);
  const page = named && counterpart(baseline, now, named);
  if (!page || !instead || valueEntry(now, instead.value)) return undefined;
  const resolved = resolve(now, instead.value.text);
  return resolved.kind === 'one' && resolved.entry === page ? page : undefined;
}

function* changedFacts(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  const { baseline, point } = compared;
  const all = silencedFacts(compared, was, is);
  const { findings, reported: moved } = movedDates(compared, was, is, all);
  yield* findings;
  const entity = lostEntity(compared, was, is, all);
  yield* entity.findings;
  const key = renamedKeys(compared, was, is, all);
  yield* key.findings;
  const isReported = (one: Silenced): boolean => moved.has(one) || entity.reported.has(one) || key.reported.has(one);
  for (const silenced of all.filter((one) => !isReported(one) && !isByName(compared, one.fact, is))) {
    const gone = goneFrom(compared, silenced);
    // The fact only seems to have changed if that page goes on under another name.
    if (gone && (renamedTo(compared, gone) || isMissed(compared, gone))) continue;
    const { fact, instead } = silenced;
    const factName = renderFactName(baseline, was, fact);
    const how = instead
      ? `this has been changed${renderInstead(compared, was, fact, is, instead)} without a retcon`
      : 'that is no longer here';
    const lostHere = lostReference(compared, silenced);
    if (lostHere && instead) {
      const id = idOf(compared.now, lostHere);
      const message = `${renderFactName(baseline, was, fact, 'was')}, the page, as of ${point}, and \`${instead.value.text}\` is plain text: only an id, or a [[link]], stands for a page. Write ${id}.`;
      yield {
        file: is.path,
        finding: {
          span: instead.value.span,
          message,
          related: [relatedInBaseline(compared, was, fact.value.span, factName)],
        },
      };
      continue;
    }
    const todo = todoAbout(compared, was, is, silenced);
    const message = `${renderFactName(baseline, was, fact, 'was')} as of ${point}, and ${gone ? lost(compared, gone) : `${how}. Put it back${todo}`}`;
    const span = instead ? differing(fact, instead, is, gone) : (is.factsKey ?? nameSpan(is));
    yield {
      file: is.path,
      finding: { span, message, related: [relatedInBaseline(compared, was, fact.value.span, factName)] },
    };
  }
}

/** What to do besides putting the old text back. A fact that is already superseded cannot get a second successor. */
function todoAbout(compared: Compared, was: Entry, is: Entry, { fact, instead }: Silenced): string {
  const { baseline, now } = compared;
  const id = idOf(now, is);
  const clipped = clippedFactsOf(baseline, was).find((one) => one.fact === fact);
  const taking = clipped?.clippedBy.at(-1);
  if (clipped && taking && clipped.segments.length === 0)
    return `: ${idOf(baseline, taking.by)} has taken its place, and what was established before that stays as it was.`;
  const entity = entityInOther(now, baseline, entityOfFact(baseline, was, fact));
  const since = declaredSince(compared, is).find((one) => touches(now, one, entity, fact.attribute.text, fact.value));
  if (since) return saysAlready(now, since);
  if (!instead) return `; a retraction of ${id} can say that it is not true.`;
  const rivals = prongsOf(now, is).filter((one) => touches(now, one, entity, fact.attribute.text, fact.value));
  if (rivals.length === 0) return `, and declare a retcon of ${id}.`;
  const draft = rivals.find(({ by }) => by.draft);
  if (draft) return `: what the draft ${idOf(now, draft.by)} says of it counts once it is no longer a draft.`;
  const standing = listWords([...new Set(rivals.map(({ by }) => idOf(now, by)))], 'and');
  return `, retract it, and give the new value on a page of its own: in this, ${id} is already superseded by ${standing}.`;
}

function lost({ baseline, now }: Compared, gone: Entry): string {
  const id = idOf(baseline, gone);
  const mend = `\`aliases: [${id}]\``;
  return `no page answers to ${id} any more. ${entryAt(now.canon, gone.path) ? `Write ${mend} in ${gone.path}, or put its id back` : `Put ${gone.path} back, or write ${mend} in the page that it has become`}.`;
}

/** The span of the text that differs: the value, else a date of the fact, else the date of the entry. */
function differing(was: Fact, is: Fact, entry: Entry, gone: Entry | undefined): Span {
  if (gone || was.value.text !== is.value.text) return is.value.span;
  if (was.from?.text !== is.from?.text && is.from) return is.from.span;
  if (was.until?.text !== is.until?.text && is.until) return is.until.span;
  return is.from || was.from ? is.value.span : (entry.date?.span ?? is.value.span);
}

function* movedInCanon(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  const { baseline, now: known, point } = compared;
  if (!isMovedInCanon(compared, was, is)) return;
  const then = canonWords(baseline.canon, was) ?? 'the beginning';
  const now = canonWords(known.canon, is) ?? (hasPlace(known.canon, is) ? 'the beginning' : 'its first commit');
  const message = `${idOf(known, is)} entered the canon at ${then} as of ${point}, and now at ${now}: what was known when has changed. Put it back.`;
  const related = [relatedInBaseline(compared, was, was.canon?.span ?? nameSpan(was), `canon is ${then}`)];
  yield { file: is.path, finding: { span: is.canon?.span ?? nameSpan(is), message, related } };
}
