/** Fixes of problems about knowledge: facts learned too early, links that reveal a secret, keys and marks without effect. */
import {
  audienceOfPage,
  entryNamed,
  idOf,
  isForEveryone,
  isKnower,
  knowerCalled,
  pageLearnedLate,
  factLearnedLate,
  isKeptFromSome,
} from '../../canon';
import { CODEX_FILE } from '../../codex/codexShapes';
import { globWithin } from '../../codex/globs';
import { NO_ONE } from '../../codex/knowledgeKeys';
import { addTopKey, removeTopKey } from '../../entry/frontmatter';
import { type Link, linkLabel } from '../../entry/inline';
import { nameKey } from '../../entry/slug';
import { openFolderMessage, openFolders } from '../../rules/knowers';
import {
  type Leak,
  leakAt,
  leakOfFact,
  messageOf,
  type PointOfView,
  saysWho,
  type TooEarly,
  tooEarlyIn,
} from '../../rules/knowledge';
import { nameLike } from '../../rules/rule';
import {
  letInOnPart,
  letInOnPage,
  sinceWhen,
  withoutIdleDate,
  audienceText,
  isOpened,
  pageAudience,
} from '../refactor/knownByText';
import { makeSecret, asSecret, passageAround } from '../refactor/secret';
import { atEndInCodexFile, inCodexFile } from './keyFixes';
import {
  entryText,
  type Mend,
  type MendContext,
  type Offer,
  offer,
  replaced,
  nodeAtSpan,
  contextAfter,
  type MendBaseline,
} from './mend';
import { keyOf } from '../../codex/codex';
import { removeItem, removeKey, addKeys } from '../../yaml/editYaml';
import type { NodePlace } from '../../yaml/tree';
import type { Entry, Fact } from '../../entry/entry';
import { meaningOf, meaningsIn } from '../../rules/retcon/baselineComparison';
import type { Silenced } from '../../rules/retcon/silencedFacts';
import { draftOf, type Edit } from '../../text/problem';
import { longMapping, inLongForm } from '../refactor/factText';
import { writtenFacts } from '../../entry/versions';

/** Lets the point of view know in time, or gives the scene another one or none. */
export const mendTooEarly: Mend = (context, problem) => {
  const { known, entry } = context;
  for (const { view, found } of tooEarlyIn(known, entry)) {
    if (found.span.start !== problem.span.start || messageOf(known, view, found) !== problem.message) continue;
    return [...knownFromHere(context, view, found), ...otherEyes(context, view, found), ...noScene(context)];
  }
  return [];
};

/** Adds the knower to the page or fact, from the date of the scene on. */
function knownFromHere(context: MendContext, { ref, date }: PointOfView, { page, fact }: TooEarly): Offer[] {
  const { known } = context;
  // Nobody knows what has not begun yet.
  const begins = fact ? fact.begins : page.date?.date?.start;
  if (begins && begins.line === date.end.line && date.end.day <= begins.day) return [];
  const text = entryText(context, page);
  const title = `Let ${ref.text} know from ${date.text} on`;
  const who = {
    name: ref.linked ? `[[${ref.text}]]` : ref.text,
    when: date.text,
    others: sinceWhen(known.canon.codex, page, fact?.fact),
  };
  const own = fact?.fact.knowledge?.knownBy ? letInOnPart(text, longMapping(text, fact.fact), who) : null;
  const edit = own ?? letInOnPage(text, known.canon.codex, who, audienceOfPage(known, page));
  const edits = edit && withoutIdleDate(text, known.canon.codex, edit, own ? fact?.fact : undefined);
  return offer(title, page.path, edits, { isPreferred: false });
}

/** How many other points of view are offered. */
const MOST = 3;

