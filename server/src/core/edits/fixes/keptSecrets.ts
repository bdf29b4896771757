/** What was told to some alone stays theirs where a page says it again, though the page itself is for others now. */
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

/** Those of them that others might be in on than were. */
function openedFacts(after: BaselineContext, page: Entry, silenced: readonly Silenced[]): readonly OpenedFact[] {
  const { known, entry, baseline } = after;
  return statedAgain(after, page, silenced).filter(({ was, is }) =>
    isOpened({ known: baseline.compared.baseline, page, fact: was }, { known, page: entry, fact: is }),
  );
}

/** A page that says again what was told. */
export interface PageKeepingSecrets {
  readonly edits: readonly Edit[];
  readonly text: string;
  readonly after: BaselineContext;
}

/**
 * A page that some edits have say silenced facts again, each to those who were in on it; null where that can't be written, or where
 * what else the page says would be for others than it is.
 */
export function keepingSecrets(
  context: BaselineContext,
  was: Entry,
  silenced: readonly Silenced[],
  edits: readonly Edit[],
): PageKeepingSecrets | null {
  let draft = draftOf(entryText(context)).with(edits);
  for (let left = Infinity; ; ) {
    const { baseline, ...others } = contextAfter(context, new Map([[context.entry.path, draft.text]]));
    if (!baseline) return null;
    const after = { ...others, baseline };
    const opened = openedFacts(after, was, silenced);
    if (opened.length === 0) {
      // Mostly there is nothing to add, and whole words stay whole.
      const all = left === Infinity ? edits : draft.edits();
      return isForTheSame(context, after) ? { edits: all, text: draft.text, after } : null;
    }
    const keys = opened.length < left ? withKeys(after, was, opened, draft.text) : null;
    if (keys === null) return null;
    left = opened.length;
    draft = draft.with(keys);
  }
}

/** Whether what a page goes on saying is for whom it was before. */
function isForTheSame({ known, entry, baseline }: BaselineContext, after: BaselineContext): boolean {
  const now = meaningsIn(after.baseline.compared, after.known, after.entry);
  return [...meaningsIn(baseline.compared, known, entry)].every(([meaning, fact]) => {
    const is = now.get(meaning);
    return !is || audienceText(known, entry, fact) === audienceText(after.known, after.entry, is);
  });
}

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
