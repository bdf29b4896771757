/** Mends for facts that a new version drops: carried forward, spared, or stated of the right entity. */
import {
  type Clipped,
  clippedFactsOf,
  type Retcon,
  touches,
  entityOf,
  type Known,
  kindOfAttribute,
  pairOf,
} from '../../canon';
import { keyOf } from '../../codex/codex';
import { addTopKey, frontmatterTree } from '../../entry/frontmatter';
import type { Declaration } from '../../entry/entry';
import { ends } from '../../rules/supersedes/drops-fact';
import { inTurn } from '../../text/composeEdits';
import type { Edit } from '../../text/composeEdits';
import { removeItem } from '../../yaml/editItems';
import { placeOfSpan } from '../../yaml/nodeAtSpan';
import { unclearAudience } from '../refactor/keptAudience';
import { type MendContext, type Mend, type Offer, offer, entryText } from './mend';
import { carryFact } from './carryFact';
import { madeAt, setInDeclaration } from './declarationEdits';

export const mendDropped: Mend = (context, problem) => {
  const { known, entry } = context;
  const made = madeAt(context, problem);
  if (!made) return [];
  const { retcon, declaration } = made;
  const told = problem.related?.[0]?.span.start;
  const fact = clippedFactsOf(known, retcon.old).find((one) => one.fact.value.span.start === told);
  if (!fact) return [];
  const name = nameOf(fact);
  const about = sameEntity(context, retcon, fact);
  const text = entryText(context);
  const last = lastOnes(known, retcon, fact);
  const isClear = last.every((one) => unclearAudience(known, retcon.old, one.fact) === null);
  const edits = isClear ? inTurn(text, carryFact(context, retcon, last)) : null;
  return [
    ...about,
    ...offer(`Carry ${name} forward`, entry.path, edits, { isPreferred: about.length === 0 }),
    ...offer(`Spare ${name} with \`only\``, entry.path, spared(context, retcon, declaration, fact), {
      isPreferred: false,
    }),
  ];
};

const nameOf = ({ entity, fact }: Clipped): string => `${entity}.${fact.attribute.text}`;
const pair = ({ entity, fact }: Clipped): string => pairOf(entity, fact.attribute.text);

/** The new page says of itself what the old one says of its entity: so it is a version of that entity. */
function sameEntity(
  { known, entry, textOf: read }: MendContext,
  { by, old }: Retcon,
  { entity, fact }: Clipped,
): Offer[] {
  const isAbout = entityOf(known, old) === entity && entityOf(known, by) !== entity && by.entity === null;
  const attribute = keyOf(fact.attribute.text);
  const tells = by.facts.some((one) => one.entity === null && keyOf(one.attribute.text) === attribute);
  if (!isAbout || !tells) return [];
  const edit = addTopKey(read(by.path) ?? '', known.canon.codex, 'entity', entity);
  return offer(`Set entity: ${entity}, as on ${old.title}`, entry.path, edit, { isPreferred: true });
}

/**
 * What the old version says of the pair from where the retcon takes effect: what has begun last by then, and what begins
 * later; of what is no state everything.
 */
function lastOnes(known: Known, retcon: Retcon, fact: Clipped): readonly Clipped[] {
  const said = clippedFactsOf(known, retcon.old).filter((one) => pair(one) === pair(fact));
  const all = said.filter((one) => ends(known, retcon, one));
  const { effective } = retcon;
  if (effective === 'always' || kindOfAttribute(known, fact.fact.attribute.text) !== 'state') return all;
  // What is undated fills the gaps between the others, and could not be said so from a date on.
  if (said.some(({ begins }) => begins === null) && said.some(({ begins }) => begins !== null)) return [];
  const begunBy = (one: Clipped): number => one.begins?.day ?? -Infinity;
  // The value that began last may have ended by itself: then nothing has to be said from there on.
  const last = Math.max(...said.map(begunBy).filter((day) => day <= effective.day));
  return all.filter((one) => begunBy(one) >= last);
}

/** `only` with everything that the retcon touches but this fact. */
function spared(context: MendContext, retcon: Retcon, declaration: Declaration, fact: Clipped): Edit | null {
  const { known } = context;
  const text = entryText(context);
  if (declaration.only) {
    const index = declaration.only.findIndex((one) =>
      touches(known, { ...retcon, only: [one] }, fact.entity, fact.fact.attribute.text),
    );
    const written = declaration.only[index];
    const place = written && placeOfSpan(frontmatterTree(text), written.span);
    if (!place || place.parent?.kind !== 'sequence' || place.parent.items.length < 2) return null;
    return removeItem(text, place.parent, place.index);
  }
  const others = clippedFactsOf(known, retcon.old).filter((one) => pair(one) !== pair(fact));
  const names = [...new Set(others.map(nameOf))];
  return names.length > 0 && retcon.only === null ? setInDeclaration(text, declaration, { only: names }) : null;
}
