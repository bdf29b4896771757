/**
 * What a retcon changes, as clauses: each is true without the others, since its values are the answers on every day of its stretch, without
 * the retcon or with it. This is the one place that words them.
 */
import {
  boundaryOf,
  type Held,
  isSameValue,
  isShown,
  kindOf,
  kindOfAttribute,
  type Known,
  type PairBoundary,
  type Retcon,
} from '../../canon';
import type { Moment } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { movedDates } from '../../entry/versions';
import { joinWith } from '../../text/words';
import { attributeName, entityName, fromText, untilText, valueName } from './names';
import { link, nameOf, type TextPart } from './richText';

/** The answers over one stretch of world time, without the retcon and with it; of a set, only what comes and goes. */
interface Change {
  readonly says: 'change';
  readonly line: string | null;
  readonly from: Moment | null;
  readonly until: Moment | null;
  readonly was: readonly Held[];
  readonly is: readonly Held[];
}

/** Nothing changes: these values hold from then on, as before. */
interface Still {
  readonly says: 'still';
  readonly from: Moment | null;
  readonly is: readonly Held[];
  /** The page of the retcon, if it repeats them. */
  readonly by: Entry | null;
}

interface PairClauses extends Pick<PairBoundary, 'entity' | 'attribute' | 'isCut'> {
  readonly clauses: readonly Change[] | readonly [Still];
  /** How the values that go are spoken of: as what the world has left behind, as what never was, as what was yet to come. */
  readonly gone: 'was' | 'stated' | 'never' | 'dropped';
}

/** What a retcon says of each pair that it touches; what changes comes first. */
export function clausesOf(known: Known, retcon: Retcon): PairClauses[] {
  const all = boundaryOf(known, retcon).pairs.flatMap((pair): PairClauses[] => {
    const { entity, attribute, isCut } = pair;
    // The name of a page, as a text and as a reference, is one name to a reader.
    const apart = pair.apart.filter(({ was, is }) => namesOf(was) !== namesOf(is));
    if (apart.length > 0) {
      const clauses = apart.map((one): Change => ({ says: 'change', ...one }));
      return [{ entity, attribute, isCut, clauses, gone: goneAs(known, retcon, pair) }];
    }
    if (!areAlike(pair.was, pair.is) && namesOf(pair.was) !== namesOf(pair.is)) {
      // Where it takes effect nothing dated holds, since that is in another era.
      const { at, was, is } = pair;
      const clause: Change = { says: 'change', line: at && at.line, from: at, until: null, was, is };
      return [{ entity, attribute, isCut, clauses: [clause], gone: 'was' }];
    }
    // A retcon that takes effect `before 25 TA` has no day on which its page could say so.
    if (pair.at === null && retcon.effective !== 'always') return [];
    const isSet = kindOfAttribute(known, attribute) === 'set';
    const repeated = pair.is.filter(({ clipped }) => clipped.entry === retcon.by);
    const is = isSet ? repeated : pair.is;
    if (is.length === 0) return [];
    const by = repeated.length > 0 && isShown(known, retcon.by) ? retcon.by : null;
    const clause: Still = { says: 'still', from: pair.at, is, by };
    return [{ entity, attribute, isCut, clauses: [clause], gone: 'was' }];
  });
  const isStill = ({ clauses: [first] }: PairClauses): boolean => first?.says === 'still';
  return [...all.filter((one) => !isStill(one)), ...all.filter(isStill)];
}

function goneAs(known: Known, retcon: Retcon, { apart, isKeptElsewhere }: PairBoundary): PairClauses['gone'] {
  const [only, ...others] = apart;
  const kind = kindOf(known, retcon);
  const stated = kind === 'correction' ? 'stated' : 'was';
  if (!only || others.length > 0 || only.is.length > 0 || isKeptElsewhere) return stated;
  // It may have held before this stretch, where another retcon took it.
  if (only.was.some(({ clipped, segment }) => clipped.begins !== null && clipped.begins.day !== segment.from?.day))
    return stated;
  const { effective } = retcon;
  const isYetToCome = effective !== 'always' && effective.line === only.from?.line && effective.day < only.from.day;
  return isYetToCome ? 'dropped' : 'never';
}

