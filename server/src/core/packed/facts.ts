/** The facts of an entry as bytes, and back. Of an entry that states many, each is made when somebody asks for it. */
import type { Entry, Fact } from '../entry/entry';
import type { Sink, Source } from './bytes';
import { putFact, takeFact, takeItems } from './parts';

/** So few are made along with their entry. */
const FEW = 8;

/** They come last: what stands before them can be read without them. */
export function putFacts(sink: Sink, facts: readonly Fact[]): void {
  sink.nat(facts.length);
  for (const fact of facts)
    if (facts.length <= FEW) putFact(sink, fact);
    else sink.apart(putFact, fact);
}

/** Facts that stand apart, and which of them have been made: a fact is the same object for as long as its entry is. */
interface Packed {
  readonly source: Source;
  readonly near: number;
  readonly begins: number;
  readonly made: Fact[];
  /** How many are still to be made. */
  left: number;
}

const PACKED = Symbol('facts that are packed');

interface Owner {
  readonly [PACKED]?: Packed;
}

/** The same for all entries: an object with a getter of its own would be a slow one. */
const LATER: PropertyDescriptor & ThisType<Owner> = {
  enumerable: true,
  get() {
    const packed = this[PACKED];
    return packed && allOf(packed);
  },
};

/** @param entry all of it but its facts, which come next */
export function withFacts(source: Source, entry: Omit<Entry, 'facts'>): Entry {
  const count = source.nat();
  if (count <= FEW) return having(entry, takeItems(source, takeFact, count));
  const packed: Packed = { source, near: source.near, begins: source.at, made: Array<Fact>(count), left: count };
  Object.defineProperty(entry, PACKED, { value: packed });
  return Object.defineProperty(entry, 'facts', LATER) as Entry;
}

function having(entry: Omit<Entry, 'facts'> & { facts?: readonly Fact[] }, facts: readonly Fact[]): Entry {
  entry.facts = facts;
  return entry as Entry;
}

function allOf(packed: Packed): readonly Fact[] {
  const { source, near, made } = packed;
  for (let i = 0, at = packed.begins; packed.left > 0 && i < made.length; i++) {
    const next = source.enter(at, near);
    if (!made[i]) make(packed, i);
    at = next;
  }
  return made;
}

/** Of the fact that has been entered. */
function make(packed: Packed, i: number): Fact {
  packed.left--;
  return (packed.made[i] = takeFact(packed.source));
}

/**
 * The facts of an entry that have an attribute and are about something, as written. No others are made.
 * @param isAbout told the entity that a fact names; null: it names none
 */
export function factsOf(entry: Entry, attribute: string, isAbout: (entity: string | null) => boolean): readonly Fact[] {
  const packed = (entry as Owner)[PACKED];
  if (!packed || packed.left === 0)
    return entry.facts.filter((fact) => fact.attribute.text === attribute && isAbout(fact.entity?.text ?? null));
  const { source, near, made } = packed;
  const wanted = source.pool.find(attribute);
  const found: Fact[] = [];
  // One that the fact before is about as well is not asked of again.
  let before = -2;
  let isOne = false;
  for (let i = 0, at = packed.begins; i < made.length; i++) {
    const next = source.enter(at, near);
    const entity = takeEntity(source);
    if (source.number() === wanted) {
      if (entity !== before) isOne = isAbout(entity < 0 ? null : source.pool.at(entity));
      before = entity;
      if (isOne) {
        source.enter(at, near);
        found.push(made[i] ?? make(packed, i));
      }
    }
    at = next;
  }
  return found;
}

/** Whether an entry states anything of what it spells in this way. */
export function isSpelled(entry: Entry, entity: string): boolean {
  const packed = (entry as Owner)[PACKED];
  if (!packed || packed.left === 0) return entry.facts.some((fact) => fact.entity?.text === entity);
  const { source, near, made } = packed;
  const wanted = source.pool.find(entity);
  if (wanted < 0) return false;
  for (let i = 0, at = packed.begins; i < made.length; i++) {
    at = source.enter(at, near);
    if (takeEntity(source) === wanted) return true;
  }
  return false;
}

/** The number of the entity that a fact names; −1 where it names none. What comes next is its attribute. */
function takeEntity(source: Source): number {
  if (source.nat() === 0) return -1;
  source.nat();
  const entity = source.number();
  source.int();
  source.int();
  return entity;
}
