/** Looks up one entry: its standing, the facts it states, and every version in its chain. */
import {
  type Canon,
  type CanonPoint,
  knownAt,
  currentVersionsOf,
  staleSourcesOf,
  type StaleSummary,
  staleSummariesOf,
  versionsOf,
  changesOf,
  datesKnown,
  enteredWith,
  wholeVersionsOf,
  type Clipped,
  clippedFactsOf,
  idOf,
  isShown,
  type Known,
  valueEntry,
  type Retcon,
  canonText,
  canonWords,
  retconsBy,
  retconsOf,
  type Segment,
  kindOf,
  standingOf,
  type Held,
  heldByFact,
  kindOfAttribute,
  pairOf,
  rivalsOfFact,
} from '../../canon';
import { compareTexts } from '../../text/sorted';
import type { Entry } from '../../entry/entry';
import { pageOf, withVersions } from '../../entry/versions';
import { renderBeginnings } from '../../entry/stretches';
import {
  headingLine,
  itemLine,
  link,
  type RichLine,
  type RichText,
  sectionLine,
  strong,
  textLine,
} from '../words/richText';
import { joinWith } from '../../text/words';
import type { Answered, AskSurroundings, Given } from '../asked/answering';
import { readCanonPointParam, findEntryByName, nameAtPoint } from '../asked/question';
import { effectiveText, valueJson } from '../words/answerJson';
import { retconLines } from '../words/answerSentences';
import { asOfText, attributeName, entityName, standingWords, stretchText } from '../words/names';
import { groupBy } from '../../text/groups';

export function askLookup(canon: Canon, given: Given, { commits }: AskSurroundings): Answered<'lookup'> {
  const { name = '', as_of } = given;
  const point = readCanonPointParam(canon, as_of, commits);
  if (!point.ok) return point;
  const resolved = nameAtPoint(canon, point.value, name, findEntryByName);
  if (!resolved.ok) return resolved;

  const found = lookedUp(knownAt(canon, point.value), resolved.value);
  return { ok: true, json: jsonOf(found), prose: proseOf(found, point.value) };
}

/** All answers about an entry; only its standing, if it is not known at the point. */
function lookedUp(known: Known, entry: Entry) {
  const at = known.canon.codex.present;
  const isKnown = known.has(entry);
  return {
    known,
    entry,
    standing: standingOf(known, entry, at),
    versions: isKnown ? versionsOf(known, entry) : [],
    // Pages that a partial retcon links are not versions of each other: the sentences list versions only.
    whole: isKnown ? wholeVersionsOf(known, entry) : [],
    current: isKnown ? currentVersionsOf(known, entry, at) : [],
    facts: isKnown ? clippedFactsOf(known, entry) : [],
    changes: isKnown ? changesOf(known, entry) : [],
    disputes: isKnown ? disputedWith(known, entry) : [],
    stale: isKnown ? staleSourcesOf(known, entry, at).filter(({ by }) => isShown(known, by)) : [],
    summaries: isKnown ? staleSummariesOf(known, entry, at) : [],
  };
}

type LookedUp = ReturnType<typeof lookedUp>;

const jsonOf = ({
  known,
  entry,
  standing,
  current,
  versions,
  changes,
  facts,
  disputes,
  stale,
  summaries,
}: LookedUp) => ({
  entry: {
    id: idOf(known, entry),
    title: entry.title,
    type: entry.type?.text ?? null,
    date: datesKnown(known, entry).date?.date?.text ?? null,
    file: entry.path,
    standing,
    canon: canonText(known.canon, entry),
    tier: entry.tier?.text ?? null,
  },
  current: current.map((version) => idOf(known, version)),
  chain: versions.map((version) => versionJson(known, version)),
  formerly: changes.flatMap((change) => formerJson(known, change)),
  facts: factsJson(known, facts),
  disputes: disputes.map((other) => idOf(known, other)),
  stale: [
    ...new Set([
      ...stale.map(({ source }) => source),
      ...summaries.flatMap(({ summarised, by }) => (by.length > 0 ? [summarised] : [])),
    ]),
  ].map((one) => idOf(known, one)),
  ...(summaries.some(({ isTooMuch }) => isTooMuch) && {
    not_worked_out: summaries.flatMap(({ summarised, isTooMuch }) => (isTooMuch ? [idOf(known, summarised)] : [])),
  }),
});