/** `: founder of House Vyr was Maric, and is Aldric from 412 TA; seat of House Vyr is still Vyrhold`. */
export const renderClauses = (known: Known, retcon: Retcon): TextPart[] =>
  [
    ...movedDates(retcon.by).map(renderMoved),
    ...clausesOf(known, retcon).map((pair) => [
      `${attributeName(pair.attribute)} of `,
      entityName(known, pair.entity),
      ...renderPair(known, pair),
      ...(pair.isCut ? ['; and so on, at other times'] : []),
    ]),
  ].flatMap((clause, i) => [i === 0 ? ': ' : '; ', ...clause]);

/** `its end was 18 TA, and is through 20 TA`. */
function renderMoved({ key, was, is }: ReturnType<typeof movedDates>[number]): TextPart[] {
  const [before, now] = [was, is].map((one) => {
    if (!one) return 'not given';
    return 'inclusive' in one && one.inclusive ? `through ${one.text}` : one.text;
  });
  return [`its ${key === 'date' ? 'date' : 'end'} was ${before}, and is ${now}`];
}

function renderPair(known: Known, { attribute, clauses, gone }: PairClauses): TextPart[] {
  const [first] = clauses;
  if (first?.says === 'still') return [' is still ', ...oneOf(first.is), ...renderRepeated(first)];
  const changes = clauses.flatMap((one) => (one.says === 'change' ? one : []));
  if (kindOfAttribute(known, attribute) === 'set')
    return changes.flatMap((one, i) => [i === 0 ? ': ' : '; ', ...renderMembers(one, gone)]);
  const [only, ...others] = changes;
  if (!only) return [];
  const verb = gone === 'was' ? ' was ' : ' was stated as ';
  if (others.length > 0 && areOneAfterAnother(changes)) {
    if (changes.every(({ was }) => areAlike(was, only.was))) return renderBecomes(verb, changes);
    if (changes.every(({ is }) => areAlike(is, only.is))) return renderBecame(verb, changes);
  }
  if (gone === 'never') return [' was ', ...oneOf(only.was), '; now never happened'];
  if (gone === 'dropped') return [' was to be ', ...oneOf(only.was), ` ${fromText(only.from)}; that has been dropped`];
  return changes.flatMap((one, i): TextPart[] => {
    const was = one.was.length === 0 ? [] : [verb, ...oneOf(one.was), ', and'];
    return [i === 0 ? '' : '; it', ...was, ...isNow(one.is), whenText(one)];
  });
}

/** ` is Aldric`. */
const isNow = (is: readonly Held[]): TextPart[] => (is.length === 0 ? [' is not stated'] : [' is ', ...oneOf(is)]);

/** ` (from 210 TA on The Second Founding says so)`. */
const renderRepeated = ({ from, by }: Still): TextPart[] => {
  const when = fromText(from);
  return by === null ? [] : when === '' ? [', as ', link(by), ' says'] : [` (${when} on `, link(by), ' says so)'];
};

/** `no longer Ilse, also Tam from 412 TA`. */
const renderMembers = (one: Change, as: PairClauses['gone']): TextPart[] => {
  if (as === 'never') return ['never ', ...oneOf(one.was)];
  const not = as === 'was' && one.from ? 'no longer ' : 'not ';
  const [gone, come] = [
    one.was.length > 0 ? [not, ...oneOf(one.was)] : [],
    one.is.length > 0 ? ['also ', ...valuesNamed(one.is, ' and ')] : [],
  ];
  return [...gone, gone.length > 0 && come.length > 0 ? ', ' : '', ...come, whenText(one)];
};

