/** Mends for facts that a new version drops: carried forward, spared, or stated of the right entity. */
import {
  beginningBy,
  type Clipped,
  type Known,
  type Retcon,
  entityOf,
  clippedFactsOf,
  touches,
  kindOfAttribute,
} from '../../canon';
import { addTopKey, frontmatterTree, pairOfKey } from '../../entry/frontmatter';
import { type Edit, inTurn } from '../../text/problem';
import { memoized } from '../../text/groups';
import { addKeys, removeItem } from '../../yaml/editYaml';
import { placeOfSpan, type YamlMapping, type YamlValue } from '../../yaml/tree';
import { isSame, factName } from '../refactor/carriedFacts';
import { addFact, writtenValues } from '../refactor/factText';
import { factAudience, unclearAudience } from '../refactor/knownByText';
import { type MendContext, type Offer, offer, entryText } from './mend';
import { keyOf } from '../../codex/codex';
import type { Declaration } from '../../entry/entry';
import { ends, statedPair } from '../../rules/supersedes';
import { ofRetcon, setInDeclaration } from './retconFixes';
import { allFactsOf } from '../../entry/versions';

/** Copies a fact of an old version into a new one, the way that one writes its facts. */
type Step = (text: string) => Edit | null;

/** The steps that state some facts of one pair in the text of the new version, from where the retcon takes effect. */
function carryFact(context: MendContext, retcon: Retcon, facts: readonly Clipped[]): Step[] {
  const each = facts.map((fact) => ({ fact, keys: keysOf(context, retcon, fact) }));
  const plain = each.filter(({ keys }) => Object.keys(keys).length === 0).map(({ fact }) => fact);
  return [
    ...(plain.length > 0 ? [stated(context, retcon, plain, {})] : []),
    ...each.flatMap(({ fact, keys }) => (plain.includes(fact) ? [] : [stated(context, retcon, [fact], keys)])),
  ];
}

/** States facts of one pair with the same keys beside their value, where and how the page states such. */
function stated(
  context: MendContext,
  retcon: Retcon,
  facts: readonly Clipped[],
  keys: Readonly<Record<string, YamlValue>>,
): Step {
  const [first] = facts;
  const isShort = Object.keys(keys).length === 0;
  return (text) => {
    if (!first) return null;
    const mapping = frontmatterTree(text);
    const own = isShort ? ownPlace(context, mapping, retcon, facts) : null;
    if (own && mapping) return own(text, mapping);
    const { entity, fact } = first;
    const valueIn = (isFlow: boolean): YamlValue => valuesIn(context, facts, isFlow);
    return addFact(context.known, text, { entity, attribute: fact.attribute.text, valueIn, keys });
  };
}

/** What the fact must say of itself: its ends, and who knows it where others know the page. */
function keysOf({ known, textOf }: MendContext, retcon: Retcon, clipped: Clipped): Readonly<Record<string, YamlValue>> {
  const { entry, fact } = clipped;
  return {
    ...datesOf(known, retcon, clipped),
    ...factAudience(known, entry, textOf(entry.path) ?? '', fact, retcon.by),
  };
}

/** The ends that the fact must name, where the page and its retcons do not give them by themselves. */
function datesOf(
  known: Known,
  { effective, by, old }: Retcon,
  { entity, fact, begins }: Clipped,
): Record<string, string> {
  const start = effective === 'always' ? null : effective;
  const isLater = begins !== null && (!start || (begins.line === start.line && start.day < begins.day));
  const from = isLater ? begins : start;
  // Where the page supersedes others that state it too, what has no date begins with the earliest of these retcons.
  const unwritten = beginningBy(known, { entry: by, fact: { ...fact, from: null } }, entity, () => true);
  const until = fact.until ?? (by.until === null ? old.until : null);
  return {
    ...(from && !isSame(from, unwritten) && { from: isLater && fact.from?.date ? fact.from.text : from.text }),
    ...(until && { [until.inclusive ? 'through' : 'until']: until.text }),
  };
}

/** Where both pages tell it of what they are about: among `attributes`, or among the keys at the top. */
function ownPlace(
  context: MendContext,
  mapping: YamlMapping | null,
  { by, old }: Retcon,
  facts: readonly Clipped[],
): ((text: string, mapping: YamlMapping) => Edit | null) | null {
  const [first] = facts;
  const { known } = context;
  const isOwn = facts.every(({ entity, fact }) => fact.entity === null && entityOf(known, by) === entity);
  if (!first || mapping === null || !isOwn) return null;
  const { codex } = known.canon;
  const name = first.fact.attribute.text;
  const attributes = pairOfKey(codex, mapping, 'attributes')?.value;
  const values = (isFlow: boolean): Record<string, YamlValue> => ({ [name]: valuesIn(context, facts, isFlow) });
  if (attributes?.kind === 'mapping') return (text) => addKeys(text, attributes, values(attributes.flow));
  const key = placeOfSpan(frontmatterTree(context.textOf(old.path) ?? ''), first.fact.attribute.span);
  if (key?.isKey && key.above?.parent === null) return (text, top) => addKeys(text, top, values(false));
  return (text) => addTopKey(text, codex, 'attributes', values(false));
}

