/** The viewpoint: the point on both axes of time, and the knower, that hovers, lenses, hints and fading use. Problems are always of now. */
import {
  type Canon,
  type SeenCanon,
  type CanonPoint,
  entryAt,
  knownAt,
  LATEST,
  type Known,
  allEntries,
  arePlayers,
  describerOf,
  entityOf,
  entityOfFact,
  knowerNamed,
  PLAYERS,
  tableKeys,
} from '../canon';
import type { WorldDate } from '../chronology';
import type { Entry } from '../entry/entry';
import { keyOf } from '../codex/codex';
import { EVERYONE } from '../codex/knowledgeKeys';
import { nameKey } from '../entry/slug';
import { allFactsOf } from '../entry/versions';

/** Somebody whose eyes are looked through, and the canon as they hold it at the viewpoint. */
export interface SeenThrough {
  /** As a question takes it. */
  readonly name: string;
  /** What the author calls them. */
  readonly title: string;
  readonly canon: SeenCanon;
}

export interface Viewpoint {
  readonly known: Known;
  /** What is known now: it reads the texts on the screen, whatever the viewpoint. */
  readonly now: Known;
  /** Everything known at that point, regardless of the knower. */
  readonly whole: Known;
  /** The world time of every standing: the one chosen, else the codex's present; null: the end of time. */
  readonly present: WorldDate | null;
  /** What the author has chosen; null where that is left at now. */
  readonly at: WorldDate | null;
  readonly asOf: CanonPoint | null;
  /** null: the author looks, who knows all. */
  readonly eyes: SeenThrough | null;
  /** Nothing is chosen. */
  readonly isNow: boolean;
}

/** @param canon of now. @param at null: at the present of that codex. @param asOf null: with everything that is known now */
export function viewFrom(
  canon: Canon,
  at: WorldDate | null,
  asOf: CanonPoint | null,
  eyes: SeenThrough | null = null,
): Viewpoint {
  const whole = knownAt(canon, asOf ?? LATEST);
  const known = eyes ? knownAt(eyes.canon, LATEST) : whole;
  const present = at ?? known.canon.codex.present;
  const isNow = at === null && asOf === null && eyes === null;
  return { known, now: knownAt(canon, LATEST), whole, present, at, asOf, eyes, isNow };
}

export const nowOf = (canon: Canon): Viewpoint => viewFrom(canon, null, null);

/** An entry that somebody sees, as its file has it; undefined for a page that they do not see, of which they have learned something. */
export const wholeEntry = ({ eyes, whole }: Viewpoint, entry: Entry): Entry | undefined =>
  eyes ? entryAt(whole.canon, entry.path) : entry;

/** Through whose eyes an author may want to look: circles, those who are named as knowers, and characters. */
export interface KnowerFound {
  /** As a question takes it. */
  readonly name: string;
  readonly title: string;
  readonly sort: 'everyone' | 'circle' | 'knower' | 'character';
  readonly detail?: string;
}

const ORDER: readonly KnowerFound['sort'][] = ['everyone', 'circle', 'knower', 'character'];

/** Each once; sorts one after the other, each in the order of titles. It yields after each entry that was looked at. */
export function* knowerSteps(known: Known): Generator<void, KnowerFound[]> {
  const { codex, knownBy } = known.canon;
  const found = new Map<string, KnowerFound>();
  const looked = new Set<string>();
  const add = (written: string, sort: KnowerFound['sort'], detail?: string): void => {
    // The facts of one circle are thousands, and each names it.
    if (looked.has(written)) return;
    looked.add(written);
    const knower = nameKey(written) === EVERYONE ? undefined : knowerNamed(known, written);
    if (!knower || found.has(knower.key ?? '')) return;
    const { name } = knower;
    const title = codex.campaigns.get(name) ?? describerOf(known, name, codex.present)?.title ?? name;
    found.set(knower.key ?? '', { name, title, sort, ...(detail !== undefined && { detail }) });
  };
  for (const [circle, members] of codex.circles) add(circle, 'circle', members.join(', '));
  if (arePlayers(known, PLAYERS))
    found.set(PLAYERS, { name: PLAYERS, title: 'The players', sort: 'circle', detail: 'all who play' });
  const { ofCircle, ofMember } = codex.membership;
  const is = (attributes: readonly string[], attribute: string): boolean =>
    attributes.some((one) => keyOf(one) === keyOf(attribute));
  const members = new Set<string>();
  const characters: string[] = [];
  for (const entry of allEntries(known.canon)) {
    yield;
    if (!known.has(entry)) continue;
    for (const fact of allFactsOf(entry)) {
      const { text } = fact.attribute;
      if (is(ofCircle, text)) add(entityOfFact(known, entry, fact), 'circle');
      else if (is(ofMember, text)) add(fact.value.text, 'circle');
      if (is(ofCircle, text)) members.add(fact.value.text);
    }
    if (entry.type && codex.mortal.has(entry.type.text.toLowerCase())) characters.push(entityOf(known, entry));
  }
  for (const [, names] of codex.circles) for (const name of names) add(name, 'knower');
  for (const key of tableKeys(knownBy)) add(key, 'knower');
  for (const name of members) add(name, 'knower');
  for (const name of characters) add(name, 'character');
  const all: KnowerFound[] = [{ name: EVERYONE, title: EVERYONE, sort: 'everyone' }, ...found.values()];
  return all.sort((a, b) => ORDER.indexOf(a.sort) - ORDER.indexOf(b.sort) || (a.title < b.title ? -1 : 1));
}
