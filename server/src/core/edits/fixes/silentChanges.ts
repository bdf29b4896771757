/** Fixes of silent changes: they are declared as a retcon, or put back. */
import { entityOfFact, entryAt, clippedFactsOf, counterpart, entityNamed, idOf, type Known } from '../../canon';
import { ERRATA_FILE, erratumInto } from '../../codex/errata';
import { nameLike } from '../../rules/rule';
import { erratumItem, whyNoSlip, type Silenced, silencedFacts } from '../../rules/retcon/silencedFacts';
import { lostReference } from '../../rules/retcon/silent';
import {
  type MendContext,
  offer,
  type Offer,
  replaced,
  type MendBaseline,
  entryText,
  contextAfter,
  type Mend,
} from './mend';
import { addTopItems, frontmatterTree, pairOfKey, removeTopKey, setTopKey } from '../../entry/frontmatter';
import type { Entry } from '../../entry/entry';
import { revisionNow } from '../../rules/canon';
import { checkEntry } from '../../rules/check';
import { checkEntryAgainst } from '../../rules/compareWithBaseline';
import { changedInto } from '../../rules/retcon/baselineComparison';
import { hasLostFrontmatter } from '../../rules/retcon/gonePages';
import { renamedFrom } from '../../rules/retcon/movedNames';
import { changedDates, renamedKey } from '../../rules/retcon/changedKeys';
import { applied, type Problem } from '../../text/problem';
import type { Span } from '../../text/span';
import type { YamlEdit } from '../../yaml/editYaml';
import { pageForSilenced, type RestatedFact } from '../refactor/silencedPage';
import { putBack, type WantedText, keepsWords, type RestoredPage, restoreBaseline } from './restoreBaseline';
import { statedAgain } from './knowledgeFixes';
import { audienceText } from '../refactor/knownByText';
import { isNarrative, rememberedItems, withItems } from '../refactor/retconValue';
import { blankIn } from './retconFixes';
import { allFactsOf } from '../../entry/versions';

/** A line in errata.yaml that lets the change through; empty if it is more than a slip of the pen. */
function slipOfThePen(context: MendContext, { compared }: MendBaseline, one: Silenced): Offer[] {
  if (whyNoSlip(compared, one) !== null || !one.instead) return [];
  const text = context.textOf(ERRATA_FILE);
  const item = erratumItem(entityOfFact(context.known, context.entry, one.instead), one, '');
  const title = 'It was only a typo';
  if (text === null)
    return [{ title, creates: [{ file: ERRATA_FILE, text: `- ${item}\n` }], edits: [], isPreferred: false }];
  return offer(title, ERRATA_FILE, erratumInto(text, item), { isPreferred: false });
}

/** Writes the name of a page again, where plain text has replaced it. */
function nameBack(context: MendContext, { compared }: MendBaseline, one: Silenced): Offer[] {
  const lost = lostReference(compared, one);
  if (!lost || !one.instead) return [];
  const { path } = context.entry;
  const name = nameLike(context.known, one.fact.value, lost);
  const edit = replaced(entryText(context), path, one.instead.value.span, name);
  return offer(`Write ${name}, which stands for the page`, path, edit, { isPreferred: true });
}

/** Restores the established text, with or without a new entry that states what was written over it. */
export const mendSilent: Mend = (context, problem) => {
  const { baseline, entry, known } = context;
  if (!baseline) return [];
  if (!entryAt(known.canon, entry.path)) return fileBack(baseline, entry.path);
  const before = renamedFrom(baseline.compared, entry);
  if (before) return keptId(context, idOf(baseline.compared.baseline, before));
  const was = changedInto(baseline.compared, entry)?.was;
  if (!was || hasLostFrontmatter(was, entry)) return [];
  if (entry.draft && isAtDraft(context, problem)) return takeOutDraft(context);
  const all = silencedFacts(baseline.compared, was, entry);
  const start = problem.related?.[0]?.span.start;
  const one = all.find(({ fact }) => fact.value.span.start === start);
  const keyOf = ({ fact, instead }: Silenced) => (instead ? null : renamedKey(baseline.compared, was, entry, fact));
  const key = one && keyOf(one);
  if (one && key) return keyBack(context, key.span, one.fact.attribute.text);
  const isDate = changedDates(baseline.compared, was, entry, all).some(({ was: then, is }) =>
    then ? then.span.start === start : is?.span.start === problem.span.start,
  );
  // Misspelt keys and names are corrected first: a retcon would make them permanent.
  const isMisspelt = all.some((each) => keyOf(each) ?? lostReference(baseline.compared, each));
  const remembering = isMisspelt || !(one || isDate) ? [] : remembered(context, baseline, was, all);
  return [
    ...(one ? nameBack(context, baseline, one) : []),
    ...remembering,
    ...(isMisspelt || !(one || (isDate && all.length > 0))
      ? []
      : declared(context, baseline, was, all).map((offered) => ({
          ...offered,
          isPreferred: remembering.length === 0,
        }))),
    ...(one ? slipOfThePen(context, baseline, one) : []),
    ...justBack(context, baseline, was, one, problem),
  ];
};