function proseOf(
  { known, entry, standing, current, whole, facts, disputes, stale, summaries }: LookedUp,
  point: CanonPoint,
): RichText {
  const details = [entry.type?.text, renderBeginnings(entry), canonWords(known.canon, entry), entry.tier?.text].flatMap(
    (part) => part ?? [],
  );
  const retcons = [
    ...new Set(
      whole.flatMap((version) => [
        ...retconsOf(known, version),
        ...changesOf(known, version),
        ...partsBy(known, version),
      ]),
    ),
  ].filter(({ by, old }) => isShown(known, by) && isShown(known, old));
  const others = current.filter((version) => version !== entry && whole.includes(version));
  return [
    headingLine(link(entry), ` — ${standingWords(known.canon, entry, standing)}`, asOfText(point.text)),
    ...(details.length > 0 ? [textLine(details.join(' · '))] : []),
    ...(others.length > 0 && standing !== 'current' ? [entriesLine('Current now: ', others)] : []),
    ...facts.map((fact) => factLine(known, fact)),
    ...sectionLine(
      'What was changed',
      retcons.flatMap((retcon) => retconLines(known, retcon)),
    ),
    ...(disputes.length > 0 ? [entriesLine('In dispute with ', disputes)] : []),
    ...stale.map(({ source, by }) =>
      textLine('Rests on ', link(source), ', which ', link(by), ' has replaced: to be reviewed.'),
    ),
    ...summaries.map(summaryLine),
  ];
}

/** The most pages that are named as stating otherwise. */
const MOST_NAMED = 12;

const summaryLine = ({ summarised, by }: StaleSummary): RichLine =>
  by.length === 0
    ? textLine(
        'Retcon has not worked out whether ',
        link(summarised),
        ', which it sums up, has changed since: too many pages sum up pages about the same, and these state too much.',
      )
    : textLine(
        'Sums up ',
        link(summarised),
        ', which ',
        ...joinWith(
          [
            ...by.slice(0, MOST_NAMED).map((one) => link(one)),
            ...(by.length > MOST_NAMED ? [`${by.length - MOST_NAMED} more`] : []),
          ],
          ' and ',
        ),
        ' changed since: to be reviewed.',
      );

const entriesLine = (before: string, entries: readonly Entry[]) =>
  textLine(
    before,
    ...joinWith(
      entries.map((entry) => link(entry)),
      ' and ',
    ),
    '.',
  );

/** The retcons by which an entry supersedes others in part. */
const partsBy = (known: Known, entry: Entry): Retcon[] =>
  retconsBy(known, entry).filter(({ kind, only }) => kind === 'supersedes' && only);

/** What a page says that it said before: a value, or a date or an end of its own. */
function formerJson(known: Known, change: Retcon) {
  const { by, old, reason } = change;
  const common = {
    canon: canonText(known.canon, enteredWith(known, change)),
    effective: effectiveText(change),
    kind: kindOf(known, change),
    reason,
  };
  if (by.versionOf?.isDated) {
    const before = withVersions(old)[by.versionOf.place - 1] ?? old;
    const [was, is] = [before, by].map(({ date, until }) => ({ date: date?.text ?? null, until: until?.text ?? null }));
    const moved = (['date', 'until'] as const).filter((key) => was?.[key] !== is?.[key]);
    return moved.map((attribute) => ({ attribute: attribute as string, value: was?.[attribute] ?? null, ...common }));
  }
  return (change.only ?? []).map(({ entity, attribute, value }) => ({
    attribute: entity === null ? attribute : `${entity}.${attribute}`,
    value: value?.text ?? null,
    ...common,
  }));
}

