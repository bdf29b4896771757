/** Edits of the declarations of an entry: what they say, and taking them out. */
import { keyOf } from '../../codex/codex';
import { DECLARATION_KEYS } from '../../entry/declarations';
import { frontmatterTree } from '../../entry/frontmatter';
import type { Declaration, Entry } from '../../entry/entry';
import { nameLike } from '../../rules/relatedPlaces';
import { madeRetcons, type MadeRetcon } from '../../rules/retconsMade';
import type { Edit } from '../../text/composeEdits';
import type { Problem } from '../../text/problem';
import { removeKey, setValue } from '../../yaml/editYaml';
import { addToItem, removeItem } from '../../yaml/editItems';
import { placeOfSpan } from '../../yaml/nodeAtSpan';
import type { YamlValue } from '../../yaml/value';
import { type MendContext, type Offer, offer, nodeAtSpan, replaced, entryText } from './mend';

/** The declaration that a problem concerns: at its target, or at one of its dates. */
export const declarationAt = ({ entry }: MendContext, { span }: Problem): Declaration | undefined =>
  entry.declarations.find(({ target, asOf, effective, only }) =>
    [target, asOf, effective, ...(only ?? [])].some(
      (written) => written?.span.start === span.start && written.span.end === span.end,
    ),
  );

/** The same with the retcon that it makes. */
export function madeAt(context: MendContext, problem: Problem): MadeRetcon | undefined {
  const declaration = declarationAt(context, problem);
  return madeRetcons(context.known, context.entry).find((made) => made.declaration === declaration);
}

/** Takes a declaration out of a text, with its key where it is the only one there. */
export function withoutDeclaration(text: string, { span }: Declaration): Edit | null {
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
export function withoutKey(text: string, { span }: Declaration, key: string): Edit | null {
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

/** Whether a declaration says more than whom it names. */
export const saysMore = (context: MendContext, { span }: Declaration): boolean => {
  const node = nodeAtSpan(context, span)?.node;
  return node?.kind === 'mapping' && node.pairs.length > 1;
};

/** The declaration says that both versions stand. */
export const markedSoft = (context: MendContext, declaration: Declaration): Offer[] =>
  offer(
    'Mark it soft: both stand, on purpose',
    context.entry.path,
    setInDeclaration(entryText(context), declaration, { soft: 'true' }),
    { isPreferred: false },
  );
