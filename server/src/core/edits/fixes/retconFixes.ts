/** Mends of retcons: of what they name, when they take effect, and why. */
import { agrees } from '../../chronology/compareTimes';
import { versionsOf, idOf, canonText, retconsBy, retconsOf } from '../../canon';
import { addTopItem, addTopKey, setTopKey } from '../../entry/editFrontmatter';
import type { Declaration } from '../../entry/entry';
import { nameLike } from '../../rules/relatedPlaces';
import { type Edit, inTurn } from '../../text/composeEdits';
import { listWords } from '../../text/wordLists';
import { keyOf } from '../../codex/codex';
import { asWritten } from '../../yaml/value';
import { type Asked, fromRule, type Mend, type Offer, offer, placeIn, replaced, textOf } from './mend';
import {
  declarationAt,
  madeAt,
  markedSoft,
  saysMore,
  setInDeclaration,
  withoutDeclaration,
  withoutKey,
} from './declaredFixes';

/** `as_of` gets the date of the version it names, or the name that of the version it dates. */
export const asOf: Mend = (asked, problem) => {
  const { known, entry } = asked;
  const made = madeAt(asked, problem);
  const text = textOf(asked);
  const written = made?.declaration.asOf;
  if (!made || !written) return [];
  const { old } = made.retcon;
  const named = written.date;
  const meant = versionsOf(known, old).filter(
    (one) => one !== old && one !== entry && named && one.date?.date && agreesWith(asked, named, one.date.date),
  );
  return [
    ...fromRule(asked, problem),
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

const agreesWith = ({ known }: Asked, a: Parameters<typeof agrees>[1], b: Parameters<typeof agrees>[2]): boolean =>
  agrees(known.canon.codex.chronology, a, b) === true;

/** The declaration goes. */
const takenOut = (asked: Asked, declaration: Declaration, title: string): Offer[] =>
  offer(title, asked.entry.path, withoutDeclaration(textOf(asked), declaration), { isPreferred: false });

export const self: Mend = (asked, problem) => {
  const declaration = declarationAt(asked, problem);
  return declaration
    ? takenOut(asked, declaration, `Take ${declaration.target.text} out of ${declaration.key.text}`)
    : [];
};

export const cycle: Mend = (asked, problem) => {
  const made = madeAt(asked, problem);
  if (!made) return [];
  const { by, old, kind } = made.retcon;
  const [id, other] = [idOf(asked.known, by), idOf(asked.known, old)];
  return takenOut(asked, made.declaration, `Break the circle here: ${id} no longer ${kind} ${other}`);
};

export const noEffect: Mend = (asked, problem) => {
  const made = madeAt(asked, problem);
  if (!made) return [];
  const { declaration, retcon } = made;
  const old = idOf(asked.known, retcon.old);
  const always = setInDeclaration(textOf(asked), declaration, { effective: 'always' });
  return [
    ...takenOut(asked, declaration, `Take this out: ${old} had ended by itself`),
    ...offer(`Write effective: always, as if ${old} had never been so`, asked.entry.path, always),
  ];
};

/** One item of the two, where nothing that they say differs; else the second one can only be taken out. */
export const duplicate: Mend = (asked, problem) => {
  const declaration = declarationAt(asked, problem);
  const first = asked.entry.declarations.find(
    ({ target }) => target.span.start === problem.related?.[0]?.span.start && target !== declaration?.target,
  );
  if (!declaration || !first) return [];
  const text = textOf(asked);
  if (!saysMore(asked, declaration))
    return offer('Take the second one out', asked.entry.path, withoutDeclaration(text, declaration));
  const [above, below] = [placeIn(asked, first.span)?.node, placeIn(asked, declaration.span)?.node];
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
  if (differs || !isOneLine) return takenOut(asked, declaration, 'Take the second one out, with all it says');
  const said = Object.fromEntries(more.map((pair) => [keyOf(pair.key.text), asWritten(source(pair))]));
  const edits = inTurn(text, [
    (now) => withoutDeclaration(now, declaration),
    (now) => (more.length > 0 ? setInDeclaration(now, first, said) : null),
  ]);
  return offer('Make one of the two', asked.entry.path, edits);
};

/** The new version gets the rank of the old one, or both stand. */
export const lowerTier: Mend = (asked, problem) => {
  const made = madeAt(asked, problem);
  const raised = fromRule(asked, problem).map((fix) => ({ ...fix, isPreferred: false }));
  return [...raised, ...(made ? markedSoft(asked, made.declaration) : [])];
};

export const beforeCanon: Mend = (asked, problem) => {
  const made = madeAt(asked, problem);
  const canon = made && canonText(asked.known.canon, made.retcon.old);
  if (!made || !canon || made.retcon.by.canon?.key === 'canon') return fromRule(asked, problem);
  const { by } = made.retcon;
  const edit = addTopKey(textOf(asked, by), asked.known.canon.codex, 'canon', canon);
  return offer(`Add canon: ${canon}`, by.path, edit);
};

/** A place for the reason, where the caret goes: what stands there is the author's to say, and is asked for until then. */
export const reason: Mend = (asked, problem) => {
  const declaration = declarationAt(asked, problem);
  if (!declaration) return [];
  const text = textOf(asked);
  const edit = setInDeclaration(text, declaration, { reason: '' });
  return edit ? offer('Add a reason', asked.entry.path, edit, { blank: blankIn(asked, edit) }) : [];
};

/** The place between the quotes that an edit has put in, in the text after it. */
export function blankIn({ entry }: Asked, edit: Edit): NonNullable<Offer['blank']> {
  const at = edit.span.start + edit.text.lastIndexOf('""') + 1;
  return { file: entry.path, span: { start: at, end: at } };
}

/** What had been superseded by the retracted entry holds again. */
export const restoring: Mend = (asked, problem) => {
  const { known, entry } = asked;
  const made = madeAt(asked, problem);
  if (!made) return [];
  const gone = retconsBy(known, made.retcon.old)
    .filter(({ kind, soft }) => kind === 'supersedes' && !soft)
    .map(({ old }) => old)
    .filter((old) => !retconsOf(known, old).some(({ kind }) => kind === 'restores'));
  const ids = [...new Set(gone)].map((old) => idOf(known, old));
  const edits = inTurn(
    textOf(asked),
    ids.map((id) => (now) => addTopItem(now, known.canon.codex, 'restores', id)),
  );
  return offer(`Restore ${listWords(ids, 'and')}`, entry.path, edits, { isPreferred: false });
};

/** A restoration that has nothing to restore goes, or comes after what it undoes. */
export const nothingToRestore: Mend = (asked, problem) => {
  const { known, entry } = asked;
  const made = madeAt(asked, problem);
  if (!made) return [];
  const later = retconsOf(known, made.retcon.old).find(({ kind, soft }) => kind !== 'restores' && !soft);
  if (!later) return takenOut(asked, made.declaration, `Take ${idOf(known, made.retcon.old)} out of restores`);
  const canon = later.by.canon?.text;
  if (canon === undefined) return [];
  return offer(`Change canon to ${canon}`, entry.path, setTopKey(textOf(asked), known.canon.codex, 'canon', canon));
};
