/** Copies a fact of an old version into a new one, the way that one writes its facts. */
import { beginningBy, type Clipped, type Known, type Retcon, entityOf } from '../../canon';
import { addTopKey, frontmatterTree, pairOfKey } from '../../entry/frontmatter';
import type { Edit } from '../../text/composeEdits';
import { memoized } from '../../text/memoized';
import { addKeys } from '../../yaml/editYaml';
import { placeOfSpan } from '../../yaml/nodeAtSpan';
import type { YamlMapping } from '../../yaml/tree';
import type { YamlValue } from '../../yaml/value';
import { isSame } from '../refactor/carriedFacts';
import { addFact } from '../refactor/addFact';
import { writtenValues } from '../refactor/factText';
import { factAudience } from '../refactor/keptAudience';
import type { MendContext } from './mend';

type Step = (text: string) => Edit | null;

/** The steps that state some facts of one pair in the text of the new version, from where the retcon takes effect. */
export function carryFact(context: MendContext, retcon: Retcon, facts: readonly Clipped[]): Step[] {
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

/** What the fact must say of itself: its ends, and who is in on it where others are in on the page. */
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
