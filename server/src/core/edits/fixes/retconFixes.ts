/** Fixes of declarations and dates: what a retcon names, when it takes effect, why, and how its dates are written. */
import { keyOf } from '../../codex/codex';
import { DECLARATION_KEYS } from '../../entry/declarations';
import { frontmatterTree, addTopItems, addTopKey, setTopKey } from '../../entry/frontmatter';
import type { Declaration, Entry } from '../../entry/entry';
import { nameLike, madeRetcons, type MadeRetcon } from '../../rules/rule';
import { type Edit, type Problem, inTurn } from '../../text/problem';
import { removeKey, setKey, setValue, addToItem, removeItem, takenOver } from '../../yaml/editYaml';
import { placeOfSpan, type YamlValue, asWritten, pairAround } from '../../yaml/tree';
import { type MendContext, type Offer, offer, nodeAtSpan, replaced, entryText, fromRule, type Mend } from './mend';
import { agrees, dateWords, knownEras, readDate } from '../../chronology';
import { versionsOf, idOf, canonText, retconsOf, ownEras, ownErasIn } from '../../canon';
import { notBroughtBack } from '../../rules/retracts';
import { undoneAtOnce } from '../../rules/supersedes';
import { listWords } from '../../text/words';
import { isAliased, lineEnd } from '../../yaml/writeYaml';
import { nearest } from '../../text/nearNames';
import { type Span, spanContains } from '../../text/span';
import { changesWritten } from '../../entry/versions';
import { retconsLacking } from '../../rules/frontmatter';

/** The declaration that a problem concerns: at its target, or at one of its dates. */
const declarationAt = ({ entry }: MendContext, { span }: Problem): Declaration | undefined =>
  entry.declarations.find(({ target, asOf, effective, only }) =>
    [target, asOf, effective, ...(only ?? [])].some(
      (written) => written?.span.start === span.start && written.span.end === span.end,
    ),
  );

/** The declaration that a problem concerns, with the retcon it makes. */
function madeAt(context: MendContext, problem: Problem): MadeRetcon | undefined {
  const declaration = declarationAt(context, problem);
  return madeRetcons(context.known, context.entry).find((made) => made.declaration === declaration);
}

/** The mend of a problem that concerns a declaration which makes a retcon. */
export const ofRetcon =
  (mend: (context: MendContext, made: MadeRetcon, problem: Problem) => readonly Offer[]): Mend =>
  (context, problem) => {
    const made = madeAt(context, problem);
    return made ? mend(context, made, problem) : [];
  };

/** Takes a declaration out of a text, with its key where it is the only one there. */
function withoutDeclaration(text: string, { span }: Declaration): Edit | null {
  const place = placeOfSpan(frontmatterTree(text), span);
  if (place?.parent?.kind === 'mapping' && place.pair) return removeKey(text, place.parent, place.pair);
  if (place?.parent?.kind !== 'sequence') return null;
  const { above } = place;
  const isOnly = place.parent.items.length === 1;
  if (isOnly && above?.parent?.kind === 'mapping' && above.pair) return removeKey(text, above.parent, above.pair);
  return removeItem(text, place.parent, place.index);
}

/** Gives a declaration another value for a key it has, or keys that it lacks, at their place in the documented order. */
export function setInDeclaration(
  text: string,
  { span }: Declaration,
  entries: Readonly<Record<string, YamlValue>>,
): Edit | null {
  const place = placeOfSpan(frontmatterTree(text), span);
  if (place === null) return null;
  const { node } = place;
  const [[key, value] = ['', '']] = Object.entries(entries);
  const pair = node.kind === 'mapping' ? node.pairs.find((one) => keyOf(one.key.text) === key) : undefined;
  if (node.kind === 'mapping' && pair) return setValue(text, node, pair, value);
  const before = new Set(DECLARATION_KEYS.slice(0, DECLARATION_KEYS.indexOf(key)));
  return addToItem(text, place, 'id', entries, (written) => before.has(keyOf(written)));
}

/** Takes a key out of a declaration. */
function withoutKey(text: string, { span }: Declaration, key: string): Edit | null {
  const node = placeOfSpan(frontmatterTree(text), span)?.node;
  const pair = node?.kind === 'mapping' ? node.pairs.find((one) => keyOf(one.key.text) === key) : undefined;
  return node?.kind === 'mapping' && pair ? removeKey(text, node, pair) : null;
}

