/** What names mean on the canon axis: the same answers as `known.ts` gives at each stop, worked out once for each name. */
import type { Entry } from '../../entry/entry';
import { memoized } from '../../text/memoized';
import { filed } from '../model/canon';
import { mentionKeys } from '../model/indexKeys';
import { entityNamed, entityOf, entryNamed, idOf } from '../model/known';
import type { Known, Still } from '../model/canonValue';
import { answersOverCanonTime } from './answersOverCanonTime';
import type { CanonStops } from './canonStops';

/** A value from one stop of the canon on, up to the next step. */
export interface Step<T> {
  readonly from: number;
  readonly value: T;
}

/** In order, the first from the beginning on. */
export type Steps<T> = readonly Step<T>[];

export interface NameSteps {
  readonly idSteps: (entry: Entry) => Steps<string>;
  /** The one entry that a name refers to. */
  readonly entrySteps: (name: string) => Steps<Entry | undefined>;
  /** The entity that a name means. */
  readonly entitySteps: (name: string) => Steps<string>;
  /** The entity that an entry describes. */
  readonly ownEntitySteps: (entry: Entry) => Steps<string>;
}

export const nameStepAt = <T>(steps: Steps<T>, stop: number): T => {
  let i = steps.length - 1;
  while (i > 0 && stop < (steps[i] as Step<T>).from) i--;
  return (steps[i] as Step<T>).value;
};

/** @param stops of the same view */
export function nameSteps(within: Still, stops: CanonStops): NameSteps {
  const { canon } = within;
  const asked = <T>(ask: (known: Known) => T): Steps<T> => {
    const steps: Step<T>[] = [];
    for (const { from, value } of answersOverCanonTime(canon, ask, within))
      if (steps.length === 0 || steps.at(-1)?.value !== value) steps.push({ from: stops.numberOf(from), value });
    return steps;
  };
  /** The only entry that can ever be meant by a name; null: none, undefined: there are several, or it is a path. */
  const sole = (name: string): Entry | null | undefined => {
    const keys = mentionKeys(name);
    let found: Entry | null = null;
    for (const key of keys)
      for (const entry of filed(canon, 'names', key)) {
        if (keys.length > 1 || (found && found !== entry)) return undefined;
        found = entry;
      }
    return found;
  };
  const idSteps = memoized((entry: Entry): Steps<string> => {
    const { writtenId, derivedId } = entry;
    if (writtenId || sole(derivedId) === entry) return always(writtenId?.text ?? derivedId);
    return asked((known) => idOf(known, entry));
  });
  const ownEntitySteps = memoized(
    (entry: Entry): Steps<string> => (entry.entity ? asked((known) => entityOf(known, entry)) : idSteps(entry)),
  );
  return {
    idSteps,
    ownEntitySteps,
    entrySteps: memoized((name: string) => {
      const only = sole(name);
      if (only === undefined) return asked((known) => entryNamed(known, name));
      if (only === null || !within.has(only)) return NOTHING;
      const from = stops.stopOf(only);
      return from === 0 ? [{ from, value: only }] : [...NOTHING, { from, value: only }];
    }),
    entitySteps: memoized((name: string) => {
      const only = sole(name);
      // Before its page is written, an entity goes by the name that the page will have.
      if (only && !only.entity) {
        const id = only.writtenId?.text ?? only.derivedId;
        if (sole(id) === only) return always(id);
      }
      return only === null ? always(entityNamed(within, name)) : asked((known) => entityNamed(known, name));
    }),
  };
}

const always = <T>(value: T): Steps<T> => [{ from: 0, value }];

const NOTHING: Steps<undefined> = always(undefined);
