/** What was told to some alone stays theirs where a page says it again, though the page itself is for others now. */
import { isKeptFromSome } from '../../canon';
import type { Entry, Fact } from '../../entry/entry';
import { meaningOf, meaningsIn } from '../../rules/retcon/baselineComparison';
import type { Silenced } from '../../rules/retcon/silencedFacts';
import { draftOf, type Edit } from '../../text/composeEdits';
import { addKeys } from '../../yaml/editYaml';
import { longMapping } from '../refactor/factText';
import { audienceText, isOpened, pageAudience } from '../refactor/keptAudience';
import { inLongForm } from '../refactor/longForm';
import { contextAfter } from './afterFix';
import { type MendContext, type MendBaseline, entryText } from './mend';

/** What is asked about a page that is compared with the baseline. */
export type BaselineContext = MendContext & { readonly baseline: MendBaseline };

/** A fact as it was in the baseline, and as a page says it again. */
interface OpenedFact {
  readonly was: Fact;
  readonly is: Fact;
}

/** The silenced facts that a page says again, as it says them. */
export function statedAgain({ baseline, known, entry }: BaselineContext, was: Entry, silenced: readonly Silenced[]) {
  const { compared } = baseline;
  const facts = meaningsIn(compared, known, entry);
  return silenced.flatMap(({ fact, instead }) => {
    const is = facts.get(meaningOf(compared, compared.baseline, was, fact));
    return is ? [{ was: fact, is, instead }] : [];
  });
}

/** What a page says again that it did not go on saying, where others might be in on it than were. */
function openedFacts(
  { baseline: told, ...now }: BaselineContext,
  after: BaselineContext,
  page: Entry,
): readonly OpenedFact[] {
  const { known, entry, baseline } = after;
  const { compared } = baseline;
  const [kept, again] = [meaningsIn(told.compared, now.known, now.entry), meaningsIn(compared, known, entry)];
  return [...meaningsIn(compared, compared.baseline, page)].flatMap(([meaning, was]) => {
    const is = kept.has(meaning) ? undefined : again.get(meaning);
    const isOpen = is && isOpened({ known: compared.baseline, page, fact: was }, { known, page: entry, fact: is });
    return is && isOpen ? [{ was, is }] : [];
  });
}

/** A page that says again what was told. */
export interface PageKeepingSecrets {
  readonly edits: readonly Edit[];
  readonly text: string;
  readonly after: BaselineContext;
}

/**
 * A page that some edits have say again what it said, each fact to those who were in on it; null where that can't be written, where
 * what else the page says would be for others than it is, or where it would say what no text has said.
 *
 * @param was the page, as it was told
 */
export function keepingSecrets(
  context: BaselineContext,
  was: Entry,
  edits: readonly Edit[],
): PageKeepingSecrets | null {
  let draft = draftOf(entryText(context)).with(edits);
  for (let left = Infinity; ; ) {
    const { baseline, ...others } = contextAfter(context, new Map([[context.entry.path, draft.text]]));
    if (!baseline) return null;
    const after = { ...others, baseline };
    const opened = openedFacts(context, after, was);
    if (opened.length === 0) {
      // Mostly there is nothing to add, and whole words stay whole.
      const all = left === Infinity ? edits : draft.edits();
      return isForTheSame(context, after) && saysNothingNew(context, after, was)
        ? { edits: all, text: draft.text, after }
        : null;
    }
    const keys = opened.length < left ? withKeys(after, was, opened, draft.text) : null;
    if (keys === null) return null;
    left = opened.length;
    draft = draft.with(keys);
  }
}

/** Whether what a page goes on saying, its prose as well, is for whom it was before. */
function isForTheSame({ known, entry, baseline }: BaselineContext, after: BaselineContext): boolean {
  if (audienceText(known, entry) !== audienceText(after.known, after.entry)) return false;
  if (believersOf(entry) !== believersOf(after.entry) || entry.draft !== after.entry.draft) return false;
  const now = meaningsIn(after.baseline.compared, after.known, after.entry);
  return [...meaningsIn(baseline.compared, known, entry)].every(([meaning, fact]) => {
    const is = now.get(meaning);
    return !is || audienceText(known, entry, fact) === audienceText(after.known, after.entry, is);
  });
}

const believersOf = ({ knowledge }: Entry): string =>
  JSON.stringify(knowledge?.believedBy?.map(({ text }) => text) ?? []);

/** Whether all that a page states was told, or is by now; and what it declares again is for those for whom it was. */
function saysNothingNew({ known, entry, baseline }: BaselineContext, after: BaselineContext, was: Entry): boolean {
  const { compared } = baseline;
  const [then, now] = [meaningsIn(compared, compared.baseline, was), meaningsIn(compared, known, entry)];
  const stated = meaningsIn(after.baseline.compared, after.known, after.entry);
  if ([...stated.keys()].some((meaning) => !then.has(meaning) && !now.has(meaning))) return false;
  const declared = declarationsOf(entry);
  const isAgain = declarationsOf(after.entry).some((one) => !declared.includes(one));
  return (
    !isAgain ||
    !isKeptFromSome(compared.baseline, was) ||
    audienceText(compared.baseline, was) === audienceText(after.known, after.entry)
  );
}

const declarationsOf = ({ declarations }: Entry): string[] =>
  declarations.map(({ kind, target }) => `${kind} ${target.text}`);

/** The keys that say who is in on some facts: on all at once that have keys of their own, else on the first. */
function withKeys(
  { known, entry, baseline }: BaselineContext,
  page: Entry,
  opened: readonly OpenedFact[],
  text: string,
): readonly Edit[] | null {
  const { codex } = known.canon;
  const then = baseline.textThen(page.path) ?? '';
  const keysOf = ({ was }: OpenedFact) => pageAudience(codex, page, then, entry.path, was);
  const [first] = opened;
  const edits = opened.flatMap((one) => {
    const mapping = one.is.knowledge ? null : longMapping(text, one.is);
    return (mapping && addKeys(text, mapping, keysOf(one))) ?? [];
  });
  return edits.length > 0 || !first || first.is.knowledge ? edits : inLongForm(text, codex, first.is, keysOf(first));
}