/** ` was Maric; from 412 TA until 420 TA it is not stated, then it is Aldric`. */
const renderBecomes = (verb: string, changes: readonly Change[]): TextPart[] => {
  const was = changes[0]?.was ?? [];
  return [
    ...(was.length === 0 ? [':'] : [verb, ...oneOf(was), ';']),
    ...changes.flatMap((one, i): TextPart[] => {
      const isLast = i === changes.length - 1;
      const ends = isLast && one.until ? ` ${untilOf(one)}` : '';
      return [
        i === 0 ? `${whenText(one)} it` : ', then it',
        ...isNow(one.is),
        i === 0 ? '' : isLast ? ends : whenEnds(one),
      ];
    }),
  ];
};

/** ` was stated as green from 20 TA until 25 TA and blue from 25 TA, and is grey from 10 TA`. */
const renderBecame = (verb: string, changes: readonly Change[]): TextPart[] => {
  const stated = changes.filter(({ was }) => was.length > 0);
  const was = stated.flatMap((one, i): TextPart[] => [i === 0 ? '' : ', then ', ...oneOf(one.was), whenText(one)]);
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return [];
  return [verb, ...was, ', and', ...isNow(first.is), whenText({ ...last, from: first.from })];
};

/** Whether each stretch begins where the one before it ends. */
const areOneAfterAnother = (changes: readonly Change[]): boolean =>
  changes.every(({ from }, i) => {
    const before = i === 0 ? null : changes[i - 1]?.until;
    return i === 0 || (!!before && before.line === from?.line && before.day === from.day);
  });

const areAlike = (a: readonly Held[], b: readonly Held[]): boolean =>
  a.every((one) => b.some((other) => isSameValue(one, other))) &&
  b.every((one) => a.some((other) => isSameValue(one, other)));

/** ` from 412 TA until 420 TA`; empty for all time. */
function whenText({ from, until, was, is }: Omit<Change, 'says' | 'line'>): string {
  const words = [fromText(from), untilOf({ until, was, is })].filter((part) => part !== '');
  return words.length === 0 ? '' : ` ${words.join(' ')}`;
}

const whenEnds = (one: Change): string => (one.until ? ` ${untilOf(one)}` : '');

const untilOf = ({ until, was, is }: Pick<Change, 'until' | 'was' | 'is'>): string =>
  untilText(
    until,
    [...was, ...is].map(({ clipped }) => clipped),
  );

const namesOf = (values: readonly Held[]): string =>
  JSON.stringify([...new Set(values.map((held) => nameOf(valueName(held))))].sort());

/** The most values that are named in a row. */
const MOST_NAMED = 8;

const oneOf = (values: readonly Held[]): TextPart[] => valuesNamed(values, ' or ');

/** Each value once, whichever entries state it. */
function valuesNamed(values: readonly Held[], last: string): TextPart[] {
  const names = [...new Map(values.map((held) => [nameOf(valueName(held)), valueName(held)])).values()];
  const left = names.length - MOST_NAMED;
  return joinWith(left > 0 ? [...names.slice(0, MOST_NAMED), `${left} more`] : names, last);
}

/** A retcon of one pair at the point at which it is compared: its two answers side by side. */
interface SidesNamed {
  readonly attribute: string;
  readonly entity: TextPart;
  readonly at: Moment | null;
  readonly was: readonly TextPart[];
  readonly is: readonly TextPart[];
}

/** The pairs that a retcon changes. */
export const sidesNamed = (known: Known, retcon: Retcon): SidesNamed[] =>
  boundaryOf(known, retcon).pairs.flatMap(({ entity, attribute, at, was, is, apart }): SidesNamed[] => {
    const last = kindOfAttribute(known, attribute) === 'set' ? ' and ' : ' or ';
    if (apart.length === 0) return [];
    const [before, after] = [valuesNamed(was, last), valuesNamed(is, last)];
    return [{ attribute, entity: entityName(known, entity), at, was: before, is: after }];
  });