/** Writes the established key again. */
const keyBack = (context: MendContext, key: Span, written: string): Offer[] =>
  offer(`Write ${written} again`, context.entry.path, replaced(entryText(context), context.entry.path, key, written));

/** Moves a backdated entry to the revision that is being written. */
export const mendBackdated: Mend = (context, { span }) => {
  const { codex } = context.known.canon;
  const revision = revisionNow(codex);
  if (revision === undefined) return [];
  return offer(
    `Change to ${revision}`,
    context.entry.path,
    replaced(entryText(context), context.entry.path, span, revision),
  );
};

const isAtDraft = (context: MendContext, { span }: Problem): boolean => {
  const tree = frontmatterTree(entryText(context));
  const pair = tree && pairOfKey(context.known.canon.codex, tree, 'draft');
  return pair?.key.content.start === span.start;
};

const takeOutDraft = (context: MendContext): Offer[] =>
  offer('Take out draft', context.entry.path, removeTopKey(entryText(context), context.known.canon.codex, 'draft'));

/** Makes a renamed entry answer to its old name again. */
function keptId(context: MendContext, id: string): Offer[] {
  const { entry, known } = context;
  const { codex } = known.canon;
  const text = entryText(context);
  return [
    ...offer(`Add ${id} to the aliases`, entry.path, addTopItems(text, codex, 'aliases', [id]), { isPreferred: true }),
    ...(entry.writtenId
      ? []
      : offer(`Keep the id ${id}`, entry.path, setTopKey(text, codex, 'id', id), { isPreferred: false })),
  ];
}

/** Puts a deleted file back. */
export const mendDeletedEntry: Mend = ({ baseline, entry, known }) =>
  baseline && !entryAt(known.canon, entry.path) ? fileBack(baseline, entry.path) : [];

const fileBack = ({ textThen }: MendBaseline, file: string): Offer[] => {
  const text = textThen(file);
  return text === null ? [] : [{ title: 'Put the file back', creates: [{ file, text }], edits: [] }];
};

/** Keeps what a page that is kept up to date said, as an item of `formerly`, and leaves what it says now. */
function remembered(context: MendContext, baseline: MendBaseline, was: Entry, silenced: readonly Silenced[]): Offer[] {
  const { entry, known } = context;
  const isAsSecret = audienceText(baseline.compared.baseline, was) === audienceText(known, entry);
  if (isNarrative(entry) || !isAsSecret) return [];
  const text = entryText(context);
  const { baseline: then } = baseline.compared;
  const dates = changedDates(baseline.compared, was, entry, silenced);
  const items = rememberedItems(
    { known: then, page: { entry: was, text: baseline.textThen(was.path) ?? '' } },
    { known, page: { entry, text } },
    {
      facts: silenced.flatMap((one) => (isOnlyMoved(one) ? [] : one.fact)),
      own: dates.flatMap(({ what }) => (what === 'time' ? [] : what)),
    },
    baseline.today,
  );
  const edit = items && withItems(text, known.canon.codex, items);
  if (!edit) return [];
  const after = contextAfter(context, new Map([[entry.path, applied(text, edit)]]));
  if (countSilent(after) >= countSilent(context) || !isQuietBut(context, after)) return [];
  return offer('Remember what it was', entry.path, edit, { blank: blankIn(context, edit), isPreferred: true });
}

/** Whether a fact stands as it was, and only the date of its page has moved it. */
const isOnlyMoved = ({ fact, instead }: Silenced): boolean =>
  instead?.value.text === fact.value.text &&
  instead.from?.text === fact.from?.text &&
  instead.until?.text === fact.until?.text;

/** Whether a change of the page makes no new error in it. */
function isQuietBut(before: MendContext, after: MendContext): boolean {
  const errors = ({ known, entry }: MendContext): number =>
    checkEntry(known, entry).filter(({ severity }) => severity === 'error').length;
  return errors(after) <= errors(before);
}

/** Declares all changes of an entry as one retcon: its page is restored, and a new page states the changes. */
function declared(context: MendContext, baseline: MendBaseline, was: Entry, silenced: readonly Silenced[]): Offer[] {
  const edited = { known: context.known, entry: context.entry, text: entryText(context) };
  for (const back of restoreBaseline(context, baseline, was, silenced)) {
    const { after, moved } = back;
    const restated = restatedIn(back, was, silenced);
    const page = pageForSilenced({ ...after, text: back.text }, edited, { restated, moved }, baseline);
    if (!page || !keepsWords(edited.text, [back.text, page.text])) continue;
    const texts = new Map([
      [context.entry.path, back.text],
      [page.file, page.text.slice(0, page.reason) + 'x' + page.text.slice(page.reason)],
    ]);
    if (!isQuiet(contextAfter(context, texts), page.file)) continue;
    const title =
      silenced.length > 1 ? `Declare these ${silenced.length} changes as a retcon` : 'Declare this as a retcon';
    const creates = [{ file: page.file, text: page.text }];
    const edits = back.edits.map((edit) => ({ file: context.entry.path, ...edit }));
    const blank = { file: page.file, span: { start: page.reason, end: page.reason } };
    return [{ title, creates, edits, blank, isPreferred: true }];
  }
  return [];
}