/** Points a declaration at another entry, and its `as_of` at the date of that. */
export function pointDeclarationAt(
  context: MendContext,
  home: Entry,
  declaration: Declaration,
  other: Entry,
): (Edit | null)[] {
  const text = entryText(context, home);
  const { target, asOf } = declaration;
  const name = nameLike(context.known, target, other);
  const edits: (Edit | null)[] = [replaced(text, home.path, target.span, name)];
  const date = other.date?.date ? other.date.text : null;
  if (asOf && date !== null) edits.push(setInDeclaration(text, declaration, { as_of: date }));
  else if (asOf) edits.push(withoutKey(text, declaration, 'as_of'));
  return edits;
}

/** Whether a declaration has more keys than its target. */
const saysMore = (context: MendContext, { span }: Declaration): boolean => {
  const node = nodeAtSpan(context, span)?.node;
  return node?.kind === 'mapping' && node.pairs.length > 1;
};

/** Marks the declaration as soft, so that both versions stand. */
export const markedSoft = (context: MendContext, declaration: Declaration): Offer[] =>
  offer(
    'Mark it soft: both versions stay true',
    context.entry.path,
    setInDeclaration(entryText(context), declaration, { soft: 'true' }),
    { isPreferred: false },
  );

/** Corrects `as_of` to the date of the named version, or the name to the version of that date. */
export const mendAsOf = ofRetcon((context, made, problem) => {
  const { known, entry } = context;
  const text = entryText(context);
  const written = made.declaration.asOf;
  if (!written) return [];
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
});

const agreesWith = (
  { known }: MendContext,
  a: Parameters<typeof agrees>[1],
  b: Parameters<typeof agrees>[2],
): boolean => agrees(known.canon.codex.chronology, a, b) === true;

/** Removes the declaration. */
const takenOut = (context: MendContext, declaration: Declaration, title: string): Offer[] =>
  offer(title, context.entry.path, withoutDeclaration(entryText(context), declaration), { isPreferred: false });

export const mendSelf: Mend = (context, problem) => {
  const declaration = declarationAt(context, problem);
  return declaration
    ? takenOut(context, declaration, `Take ${declaration.target.text} out of ${declaration.key.text}`)
    : [];
};

export const mendCycle = ofRetcon((context, { declaration, retcon: { by, old, kind } }) => {
  const [id, other] = [idOf(context.known, by), idOf(context.known, old)];
  return takenOut(context, declaration, `Break the circle here: ${id} no longer ${kind} ${other}`);
});

export const mendNoEffect = ofRetcon((context, { declaration, retcon }) => {
  // Only the author knows what a retcon that is undone at once should mean.
  if (undoneAtOnce(context.known, retcon)) return [];
  const old = idOf(context.known, retcon.old);
  const always = setInDeclaration(entryText(context), declaration, { effective: 'always' });
  return [
    ...takenOut(context, declaration, `Take this out: ${old} had ended by itself`),
    ...offer(`Write effective: always, as if ${old} had never been true`, context.entry.path, always),
  ];
});

/** Merges two items that agree; else offers to remove the second one. */
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
  return offer('Merge the two into one', context.entry.path, edits);
};

/** Gives the new version the tier of the old one, or makes the retcon soft. */
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
 * Moves the page's own `reason` into the retcon; else adds an empty `reason` and puts the caret there. The problem stays until the
 * author fills it.
 */
export const mendMissingReason: Mend = (context, problem) => {
  const declaration = declarationAt(context, problem);
  if (!declaration) return reasonInItem(context, problem);
  const moved = movedInto(context, declaration, 'reason');
  if (moved.length > 0) return moved;
  const text = entryText(context);
  const edit = setInDeclaration(text, declaration, { reason: '' });
  return edit ? offer('Add a reason', context.entry.path, edit, { blank: blankIn(context, edit) }) : [];
};

function reasonInItem(context: MendContext, problem: Problem): Offer[] {
  const item = changesWritten(context.entry).find(({ span }) => spanContains(span, problem.span));
  const node = item && nodeAtSpan(context, item.span)?.node;
  const edit = node?.kind === 'mapping' ? setKey(entryText(context), node, 'reason', '') : null;
  return edit ? offer('Add a reason', context.entry.path, edit, { blank: blankIn(context, edit) }) : [];
}

/** Moves a misplaced key into the only retcon that lacks it. */
export const mendMisplacedKey: Mend = (context, { span }) => {
  const { text } = context.entry.unknownKeys.find((one) => one.span.start === span.start) ?? {};
  const [only, ...others] = text === undefined ? [] : retconsLacking(context.entry, text);
  return only && others.length === 0 && text !== undefined ? movedInto(context, only, keyOf(text)) : [];
};

/** Moves a key of the page into a retcon, unless a comment would be lost. */
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

