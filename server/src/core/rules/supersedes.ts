/** The rules `supersedes/…`: one entry replaces another. */
import { agrees, type WorldDate } from '../chronology';
import {
  idOf,
  canonText,
  canonWords,
  hasPlace,
  positionOf,
  type Known,
  edgesBy,
  type Retcon,
  isInCycle,
  putsAside,
  type Clipped,
  clippedFactsOf,
  factsTouched,
  isSameRef,
  touches,
  comparable,
  endDay,
  startDay,
  pairOf,
  perKnown,
  entryNamed,
  isProng,
  rivalsOfRetcon,
  tierRank,
  inRetconOrder,
  judgedOn,
  kindOf,
  pairsTouched,
  preposition,
  restorationsOf,
  retconsBy,
  entityNamed,
} from '../canon';
import type { Entry, Declaration } from '../entry/entry';
import { beginnings } from '../entry/stretches';
import {
  madeRetcons,
  changeTo,
  relatedTo,
  type Rule,
  atHomeIn,
  homeOf,
  MOST_LOOKED_FOR,
  missingInFormerly,
  missingReasons,
  type Finding,
  unknownTarget,
} from './rule';
import { comparePositions } from '../codex/canonTime';
import { listFirst, listWords } from '../text/words';
import { keyOf } from '../codex/codex';
import { nearest } from '../text/nearNames';

/** An `as_of` that is not the date of the version it names. Mostly the wrong version is named. */
export const asOfMismatch: Rule = {
  code: 'supersedes/as-of-mismatch',
  severity: 'error',
  of: ['declarations'],
  *check({ known, entry }) {
    const { chronology, revisions } = known.canon.codex;
    const isNoneOf = (asOf: WorldDate, old: Entry): boolean =>
      beginnings(old).every((one) => one.date && agrees(chronology, asOf, one.date) === false);
    for (const { declaration, retcon } of madeRetcons(known, entry)) {
      const { asOf, kind } = declaration;
      if (!asOf || kind !== 'supersedes') continue;
      const { date } = retcon.old;
      const old = idOf(known, retcon.old);
      const more = date?.date && {
        fixes: [changeTo(entry, asOf.span, date.text)],
        related: [relatedTo(retcon.old, `${old} is dated ${date.text}`, date.span)],
      };
      if (!asOf.date && revisions.some(({ id }) => id === asOf.text)) {
        const advice = date?.date ? `write ${date.text}` : `${old} has no date, so leave it out`;
        const message = `as_of is the old version's in-world date, and ${asOf.text} is a revision: ${advice}. (Only in a question can as_of be a revision.)`;
        yield { span: asOf.span, message, ...more };
      } else if (asOf.date && date && isNoneOf(asOf.date, retcon.old)) {
        const message = `${old} is dated ${date.text}, not ${asOf.text}: correct as_of, or name the version that you mean.`;
        yield { span: asOf.span, message, ...more };
      }
    }
  },
};

/** An entry that supersedes an entry which was decided later. */
export const beforeCanon: Rule = {
  code: 'supersedes/before-canon',
  severity: 'error',
  of: ['declarations'],
  *check({ known, entry }) {
    const { canon } = known;
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes')) {
      const { by, old } = retcon;
      // An unknown `canon` is an error of its own.
      if (by.unknownCanon && canon.codex.revisions.length > 0) continue;
      // An uncommitted page has no place in canon time yet: it may be an old page under a new name.
      if (!hasPlace(canon, old) || comparePositions(positionOf(canon, by), positionOf(canon, old)) >= 0) continue;
      const entered = canonWords(canon, by);
      const when =
        entered === null ? 'has no canon, so it was there from the beginning' : `entered the canon at ${entered}`;
      const decided = canonWords(canon, old);
      const later = decided === null ? 'later' : `with ${decided}`;
      const text = canonText(canon, old);
      yield {
        span: declaration.target.span,
        message: `${idOf(known, by)} ${when}, but ${idOf(known, old)} came ${later}: what supersedes it must come after it.`,
        related: [relatedTo(old, `${idOf(known, old)} entered the canon ${later}`, old.canon?.span)],
        ...(by.canon?.key === 'canon' && text !== null && { fixes: [changeTo(by, by.canon.span, text)] }),
      };
    }
  },
};