/** The facts of the restored entry, each with the fact that had replaced it. */
const restatedIn = ({ after }: RestoredPage, was: Entry, silenced: readonly Silenced[]): RestatedFact[] =>
  statedAgain(after, was, silenced).map(({ is, instead }) => ({ fact: is, instead }));

/** Whether a new entry causes no error and no silent change of its own. */
function isQuiet({ known, baseline }: MendContext, file: string): boolean {
  const entry = entryAt(known.canon, file);
  if (!entry || !baseline) return false;
  const found = [...checkEntry(known, entry), ...checkEntryAgainst(baseline.compared, true, entry)];
  return found.every(({ severity, code }) => severity !== 'error' && !code.startsWith('retcon/'));
}

function justBack(
  context: MendContext,
  baseline: MendBaseline,
  was: Entry,
  one: Silenced | undefined,
  problem: Problem,
): Offer[] {
  const places = (problem.related ?? []).flatMap(({ file, span }) =>
    file === was.path ? placesAround(was, span.start) : [],
  );
  const wanted: WantedText = {
    was,
    silenced: one ? [one] : [],
    places: one ? [] : places,
    isBack: (after) => countSilent(after) < countSilent(context),
  };
  const back = putBack(context, baseline, wanted);
  return back ? offer('Put back what was established', context.entry.path, back.edits, { isPreferred: false }) : [];
}

/** The spans of the whole declaration, or of the key, at a place of the old text. */
const placesAround = ({ declarations, canon, tier, date, until }: Entry, start: number) => [
  ...declarations.flatMap(({ span, key, target }) => (target.span.start === start ? [span, key.span] : [])),
  ...[canon, tier, date, until].flatMap((written) => (written?.span.start === start ? written.span : [])),
];

const countSilent = ({ baseline, entry }: MendContext): number =>
  baseline
    ? checkEntryAgainst(baseline.compared, true, entry).filter(({ code }) => code === 'retcon/silent').length
    : 0;

/** Lets a new entry supersede those whose answers it changes. */
export const mendInsertion: Mend = (context, problem) => {
  const { baseline, entry, known } = context;
  if (!baseline || counterpart(known, baseline.compared.baseline, entry)) return [];
  const { baseline: then, now } = baseline.compared;
  const fact = allFactsOf(entry).find(({ value }) => value.span.start === problem.span.start);
  const changed = (problem.related ?? []).flatMap(({ file, span }) => {
    const was = entryAt(then.canon, file);
    const old = was && counterpart(then, now, was);
    const of = was && allFactsOf(was).find(({ value }) => value.span.start === span.start);
    return old && of ? [{ was, old, of }] : [];
  });
  const [first] = changed;
  if (!first || !fact || changed.some(({ old }) => old !== first.old)) return [];
  const name = `${entityNamed(now, entityOfFact(then, first.was, first.of))}.${first.of.attribute.text}`;
  const id = idOf(known, first.old);
  const isLimited = allFactsOf(first.old).some(({ attribute }) => attribute.text !== first.of.attribute.text);
  const retcon = {
    id,
    ...(fact.from && { effective: fact.from.text }),
    reason: '',
    ...(isLimited && { only: [name] }),
  };
  const edit = addTopItems(entryText(context), known.canon.codex, 'supersedes', [retcon]);
  if (!edit || takesMore(context, edit, first.old, first.of.index)) return [];
  return offer(`Declare it as a retcon of ${id}`, entry.path, edit, {
    blank: blankIn(context, edit),
    isPreferred: false,
  });
};

/** Whether an edit of the page would leave nothing of a fact of another one, beside that which is meant, or make a fork. @param meant its place */
function takesMore(context: MendContext, edit: YamlEdit, old: Entry, meant: number): boolean {
  const after = contextAfter(context, new Map([[context.entry.path, applied(entryText(context), edit)]]));
  const stands = (known: Known) => clippedFactsOf(known, old).map(({ segments }) => segments.length > 0);
  const left = stands(after.known);
  // What another page has superseded already has no second successor.
  if (checkEntry(after.known, after.entry).some(({ code }) => code === 'supersedes/fork')) return true;
  return stands(context.known).some((stood, place) => place !== meant && stood && left[place] !== true);
}