/** The first retcon that replaces a version: one that cuts, rather than a soft one or a restoration. */
function replacedBy(known: Known, entry: Entry): Retcon | undefined {
  const retcons = retconsOf(known, entry).filter(
    ({ kind, by, replaces }) => kind !== 'restores' && !replaces && isShown(known, by),
  );
  return retcons.find((retcon) => !retcon.soft && !retcon.only) ?? retcons[0];
}

function versionJson(known: Known, version: Entry) {
  const retcon = replacedBy(known, version);
  return {
    id: idOf(known, version),
    title: version.title,
    date: datesKnown(known, version).date?.date?.text ?? null,
    standing: standingOf(known, version, known.canon.codex.present),
    superseded_by: retcon ? idOf(known, retcon.by) : null,
    kind: retcon ? kindOf(known, retcon) : null,
    reason: retcon?.reason ?? null,
    canon: canonText(known.canon, version),
  };
}

/**
 * The stretches in which a stated fact holds beside its neighbours; a displaced one is shown as stated, and `superseded_by` says
 * the rest.
 */
function shownSegments(known: Known, clipped: Clipped): readonly Segment[] {
  const held = heldParts(known, clipped).map((one) => one.segment);
  return held.length > 0 ? held : clipped.stated;
}

const heldParts = (known: Known, { entity, fact }: Clipped): readonly Held[] =>
  heldByFact(known, pairOf(entity, fact.attribute.text)).get(fact) ?? [];

function factsJson(known: Known, facts: readonly Clipped[]) {
  return [...byPair(facts).values()]
    .flatMap(([first, ...more]) =>
      first ? [{ entity: first.entity, attribute: first.fact.attribute.text, all: [first, ...more] }] : [],
    )
    .sort((a, b) => compareTexts(a.attribute, b.attribute) || compareTexts(a.entity, b.entity))
    .map(({ entity, attribute, all }) => ({
      entity,
      attribute,
      kind: kindOfAttribute(known, attribute),
      is_disputed: rivals(known, all).next().done === false,
      values: all.flatMap((clipped) =>
        shownSegments(known, clipped).map((segment) =>
          valueJson(known, { clipped, segment, ref: valueEntry(known, clipped.fact.value) }),
        ),
      ),
    }));
}

const byPair = (facts: readonly Clipped[]): ReadonlyMap<string, readonly Clipped[]> =>
  groupBy(facts, ({ entity, fact }) => pairOf(entity, fact.attribute.text));

function factLine(known: Known, clipped: Clipped) {
  const { fact } = clipped;
  const ref = valueEntry(known, fact.value);
  const stretches = shownSegments(known, clipped)
    .map((segment) => stretchText({ segment }))
    .filter((part) => part !== '');
  const shown = ref ? strong(ref.title, ref) : strong(fact.value.text);
  const fate = clipped.segments.length === 0 && clipped.stated.length > 0 ? ' (which a retcon has taken back)' : '';
  return itemLine(
    `${attributeName(fact.attribute.text)} of `,
    entityName(known, clipped.entity),
    ': ',
    shown,
    stretches.length > 0 ? `, ${stretches.join(', ')}` : '',
    fate,
  );
}

/** The entries that contradict some facts of one entity and attribute at the same time. */
function* rivals(known: Known, facts: readonly Clipped[]): Generator<Entry> {
  for (const fact of facts) for (const { clipped } of rivalsOfFact(known, fact)) yield clipped.entry;
}

function disputedWith(known: Known, entry: Entry): Entry[] {
  const others = [...byPair(clippedFactsOf(known, entry)).values()].flatMap((facts) =>
    [...new Set(rivals(known, facts))].map(pageOf).filter((other) => other !== entry && isShown(known, other)),
  );
  return [...new Set(others)].sort((a, b) => compareTexts(idOf(known, a), idOf(known, b)));
}