/** The message about a longer circle names its first entries and its last. */
const MOST_SHOWN = 8;
/** How many entries the search for the shortest cycle visits before it gives up. */
const MOST_LOOKED_AT = 1000;

/** Entries that supersede or retract each other in a circle. */
export const cycle: Rule = {
  code: 'supersedes/cycle',
  severity: 'error',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of madeRetcons(known, entry)) {
      if (!isInCycle(known, retcon)) continue;
      const way = wayBack(known, retcon);
      const circle = [retcon, ...(way ?? [])];
      const ids = [
        ...circle.map(({ by }) => idOf(known, by)),
        ...(way ? [] : [idOf(known, retcon.old), '…']),
        idOf(known, retcon.by),
      ];
      const shown = ids.length > MOST_SHOWN ? [...ids.slice(0, MOST_SHOWN - 2), '…', ids.at(-1)] : ids;
      yield {
        span: declaration.target.span,
        message: `These ${verbOf(circle)} each other in a circle: ${shown.join(' → ')}. Take out the one that is wrong.`,
        related: circle.flatMap(({ by, old, kind, declared }) =>
          declared.map((one) =>
            relatedTo(one.entry, `${idOf(known, by)} ${kind} ${idOf(known, old)}`, one.declaration.target.span),
          ),
        ),
      };
    }
  },
};

function verbOf(circle: readonly Retcon[]): string {
  const kinds = new Set(circle.map(({ kind }) => kind));
  return kinds.size > 1 ? 'supersede and retract' : kinds.has('retracts') ? 'retract' : 'supersede';
}

/** The shortest path of supersessions and retractions from a retcon's old entry back to its new one; null if the search gives up. */
function wayBack(known: Known, { by, old }: Retcon): Retcon[] | null {
  const reachedBy = new Map<Entry, Retcon | null>([[old, null]]);
  for (const entry of reachedBy.keys()) {
    if (entry === by) break;
    if (reachedBy.size > MOST_LOOKED_AT) return null;
    for (const edge of edgesBy(known, entry))
      if (putsAside(edge) && !reachedBy.has(edge.old)) reachedBy.set(edge.old, edge);
  }
  const way: Retcon[] = [];
  for (let edge = reachedBy.get(by); edge; edge = reachedBy.get(edge.by)) way.unshift(edge);
  return way;
}

/** How many dropped facts of one retcon are reported; the last report says how many more there are. */
const MOST_FACTS_NAMED = 100;

/** A supersession that ends a fact which the new entry does not restate. */
export const dropsFact: Rule = {
  code: 'supersedes/drops-fact',
  severity: 'warning',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes')) {
      const stated = pairsStatedBy(known, retcon.by);
      const dropped = new Map<string, Clipped>();
      for (const fact of factsTouched(known, retcon))
        if (!stated.has(statedPair(fact)) && !dropped.has(statedPair(fact)) && ends(known, retcon, fact))
          dropped.set(statedPair(fact), fact);
      const left = dropped.size - MOST_FACTS_NAMED;
      for (const [i, { entity, fact }] of [...dropped.values()].slice(0, MOST_FACTS_NAMED).entries()) {
        const more = left > 0 && i === MOST_FACTS_NAMED - 1 ? `, nor of ${left} more` : '';
        const name = `${entity}.${fact.attribute.text}`;
        yield {
          span: declaration.target.span,
          message: `${idOf(known, retcon.old)} says that ${name} is ${fact.value.text}, and ${idOf(known, retcon.by)} says nothing of it${more}: say it again there, or keep it out of this retcon with \`only\`.`,
          related: [relatedTo(retcon.old, `${name} is ${fact.value.text}`, fact.value.span)],
        };
      }
    }
  },
};