/** The span between the quotes that an edit inserts, in the text after it. */
export function blankIn({ entry }: MendContext, edit: Edit): NonNullable<Offer['blank']> {
  const at = edit.span.start + edit.text.lastIndexOf('""') + 1;
  return { file: entry.path, span: { start: at, end: at } };
}

/** Restores what the retracted entry had superseded. */
export const mendNothingBroughtBack = ofRetcon((context, { retcon }) => {
  const { known, entry } = context;
  const ids = [...new Set(notBroughtBack(known, retcon.old))].map((old) => idOf(known, old));
  const edit = addTopItems(entryText(context), known.canon.codex, 'restores', ids);
  return offer(`Restore ${listWords(ids, 'and')}`, entry.path, edit, { isPreferred: false });
});

/** Removes a restoration without effect, or moves it after what it undoes. */
export const mendNothingToRestore = ofRetcon((context, { declaration, retcon: { old } }) => {
  const { known, entry } = context;
  const later = retconsOf(known, old).find(({ kind, soft }) => kind !== 'restores' && !soft);
  if (!later) return takenOut(context, declaration, `Take ${idOf(known, old)} out of restores`);
  const canon = later.by.canon?.text;
  if (canon === undefined) return [];
  return offer(
    `Change canon to ${canon}`,
    entry.path,
    setTopKey(entryText(context), known.canon.codex, 'canon', canon),
  );
});

export const mendInverted: Mend = (context, problem) => {
  const fixes = fromRule(context, problem);
  if (fixes.length > 0) return fixes;
  const around = pairAround(nodeAtSpan(context, problem.span));
  if (!around || keyOf(around.pair.key.text) !== 'until') return [];
  const { content } = around.pair.key;
  const name = around.pair.key.text.replace(/until/i, 'through');
  return offer('Write through, which includes that date', context.entry.path, { span: content, text: name });
};

/** Replaces a word of a date by the nearest era or month, if the date can be read then. */
export const mendUnreadable: Mend = (context, problem) => {
  const { chronology } = context.known.canon.codex;
  const names = dateWords(chronology).flatMap(({ word, names: others }) => [word, ...others]);
  return withWord(context, problem, (word) => nearest(word, names));
};

/** Replaces an unknown era by the nearest declared one, or adds the codex's era to a year without one. */
export const mendUnknownEra: Mend = (context, problem) => {
  const { chronology } = context.known.canon.codex;
  if (!chronology.declared) {
    const text = entryText(context).slice(problem.span.start, problem.span.end).trim();
    const era = onlyEra(context);
    return era === undefined ? [] : changed(context, problem, `${text} ${era}`);
  }
  const eras = knownEras(chronology).flatMap(({ id, names }) => [id, ...names]);
  return withWord(context, problem, (word) => nearest(word, eras));
};

/** Replaces one word of a date, if the whole date can then be read in a declared era. */
function withWord(context: MendContext, problem: Problem, meant: (word: string) => string | null) {
  const text = entryText(context).slice(problem.span.start, problem.span.end);
  const { chronology } = context.known.canon.codex;
  for (const { 0: word, index } of text.matchAll(/\p{L}[\p{L}\p{M}\p{N}'-]*/gu)) {
    const near = meant(word);
    if (near === null || near.toLowerCase() === word.toLowerCase()) continue;
    const whole = text.slice(0, index) + near + text.slice(index + word.length);
    const reading = readDate(chronology, whole);
    if (reading.ok && reading.date && reading.unknownEra === undefined) return changed(context, problem, whole);
  }
  return [];
}

const changed = (context: MendContext, { span }: Problem, to: string) =>
  offer(`Change to ${to}`, context.entry.path, replaced(entryText(context), context.entry.path, span, to));

/** The only era of the page, else the only era of the codex; undefined if there are several. */
function onlyEra({ known, entry }: MendContext): string | undefined {
  const names = [ownErasIn(known, entry), ownEras(known)].map((eras) => [...new Set(eras.map(({ name }) => name))]);
  return names.find(({ length }) => length === 1)?.[0];
}

/** The additions that are offered where a selection meets a retcon. */
export function additionsIn(context: MendContext, selected: Span): readonly Offer[] {
  const { known, entry } = context;
  return madeRetcons(known, entry).flatMap(({ declaration, retcon }) => {
    const { kind, fromOldEnd, span, asOf } = declaration;
    const { date } = retcon.old;
    if (kind !== 'supersedes' || fromOldEnd || asOf || !date?.date) return [];
    if (selected.end < span.start || span.end < selected.start) return [];
    const edit = setInDeclaration(entryText(context), declaration, { as_of: date.text });
    return offer(`Add as_of: ${date.text}, the date of ${idOf(known, retcon.old)}`, entry.path, edit);
  });
}
