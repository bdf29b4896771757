/** Mends of retcons: of what they name, when they take effect, and why. */
import { agrees } from '../../chronology';
import { versionsOf, idOf, canonText, retconsBy, retconsOf } from '../../canon';
import { addTopItems, addTopKey, frontmatterTree, setTopKey } from '../../entry/frontmatter';
import type { Declaration } from '../../entry/entry';
import { nameLike } from '../../rules/relatedPlaces';
import { undoneAtOnce } from '../../rules/supersedes/no-effect';
import { type Edit, inTurn } from '../../text/composeEdits';
import { listWords } from '../../text/wordLists';
import { keyOf } from '../../codex/codex';
import { removeKey } from '../../yaml/editYaml';
import { takenOver } from '../../yaml/editItems';
import { asWritten } from '../../yaml/value';
import { isAliased, lineEnd } from '../../yaml/yamlLayout';
import { type MendContext, fromRule, type Mend, type Offer, offer, nodeAtSpan, replaced, entryText } from './mend';
import {
  declarationAt,
  madeAt,
  markedSoft,
  saysMore,
  setInDeclaration,
  withoutDeclaration,
  withoutKey,
} from './declarationEdits';

/** `as_of` gets the date of the version it names, or the name that of the version it dates. */
export const mendAsOf: Mend = (context, problem) => {
  const { known, entry } = context;
  const made = madeAt(context, problem);
  const text = entryText(context);
  const written = made?.declaration.asOf;
  if (!made || !written) return [];
  const { old } = made.retcon;
  const named = written.date;
  const meant = versionsOf(known, old).filter(
    (one) => one !== old && one !== entry && named && one.date?.date && agreesWith(context, named, one.date.date),
  );
  return [
    ...fromRule(context, problem),
    ...(old.date?.date ? [] : offer('Take as_of out', entry.path, withoutKey(text, made.declaration, 'as_of'))),
    ...meant.flatMap((one) => {
      const { span } = made.declaration.target;
      const name = nameLike(known, made.declaration.target, one);
      return offer(
        `Change to ${name}, which is dated ${one.date?.text}`,
        entry.path,
        replaced(text, entry.path, span, name),
      );
    }),
  ];
};

const agreesWith = (
  { known }: MendContext,
  a: Parameters<typeof agrees>[1],
  b: Parameters<typeof agrees>[2],
): boolean => agrees(known.canon.codex.chronology, a, b) === true;

/** The declaration goes. */
const takenOut = (context: MendContext, declaration: Declaration, title: string): Offer[] =>
  offer(title, context.entry.path, withoutDeclaration(entryText(context), declaration), { isPreferred: false });

export const mendSelf: Mend = (context, problem) => {
  const declaration = declarationAt(context, problem);
  return declaration
    ? takenOut(context, declaration, `Take ${declaration.target.text} out of ${declaration.key.text}`)
    : [];
};

export const mendCycle: Mend = (context, problem) => {
  const made = madeAt(context, problem);
  if (!made) return [];
  const { by, old, kind } = made.retcon;
  const [id, other] = [idOf(context.known, by), idOf(context.known, old)];
  return takenOut(context, made.declaration, `Break the circle here: ${id} no longer ${kind} ${other}`);
};

export const mendNoEffect: Mend = (context, problem) => {
  const made = madeAt(context, problem);
  // What is meant with what is undone at once, only its author knows.
  if (!made || undoneAtOnce(context.known, made.retcon)) return [];
  const { declaration, retcon } = made;
  const old = idOf(context.known, retcon.old);
  const always = setInDeclaration(entryText(context), declaration, { effective: 'always' });
  return [
    ...takenOut(context, declaration, `Take this out: ${old} had ended by itself`),
    ...offer(`Write effective: always, as if ${old} had never been so`, context.entry.path, always),
  ];
};

/** One item of the two, where nothing that they say differs; else the second one can only be taken out. */
export const mendDuplicate: Mend = (context, problem) => {
  const declaration = declarationAt(context, problem);
  const first = context.entry.declarations.find(
    ({ target }) => target.span.start === problem.related?.[0]?.span.start && target !== declaration?.target,
  );
  if (!declaration || !first) return [];
  const text = entryText(context);
  if (!saysMore(context, declaration))
    return offer('Take the second one out', context.entry.path, withoutDeclaration(text, declaration));
  const [above, below] = [nodeAtSpan(context, first.span)?.node, nodeAtSpan(context, declaration.span)?.node];
  const known = new Map(above?.kind === 'mapping' ? above.pairs.map((pair) => [keyOf(pair.key.text), pair]) : []);
  const pairs = below?.kind === 'mapping' ? below.pairs.filter(({ key }) => keyOf(key.text) !== 'id') : [];
  const source = ({ value }: (typeof pairs)[number]): string =>
    value ? text.slice(value.span.start, value.span.end) : '';
  const more = pairs.filter(({ key }) => !known.has(keyOf(key.text)));
  const differs = pairs.some((pair) => {
    const same = known.get(keyOf(pair.key.text));
    return same !== undefined && source(same) !== source(pair);
  });
  const isOneLine = more.every((pair) => !source(pair).includes('\n') && pair.value?.kind !== undefined);
  if (differs || !isOneLine) return takenOut(context, declaration, 'Take the second one out, with all it says');
  const said = Object.fromEntries(more.map((pair) => [keyOf(pair.key.text), asWritten(source(pair))]));
  const edits = inTurn(text, [
    (now) => withoutDeclaration(now, declaration),
    (now) => (more.length > 0 ? setInDeclaration(now, first, said) : null),
  ]);
  return offer('Make one of the two', context.entry.path, edits);
};