export const statedPair = ({ entity, fact }: Clipped): string => pairOf(entity, fact.attribute.text);

/** Memoized, since a page may supersede thousands of others. */
const pairsStatedBy = perKnown(
  (known: Known, entry: Entry): ReadonlySet<string> => new Set(clippedFactsOf(known, entry).map(statedPair)),
);

/**
 * Whether a retcon ends a fact as it was stated, and the retcon's page does not retract that fact as well. Facts that other
 * pages have already ended count too: the author has to restate them. What the old page itself has taken back does not.
 */
export function ends(known: Known, retcon: Retcon, { entity, fact, stated, clippedBy }: Clipped): boolean {
  const { effective } = retcon;
  if (retcon.soft || isInCycle(known, retcon) || !touches(known, retcon, entity, fact.attribute.text, fact.value))
    return false;
  const retractions = edgesBy(known, retcon.by).filter(({ kind, old }) => kind === 'retracts' && old === retcon.old);
  if (retractions.some((retraction) => touches(known, retraction, entity, fact.attribute.text, fact.value)))
    return false;
  const takenBack = clippedBy.flatMap((one) => (one.replaces && !one.soft ? one.effective : []));
  return stated.some((segment) => {
    const ownEnds = takenBack.map((one) =>
      one === 'always' ? -Infinity : comparable(segment, one) ? one.day : Infinity,
    );
    const end = Math.min(endDay(segment), ...ownEnds);
    if (end <= startDay(segment)) return false;
    return effective === 'always' || (comparable(segment, effective) && end > effective.day);
  });
}

/** One entry named twice in one block. */
export const duplicate: Rule = {
  code: 'supersedes/duplicate',
  severity: 'warning',
  of: ['declarations'],
  *check({ known, entry }) {
    const firsts = new Map<string, Map<Entry, Declaration>>();
    for (const declaration of entry.declarations) {
      const named = entryNamed(known, declaration.target.text);
      if (!named || named === entry) continue;
      const block = firsts.get(declaration.key.text) ?? new Map<Entry, Declaration>();
      firsts.set(declaration.key.text, block);
      const first = block.get(named);
      if (!first) {
        block.set(named, declaration);
        continue;
      }
      yield {
        span: declaration.target.span,
        message: `${idOf(known, named)} is already named above, and both count: merge the two into one item.`,
        related: [relatedTo(entry, 'the first of the two', first.target.span)],
      };
    }
  },
};

const MOST_RIVALS_LISTED = 3;

/** Two entries that supersede the same facts of one entry. */
export const fork: Rule = {
  code: 'supersedes/fork',
  severity: 'error',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes')) {
      if (!isProng(known, retcon)) continue;
      const others = rivalsOfRetcon(known, retcon, MOST_LOOKED_FOR + 1);
      if (others.length === 0) continue;
      const [by, old] = [idOf(known, retcon.by), idOf(known, retcon.old)];
      const rivals = [...new Set(others.map((other) => idOf(known, other.by)))];
      yield {
        span: declaration.target.span,
        message: `${old} is superseded by ${by} and by ${named(rivals, others.length)}: let one of them supersede the other, separate them with \`only\`, or mark one \`soft: true\`.`,
        related: others.map((other) => {
          const home = homeOf(other);
          return relatedTo(home.entry, `${idOf(known, other.by)} supersedes ${old} too`, home.declaration.target.span);
        }),
      };
    }
  },
};

const named = (rivals: readonly string[], count: number): string =>
  count > MOST_LOOKED_FOR
    ? listWords([...rivals.slice(0, MOST_RIVALS_LISTED), 'many more'], 'and')
    : listFirst(MOST_RIVALS_LISTED, rivals, 'and');