function otherEyes(context: MendContext, view: PointOfView, { page, fact }: TooEarly): Offer[] {
  const { known, entry } = context;
  const text = entryText(context);
  const written = saysWho(page, fact?.fact)?.knownBy?.map(({ knower }) => knower.text);
  const names = written ?? audienceOfPage(known, page);
  if (isForEveryone(names)) return [];
  const present = new Set(entry.knowledge?.pov.map((ref) => nameKey(ref.text)));
  const others = names.filter((name) => {
    const knower = !present.has(nameKey(name)) && isKnower(known, name) ? knowerCalled(known, name) : undefined;
    if (!knower) return false;
    return !(fact ? factLearnedLate(known, knower, fact, view.date) : pageLearnedLate(known, knower, page, view.date));
  });
  return others.slice(0, MOST).flatMap((name) => {
    const other = entryNamed(known, name);
    const put = other ? nameLike(known, view.ref, other) : name;
    return offer(
      `Change the pov to ${other ? idOf(known, other) : name}`,
      entry.path,
      replaced(text, entry.path, view.ref.span, put),
      {
        isPreferred: false,
      },
    );
  });
}

const noScene = (context: MendContext): Offer[] =>
  offer(
    'No point of view: take pov out',
    context.entry.path,
    removeTopKey(entryText(context), context.known.canon.codex, 'pov'),
    { isPreferred: false },
  );

/** Makes the passage or the fact a secret of those who know what it names; or leaves only the words of the link. */
export const mendLeak: Mend = (context, problem) => {
  const { known, entry } = context;
  const text = entryText(context);
  const startsHere = ({ targetSpan }: Link): boolean => targetSpan.start === problem.span.start;
  const reference = entry.referenceLinks.find(startsHere);
  const link = reference ?? entry.links.find(startsHere);
  if (!link) return mendLeakOfFact(context, problem);
  const found = leakAt(known, entry, link);
  if (!found) return [];
  const passage = passageAround(text, link.span);
  const secret = passage && asSecret(text, passage, found.circle);
  const words = wordsOf(text.slice(link.span.start, link.span.end), link.kind);
  const isName = words === '' || found.page.names.includes(nameKey(words));
  return [
    ...offer(`Make the passage a secret of ${namesOf(found)}`, entry.path, secret, { isPreferred: true }),
    // Removing the use of a definition would leave the definition, which still names the page.
    ...(isName || link.embed || reference
      ? []
      : offer(`Keep only the words “${words}”`, entry.path, { span: link.span, text: words }, { isPreferred: false })),
  ];
};

const namesOf = ({ circle }: Leak): string => (circle.length === 0 ? NO_ONE : circle.join(', '));

const mendLeakOfFact: Mend = (context, { span }) => {
  const { known, entry } = context;
  const fact = writtenFacts(entry).find(({ value }) => value.span.start === span.start);
  const found = fact && leakOfFact(known, entry, fact);
  const made =
    found && makeSecret(known, entry, entryText(context), { start: span.start, end: span.start }, found.circle);
  return found && made && 'change' in made
    ? [{ title: `Make the fact a secret of ${namesOf(found)}`, ...made.change, isPreferred: false }]
    : [];
};

/** The label of a link; empty if it shows its target. */
const wordsOf = (written: string, kind: 'wiki' | 'markdown'): string => linkLabel(written, kind)?.trim() ?? '';

/** Lists the callout among the secrets, or hides the folder or the page from everybody. */
export const mendHidesNothing: Mend = (context, problem) => {
  const { known, entry } = context;
  if (entry.path === CODEX_FILE)
    return openFolders(known)
      .filter((one) => openFolderMessage(one) === problem.message)
      .flatMap((one) =>
        inCodexFile(context, `Let nobody know what is in ${one.folder}`, 'audience', globWithin(one.folder), NO_ONE),
      );
  const text = entryText(context);
  const written = text.slice(problem.span.start, problem.span.end);
  const type = /^\[![ \t]*([^\]|]+)/.exec(written)?.[1]?.trim();
  if (type === undefined)
    return offer('Make this note secret', entry.path, addTopKey(text, known.canon.codex, 'known_by', NO_ONE));
  const span = { start: problem.span.start, end: problem.span.start + written.search(/[|\]]/) };
  return [
    ...atEndInCodexFile(context, `Treat ${type} as a secret everywhere`, 'secrets', type).map((fix) => ({
      ...fix,
      isPreferred: true,
    })),
    ...offer('Change to [!secret]', entry.path, { span, text: '[!secret' }, { isPreferred: false }),
  ];
};

