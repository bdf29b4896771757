/** What a timeline is of: the whole codex, or some entities with what bears on them. */
import {
  describerAmong,
  describerOf,
  entityOf,
  filed,
  isShown,
  type OnBothAxes,
  possibleStaters,
  type Known,
  type Still,
} from '../../canon';
import type { Entry } from '../../entry/entry';
import { eachNaming } from '../../entry/naming';

export interface TimelineScope {
  /** The entities that are asked about; null: all. */
  readonly entities: ReadonlySet<string> | null;
  /** The entries that are looked at, in the order of their paths. */
  readonly entries: readonly Entry[];
  /** Those of them that are events of the picture. */
  readonly events: Iterable<Entry>;
  readonly hasLane: (entity: string, attribute: string) => boolean;
  /** Whether an event of a code block is one of the picture. @param links those in the event */
  readonly hasBlockEvent: (entry: Entry, links: readonly string[]) => boolean;
  /** The entry that describes an entity. @param known the same as is known, where much may have been worked out */
  readonly describerOf: (entity: string, known: Known) => Entry | undefined;
}

/** Yields after some entries. */
export function* everything(within: Still, entries: readonly Entry[]): Generator<void, TimelineScope> {
  const describers = new Map<string, Entry | Entry[]>();
  let count = 0;
  for (const entry of entries) {
    if (count++ % PAUSE === 0) yield;
    if (!within.has(entry) || !isShown(within, entry)) continue;
    const entity = entityOf(within, entry);
    const others = describers.get(entity);
    describers.set(entity, others === undefined ? entry : [others, entry].flat());
  }
  return {
    entities: null,
    entries,
    events: entries,
    hasLane: () => true,
    hasBlockEvent: () => true,
    describerOf: (entity, known) => describerAmong(known, [describers.get(entity) ?? []].flat(), null),
  };
}

/** After so many entries others have their turn. */
const PAUSE = 200;

/** Some entities: what is told of them, the lanes in which they are a value, and the events that state something of them or link to them. */
export function chosen(view: OnBothAxes, ids: readonly string[]): TimelineScope {
  const { within, names } = view;
  const entities = new Set(ids);
  const lanes = new Map<string, Set<string>>();
  const looked = new Set<Entry>();
  const events = new Set<Entry>();
  const means = (name: string): boolean =>
    names.entrySteps(name).some(({ value }) => value && describes(value)) ||
    names.entitySteps(name).some(({ value }) => entities.has(value));
  const describes = (entry: Entry): boolean => names.ownEntitySteps(entry).some(({ value }) => entities.has(value));
  const addLane = (entry: Entry, name: string | undefined, attribute: string): void => {
    const steps = name === undefined ? names.ownEntitySteps(entry) : names.entitySteps(name);
    for (const { value: entity } of steps) {
      if (entities.has(entity)) continue;
      const attributes = lanes.get(entity);
      if (attributes) attributes.add(attribute);
      else lanes.set(entity, new Set([attribute]));
    }
  };
  for (const entity of ids) {
    const { names: ownNames, entries } = possibleStaters(within.canon, entity);
    const naming = [...ownNames].flatMap((name) => filed(within.canon, 'alsoNaming', name));
    for (const entry of new Set([...entries, ...naming])) {
      if (!within.has(entry)) continue;
      looked.add(entry);
      let isAbout = describes(entry);
      eachNaming(entry, (role, name) => {
        if (role === 'fact' || role === 'value' || role === 'link') isAbout ||= means(name);
      });
      if (!isAbout) continue;
      events.add(entry);
      for (const { entity: of, attribute, value } of entry.facts)
        if (means(value.text)) addLane(entry, of?.text, attribute.text);
    }
  }
  for (const entity of lanes.keys())
    for (const entry of possibleStaters(within.canon, entity).entries) if (within.has(entry)) looked.add(entry);
  const inOrder = (set: ReadonlySet<Entry>): Entry[] => [...set].sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    entities,
    entries: inOrder(looked),
    events: inOrder(events),
    hasBlockEvent: (entry, links) => describes(entry) || links.some(means),
    hasLane: (entity, attribute) => entities.has(entity) || lanes.get(entity)?.has(attribute) === true,
    describerOf: (entity, known) => describerOf(known, entity, null),
  };
}