/** An entry that supersedes one of a higher tier. */
export const lowerTier: Rule = {
  code: 'supersedes/lower-tier',
  severity: 'warning',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes')) {
      const { by, old } = retcon;
      const [rank, other] = [tierRank(known, by), tierRank(known, old)];
      if (retcon.soft || rank === undefined || other === undefined || rank <= other) continue;
      const [id, oldId] = [idOf(known, by), idOf(known, old)];
      yield {
        span: declaration.target.span,
        message: `${id} is ${by.tier?.text}, which ranks below ${old.tier?.text}, the tier of ${oldId}: raise its tier, or mark the retcon \`soft: true\`.`,
        related: [relatedTo(old, `${oldId} is ${old.tier?.text}`, old.tier?.span)],
        ...(by.tier && old.tier && { fixes: [changeTo(by, by.tier.span, old.tier.text)] }),
      };
    }
  },
};

/** A supersession that does not say why. */
export const noReasonToSupersede: Rule = {
  code: 'supersedes/missing-reason',
  severity: 'info',
  of: ['declarations', 'formerly'],
  *check(judged) {
    yield* missingReasons(judged, 'supersedes');
    yield* missingInFormerly(judged);
  },
};

/** A supersession that takes effect after the old version has ended, or that a restoration of the same revision undoes. */
export const noEffect: Rule = {
  code: 'supersedes/no-effect',
  severity: 'warning',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes')) {
      const found = undoneFinding(known, declaration, retcon) ?? endedFinding(known, declaration, retcon);
      if (found) yield found;
    }
  },
};

function undoneFinding(known: Known, { target }: Declaration, retcon: Retcon): Finding | null {
  const undoing = retcon.soft ? undefined : undoneAtOnce(known, retcon);
  if (!undoing) return null;
  const [id, by, when] = [idOf(known, retcon.old), idOf(known, undoing.by), canonWords(known.canon, undoing.by) ?? ''];
  const home = homeOf(undoing);
  return {
    span: target.span,
    message: `${by} restores ${id} ${preposition(when)} ${when} as well, and so undoes this. If this should hold, limit that restoration with \`only\`, or give this page a later \`canon\`.`,
    related: [relatedTo(home.entry, `${by} restores ${id}`, home.declaration.target.span)],
  };
}

function endedFinding(known: Known, declaration: Declaration, retcon: Retcon): Finding | null {
  const { effective, old, soft } = retcon;
  if (soft || effective === 'always') return null;
  const stretches = judgedOn(known, retcon);
  const isOver = stretches.every(({ until }) => until?.line === effective.line && until.day <= effective.day);
  if (stretches.length === 0 || !isOver) return null;
  // The old page itself names its end and what follows it there: it says one thing twice.
  const meets = ({ until }: (typeof stretches)[number]): boolean => until?.day === effective.day;
  if (declaration.fromOldEnd && stretches.every(meets)) return null;
  const last = stretches.reduce((a, b) => (endDay(b) > endDay(a) ? b : a)).until?.text;
  const id = idOf(known, old);
  return {
    span: declaration.effective?.span ?? declaration.target.span,
    message: `${id} ended by itself at ${last}, so a retcon from ${effective.text} on changes nothing: give an earlier \`effective\`, or leave the retcon out.`,
    related: [relatedTo(old, `${id} ends at ${last}`, old.until?.span)],
  };
}

/**
 * The restoration of the same canon position that undoes a retcon: restorations come last there (model §7). A correction may be
 * undone on purpose; a change, which happened later in the world, was hardly meant to be.
 */