/** The value of some facts as the old page writes it; of several a list. */
function valuesIn({ textOf: read }: MendContext, facts: readonly Clipped[], isFlow: boolean): YamlValue {
  const each = new Map(facts.map((one) => [one.fact.value.text, one]));
  const valuesOf = memoized((path: string) => writtenValues(read(path) ?? ''));
  const written = [...each.values()].map(({ entry, fact }) => valuesOf(entry.path)(fact, isFlow || each.size > 1));
  const [only] = written;
  return only !== undefined && written.length === 1 ? only : written;
}

export const mendDropped = ofRetcon((context, { retcon, declaration }, problem) => {
  const { known, entry } = context;
  const told = problem.related?.[0]?.span.start;
  const fact = clippedFactsOf(known, retcon.old).find((one) => one.fact.value.span.start === told);
  if (!fact) return [];
  const name = factName(fact);
  const about = sameEntity(context, retcon, fact);
  const text = entryText(context);
  const last = lastOnes(known, retcon, fact);
  const isClear = last.every((one) => unclearAudience(known, retcon.old, one.fact) === null);
  const edits = isClear ? inTurn(text, carryFact(context, retcon, last)) : null;
  return [
    ...about,
    ...offer(`Carry ${name} forward`, entry.path, edits, { isPreferred: about.length === 0 }),
    ...offer(`Let ${name} stand, with \`only\``, entry.path, spared(context, retcon, declaration, fact), {
      isPreferred: false,
    }),
  ];
});

/** Sets the `entity` of a new page that states the old entity's attribute of itself. */
function sameEntity(
  { known, entry, textOf: read }: MendContext,
  { by, old }: Retcon,
  { entity, fact }: Clipped,
): Offer[] {
  const isAbout = entityOf(known, old) === entity && entityOf(known, by) !== entity && by.entity === null;
  const attribute = keyOf(fact.attribute.text);
  const statesIt = allFactsOf(by).some((one) => one.entity === null && keyOf(one.attribute.text) === attribute);
  if (!isAbout || !statesIt) return [];
  const edit = addTopKey(read(by.path) ?? '', known.canon.codex, 'entity', entity);
  return offer(`Set entity: ${entity}, as on ${old.title}`, entry.path, edit, { isPreferred: true });
}

/**
 * The facts of the old version about the pair that hold from where the retcon takes effect: the last one that has begun by then,
 * and those that begin later. For constants and sets these are all facts.
 */
function lastOnes(known: Known, retcon: Retcon, fact: Clipped): readonly Clipped[] {
  const said = clippedFactsOf(known, retcon.old).filter((one) => statedPair(one) === statedPair(fact));
  const all = said.filter((one) => ends(known, retcon, one));
  const { effective } = retcon;
  // On a page with a date a value begins there (model §4), so one that has no beginning can only be spared.
  if (effective === 'always' && retcon.by.date?.date && all.some(({ begins }) => begins === null)) return [];
  if (effective === 'always' || kindOfAttribute(known, fact.fact.attribute.text) !== 'state') return all;
  // An undated value fills the gaps between dated ones, which a value with a date cannot express.
  if (said.some(({ begins }) => begins === null) && said.some(({ begins }) => begins !== null)) return [];
  const begunBy = (one: Clipped): number => one.begins?.day ?? -Infinity;
  // The value that began last may have an end of its own, so that nothing needs to be restated.
  const last = Math.max(...said.map(begunBy).filter((day) => day <= effective.day));
  // One before it that names its own end holds beside it until then.
  return all.filter((one) => begunBy(one) >= last || one.fact.until !== null);
}

/** `only` with everything that the retcon touches but this fact. */
function spared(context: MendContext, retcon: Retcon, declaration: Declaration, fact: Clipped): Edit | null {
  const { known } = context;
  const text = entryText(context);
  if (declaration.only) {
    const index = declaration.only.findIndex((one) =>
      touches(known, { ...retcon, only: [one] }, fact.entity, fact.fact.attribute.text, fact.fact.value),
    );
    const written = declaration.only[index];
    const place = written && placeOfSpan(frontmatterTree(text), written.span);
    if (!place || place.parent?.kind !== 'sequence' || place.parent.items.length < 2) return null;
    return removeItem(text, place.parent, place.index);
  }
  const others = clippedFactsOf(known, retcon.old).filter((one) => statedPair(one) !== statedPair(fact));
  const names = [...new Set(others.map(factName))];
  return names.length > 0 && retcon.only === null ? setInDeclaration(text, declaration, { only: names }) : null;
}
