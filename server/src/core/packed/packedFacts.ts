/** The facts of an entry as bytes, and back. Of an entry that states many, each is made when somebody asks for it. */
import type { Entry, Fact } from '../entry/entry';
import { nameKey } from '../entry/slug';
import type { Sink, Source } from './bytes';
import { putFact, takeFact, takeItems } from './packedParts';

/** So few are made along with their entry. */
const FEW = 8;

/** They come last: what stands before them can be read without them. */
export function putFacts(sink: Sink, facts: readonly Fact[]): void {
  sink.nat(facts.length);
  for (const fact of facts)
    if (facts.length <= FEW) putFact(sink, fact);
    else sink.apart(putMarked, fact);
}

/** Before each fact that stands apart: its length in two bytes, a mark of what it is about, and one of its attribute. */
const [LENGTH, MARKED] = [2, 4];

function putMarked(sink: Sink, fact: Fact): void {
  sink.mark(fact.entity ? sink.pool.put(fact.entity.text) : NOTHING);
  sink.mark(sink.pool.put(fact.attribute.text));
  putFact(sink, fact);
}

/** The number of the entity where a fact names none. */
const NOTHING = -1;

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
  const { source, made } = packed;
  for (let i = 0, at = packed.begins; packed.left > 0 && i < made.length; i++) {
    if (!made[i]) make(packed, i, at);
    at += LENGTH + lengthAt(source.bytes, at);
  }
  return made;
}

function make(packed: Packed, i: number, at: number): Fact {
  packed.left--;
  packed.source.begin(at + MARKED, packed.near);
  return (packed.made[i] = takeFact(packed.source));
}

const lengthAt = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);

/** Whether a fact is about something, by what it names as its entity; null: it names nothing. */
type IsAbout = (entity: string | null) => boolean;

/** The facts of an entry that have an attribute and are about something, as written. No others are made. */
export function factsOf(entry: Entry, attribute: string, isAbout: IsAbout): readonly Fact[] {
  const packed = (entry as Owner)[PACKED];
  if (!packed || packed.left === 0)
    return entry.facts.filter((fact) => fact.attribute.text === attribute && isAbout(fact.entity?.text ?? null));
  const { source, near, made } = packed;
  source.begin(packed.begins, near);
  const { pool, bytes } = source;
  const wanted = pool.find(attribute);
  const found: Fact[] = [];
  if (wanted < 0) return found;
  // One that the fact before is about as well is not asked of again.
  let [before, isOne] = [NOTHING - 1, false];
  for (let i = 0, at = packed.begins; i < made.length; i++) {
    if (bytes[at + 3] === (wanted & 255)) {
      source.begin(at + MARKED, near);
      const entity = takeEntity(source);
      if (source.number() === wanted) {
        if (entity !== before) isOne = isAbout(entity === NOTHING ? null : pool.at(entity));
        before = entity;
        if (isOne) found.push(made[i] ?? make(packed, i, at));
      }
    }
    at += LENGTH + lengthAt(bytes, at);
  }
  return found;
}

/** How an entry first spells a name of which it states a fact; no facts are made. @param key the name as `nameKey` has it */
export function spellingIn(entry: Entry, key: string): string | undefined {
  const packed = (entry as Owner)[PACKED];
  if (!packed || packed.left === 0)
    return entry.facts.find((fact) => fact.entity !== null && nameKey(fact.entity.text) === key)?.entity?.text;
  const { source, near, made } = packed;
  const { pool, bytes } = source;
  let before = NOTHING;
  for (let i = 0, at = packed.begins; i < made.length; i++) {
    source.begin(at + MARKED, near);
    const entity = takeEntity(source);
    if (entity !== before && entity !== NOTHING) {
      const text = pool.at(entity);
      if (nameKey(text) === key) return text;
    }
    before = entity;
    at += LENGTH + lengthAt(bytes, at);
  }
  return undefined;
}

/** The number of the entity that a fact names. What comes next is its attribute. */
function takeEntity(source: Source): number {
  if (source.nat() === 0) return NOTHING;
  source.nat();
  const entity = source.number();
  source.int();
  source.int();
  return entity;
}