export function undoneAtOnce(known: Known, retcon: Retcon): Retcon | undefined {
  const { by, old, effective } = retcon;
  if (by.position === null || effective === 'always') return undefined;
  const atOnce = restorationsOf(known, old).filter(
    (one) =>
      one.by !== by &&
      comparePositions(one.position, retcon.position) === 0 &&
      (one.effective === 'always' || (one.effective.line === effective.line && one.effective.day <= effective.day)),
  );
  // A restoration of the superseding page undoes the undoing.
  if (atOnce.length === 0 || restorationsOf(known, by).length > 0 || kindOf(known, retcon) !== 'change')
    return undefined;
  const touched = [...pairsTouched(known, retcon).values()];
  return atOnce.find(
    (one) =>
      inRetconOrder(known, [retcon, one])[0] === retcon &&
      // An author who names the superseding page knows of it.
      !retconsBy(known, one.by).some((other) => other.old === by) &&
      (touched.length > 0 || one.only === null) &&
      touched.every(({ entity, attribute }) => touches(known, one, entity, attribute)),
  );
}

/** An entry that supersedes, retracts or restores itself, under any of its names. */
export const self: Rule = {
  code: 'supersedes/self',
  severity: 'error',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { kind, target } of entry.declarations) {
      if (entryNamed(known, target.text) !== entry) continue;
      const message = `"${target.text}" is this note, which can't ${kind.replace(/s$/, '')} itself: name the other one.`;
      yield { span: target.span, message };
    }
  },
};

const MOST_NAMES_LISTED = 6;

/** An `only` that names a fact which the old entry does not state. */
export const unknownFact: Rule = {
  code: 'supersedes/unknown-fact',
  severity: 'error',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of madeRetcons(known, entry)) {
      if (!declaration.only) continue;
      const pairs = pairsStated(known, retcon.old);
      for (const one of declaration.only) {
        const { text, span, entity, attribute, value } = one;
        const isPairStated = entity !== null && pairs.has(pairOf(entityNamed(known, entity), keyOf(attribute)));
        const withValue = value ? factsTouched(known, { old: retcon.old, only: [{ ...one, value: null }] }) : [];
        if (isPairStated && (!value || withValue.some(({ fact }) => isSameRef(known, fact.value, value)))) continue;
        const names = isPairStated
          ? withValue.map(({ entity, fact }) => `${entity}.${fact.attribute.text} = ${fact.value.text}`)
          : namesStated(known, retcon.old);
        const old = idOf(known, retcon.old);
        const meant = entity === null ? namesOf(names, attribute) : nearest(text, names);
        const states = names.length > 0 ? `it states ${shown(names)}` : 'it states no facts at all';
        yield {
          span,
          message: `${old} does not state ${text}: ${meant ? `did you mean ${meant}?` : `${states}.`}`,
          related: [relatedTo(retcon.old, `what ${old} states`)],
          ...(meant && { fixes: [changeTo(entry, span, meant)] }),
        };
      }
    }
  },
};

/** Memoized, since thousands of pages may each supersede one fact of a page with thousands. */
const pairsStated = perKnown(
  (known: Known, old: Entry): ReadonlySet<string> =>
    new Set(clippedFactsOf(known, old).map(({ entity, fact }) => pairOf(entity, keyOf(fact.attribute.text)))),
);

const namesStated = perKnown((known: Known, old: Entry): readonly string[] => [
  ...new Set(clippedFactsOf(known, old).map(({ entity, fact }) => `${entity}.${fact.attribute.text}`)),
]);

/** The only stated fact of an attribute, for an `only` without an entity; null if there are none or several. */
function namesOf(names: readonly string[], attribute: string): string | null {
  const [name, ...others] = names.filter((one) => keyOf(one.slice(one.lastIndexOf('.') + 1)) === keyOf(attribute));
  return name !== undefined && others.length === 0 ? name : null;
}

const shown = (names: readonly string[]): string =>
  names.length > MOST_NAMES_LISTED ? `${names.slice(0, MOST_NAMES_LISTED).join(', ')} …` : listWords(names, 'and');

/** A `supersedes` that names no entry. */
export const unknownSuperseded = unknownTarget('supersedes');
