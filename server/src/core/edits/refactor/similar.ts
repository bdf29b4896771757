/** Past retcons that are like one to be declared, for their reasons: an author often has the same one again. */
import {
  allEntries,
  clippedFactsOf,
  edgesBy,
  type Retcon,
  touches,
  entityOf,
  type Known,
  inRetconOrder,
} from '../../canon';
import type { DeclarationKind, Entry } from '../../entry/entry';

/** A reason once given, and the latest of the retcons that give it. */
export interface PastReason {
  readonly reason: string;
  readonly retcon: Retcon;
}

const MOST = 12;

/** The most alike first: of the same facts, of the same entity, of the same attributes, of the same type; then the latest. */
export function pastReasons(known: Known, entry: Entry, kind: DeclarationKind): PastReason[] {
  const makers = allEntries(known.canon).filter((one) => known.has(one) && one.declarations.length > 0);
  const retcons = inRetconOrder(known, [...new Set(makers.flatMap((maker) => edgesBy(known, maker)))]);
  const own = aboutOf(known, entry);
  const weighed = retcons
    .map((retcon, i) => ({ retcon, i, weight: likeness(known, retcon, entry, own) + (retcon.kind === kind ? 1 : 0) }))
    .sort((a, b) => b.weight - a.weight || b.i - a.i);
  const reasons = new Map<string, Retcon>();
  for (const { retcon } of weighed)
    if (retcon.reason && !reasons.has(retcon.reason)) reasons.set(retcon.reason, retcon);
  return [...reasons].slice(0, MOST).map(([reason, retcon]) => ({ reason, retcon }));
}

interface About {
  readonly facts: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
}

/** What an entry is about; for a retcon of it, only what that touches. */
function aboutOf(known: Known, entry: Entry, retcon?: Retcon): About {
  const facts = clippedFactsOf(known, entry).filter(
    ({ entity, fact }) => !retcon || touches(known, retcon, entity, fact.attribute.text),
  );
  return {
    facts: new Set(facts.map(({ entity, fact }) => `${entity}.${fact.attribute.text}`)),
    entities: new Set([entityOf(known, entry), ...facts.map(({ entity }) => entity)]),
    attributes: new Set(facts.map(({ fact }) => fact.attribute.text)),
  };
}

function likeness(known: Known, retcon: Retcon, entry: Entry, own: About): number {
  const theirs = aboutOf(known, retcon.old, retcon);
  const meet = (key: keyof About): boolean => [...theirs[key]].some((one) => own[key].has(one));
  const [type, other] = [entry, retcon.old].map((one) => one.type?.text.toLowerCase());
  return (
    (meet('facts') ? 16 : 0) +
    (meet('entities') ? 8 : 0) +
    (meet('attributes') ? 4 : 0) +
    (type !== undefined && type === other ? 2 : 0)
  );
}