/** The new version gets the rank of the old one, or both stand. */
export const mendLowerTier: Mend = (context, problem) => {
  const made = madeAt(context, problem);
  const raised = fromRule(context, problem).map((fix) => ({ ...fix, isPreferred: false }));
  return [...raised, ...(made ? markedSoft(context, made.declaration) : [])];
};

export const mendBeforeCanon: Mend = (context, problem) => {
  const made = madeAt(context, problem);
  const canon = made && canonText(context.known.canon, made.retcon.old);
  if (!made || !canon || made.retcon.by.canon?.key === 'canon') return fromRule(context, problem);
  const { by } = made.retcon;
  const edit = addTopKey(entryText(context, by), context.known.canon.codex, 'canon', canon);
  return offer(`Add canon: ${canon}`, by.path, edit);
};

/**
 * The page's own reason moves into the retcon; else there is a place for one, where the caret goes: what stands there is the
 * author's to say, and is asked for until then.
 */
export const mendMissingReason: Mend = (context, problem) => {
  const declaration = declarationAt(context, problem);
  if (!declaration) return [];
  const moved = movedInto(context, declaration, 'reason');
  if (moved.length > 0) return moved;
  const text = entryText(context);
  const edit = setInDeclaration(text, declaration, { reason: '' });
  return edit ? offer('Add a reason', context.entry.path, edit, { blank: blankIn(context, edit) }) : [];
};

/** A key that only one retcon can be meant by moves into that. */
export const mendMisplacedKey: Mend = (context, { span }) => {
  const [only, ...others] = context.entry.declarations;
  const { text } = context.entry.unknownKeys.find((one) => one.span.start === span.start) ?? {};
  return only && others.length === 0 && text !== undefined ? movedInto(context, only, keyOf(text)) : [];
};

/** A key of the page becomes one of a retcon; none is offered where a comment would get lost with it. */
function movedInto(context: MendContext, declaration: Declaration, key: string): Offer[] {
  const text = entryText(context);
  const tree = frontmatterTree(text);
  const pair = tree?.pairs.find((one) => keyOf(one.key.text) === key);
  const place = nodeAtSpan(context, declaration.span);
  if (!tree || !pair?.value || !place || isAliased(pair)) return [];
  const { node } = place;
  const isThere = node.kind === 'mapping' && node.pairs.some((one) => keyOf(one.key.text) === key && one.value);
  if (isThere) return [];
  const hasNote = /\s#/.test(text.slice(pair.key.span.start, lineEnd(text, pair.value.span.end)));
  if (hasNote) return [];
  const isFlow = place.isFlow || (node.kind === 'mapping' && node.flow);
  const put = setInDeclaration(text, declaration, { [key]: takenOver(text, pair.value, isFlow) });
  const title = `Move ${pair.key.text} into ${declaration.key.text}`;
  return offer(title, context.entry.path, [put, removeKey(text, tree, pair)]);
}

/** The place between the quotes that an edit has put in, in the text after it. */
export function blankIn({ entry }: MendContext, edit: Edit): NonNullable<Offer['blank']> {
  const at = edit.span.start + edit.text.lastIndexOf('""') + 1;
  return { file: entry.path, span: { start: at, end: at } };
}

/** What had been superseded by the retracted entry holds again. */
export const mendNothingBroughtBack: Mend = (context, problem) => {
  const { known, entry } = context;
  const made = madeAt(context, problem);
  if (!made) return [];
  const gone = retconsBy(known, made.retcon.old)
    .filter(({ kind, soft }) => kind === 'supersedes' && !soft)
    .map(({ old }) => old)
    .filter((old) => !retconsOf(known, old).some(({ kind }) => kind === 'restores'));
  const ids = [...new Set(gone)].map((old) => idOf(known, old));
  const edit = addTopItems(entryText(context), known.canon.codex, 'restores', ids);
  return offer(`Restore ${listWords(ids, 'and')}`, entry.path, edit, { isPreferred: false });
};

/** A restoration that has nothing to restore goes, or comes after what it undoes. */
export const mendNothingToRestore: Mend = (context, problem) => {
  const { known, entry } = context;
  const made = madeAt(context, problem);
  if (!made) return [];
  const later = retconsOf(known, made.retcon.old).find(({ kind, soft }) => kind !== 'restores' && !soft);
  if (!later) return takenOut(context, made.declaration, `Take ${idOf(known, made.retcon.old)} out of restores`);
  const canon = later.by.canon?.text;
  if (canon === undefined) return [];
  return offer(
    `Change canon to ${canon}`,
    entry.path,
    setTopKey(entryText(context), known.canon.codex, 'canon', canon),
  );
};