/** Removes a key or a name that has no effect. */
export const mendSaysNothing: Mend = (context, { span }) => {
  const place = nodeAtSpan(context, span);
  if (!place) return [];
  const { node } = place;
  return node.kind === 'scalar' && nameKey(node.text) === NO_ONE
    ? withoutName(context, place, node.text)
    : withoutKey(context, place);
};

function withoutName(context: MendContext, { parent, pair, index }: NodePlace, name: string): Offer[] {
  const text = entryText(context);
  const inMapping = parent?.kind === 'mapping' && pair ? removeKey(text, parent, pair) : null;
  const edit = parent?.kind === 'sequence' ? removeItem(text, parent, index) : inMapping;
  return offer(`Leave ${name} out`, context.entry.path, edit);
}

/** Removes a whole key without effect. A date of one knower among several is left for the author. */
function withoutKey(context: MendContext, place: NodePlace): Offer[] {
  const { codex } = context.known.canon;
  const isKey = (written: string, key: string): boolean =>
    (codex.fields.get(key) ?? [key]).includes(keyOf(written)) || keyOf(written) === key;
  for (let at: NodePlace | null = place; at; at = at.above) {
    const { pair, parent } = at;
    if (!pair || parent?.kind !== 'mapping') continue;
    const isBelief = parent.pairs.some(({ key }) => isKey(key.text, 'believed_by'));
    if (isKey(pair.key.text, 'known_from') || (isBelief && isKey(pair.key.text, 'known_by')))
      return offer(`Take ${pair.key.text} out`, context.entry.path, removeKey(entryText(context), parent, pair));
  }
  return [];
}

export type BaselineContext = MendContext & { readonly baseline: MendBaseline };

/** An established fact, and the present fact that restates it. */
interface OpenedFact {
  readonly was: Fact;
  readonly is: Fact;
}

/** The silenced facts that a page states again, with their present form. */
export function statedAgain({ baseline, known, entry }: BaselineContext, was: Entry, silenced: readonly Silenced[]) {
  const { compared } = baseline;
  const facts = meaningsIn(compared, known, entry);
  return silenced.flatMap(({ fact, instead }) => {
    const is = facts.get(meaningOf(compared, compared.baseline, was, fact));
    return is ? [{ was: fact, is, instead }] : [];
  });
}

/** Restored facts of a page that more knowers could see than in the baseline. */
function openedFacts(
  { baseline: before, ...now }: BaselineContext,
  after: BaselineContext,
  page: Entry,
): readonly OpenedFact[] {
  const { known, entry, baseline } = after;
  const { compared } = baseline;
  const [kept, again] = [meaningsIn(before.compared, now.known, now.entry), meaningsIn(compared, known, entry)];
  return [...meaningsIn(compared, compared.baseline, page)].flatMap(([meaning, was]) => {
    const is = kept.has(meaning) ? undefined : again.get(meaning);
    const isOpen = is && isOpened({ known: compared.baseline, page, fact: was }, { known, page: entry, fact: is });
    return is && isOpen ? [{ was, is }] : [];
  });
}

/** A page with restored facts. */
export interface PageKeepingSecrets {
  readonly edits: readonly Edit[];
  readonly text: string;
  readonly after: BaselineContext;
}

/**
 * Applies edits that restore established facts, and keeps each fact's audience. Null if that can't be written, if the audience of
 * anything else on the page would change, or if the page would state something that neither text states.
 *
 * @param was the page in the baseline
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
      // Without additions the original edits are kept, since they replace whole words.
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

/** Whether the audience of everything that a page still says, prose included, is unchanged. */
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

/** Whether a page states nothing that neither text states, and restored declarations have their old audience. */
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

/** Adds audience keys to restored facts: to all that are in the long form, else to the first. */
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
